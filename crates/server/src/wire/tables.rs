//! Tables: making one, who sits where, how the game stands.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{OptionsBody, RaceBody, WordsBody, YesNo};
use crate::store::{OutcomeRow, SeatKind, Status};
use crate::time_control::TimeControl;

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
    /// How the time to move is limited; not at all if it is not said.
    pub clock: Option<TimeControl>,
    /// Whether people who play each other here may ask the engine.
    #[serde(default)]
    pub help: bool,
    /// Machines move no sooner than so many milliseconds after the move before, at most 10000; the server's usual
    /// pause if it is not said.
    pub pace: Option<u32>,
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
    /// Seats whose players declined the rematch: this table, while it waits for them; the next one, once this is over.
    pub declined: Vec<u8>,
    /// Its clock, if it has one.
    #[schema(required)]
    pub clock: Option<ClockBody>,
    /// Whether hints and analysis may be had now.
    pub help: bool,
    /// Whether somebody wants to leave their seat to a machine.
    #[schema(required)]
    pub handover: Option<HandoverBody>,
    /// In how many milliseconds those who wait for the seat to move may claim the game or call a machine in; null
    /// unless its player is away.
    #[schema(required)]
    pub claim_in: Option<i64>,
    /// What was said here last.
    pub said: Vec<SaidBody>,
    /// The score over rematches; null in a first game.
    #[schema(required)]
    pub series: Option<SeriesBody>,
}

/// A table's clock.
#[derive(Serialize, ToSchema)]
#[schema(as = Clock)]
pub(crate) struct ClockBody {
    /// How the time to move is limited.
    pub control: TimeControl,
    /// What each seat has left now, in milliseconds; empty in lists, and before the game has begun.
    pub left: Vec<i64>,
    /// In how many milliseconds the seat to move runs out of time; null while no clock runs.
    #[schema(required)]
    pub due_in: Option<i64>,
}

/// A wish to leave seats to a machine, or to play those of machines.
#[derive(Serialize, ToSchema)]
#[schema(as = Handover)]
pub(crate) struct HandoverBody {
    /// The seats of the one who asks.
    pub by: Vec<u8>,
    /// The seats that a machine shall play.
    pub seats: Vec<u8>,
    /// The seats of machines that the one who asks wants to play.
    pub take: Vec<u8>,
}

/// The score over rematches.
#[derive(Serialize, ToSchema)]
#[schema(as = Series)]
pub(crate) struct SeriesBody {
    /// How many games are counted: this one too, once it is over.
    pub games: u32,
    /// Each seat's points: one for a win, half a point for a draw.
    pub points: Vec<f64>,
}

/// A phrase that somebody said.
#[derive(Serialize, ToSchema)]
#[schema(as = Said)]
pub(crate) struct SaidBody {
    /// Its number at this table.
    pub n: u32,
    /// Who said it.
    pub seat: u8,
    /// What.
    pub text: WordsBody,
    /// How many milliseconds ago.
    pub ago: i64,
}

/// A phrase that can be said at a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Phrase)]
pub(crate) struct PhraseBody {
    /// Its id.
    pub id: String,
    /// What it says.
    pub text: WordsBody,
}

/// Something to say.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SayWish {
    /// The phrase's id.
    pub phrase: String,
}

/// What somebody wants who waits for a player who is away.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimWish {
    /// `game` or `machine`.
    pub what: ClaimKind,
}

/// What can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ClaimKind {
    /// The absent player has lost.
    Game,
    /// A machine of the usual level plays on in their seat, or in that of whoever declined the rematch.
    Machine,
}

/// Asks to leave one's seats to a machine or to play those of machines, or answers the one who asked.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HandoverWish {
    /// Which of one's own seats a machine shall play; all of them if neither this nor `take` is there.
    pub seats: Option<Vec<u8>>,
    /// Seats of machines that the asker wants to play, with the token of their own seat.
    pub take: Option<Vec<u8>>,
    /// Absent to ask; `yes` or `no` to answer; `no` also withdraws one's own wish.
    pub answer: Option<YesNo>,
}

/// A code with which one's seats can be taken to another device.
#[derive(Serialize, ToSchema)]
#[schema(as = Pass)]
pub(crate) struct PassBody {
    /// The code, told once.
    pub code: String,
    /// In how many milliseconds it expires.
    pub expires_in: i64,
}

/// Takes seats over on this device.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PassWish {
    /// The code.
    pub code: String,
}

/// Somebody looks for an opponent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeekWish {
    /// The game's id.
    pub game: String,
    /// Their name.
    pub name: String,
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
    /// For how many milliseconds its player has been away; null while they are there, for others than people, and in
    /// lists.
    #[schema(required)]
    pub away: Option<i64>,
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
    /// These tables and no others, with commas between their ids; whoever knows a table's id may see it.
    pub ids: Option<String>,
}

/// What the first page shows of other people's games.
#[derive(Serialize, ToSchema)]
#[schema(as = Lobby)]
pub(crate) struct LobbyBody {
    /// Tables that wait for somebody.
    pub waiting: Vec<TableBody>,
    /// Games that can be watched.
    pub playing: Vec<TableBody>,
    /// Races that wait for somebody.
    #[schema(value_type = Vec<RaceBody>)]
    pub races: Vec<serde_json::Value>,
}

/// How to leave.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeaveQuery {
    /// The level of the bot that takes the seat over.
    pub bot: Option<String>,
}
