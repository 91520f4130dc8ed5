//! Races of other nodes. A race lives in the memory of one node; the others pass requests for it on to that node, so
//! that whoever is at any of them can list, join, play and watch.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::RaceTable;
use crate::error::{Answer, Refusal, race_lost, unavailable};
use crate::extract::From;
use crate::room::Room;
use crate::store::{RacePlace, RaceRow, Status};

/// By this header a node shows the others' secret. Nobody else knows it.
pub(crate) const NODE_SECRET: HeaderName = HeaderName::from_static("x-plateau-node");
/// Another node answers within this time, or is gone.
const PATIENCE: Duration = Duration::from_secs(5);

/// A request that another node has passed on: its word on whose request it is can be believed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FromNode;

/// Passes a request for a race of another node on to it.
pub(crate) async fn to_its_node(
    State(room): State<Arc<Room>>,
    request: Request,
    next: Next,
) -> Response {
    let mut parts = request.uri().path().split('/').skip_while(|part| *part != "races").skip(1);
    let id = parts.next().unwrap_or_default().to_owned();
    let here = id.is_empty() || !room.store.is_shared() || room.races.get(&id).is_ok();
    if here || request.extensions().get::<FromNode>().is_some() {
        return next.run(request).await;
    }
    let place = match room.store.race_place(&id).await {
        Ok(place) => place,
        Err(error) => {
            let refusal: Refusal = error.into();
            return refusal.into_response();
        }
    };
    match place {
        None => next.run(request).await,
        Some(RacePlace::Lost) => race_lost().into_response(),
        Some(RacePlace::At(address)) => {
            let limits = &room.config.limits;
            let From(client) = From::of(request.extensions(), request.headers(), limits);
            pass_on(&room, &address, client, request)
                .await
                .unwrap_or_else(IntoResponse::into_response)
        }
    }
}

async fn pass_on(
    room: &Room,
    address: &str,
    client: IpAddr,
    mut request: Request,
) -> Answer<Response> {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    // The router has taken the beginning of the address off.
    let uri = format!("/api{path}").parse().map_err(|_| unavailable())?;
    *request.uri_mut() = uri;
    let text = |text: &str| HeaderValue::from_str(text).map_err(|_| unavailable());
    let headers = request.headers_mut();
    headers.insert(header::HOST, text(address)?);
    headers.insert(NODE_SECRET, text(&room.node_secret)?);
    headers.insert("x-forwarded-for", text(&client.to_string())?);
    // What is said about this connection does not hold for the next one, and the origin was checked here.
    headers.remove(header::CONNECTION);
    headers.remove(header::ORIGIN);
    let answered = tokio::time::timeout(PATIENCE, send(address, request)).await;
    match answered {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(error)) => {
            tracing::warn!(%error, address, "another node does not answer");
            Err(race_lost())
        }
        Err(_) => {
            tracing::warn!(address, "another node does not answer in time");
            Err(unavailable())
        }
    }
}

async fn send(
    address: &str,
    request: Request,
) -> Result<Response, Box<dyn std::error::Error + Send + Sync>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    tokio::spawn(async move {
        // It ends with the response, or when either side hangs up.
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to another node ended");
        }
    });
    let mut response = sender.send_request(request).await?;
    response.headers_mut().remove(header::CONNECTION);
    Ok(response.map(Body::new))
}

impl Room {
    /// Lets the other nodes know how a race of this one stands.
    pub async fn announce(&self, race: &RaceTable) {
        if !self.store.is_shared() {
            return;
        }
        let row = {
            let body = race.body(&race.lock());
            let listed = !race.private && body.status != Status::Over;
            // Our own bodies always serialize.
            let body = serde_json::to_string(&body).unwrap_or_default();
            let (id, game) = (race.id.clone(), race.game.clone());
            RaceRow { id, game, listed, body, created: race.created }
        };
        if let Err(error) = self.store.keep_race(&row).await {
            tracing::warn!(%error, race = row.id, "the other nodes do not hear of a race");
        }
    }

    /// Says regularly that this node's races are alive, until the server shuts down.
    pub async fn watch_races(self: Arc<Self>) {
        let mut closing = self.closing();
        let every = (self.config.bots.lease / 3).max(Duration::from_millis(50));
        while self.store.is_shared() {
            if let Err(error) = self.store.renew_races(&self.races.ids()).await {
                tracing::warn!(%error, "the other nodes may think that our races are gone");
            }
            tokio::select! {
                () = tokio::time::sleep(every) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }
}
