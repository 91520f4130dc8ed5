//! Seeing the game and playing it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::error::{Answer, RefusalBody, not_played_yet};
use crate::extract::{Body, Path, Query, Tokens};
use crate::live::Mover;
use crate::room::Room;
use crate::wire::{
    ActionBody, ActionWish, ActionsBody, EpochBody, EpochQuery, LegalBody, ViewBody,
};

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
    let state = live.read();
    let held = tokens.held().seats(&state.row);
    match query.epoch {
        Some(epoch) if epoch > state.row.stamp.epoch => Err(not_played_yet()),
        Some(epoch) if epoch < state.row.stamp.epoch => {
            Ok(Json(state.view_of(&*state.at(epoch), &held)))
        }
        _ => Ok(Json(state.view(&held))),
    }
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
    let view = state.view(&tokens.held().seats(&state.row));
    Ok(Json(LegalBody { epoch: view.epoch, seat: view.turn, moves: view.legal }))
}

/// Plays a move. It is stored durably before this answers.
#[utoipa::path(put, path = "/tables/{id}/actions", operation_id = "play", tag = "play",
    params(("id" = String, Path)),
    request_body = ActionWish,
    responses((status = 201, body = EpochBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody),
              (status = 422, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn act(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<ActionWish>,
) -> Answer<(StatusCode, Json<EpochBody>)> {
    let began = Instant::now();
    let live = room.table(&id).await?;
    let held = tokens.held();
    let mover = Mover::Person { held: &held, epoch: wish.epoch };
    let epoch = live.play(&*room.store, mover, &wish.text).await?;
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
) -> Answer<Json<ActionsBody>> {
    let live = room.table(&id).await?;
    let state = live.read();
    let held = tokens.held().seats(&state.row);
    let one =
        |epoch| state.played(epoch, &held).map(|(seat, text)| ActionBody { epoch, seat, text });
    let actions = (0..state.row.stamp.epoch).filter_map(one).collect();
    Ok(Json(ActionsBody { generation: state.row.stamp.generation, actions }))
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
    let state = live.read();
    let held = tokens.held().seats(&state.row);
    let (seat, text) = state.played(epoch, &held).ok_or_else(not_played_yet)?;
    Ok(Json(ActionBody { epoch, seat, text }))
}
