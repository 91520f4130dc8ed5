//! What handlers take from requests. What cannot be read is refused like anything else, see `error`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde::de::DeserializeOwned;

use crate::error::{Refusal, bad_request, too_large};
use crate::live::Held;
use crate::room::Room;
use crate::token::Token;

/// A JSON body. An empty one counts as `{}`, for requests that need not say anything.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Room>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, room: &Arc<Room>) -> Result<Self, Refusal> {
        let bytes = bytes(request, room, room.config.limits.body).await?;
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text).map(Self).map_err(|error| bad_request(&error.to_string()))
    }
}

/// A body of plain text, as long as a record may be.
pub(crate) struct Text(pub String);

impl FromRequest<Arc<Room>> for Text {
    type Rejection = Refusal;

    async fn from_request(request: Request, room: &Arc<Room>) -> Result<Self, Refusal> {
        let bytes = bytes(request, room, room.config.limits.record).await?;
        let text = String::from_utf8(bytes.into());
        text.map(Self).map_err(|_| bad_request("it is not text in UTF-8"))
    }
}

async fn bytes(request: Request, room: &Arc<Room>, most: usize) -> Result<Bytes, Refusal> {
    Bytes::from_request(request, room).await.map_err(|rejection| {
        match rejection.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(most),
            _ => bad_request("the body broke off"),
        }
    })
}

/// What stands after the question mark.
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|query| Self(query.0)).map_err(|error| bad_request(&error.body_text()))
    }
}

/// Parts of the address. One that cannot be read names something that is not there.
pub(crate) struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let path = axum::extract::Path::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(|_| crate::error::no_such_route())
    }
}

/// The tokens in the `Authorization` header: one, or several separated by commas for somebody who
/// holds several seats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tokens(pub Vec<Token>);

impl Tokens {
    /// The seats that they may open.
    pub fn held(&self) -> Held {
        Held::new(&self.0)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Tokens {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let header = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let text = header.and_then(|text| text.strip_prefix("Bearer ")).unwrap_or_default();
        // No table has more seats than this; more tokens would only cost us hashing.
        let tokens = text.split(',').map(str::trim).filter(|token| !token.is_empty());
        Ok(Self(tokens.take(game::MAX_SEATS).map(Token::claimed).collect()))
    }
}

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From(pub IpAddr);

impl From {
    /// Only the peer's own address is believed, unless a proxy of ours is in front.
    pub fn of(parts: &axum::http::Extensions, headers: &HeaderMap, trust_proxy: bool) -> Self {
        let peer = parts.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        // Each proxy appends the address that it saw, so the last one is what our own proxy says.
        let list = headers.get("x-forwarded-for").filter(|_| trust_proxy);
        let forwarded =
            list.and_then(|list| list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        Self(forwarded.or(peer).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
    }
}

impl FromRequestParts<Arc<Room>> for From {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, room: &Arc<Room>) -> Result<Self, Refusal> {
        let trust = room.config.limits.trust_forwarded_for;
        Ok(Self::of(&parts.extensions, &parts.headers, trust))
    }
}
