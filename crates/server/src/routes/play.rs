//! Seeing the game and playing it.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use game::{Seat, Words};

use crate::error::{Answer, RefusalBody, bad_request, not_played_yet};
use crate::extract::{Body, Path, Query, Tokens};
use crate::live::{Mover, TableState};
use crate::room::Room;
use crate::wire::{
    ActionBody, ActionWish, ActionsBody, EpochBody, EpochQuery, LegalBody, StateBody, ViewBody,
};

/// Bytes of a request's key.
const MAX_KEY: usize = 64;

/// The game as the holder of the token sees it, or a spectator.
#[utoipa::path(get, path = "/tables/{id}/view", tag = "play",
    params(("id" = String, Path), EpochQuery),
    responses((status = 200, body = ViewBody), (status = 404, body = RefusalBody)),
    security((), ("token" = [])))]
pub(crate) async fn view(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Query(query): Query<EpochQuery>,
    tokens: Tokens,
) -> Answer<Json<ViewBody>> {
    let live = room.table(&id).await?;
    let held = tokens.held();
    let look = |state: &TableState| {
        live.presence.hear(&held.seats(&state.row));
        let now = state.row.stamp.epoch;
        match query.epoch {
            Some(epoch) if epoch > now => Err(not_played_yet()),
            Some(epoch) if epoch < now => Ok(Err(epoch)),
            _ => Ok(Ok(state.view(&held.seats(&state.row)))),
        }
    };
    let epoch = match room.look(&live, look).await? {
        Ok(present) => return Ok(Json(present)),
        Err(epoch) => epoch,
    };
    let view = room.replays.run(move || {
        let state = live.read();
        Some(state.view_of(&*state.at(epoch), &held.seats(&state.row)))
    });
    Ok(Json(view.await?))
}

/// The moves that the holder of the token may play now.
#[utoipa::path(get, path = "/tables/{id}/legal", operation_id = "legal_moves", tag = "play",
    params(("id" = String, Path)),
    responses((status = 200, body = LegalBody), (status = 404, body = RefusalBody)),
    security((), ("token" = [])))]
pub(crate) async fn legal(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<Json<LegalBody>> {
    let live = room.table(&id).await?;
    let state = live.read();
    let held = tokens.held().seats(&state.row);
    live.presence.hear(&held);
    let view = state.view(&held);
    Ok(Json(LegalBody { epoch: view.epoch, seat: view.turn, moves: view.legal }))
}

/// A whole position that fits what the holder of the token may know, for a bot to think about.
#[utoipa::path(get, path = "/tables/{id}/state", operation_id = "imagined_state", tag = "play",
    params(("id" = String, Path)),
    responses((status = 200, body = StateBody), (status = 404, body = RefusalBody)),
    security((), ("token" = [])))]
pub(crate) async fn imagined_state(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<Json<StateBody>> {
    let live = room.table(&id).await?;
    let state = live.read();
    let seat = state.viewer(&tokens.held().seats(&state.row));
    // What the seat cannot know is drawn anew for every request, by a seed that nobody can work out.
    let chance = RandomState::new().hash_one(Instant::now());
    let world = state.game.imagine(seat.map(Seat), chance);
    Ok(Json(StateBody { epoch: state.row.stamp.epoch, seat, state: world.save() }))
}

/// Plays a move. It is stored durably before this answers.
#[utoipa::path(put, path = "/tables/{id}/actions", operation_id = "play", tag = "play",
    params(("id" = String, Path)),
    request_body = ActionWish,
    responses((status = 201, body = EpochBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody),
              (status = 422, body = RefusalBody),
              (status = 503, body = RefusalBody, description = "it may be stored: send it again with its key")),
    security(("token" = [])))]
pub(crate) async fn act(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<ActionWish>,
) -> Answer<(StatusCode, Json<EpochBody>)> {
    let began = Instant::now();
    let live = room.table(&id).await?;
    let held = tokens.held();
    let key = wish.key.as_deref();
    if key.is_some_and(|key| key.is_empty() || key.len() > MAX_KEY) {
        return Err(bad_request(&Words::new(
            format!("a key has 1 to {MAX_KEY} bytes"),
            format!("une clé compte de 1 à {MAX_KEY} octets"),
        )));
    }
    let mover = Mover::Person { held: &held, epoch: wish.epoch, generation: wish.generation, key };
    let epoch = live.play(&*room.store, mover, &wish.text).await?;
    live.presence.hear(&held.seats(&live.read().row));
    room.wake_bot(&live, true);
    room.metrics.moves.fetch_add(1, Relaxed);
    room.metrics.move_time.observe(began.elapsed());
    Ok((StatusCode::CREATED, Json(EpochBody { epoch })))
}

/// All moves so far.
#[utoipa::path(get, path = "/tables/{id}/actions", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = ActionsBody), (status = 404, body = RefusalBody)),
    security((), ("token" = [])))]
pub(crate) async fn actions(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<Response> {
    let live = room.table(&id).await?;
    let held = tokens.held();
    // A long game takes a while to write down.
    let answer = room.replays.run(move || {
        let state = live.read();
        let held = held.seats(&state.row);
        let one =
            |epoch| state.played(epoch, &held).map(|(seat, text)| ActionBody { epoch, seat, text });
        let actions = (0..state.row.stamp.epoch).filter_map(one).collect();
        let generation = state.row.stamp.generation;
        Some(Json(ActionsBody { generation, actions }).into_response())
    });
    answer.await
}

/// A move that was played, by the epoch at which it was.
#[utoipa::path(get, path = "/tables/{id}/actions/{epoch}", tag = "play",
    params(("id" = String, Path), ("epoch" = u32, Path)),
    responses((status = 200, body = ActionBody), (status = 404, body = RefusalBody)),
    security((), ("token" = [])))]
pub(crate) async fn action(
    State(room): State<Arc<Room>>,
    Path((id, epoch)): Path<(String, u32)>,
    tokens: Tokens,
) -> Answer<Json<ActionBody>> {
    let live = room.table(&id).await?;
    let held = tokens.held();
    let look = |state: &TableState| {
        state.played(epoch, &held.seats(&state.row)).ok_or_else(not_played_yet)
    };
    let (seat, text) = room.look(&live, look).await?;
    Ok(Json(ActionBody { epoch, seat, text }))
}
