//! Streams of server-sent events.
//!
//! A stream does not collect messages: it remembers what its client has and, when a bell rings, sends
//! whatever is missing. So a slow client cannot fill our memory, and one that comes back misses nothing.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;
use tokio::sync::watch;

use crate::room::Room;
use crate::work::Payer;

/// Somebody who is told of something, and what they have of it.
pub(super) trait Listener: Send + 'static {
    /// Compares what the client has with what there is, and adds what is missing: a bounded number of events, since
    /// they are kept until the client has read them. Says whether more is missing.
    fn gather(&mut self, ready: &mut VecDeque<Event>) -> bool;

    /// Whether so much is missing that gathering it takes long.
    fn is_behind(&self) -> bool;
}

/// Tells a listener what there is, and again whenever the bell rings, until the server shuts down.
pub(super) fn tell<L: Listener>(
    room: &Arc<Room>,
    listener: L,
    bell: watch::Receiver<u64>,
) -> impl IntoResponse + use<L> {
    let stream = Stream {
        room: Arc::clone(room),
        payer: Payer::current(),
        listener: Some(listener),
        bell,
        closing: room.closing(),
        ready: VecDeque::new(),
        more: true,
    };
    let events = stream::unfold(stream, |mut stream| async move {
        let event = stream.next().await?;
        Some((Ok::<_, Infallible>(event), stream))
    });
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    // Proxies must pass events on as they come.
    ([("x-accel-buffering", "no"), ("cache-control", "no-store")], sse)
}

struct Stream<L> {
    room: Arc<Room>,
    payer: Payer,
    /// None only while it is at work elsewhere.
    listener: Option<L>,
    bell: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    ready: VecDeque<Event>,
    /// More is missing than is ready.
    more: bool,
}

impl<L: Listener> Stream<L> {
    /// The next event; nothing once the server shuts down.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if !self.more {
                tokio::select! {
                    rung = self.bell.changed() => rung.ok()?,
                    _ = self.closing.wait_for(|closing| *closing) => return None,
                }
            }
            self.bell.mark_unchanged();
            self.gather().await?;
        }
    }

    async fn gather(&mut self) -> Option<()> {
        let mut listener = self.listener.take()?;
        if listener.is_behind() {
            let mut waiting = Some(listener);
            // Boxed: thousands of streams would each keep room for it, and few are ever behind.
            let gathered = Box::pin(self.room.replays.run_for(self.payer, move || {
                let mut listener = waiting.take()?;
                let mut ready = VecDeque::new();
                let more = listener.gather(&mut ready);
                Some((listener, ready, more))
            }));
            // A client that is cut off here comes back and goes on from what it has.
            (listener, self.ready, self.more) = gathered.await.ok()?;
        } else {
            self.more = listener.gather(&mut self.ready);
        }
        self.listener = Some(listener);
        Some(())
    }
}

/// The two numbers of an event's id.
pub(super) fn read_id<B: std::str::FromStr>(text: &str) -> Option<(u32, B)> {
    let (a, b) = text.split_once('.')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}
