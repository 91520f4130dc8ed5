//! What whoever runs the server asks for, at an address of its own: metrics, a summary in words, whether it is well.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use game::{Lang, Words};

use crate::metrics::BotGauges;
use crate::process;
use crate::room::Room;
use crate::routes::health;
use crate::store::without_password;

/// The routes of the host's own address. Nothing here is limited or meant for the world.
pub(crate) fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/", get(summary))
        .route("/metrics", get(metrics))
        .route("/healthz", get(health::healthz))
        .fallback(async || (StatusCode::NOT_FOUND, "here are /, /metrics and /healthz\n"))
        .with_state(room)
}

fn bot_gauges(room: &Room) -> BotGauges {
    BotGauges {
        queue: room.thinking.waiting(),
        thinking: room.thinking.running(),
        memory: room.players.bytes(),
    }
}

/// Everything that is counted, in Prometheus' text format.
async fn metrics(State(room): State<Arc<Room>>) -> Response {
    let mut text = room.metrics.text(room.tables.len(), &bot_gauges(&room));
    let size = room.store.size().await.ok();
    let mut gauge = |name: &str, help: &str, value: Option<u64>| {
        if let Some(value) = value {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
    };
    gauge("plateau_database_bytes", "Size of the database.", size);
    gauge("process_resident_memory_bytes", "Memory in use.", process::memory());
    gauge("process_open_fds", "Open files and connections.", process::open_files());
    gauge("process_start_time_seconds", "When it started.", Some(process::started()));
    let version = env!("CARGO_PKG_VERSION");
    let _ = writeln!(
        text,
        "# HELP plateau_build_info The version.\n# TYPE plateau_build_info gauge\n\
         plateau_build_info{{version=\"{version}\"}} 1"
    );
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

/// The same for people: a page of text.
async fn summary(State(room): State<Arc<Room>>, headers: HeaderMap) -> Response {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let lang = wanted.map(Lang::of_locale).unwrap_or_default();
    let well = room.is_well().await;
    let megabytes = |bytes: Option<u64>| match bytes {
        Some(bytes) => format!("{:.1} MB", bytes as f64 / 1e6),
        None => "?".into(),
    };
    let size = megabytes(room.store.size().await.ok());
    let memory = megabytes(process::memory());
    let files = process::open_files().map_or("?".into(), |files| files.to_string());
    let (hours, minutes) = (process::uptime() / 3600, process::uptime() / 60 % 60);
    let (count, bots) = (&room.metrics, bot_gauges(&room));
    let (moves, by_bots) = (count.moves.load(Relaxed), count.bot_moves.load(Relaxed));
    let kept = megabytes(Some(bots.memory as u64));
    let [answered, failed, limited] = count.answered_failed_limited();
    let expired = count.tables_expired.load(Relaxed);
    let tables = room.tables.len();
    let streams = count.streams.load(Relaxed);
    let database = without_password(&room.config.database);
    let version = env!("CARGO_PKG_VERSION");
    let (state_en, state_fr) = match well {
        true => ("answers", "répond"),
        false => ("DOES NOT ANSWER", "NE RÉPOND PAS"),
    };
    let (waiting, thinking) = (bots.queue, bots.thinking);
    let text = Words::new(
        format!(
            "Plateau {version}, up for {hours} h {minutes} min\n\
             database   {database}: {state_en}, {size}\n\
             tables     {tables} in memory, {expired} deleted because of their age\n\
             streams    {streams}\n\
             moves      {moves}, of them {by_bots} by bots\n\
             requests   {answered}, of them {limited} refused as too many and {failed} failed\n\
             thinking   {thinking} under way, {waiting} waiting, {kept} kept between turns\n\
             process    {memory} of memory, {files} open files\n"
        ),
        format!(
            "Plateau {version}, en marche depuis {hours} h {minutes} min\n\
             base       {database} : {state_fr}, {size}\n\
             tables     {tables} en mémoire, {expired} supprimées à cause de leur âge\n\
             flux       {streams}\n\
             coups      {moves}, dont {by_bots} des robots\n\
             requêtes   {answered}, dont {limited} refusées car trop nombreuses et {failed} échouées\n\
             réflexion  {thinking} en cours, {waiting} en attente, {kept} gardés entre les tours\n\
             processus  {memory} de mémoire, {files} fichiers ouverts\n"
        ),
    );
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (kind, text.get(lang).to_owned()).into_response()
}
