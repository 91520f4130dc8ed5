//! Tickets: the server draws the seed of a run and knows when it began, how long it was paused, and when it ended.
//! `docs/believing-a-run.md` says what that proves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::{Arcade, Run};

use super::scores::{arcade, ranking};
use crate::error::{
    Answer, RefusalBody, bad_run, bad_ticket, faster_than_time, helped_run, other_run,
    ticket_expired, unfinished_run,
};
use crate::extract::{Body, From, Path, Text, Tokens};
use crate::room::Room;
use crate::store::{ScoreList, Shelf, StoreError, TicketChange, TicketRow};
use crate::token::{Token, digest, seed};
use crate::wire::{DoubtBody, RunBody, SealedBody, TicketBody, TicketWish};

/// A ticket is good for this long: the longest run, with pauses.
const LASTS: i64 = 6 * 3600 * 1000;
/// Clocks differ, and a page may play a tick a little early.
const AHEAD: i64 = 300;
/// From the ticket to the first tick, and from the last tick to us: a countdown and the network.
const LAG: i64 = 8000;
/// And this part of the run, for a machine that is slow now and then.
const SLOWNESS: i64 = 20;
/// Longer pauses than this in all are put apart: in a pause one can think.
const PAUSED: i64 = 10 * 60 * 1000;

/// Issues a ticket for one run. The same `key` again gives the same ticket.
#[utoipa::path(post, path = "/games/{game}/tickets", operation_id = "issue_ticket", tag = "scores",
    params(("game" = String, Path)), request_body = TicketWish,
    responses((status = 201, body = TicketBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn issue(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    From(address): From,
    Body(wish): Body<TicketWish>,
) -> Answer<(StatusCode, Json<TicketBody>)> {
    ranking(arcade(&game)?, &wish.mode)?;
    room.limiter.ticket(address)?;
    let token = match wish.key.as_deref() {
        Some(key) if (32..=128).contains(&key.len()) => {
            Token::claimed(&digest(&format!("ticket {game} {} {key}", wish.mode)))
        }
        Some(_) => return Err(bad_ticket()),
        None => Token::new(),
    };
    let fresh = TicketRow {
        hash: token.hash(),
        game,
        mode: wish.mode,
        seed: seed(),
        issued: room.config.run_clock.now(),
        paused: 0,
        pauses: 0,
        paused_at: None,
        sealed: None,
        digest: None,
        score: None,
    };
    let ticket = match room.store.issue_ticket(&fresh).await {
        Err(StoreError::Conflict) => room.store.ticket(&fresh.hash).await?.unwrap_or(fresh),
        issued => issued.map(|()| fresh)?,
    };
    let expires_in = ticket.issued + LASTS - room.config.run_clock.now();
    let body =
        TicketBody { ticket: token.secret().to_owned(), seed: ticket.seed.to_string(), expires_in };
    Ok((StatusCode::CREATED, Json(body)))
}

/// Says that the run is paused from now on. Once more changes nothing.
#[utoipa::path(put, path = "/games/{game}/tickets/pause", operation_id = "pause_run", tag = "scores",
    params(("game" = String, Path)),
    responses((status = 204), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn pause(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    tokens: Tokens,
) -> Answer<StatusCode> {
    let ticket = held(&room, &game, &tokens).await?;
    let change = TicketChange::Pause(room.config.run_clock.now());
    room.store.change_ticket(&ticket.hash, &change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says that the run goes on. Once more changes nothing.
#[utoipa::path(delete, path = "/games/{game}/tickets/pause", operation_id = "resume_run", tag = "scores",
    params(("game" = String, Path)),
    responses((status = 204), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn resume(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    tokens: Tokens,
) -> Answer<StatusCode> {
    let ticket = held(&room, &game, &tokens).await?;
    let change = TicketChange::Resume(room.config.run_clock.now());
    room.store.change_ticket(&ticket.hash, &change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells of the run as soon as it has ended, so that its time is known. It is entered into a list, or not, later.
#[utoipa::path(put, path = "/games/{game}/tickets/run", operation_id = "seal_run", tag = "scores",
    params(("game" = String, Path)),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = SealedBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody),
              (status = 422, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn seal(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    tokens: Tokens,
    Text { text, _place }: Text,
) -> Answer<Json<SealedBody>> {
    let judged = judge(&room, &game, &tokens, text.into()).await?;
    let doubts = judged.doubts.iter().map(|id| DoubtBody::of(judged.arcade, id)).collect();
    Ok(Json(SealedBody { list: judged.list.shelf, doubts, run: RunBody::of(judged.run) }))
}

/// A run that was replayed and fits its ticket.
pub(super) struct JudgedRun {
    pub arcade: &'static dyn Arcade,
    pub run: Run,
    pub ticket: TicketRow,
    pub list: ScoreList,
    pub doubts: Vec<String>,
    /// How many milliseconds it was paused.
    pub paused: i64,
}

/// Replays a run, holds it against its ticket and the clock, and notes when it was first told of.
pub(super) async fn judge(
    room: &Room,
    game: &str,
    tokens: &Tokens,
    text: Arc<str>,
) -> Answer<JudgedRun> {
    let now = room.config.run_clock.now();
    let arcade = arcade(game)?;
    let mut ticket = held(room, game, tokens).await?;
    let run = room.replays.run(move || Some(arcade.judge(&text))).await?;
    let run = run.map_err(|refused| bad_run(refused.words().clone()))?;
    let ranking = ranking(arcade, &run.mode)?;
    if (run.mode.as_str(), run.seed) != (ticket.mode.as_str(), ticket.seed) {
        return Err(bad_ticket());
    }
    if ranking == game::Ranking::Ticks && !run.finished {
        return Err(unfinished_run());
    }
    let digest = digest(&run.canonical);
    if ticket.sealed.is_none() {
        // Refused before it is noted: the true run may still come.
        check_ahead(&ticket, &run, arcade, now)?;
        let seal = TicketChange::Seal(now, digest.clone());
        room.store.change_ticket(&ticket.hash, &seal).await?;
        ticket = held(room, game, tokens).await?;
    }
    if ticket.digest.as_deref() != Some(&digest) {
        return Err(other_run());
    }
    check_ahead(&ticket, &run, arcade, now)?;
    let sealed = ticket.sealed.unwrap_or(now);
    if room.help.met(game, &run.positions, ticket.issued, sealed) {
        return Err(helped_run());
    }
    let (elapsed, paused) = times(&ticket, now);
    let mut doubts: Vec<String> = run.doubts.iter().map(|id| (*id).to_owned()).collect();
    let played = millis(&run, arcade);
    if elapsed - played > LAG + played / SLOWNESS {
        doubts.push("slow".into());
    }
    if paused > PAUSED {
        doubts.push("paused".into());
    }
    let shelf = if doubts.is_empty() { Shelf::People } else { Shelf::Apart };
    let (mode, kind) = (run.mode.clone(), run.kind.clone());
    let list = ScoreList { game: game.to_owned(), mode, kind, ranking, shelf };
    Ok(JudgedRun { arcade, run, ticket, list, doubts, paused })
}

/// The ticket that somebody holds for a game.
async fn held(room: &Room, game: &str, tokens: &Tokens) -> Answer<TicketRow> {
    let token = tokens.0.first().ok_or_else(bad_ticket)?;
    let ticket = room.store.ticket(&token.hash()).await?.filter(|ticket| ticket.game == game);
    let ticket = ticket.ok_or_else(bad_ticket)?;
    if room.config.run_clock.now() > ticket.issued + LASTS {
        return Err(ticket_expired());
    }
    Ok(ticket)
}

/// How long the run took by our clock, without its pauses; and those.
fn times(ticket: &TicketRow, now: i64) -> (i64, i64) {
    let end = ticket.sealed.unwrap_or(now);
    let open = ticket.paused_at.map_or(0, |since| (end - since).max(0));
    let paused = ticket.paused + open;
    (end - ticket.issued - paused, paused)
}

fn millis(run: &Run, arcade: &dyn Arcade) -> i64 {
    let ticks = i64::try_from(run.ticks).unwrap_or(i64::MAX / 1000);
    ticks * 1000 / i64::from(arcade.ticks_per_second())
}

/// A run cannot have more ticks than the time that has passed.
fn check_ahead(ticket: &TicketRow, run: &Run, arcade: &dyn Arcade, now: i64) -> Answer<()> {
    let (elapsed, _) = times(ticket, now);
    let played = millis(run, arcade);
    if played > elapsed + AHEAD + played / 1000 {
        return Err(faster_than_time());
    }
    Ok(())
}

impl Room {
    /// Deletes tickets that nothing can be entered with any more.
    pub async fn forget_tickets(&self) {
        let before = self.config.run_clock.now() - 2 * LASTS;
        while let Ok(1..) = self.store.forget_tickets(before).await {}
    }
}
