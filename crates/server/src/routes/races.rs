//! Races over the network: making one, taking part, sending what one did, watching.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::response::sse::Event;
use serde_json::Value;

use super::stream::{Listener, read_id, tell};
use super::tables::{bot_seat, sit};
use crate::error::{Answer, RefusalBody, bad_setup, no_such_player, not_your_seat, wrong_seats};
use crate::extract::{Body, From, Path, Query, Tokens};
use crate::limits::StreamPlace;
use crate::races::RaceTable;
use crate::room::Room;
use crate::store::Status;
use crate::token::Token;
use crate::wire::{
    AfterQuery, AimWish, BotsWish, BundleWish, FedBody, JoinWish, Joined, NewRace, RaceBody,
    RaceEvent, RaceSeated, RacesQuery,
};

/// Notes are sent in bunches of so many.
const BUNCH: usize = 64;

/// Makes a race. It begins a moment after the last seat is taken.
#[utoipa::path(post, path = "/races", operation_id = "create_race", tag = "races",
    request_body = NewRace,
    responses((status = 201, body = RaceSeated), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn create(
    State(room): State<Arc<Room>>,
    From(address): From,
    Body(wish): Body<NewRace>,
) -> Answer<(StatusCode, Json<RaceSeated>)> {
    let entry = catalog::find(&wish.game).map_err(|error| bad_setup(error.0))?;
    let count = wish.seats.len();
    if !(2..=game::MAX_RACERS).contains(&count) {
        return Err(wrong_seats(game::MAX_RACERS));
    }
    let (seats, tokens) = sit(&room, entry, count, Some(wish.seats))?;
    let race = RaceTable::new(entry, wish.options.0, seats, wish.private, room.config.races)?;
    room.limiter.table(address)?;
    let race = room.races.put(race)?;
    if race.begin() {
        room.run_race(&race);
    }
    room.announce(&race).await;
    let race = race.body(&race.lock());
    Ok((StatusCode::CREATED, Json(RaceSeated { race, tokens })))
}

/// Races that wait for players, or with `playing` those that are being run and can be watched.
#[utoipa::path(get, path = "/races", operation_id = "list_races", tag = "races", params(RacesQuery),
    responses((status = 200, body = Vec<RaceBody>)))]
pub(crate) async fn list(
    State(room): State<Arc<Room>>,
    Query(query): Query<RacesQuery>,
) -> Answer<Json<Vec<Value>>> {
    let status = if query.playing { Status::Playing } else { Status::Waiting };
    Ok(Json(listed(&room, query.game.as_deref(), status, 50).await?))
}

/// Races at all nodes that wait for players, or that are being run, newest first.
pub(super) async fn listed(
    room: &Room,
    game: Option<&str>,
    status: Status,
    most: usize,
) -> Answer<Vec<Value>> {
    let here = room.races.open(game);
    let here = here.iter().map(|race| {
        let body = serde_json::to_value(race.body(&race.lock()));
        (race.created, body.unwrap_or_default())
    });
    let elsewhere = room.store.listed_races(game).await?;
    let elsewhere = elsewhere.iter().map(|race| {
        // Another node wrote it as we would.
        (race.created, serde_json::from_str(&race.body).unwrap_or_default())
    });
    let mut all: Vec<(i64, Value)> = here.chain(elsewhere).collect();
    let wanted = serde_json::to_value(status).unwrap_or_default();
    all.retain(|(_, body)| body["status"] == wanted);
    all.sort_by_key(|(created, _)| std::cmp::Reverse(*created));
    Ok(all.into_iter().map(|(_, body)| body).take(most).collect())
}

/// A race.
#[utoipa::path(get, path = "/races/{id}", operation_id = "race", tag = "races",
    params(("id" = String, Path)),
    responses((status = 200, body = RaceBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn show(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
) -> Answer<Json<RaceBody>> {
    let race = room.races.get(&id)?;
    let body = race.body(&race.lock());
    Ok(Json(body))
}

/// Takes a free seat.
#[utoipa::path(put, path = "/races/{id}/players", operation_id = "join_race", tag = "races",
    params(("id" = String, Path)),
    request_body = JoinWish,
    responses((status = 201, body = Joined), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody), (status = 422, body = RefusalBody)))]
pub(crate) async fn join(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Body(wish): Body<JoinWish>,
) -> Answer<(StatusCode, Json<Joined>)> {
    let race = room.races.get(&id)?;
    let token = Token::new();
    let (seat, begins) = race.join(room.name(&wish.name)?, wish.seat, &token)?;
    if begins {
        room.run_race(&race);
    }
    room.announce(&race).await;
    let token = token.secret().to_owned();
    Ok((StatusCode::CREATED, Json(Joined { player: seat, seat, token })))
}

/// Gives the free seats to bots of a level, so that the race can begin. Whoever has a seat may ask for it.
#[utoipa::path(post, path = "/races/{id}/bots", operation_id = "fill_race", tag = "races",
    params(("id" = String, Path)), request_body = BotsWish,
    responses((status = 200, body = RaceBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 422, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn fill(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<BotsWish>,
) -> Answer<Json<RaceBody>> {
    let race = room.races.get(&id)?;
    if race.lock().held(&tokens.held()).is_empty() {
        return Err(not_your_seat());
    }
    if race.fill(&bot_seat(&room, race.entry, wish.level.as_deref())?) {
        room.run_race(&race);
    }
    room.announce(&race).await;
    let body = race.body(&race.lock());
    Ok(Json(body))
}

/// Whom a seat sends its garbage to from now on, as long as that one is in the race; `null` for everybody in turn.
#[utoipa::path(put, path = "/races/{id}/aim", operation_id = "aim_in_race", tag = "races",
    params(("id" = String, Path)), request_body = AimWish,
    responses((status = 204), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn aim(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<AimWish>,
) -> Answer<StatusCode> {
    let race = room.races.get(&id)?;
    let held = tokens.held();
    let mut state = race.lock();
    let seat = *state.held(&held).first().ok_or_else(not_your_seat)?;
    state.aim(seat, wish.at)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leaves; a race that is on goes on without.
#[utoipa::path(delete, path = "/races/{id}/players/{n}", operation_id = "leave_race", tag = "races",
    params(("id" = String, Path), ("n" = u8, Path)),
    responses((status = 204), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn leave(
    State(room): State<Arc<Room>>,
    Path((id, n)): Path<(String, u8)>,
    tokens: Tokens,
) -> Answer<StatusCode> {
    let race = room.races.get(&id)?;
    if usize::from(n) >= race.lock().seats.len() {
        return Err(no_such_player());
    }
    if !race.lock().held(&tokens.held()).contains(&n) {
        return Err(not_your_seat());
    }
    race.leave(n);
    room.announce(&race).await;
    Ok(StatusCode::NO_CONTENT)
}

/// What a seat did since its last bundle. It is replayed before it is passed on.
#[utoipa::path(put, path = "/races/{id}/inputs", operation_id = "feed_race", tag = "races",
    params(("id" = String, Path)),
    request_body = BundleWish,
    responses((status = 200, body = FedBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody),
              (status = 422, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn feed(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<BundleWish>,
) -> Answer<Json<FedBody>> {
    let race = room.races.get(&id)?;
    let held = tokens.held();
    let seat = *race.lock().held(&held).first().ok_or_else(not_your_seat)?;
    let tick = race.feed(seat, &wish.bundle)?;
    Ok(Json(FedBody { tick }))
}

/// Once it is over: the same people once more, with a new seed.
#[utoipa::path(post, path = "/races/{id}/again", operation_id = "race_again", tag = "races",
    params(("id" = String, Path)),
    responses((status = 200, body = RaceBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn again(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<Json<RaceBody>> {
    let race = room.races.get(&id)?;
    if race.lock().held(&tokens.held()).is_empty() {
        return Err(not_your_seat());
    }
    if race.again()? {
        room.run_race(&race);
    }
    room.announce(&race).await;
    let body = race.body(&race.lock());
    Ok(Json(body))
}

/// What happens in a race, as server-sent events.
#[utoipa::path(get, path = "/races/{id}/events", operation_id = "race_events", tag = "races",
    params(("id" = String, Path), AfterQuery),
    responses((status = 200, content_type = "text/event-stream", body = RaceEvent,
               description = "a stream of these; `event` and `data` are the stream's own fields"),
              (status = 404, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn events(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Query(query): Query<AfterQuery>,
    From(address): From,
) -> Answer<impl IntoResponse> {
    let race = room.races.get(&id)?;
    let place = room.limiter.stream(address)?;
    let (round, notes) = query.after.as_deref().and_then(read_id).unwrap_or_default();
    let bell = race.listen();
    let watcher = RaceWatcher { race, round, notes, version: None, _place: place };
    Ok(tell(&room, watcher, bell))
}

/// What a client has of a race.
struct RaceWatcher {
    race: Arc<RaceTable>,
    round: u32,
    notes: usize,
    /// The race as last told.
    version: Option<u32>,
    _place: StreamPlace,
}

impl Listener for RaceWatcher {
    /// The race comes first, so that the notes after it are those of the race that was told.
    fn gather(&mut self, ready: &mut VecDeque<Event>) -> bool {
        let state = self.race.lock();
        let fresh = self.round != state.round || self.notes > state.notes.len();
        if fresh {
            (self.round, self.notes) = (state.round, 0);
        }
        let told = self.version.replace(state.version) == Some(state.version);
        if !told || fresh {
            let race = RaceEvent::Race(Box::new(self.race.body(&state)));
            ready.push_back(race.sse((state.round, self.notes)));
        }
        for (index, note) in state.notes.iter().enumerate().skip(self.notes).take(BUNCH) {
            ready.push_back(RaceEvent::Note(note.clone()).sse((state.round, index + 1)));
        }
        self.notes = state.notes.len().min(self.notes + BUNCH);
        self.notes < state.notes.len()
    }

    fn is_behind(&self) -> bool {
        // Notes are passed on as they are.
        false
    }
}
