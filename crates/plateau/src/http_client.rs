//! A client for the API of a server: JSON over one connection that is kept, with TLS where the address says https.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Method, Request, Uri, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

/// A server that says nothing for this long does not answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// No answer of the API is as long as this.
const LONGEST: usize = 16 << 20;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// A client of one server.
pub struct HttpClient {
    /// `http` or `https`, the name and the port.
    origin: Uri,
    /// The connection, as long as it lasts.
    sender: Option<SendRequest<Full<Bytes>>>,
}

/// What a server answered.
pub struct HttpAnswer {
    pub status: u16,
    /// Null if the body is empty or no JSON.
    pub body: Value,
    /// Where the answer is to be found instead.
    pub location: Option<String>,
}

impl HttpClient {
    /// A client of the server at an address such as `https://plateau.example.org`; none if it is no such address.
    pub fn new(origin: &str) -> Option<Self> {
        let origin: Uri = origin.parse().ok()?;
        let is_web = matches!(origin.scheme_str(), Some("http" | "https"));
        (is_web && origin.host().is_some()).then_some(Self { origin, sender: None })
    }

    /// Sends a request. The path begins with a slash.
    pub async fn ask(
        &mut self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<HttpAnswer, Failed> {
        let authority = self.origin.authority().map_or("", |authority| authority.as_str());
        let mut request =
            Request::builder().method(method).uri(path).header(header::HOST, authority);
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = body.map_or_else(Bytes::new, |body| Bytes::from(body.to_string()));
        let request = request.body(Full::new(body))?;
        match tokio::time::timeout(PATIENCE, self.send(request)).await {
            Ok(answered) => answered,
            Err(_) => {
                self.sender = None;
                Err(io::Error::from(io::ErrorKind::TimedOut).into())
            }
        }
    }

    async fn send(&mut self, request: Request<Full<Bytes>>) -> Result<HttpAnswer, Failed> {
        let mut sender = match self.sender.take() {
            Some(sender) if sender.is_ready() => sender,
            _ => self.connect().await?,
        };
        let answer = sender.send_request(request).await?;
        let status = answer.status().as_u16();
        let location = answer.headers().get(header::LOCATION);
        let location = location.and_then(|location| Some(location.to_str().ok()?.to_owned()));
        let body = Limited::new(answer.into_body(), LONGEST).collect().await?.to_bytes();
        self.sender = Some(sender);
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        Ok(HttpAnswer { status, body, location })
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, Failed> {
        let tls = self.origin.scheme_str() == Some("https");
        let host = self.origin.host().unwrap_or_default().trim_matches(['[', ']']);
        let port = self.origin.port_u16().unwrap_or(if tls { 443 } else { 80 });
        let stream = TcpStream::connect((host, port)).await?;
        stream.set_nodelay(true)?;
        if tls {
            let name = ServerName::try_from(host.to_owned())?;
            handshake(tls_connector()?.connect(name, stream).await?).await
        } else {
            handshake(stream).await
        }
    }
}

async fn handshake(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
) -> Result<SendRequest<Full<Bytes>>, Failed> {
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // It ends when the sender is dropped or the server hangs up, which the next request notices.
    tokio::spawn(connection);
    Ok(sender)
}

/// TLS that believes whom this machine believes.
fn tls_connector() -> Result<TlsConnector, Failed> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}
