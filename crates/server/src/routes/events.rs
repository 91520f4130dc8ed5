//! The stream of events of a table.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::response::sse::Event;

use super::stream::{Listener, read_id, tell};
use crate::error::{Answer, RefusalBody};
use crate::extract::{From, Path, Query, Tokens};
use crate::limits::StreamPlace;
use crate::live::{Held, Live, State as TableState};
use crate::room::Room;
use crate::store::Stamp;
use crate::wire::{AfterQuery, EventId, ResetEvent, TableEvent, ThinkingEvent};

/// Spectators come and go in crowds: everybody is told at most this often.
const CROWD: Duration = Duration::from_millis(500);

/// What happens at a table, as server-sent events.
#[utoipa::path(get, path = "/tables/{id}/events", operation_id = "table_events", tag = "play",
    params(("id" = String, Path), AfterQuery),
    responses((status = 200, content_type = "text/event-stream", body = TableEvent,
               description = "a stream of these; `event` and `data` are the stream's own fields"),
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
    let place = room.limiter.stream(address)?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let after = last.or(query.after.as_deref()).and_then(read_id);
    let held = tokens.held();
    let spectates = held.seats(&live.read().row).is_empty();
    let audience = Audience::enter(&room, &live, spectates, place);
    let has =
        after.map(|(generation, epoch)| Has { generation, epoch, table: None, thinking: None });
    let bell = live.listen();
    Ok(tell(Watcher { live, held, has, _audience: audience }, bell, room.closing()))
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

struct Watcher {
    live: Arc<Live>,
    held: Held,
    /// Nothing before the first `reset`.
    has: Option<Has>,
    _audience: Audience,
}

impl Listener for Watcher {
    fn gather(&mut self, ready: &mut VecDeque<Event>) {
        let live = Arc::clone(&self.live);
        let state = live.read();
        let stamp = state.row.stamp;
        let id: EventId = (stamp.generation, stamp.epoch as usize);
        let held = self.held.seats(&state.row);
        let told = (stamp.version, live.spectators());
        match &mut self.has {
            Some(has) if has.generation == stamp.generation && has.epoch <= stamp.epoch => {
                actions(ready, &state, has.epoch, &held);
                has.epoch = stamp.epoch;
                if has.table != Some(told) {
                    has.table = Some(told);
                    let table = Box::new(live.body(&state));
                    ready.push_back(TableEvent::Table(table).sse(id));
                }
            }
            _ => {
                let all = ResetEvent { table: live.body(&state), view: state.view(&held) };
                ready.push_back(TableEvent::Reset(Box::new(all)).sse(id));
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
                    ready.push_back(TableEvent::Thinking(ThinkingEvent { seat, on }).sse(id));
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
    let id = (action.generation, action.epoch as usize);
    TableEvent::Action(Box::new(action)).sse(id)
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
