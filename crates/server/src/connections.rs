//! Connections: accepting them, how many there may be, and how long a silent one stays.
//!
//! A client that sends its request head too slowly, or does not read what it is sent, is cut off. Without this a
//! thousand connections that say nothing would keep everybody else out.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower_service::Service;

use crate::config::ConnectionConfig;
use crate::event_connection::{self, Handover};
use crate::limits::{ConnectionPlace, RateLimiter};

/// Bytes of a request's head at most.
const HEAD: usize = 64 * 1024;
/// After a failure to accept, as when files have run out, we wait so long.
const PAUSE: Duration = Duration::from_millis(100);
/// Refused connections are logged this often at most.
const LOG_EVERY: Duration = Duration::from_secs(10);

/// Serves connections until `closing` becomes true; then finishes the requests that are under way.
pub(crate) async fn serve(
    listener: TcpListener,
    service: Router,
    config: ConnectionConfig,
    limiter: Arc<RateLimiter>,
    mut closing: watch::Receiver<bool>,
) {
    let most = config.most.min(files_allowed());
    let open = Arc::new(AtomicUsize::new(0));
    let mut refused = RefusedCount::default();
    // Each connection holds a receiver: the sender knows when the last one is gone.
    let (all, one) = watch::channel(());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closed(&mut closing) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let place = limiter.connection(peer.ip(), open.load(Relaxed), most);
        let Some(place) = place else {
            refused.one_more(peer, open.load(Relaxed));
            continue;
        };
        let held = (OpenConnection::take(&open, place), one.clone());
        tokio::spawn(handle(stream, peer, service.clone(), config.clone(), closing.clone(), held));
    }
    drop((listener, one));
    all.closed().await;
}

/// Serves one connection, and holds its place until it ends.
///
/// Each of thousands of streams is one of these: whatever is moved between two variables here is in memory twice.
async fn handle(
    stream: TcpStream,
    peer: SocketAddr,
    service: Router,
    config: ConnectionConfig,
    closing: watch::Receiver<bool>,
    _held: (OpenConnection, watch::Receiver<()>),
) {
    // Moves are small and must be sent at once: no Nagle's algorithm.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "nodelay");
    }
    // Boxed: what hyper needs is freed when a stream of events begins.
    let answered = Box::pin(answer_requests(stream, peer, service, config, closing)).await;
    let served = match answered {
        Ok(Some((stream, response))) => event_connection::serve(stream, response).await,
        Ok(None) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    };
    if let Err(error) = served {
        // Clients hang up in many ways, and none of them concerns us.
        tracing::debug!(%error, %peer, "a connection ended");
    }
}

/// Answers requests until the connection ends, or until one is answered by a stream of events: that is given back
/// unsent, with the connection to send it on.
async fn answer_requests(
    stream: TcpStream,
    peer: SocketAddr,
    service: Router,
    config: ConnectionConfig,
    mut closing: watch::Receiver<bool>,
) -> hyper::Result<Option<(Patient, Response)>> {
    let handover = Handover::default();
    let offered = handover.clone();
    let answer = move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let (mut service, offered) = (service.clone(), offered.clone());
        async move {
            let possible = Handover::is_possible(&request);
            let response = service.call(request).await?;
            let kept = if possible { offered.offer(response) } else { Some(response) };
            match kept {
                Some(response) => Ok::<_, Infallible>(response),
                // The connection is taken away from here.
                None => std::future::pending().await,
            }
        }
    };
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // It runs from the end of the last answer as well, so it bounds how long a connection is idle.
        .header_read_timeout(config.head)
        .max_buf_size(HEAD)
        .serve_connection(
            TokioIo::new(Patient { stream, timeout: config.write, stalled: None }),
            hyper::service::service_fn(answer),
        );
    let mut closed = std::pin::pin!(closed(&mut closing));
    let mut is_open = true;
    let response = poll_fn(|context| {
        if is_open && closed.as_mut().poll(context).is_ready() {
            is_open = false;
            Pin::new(&mut connection).graceful_shutdown();
        }
        let served = Pin::new(&mut connection).poll(context);
        match handover.take() {
            Some(response) => Poll::Ready(Ok(Some(response))),
            None => served.map_ok(|()| None),
        }
    });
    let response = response.await?;
    Ok(response.map(|response| (connection.into_parts().io.into_inner(), response)))
}

/// Completes when the server shuts down.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error means that the server is gone already.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// One of the connections that are open.
struct OpenConnection {
    open: Arc<AtomicUsize>,
    _of_its_address: ConnectionPlace,
}

impl OpenConnection {
    fn take(open: &Arc<AtomicUsize>, of_its_address: ConnectionPlace) -> Self {
        open.fetch_add(1, Relaxed);
        Self { open: Arc::clone(open), _of_its_address: of_its_address }
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Relaxed);
    }
}

/// Connections that were refused since that was last logged.
#[derive(Default)]
struct RefusedCount {
    count: usize,
    logged: Option<Instant>,
}

impl RefusedCount {
    fn one_more(&mut self, peer: SocketAddr, open: usize) {
        self.count += 1;
        if self.logged.is_none_or(|at| at.elapsed() >= LOG_EVERY) {
            let address = peer.ip();
            tracing::warn!(refused = self.count, open, %address, "too many connections; the last from this address");
            (self.count, self.logged) = (0, Some(Instant::now()));
        }
    }
}

/// How many connections the system lets us have, once we have asked for as many as we may.
pub fn files_allowed() -> usize {
    /// For the database, the page and whatever else is opened.
    const OTHER_FILES: u64 = 128;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.unwrap_or(1 << 20).min(1 << 20);
        if limit.current.is_some_and(|current| current < wanted) {
            limit.current = Some(wanted);
            if let Err(error) = setrlimit(Resource::Nofile, limit) {
                tracing::debug!(%error, "the limit of open files stays");
            }
        }
        let current = getrlimit(Resource::Nofile).current.unwrap_or(1 << 20);
        usize::try_from(current.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX).max(64)
    }
    #[cfg(not(target_os = "linux"))]
    {
        usize::try_from(1024 - OTHER_FILES).unwrap_or(usize::MAX)
    }
}

/// A connection that fails when the other side does not read what it is sent.
struct Patient {
    stream: TcpStream,
    timeout: Duration,
    /// Runs while something waits to be written.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        wrote: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if wrote.is_ready() {
            self.stalled = None;
            return wrote;
        }
        let timeout = self.timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
