//! Leaving a seat to a machine, or taking one over from it: people who play along must agree.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::tables::bot_seat;
use crate::error::{
    Answer, RefusalBody, no_machine_there, nobody_leaves, not_your_seat, still_hidden,
};
use crate::extract::{Body, Path, Tokens};
use crate::live::Live;
use crate::room::Room;
use crate::store::{HandoverRow, SeatKind, SeatRow, TableRow};
use crate::wire::{HandoverWish, TableBody, YesNo};

/// Asks to leave the asker's seats to a machine or to play those of machines, or answers the one who asked.
#[utoipa::path(post, path = "/tables/{id}/handover", tag = "players", params(("id" = String, Path)),
    request_body = HandoverWish,
    responses((status = 200, body = TableBody, description = "it was done, refused or withdrawn"),
              (status = 202, body = TableBody, description = "others must agree"),
              (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody), (status = 422, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn handover(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<HandoverWish>,
) -> Answer<(StatusCode, Json<TableBody>)> {
    let live = room.table(&id).await?;
    let status = live
        .amend(&*room.store, |state, row| {
            let held = tokens.held().in_play(row)?;
            match wish.answer {
                None => {
                    let asked = asked(&wish, held, row)?;
                    // Nobody looks into a hand and goes on playing.
                    if state.hides && !asked.take.is_empty() {
                        return Err(still_hidden());
                    }
                    row.terms.handover = Some(asked);
                }
                Some(YesNo::No) => {
                    row.terms.handover.take().ok_or_else(nobody_leaves)?;
                }
                Some(YesNo::Yes) => {
                    let asked = row.terms.handover.as_mut().ok_or_else(nobody_leaves)?;
                    asked.agreed.extend(held);
                }
            }
            settle(&room, &live, row)
        })
        .await?;
    live.presence.hear(&tokens.held().seats(&live.read().row));
    room.wake_bot(&live, true);
    let body = live.body(&live.read());
    Ok((status, Json(body)))
}

/// What somebody who holds these seats asks for.
fn asked(wish: &HandoverWish, held: Vec<u8>, row: &TableRow) -> Answer<HandoverRow> {
    let mut take = wish.take.clone().unwrap_or_default();
    let mut seats = match &wish.seats {
        Some(seats) => seats.clone(),
        None if wish.take.is_some() => Vec::new(),
        None => held.clone(),
    };
    for list in [&mut take, &mut seats] {
        list.sort_unstable();
        list.dedup();
    }
    if seats.iter().any(|seat| !held.contains(seat)) {
        return Err(not_your_seat());
    }
    let is_machine = |&seat: &u8| {
        row.seats.get(usize::from(seat)).is_some_and(|seat| seat.kind == SeatKind::Bot)
    };
    if !take.iter().all(is_machine) || seats.is_empty() && take.is_empty() {
        return Err(no_machine_there());
    }
    // Whoever takes over plays on with the token of a seat that they keep.
    let keeps = held.iter().any(|seat| !seats.contains(seat));
    if !take.is_empty() && !keeps {
        return Err(not_your_seat());
    }
    Ok(HandoverRow { seats, take, by: held.clone(), agreed: held })
}

/// Sits the machine or the one who asked down if all people agree.
fn settle(room: &Room, live: &Live, row: &mut TableRow) -> Answer<StatusCode> {
    let Some(asked) = &row.terms.handover else { return Ok(StatusCode::OK) };
    let agreed = (0u8..)
        .zip(&row.seats)
        .filter(|(_, seat)| seat.kind == SeatKind::Person)
        .all(|(seat, _)| asked.agreed.contains(&seat));
    if !agreed {
        return Ok(StatusCode::ACCEPTED);
    }
    let asked = asked.clone();
    let keeps = |seat: &&u8| !asked.seats.contains(seat);
    if let Some(&own) = asked.asker().iter().find(keeps) {
        let SeatRow { name, token, .. } = row.seats[usize::from(own)].clone();
        for &seat in &asked.take {
            let (name, token) = (name.clone(), token.clone());
            row.seats[usize::from(seat)] =
                SeatRow { kind: SeatKind::Person, name, level: None, token };
        }
    }
    for &seat in &asked.seats {
        row.seats[usize::from(seat)] = bot_seat(room, live.entry, None)?;
    }
    row.terms.handover = None;
    row.undo = None;
    row.archived |= !row.seats.iter().any(|seat| seat.token.is_some());
    Ok(StatusCode::OK)
}
