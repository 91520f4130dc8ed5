//! Words at a table, from a small list.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::clock::now;
use crate::error::{Answer, RefusalBody, no_such_phrase, not_your_seat, too_many_phrases};
use crate::extract::{Body, Path, Tokens};
use crate::phrases;
use crate::room::Room;
use crate::store::SaidRow;
use crate::wire::{PhraseBody, SayWish};

/// A seat says at most one thing in this time, in milliseconds.
const PAUSE: i64 = 3000;
/// How many are kept.
const KEPT: usize = 6;

/// What can be said at a table.
#[utoipa::path(get, path = "/phrases", operation_id = "phrases", tag = "players",
    responses((status = 200, body = Vec<PhraseBody>)))]
pub(crate) async fn list() -> Json<Vec<PhraseBody>> {
    Json(phrases::all())
}

/// Says one of the phrases. Everybody at the table reads it in their own language.
#[utoipa::path(post, path = "/tables/{id}/phrases", operation_id = "say", tag = "players",
    params(("id" = String, Path)), request_body = SayWish,
    responses((status = 204), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 429, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn say(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
    Body(wish): Body<SayWish>,
) -> Answer<StatusCode> {
    let live = room.table(&id).await?;
    if !phrases::is_known(&wish.phrase) {
        return Err(no_such_phrase());
    }
    live.amend(&*room.store, |_, row| {
        let held = tokens.held().seats(row);
        let seat = *held.first().ok_or_else(not_your_seat)?;
        let (said, at) = (&mut row.terms.said, now());
        if said.iter().any(|other| held.contains(&other.seat) && at - other.at < PAUSE) {
            return Err(too_many_phrases());
        }
        let n = said.last().map_or(1, |last| last.n + 1);
        said.push(SaidRow { n, seat, phrase: wish.phrase.clone(), at });
        let old = said.len().saturating_sub(KEPT);
        said.drain(..old);
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
