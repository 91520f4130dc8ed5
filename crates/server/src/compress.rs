//! Long JSON answers are sent compressed to whoever can read that. Streams of events are not: they are no JSON, and have
//! no length. Neither are short answers: they would gain little, and the tokens of seats are among them, which must not be
//! compressed beside text that somebody else has chosen.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::error::unavailable;

/// From so many bytes on it pays.
const LEAST: u64 = 4 * 1024;

/// Compresses an answer, if it is worth it.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let wanted = accepts_gzip(request.headers());
    let mut answer = next.run(request).await;
    let Some(length) = worth(&answer) else { return answer };
    answer.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !wanted {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    // It is in memory already: it has an exact length.
    let Ok(bytes) = to_bytes(body, length).await else { return unavailable().into_response() };
    let plain = bytes.clone();
    // Some milliseconds for the longest ones: not where requests are answered.
    let packed = tokio::task::spawn_blocking(move || gzip(&plain)).await.ok().flatten();
    let Some(packed) = packed else { return Response::from_parts(parts, Body::from(bytes)) };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(packed))
}

/// The length of an answer that is to be compressed.
fn worth(answer: &Response) -> Option<usize> {
    let headers = answer.headers();
    let kind = headers.get(header::CONTENT_TYPE)?.as_bytes();
    if !kind.starts_with(b"application/json") || headers.contains_key(header::CONTENT_ENCODING) {
        return None;
    }
    let length = answer.body().size_hint().exact().filter(|&length| length >= LEAST)?;
    usize::try_from(length).ok()
}

/// Whether `gzip` is among what is accepted, and not with a weight of zero.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.trim().trim_start_matches("q=").parse() == Ok(0.0);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail; if it did, the answer would be sent as it is.
    encoder.write_all(bytes).and_then(|()| encoder.finish()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_accepted_is_read_as_http_has_it() {
        for (said, accepted) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("deflate, gzip;q=0", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(said));
            assert_eq!(accepts_gzip(&headers), accepted, "{said:?}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
