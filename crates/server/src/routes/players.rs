//! Who sits at a table: sitting down, renaming, leaving.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::tables::bot_seat;
use crate::error::{
    Answer, RefusalBody, ask_first, game_over, no_place_free, no_such_player, not_your_seat,
};
use crate::extract::{Body, Path, Query, Tokens};
use crate::live::Live;
use crate::room::Room;
use crate::store::{SeatKind, SeatRow, Status, TableRow};
use crate::token::Token;
use crate::wire::{JoinWish, Joined, LeaveQuery, NameWish, PlayerBody};

/// Takes a free seat.
#[utoipa::path(put, path = "/tables/{id}/players", operation_id = "join_table", tag = "players",
    params(("id" = String, Path)),
    request_body = JoinWish,
    responses((status = 201, body = Joined), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody), (status = 422, body = RefusalBody)))]
pub(crate) async fn join(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Body(wish): Body<JoinWish>,
) -> Answer<(StatusCode, Json<Joined>)> {
    let live = room.table(&id).await?;
    let name = room.name(&wish.name)?;
    let (seat, token) = take_seat(&room, &live, &name, wish.seat).await?;
    let token = token.secret().to_owned();
    Ok((StatusCode::CREATED, Json(Joined { player: seat, seat, token })))
}

/// Sits somebody down in a free seat: this one, or the first.
pub(crate) async fn take_seat(
    room: &Arc<Room>,
    live: &Arc<Live>,
    name: &str,
    seat: Option<u8>,
) -> Answer<(u8, Token)> {
    let token = Token::new();
    let seat = live
        .amend(&*room.store, |_, row| {
            if row.progress.status == Status::Over {
                return Err(game_over());
            }
            let free = |seat: u8| {
                row.seats.get(usize::from(seat)).is_some_and(|s| s.kind == SeatKind::Open)
            };
            let seat = match seat {
                Some(seat) => Some(seat).filter(|&seat| free(seat)),
                None => (0..row.seats.len() as u8).find(|&seat| free(seat)),
            }
            .ok_or_else(no_place_free)?;
            row.seats[usize::from(seat)] = SeatRow {
                kind: SeatKind::Person,
                name: Some(name.to_owned()),
                level: None,
                token: Some(token.hash()),
            };
            // Whoever comes to a table that was put away brings it back.
            row.archived = false;
            Ok(seat)
        })
        .await?;
    live.presence.hear(&[seat]);
    room.wake_bot(live, true);
    Ok((seat, token))
}

fn player(row: &TableRow, seat: u8) -> Option<PlayerBody> {
    let found = row.seats.get(usize::from(seat))?;
    (found.kind != SeatKind::Open).then(|| PlayerBody {
        player: seat,
        seat,
        kind: found.kind,
        name: found.name.clone(),
        level: found.level.clone(),
    })
}

/// Everybody at the table.
#[utoipa::path(get, path = "/tables/{id}/players", operation_id = "players", tag = "players",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<PlayerBody>), (status = 404, body = RefusalBody)))]
pub(crate) async fn list(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
) -> Answer<Json<Vec<PlayerBody>>> {
    let live = room.table(&id).await?;
    let state = live.read();
    let seats = 0..state.row.seats.len() as u8;
    Ok(Json(seats.filter_map(|seat| player(&state.row, seat)).collect()))
}

/// One of them.
#[utoipa::path(get, path = "/tables/{id}/players/{n}", operation_id = "player", tag = "players",
    params(("id" = String, Path), ("n" = u8, Path)),
    responses((status = 200, body = PlayerBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn show(
    State(room): State<Arc<Room>>,
    Path((id, n)): Path<(String, u8)>,
) -> Answer<Json<PlayerBody>> {
    let live = room.table(&id).await?;
    let found = player(&live.read().row, n);
    found.map(Json).ok_or_else(no_such_player)
}

/// The seat of somebody who says who they are.
fn own_seat<'a>(row: &'a mut TableRow, n: u8, tokens: &Tokens) -> Answer<&'a mut SeatRow> {
    if player(row, n).is_none() {
        return Err(no_such_player());
    }
    if !tokens.held().seats(row).contains(&n) {
        return Err(not_your_seat());
    }
    row.seats.get_mut(usize::from(n)).ok_or_else(no_such_player)
}

/// Takes another name.
#[utoipa::path(post, path = "/tables/{id}/players/{n}", operation_id = "rename_player", tag = "players",
    params(("id" = String, Path), ("n" = u8, Path)), request_body = NameWish,
    responses((status = 204), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody)), security(("token" = [])))]
pub(crate) async fn rename(
    State(room): State<Arc<Room>>,
    Path((id, n)): Path<(String, u8)>,
    tokens: Tokens,
    Body(wish): Body<NameWish>,
) -> Answer<StatusCode> {
    let live = room.table(&id).await?;
    let change = |row: &mut TableRow| {
        let name = room.name(&wish.name)?;
        own_seat(row, n, &tokens)?.name = Some(name);
        Ok(StatusCode::NO_CONTENT)
    };
    live.amend(&*room.store, |_, row| change(row)).await
}

/// Leaves. A bot can take the seat over, in a game against people only with their consent; a table that the last person
/// leaves is put away.
#[utoipa::path(delete, path = "/tables/{id}/players/{n}", operation_id = "leave_table", tag = "players",
    params(("id" = String, Path), ("n" = u8, Path), LeaveQuery),
    responses((status = 204), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody), (status = 422, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn leave(
    State(room): State<Arc<Room>>,
    Path((id, n)): Path<(String, u8)>,
    Query(query): Query<LeaveQuery>,
    tokens: Tokens,
) -> Answer<StatusCode> {
    let live = room.table(&id).await?;
    live.amend(&*room.store, |_, row| {
        let over = row.progress.status == Status::Over;
        let held = tokens.held().seats(row);
        let others = (0u8..)
            .zip(&row.seats)
            .any(|(number, seat)| seat.kind == SeatKind::Person && !held.contains(&number));
        let playing = row.progress.status == Status::Playing;
        let asks = playing && others && (query.bot.is_some() || row.terms.clock.is_some());
        let seat = own_seat(row, n, &tokens)?;
        if asks {
            return Err(ask_first());
        }
        *seat = match &query.bot {
            // A finished game keeps its players' names; only the seat's token is forgotten.
            _ if over => SeatRow { token: None, ..seat.clone() },
            Some(level) => bot_seat(&room, live.entry, Some(level))?,
            None => SeatRow::OPEN,
        };
        row.undo = None;
        row.terms.handover = None;
        let people = row.seats.iter().any(|seat| seat.token.is_some());
        row.archived |= !people && !over;
        Ok(StatusCode::NO_CONTENT)
    })
    .await?;
    room.wake_bot(&live, true);
    Ok(StatusCode::NO_CONTENT)
}
