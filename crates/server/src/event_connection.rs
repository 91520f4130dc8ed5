//! A connection that carries a stream of events from now on.
//!
//! Such a connection stays open for hours and says little, and hyper would keep two buffers of 8 KiB for it. So once a
//! handler has answered with a stream of events, the connection is taken back from hyper, and the answer is written
//! here: the same HTTP/1.1, a third of the memory.

use std::fmt::Write;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, Version, header};
use futures_util::StreamExt;
use jiff::Timestamp;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Where a handler's answer waits for its connection.
#[derive(Clone, Default)]
pub(crate) struct Handover(Arc<Mutex<Option<Response<Body>>>>);

impl Handover {
    /// Whether the answer to this request may be taken out of hyper's hands: it has a body, which may come in chunks.
    pub fn is_possible<B>(request: &Request<B>) -> bool {
        request.version() == Version::HTTP_11 && request.method() != Method::HEAD
    }

    /// Puts an answer here if it is a stream of events; gives any other back.
    pub fn offer(&self, response: Response<Body>) -> Option<Response<Body>> {
        if !is_event_stream(&response) {
            return Some(response);
        }
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(response);
        None
    }

    /// The answer that waits here.
    pub fn take(&self) -> Option<Response<Body>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn is_event_stream(response: &Response<Body>) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let streams = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    streams && response.status() == StatusCode::OK
}

/// Writes the answer until its stream ends or the client hangs up.
pub(crate) async fn serve(
    connection: impl AsyncRead + AsyncWrite,
    response: Response<Body>,
) -> io::Result<()> {
    let connection = pin!(connection);
    let (mut incoming, mut outgoing) = tokio::io::split(connection);
    let (parts, body) = response.into_parts();
    outgoing.write_all(head(&parts.headers).as_bytes()).await?;
    drop(parts);
    let mut events = body.into_data_stream();
    let write = async {
        while let Some(event) = events.next().await {
            outgoing.write_all(&chunk(&event.map_err(io::Error::other)?)).await?;
            outgoing.flush().await?;
        }
        outgoing.write_all(b"0\r\n\r\n").await?;
        outgoing.shutdown().await
    };
    // A client says nothing more on this connection, but it hangs up.
    let read = async {
        let mut ignored = [0; 64];
        while incoming.read(&mut ignored).await? > 0 {}
        Ok(())
    };
    tokio::select! {
        written = write => written,
        gone = read => gone,
    }
}

fn head(headers: &HeaderMap) -> String {
    let mut head = String::from("HTTP/1.1 200 OK\r\n");
    // Those that concern a single connection are written below; another node's answer brings its own.
    let of_a_connection =
        [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH, header::DATE];
    for (name, value) in headers.iter().filter(|(name, _)| !of_a_connection.contains(name)) {
        // Ours are all text.
        let _ = write!(head, "{name}: {}\r\n", String::from_utf8_lossy(value.as_bytes()));
    }
    let date = Timestamp::now().strftime("%a, %d %b %Y %H:%M:%S GMT");
    let _ = write!(head, "date: {date}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n");
    head
}

/// A part of the body in chunked coding, in one piece so that it goes out in one packet.
fn chunk(data: &Bytes) -> Vec<u8> {
    let mut chunk = Vec::with_capacity(data.len() + 16);
    if !data.is_empty() {
        chunk.extend_from_slice(format!("{:x}\r\n", data.len()).as_bytes());
        chunk.extend_from_slice(data);
        chunk.extend_from_slice(b"\r\n");
    }
    chunk
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    fn answer(events: &'static [&'static str]) -> Response<Body> {
        let events = events.iter().map(|event| Ok::<_, io::Error>(*event));
        let response = Response::builder()
            .header("content-type", "text/event-stream")
            .header("transfer-encoding", "chunked");
        response.body(Body::from_stream(stream::iter(events))).expect("an answer")
    }

    #[tokio::test]
    async fn events_are_written_as_chunks_and_end() {
        let (ours, mut theirs) = tokio::io::duplex(1 << 16);
        serve(ours, answer(&["data: 1\n\n", "", "data: two\n\n"])).await.expect("it is read");
        let mut text = String::new();
        theirs.read_to_string(&mut text).await.expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ndate: "));
        assert!(
            head.ends_with(" GMT\r\nconnection: close\r\ntransfer-encoding: chunked"),
            "{head}"
        );
        assert_eq!(body, "9\r\ndata: 1\n\n\r\nb\r\ndata: two\n\n\r\n0\r\n\r\n");
    }

    #[tokio::test]
    async fn it_ends_when_the_client_hangs_up() {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let quiet = Body::from_stream(stream::pending::<Result<Bytes, io::Error>>());
        let serving = tokio::spawn(serve(ours, Response::new(quiet)));
        drop(theirs);
        let _ = serving.await.expect("no panic");
    }

    #[test]
    fn only_streams_of_events_are_handed_over() {
        let handover = Handover::default();
        assert!(handover.offer(Response::new(Body::empty())).is_some());
        assert!(handover.take().is_none());
        assert!(handover.offer(answer(&[])).is_none());
        assert!(handover.take().is_some());
        assert!(handover.take().is_none());
        let get = |method, version| {
            let request = Request::builder().method(method).version(version).body(());
            Handover::is_possible(&request.expect("a request"))
        };
        assert!(get(Method::POST, Version::HTTP_11));
        assert!(!get(Method::HEAD, Version::HTTP_11));
        assert!(!get(Method::GET, Version::HTTP_10));
    }
}
