//! Every route, grouped by who calls it.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};

use crate::error::{no_such_method, no_such_route, unavailable};
use crate::extract::From;
use crate::room::Room;
use crate::routes::{
    events, games, health, play, players, races, records, rematch, resign, scores, study, tables,
    undo,
};

/// The whole service.
pub(crate) fn router(room: Arc<Room>) -> Router {
    let limits = &room.config.limits;
    let api = Router::new()
        // What there is to play.
        .route("/version", get(health::version))
        .route("/openapi.json", get(crate::openapi::document))
        .route("/games", get(games::list))
        .route("/games/{game}/lessons", get(games::lessons))
        .route("/games/{game}/position", post(games::position))
        .route("/games/{game}/think", post(games::think))
        .route("/games/{game}/scores/{id}", get(scores::run))
        // The lobby.
        .route("/tables", get(tables::list).post(tables::create))
        .route("/tables/{id}", get(tables::show))
        .route("/tables/{id}/rematch", post(rematch::rematch))
        // Who sits where.
        .route("/tables/{id}/players", get(players::list).put(players::join))
        .route(
            "/tables/{id}/players/{n}",
            get(players::show).post(players::rename).delete(players::leave),
        )
        // The game.
        .route("/tables/{id}/view", get(play::view))
        .route("/tables/{id}/legal", get(play::legal))
        .route("/tables/{id}/actions", get(play::actions).put(play::act))
        .route("/tables/{id}/actions/{epoch}", get(play::action))
        .route("/tables/{id}/events", get(events::events))
        .route("/tables/{id}/undo", post(undo::undo))
        .route("/tables/{id}/resign", post(resign::resign))
        // In real time.
        .route("/races", get(races::list).post(races::create))
        .route("/races/{id}", get(races::show))
        .route("/races/{id}/players", put(races::join))
        .route("/races/{id}/players/{n}", delete(races::leave))
        .route("/races/{id}/inputs", put(races::feed))
        .route("/races/{id}/again", post(races::again))
        .route("/races/{id}/events", get(races::events))
        // Study.
        .route("/tables/{id}/hint", get(study::hint))
        .route("/tables/{id}/analysis", get(study::analysis))
        .route("/tables/{id}/record", get(records::record))
        .layer(DefaultBodyLimit::max(limits.body))
        .merge(
            Router::new()
                .route("/records", post(records::import))
                .route("/games/{game}/scores", get(scores::list).post(scores::enter))
                .layer(DefaultBodyLimit::max(limits.record)),
        )
        .fallback(async || no_such_route())
        .method_not_allowed_fallback(async || no_such_method())
        .layer(from_fn_with_state(Arc::clone(&room), gate));
    Router::new()
        .nest("/api", api)
        // The host.
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::metrics))
        // The page.
        .fallback(page)
        .layer(from_fn_with_state(Arc::clone(&room), observe))
        .with_state(room)
}

/// The page, for whatever is not the API's.
async fn page(State(room): State<Arc<Room>>, request: Request) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => room.page.answer(request.uri().path(), request.headers()),
        _ => no_such_method().into_response(),
    }
}

/// Counts requests by address, and lets changes run to their end.
async fn gate(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
    let trust = room.config.limits.trust_forwarded_for;
    let From(address) = From::of(request.extensions(), request.headers(), trust);
    if let Err(refusal) = room.limiter.request(address) {
        return refusal.into_response();
    }
    if request.method() == Method::GET {
        return next.run(request).await;
    }
    // A client that hangs up drops its handler: what was stored by then would not be shown. A task
    // of its own goes on.
    let answer = tokio::spawn(next.run(request)).await;
    answer.unwrap_or_else(|_| unavailable().into_response())
}

/// Counts and logs answers, and adds what every answer says to browsers.
async fn observe(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
    const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
        img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let api = path.starts_with("/api/");
    let mut response = next.run(request).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    room.metrics.answered(status, took);
    // Addresses hold no secrets: tokens travel in a header, which is not logged.
    tracing::debug!(%method, path, status, ?took, "answered");
    let headers = response.headers_mut();
    let mut set = |name, value| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::CONTENT_SECURITY_POLICY, CSP);
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    if api {
        set(header::CACHE_CONTROL, "no-store");
    }
    response
}
