//! Studies as text and as trees.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use catalog::{CheckStudy, Entry};
use game::Study;

use crate::error::{Answer, RefusalBody, bad_record, bad_setup, no_such_game, not_over_yet};
use crate::extract::{LongBody, Path};
use crate::room::Room;
use crate::store::Status;
use crate::wire::{StudyBody, StudyFileWish, StudyTextWish};

/// Reads a text as a study: a record or a game's own format with all its variations, a saved position, or moves. Every
/// move is checked.
#[utoipa::path(post, path = "/games/{game}/study", operation_id = "read_study", tag = "study",
    params(("game" = String, Path)), request_body = StudyTextWish,
    responses((status = 200, body = StudyBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn read(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    LongBody { wish, _place }: LongBody<StudyTextWish>,
) -> Answer<Json<StudyBody>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let StudyTextWish { text, variant } = wish;
    let read = move || Some(catalog::from_text(entry, &text, variant.clone()));
    let read = room.replays.run(read).await?;
    let study = read.map_err(|error| bad_record(error.0))?;
    // A file may be of another game than the page that it was opened on.
    let entry = catalog::find(&study.beginning().game).map_err(|error| bad_record(error.0))?;
    Ok(Json(StudyBody::from(&checked(&room, entry, study).await?)))
}

/// Writes a study as the text of a file.
#[utoipa::path(post, path = "/games/{game}/study/file", operation_id = "write_study", tag = "study",
    params(("game" = String, Path)), request_body = StudyFileWish,
    responses((status = 200, body = String, content_type = "text/plain"),
              (status = 404, body = RefusalBody), (status = 422, body = RefusalBody),
              (status = 429, body = RefusalBody)))]
pub(crate) async fn write(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    LongBody { wish, _place }: LongBody<StudyFileWish>,
) -> Answer<Response> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let format = wish.format.as_deref().filter(|&format| format != "record");
    let format = format.map(|id| entry.format(id)).transpose();
    let format = format.map_err(|error| bad_setup(error.0))?;
    let study = wish.study.read().map_err(|error| bad_record(error.0))?;
    let study = checked(&room, entry, study).await?;
    let write = move || match format {
        Some(format) => (format.write)(&study),
        None => Ok(study.to_text()),
    };
    let text = room.replays.run(move || Some(write())).await?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, text.map_err(|error| bad_record(error.0))?).into_response())
}

/// The game of a table as a study, once it is over: it holds the seed.
#[utoipa::path(get, path = "/tables/{id}/study", operation_id = "table_study", tag = "study",
    params(("id" = String, Path)),
    responses((status = 200, body = StudyBody), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody)))]
pub(crate) async fn of_table(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
) -> Answer<Json<StudyBody>> {
    let live = room.table(&id).await?;
    let over = |state: &crate::live::TableState| match state.row.progress.status {
        Status::Over => Ok(()),
        _ => Err(not_over_yet()),
    };
    room.look(&live, over).await?;
    let study = room.replays.run(move || {
        let state = live.read();
        let mut record = state.game.record().clone();
        let names = state.row.seats.iter();
        let name = |seat: &crate::store::SeatRow| seat.name.clone().or_else(|| seat.level.clone());
        record.seats = names.map(|seat| name(seat).unwrap_or_default()).collect();
        Some(StudyBody::from(&Study::from(record)))
    });
    Ok(Json(study.await?))
}

async fn checked(room: &Room, entry: &'static dyn Entry, study: Study) -> Answer<Study> {
    let mut check = CheckStudy::new(entry, study).map_err(|error| bad_record(error.0))?;
    let checked = room.replays.run(move || check.step()).await?;
    checked.map_err(|error| bad_record(error.0))
}
