//! Making a table, the lobby, and looking at one.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use catalog::{Entry, Setup, Table};
use game::{Refused, Words};

use crate::clock::now;
use crate::error::{
    Answer, RefusalBody, bad_name, bad_setup, illegal_move, not_played_yet, still_hidden,
};
use crate::extract::{Body, From, Path, Query};
use crate::live::{Live, progress, table_body};
use crate::room::Room;
use crate::store::{Filter, GameProgress, MoveRow, SeatKind, SeatRow, Stamp, Status, TableRow};
use crate::token::{Token, seed, table_id};
use crate::wire::{FromWish, LobbyQuery, NewTable, SeatToken, SeatWish, Seated, TableBody};

/// Makes a table.
#[utoipa::path(post, path = "/tables", operation_id = "create_table", tag = "tables",
    request_body = NewTable,
    responses((status = 201, body = Seated), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 422, body = RefusalBody),
              (status = 429, body = RefusalBody)))]
pub(crate) async fn create(
    State(room): State<Arc<Room>>,
    From(address): From,
    Body(wish): Body<NewTable>,
) -> Answer<(StatusCode, Json<Seated>)> {
    let entry = catalog::find(&wish.game).map_err(|error| bad_setup(error.0))?;
    let (variant, table) = match &wish.from {
        Some(from) => branch(&room, &wish, from).await?,
        None => {
            let variant = wish.variant.unwrap_or_else(|| entry.about().variants[0].id.to_owned());
            let variant = Some(variant);
            let setup = Setup { variant: variant.clone(), options: wish.options.0, seed: seed() };
            let mut table = entry.table(&setup).map_err(|error| bad_setup(error.0))?;
            for (index, text) in wish.moves.iter().enumerate() {
                let illegal = |refused: Refused| illegal_move(refused.words().clone()).at(index);
                table.play(text).map_err(illegal)?;
            }
            (variant, table)
        }
    };
    let (seats, tokens) = sit(&room, entry, table.seats(), wish.seats)?;
    room.limiter.table(address)?;
    let row = new_row(&*table, variant, seats, wish.private);
    let live = open(&room, row, &*table).await?;
    let body = live.body(&live.read());
    Ok((StatusCode::CREATED, Json(Seated { table: body, tokens })))
}

/// A variant, and a game at some position.
type Beginning = (Option<String>, Box<dyn Table>);

/// The position of another table. It brings that table's chance with it, so nothing may be hidden
/// there any more.
async fn branch(room: &Room, wish: &NewTable, from: &FromWish) -> Answer<Beginning> {
    let live = room.table(&from.table).await?;
    let state = live.read();
    let named = wish.variant.is_some() || !wish.options.is_empty() || !wish.moves.is_empty();
    if state.row.game != wish.game || named {
        return Err(bad_setup(Words::new(
            "a table that begins from another has its game, variant, options and moves",
            "une table qui part d’une autre en a le jeu, la variante, les options et les coups",
        )));
    }
    if state.hides && state.row.progress.status != Status::Over {
        return Err(still_hidden());
    }
    let epoch = from.epoch.unwrap_or(state.row.stamp.epoch);
    if epoch > state.row.stamp.epoch {
        return Err(not_played_yet());
    }
    Ok((state.row.variant.clone(), state.at(epoch)))
}

/// Who sits where, and the tokens of those who sit down now.
pub(crate) fn sit(
    room: &Room,
    entry: &dyn Entry,
    count: usize,
    wishes: Option<Vec<SeatWish>>,
) -> Answer<(Vec<SeatRow>, Vec<SeatToken>)> {
    let mut wishes = wishes
        .unwrap_or_else(|| vec![SeatWish { kind: Some(SeatKind::Person), ..SeatWish::default() }]);
    if wishes.len() > count {
        return Err(bad_setup(Words::new(
            format!("this table has {count} seats, not {}", wishes.len()),
            format!("cette table a {count} places, pas {}", wishes.len()),
        )));
    }
    wishes.resize_with(count, SeatWish::default);
    let (mut seats, mut tokens) = (Vec::new(), Vec::new());
    for (number, wish) in (0u8..).zip(wishes) {
        let name = wish.name.map(|name| room.name(&name)).transpose()?;
        seats.push(match wish.kind.unwrap_or(SeatKind::Open) {
            SeatKind::Open => SeatRow::OPEN,
            SeatKind::Bot => bot_seat(entry, wish.level.as_deref())?,
            SeatKind::Person => {
                let token = Token::new();
                tokens.push(SeatToken { seat: number, token: token.secret().to_owned() });
                let token = Some(token.hash());
                SeatRow { kind: SeatKind::Person, name, level: None, token }
            }
        });
    }
    Ok((seats, tokens))
}

/// A seat for a bot of a level; of the usual one if none is named.
pub(crate) fn bot_seat(entry: &dyn Entry, level: Option<&str>) -> Answer<SeatRow> {
    let level = match level {
        Some(id) => entry.level(id).map_err(|error| bad_setup(error.0))?,
        None => entry.usual_level(),
    };
    let (kind, level) = (SeatKind::Bot, Some(level.id.to_owned()));
    Ok(SeatRow { kind, name: None, level, token: None })
}

/// The row of a table at the end of its moves.
pub(crate) fn new_row(
    table: &dyn Table,
    variant: Option<String>,
    seats: Vec<SeatRow>,
    private: bool,
) -> TableRow {
    let record = table.record();
    let mut row = TableRow {
        id: table_id(),
        game: record.game.clone(),
        variant,
        options: record.options.clone(),
        seed: record.seed,
        private,
        archived: false,
        created: now(),
        moved: now(),
        stamp: Stamp { version: 0, generation: 0, epoch: table.epoch() as u32 },
        progress: GameProgress {
            status: Status::Waiting,
            turn: None,
            result: None,
            bot_due: false,
        },
        seats,
        resigned: record.resigned,
        undo: None,
        next: None,
    };
    row.progress = progress(table, &row);
    row
}

/// Stores a new table and opens it.
pub(crate) async fn open(room: &Arc<Room>, row: TableRow, table: &dyn Table) -> Answer<Arc<Live>> {
    let texts = table.record().moves.iter().cloned();
    let moves = table.movers().iter().zip(texts);
    let moves: Vec<MoveRow> = moves.map(|(seat, text)| MoveRow { seat: seat.0, text }).collect();
    room.store.create(&row, &moves).await?;
    room.metrics.tables_created.fetch_add(1, Relaxed);
    let live = room.tables.put(row, &moves)?;
    room.wake_bot(&live, true);
    Ok(live)
}

impl Room {
    /// A person's name as it is kept.
    pub fn name(&self, name: &str) -> Answer<String> {
        let (name, most) = (name.trim(), self.limiter.limits().name);
        if name.is_empty() || name.chars().count() > most || name.chars().any(unprintable) {
            return Err(bad_name(most));
        }
        Ok(name.to_owned())
    }
}

/// Control characters, and those that turn the direction of the text around them.
fn unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The lobby, newest first.
#[utoipa::path(get, path = "/tables", operation_id = "list_tables", tag = "tables",
    params(LobbyQuery),
    responses((status = 200, body = Vec<TableBody>), (status = 400, body = RefusalBody)))]
pub(crate) async fn list(
    State(room): State<Arc<Room>>,
    Query(query): Query<LobbyQuery>,
) -> Answer<Json<Vec<TableBody>>> {
    let limit = query.limit.unwrap_or(50).min(200);
    let filter = Filter { game: query.game, status: query.status, since: room.idle_since(), limit };
    let rows = room.store.list(&filter).await?;
    let watching = |id: &str| room.tables.known(id).map_or(0, |live| live.spectators());
    Ok(Json(rows.iter().map(|row| table_body(row, watching(&row.id))).collect()))
}

/// A table.
#[utoipa::path(get, path = "/tables/{id}", operation_id = "table", tag = "tables",
    params(("id" = String, Path)),
    responses((status = 200, body = TableBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn show(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
) -> Answer<Json<TableBody>> {
    let live = room.table(&id).await?;
    let body = live.body(&live.read());
    Ok(Json(body))
}
