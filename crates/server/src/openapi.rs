//! The API's description, made from the handlers themselves.

use axum::Json;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::routes::{
    events, games, health, play, players, races, records, rematch, resign, scores, study, tables,
    undo,
};
use crate::wire::{ActionEvent, GameThoughts, OutcomeBody};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Plateau",
        description = "Board games to play, learn and study. Everything that the page can do, a \
                       script can do."
    ),
    paths(
        health::version,
        games::list,
        games::lessons,
        games::position,
        games::think,
        scores::enter,
        scores::list,
        scores::run,
        races::create,
        races::list,
        races::show,
        races::join,
        races::leave,
        races::feed,
        races::again,
        races::events,
        tables::create,
        tables::list,
        tables::show,
        rematch::rematch,
        players::join,
        players::list,
        players::show,
        players::rename,
        players::leave,
        play::view,
        play::legal,
        play::act,
        play::actions,
        play::action,
        events::events,
        undo::undo,
        resign::resign,
        study::hint,
        study::analysis,
        records::record,
        records::import,
        health::healthz,
        health::metrics,
    ),
    components(schemas(ActionEvent, GameThoughts, OutcomeBody)),
    modifiers(&Token)
)]
struct Api;

struct Token;

impl Modify for Token {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
        let scheme = SecurityScheme::Http(
            scheme.description(Some("A seat's token; several separated by commas.")).build(),
        );
        openapi
            .components
            .get_or_insert_default()
            .security_schemes
            .insert("token".to_owned(), scheme.into());
    }
}

/// The document as it is served at `/api/openapi.json`.
pub fn openapi() -> utoipa::openapi::OpenApi {
    Api::openapi()
}

pub(crate) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(openapi())
}
