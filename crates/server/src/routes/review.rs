//! The review of a finished game, as a stream.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use tokio::sync::watch;

use crate::error::{Answer, RefusalBody, not_over_yet};
use crate::extract::{From, Path};
use crate::limits::StreamPlace;
use crate::review::{Review, ReviewNews, subject};
use crate::room::Room;
use crate::store::Status;
use crate::wire::ReviewEvent;

/// What the engine thinks of every position of a finished game, and what is said of its moves: `position` events as
/// they come, then one `review` with all. It is made once for all who ask, and kept.
#[utoipa::path(get, path = "/tables/{id}/review", tag = "study", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = ReviewEvent,
               description = "a stream of these; `event` and `data` are the stream's own fields"),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody),
              (status = 429, body = RefusalBody)))]
pub(crate) async fn review(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    From(address): From,
) -> Answer<impl IntoResponse> {
    let live = room.table(&id).await?;
    let over = |state: &crate::live::TableState| match state.row.progress.status {
        Status::Over => Ok(()),
        _ => Err(not_over_yet()),
    };
    room.look(&live, over).await?;
    let place = room.limiter.stream(address)?;
    let known = room.store.thought(&subject(&id)).await.unwrap_or_default();
    let mut ready = VecDeque::new();
    let making = match known {
        Some(text) => {
            ready.push_back(Event::default().event("review").data(text));
            None
        }
        None => {
            let review = room.reviews.of(&room, &live);
            let bell = review.listen();
            Some((review, bell))
        }
    };
    let listener = ReviewListener { room, making, ready, heard: 0, _place: place };
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok::<_, Infallible>(event), listener))
    });
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // Proxies must pass events on as they come.
    Ok(([("x-accel-buffering", "no"), ("cache-control", "no-store")], sse))
}

struct ReviewListener {
    room: Arc<Room>,
    /// The review that is being made; none once all of it is told.
    making: Option<(Arc<Review>, watch::Receiver<u64>)>,
    ready: VecDeque<Event>,
    heard: usize,
    _place: StreamPlace,
}

impl ReviewListener {
    async fn next(&mut self) -> Option<Event> {
        let mut closing = self.room.closing();
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            let (review, bell) = self.making.as_mut()?;
            bell.mark_unchanged();
            match review.news(self.heard) {
                ReviewNews::Positions(positions) => {
                    self.heard += positions.len();
                    // Our own bodies always serialize.
                    let text = |body| serde_json::to_string(body).unwrap_or_default();
                    let event = |body| Event::default().event("position").data(text(body));
                    self.ready.extend(positions.iter().map(event));
                }
                ReviewNews::Whole(text) => {
                    self.ready.push_back(Event::default().event("review").data(&*text));
                    self.making = None;
                }
                // Whoever asks again begins a new one.
                ReviewNews::Failed => return None,
                ReviewNews::Nothing => tokio::select! {
                    rung = bell.changed() => rung.ok()?,
                    _ = closing.wait_for(|closing| *closing) => return None,
                },
            }
        }
    }
}
