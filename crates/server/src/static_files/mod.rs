//! The files of the web page: embedded in the program, or read from a folder during development.
//!
//! People get the page bundled; `?plain` gives its sources as they are written.

mod bundle;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use bundle::{Bundle, Part, Sources, bundle};

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The first segments of the addresses that the page itself handles.
const PAGE_ROUTES: [&str; 10] = [
    "new", "table", "race", "analysis", "thoughts", "learn", "puzzles", "arena", "games", "arcade",
];

/// The script that sets theme and language before the first paint.
const EARLY: &str = "early.js";
const EARLY_TAG: &str = "<script src=\"/early.js\"></script>";
const APP_TAG: &str = "<script type=\"module\" src=\"/app.js\"></script>";

/// The files, ready to be sent.
pub(crate) struct StaticFiles {
    folder: Option<PathBuf>,
    page: RwLock<Arc<Page>>,
}

/// One state of the page's sources.
struct Page {
    /// When a source was last changed; nothing for the embedded ones.
    changed: Option<SystemTime>,
    /// The embedded files and those of the bundle, by name.
    files: HashMap<String, File>,
    index: Index,
    policy: HeaderValue,
}

/// The page's document.
struct Index {
    plain: String,
    /// None if the sources cannot be bundled.
    bundled: Option<(String, Bundle)>,
}

struct File {
    bytes: Cow<'static, [u8]>,
    /// Only if it is smaller.
    gzip: Option<Vec<u8>>,
    etag: String,
    /// Its name changes with its content.
    lasting: bool,
}

impl File {
    fn new(bytes: Cow<'static, [u8]>) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail; if it did, the file would be sent uncompressed.
        let gzip = encoder.write_all(&bytes).and_then(|()| encoder.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() < bytes.len());
        let etag = format!("\"{}\"", digest(&bytes));
        Self { bytes, gzip, etag, lasting: false }
    }
}

/// A short name for a content.
fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

impl Page {
    fn new(
        sources: &Sources,
        mut files: HashMap<String, File>,
        changed: Option<SystemTime>,
    ) -> Self {
        let text = |name: &str| sources.get(name).cloned().unwrap_or_default();
        let early = text(EARLY);
        let plain = text("index.html");
        let bundled = match bundle(sources, |text| digest(text.as_bytes())) {
            Ok(bundle) => {
                for (name, text) in bundle.files.values().flatten() {
                    let file = File::new(Cow::Owned(text.clone().into_bytes()));
                    let name = name.trim_start_matches('/').to_owned();
                    files.insert(name, File { lasting: true, ..file });
                }
                Some((bundled_index(&plain, &early, &bundle), bundle))
            }
            Err(error) => {
                tracing::warn!(%error, "the page is served as it is written");
                None
            }
        };
        let hash = STANDARD.encode(Sha256::digest(early.as_bytes()));
        let policy = format!(
            "default-src 'none'; script-src 'self' 'sha256-{hash}'; style-src 'self'; \
             img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; \
             manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        );
        let policy = HeaderValue::from_str(&policy)
            .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"));
        Self { changed, files, index: Index { plain, bundled }, policy }
    }

    /// The page as it is embedded in the program.
    fn embedded() -> Self {
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let sources = FILES.iter().map(|&(name, bytes)| (name.to_owned(), text(bytes))).collect();
        let file = |bytes| File::new(Cow::Borrowed(bytes));
        let files = FILES.iter().map(|&(name, bytes)| (name.to_owned(), file(bytes))).collect();
        Self::new(&sources, files, None)
    }

    /// The page as it stands in a folder.
    fn of(folder: &Path, changed: Option<SystemTime>) -> Self {
        let mut sources = Sources::new();
        walk(folder, &mut |path| {
            let name =
                path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
            // Pictures are no text, and take no part in a bundle.
            if let Ok(text) = fs::read_to_string(path) {
                sources.insert(name, text);
            }
        });
        Self::new(&sources, HashMap::new(), changed)
    }
}

/// Calls for every file under a folder.
fn walk(folder: &Path, each: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, each);
        } else {
            each(&path);
        }
    }
}

/// When something in a folder was last changed.
fn last_change(folder: &Path) -> Option<SystemTime> {
    let mut last = None;
    walk(folder, &mut |path| {
        let changed = fs::metadata(path).and_then(|about| about.modified()).ok();
        last = last.max(changed);
    });
    last
}

/// The document with the bundle's files instead of the sources.
fn bundled_index(plain: &str, early: &str, bundle: &Bundle) -> String {
    let mut lines = Vec::new();
    for line in plain.lines() {
        if line.contains("rel=\"stylesheet\"") || line.contains("rel=\"modulepreload\"") {
            continue;
        }
        if line.contains(EARLY_TAG) {
            lines.push(line.replace(EARLY_TAG, &format!("<script>{early}</script>")));
        } else if line.contains(APP_TAG) {
            let (style, script) = (bundle.style(Part::App), bundle.script(Part::App));
            lines.push(format!("  <link rel=\"stylesheet\" href=\"{style}\">"));
            lines.push(format!("  <script type=\"module\" src=\"{script}\"></script>"));
        } else {
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// What a browser can fetch together with the first part, for the page at an address.
fn ahead(bundle: &Bundle, path: &str) -> String {
    let segments: Vec<&str> = path.split('/').collect();
    let part = match segments[..] {
        ["table" | "analysis", _] | ["learn", _, _] => Part::Play,
        ["arcade", ..] | ["race", _] => Part::Arcade,
        _ => return String::new(),
    };
    let (script, style) = (bundle.script(part), bundle.style(part));
    format!(
        "  <link rel=\"modulepreload\" href=\"{script}\">\n  \
         <link rel=\"preload\" as=\"style\" href=\"{style}\">\n"
    )
}

impl StaticFiles {
    /// Compresses the embedded files once. With a folder, files are read at every request instead.
    pub fn new(folder: Option<PathBuf>) -> Self {
        let page = match &folder {
            Some(folder) => Page::of(folder, last_change(folder)),
            None => Page::embedded(),
        };
        Self { folder, page: RwLock::new(Arc::new(page)) }
    }

    /// Whether there is such a file.
    pub fn has(&self, name: &str) -> bool {
        self.page().files.contains_key(name)
            || self.folder.as_ref().is_some_and(|folder| folder.join(name).is_file())
    }

    /// What browsers may load and run.
    pub fn policy(&self) -> HeaderValue {
        self.page().policy.clone()
    }

    fn page(&self) -> Arc<Page> {
        Arc::clone(&self.page.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The page, bundled again if its folder has changed.
    fn fresh(&self) -> Arc<Page> {
        let page = self.page();
        let Some(folder) = &self.folder else { return page };
        let changed = last_change(folder);
        if changed == page.changed {
            return page;
        }
        let page = Arc::new(Page::of(folder, changed));
        *self.page.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&page);
        page
    }

    /// The answer to an address outside the API. A path without a file extension is for the page's own router, which
    /// also shows a message for unknown addresses. `head` is added to the document's.
    pub fn answer(&self, uri: &Uri, asked: &HeaderMap, head: &str) -> Response<Body> {
        let path = uri.path().trim_start_matches('/');
        if let Some(answer) = self.file(path, asked) {
            return answer;
        }
        let first = path.split('/').next().unwrap_or_default();
        let place = path.is_empty() || PAGE_ROUTES.contains(&first);
        if !place && path.contains('.') {
            return not_found();
        }
        let mut index = self.index(uri, asked, head);
        if !place && index.status() == StatusCode::OK {
            *index.status_mut() = StatusCode::NOT_FOUND;
        }
        index
    }

    /// The page's document for an address.
    fn index(&self, uri: &Uri, asked: &HeaderMap, head: &str) -> Response<Body> {
        let page = self.fresh();
        let plain = uri.query() == Some("plain");
        let text = match &page.index.bundled {
            Some((index, bundle)) if !plain => {
                let ahead = ahead(bundle, uri.path().trim_start_matches('/'));
                index.replacen("</head>", &format!("{ahead}{head}</head>"), 1)
            }
            _ => page.index.plain.replacen("</head>", &format!("{head}</head>"), 1),
        };
        send("index.html", &File::new(Cow::Owned(text.into_bytes())), asked)
    }

    fn file(&self, name: &str, asked: &HeaderMap) -> Option<Response<Body>> {
        if name.is_empty() || name == "index.html" {
            return None;
        }
        if let Some(file) = self.page().files.get(name) {
            return Some(send(name, file, asked));
        }
        let folder = self.folder.as_ref()?;
        let inside = Path::new(name).components().all(|c| matches!(c, Component::Normal(_)));
        let bytes = fs::read(folder.join(name)).ok().filter(|_| inside)?;
        Some(send(name, &File::new(Cow::Owned(bytes)), asked))
    }
}

fn send(name: &str, file: &File, asked: &HeaderMap) -> Response<Body> {
    let header = |name| asked.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(name)));
    // Browsers revalidate every time and almost always get "not modified", so an update is seen at once.
    let kept = if file.lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
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
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_page_can_be_bundled() {
        let page = Page::embedded();
        let (index, bundle) = page.index.bundled.expect("the page's sources can be bundled");
        for (name, text) in bundle.files.values().flatten() {
            assert!(!text.is_empty(), "{name}");
            assert!(page.files.contains_key(name.trim_start_matches('/')), "{name}");
        }
        assert!(
            index.contains(bundle.script(Part::App)) && index.contains(bundle.style(Part::App))
        );
        assert!(!index.contains("/app.js\"") && !index.contains("/style/"), "{index}");
        assert!(ahead(&bundle, "table/abc").contains(bundle.script(Part::Play)));
    }
}
