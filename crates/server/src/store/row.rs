//! The rows of tables, seats and moves, and the SQL that both databases share.

use game::{Outcome, Standings, Words};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{Forfeit, Keeping, SeriesRow, TermsRow};
use crate::wire::WordsBody;

/// The status of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Waiting for players.
    Waiting,
    /// Moves can be played.
    Playing,
    /// There is an outcome.
    Over,
}

impl Status {
    /// Its name in the database and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        [Self::Waiting, Self::Playing, Self::Over].into_iter().find(|status| status.name() == name)
    }
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// A person, who holds the seat's token.
    Person,
    /// A computer player.
    Bot,
}

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRow {
    /// Who plays it.
    pub kind: SeatKind,
    /// The player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A bot's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// SHA-256 of the person's token, in hex. A person without one has the seat reserved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

impl SeatRow {
    /// An open seat.
    pub const OPEN: Self = Self { kind: SeatKind::Open, name: None, level: None, token: None };

    /// Whether its player can play now.
    pub fn is_ready(&self) -> bool {
        match self.kind {
            SeatKind::Open => false,
            SeatKind::Person => self.token.is_some(),
            SeatKind::Bot => true,
        }
    }
}

/// A request to take moves back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoRow {
    /// The seat that made it.
    pub by: u8,
    /// The epoch to go back to.
    pub epoch: u32,
    /// The epoch at which it was made; a later move cancels it.
    pub asked: u32,
    /// The seats that have agreed.
    pub agreed: Vec<u8>,
}

/// The version of a table that a decision was based on, for optimistic locking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Grows with every change that is not a move.
    pub version: u32,
    /// Grows whenever moves are taken back.
    pub generation: u32,
    /// How many moves have been played.
    pub epoch: u32,
}

/// How a game ended, as it is stored and sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Outcome)]
pub struct OutcomeRow {
    /// Each seat's place; 1 is first, and equals share a place.
    pub places: Vec<u8>,
    /// Each seat's points.
    pub points: Vec<i32>,
    /// Why the game is over.
    #[schema(value_type = WordsBody)]
    pub why: Words,
    /// The seats in first place.
    pub winners: Vec<u8>,
}

impl From<Outcome> for OutcomeRow {
    fn from(outcome: Outcome) -> Self {
        Self {
            places: outcome.places().to_vec(),
            points: outcome.points().to_vec(),
            why: outcome.why().into(),
            winners: outcome.winners().map(|seat| seat.0).collect(),
        }
    }
}

impl From<&Standings> for OutcomeRow {
    fn from(Standings { places, points, why }: &Standings) -> Self {
        let winners = (0u8..).zip(places).filter(|(_, place)| **place == 1);
        Self {
            winners: winners.map(|(seat, _)| seat).collect(),
            places: places.clone(),
            points: points.clone(),
            why: (*why).into(),
        }
    }
}

/// The state of a game, as far as the lobby and the bots need it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameProgress {
    /// Waiting, playing, over.
    pub status: Status,
    /// The seat to move, unless it is over.
    pub turn: Option<u8>,
    /// The outcome in the API's format, once it is over.
    pub result: Option<OutcomeRow>,
    /// Whether a bot is to move.
    pub bot_due: bool,
    /// When the seat to move runs out of time, in milliseconds since 1970, where a clock runs.
    pub due: Option<i64>,
}

/// A table without its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Its id in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The variant that was chosen, unless the options were set one by one.
    pub variant: Option<String>,
    /// All options.
    pub options: Map<String, Value>,
    /// The seed of all chance in the game.
    pub seed: u64,
    /// Not shown in the lobby.
    pub private: bool,
    /// Archived: not shown in the lobby, and bots no longer play.
    pub archived: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub moved: i64,
    /// Its version.
    pub stamp: Stamp,
    /// The state of the game.
    pub progress: GameProgress,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// The seat that resigned, if that is how the game ended.
    pub resigned: Option<u8>,
    /// The pending request to take moves back.
    pub undo: Option<UndoRow>,
    /// The table of the rematch.
    pub next: Option<String>,
    /// What its people agreed on, and what they ask of each other.
    pub terms: TermsRow,
}

impl TableRow {
    /// Whether people play each other here: nobody but machines in all seats but one is against that.
    pub fn between_people(&self) -> bool {
        self.seats.iter().filter(|seat| seat.kind != SeatKind::Bot).count() > 1
    }

    /// The game ends: this seat has lost. It resigned, unless another reason is given.
    pub fn forfeit(&mut self, seat: u8, why: Option<Forfeit>) {
        self.resigned = Some(seat);
        self.terms.forfeit = why;
        self.terms.handover = None;
        self.undo = None;
    }

    /// The score of this game and those before it between the same people; none while it is their first.
    pub fn series(&self) -> Option<SeriesRow> {
        let mut series = self.terms.series.clone()?;
        if let Some(outcome) = &self.progress.result {
            series.add(outcome);
        }
        Some(series)
    }

    /// Whether hints and analysis may be had through this table: not while people play each other, unless they
    /// agreed to it when the table was made.
    pub fn allows_help(&self) -> bool {
        self.terms.help || self.progress.status == Status::Over || !self.between_people()
    }

    /// The request to take moves back, unless a move was played since.
    pub fn undo_asked(&self) -> Option<&UndoRow> {
        self.undo.as_ref().filter(|undo| undo.asked == self.stamp.epoch)
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// The seat that played it.
    pub seat: u8,
    /// Its text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A move to be stored, checked against a generation and an epoch.
#[derive(Clone, Debug)]
pub struct NewMove {
    /// The table's id.
    pub table: String,
    /// The generation in which it was checked.
    pub generation: u32,
    /// The epoch at which it is played.
    pub epoch: u32,
    /// The move.
    pub mv: MoveRow,
    /// What the client calls this move: the same key again is the same move.
    pub key: Option<String>,
    /// The state of the game after it.
    pub after: GameProgress,
}

/// Reads a [`TableRow`] from a row of either database; the columns are the same.
macro_rules! table_of {
    ($row:expr) => {{
        use sqlx::Row;
        let row = $row;
        let json = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
        let status: String = row.try_get("status")?;
        let number = |name: &str| -> Result<u32, StoreError> {
            Ok(u32::try_from(row.try_get::<i32, _>(name)?).unwrap_or_default())
        };
        let opt = |name: &str| -> Result<Option<String>, StoreError> { Ok(row.try_get(name)?) };
        let seat = |name: &str| -> Result<Option<u8>, StoreError> {
            Ok(row.try_get::<Option<i32>, _>(name)?.and_then(|seat| u8::try_from(seat).ok()))
        };
        TableRow {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            variant: row.try_get("variant")?,
            options: serde_json::from_str(&row.try_get::<String, _>("options")?).map_err(json)?,
            seed: row.try_get::<i64, _>("seed")?.cast_unsigned(),
            private: row.try_get("private")?,
            archived: row.try_get("archived")?,
            created: row.try_get("created")?,
            moved: row.try_get("moved")?,
            stamp: Stamp {
                version: number("version")?,
                generation: number("generation")?,
                epoch: number("epoch")?,
            },
            progress: GameProgress {
                status: Status::of_name(&status).ok_or(StoreError::Unreadable(status))?,
                turn: seat("turn")?,
                result: opt("result")?
                    .map(|t| serde_json::from_str(&t))
                    .transpose()
                    .map_err(json)?,
                bot_due: row.try_get("bot_due")?,
                due: row.try_get("due")?,
            },
            seats: serde_json::from_str(&row.try_get::<String, _>("seats")?).map_err(json)?,
            undo: opt("undo")?.map(|t| serde_json::from_str(&t)).transpose().map_err(json)?,
            next: row.try_get("next")?,
            resigned: seat("resigned")?,
            terms: serde_json::from_str(&row.try_get::<String, _>("terms")?).map_err(json)?,
        }
    }};
}

/// Binds the columns of a table in the order of [`COLUMNS`].
macro_rules! bind_table {
    ($query:expr, $table:expr) => {{
        let table = $table;
        $query
            .bind(&table.id)
            .bind(&table.game)
            .bind(&table.variant)
            .bind(json_text(&table.options))
            .bind(table.seed.cast_signed())
            .bind(table.private)
            .bind(table.archived)
            .bind(table.created)
            .bind(table.moved)
            .bind(table.stamp.version.cast_signed())
            .bind(table.stamp.generation.cast_signed())
            .bind(table.stamp.epoch.cast_signed())
            .bind(table.progress.status.name())
            .bind(table.progress.turn.map(i32::from))
            .bind(table.progress.result.as_ref().map(json_text))
            .bind(json_text(&table.seats))
            .bind(table.undo.as_ref().map(json_text))
            .bind(&table.next)
            .bind(table.progress.bot_due)
            .bind(table.resigned.map(i32::from))
            .bind(table.progress.due)
            .bind(json_text(&table.terms))
    }};
}

/// The seat and the key of a move, from the connections of either database.
macro_rules! move_key {
    ($pool:expr, $table:expr, $epoch:expr) => {{
        let row = sqlx::query(crate::store::row::MOVE_KEY)
            .bind($table)
            .bind($epoch.cast_signed())
            .fetch_optional($pool)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let seat = u8::try_from(row.try_get::<i32, _>("seat")?).unwrap_or_default();
        let key: Option<String> = row.try_get("request_key")?;
        Ok(key.map(|key| (seat, key)))
    }};
}

pub(super) use {bind_table, move_key, table_of};

/// The columns of a table except the claim, in the order in which they are bound, `$1` to `$22`.
pub(super) const COLUMNS: &str = "id, game, variant, options, seed, private, archived, created, \
     moved, version, generation, epoch, status, turn, result, seats, undo, next, bot_due, \
     resigned, due, terms";

/// The lobby.
pub(super) const LIST: &str = "SELECT * FROM tables
    WHERE NOT private AND NOT archived AND ($1 IS NULL OR game = $1) AND ($2 IS NULL OR status = $2)
      AND (status <> 'playing' OR moved >= $4)
    ORDER BY created DESC LIMIT $3";

/// Archives tables that have waited since before `$1`.
pub(super) const ARCHIVE: &str = "UPDATE tables SET archived = TRUE, version = version + 1
    WHERE status = 'waiting' AND NOT archived AND moved < $1";

/// The tables whose clock has run out.
pub(super) const OUT_OF_TIME: &str = "SELECT id FROM tables
    WHERE due IS NOT NULL AND due <= $1 ORDER BY due LIMIT $2";

/// The ids of tables of a kind that have not changed since `$1`, at most `$2`. A table is never changed before it is
/// made, so that the index on `created` finds them.
pub(super) const fn expired(which: Keeping) -> &'static str {
    match which {
        Keeping::Games => {
            "SELECT id FROM tables
             WHERE seats LIKE '%\"token\":%' AND created < $1 AND moved < $1 LIMIT $2"
        }
        Keeping::Imports => {
            "SELECT id FROM tables
             WHERE seats NOT LIKE '%\"token\":%' AND created < $1 AND moved < $1 LIMIT $2"
        }
    }
}

/// Deletes the moves of a table from an epoch on.
pub(super) const DELETE_MOVES: &str = "DELETE FROM moves WHERE table_id = $1 AND epoch >= $2";

/// The seat and the key of a move.
pub(super) const MOVE_KEY: &str =
    "SELECT seat, request_key FROM moves WHERE table_id = $1 AND epoch = $2";

/// The JSON text of one of our own values. These always serialize.
pub(super) fn json_text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
