//! Making a table, the lobby, and looking at one.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use catalog::{Entry, Setup, Table};
use game::Words;

use crate::clock::now;
use crate::error::{
    Answer, RefusalBody, bad_name, bad_setup, illegal_at, not_played_yet, still_hidden,
};
use crate::extract::{Body, From, Path, Query};
use crate::live::{Live, TableState, follow, table_body};
use crate::names::person_name;
use crate::room::Room;
use crate::store::{
    Filter, GameProgress, MoveRow, SeatKind, SeatRow, Stamp, Status, TableRow, TermsRow,
};
use crate::time_control::TimeControl;
use crate::token::{Token, seed, table_id};
use crate::wire::{FromWish, LobbyQuery, NewTable, SeatToken, SeatWish, Seated, TableBody};
use crate::work::Replay;

/// Machines at a table take at most so long for the sake of those who watch, in milliseconds.
const SLOWEST_PACE: u32 = 10_000;

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
            let table = entry.table(&setup).map_err(|error| bad_setup(error.0))?;
            let replay = Replay::new(table, wish.moves);
            (variant, replay.on(&room.replays).await?.map_err(illegal_at)?)
        }
    };
    let (seats, tokens) = sit(&room, entry, table.seats(), wish.seats)?;
    room.limiter.table(address)?;
    let clock = wish.clock.map(TimeControl::checked).transpose().map_err(bad_setup)?;
    if wish.pace.is_some_and(|pace| pace > SLOWEST_PACE) {
        return Err(bad_setup(Words::new(
            format!("machines wait at most {SLOWEST_PACE} ms before a move"),
            format!("les ordinateurs attendent au plus {SLOWEST_PACE} ms avant un coup"),
        )));
    }
    let terms = TermsRow { clock, help: wish.help, pace: wish.pace, ..TermsRow::default() };
    let row = new_row(&*table, variant, seats, wish.private, terms);
    let live = open(&room, row, table).await?;
    let body = live.body(&live.read());
    Ok((StatusCode::CREATED, Json(Seated { table: body, tokens })))
}

/// A variant, and a game at some position.
type VariantAndTable = (Option<String>, Box<dyn Table>);

/// The position of another table. It brings that table's chance with it, so nothing may be hidden
/// there any more.
async fn branch(room: &Arc<Room>, wish: &NewTable, from: &FromWish) -> Answer<VariantAndTable> {
    let live = room.table(&from.table).await?;
    let named = wish.variant.is_some() || !wish.options.is_empty() || !wish.moves.is_empty();
    if live.read().row.game != wish.game || named {
        return Err(bad_setup(Words::new(
            "a table that begins from another has its game, variant, options and moves",
            "une table qui part d’une autre en a le jeu, la variante, les options et les coups",
        )));
    }
    let wanted = from.epoch;
    let beginning = move || {
        let state = live.read();
        if state.hides && state.row.progress.status != Status::Over {
            return Err(still_hidden());
        }
        let epoch = wanted.unwrap_or(state.row.stamp.epoch);
        if epoch > state.row.stamp.epoch {
            return Err(not_played_yet());
        }
        let mut game = state.game.fork();
        game.rewind(epoch as usize);
        Ok((state.row.variant.clone(), game))
    };
    room.replays.run(move || Some(beginning())).await?
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
            SeatKind::Bot => bot_seat(room, entry, wish.level.as_deref())?,
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

/// A seat for a bot of a level, or of the host's own; of the usual level if none is named.
pub(crate) fn bot_seat(room: &Room, entry: &dyn Entry, level: Option<&str>) -> Answer<SeatRow> {
    let hosted = level.and_then(|level| room.hosted.find(entry.about().id, level));
    if let Some(bot) = hosted {
        if let Some(words) = bot.out_of_order() {
            return Err(bad_setup(words));
        }
        let (name, level) = (Some(bot.spec.name.clone()), Some(bot.spec.level()));
        return Ok(SeatRow { kind: SeatKind::Bot, name, level, token: None });
    }
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
    terms: TermsRow,
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
            due: None,
        },
        seats,
        resigned: record.resigned,
        undo: None,
        next: None,
        terms,
    };
    let times: Vec<_> = table.movers().iter().map(|seat| (seat.0, row.created)).collect();
    follow(&mut row, table, &times, false);
    row
}

/// Stores a new table and opens it.
pub(crate) async fn open(
    room: &Arc<Room>,
    row: TableRow,
    table: Box<dyn Table>,
) -> Answer<Arc<Live>> {
    let texts = table.record().moves.iter().cloned();
    let moves = table.movers().iter().zip(texts);
    let at = row.created;
    let moves: Vec<MoveRow> =
        moves.map(|(seat, text)| MoveRow { seat: seat.0, text, at }).collect();
    room.store.create(&row, &moves).await?;
    room.metrics.tables_created.fetch_add(1, Relaxed);
    let times = moves.iter().map(|mv| (mv.seat, mv.at)).collect();
    let live = room.tables.put(TableState::new(row, table, times))?;
    room.wake_bot(&live, true);
    Ok(live)
}

impl Room {
    /// A person's name as it is kept.
    pub fn name(&self, name: &str) -> Answer<String> {
        let most = self.limiter.limits().name;
        person_name(name, most).ok_or_else(|| bad_name(most))
    }
}

/// The lobby, newest first; or the tables of these ids, in any order.
#[utoipa::path(get, path = "/tables", operation_id = "list_tables", tag = "tables",
    params(LobbyQuery),
    responses((status = 200, body = Vec<TableBody>), (status = 400, body = RefusalBody)))]
pub(crate) async fn list(
    State(room): State<Arc<Room>>,
    Query(query): Query<LobbyQuery>,
) -> Answer<Json<Vec<TableBody>>> {
    let limit = query.limit.unwrap_or(50).min(200);
    let filter = Filter { game: query.game, status: query.status, since: room.idle_since(), limit };
    let rows = match &query.ids {
        Some(ids) => {
            let ids = ids.split(',').filter(|id| !id.is_empty()).take(limit as usize);
            room.store.tables(&ids.map(str::to_owned).collect::<Vec<_>>()).await?
        }
        None => room.store.list(&filter).await?,
    };
    Ok(Json(listed(&room, &rows)))
}

/// Rows of a list, as everybody may see them.
pub(super) fn listed(room: &Room, rows: &[TableRow]) -> Vec<TableBody> {
    let body = |row: &TableRow| {
        let watching = room.tables.known(&row.id).map_or(0, |live| live.spectators());
        let attended = watching > 0 || row.progress.bot_due;
        table_body(row, watching, attended)
    };
    rows.iter().map(body).collect()
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
