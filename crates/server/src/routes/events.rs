//! The stream of events of a table.
//!
//! A stream does not collect messages: it remembers what its client has and, when the table's bell
//! rings, sends whatever is missing. So a slow client cannot fill our memory, and one that comes
//! back misses nothing.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use serde::Serialize;
use serde_json::json;
use tokio::sync::watch;

use crate::error::{Answer, RefusalBody};
use crate::extract::{From, Path, Query, Tokens};
use crate::limits::StreamPlace;
use crate::live::{Held, Live, State as TableState};
use crate::room::Room;
use crate::store::Stamp;
use crate::wire::AfterQuery;

/// Spectators come and go in crowds: everybody is told at most this often.
const CROWD: Duration = Duration::from_millis(500);

/// What happens at a table, as server-sent events.
#[utoipa::path(get, path = "/api/tables/{id}/events", tag = "play", params(("id" = String, Path), AfterQuery),
    responses((status = 200, content_type = "text/event-stream", body = String,
               description = "`reset`, `action`, `table` and `thinking` events"),
              (status = 404, body = RefusalBody), (status = 429, body = RefusalBody)),
    security((), ("token" = [])))]
pub(crate) async fn events(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Query(query): Query<AfterQuery>,
    From(address): From,
    headers: HeaderMap,
    tokens: Tokens,
) -> Answer<impl IntoResponse> {
    let live = room.table(&id).await?;
    let place = room.gate.stream(address)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let after = last.or(query.after.as_deref()).and_then(read_id);
    let held = tokens.held();
    let spectates = held.seats(&live.read().row).is_empty();
    let audience = Audience::enter(&room, &live, spectates, place);
    let stream = Stream {
        bell: live.listen(),
        closing: room.closing(),
        has: after.map(|(generation, epoch)| Has {
            generation,
            epoch,
            table: None,
            thinking: None,
        }),
        live,
        held,
        ready: VecDeque::new(),
        begun: false,
        _audience: audience,
    };
    let events = stream::unfold(stream, |mut stream| async move {
        let event = stream.next().await?;
        Some((Ok::<_, Infallible>(event), stream))
    });
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // Proxies must pass events on as they come.
    Ok(([("x-accel-buffering", "no"), ("cache-control", "no-store")], sse))
}

/// `GENERATION.EPOCH`.
fn read_id(text: &str) -> Option<(u32, u32)> {
    let (generation, epoch) = text.split_once('.')?;
    Some((generation.parse().ok()?, epoch.parse().ok()?))
}

/// What the client has.
struct Has {
    generation: u32,
    epoch: u32,
    /// The table's version and number of spectators, as last told.
    table: Option<(u32, usize)>,
    /// The seat whose bot was last said to be thinking.
    thinking: Option<u8>,
}

struct Stream {
    live: Arc<Live>,
    held: Held,
    bell: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    /// Nothing before the first `reset`.
    has: Option<Has>,
    ready: VecDeque<Event>,
    begun: bool,
    _audience: Audience,
}

impl Stream {
    /// The next event; nothing once the server shuts down.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.begun {
                tokio::select! {
                    rung = self.bell.changed() => rung.ok()?,
                    _ = self.closing.wait_for(|closing| *closing) => return None,
                }
            }
            self.begun = true;
            self.bell.mark_unchanged();
            self.gather();
        }
    }

    /// Compares what the client has with what there is.
    fn gather(&mut self) {
        let live = Arc::clone(&self.live);
        let state = live.read();
        let stamp = state.row.stamp;
        let held = self.held.seats(&state.row);
        let told = (stamp.version, live.spectators());
        match &mut self.has {
            Some(has) if has.generation == stamp.generation && has.epoch <= stamp.epoch => {
                actions(&mut self.ready, &state, has.epoch, &held);
                has.epoch = stamp.epoch;
                if has.table != Some(told) {
                    has.table = Some(told);
                    self.ready.push_back(event("table", &state, &live.body(&state)));
                }
            }
            _ => {
                let all = json!({ "table": live.body(&state), "view": state.view(&held) });
                self.ready.push_back(event("reset", &state, &all));
                let Stamp { generation, epoch, .. } = stamp;
                let thinking = self.has.as_ref().and_then(|has| has.thinking);
                self.has = Some(Has { generation, epoch, table: Some(told), thinking });
            }
        }
        let Some(has) = &mut self.has else { return };
        let thinking = state.bot_to_move().map(|(seat, _)| seat);
        if has.thinking != thinking {
            let mut tell = |seat: Option<u8>, on: bool| {
                if let Some(seat) = seat {
                    let said = json!({ "seat": seat, "on": on });
                    self.ready.push_back(event("thinking", &state, &said));
                }
            };
            tell(has.thinking, false);
            tell(thinking, true);
            has.thinking = thinking;
        }
    }
}

/// The moves from an epoch on, each with the position after it.
fn actions(ready: &mut VecDeque<Event>, state: &TableState, from: u32, held: &[u8]) {
    let now = state.row.stamp.epoch;
    if from + 1 < now {
        let mut board = state.at(from);
        for text in &state.game.record().moves[from as usize..now as usize - 1] {
            // These very moves were played.
            if board.play(text).is_ok() {
                ready.push_back(action(state, &*board, held));
            }
        }
    }
    if from < now {
        ready.push_back(action(state, &*state.game, held));
    }
}

fn action(state: &TableState, board: &dyn catalog::Table, held: &[u8]) -> Event {
    let action = state.action(board, held);
    let id = format!("{}.{}", action.generation, action.epoch);
    Event::default().event("action").id(id).data(text(&action))
}

fn event<T: Serialize>(name: &str, state: &TableState, data: &T) -> Event {
    let stamp = state.row.stamp;
    Event::default()
        .event(name)
        .id(format!("{}.{}", stamp.generation, stamp.epoch))
        .data(text(data))
}

/// Our own bodies always serialize.
fn text<T: Serialize>(data: &T) -> String {
    serde_json::to_string(data).unwrap_or_default()
}

/// Counts a stream for as long as it lives.
struct Audience {
    room: Arc<Room>,
    live: Arc<Live>,
    spectates: bool,
    _place: StreamPlace,
}

impl Audience {
    fn enter(room: &Arc<Room>, live: &Arc<Live>, spectates: bool, place: StreamPlace) -> Self {
        room.metrics.streams.fetch_add(1, Relaxed);
        if spectates {
            live.spectators.fetch_add(1, Relaxed);
            ring_soon(room, live);
        }
        Self { room: Arc::clone(room), live: Arc::clone(live), spectates, _place: place }
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        self.room.metrics.streams.fetch_sub(1, Relaxed);
        if self.spectates {
            self.live.spectators.fetch_sub(1, Relaxed);
            ring_soon(&self.room, &self.live);
        }
    }
}

/// Lets everybody know of a change in the audience, a little later and once for many.
fn ring_soon(room: &Arc<Room>, live: &Arc<Live>) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    if live.ring_is_due.swap(true, Relaxed) {
        return;
    }
    let (room, live) = (Arc::downgrade(room), Arc::downgrade(live));
    runtime.spawn(async move {
        tokio::time::sleep(CROWD).await;
        if let (Some(room), Some(live)) = (room.upgrade(), live.upgrade()) {
            live.ring_is_due.store(false, Relaxed);
            room.count_audience(&live, true).await;
        }
    });
}
