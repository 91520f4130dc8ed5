//! The games, their lessons, and positions that are at no table.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use catalog::{Entry, Setup, Table};
use game::Seat;
use search::Stop;

use crate::bots::{StopOnDrop, ThinkRequest};
use crate::error::{
    Answer, RefusalBody, bad_position, bad_setup, illegal_at, no_such_game, unavailable,
};
use crate::extract::{Body, Path};
use crate::live::outcome_of;
use crate::room::Room;
use crate::wire::{
    AnalysisBody, GameBody, LessonBody, PlayedBody, PositionBody, PositionWish, ThinkWish,
};
use crate::work::{Payer, Replay};

/// What there is to play.
#[utoipa::path(get, path = "/games", operation_id = "list_games", tag = "games",
    responses((status = 200, body = Vec<GameBody>)))]
pub(crate) async fn list(State(room): State<Arc<Room>>) -> Json<Vec<GameBody>> {
    Json(
        catalog::games()
            .iter()
            .map(|entry| GameBody::of(*entry, &room.hosted, &room.ladders))
            .collect(),
    )
}

/// A game's lessons, as data.
#[utoipa::path(get, path = "/games/{game}/lessons", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = Vec<LessonBody>), (status = 404, body = RefusalBody)))]
pub(crate) async fn lessons(Path(game): Path<String>) -> Answer<Json<Vec<LessonBody>>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    Ok(Json(entry.lessons().iter().map(LessonBody::of).collect()))
}

/// A position that is at no table: what lessons stand on. Nothing is stored.
#[utoipa::path(post, path = "/games/{game}/position", tag = "games",
    params(("game" = String, Path)),
    request_body = PositionWish,
    responses((status = 200, body = PositionBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn position(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    Body(wish): Body<PositionWish>,
) -> Answer<Json<PositionBody>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let viewer = wish.viewer.map(Seat);
    let table = table_of(&room, entry, wish).await?;
    let turn = table.turn().seat();
    let viewer = viewer.filter(|seat| seat.index() < table.seats()).or(turn);
    Ok(Json(position_of(&*table, viewer)))
}

/// A position that is at no table, with the eyes of a viewer. Its state is the whole of it.
pub(super) fn position_of(table: &dyn Table, viewer: Option<Seat>) -> PositionBody {
    let moves = table.record().moves.iter().zip(table.movers());
    let played = moves.map(|(text, seat)| PlayedBody { seat: seat.0, text: text.clone() });
    PositionBody {
        epoch: table.epoch(),
        view: table.view(viewer),
        legal: table.legal(),
        turn: table.turn().seat().map(|Seat(seat)| seat),
        seats: table.seats(),
        played: played.collect(),
        state: table.save(),
        outcome: outcome_of(table),
    }
}

/// Where a line begins: a position that somebody saved, or else a new game.
pub(super) fn start_of(
    entry: &'static dyn Entry,
    position: Option<&str>,
    setup: &Setup,
) -> Answer<Box<dyn Table>> {
    match position {
        Some(saved) => entry.load(saved).map_err(|error| bad_position(error.0)),
        None => entry.table(setup).map_err(|error| bad_setup(error.0)),
    }
}

/// The position at the end of a line.
pub(super) async fn table_of(
    room: &Room,
    entry: &'static dyn Entry,
    wish: PositionWish,
) -> Answer<Box<dyn Table>> {
    let setup = Setup { variant: wish.variant, options: wish.options.0, seed: wish.seed.0 };
    let table = start_of(entry, wish.position.as_deref(), &setup)?;
    Replay::new(table, wish.moves).on(&room.replays).await?.map_err(illegal_at)
}

/// What a computer player thinks of a position that is at no table. Nothing is stored.
#[utoipa::path(post, path = "/games/{game}/think", tag = "games", params(("game" = String, Path)),
    request_body = ThinkWish,
    responses((status = 200, body = AnalysisBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn think(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    Body(wish): Body<ThinkWish>,
) -> Answer<Json<AnalysisBody>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let level = match &wish.level {
        Some(level) => entry.level(level).map_err(|error| bad_setup(error.0))?,
        None => entry.levels().last().ok_or_else(unavailable)?,
    };
    let table = entry.load(&wish.state).map_err(|error| bad_position(error.0))?;
    let Some(Seat(seat)) = table.turn().seat() else {
        return Ok(Json(AnalysisBody { epoch: 0, seat: None, idea: None }));
    };
    room.note_help(&*table);
    let most = room.config.bots.usual;
    let within = wish.time.map_or(most, |time| most.min(Duration::from_millis(time)));
    let stop = Stop::new();
    // The thinking ends when the client hangs up.
    let _stop = StopOnDrop(stop.clone());
    let level = level.id.to_owned();
    let (seed, study) = (0, wish.study);
    let request = ThinkRequest { entry, table, level, place: None, seed, within, study, stop };
    let payer = Payer::current();
    room.thinking.check_room(payer)?;
    let idea = request.on(&room.thinking, payer).await.ok_or_else(unavailable)?;
    Ok(Json(AnalysisBody { epoch: 0, seat: Some(seat), idea: Some(idea.into()) }))
}
