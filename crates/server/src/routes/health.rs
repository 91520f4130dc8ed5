//! Whether the server is well, and what it counts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::error::Answer;
use crate::metrics::BotGauges;
use crate::room::Room;
use crate::wire::VersionBody;

/// The name and version of the program.
#[utoipa::path(get, path = "/version", tag = "games",
    responses((status = 200, body = VersionBody)))]
pub(crate) async fn version() -> Json<VersionBody> {
    Json(VersionBody { name: "Plateau", version: env!("CARGO_PKG_VERSION") })
}

/// Well if the database answers.
#[utoipa::path(get, path = "/healthz", tag = "host", responses((status = 200, body = String)))]
pub(crate) async fn healthz(State(room): State<Arc<Room>>) -> Answer<&'static str> {
    room.store.ping().await?;
    Ok("well\n")
}

/// Counters in Prometheus' text format.
#[utoipa::path(get, path = "/metrics", tag = "host", responses((status = 200, body = String)))]
pub(crate) async fn metrics(State(room): State<Arc<Room>>) -> impl IntoResponse {
    let bots = BotGauges {
        queue: room.pool.waiting(),
        thinking: room.pool.thinking(),
        memory: room.players.bytes(),
    };
    let text = room.metrics.text(room.tables.len(), &bots);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}
