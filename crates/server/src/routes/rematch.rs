//! Another game with the same people, sides swapped.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use catalog::Entry;
use game::Record;

use super::tables::{new_row, open};
use crate::error::{Answer, RefusalBody, bad_record, no_place_free, not_over_yet, not_your_seat};
use crate::extract::{From, Path, Tokens};
use crate::live::{Held, Live};
use crate::room::Room;
use crate::store::{SeatKind, SeatRow, SeriesRow, Status, TableRow, TermsRow};
use crate::token::{same_hash, seed};
use crate::wire::{SeatToken, Seated};

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
    room.wake_bot(&next, true);
    let table = next.body(&next.read());
    Ok((StatusCode::CREATED, Json(Seated { table, tokens })))
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
            let before = usize::from(*seat);
            let after = (before + 1) % old.seats.len();
            let (Some(sat), Some(kept)) = (old.seats.get(before), row.seats.get_mut(after)) else {
                continue;
            };
            if kept.token.is_none() && kept.kind != SeatKind::Bot {
                *kept = SeatRow { token: Some(token.hash()), ..sat.clone() };
            }
            if kept.token.as_deref().is_some_and(|hash| same_hash(hash, &token.hash())) {
                let token = token.secret().to_owned();
                given.push(SeatToken { seat: after as u8, token });
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
