//! Whether the server is well.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::error::{Answer, RefusalBody, not_stored};
use crate::room::Room;
use crate::wire::VersionBody;

/// The name and version of the program.
#[utoipa::path(get, path = "/version", tag = "games",
    responses((status = 200, body = VersionBody)))]
pub(crate) async fn version() -> Json<VersionBody> {
    Json(VersionBody { name: "Plateau", version: env!("CARGO_PKG_VERSION") })
}

/// Well if the database takes writes.
#[utoipa::path(get, path = "/healthz", tag = "host",
    responses((status = 200, body = String), (status = 503, body = RefusalBody)))]
pub(crate) async fn healthz(State(room): State<Arc<Room>>) -> Answer<&'static str> {
    if room.is_well().await { Ok("well\n") } else { Err(not_stored()) }
}
