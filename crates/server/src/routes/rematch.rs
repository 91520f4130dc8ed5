//! Another game with the same people, sides swapped.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use catalog::Entry;
use game::Record;

use super::tables::{new_row, open};
use crate::error::{
    Answer, RefusalBody, bad_record, no_place_free, no_rematch_offered, not_over_yet, not_your_seat,
};
use crate::extract::{From, Path, Tokens};
use crate::live::{Held, Live};
use crate::room::Room;
use crate::store::{SeatKind, SeatRow, SeriesRow, Status, TableRow, TermsRow};
use crate::token::{same_hash, seed};
use crate::wire::{SeatToken, Seated, TableBody};

/// Makes the table of the rematch, or finds the one that somebody else has made.
///
/// Everybody's seat is kept for them there: they get its token when they ask for the rematch too.
#[utoipa::path(post, path = "/tables/{id}/rematch", tag = "tables", params(("id" = String, Path)),
    responses((status = 201, body = Seated), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn rematch(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    From(address): From,
    tokens: Tokens,
) -> Answer<(StatusCode, Json<Seated>)> {
    let live = room.table(&id).await?;
    let held = tokens.held();
    let (row, next) = room
        .look(&live, |state| {
            state.viewer(&held.seats(&state.row)).ok_or_else(not_your_seat)?;
            if state.row.progress.status != Status::Over {
                return Err(not_over_yet());
            }
            Ok((state.row.clone(), state.row.next.clone()))
        })
        .await?;
    let next = match next {
        Some(next) => next,
        None => {
            room.limiter.table(address)?;
            let made = make(&room, live.entry, &row).await?;
            // Two may ask at once: the table that is written down first is the one.
            live.amend(&*room.store, |_, row| {
                Ok(row.next.get_or_insert_with(|| made.id.clone()).clone())
            })
            .await?
        }
    };
    let next = room.table(&next).await?;
    let tokens = claim(&room, &row, &next, &tokens).await?;
    if held.seats(&row).iter().any(|seat| row.terms.declined.contains(seat)) {
        live.amend(&*room.store, |_, row| {
            let held = held.seats(row);
            row.terms.declined.retain(|seat| !held.contains(seat));
            Ok(())
        })
        .await?;
    }
    room.wake_bot(&next, true);
    let table = next.body(&next.read());
    Ok((StatusCode::CREATED, Json(Seated { table, tokens })))
}

/// Declines the rematch that somebody offered. Whoever thinks better of it may still ask for it.
#[utoipa::path(delete, path = "/tables/{id}/rematch", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableBody, description = "the game that is over"),
              (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn decline(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<Json<TableBody>> {
    let live = room.table(&id).await?;
    let (held, next) = {
        let state = live.read();
        let held = tokens.held().seats(&state.row);
        state.viewer(&held).ok_or_else(not_your_seat)?;
        (held, state.row.next.clone().ok_or_else(no_rematch_offered)?)
    };
    let next = room.table(&next).await?;
    let declined: Vec<u8> = next
        .amend(&*room.store, |_, row| {
            // Whoever sits there already has accepted, and leaves like anybody else.
            let is_kept = |seat: &u8| {
                let kept = row.seats.get(usize::from(seat_after(*seat, row.seats.len())));
                kept.is_some_and(|kept| kept.kind == SeatKind::Person && kept.token.is_none())
            };
            let declined: Vec<u8> = held.iter().copied().filter(is_kept).collect();
            if declined.is_empty() {
                return Err(no_rematch_offered());
            }
            let seats = declined.iter().map(|&seat| seat_after(seat, row.seats.len()));
            let seats: Vec<u8> = seats.filter(|seat| !row.terms.declined.contains(seat)).collect();
            row.terms.declined.extend(seats);
            Ok(declined)
        })
        .await?;
    live.amend(&*room.store, |_, row| {
        for &seat in &declined {
            if !row.terms.declined.contains(&seat) {
                row.terms.declined.push(seat);
            }
        }
        Ok(())
    })
    .await?;
    let body = live.body(&live.read());
    Ok(Json(body))
}

/// Where somebody sits in the rematch.
fn seat_after(seat: u8, seats: usize) -> u8 {
    ((usize::from(seat) + 1) % seats.max(1)) as u8
}

/// A new table with everybody one seat further; people's seats are reserved.
async fn make(room: &Arc<Room>, entry: &dyn Entry, row: &TableRow) -> Answer<Arc<Live>> {
    let record = Record {
        game: row.game.clone(),
        options: row.options.clone(),
        seed: seed(),
        seats: Vec::new(),
        resigned: None,
        moves: Vec::new(),
    };
    let table = entry.replay(&record).map_err(|error| bad_record(error.0))?;
    let mut seats: Vec<SeatRow> =
        row.seats.iter().map(|seat| SeatRow { token: None, ..seat.clone() }).collect();
    seats.rotate_right(1);
    // Nobody could find it in the lobby before it is known whether it is the one.
    let mut series = row.series().unwrap_or_else(|| {
        let mut series = SeriesRow::new(row.seats.len());
        row.progress.result.iter().for_each(|outcome| series.add(outcome));
        series
    });
    series.points.rotate_right(1);
    let TermsRow { clock, help, .. } = row.terms;
    let terms = TermsRow { clock, help, series: Some(series), ..TermsRow::default() };
    let new = new_row(&*table, row.variant.clone(), seats, true, terms);
    open(room, new, table).await
}

/// Gives the askers the seats that are kept for them. Whoever left theirs may come back, until somebody else sits there.
async fn claim(
    room: &Arc<Room>,
    old: &TableRow,
    next: &Arc<Live>,
    tokens: &Tokens,
) -> Answer<Vec<SeatToken>> {
    let mut own = Vec::new();
    for token in &tokens.0 {
        let held = Held::new(std::slice::from_ref(token)).seats(old);
        own.extend(held.into_iter().map(|seat| (seat, token.next(&next.id))));
    }
    next.amend(&*room.store, |_, row| {
        let mut given = Vec::new();
        for (seat, token) in &own {
            let after = seat_after(*seat, old.seats.len());
            let (Some(sat), Some(kept)) =
                (old.seats.get(usize::from(*seat)), row.seats.get_mut(usize::from(after)))
            else {
                continue;
            };
            if kept.token.is_none() && kept.kind != SeatKind::Bot {
                *kept = SeatRow { token: Some(token.hash()), ..sat.clone() };
            }
            if kept.token.as_deref().is_some_and(|hash| same_hash(hash, &token.hash())) {
                let token = token.secret().to_owned();
                row.terms.declined.retain(|&seat| seat != after);
                given.push(SeatToken { seat: after, token });
            }
        }
        if given.is_empty() {
            return Err(no_place_free());
        }
        // It may have been put away while it waited.
        row.archived = false;
        Ok(given)
    })
    .await
}
