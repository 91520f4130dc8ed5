//! What somebody may do who waits for a player who is away.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::handover::give_to_machine;
use crate::error::{Answer, RefusalBody, game_over, not_away, not_started, not_your_seat};
use crate::extract::{Body, Path, Tokens};
use crate::room::Room;
use crate::store::{Forfeit, Status};
use crate::wire::{ClaimKind, ClaimWish, TableBody};

/// Claims the game, or calls a machine in, for a player who is to move and has been away for too long. A machine may also
/// be called in for those who declined a rematch that others wait for.
#[utoipa::path(post, path = "/tables/{id}/claim", tag = "players", params(("id" = String, Path)),
    request_body = ClaimWish,
    responses((status = 200, body = TableBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn claim(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<ClaimWish>,
) -> Answer<Json<TableBody>> {
    let live = room.table(&id).await?;
    live.amend(&*room.store, |state, row| {
        let held = tokens.held().seats(row);
        if held.is_empty() {
            return Err(not_your_seat());
        }
        let turn = match (row.progress.status, row.progress.turn) {
            (Status::Waiting, _)
                if wish.what == ClaimKind::Machine && !row.terms.declined.is_empty() =>
            {
                for seat in std::mem::take(&mut row.terms.declined) {
                    give_to_machine(&room, &live, row, seat, false)?;
                }
                return Ok(());
            }
            (Status::Waiting, _) => return Err(not_started()),
            (Status::Playing, Some(turn)) => turn,
            _ => return Err(game_over()),
        };
        if held.contains(&turn) || live.claim_in(state) != Some(0) {
            return Err(not_away());
        }
        match wish.what {
            ClaimKind::Game => row.forfeit(turn, Some(Forfeit::Absence)),
            ClaimKind::Machine => {
                give_to_machine(&room, &live, row, turn, true)?;
                row.undo = None;
                row.terms.handover = None;
            }
        }
        Ok(())
    })
    .await?;
    room.wake_bot(&live, true);
    let body = live.body(&live.read());
    Ok(Json(body))
}
