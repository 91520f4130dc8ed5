//! Tables: making one, who sits where, how the game stands.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::OptionsBody;
use crate::store::{OutcomeRow, SeatKind, Status};

/// Who is to sit in a seat of a new table.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatWish {
    /// `person` sits here and gets a token, `open` is by link, `bot` a computer player.
    pub kind: Option<SeatKind>,
    /// A bot's level; the game's usual opponent if none is named.
    pub level: Option<String>,
    /// A person's name.
    pub name: Option<String>,
}

/// A new table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// The game's id.
    pub game: String,
    /// The variant's id; the first if none is named.
    pub variant: Option<String>,
    /// Options that differ from the variant's.
    #[serde(default)]
    pub options: OptionsBody,
    /// The seats in order; those that are not named are open, the first is a person's.
    pub seats: Option<Vec<SeatWish>>,
    /// Moves that were already played: "play on from here".
    #[serde(default)]
    pub moves: Vec<String>,
    /// Begins where another table was, chance and all; then no options and no moves are named.
    pub from: Option<FromWish>,
    /// Not shown in the lobby.
    #[serde(default)]
    pub private: bool,
}

/// A position of another table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FromWish {
    /// The table's id.
    pub table: String,
    /// How many of its moves were played; all of them if it is not said.
    pub epoch: Option<u32>,
}

/// A table and the secrets of the seats that were taken with this request.
#[derive(Serialize, ToSchema)]
pub(crate) struct Seated {
    /// The table.
    pub table: TableBody,
    /// A token for each seat, told once.
    pub tokens: Vec<SeatToken>,
}

/// A seat's secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct SeatToken {
    /// The seat.
    pub seat: u8,
    /// For `Authorization: Bearer`.
    pub token: String,
}

/// A table.
#[derive(Serialize, ToSchema)]
#[schema(as = Table)]
pub(crate) struct TableBody {
    /// Its id in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The variant's id; null where an imported game's options are none.
    #[schema(required)]
    pub variant: Option<String>,
    /// All options.
    pub options: OptionsBody,
    /// Waiting, playing, over.
    pub status: Status,
    /// Grows whenever moves are taken back.
    pub generation: u32,
    /// How many moves have been played.
    pub epoch: u32,
    /// The seat to move.
    #[schema(required)]
    pub turn: Option<u8>,
    /// How it ended.
    #[schema(required)]
    pub outcome: Option<OutcomeRow>,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created: String,
    /// Not shown in the lobby.
    pub private: bool,
    /// Who sits where.
    pub seats: Vec<SeatBody>,
    /// How many watch, at all nodes.
    pub spectators: usize,
    /// Whether somebody wants a move back.
    #[schema(required)]
    pub undo: Option<UndoBody>,
    /// The table of the rematch.
    #[schema(required)]
    pub next: Option<String>,
}

/// One seat of a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Seat)]
pub(crate) struct SeatBody {
    /// Its number.
    pub seat: u8,
    /// Who sits there.
    pub kind: SeatKind,
    /// What they are called.
    #[schema(required)]
    pub name: Option<String>,
    /// A bot's level.
    #[schema(required)]
    pub level: Option<String>,
    /// Whether a bot is thinking there.
    pub thinking: bool,
}

/// A wish to take moves back.
#[derive(Serialize, ToSchema)]
#[schema(as = Undo)]
pub(crate) struct UndoBody {
    /// The seat that asks.
    pub by: u8,
    /// The epoch to go back to.
    pub epoch: u32,
}

/// Somebody wants to sit down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinWish {
    /// Their name.
    pub name: String,
    /// The seat; the first free one if none is named.
    pub seat: Option<u8>,
}

/// Somebody sat down.
#[derive(Serialize, ToSchema)]
pub(crate) struct Joined {
    /// Their number among the players.
    pub player: u8,
    /// Their seat.
    pub seat: u8,
    /// Their secret.
    pub token: String,
}

/// A new name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NameWish {
    /// The name.
    pub name: String,
}

/// Somebody at the table.
#[derive(Serialize, ToSchema)]
#[schema(as = Player)]
pub(crate) struct PlayerBody {
    /// Their number among the players.
    pub player: u8,
    /// Their seat.
    pub seat: u8,
    /// A person or a bot.
    pub kind: SeatKind,
    /// Their name.
    #[schema(required)]
    pub name: Option<String>,
    /// A bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// Which tables to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LobbyQuery {
    /// Only those of this game.
    pub game: Option<String>,
    /// Only those with this status.
    pub status: Option<Status>,
    /// At most this many, up to 200.
    pub limit: Option<u32>,
}

/// How to leave.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeaveQuery {
    /// The level of the bot that takes the seat over.
    pub bot: Option<String>,
}
