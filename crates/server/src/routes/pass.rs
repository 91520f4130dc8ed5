//! Taking one's seats to another device, with a code that works once and not for long.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::clock::now;
use crate::error::{Answer, RefusalBody, bad_pass, not_your_seat};
use crate::extract::{Body, Path, Tokens};
use crate::room::Room;
use crate::store::PassRow;
use crate::token::{Token, same_hash};
use crate::wire::{PassBody, PassWish, SeatToken, Seated};

/// How long a code is good for, in milliseconds.
const LASTS: i64 = 10 * 60 * 1000;
/// Codes of a table at once; the oldest is dropped.
const KEPT: usize = 4;

/// A code with which the asker's seats can be taken to another device.
#[utoipa::path(post, path = "/tables/{id}/pass", operation_id = "make_pass", tag = "players",
    params(("id" = String, Path)),
    responses((status = 201, body = PassBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn make(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<(StatusCode, Json<PassBody>)> {
    let live = room.table(&id).await?;
    let code = Token::new();
    live.amend(&*room.store, |_, row| {
        let held = tokens.held().seats(row);
        let hash = |seat: u8| row.seats.get(usize::from(seat))?.token.clone();
        let seats: Vec<_> = held.into_iter().filter_map(|seat| Some((seat, hash(seat)?))).collect();
        if seats.is_empty() {
            return Err(not_your_seat());
        }
        let passes = &mut row.terms.passes;
        passes.retain(|pass| pass.until > now());
        passes.push(PassRow { code: code.hash(), seats, until: now() + LASTS });
        let old = passes.len().saturating_sub(KEPT);
        passes.drain(..old);
        Ok(())
    })
    .await?;
    let body = PassBody { code: code.secret().to_owned(), expires_in: LASTS };
    Ok((StatusCode::CREATED, Json(body)))
}

/// Takes the seats of a code: they have new tokens, and those of the other device open nothing any more.
#[utoipa::path(post, path = "/tables/{id}/pass/take", operation_id = "take_pass", tag = "players",
    params(("id" = String, Path)), request_body = PassWish,
    responses((status = 201, body = Seated), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody)))]
pub(crate) async fn take(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Body(wish): Body<PassWish>,
) -> Answer<(StatusCode, Json<Seated>)> {
    let live = room.table(&id).await?;
    let hash = Token::claimed(&wish.code).hash();
    let tokens = live
        .amend(&*room.store, |_, row| {
            let passes = &mut row.terms.passes;
            let at = passes.iter().position(|pass| same_hash(&pass.code, &hash));
            let pass = passes.remove(at.ok_or_else(bad_pass)?);
            let mut tokens = Vec::new();
            for (number, old) in pass.seats.into_iter().filter(|_| pass.until > now()) {
                let Some(seat) = row.seats.get_mut(usize::from(number)) else { continue };
                if seat.token.as_deref().is_some_and(|token| same_hash(token, &old)) {
                    let token = Token::new();
                    seat.token = Some(token.hash());
                    tokens.push(SeatToken { seat: number, token: token.secret().to_owned() });
                }
            }
            if tokens.is_empty() { Err(bad_pass()) } else { Ok(tokens) }
        })
        .await?;
    let table = live.body(&live.read());
    Ok((StatusCode::CREATED, Json(Seated { table, tokens })))
}
