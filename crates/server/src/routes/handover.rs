//! Leaving a seat to a machine, or taking one over from it, one's own among them: people who play along must agree.

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
use crate::store::{GivenRow, HandoverRow, SeatKind, SeatRow, Status, TableRow};
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
            let given = tokens.held().given(row);
            let held = match tokens.held().in_play(row) {
                Err(_) if !given.is_empty() && row.progress.status == Status::Playing => {
                    return come_back(&room, &live, row, &wish, given);
                }
                held => held?,
            };
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

/// Whoever handed all their seats to machines asks for some of these again, or takes that wish back.
fn come_back(
    room: &Room,
    live: &Live,
    row: &mut TableRow,
    wish: &HandoverWish,
    given: Vec<u8>,
) -> Answer<StatusCode> {
    if wish.answer == Some(YesNo::No) {
        let own = row.terms.handover.take_if(|asked| asked.asker().iter().eq(&given));
        own.ok_or_else(nobody_leaves)?;
        return Ok(StatusCode::OK);
    }
    let take = wish.take.clone().unwrap_or_default();
    let own = !take.is_empty() && take.iter().all(|seat| given.contains(seat));
    if wish.answer.is_some() || wish.seats.is_some() || !own {
        return Err(not_your_seat());
    }
    let asked = HandoverRow { seats: Vec::new(), take, by: given, agreed: Vec::new() };
    row.terms.handover = Some(asked);
    settle(room, live, row)
}

/// The name and the token of somebody who sits in this seat, or handed it to a machine.
fn player_of(row: &TableRow, number: u8) -> Option<(Option<String>, Option<String>)> {
    let seat = row.seats.get(usize::from(number))?;
    if seat.kind == SeatKind::Person {
        return Some((seat.name.clone(), seat.token.clone()));
    }
    let given = row.terms.given.iter().find(|given| given.seat == number)?;
    Some((given.name.clone(), Some(given.token.clone())))
}

/// Sits a machine of the usual level down in somebody's seat.
pub(super) fn give_to_machine(
    room: &Room,
    live: &Live,
    row: &mut TableRow,
    seat: u8,
    may_return: bool,
) -> Answer<()> {
    let machine = bot_seat(room, live.entry, None)?;
    let left = std::mem::replace(&mut row.seats[usize::from(seat)], machine);
    if let (true, Some(token)) = (may_return, left.token) {
        row.terms.given.push(GivenRow { seat, name: left.name, token });
    }
    Ok(())
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
    let kept = asked.asker().iter().find(|seat| !asked.seats.contains(seat));
    if let Some((name, token)) = kept.and_then(|&kept| player_of(row, kept)) {
        for &seat in &asked.take {
            let (name, token) = (name.clone(), token.clone());
            row.seats[usize::from(seat)] =
                SeatRow { kind: SeatKind::Person, name, level: None, token };
        }
        row.terms.given.retain(|given| !asked.take.contains(&given.seat));
    }
    for &seat in &asked.seats {
        // Whoever keeps a seat takes others over with that.
        give_to_machine(room, live, row, seat, kept.is_none())?;
    }
    row.terms.handover = None;
    row.undo = None;
    Ok(StatusCode::OK)
}
