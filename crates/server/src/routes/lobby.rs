//! What the first page shows of other people's games, in one answer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::races;
use super::tables::listed;
use crate::error::Answer;

use crate::room::Room;
use crate::store::{Filter, Status};
use crate::wire::{LobbyBody, TableBody};

/// At most this many of each kind.
const MOST: u32 = 8;

/// Tables and races that wait for somebody, and games that can be watched; newest first.
#[utoipa::path(get, path = "/lobby", operation_id = "lobby", tag = "tables",
    responses((status = 200, body = LobbyBody)))]
pub(crate) async fn show(State(room): State<Arc<Room>>) -> Answer<Json<LobbyBody>> {
    let waiting = tables(&room, Status::Waiting).await?;
    let playing = tables(&room, Status::Playing).await?;
    let races = races::listed(&room, None, Status::Waiting, MOST as usize).await?;
    Ok(Json(LobbyBody { waiting, playing, races }))
}

async fn tables(room: &Room, status: Status) -> Answer<Vec<TableBody>> {
    let since = room.idle_since();
    let filter = Filter { game: None, status: Some(status), since, limit: MOST };
    let rows = room.store.list(&filter).await?;
    Ok(listed(room, &rows))
}
