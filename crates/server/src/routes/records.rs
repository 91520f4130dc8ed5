//! Games as text: taking one away, bringing one in.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use catalog::{Entry, Setup};
use game::Record;
use search::Format;

use super::tables::{new_row, open};
use crate::error::{Answer, RefusalBody, bad_record, bad_setup, still_hidden};
use crate::extract::{From, Path, Query, Text};
use crate::live::Live;
use crate::room::Room;
use crate::store::{SeatKind, SeatRow, Status, TermsRow};
use crate::wire::{FormatQuery, Seated};
use crate::work::Replay;

/// The game so far as the text of a record. It holds the seed: where that decides anything, it is
/// told only once the game is over. Games that have a format of their own world are written in it too.
#[utoipa::path(get, path = "/tables/{id}/record", tag = "records",
    params(("id" = String, Path), FormatQuery),
    responses((status = 200, body = String, content_type = "text/plain"),
              (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody)))]
pub(crate) async fn record(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Query(query): Query<FormatQuery>,
) -> Answer<Response> {
    let live = room.table(&id).await?;
    let format = query.format.as_deref().filter(|&format| format != "record");
    let format = format.map(|id| live.entry.format(id)).transpose();
    let format = format.map_err(|error| bad_setup(error.0))?;
    // A long game takes a while to write down.
    room.replays.run(move || Some(write(&live, format))).await?
}

fn write(live: &Live, format: Option<&'static Format>) -> Answer<Response> {
    let state = live.read();
    let over = state.row.progress.status == Status::Over;
    if state.hides && !over {
        return Err(still_hidden());
    }
    let mut record = state.game.record().clone();
    if !over {
        // Where nothing is hidden the seed decides nothing; it is ours all the same.
        record.seed = 0;
    }
    let names = state
        .row
        .seats
        .iter()
        .map(|seat| seat.name.clone().or_else(|| seat.level.clone()).unwrap_or_default());
    record.seats = names.collect();
    let (text, ending) = match format {
        Some(format) => {
            ((format.write)(&record.into()).map_err(|error| bad_record(error.0))?, format.id)
        }
        None => (record.to_text(), "record"),
    };
    let kind = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}-{}.{ending}\"", state.row.game, state.row.id),
        ),
    ];
    Ok((kind, text).into_response())
}

/// Brings a game in. Its moves are replayed before anything is believed.
#[utoipa::path(post, path = "/records", operation_id = "import_record", tag = "records",
    request_body(content = String, content_type = "text/plain"),
    responses((status = 201, body = Seated), (status = 413, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn import(
    State(room): State<Arc<Room>>,
    From(address): From,
    Text { text, _place }: Text,
) -> Answer<(StatusCode, Json<Seated>)> {
    let read = room.replays.run(move || Some(catalog::read_record(&text))).await?;
    let record = read.map_err(|error| bad_record(error.0))?;
    let entry = catalog::find(&record.game).map_err(|error| bad_record(error.0))?;
    room.limiter.table(address)?;
    let replayed = Replay::record(&room.replays, entry, record).await?;
    let table = replayed.map_err(|error| bad_record(error.0))?;
    let (names, over) = (&table.record().seats, table.outcome().is_some());
    let seats = (0..table.seats()).map(|seat| {
        let name = names.get(seat).and_then(|name| room.name(name).ok());
        // A record names a machine by its level, with what was changed of it behind a colon, or by its protocol and
        // its command.
        let written = names.get(seat).map_or("", String::as_str);
        let (kind, more) = written.split_once(':').unwrap_or((written, ""));
        let level = entry.level(kind).is_ok().then(|| kind.to_owned());
        let spoken = || kind == "cmd" || entry.protocols().iter().any(|(id, _)| *id == kind);
        let is_program = !more.is_empty() && spoken();
        match (over, level) {
            (true, level @ Some(_)) => {
                SeatRow { kind: SeatKind::Bot, name: None, level, token: None }
            }
            (true, None) if is_program => {
                SeatRow { kind: SeatKind::Bot, name, level: None, token: None }
            }
            (true, None) => SeatRow { kind: SeatKind::Person, name, level: None, token: None },
            // An unfinished game can be played on by whoever sits down.
            (false, _) => SeatRow { name, ..SeatRow::OPEN },
        }
    });
    let variant = variant_of(entry, table.record());
    let row = new_row(&*table, variant, seats.collect(), true, TermsRow::default());
    let live = open(&room, row, table).await?;
    let table = live.body(&live.read());
    Ok((StatusCode::CREATED, Json(Seated { table, tokens: Vec::new() })))
}

/// The variant that these options are, if they are one.
fn variant_of(entry: &dyn Entry, record: &Record) -> Option<String> {
    let is = |id: &str| {
        let setup = Setup { variant: Some(id.to_owned()), ..Setup::default() };
        entry.table(&setup).is_ok_and(|table| table.record().options == record.options)
    };
    entry.about().variants.iter().map(|variant| variant.id).find(|id| is(id)).map(str::to_owned)
}
