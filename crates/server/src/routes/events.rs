//! The stream of events of a table.

use std::collections::VecDeque;
use std::ops::Range;
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
use crate::live::{Held, Live, TableState, Told};
use crate::room::Room;
use crate::store::Stamp;
use crate::wire::{AfterQuery, EventId, ResetEvent, TableEvent, ThinkingEvent};

/// A client that has missed more moves than this gets the present position instead.
const MISSED: u32 = 100;
/// Missed moves are sent in bunches of so many.
const BUNCH: u32 = 16;
/// People come and go many at a time: who is there is told after this time, once for all of them.
const AUDIENCE_DELAY: Duration = Duration::from_millis(500);

/// From so many spectators on, their events are made once for all of them.
const CROWD: usize = 8;

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
    if let Some(has) = after
        && room.store.is_shared()
    {
        let Stamp { generation, epoch, .. } = live.read().row.stamp;
        if has > (generation, epoch) {
            // Another node has told more than this one has heard of: without this, time would run backwards.
            live.catch_up(&*room.store).await?;
        }
    }
    let held = tokens.held();
    let seats = held.seats(&live.read().row);
    let audience = Audience::enter(&room, &live, seats.clone(), place);
    if !live.read().has_people() {
        // Bots that were among themselves go on.
        room.wake_bot(&live, true);
    }
    let has =
        after.map(|(generation, epoch)| Has { generation, epoch, table: None, thinking: None });
    let bell = live.listen();
    Ok(tell(&room, TableWatcher { live, held, seats, has, _audience: audience }, bell))
}

/// What the client has.
struct Has {
    generation: u32,
    epoch: u32,
    /// What was last told of the table.
    table: Option<Told>,
    /// The seat whose bot was last said to be thinking.
    thinking: Option<u8>,
}

impl Has {
    /// How many moves the client has missed; none if it cannot go on from what it has.
    fn misses(&self, now: Stamp) -> Option<u32> {
        let missed = now.epoch.checked_sub(self.epoch)?;
        (self.generation == now.generation).then_some(missed)
    }
}
struct TableWatcher {
    live: Arc<Live>,
    held: Held,
    /// The seats that those tokens opened when we last looked.
    seats: Vec<u8>,
    /// Nothing before the first `reset`.
    has: Option<Has>,
    _audience: Audience,
}

impl Listener for TableWatcher {
    fn gather(&mut self, ready: &mut VecDeque<Event>) -> bool {
        let live = Arc::clone(&self.live);
        let state = live.read();
        let stamp = state.row.stamp;
        let id: EventId = (stamp.generation, stamp.epoch as usize);
        let held = self.held.seats(&state.row);
        let waits = live.claim_in(&state).is_some();
        let told = (stamp.version, live.spectators(), live.presence.anywhere(), waits);
        if held != self.seats {
            // They went to another device, or to a machine: the client sees through other eyes now.
            self.has = None;
            self.seats.clone_from(&held);
        }
        match &mut self.has {
            Some(has) if has.misses(stamp).is_some_and(|missed| missed <= MISSED) => {
                let until = stamp.epoch.min(has.epoch + BUNCH);
                actions(ready, &live, &state, has.epoch..until, &held);
                has.epoch = until;
                if until < stamp.epoch {
                    return true;
                }
                if has.table != Some(told) {
                    has.table = Some(told);
                    let make = || TableEvent::Table(Box::new(live.body(&state))).sse(id);
                    ready.push_back(match is_crowded(&live) {
                        true => live.last_table.get((stamp.epoch, told), make),
                        false => make(),
                    });
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
        let Some(has) = &mut self.has else { return false };
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
        false
    }

    fn is_behind(&self) -> bool {
        let stamp = self.live.read().row.stamp;
        let missed = self.has.as_ref().and_then(|has| has.misses(stamp)).unwrap_or_default();
        (2..=MISSED).contains(&missed)
    }
}

/// The moves at these epochs, each with the position after it.
fn actions(
    ready: &mut VecDeque<Event>,
    live: &Live,
    state: &TableState,
    epochs: Range<u32>,
    held: &[u8],
) {
    let now = state.row.stamp.epoch;
    // The position after the last move is at hand.
    let earlier = epochs.start as usize..epochs.end.min(now.saturating_sub(1)) as usize;
    if !earlier.is_empty() {
        let mut board = state.at(epochs.start);
        for text in state.game.record().moves.get(earlier).unwrap_or_default() {
            // These very moves were played.
            if board.play(text).is_ok() {
                ready.push_back(action(state, &*board, held));
            }
        }
    }
    if epochs.contains(&now.saturating_sub(1)) {
        let make = || action(state, &*state.game, held);
        // Spectators all see the same.
        ready.push_back(match held.is_empty() && is_crowded(live) {
            true => live.last_action.get((state.row.stamp.generation, now), make),
            false => make(),
        });
    }
}

/// Whether so many watch that an event is worth keeping for the next of them.
fn is_crowded(live: &Live) -> bool {
    live.spectators.load(Relaxed) >= CROWD
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
    /// The seats of whoever listens; none for a spectator.
    seats: Vec<u8>,
    _place: StreamPlace,
}

impl Audience {
    fn enter(room: &Arc<Room>, live: &Arc<Live>, seats: Vec<u8>, place: StreamPlace) -> Self {
        room.metrics.streams.fetch_add(1, Relaxed);
        match seats.is_empty() {
            true => _ = live.spectators.fetch_add(1, Relaxed),
            false => live.presence.enter(&seats),
        }
        ring_soon(room, live);
        Self { room: Arc::clone(room), live: Arc::clone(live), seats, _place: place }
    }
}

impl Drop for Audience {
    fn drop(&mut self) {
        self.room.metrics.streams.fetch_sub(1, Relaxed);
        match self.seats.is_empty() {
            true => _ = self.live.spectators.fetch_sub(1, Relaxed),
            false => self.live.presence.leave(&self.seats),
        }
        ring_soon(&self.room, &self.live);
    }
}

/// Lets everybody know who is there now, a little later and once for many.
fn ring_soon(room: &Arc<Room>, live: &Arc<Live>) {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    if live.ring_is_due.swap(true, Relaxed) {
        return;
    }
    let (room, live) = (Arc::downgrade(room), Arc::downgrade(live));
    runtime.spawn(async move {
        tokio::time::sleep(AUDIENCE_DELAY).await;
        if let (Some(room), Some(live)) = (room.upgrade(), live.upgrade()) {
            live.ring_is_due.store(false, Relaxed);
            room.count_audience(&live, true).await;
        }
    });
}
