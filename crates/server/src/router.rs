//! Every route, grouped by who calls it. The OpenAPI document is collected from the same list.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::compress::compress;
use crate::config::ServerLimits;
use crate::error::{no_such_method, no_such_route, unavailable};
use crate::extract::From;
use crate::openapi::{Frame, add_common_refusals};
use crate::races::{FromNode, NODE_SECRET, to_its_node};
use crate::room::Room;
use crate::routes::{
    arena, claim, events, explain, games, handover, health, lines, lobby, pass, phrases, play,
    players, puzzles, races, records, rematch, resign, review, scores, seek, study, tables,
    tickets, trees, undo,
};
use crate::shared_link;
use crate::token::same_hash;
use crate::work::Payer;

/// A page is a hundred small files from memory: each counts as a fraction of a request to the API.
const FILE_COST: f64 = 0.1;

/// The whole service.
pub(crate) fn router(room: Arc<Room>) -> Router {
    let api = Router::from(api(&room.config.limits, Some(&room)))
        .route("/openapi.json", get(async || Json(openapi())))
        .fallback(async || no_such_route())
        .method_not_allowed_fallback(async || no_such_method())
        .layer(from_fn(compress));
    Router::new()
        .nest("/api", api)
        .fallback(page)
        .layer(from_fn_with_state(Arc::clone(&room), check_host))
        .merge(host())
        .layer(from_fn_with_state(Arc::clone(&room), limit_rate))
        .layer(from_fn_with_state(Arc::clone(&room), know_nodes))
        .layer(from_fn_with_state(Arc::clone(&room), observe))
        .with_state(room)
}

/// The description of every route, as it is served at `/api/openapi.json`.
pub fn openapi() -> OpenApi {
    let mut document = OpenApiRouter::with_openapi(Frame::openapi())
        .nest("/api", api(&ServerLimits::default(), None))
        .merge(host())
        .into_openapi();
    add_common_refusals(&mut document);
    document
}

/// The routes under `/api`. Their addresses stand in the handlers' annotations, and nowhere else.
fn api(limits: &ServerLimits, room: Option<&Arc<Room>>) -> OpenApiRouter<Arc<Room>> {
    let mut one_race = OpenApiRouter::new()
        .routes(routes!(races::show))
        .routes(routes!(races::join))
        .routes(routes!(races::leave))
        .routes(routes!(races::fill))
        .routes(routes!(races::aim))
        .routes(routes!(races::feed))
        .routes(routes!(races::again))
        .routes(routes!(races::events));
    if let Some(room) = room {
        // It may be run at another node.
        one_race = one_race.layer(from_fn_with_state(Arc::clone(room), to_its_node));
    }
    let short = OpenApiRouter::new()
        // What there is to play.
        .routes(routes!(health::version))
        .routes(routes!(games::list))
        .routes(routes!(games::lessons))
        .routes(routes!(games::position))
        .routes(routes!(games::think))
        .routes(routes!(arena::show))
        .routes(routes!(arena::events))
        // Puzzles.
        .routes(routes!(puzzles::overview))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::show))
        .routes(routes!(puzzles::answer))
        .routes(routes!(puzzles::solution))
        .routes(routes!(explain::explain))
        // The lobby.
        .routes(routes!(lobby::show))
        .routes(routes!(tables::list, tables::create))
        .routes(routes!(tables::show))
        .routes(routes!(rematch::rematch, rematch::decline))
        .routes(routes!(seek::seek))
        // Who sits where.
        .routes(routes!(players::list, players::join))
        .routes(routes!(players::show, players::rename, players::leave))
        .routes(routes!(handover::handover))
        .routes(routes!(claim::claim))
        .routes(routes!(pass::make))
        .routes(routes!(pass::take))
        .routes(routes!(phrases::list))
        .routes(routes!(phrases::say))
        // The game.
        .routes(routes!(play::view))
        .routes(routes!(play::legal))
        .routes(routes!(play::imagined_state))
        .routes(routes!(play::actions, play::act))
        .routes(routes!(play::action))
        .routes(routes!(events::events))
        .routes(routes!(undo::undo))
        .routes(routes!(resign::resign))
        // In real time.
        .routes(routes!(races::list, races::create))
        .merge(one_race)
        .routes(routes!(scores::run))
        .routes(routes!(scores::thumbnail))
        .routes(routes!(scores::let_play))
        .routes(routes!(tickets::issue))
        .routes(routes!(tickets::pause, tickets::resume))
        // Study.
        .routes(routes!(study::hint))
        .routes(routes!(study::analysis))
        .routes(routes!(lines::lines))
        .routes(routes!(review::review))
        .routes(routes!(trees::of_table))
        .routes(routes!(records::record))
        .layer(DefaultBodyLimit::max(limits.body));
    // Whole games and runs are texts, and may be longer.
    let texts = OpenApiRouter::new()
        .routes(routes!(records::import))
        .routes(routes!(trees::read))
        .routes(routes!(trees::write))
        .routes(routes!(scores::list, scores::enter))
        .routes(routes!(tickets::seal))
        .layer(DefaultBodyLimit::max(limits.record));
    short.merge(texts)
}

/// For a proxy or a load balancer in front. What else a host asks for is at an address of its own, see `admin`.
fn host() -> OpenApiRouter<Arc<Room>> {
    OpenApiRouter::new().routes(routes!(health::healthz))
}

/// The page, for whatever is not the API's.
async fn page(State(room): State<Arc<Room>>, request: Request) -> Response {
    match *request.method() {
        Method::GET | Method::HEAD => {
            let head = shared_link::head(&room, request.uri().path(), request.headers()).await;
            room.page.answer(request.uri(), request.headers(), &head)
        }
        _ => no_such_method().into_response(),
    }
}

/// Marks what another node passes on. Everything after it counts whose request it is, and not the node's.
async fn know_nodes(State(room): State<Arc<Room>>, mut request: Request, next: Next) -> Response {
    let secret = request.headers().get(NODE_SECRET).and_then(|secret| secret.to_str().ok());
    if secret.is_some_and(|secret| same_hash(secret, &room.node_secret)) {
        request.extensions_mut().insert(FromNode);
    }
    next.run(request).await
}

/// Refuses what a browser was made to send by somebody else's page.
async fn check_host(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
    if request.extensions().get::<FromNode>().is_some() {
        return next.run(request).await;
    }
    match room.hosts.check(request.method(), request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Counts requests by address, and lets changes run to their end.
async fn limit_rate(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
    let limits = &room.config.limits;
    let From(address) = From::of(request.extensions(), request.headers(), limits);
    let path = request.uri().path();
    let cost = if path.starts_with("/api/") || path == "/healthz" { 1.0 } else { FILE_COST };
    if let Err(refusal) = room.limiter.request(address, cost) {
        return refusal.into_response();
    }
    let changes = request.method() != Method::GET;
    // Until this handler is dropped, somebody listens.
    let (_listening, answer) = Payer::scope(address, next.run(request));
    if !changes {
        return answer.await;
    }
    // A client that hangs up drops its handler: what was stored by then would not be shown. A task
    // of its own goes on.
    tokio::spawn(answer).await.unwrap_or_else(|_| unavailable().into_response())
}

/// Counts and logs answers, and adds what every answer says to browsers.
async fn observe(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
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
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "DENY");
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.insert(header::CONTENT_SECURITY_POLICY, room.page.policy());
    response
}
