//! What handlers take from requests. What cannot be read is refused like anything else, see `error`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use game::Words;
use serde::de::DeserializeOwned;

use crate::config::ServerLimits;
use crate::error::{Refusal, bad_request, not_json, not_parsed, too_large, too_slow};
use crate::limits::BodyPlace;
use crate::live::Held;
use crate::races::FromNode;
use crate::room::Room;
use crate::token::Token;
use crate::work::LongPlace;

/// A JSON body. An empty one counts as `{}`, for requests that need not say anything.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Room>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, room: &Arc<Room>) -> Result<Self, Refusal> {
        let json = is_json(request.headers());
        let bytes = bytes(request, room, room.config.limits.body).await?;
        from_json(&bytes, json).map(Self)
    }
}

/// A JSON body that may be as long as a record, for studies.
pub(crate) struct LongBody<T> {
    pub wish: T,
    /// Held until the body is no longer needed; short ones need none.
    pub _place: Option<(BodyPlace, LongPlace)>,
}

impl<T: DeserializeOwned> FromRequest<Arc<Room>> for LongBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, room: &Arc<Room>) -> Result<Self, Refusal> {
        let (json, limits) = (is_json(request.headers()), &room.config.limits);
        let length = length(request.headers());
        let is_long = length.is_none_or(|length| length > limits.body);
        let from = From::of(request.extensions(), request.headers(), limits);
        let place = if is_long { Some(long_place(from, length, room).await?) } else { None };
        let bytes = bytes(request, room, limits.record).await?;
        Ok(Self { wish: from_json(&bytes, json)?, _place: place })
    }
}

fn from_json<T: DeserializeOwned>(bytes: &[u8], json: bool) -> Result<T, Refusal> {
    if !bytes.is_empty() && !json {
        // Browsers send any other kind across sites without asking us first.
        return Err(not_json());
    }
    let text: &[u8] = if bytes.is_empty() { b"{}" } else { bytes };
    serde_json::from_slice(text).map_err(|error| not_parsed(&error.to_string()))
}

/// How long a request says its body is.
fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Waits until there is room for a long body from this address.
async fn long_place(
    From(address): From,
    length: Option<usize>,
    room: &Room,
) -> Result<(BodyPlace, LongPlace), Refusal> {
    let most = room.config.limits.record;
    let place = room.limiter.long_body(address)?;
    // Whoever does not say how long it is may send the longest.
    Ok((place, room.long_games.text(length.unwrap_or(most).min(most)).await?))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

/// A body of plain text, as long as a record may be.
pub(crate) struct Text {
    pub text: String,
    /// Held until the text is no longer needed.
    pub _place: (BodyPlace, LongPlace),
}

impl FromRequest<Arc<Room>> for Text {
    type Rejection = Refusal;

    async fn from_request(request: Request, room: &Arc<Room>) -> Result<Self, Refusal> {
        let from = From::of(request.extensions(), request.headers(), &room.config.limits);
        let place = long_place(from, length(request.headers()), room).await?;
        let bytes = bytes(request, room, room.config.limits.record).await?;
        let text = String::from_utf8(bytes.into());
        let text = text.map_err(|_| {
            bad_request(&Words::new("it is not text in UTF-8", "ce n’est pas du texte en UTF-8"))
        })?;
        Ok(Self { text, _place: place })
    }
}

async fn bytes(request: Request, room: &Arc<Room>, most: usize) -> Result<Bytes, Refusal> {
    let read = Bytes::from_request(request, room);
    let read = tokio::time::timeout(room.config.connections.body, read).await;
    read.map_err(|_| too_slow())?.map_err(|rejection| match rejection.into_response().status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(most),
        _ => bad_request(&Words::new("the body broke off", "le corps s’est interrompu")),
    })
}

/// What stands after the question mark.
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|query| Self(query.0)).map_err(|error| not_parsed(&error.body_text()))
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
    /// Only the peer's own address is believed, unless the peer is a proxy of ours.
    pub fn of(parts: &axum::http::Extensions, headers: &HeaderMap, limits: &ServerLimits) -> Self {
        let peer = parts.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip());
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.to_canonical());
        // Another node of ours says whose request it passes on.
        let from_node = parts.get::<FromNode>().is_some();
        if !limits.is_proxy(peer) && !from_node {
            return Self(peer);
        }
        // Each proxy appends the address that it saw: the last one that is no proxy of ours is the client.
        let lists = headers.get_all("x-forwarded-for").iter().rev();
        let lists = lists.filter_map(|list| list.to_str().ok());
        let named = lists.flat_map(|list| list.rsplit(',')).map(|text| text.trim().parse().ok());
        let named = named.map_while(|address: Option<IpAddr>| address.map(|a| a.to_canonical()));
        let mut client = peer;
        for address in named {
            client = address;
            if !limits.is_proxy(address) {
                break;
            }
        }
        Self(client)
    }
}

impl FromRequestParts<Arc<Room>> for From {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, room: &Arc<Room>) -> Result<Self, Refusal> {
        Ok(Self::of(&parts.extensions, &parts.headers, &room.config.limits))
    }
}
