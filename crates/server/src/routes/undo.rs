//! Taking moves back: a step of one's own turn at once, anything else by agreement of the people at
//! the table.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::Seat;

use crate::error::{Answer, RefusalBody, cannot_undo_chance, nobody_asked, nothing_to_undo};
use crate::extract::{Body, Path, Tokens};
use crate::live::TableState;
use crate::room::Room;
use crate::store::{SeatKind, TableRow, UndoRow};
use crate::wire::{TableBody, UndoWish, YesNo};

/// Asks to take back the asker's last move, or answers the one who asked.
#[utoipa::path(post, path = "/tables/{id}/undo", tag = "play", params(("id" = String, Path)),
    request_body = UndoWish,
    responses((status = 200, body = TableBody, description = "it was done, or refused"),
              (status = 202, body = TableBody, description = "others must agree"),
              (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn undo(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<UndoWish>,
) -> Answer<(StatusCode, Json<TableBody>)> {
    let live = room.table(&id).await?;
    let status = live
        .amend(&*room.store, |state, row| {
            let held = tokens.held().in_play(row)?;
            match wish.answer {
                None => ask(state, row, &held),
                Some(answer) => respond(row, &held, answer),
            }
        })
        .await?;
    room.wake_bot(&live, true);
    let body = live.body(&live.read());
    Ok((status, Json(body)))
}

fn ask(state: &TableState, row: &mut TableRow, held: &[u8]) -> Answer<StatusCode> {
    let movers = (0u32..).zip(state.game.movers());
    let last = movers.filter(|(_, Seat(mover))| held.contains(mover)).last();
    let (epoch, &Seat(by)) = last.ok_or_else(nothing_to_undo)?;
    if state.step_back(held) {
        // A step of one's own turn, which has told the stepper nothing: nobody need be asked.
        row.stamp.epoch = epoch;
        row.undo = None;
        return Ok(StatusCode::OK);
    }
    let everybody = (0..state.game.seats() as u8).map(|seat| Some(Seat(seat))).chain([None]);
    if state.showed_hidden(epoch, everybody) {
        return Err(cannot_undo_chance());
    }
    let asked = row.stamp.epoch;
    row.undo = Some(UndoRow { by, epoch, asked, agreed: held.to_vec() });
    Ok(settle(row))
}

fn respond(row: &mut TableRow, held: &[u8], answer: YesNo) -> Answer<StatusCode> {
    let mut undo = row.undo_asked().cloned().ok_or_else(nobody_asked)?;
    if answer == YesNo::No {
        row.undo = None;
        return Ok(StatusCode::OK);
    }
    undo.agreed.extend_from_slice(held);
    row.undo = Some(undo);
    Ok(settle(row))
}

/// Takes the moves back if all people agree. Bots always do.
fn settle(row: &mut TableRow) -> StatusCode {
    let Some(undo) = &row.undo else { return StatusCode::OK };
    let agreed = (0u8..)
        .zip(&row.seats)
        .filter(|(_, seat)| seat.kind == SeatKind::Person)
        .all(|(seat, _)| undo.agreed.contains(&seat));
    if !agreed {
        return StatusCode::ACCEPTED;
    }
    row.stamp.epoch = undo.epoch;
    row.undo = None;
    StatusCode::OK
}
