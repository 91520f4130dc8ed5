//! Finding an opponent: a seat at a table that waits for somebody, or a new table that does.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use catalog::{Entry, Setup};
use game::Words;

use super::players::take_seat;
use super::tables::{new_row, open, sit};
use crate::clock::now;
use crate::error::{Answer, RefusalBody, bad_setup};
use crate::extract::{Body, From};
use crate::live::Live;
use crate::room::Room;
use crate::store::{Filter, SeatKind, Status, TermsRow};
use crate::token::seed;
use crate::wire::{SeatToken, SeatWish, Seated, SeekWish};

/// Whoever made a table this many milliseconds ago may not have opened its stream yet.
const FRESH: i64 = 15_000;

/// Sits the asker down at a table of this game that waits for somebody, or makes one and lets them wait there.
#[utoipa::path(post, path = "/seeks", operation_id = "seek", tag = "tables", request_body = SeekWish,
    responses((status = 201, body = Seated), (status = 422, body = RefusalBody),
              (status = 429, body = RefusalBody)))]
pub(crate) async fn seek(
    State(room): State<Arc<Room>>,
    From(address): From,
    Body(wish): Body<SeekWish>,
) -> Answer<(StatusCode, Json<Seated>)> {
    let entry = catalog::find(&wish.game).map_err(|error| bad_setup(error.0))?;
    let name = room.name(&wish.name)?;
    if entry.about().variants.iter().all(|variant| variant.seats < 2) {
        return Err(bad_setup(Words::new(
            "nobody plays this game against others at a table",
            "à une table, ce jeu ne se joue pas contre d’autres",
        )));
    }
    // One after the other: two who ask at the same moment would both wait. At two nodes that can still happen, and the
    // next who asks finds one of them.
    let _one = room.seeking.lock().await;
    if let Some(seated) = join_one(&room, entry, &name).await? {
        return Ok((StatusCode::CREATED, Json(seated)));
    }
    room.limiter.table(address)?;
    let (live, tokens) = wait(&room, entry, &name).await?;
    let table = live.body(&live.read());
    Ok((StatusCode::CREATED, Json(Seated { table, tokens })))
}

/// Takes a free seat where somebody waits, the one who has waited longest first.
async fn join_one(room: &Arc<Room>, entry: &dyn Entry, name: &str) -> Answer<Option<Seated>> {
    let filter = Filter {
        game: Some(entry.about().id.to_owned()),
        status: Some(Status::Waiting),
        since: room.idle_since(),
        limit: 100,
    };
    for row in room.store.list(&filter).await?.into_iter().rev() {
        let live = room.table(&row.id).await?;
        if !somebody_waits(&live) {
            continue;
        }
        // Somebody else may take the last seat first: then the next table is tried.
        if let Ok((seat, token)) = take_seat(room, &live, name, None).await {
            let table = live.body(&live.read());
            let tokens = vec![SeatToken { seat, token: token.secret().to_owned() }];
            return Ok(Some(Seated { table, tokens }));
        }
    }
    Ok(None)
}

/// Whether a person sits there and is there.
fn somebody_waits(live: &Live) -> bool {
    let state = live.read();
    let fresh = now() - state.row.created < FRESH;
    let here = |seat: u8| fresh || live.presence.away(seat).is_none();
    (0u8..).zip(&state.row.seats).any(|(seat, row)| row.kind == SeatKind::Person && here(seat))
}

/// A new table in the lobby, for two where the game has such a variant.
async fn wait(
    room: &Arc<Room>,
    entry: &'static dyn Entry,
    name: &str,
) -> Answer<(Arc<Live>, Vec<SeatToken>)> {
    let variants = entry.about().variants;
    let variant = variants.iter().find(|variant| variant.seats == 2).unwrap_or(&variants[0]);
    let variant = Some(variant.id.to_owned());
    let setup = Setup { variant: variant.clone(), seed: seed(), ..Setup::default() };
    let table = entry.table(&setup).map_err(|error| bad_setup(error.0))?;
    let (kind, name) = (Some(SeatKind::Person), Some(name.to_owned()));
    let wish = SeatWish { kind, name, ..SeatWish::default() };
    let (seats, tokens) = sit(room, entry, table.seats(), Some(vec![wish]))?;
    let row = new_row(&*table, variant, seats, false, TermsRow::default());
    Ok((open(room, row, table).await?, tokens))
}
