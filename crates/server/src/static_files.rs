//! The files of the web page: embedded in the program, or read from a folder during development.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The first segments of the addresses that the page itself handles.
const PAGE_ROUTES: [&str; 7] = ["new", "table", "race", "analysis", "learn", "games", "arcade"];

/// The files, ready to be sent.
pub(crate) struct StaticFiles {
    files: HashMap<&'static str, File>,
    folder: Option<PathBuf>,
}

struct File {
    bytes: Cow<'static, [u8]>,
    /// Only if it is smaller.
    gzip: Option<Vec<u8>>,
    etag: String,
}

impl File {
    fn new(bytes: Cow<'static, [u8]>) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the file would be sent uncompressed.
        let gzip = encoder.write_all(&bytes).and_then(|()| encoder.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() < bytes.len());
        let digest = Sha256::digest(&bytes);
        let etag = digest.iter().take(8).fold(String::from("\""), |mut etag, byte| {
            etag.push_str(&format!("{byte:02x}"));
            etag
        });
        Self { bytes, gzip, etag: etag + "\"" }
    }
}

impl StaticFiles {
    /// Compresses the embedded files once. With a folder, files are read at every request instead.
    pub fn new(folder: Option<PathBuf>) -> Self {
        let files =
            FILES.iter().map(|&(name, bytes)| (name, File::new(Cow::Borrowed(bytes)))).collect();
        Self { files, folder }
    }

    /// The answer to a path outside the API. A path without a file extension is for the page's own router, which also
    /// shows a message for unknown addresses.
    pub fn answer(&self, path: &str, asked: &HeaderMap) -> Response<Body> {
        let path = path.trim_start_matches('/');
        if let Some(answer) = self.file(path, asked) {
            return answer;
        }
        let first = path.split('/').next().unwrap_or_default();
        let place = path.is_empty() || PAGE_ROUTES.contains(&first);
        match self.file("index.html", asked) {
            Some(index) if place => index,
            Some(mut index) if !path.contains('.') && index.status() == StatusCode::OK => {
                *index.status_mut() = StatusCode::NOT_FOUND;
                index
            }
            _ => not_found(),
        }
    }

    fn file(&self, name: &str, asked: &HeaderMap) -> Option<Response<Body>> {
        if name.is_empty() {
            return None;
        }
        match &self.folder {
            Some(folder) => {
                let inside =
                    Path::new(name).components().all(|c| matches!(c, Component::Normal(_)));
                let bytes = std::fs::read(folder.join(name)).ok().filter(|_| inside)?;
                Some(send(name, &File::new(Cow::Owned(bytes)), asked))
            }
            None => Some(send(name, self.files.get(name)?, asked)),
        }
    }
}

fn send(name: &str, file: &File, asked: &HeaderMap) -> Response<Body> {
    let header = |name| asked.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    // Browsers revalidate every time and almost always get "not modified", so an update is seen at once.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(&file.etag) {
        headers.insert(header::ETAG, etag);
    }
    if header(header::IF_NONE_MATCH).is_some_and(|known| known.contains(&file.etag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    let zipped = header(header::ACCEPT_ENCODING).is_some_and(|these| these.contains("gzip"));
    *response.body_mut() = match &file.gzip {
        Some(gzip) if zipped => {
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Body::from(gzip.clone())
        }
        _ => match &file.bytes {
            Cow::Borrowed(bytes) => Body::from(*bytes),
            Cow::Owned(bytes) => Body::from(bytes.clone()),
        },
    };
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn not_found() -> Response<Body> {
    const TEXT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Plateau</title>\
        <h1>There is nothing here</h1><p>Il n’y a rien ici.</p><p><a href=\"/\">Plateau</a></p>";
    let mut response = Response::new(Body::from(TEXT));
    *response.status_mut() = StatusCode::NOT_FOUND;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}
