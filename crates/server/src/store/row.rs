//! What is stored of a table, its seats and its moves.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// Where a table is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Somebody is still missing.
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

/// Who sits in a seat.
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
    /// Who sits there.
    pub kind: SeatKind,
    /// What they are called.
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
    /// A seat for whoever comes.
    pub const OPEN: Self = Self { kind: SeatKind::Open, name: None, level: None, token: None };

    /// Whether whoever sits here can play.
    pub fn is_ready(&self) -> bool {
        match self.kind {
            SeatKind::Open => false,
            SeatKind::Person => self.token.is_some(),
            SeatKind::Bot => true,
        }
    }
}

/// A wish to take moves back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoRow {
    /// The seat that asks.
    pub by: u8,
    /// The epoch to go back to.
    pub epoch: u32,
    /// The epoch at which it was asked: a move played since then withdraws it.
    pub asked: u32,
    /// The seats that have agreed.
    pub agreed: Vec<u8>,
}

/// Which state of a table something was decided on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Grows with every change that is not a move.
    pub version: u32,
    /// Grows whenever moves are taken back.
    pub generation: u32,
    /// How many moves have been played.
    pub epoch: u32,
}

/// How far a game has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Waiting, playing, over.
    pub status: Status,
    /// The seat to move, unless it is over.
    pub turn: Option<u8>,
    /// The outcome as the API tells it, once it is over.
    pub result: Option<Value>,
    /// Whether a bot is to move.
    pub bot_due: bool,
}

/// A table without its moves.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// Its id in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The variant that was chosen, unless the options are of nobody's choosing.
    pub variant: Option<String>,
    /// All options.
    pub options: Map<String, Value>,
    /// What decides all chance.
    pub seed: u64,
    /// Not shown in the lobby.
    pub private: bool,
    /// Put away: not shown, and bots no longer think at it.
    pub archived: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened at it.
    pub moved: i64,
    /// Which state this is.
    pub stamp: Stamp,
    /// How far the game has come.
    pub progress: Progress,
    /// Who sits where.
    pub seats: Vec<SeatRow>,
    /// The seat that resigned, if that is how the game ended.
    pub resigned: Option<u8>,
    /// Whether somebody wants moves back.
    pub undo: Option<UndoRow>,
    /// The table of the rematch.
    pub next: Option<String>,
}

impl TableRow {
    /// The wish to take moves back, unless somebody has played on.
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
}

/// A move to be stored, checked against a generation and an epoch.
#[derive(Clone, Debug)]
pub struct Played {
    /// The table's id.
    pub table: String,
    /// The generation in which it was checked.
    pub generation: u32,
    /// The epoch at which it is played.
    pub epoch: u32,
    /// The move.
    pub mv: MoveRow,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// How far the game has come with it.
    pub after: Progress,
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
            progress: Progress {
                status: Status::of_name(&status).ok_or(StoreError::Unreadable(status))?,
                turn: seat("turn")?,
                result: opt("result")?
                    .map(|t| serde_json::from_str(&t))
                    .transpose()
                    .map_err(json)?,
                bot_due: row.try_get("bot_due")?,
            },
            seats: serde_json::from_str(&row.try_get::<String, _>("seats")?).map_err(json)?,
            undo: opt("undo")?.map(|t| serde_json::from_str(&t)).transpose().map_err(json)?,
            next: row.try_get("next")?,
            resigned: seat("resigned")?,
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
            .bind(text_of(&table.options))
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
            .bind(table.progress.result.as_ref().map(text_of))
            .bind(text_of(&table.seats))
            .bind(table.undo.as_ref().map(text_of))
            .bind(&table.next)
            .bind(table.progress.bot_due)
            .bind(table.resigned.map(i32::from))
    }};
}

pub(super) use {bind_table, table_of};

/// The columns of a table but for the claim, in the order in which they are bound, `$1` to `$20`.
pub(super) const COLUMNS: &str = "id, game, variant, options, seed, private, archived, created, \
     moved, version, generation, epoch, status, turn, result, seats, undo, next, bot_due, \
     resigned";

/// The lobby; both databases understand it, as they do the statements below.
pub(super) const LIST: &str = "SELECT * FROM tables
    WHERE NOT private AND NOT archived AND ($1 IS NULL OR game = $1) AND ($2 IS NULL OR status = $2)
      AND (status <> 'playing' OR moved >= $4)
    ORDER BY created DESC LIMIT $3";

/// Puts away what has waited since before `$1`.
pub(super) const ARCHIVE: &str = "UPDATE tables SET archived = TRUE, version = version + 1
    WHERE status = 'waiting' AND NOT archived AND moved < $1";

/// Forgets the moves of a table from an epoch on.
pub(super) const FORGET: &str = "DELETE FROM moves WHERE table_id = $1 AND epoch >= $2";

/// Asks for a sign of life.
pub(super) const PING: &str = "SELECT 1";

/// JSON text of our own values, which always serialize.
pub(super) fn text_of<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
