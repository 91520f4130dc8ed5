//! The games, their lessons, and positions that are at no table.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use catalog::{Entry, Setup};
use game::{Lesson, Seat};
use search::Stop;
use serde_json::{Map, Value, json};

use crate::bots::{StopOnDrop, ThinkRequest};
use crate::error::{
    Answer, RefusalBody, bad_position, bad_setup, illegal_move, no_such_game, unavailable,
};
use crate::extract::{Body, Path};
use crate::live::outcome_of;
use crate::room::Room;
use crate::wire::{PositionBody, PositionWish, ThinkWish, ThoughtBody};

/// What there is to play.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<Object>)))]
pub(crate) async fn list() -> Json<Vec<Value>> {
    Json(catalog::games().iter().map(|entry| describe(*entry)).collect())
}

fn describe(entry: &dyn Entry) -> Value {
    let about = entry.about();
    let object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let variants: Vec<Value> = about
        .variants
        .iter()
        .map(|v| {
            json!({ "id": v.id, "name": v.name, "about": v.about, "seats": v.seats, "options": object(v.options) })
        })
        .collect();
    let levels: Vec<Value> = entry
        .levels()
        .iter()
        .map(|level| {
            let ratings: Map<String, Value> =
                level.ratings.iter().map(|&(id, rating)| (id.to_owned(), rating.into())).collect();
            let pace = entry.arcade().map(|arcade| arcade.pace(level.id));
            json!({ "id": level.id, "name": level.name, "about": level.about, "ratings": ratings, "pace": pace })
        })
        .collect();
    let defaults = entry.table(&Setup::default()).map(|table| table.record().options.clone());
    json!({
        "id": about.id,
        "name": about.name,
        "tagline": about.tagline,
        "seats": about.seats,
        "variants": variants,
        "settings": about.settings,
        "defaults": defaults.unwrap_or_default(),
        "levels": levels,
        "usual_level": entry.usual_level().id,
        "lessons": entry.lessons().len(),
        "formats": entry.formats().iter().map(|format| format.id).collect::<Vec<_>>(),
        "modes": entry.arcade().map(game::Arcade::modes),
    })
}

/// A game's lessons, as data.
#[utoipa::path(get, path = "/api/games/{game}/lessons", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = Vec<Object>), (status = 404, body = RefusalBody)))]
pub(crate) async fn lessons(Path(game): Path<String>) -> Answer<Json<&'static [Lesson]>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    Ok(Json(entry.lessons()))
}

/// A position that is at no table: what lessons stand on. Nothing is stored.
#[utoipa::path(post, path = "/api/games/{game}/position", tag = "games", params(("game" = String, Path)),
    request_body = PositionWish,
    responses((status = 200, body = PositionBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody)))]
pub(crate) async fn position(
    Path(game): Path<String>,
    Body(wish): Body<PositionWish>,
) -> Answer<Json<PositionBody>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let setup = Setup { variant: wish.variant, options: wish.options, seed: wish.seed };
    let mut table = entry.table(&setup).map_err(|error| bad_setup(error.0))?;
    for (index, text) in wish.moves.iter().enumerate() {
        table.play(text).map_err(|refused| illegal_move(refused.words().clone()).at(index))?;
    }
    let turn = table.turn().seat();
    Ok(Json(PositionBody {
        epoch: table.epoch(),
        view: table.view(turn),
        legal: table.legal(),
        turn: turn.map(|Seat(seat)| seat),
        outcome: outcome_of(&*table),
    }))
}

/// What a computer player thinks of a position that is at no table. Nothing is stored.
#[utoipa::path(post, path = "/api/games/{game}/think", tag = "games", params(("game" = String, Path)),
    request_body = ThinkWish,
    responses((status = 200, body = ThoughtBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody)))]
pub(crate) async fn think(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    Body(wish): Body<ThinkWish>,
) -> Answer<Json<ThoughtBody>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let level = match &wish.level {
        Some(level) => entry.level(level).map_err(|error| bad_setup(error.0))?,
        None => entry.levels().last().ok_or_else(unavailable)?,
    };
    let table = entry.load(&wish.state).map_err(|error| bad_position(error.0))?;
    let Some(Seat(seat)) = table.turn().seat() else {
        return Ok(Json(ThoughtBody { epoch: 0, seat: None, idea: None }));
    };
    let most = room.config.bots.usual;
    let within = wish.time.map_or(most, |time| most.min(Duration::from_millis(time)));
    let stop = Stop::new();
    // The thinking ends when the client hangs up.
    let _stop = StopOnDrop(stop.clone());
    let level = level.id.to_owned();
    let (seed, study) = (0, wish.study);
    let request = ThinkRequest { entry, table, level, bot: None, seed, within, study, stop };
    let (idea, _) = room.pool.think(request).await.ok_or_else(unavailable)?;
    Ok(Json(ThoughtBody { epoch: 0, seat: Some(seat), idea: Some(idea) }))
}
