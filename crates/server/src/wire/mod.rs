//! What goes over the wire: the bodies of requests and answers, as docs/http-api.md describes them.

mod arcade;

use catalog::Idea;
use game::Outcome;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};

use crate::store::{SeatKind, Status};

pub(crate) use arcade::{
    BundleWish, Entered, FedBody, NewRace, RaceBody, RaceSeatBody, RaceSeated, RacesQuery, RunBody,
    ScoreBody, ScoresBody, ScoresQuery,
};

/// A sentence or a name in both languages.
#[derive(Serialize, ToSchema)]
#[schema(as = Words)]
pub(crate) struct WordsBody {
    /// In English.
    pub en: String,
    /// In French.
    pub fr: String,
}

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
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
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

/// A position to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionWish {
    /// The variant's id.
    pub variant: Option<String>,
    /// Options that differ from the variant's.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
    /// What decides the chance in it.
    #[serde(default)]
    pub seed: u64,
    /// The moves that lead to it.
    #[serde(default)]
    pub moves: Vec<String>,
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
    /// The variant's id, if it is one.
    pub variant: Option<String>,
    /// All options.
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
    /// Waiting, playing, over.
    pub status: Status,
    /// Grows whenever moves are taken back.
    pub generation: u32,
    /// How many moves have been played.
    pub epoch: u32,
    /// The seat to move.
    pub turn: Option<u8>,
    /// How it ended.
    #[schema(value_type = Option<OutcomeBody>)]
    pub outcome: Option<Value>,
    /// When it was made.
    pub created: String,
    /// Not shown in the lobby.
    pub private: bool,
    /// Who sits where.
    pub seats: Vec<SeatBody>,
    /// How many watch, at all nodes.
    pub spectators: usize,
    /// Whether somebody wants a move back.
    pub undo: Option<UndoBody>,
    /// The table of the rematch.
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
    pub name: Option<String>,
    /// A bot's level.
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

/// How a game ended.
#[derive(Serialize, ToSchema)]
#[schema(as = Outcome)]
pub(crate) struct OutcomeBody {
    /// Everybody's place; 1 is first.
    pub places: Vec<u8>,
    /// Everybody's points.
    pub points: Vec<i32>,
    /// Why it is over.
    pub why: WordsBody,
    /// The seats in first place.
    pub winners: Vec<u8>,
}

/// An outcome as it is stored and told.
pub(crate) fn outcome_json(outcome: &Outcome) -> Value {
    json!({
        "places": outcome.places(),
        "points": outcome.points(),
        "why": outcome.why(),
        "winners": outcome.winners().map(|seat| seat.0).collect::<Vec<_>>(),
    })
}

/// The game as somebody sees it.
#[derive(Serialize, ToSchema)]
#[schema(as = View)]
pub(crate) struct ViewBody {
    /// How many moves have been played.
    pub epoch: u32,
    /// Which generation of them.
    pub generation: u32,
    /// The seat that sees it so; nobody's for spectators.
    pub seat: Option<u8>,
    /// What there is to see; each game has its own form.
    pub view: Value,
    /// The seat to move.
    pub turn: Option<u8>,
    /// How it ended.
    #[schema(value_type = Option<OutcomeBody>)]
    pub outcome: Option<Value>,
    /// The moves that the viewer may play now; none out of turn.
    pub legal: Vec<String>,
    /// Whether the viewer may take back the last move, a step of a turn still theirs, asking nobody.
    pub back: bool,
}

/// A position that is at no table.
#[derive(Serialize, ToSchema)]
#[schema(as = Position)]
pub(crate) struct PositionBody {
    /// How many moves have been played.
    pub epoch: usize,
    /// What the seat to move sees.
    pub view: Value,
    /// The moves that can be played.
    pub legal: Vec<String>,
    /// The seat to move.
    pub turn: Option<u8>,
    /// How it ended.
    #[schema(value_type = Option<OutcomeBody>)]
    pub outcome: Option<Value>,
}

/// The moves that can be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct LegalBody {
    /// The table's epoch.
    pub epoch: u32,
    /// The seat to move.
    pub seat: Option<u8>,
    /// Its moves, if the asker holds it.
    pub moves: Vec<String>,
}

/// A move to be played.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionWish {
    /// The epoch that the table is at, as far as the player knows.
    pub epoch: u32,
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
}

/// A move was played.
#[derive(Serialize, ToSchema)]
pub(crate) struct EpochBody {
    /// The table's new epoch.
    pub epoch: u32,
}

/// A move that was played.
#[derive(Serialize, ToSchema)]
#[schema(as = Action)]
pub(crate) struct ActionBody {
    /// The epoch at which it was played.
    pub epoch: u32,
    /// The seat that played it.
    pub seat: u8,
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
}

/// All moves of a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Actions)]
pub(crate) struct ActionsBody {
    /// Which generation of them.
    pub generation: u32,
    /// The moves, in order.
    pub actions: Vec<ActionBody>,
}

/// The `action` event: a move, and the game after it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ActionEvent {
    /// The seat that played.
    pub seat: u8,
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
    /// The new epoch.
    pub epoch: u32,
    /// The generation.
    pub generation: u32,
    /// What there is to see now.
    pub view: Value,
    /// The seat to move.
    pub turn: Option<u8>,
    /// How it ended.
    #[schema(value_type = Option<OutcomeBody>)]
    pub outcome: Option<Value>,
    /// The moves that the viewer may play now.
    pub legal: Vec<String>,
    /// Whether the viewer may take this move back without asking anybody.
    pub back: bool,
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
    pub name: Option<String>,
    /// A bot's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
}

/// Asks for an undo, or answers one.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoWish {
    /// Absent to ask; `yes` or `no` to answer the one who asked.
    pub answer: Option<YesNo>,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum YesNo {
    /// Agreed.
    Yes,
    /// Not agreed.
    No,
}

/// What the engine would play.
#[derive(Serialize, ToSchema)]
pub(crate) struct HintBody {
    /// The move.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// How it may go on.
    pub line: Vec<String>,
    /// What the position is worth to the seat that moves.
    #[schema(value_type = Value)]
    pub score: search::Score,
}

/// What the engine thinks of a position.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Thought)]
pub(crate) struct ThoughtBody {
    /// The position's epoch.
    pub epoch: u32,
    /// The seat to move in it.
    pub seat: Option<u8>,
    /// Nothing once the game is over.
    #[schema(value_type = Option<Object>)]
    pub idea: Option<Idea>,
}

/// What the engine thinks of every position of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameThoughts {
    /// One for each epoch.
    pub positions: Vec<ThoughtBody>,
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

/// An earlier epoch.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EpochQuery {
    /// The epoch; the present one if it is not given.
    pub epoch: Option<u32>,
}

/// How to leave.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LeaveQuery {
    /// The level of the bot that takes the seat over.
    pub bot: Option<String>,
}

/// Where a stream goes on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AfterQuery {
    /// The id of the last event that the client has, `GENERATION.EPOCH`.
    pub after: Option<String>,
}

/// The name and version of the program.
#[derive(Serialize, ToSchema)]
pub(crate) struct VersionBody {
    /// `Plateau`.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
}

/// A position to think about, at no table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThinkWish {
    /// The position as the game saves it.
    pub state: String,
    /// Who is to think; the strongest if nobody is named.
    pub level: Option<String>,
    /// How long at most, in milliseconds.
    pub time: Option<u64>,
    /// Whether the worth of every move is wanted.
    #[serde(default)]
    pub study: bool,
}

/// How a game is to be written.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct FormatQuery {
    /// `record`, or a format of the game's own world.
    pub format: Option<String>,
}
