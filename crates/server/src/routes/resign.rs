//! Giving up.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::error::{Answer, RefusalBody, game_over, not_started, not_your_seat};
use crate::extract::{Path, Tokens};
use crate::room::Room;
use crate::store::Status;
use crate::wire::TableBody;

/// Gives up: the game is over, whoever resigned is last.
#[utoipa::path(post, path = "/tables/{id}/resign", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = TableBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn resign(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<Json<TableBody>> {
    let live = room.table(&id).await?;
    live.amend(&*room.store, |state, row| {
        let held = tokens.held().seats(row);
        // Somebody who plays both sides gives up the one that is to move.
        let by = state.viewer(&held).ok_or_else(not_your_seat)?;
        match row.progress.status {
            Status::Over => return Err(game_over()),
            Status::Waiting => return Err(not_started()),
            Status::Playing => {}
        }
        row.forfeit(by, None);
        Ok(())
    })
    .await?;
    room.wake_bot(&live, true);
    let body = live.body(&live.read());
    Ok(Json(body))
}
