//! Server-sent events: each kind, and its data. The document describes an event as the pair of its name
//! and its data; in the stream these are the fields `event` and `data`.

use axum::response::sse::Event;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{RaceBody, RaceNote, TableBody, ViewBody};
use crate::store::OutcomeRow;

/// An event's id: two numbers by which a client says what it has.
pub(crate) type EventId = (u32, usize);

/// What happens at a table.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub(crate) enum TableEvent {
    /// Everything, as after joining: sent first, and where the client's last event cannot be continued.
    Reset(Box<ResetEvent>),
    /// A move was played. An undo that somebody had asked for is withdrawn.
    Action(Box<ActionEvent>),
    /// Somebody sat down, came or went, renamed, asked or said something, or the game began or is over.
    Table(Box<TableBody>),
    /// A bot is to move, or no longer.
    Thinking(ThinkingEvent),
}

impl TableEvent {
    /// The event as the stream sends it.
    pub fn sse(&self, id: EventId) -> Event {
        match self {
            Self::Reset(data) => sse("reset", id, data),
            Self::Action(data) => sse("action", id, data),
            Self::Table(data) => sse("table", id, data),
            Self::Thinking(data) => sse("thinking", id, data),
        }
    }
}

/// What happens in a race.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub(crate) enum RaceEvent {
    /// Somebody came or went, or it began or ended.
    Race(Box<RaceBody>),
    /// Somebody did something.
    Note(RaceNote),
}

impl RaceEvent {
    /// The event as the stream sends it.
    pub fn sse(&self, id: EventId) -> Event {
        match self {
            Self::Race(data) => sse("race", id, data),
            Self::Note(data) => sse("note", id, data),
        }
    }
}

fn sse<T: Serialize>(name: &str, (a, b): EventId, data: &T) -> Event {
    // Our own bodies always serialize.
    let data = serde_json::to_string(data).unwrap_or_default();
    Event::default().event(name).id(format!("{a}.{b}")).data(data)
}

/// The data of `reset`: the table and what the viewer sees of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResetEvent {
    /// The table.
    pub table: TableBody,
    /// The game as the viewer sees it.
    pub view: ViewBody,
}

/// The data of `action`: a move, and the game after it.
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
    /// What there is to see now. Each game has its own form: see `view.rs` in its crate.
    pub view: Value,
    /// The seat to move.
    #[schema(required)]
    pub turn: Option<u8>,
    /// How it ended.
    #[schema(required)]
    pub outcome: Option<OutcomeRow>,
    /// The moves that the viewer may play now.
    pub legal: Vec<String>,
    /// Whether the viewer may take this move back without asking anybody.
    pub back: bool,
    /// What each seat has left on its clock now, in milliseconds; null without a clock.
    #[schema(required)]
    pub left: Option<Vec<i64>>,
}

/// The data of `thinking`.
#[derive(Serialize, ToSchema)]
pub(crate) struct ThinkingEvent {
    /// The bot's seat.
    pub seat: u8,
    /// Whether it is to move now.
    pub on: bool,
}

/// Where a stream goes on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AfterQuery {
    /// The id of the last event that the client has: `GENERATION.EPOCH` of a table, `ROUND.NOTES` of a race.
    pub after: Option<String>,
}
