//! The best runs of a game in real time. A run comes as the text of its inputs; it is replayed here,
//! from its first tick to its last, before anything of it is believed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use game::{Arcade, MachineRun, Ranking, Run};
use unicode_normalization::UnicodeNormalization;

use super::tickets::{JudgedRun, judge};
use crate::clock::{now, rfc3339};
use crate::error::{
    Answer, RefusalBody, bad_run, bad_setup, known_run, no_such_game, no_such_mode, no_such_run,
    unfinished_run,
};
use crate::extract::{Body, From, Path, Query, Text, Tokens};
use crate::room::Room;
use crate::store::{ScoreList, ScoreRow, Shelf, StoreError};
use crate::token::{digest, seed, table_id};
use crate::wire::{
    BestRunBody, BestRunsBody, DoubtBody, Entered, FiguresBody, MachineRunWish, RunBody,
    ScoresQuery,
};

/// Enters a run into the list of the best, with the ticket that it was played on. The same run again is the same
/// place again.
#[utoipa::path(post, path = "/games/{game}/scores", operation_id = "enter_run", tag = "scores",
    params(("game" = String, Path)),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 201, body = Entered), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody),
              (status = 422, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn enter(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    tokens: Tokens,
    Text { text, _place }: Text,
) -> Answer<(StatusCode, Json<Entered>)> {
    let text = Arc::<str>::from(text);
    let judged = judge(&room, &game, &tokens, Arc::clone(&text)).await?;
    let name = room.name(judged.run.name.as_deref().unwrap_or_default())?;
    let JudgedRun { arcade, run, ticket, list, doubts, paused } = judged;
    let score = ScoreRow {
        id: table_id(),
        player: player_of(&name),
        name,
        doubts,
        paused,
        ..row_of(&run, list)
    };
    let id = match ticket.score {
        Some(id) => id,
        None => keep(&room, &score, &text, &run, Some(&ticket.hash)).await?,
    };
    entered(&room, arcade, ScoreRow { id, ..score }, run).await
}

/// Lets a level play a run for the computers' list.
#[utoipa::path(post, path = "/games/{game}/scores/machines", operation_id = "let_play", tag = "scores",
    params(("game" = String, Path)), request_body = MachineRunWish,
    responses((status = 201, body = Entered), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn let_play(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    From(address): From,
    Body(MachineRunWish { mode, variant, level }): Body<MachineRunWish>,
) -> Answer<(StatusCode, Json<Entered>)> {
    let arcade = arcade(&game)?;
    let ranking = ranking(arcade, &mode)?;
    room.limiter.table(address)?;
    let setup = MachineRun { variant: &variant, mode: &mode, level: &level, seed: seed() };
    let mut machine = arcade.solo_machine(&setup).map_err(|error| bad_setup(error.0))?;
    let text = room.replays.run(move || machine.go_on()).await?;
    let text = Arc::<str>::from(text);
    let run = {
        let text = Arc::clone(&text);
        room.replays.run(move || Some(arcade.judge(&text))).await?
    };
    let run = run.map_err(|refused| bad_run(refused.words().clone()))?;
    if ranking == Ranking::Ticks && !run.finished {
        return Err(unfinished_run());
    }
    let (mode, kind) = (run.mode.clone(), run.kind.clone());
    let list = ScoreList { game, mode, kind, ranking, shelf: Shelf::Machines };
    let score = ScoreRow { name: level.clone(), player: level, ..row_of(&run, list) };
    let id = keep(&room, &score, &text, &run, None).await?;
    entered(&room, arcade, ScoreRow { id, ..score }, run).await
}

/// What a run is worth, under no name yet.
fn row_of(run: &Run, list: ScoreList) -> ScoreRow {
    ScoreRow {
        id: table_id(),
        list,
        name: String::new(),
        points: run.points,
        ticks: i64::try_from(run.ticks).unwrap_or(i64::MAX),
        figures: run.figures.clone(),
        player: String::new(),
        doubts: Vec::new(),
        paused: 0,
        at: now(),
    }
}

/// Whose place a run takes. Letters that only look different are the same.
fn player_of(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).collect()
}

/// Stores a run once; its id.
async fn keep(
    room: &Room,
    score: &ScoreRow,
    text: &str,
    run: &Run,
    ticket: Option<&str>,
) -> Answer<String> {
    let digest = digest(&format!("{} {} {}", score.list.game, run.seed, run.laid));
    match room.store.enter_score(score, text, &digest, ticket).await {
        Err(StoreError::Conflict) => {
            // The same request may have come twice at once.
            let ticket = match ticket {
                Some(ticket) => room.store.ticket(ticket).await?,
                None => None,
            };
            ticket.and_then(|ticket| ticket.score).ok_or_else(known_run)
        }
        entered => entered.map(|()| score.id.clone()).map_err(Into::into),
    }
}

async fn entered(
    room: &Room,
    arcade: &dyn Arcade,
    score: ScoreRow,
    run: Run,
) -> Answer<(StatusCode, Json<Entered>)> {
    let best = room.store.best_scores(&score.list, u32::MAX).await?;
    let rank = best.iter().position(|other| other.id == score.id).map(|index| index + 1);
    let doubts = score.doubts.iter().map(|id| DoubtBody::of(arcade, id)).collect();
    let list = score.list.shelf;
    Ok((
        StatusCode::CREATED,
        Json(Entered { id: score.id, rank, list, doubts, run: RunBody::of(run) }),
    ))
}

/// The best of a list, one run a player.
#[utoipa::path(get, path = "/games/{game}/scores", operation_id = "best_runs", tag = "scores",
    params(("game" = String, Path), ScoresQuery),
    responses((status = 200, body = BestRunsBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn list(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    Query(query): Query<ScoresQuery>,
) -> Answer<Json<BestRunsBody>> {
    let arcade = arcade(&game)?;
    let ranking = ranking(arcade, &query.mode)?;
    let ScoresQuery { mode, kind, limit, list: shelf } = query;
    let list = ScoreList { game, mode, kind, ranking, shelf };
    let best = room.store.best_scores(&list, limit.unwrap_or(20).min(200)).await?;
    let scores = best.into_iter().zip(1..).map(|(score, rank)| BestRunBody {
        id: score.id,
        rank,
        name: score.name,
        points: score.points,
        ticks: score.ticks,
        figures: FiguresBody(score.figures),
        doubts: score.doubts.iter().map(|id| DoubtBody::of(arcade, id)).collect(),
        paused: score.paused,
        at: rfc3339(score.at),
    });
    Ok(Json(BestRunsBody { scores: scores.collect() }))
}

/// The inputs of a run, to be watched.
#[utoipa::path(get, path = "/games/{game}/scores/{id}", tag = "scores",
    params(("game" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"),
              (status = 404, body = RefusalBody)))]
pub(crate) async fn run(
    State(room): State<Arc<Room>>,
    Path((game, id)): Path<(String, String)>,
) -> Answer<impl IntoResponse> {
    arcade(&game)?;
    let run = room.store.run(&game, &id).await?.ok_or_else(no_such_run)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], run))
}

/// A run in one small picture, as SVG. It never changes.
#[utoipa::path(get, path = "/games/{game}/scores/{id}/thumbnail", tag = "scores",
    params(("game" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = String, content_type = "image/svg+xml"),
              (status = 404, body = RefusalBody)))]
pub(crate) async fn thumbnail(
    State(room): State<Arc<Room>>,
    Path((game, id)): Path<(String, String)>,
) -> Answer<impl IntoResponse> {
    let arcade = arcade(&game)?;
    let run = room.store.run(&game, &id).await?.ok_or_else(no_such_run)?;
    let picture = room.replays.run(move || Some(arcade.thumbnail(&run))).await?;
    let picture = picture.map_err(|refused| bad_run(refused.words().clone()))?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
    ];
    Ok((headers, picture))
}

/// The real-time side of a game that has one.
pub(super) fn arcade(game: &str) -> Answer<&'static dyn Arcade> {
    let entry = catalog::find(game).map_err(|error| no_such_game(error.0))?;
    entry.arcade().ok_or_else(no_such_mode)
}

/// What a mode's list is ordered by.
pub(super) fn ranking(arcade: &dyn Arcade, mode: &str) -> Answer<Ranking> {
    let found = arcade.modes().iter().find(|known| known.id == mode);
    found.and_then(|mode| mode.ranked).ok_or_else(no_such_mode)
}
