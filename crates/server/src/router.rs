//! Every route, grouped by who calls it. The OpenAPI document is collected from the same list.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::ServerLimits;
use crate::error::{no_such_method, no_such_route, unavailable};
use crate::extract::From;
use crate::openapi::Frame;
use crate::room::Room;
use crate::routes::{
    events, games, health, play, players, races, records, rematch, resign, scores, study, tables,
    undo,
};

/// The whole service.
pub(crate) fn router(room: Arc<Room>) -> Router {
    let api = Router::from(api(&room.config.limits))
        .route("/openapi.json", get(async || Json(openapi())))
        .fallback(async || no_such_route())
        .method_not_allowed_fallback(async || no_such_method())
        .layer(from_fn_with_state(Arc::clone(&room), limit_rate));
    Router::new()
        .nest("/api", api)
        .merge(host())
        .fallback(page)
        .layer(from_fn_with_state(Arc::clone(&room), observe))
        .with_state(room)
}

/// The description of every route, as it is served at `/api/openapi.json`.
pub fn openapi() -> OpenApi {
    OpenApiRouter::with_openapi(Frame::openapi())
        .nest("/api", api(&ServerLimits::default()))
        .merge(host())
        .into_openapi()
}

/// The routes under `/api`. Their addresses stand in the handlers' annotations, and nowhere else.
fn api(limits: &ServerLimits) -> OpenApiRouter<Arc<Room>> {
    let short = OpenApiRouter::new()
        // What there is to play.
        .routes(routes!(health::version))
        .routes(routes!(games::list))
        .routes(routes!(games::lessons))
        .routes(routes!(games::position))
        .routes(routes!(games::think))
        // The lobby.
        .routes(routes!(tables::list, tables::create))
        .routes(routes!(tables::show))
        .routes(routes!(rematch::rematch))
        // Who sits where.
        .routes(routes!(players::list, players::join))
        .routes(routes!(players::show, players::rename, players::leave))
        // The game.
        .routes(routes!(play::view))
        .routes(routes!(play::legal))
        .routes(routes!(play::actions, play::act))
        .routes(routes!(play::action))
        .routes(routes!(events::events))
        .routes(routes!(undo::undo))
        .routes(routes!(resign::resign))
        // In real time.
        .routes(routes!(races::list, races::create))
        .routes(routes!(races::show))
        .routes(routes!(races::join))
        .routes(routes!(races::leave))
        .routes(routes!(races::feed))
        .routes(routes!(races::again))
        .routes(routes!(races::events))
        .routes(routes!(scores::run))
        // Study.
        .routes(routes!(study::hint))
        .routes(routes!(study::analysis))
        .routes(routes!(records::record))
        .layer(DefaultBodyLimit::max(limits.body));
    // Whole games and runs are texts, and may be longer.
    let texts = OpenApiRouter::new()
        .routes(routes!(records::import))
        .routes(routes!(scores::list, scores::enter))
        .layer(DefaultBodyLimit::max(limits.record));
    short.merge(texts)
}

/// The routes for whoever runs the server.
fn host() -> OpenApiRouter<Arc<Room>> {
    OpenApiRouter::new().routes(routes!(health::healthz)).routes(routes!(health::metrics))
}

/// The page, for whatever is not the API's.
async fn page(State(room): State<Arc<Room>>, request: Request) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => room.page.answer(request.uri().path(), request.headers()),
        _ => no_such_method().into_response(),
    }
}

/// Counts requests by address, and lets changes run to their end.
async fn limit_rate(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
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
