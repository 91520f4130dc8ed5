//! Streams of server-sent events.
//!
//! A stream does not collect messages: it remembers what its client has and, when a bell rings, sends
//! whatever is missing. So a slow client cannot fill our memory, and one that comes back misses nothing.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use tokio::sync::watch;

/// Somebody who is told of something, and what they have of it.
pub(super) trait Listener: Send + 'static {
    /// Compares what the client has with what there is, and adds what is missing.
    fn gather(&mut self, ready: &mut VecDeque<Event>);
}

/// Tells a listener what there is, and again whenever the bell rings, until the server shuts down.
pub(super) fn tell<L: Listener>(
    listener: L,
    bell: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
) -> impl IntoResponse {
    let stream = Stream { listener, bell, closing, ready: VecDeque::new(), begun: false };
    let events = stream::unfold(stream, |mut stream| async move {
        let event = stream.next().await?;
        Some((Ok::<_, Infallible>(event), stream))
    });
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // Proxies must pass events on as they come.
    ([("x-accel-buffering", "no"), ("cache-control", "no-store")], sse)
}

struct Stream<L> {
    listener: L,
    bell: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    ready: VecDeque<Event>,
    begun: bool,
}

impl<L: Listener> Stream<L> {
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
            self.listener.gather(&mut self.ready);
        }
    }
}

/// The two numbers of an event's id.
pub(super) fn read_id<B: std::str::FromStr>(text: &str) -> Option<(u32, B)> {
    let (a, b) = text.split_once('.')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}
