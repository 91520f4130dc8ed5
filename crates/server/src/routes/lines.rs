//! The engine beside an analysis board: the best lines of a position, streamed while somebody looks.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use search::Stop;
use tokio::sync::watch;

use super::games::table_of;
use crate::bots::{LinesJob, StopOnDrop};
use crate::error::{
    Answer, RefusalBody, bad_setup, game_over, no_such_game, no_threat, unavailable,
};
use crate::extract::{Body, From, Path};
use crate::limits::StreamPlace;
use crate::room::Room;
use crate::token::digest;
use crate::wire::{LinesBody, LinesEvent, LinesWish};
use crate::work::Payer;

/// What took the engine this long is kept.
const DEEP: u64 = 2_000;
/// Numbers the players of those who watch.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The best lines of a position, as server-sent events `lines` while the engine thinks. It stops when nobody listens.
/// What it has thought about deeply before is told at once.
#[utoipa::path(post, path = "/games/{game}/lines", tag = "study", params(("game" = String, Path)),
    request_body = LinesWish,
    responses((status = 200, content_type = "text/event-stream", body = LinesEvent,
               description = "a stream of these; `event` and `data` are the stream's own fields"),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn lines(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    From(address): From,
    Body(wish): Body<LinesWish>,
) -> Answer<impl IntoResponse> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let level = match &wish.level {
        Some(level) => entry.level(level).map_err(|error| bad_setup(error.0))?,
        None => entry.levels().last().ok_or_else(unavailable)?,
    };
    let place = room.limiter.stream(address)?;
    let mut table = table_of(&room, entry, wish.line).await?;
    if wish.threat {
        table = table.passed().ok_or_else(no_threat)?;
    }
    room.note_help(&*table);
    // Some games know who is to move from the board alone, which is not true of a threat.
    let seat = table.turn().seat().map(|seat| seat.0);
    let subject = digest(&format!("lines {game} {} {seat:?} {}", level.id, table.save()));
    let known = room.store.thought(&subject).await.unwrap_or_default();
    let (ideas, watching) = watch::channel(None);
    let stop = Stop::new();
    let listener = LinesListener {
        room: Arc::clone(&room),
        subject,
        known,
        watching,
        ended: false,
        _stop: StopOnDrop(stop.clone()),
        _place: place,
    };
    if listener.known.is_none() {
        let payer = Payer::current();
        room.thinking.check_room(payer)?;
        let name = format!("lines-{}", NEXT.fetch_add(1, Relaxed));
        let job = LinesJob::new(&room, entry, level, table, (name, stop, ideas));
        if !room.thinking.submit(payer, Box::new(job.ok_or_else(game_over)?)) {
            return Err(unavailable());
        }
    }
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // Proxies must pass events on as they come.
    Ok(([("x-accel-buffering", "no"), ("cache-control", "no-store")], sse))
}

/// Somebody who looks. Only the latest lines are kept for them, however slowly they read.
struct LinesListener {
    room: Arc<Room>,
    /// What the thought is kept under.
    subject: String,
    /// What was thought before.
    known: Option<String>,
    watching: watch::Receiver<Option<Arc<LinesBody>>>,
    ended: bool,
    _stop: StopOnDrop,
    _place: StreamPlace,
}

impl LinesListener {
    /// The next event; nothing once the engine is done or the server shuts down.
    async fn next(&mut self) -> Option<Event> {
        if self.ended {
            return None;
        }
        if let Some(known) = self.known.take() {
            self.ended = true;
            return Some(Event::default().event("lines").data(known));
        }
        let mut closing = self.room.closing();
        tokio::select! {
            changed = self.watching.changed() => changed.ok()?,
            _ = closing.wait_for(|closing| *closing) => return None,
        }
        let found = self.watching.borrow_and_update().clone()?;
        // Our own bodies always serialize.
        let text = serde_json::to_string(&*found).unwrap_or_default();
        if found.done {
            self.ended = true;
            if found.exact || found.millis >= DEEP {
                let kept = self.room.store.keep_thought(&self.subject, &text).await;
                kept.unwrap_or_else(|error| tracing::warn!(%error, "a thought was not kept"));
            }
        }
        Some(Event::default().event("lines").data(text))
    }
}
