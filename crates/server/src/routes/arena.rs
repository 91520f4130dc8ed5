//! How strong computer players are: measured ratings, and ladders that grow.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::Event;

use super::stream::{Listener, tell};
use crate::error::{Answer, RefusalBody};
use crate::extract::From;
use crate::limits::StreamPlace;
use crate::room::Room;
use crate::wire::{ArenaBody, LaddersEvent};

/// The measured ratings of all levels, and the host's ladders.
#[utoipa::path(get, path = "/arena", operation_id = "arena", tag = "games",
    responses((status = 200, body = ArenaBody)))]
pub(crate) async fn show(State(room): State<Arc<Room>>) -> Json<ArenaBody> {
    Json(ArenaBody::of(&room.ladders.all()))
}

/// The host's ladders as server-sent events: all of them at once, and again whenever one has grown.
#[utoipa::path(get, path = "/arena/events", operation_id = "arena_events", tag = "games",
    responses((status = 200, content_type = "text/event-stream", body = LaddersEvent,
               description = "a stream of these; `event` and `data` are the stream's own fields"),
              (status = 429, body = RefusalBody)))]
pub(crate) async fn events(
    State(room): State<Arc<Room>>,
    From(address): From,
) -> Answer<impl IntoResponse> {
    let place = room.limiter.stream(address)?;
    let bell = room.ladders.listen();
    let listener = LaddersListener { room: Arc::clone(&room), _place: place };
    Ok(tell(&room, listener, bell))
}

struct LaddersListener {
    room: Arc<Room>,
    _place: StreamPlace,
}

impl Listener for LaddersListener {
    fn gather(&mut self, ready: &mut VecDeque<Event>) -> bool {
        // Our own bodies always serialize.
        let text = serde_json::to_string(&*self.room.ladders.all()).unwrap_or_default();
        ready.push_back(Event::default().event("ladders").data(text));
        false
    }

    fn is_behind(&self) -> bool {
        false
    }
}
