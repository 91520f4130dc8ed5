//! Leaving one's seat to a machine, in a game against people: they must agree.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::tables::bot_seat;
use crate::error::{Answer, RefusalBody, nobody_leaves};
use crate::extract::{Body, Path, Tokens};
use crate::live::Live;
use crate::room::Room;
use crate::store::{HandoverRow, SeatKind, TableRow};
use crate::wire::{HandoverWish, TableBody, YesNo};

/// Asks to leave the asker's seats to a machine, or answers the one who asked.
#[utoipa::path(post, path = "/tables/{id}/handover", tag = "players", params(("id" = String, Path)),
    request_body = HandoverWish,
    responses((status = 200, body = TableBody, description = "it was done, refused or withdrawn"),
              (status = 202, body = TableBody, description = "others must agree"),
              (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn handover(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<HandoverWish>,
) -> Answer<(StatusCode, Json<TableBody>)> {
    let live = room.table(&id).await?;
    let status = live
        .amend(&*room.store, |_, row| {
            let held = tokens.held().in_play(row)?;
            match wish.answer {
                None => {
                    let (seats, agreed) = (held.clone(), held);
                    row.terms.handover = Some(HandoverRow { seats, agreed });
                }
                Some(YesNo::No) => {
                    row.terms.handover.take().ok_or_else(nobody_leaves)?;
                }
                Some(YesNo::Yes) => {
                    let asked = row.terms.handover.as_mut().ok_or_else(nobody_leaves)?;
                    asked.agreed.extend(held);
                }
            }
            settle(&live, row)
        })
        .await?;
    room.wake_bot(&live, true);
    let body = live.body(&live.read());
    Ok((status, Json(body)))
}

/// Sits the machine down if all people agree.
fn settle(live: &Live, row: &mut TableRow) -> Answer<StatusCode> {
    let Some(asked) = &row.terms.handover else { return Ok(StatusCode::OK) };
    let agreed = (0u8..)
        .zip(&row.seats)
        .filter(|(_, seat)| seat.kind == SeatKind::Person)
        .all(|(seat, _)| asked.agreed.contains(&seat));
    if !agreed {
        return Ok(StatusCode::ACCEPTED);
    }
    for seat in asked.seats.clone() {
        row.seats[usize::from(seat)] = bot_seat(live.entry, None)?;
    }
    row.terms.handover = None;
    row.undo = None;
    row.archived |= !row.seats.iter().any(|seat| seat.token.is_some());
    Ok(StatusCode::OK)
}
