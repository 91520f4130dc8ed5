//! Playing: what a viewer sees, moves, taking moves back.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::store::OutcomeRow;

/// A table's game as somebody sees it.
#[derive(Serialize, ToSchema)]
#[schema(as = TableView)]
pub(crate) struct ViewBody {
    /// How many moves have been played.
    pub epoch: u32,
    /// Which generation of them.
    pub generation: u32,
    /// The seat that sees it so; null for spectators.
    #[schema(required)]
    pub seat: Option<u8>,
    /// What there is to see. Each game has its own form: see `view.rs` in its crate.
    pub view: Value,
    /// The seat to move.
    #[schema(required)]
    pub turn: Option<u8>,
    /// How it ended.
    #[schema(required)]
    pub outcome: Option<OutcomeRow>,
    /// The moves that the viewer may play now; none out of turn.
    pub legal: Vec<String>,
    /// Whether the viewer may take back the last move, a step of a turn still theirs, asking nobody.
    pub back: bool,
}

/// The moves that can be played.
#[derive(Serialize, ToSchema)]
#[schema(as = LegalMoves)]
pub(crate) struct LegalBody {
    /// The table's epoch.
    pub epoch: u32,
    /// The seat to move.
    #[schema(required)]
    pub seat: Option<u8>,
    /// Its moves, if the asker holds it.
    pub moves: Vec<String>,
}

/// A whole position that fits what somebody may know.
#[derive(Serialize, ToSchema)]
#[schema(as = ImaginedState)]
pub(crate) struct StateBody {
    /// The table's epoch.
    pub epoch: u32,
    /// The seat that may know it; null for spectators.
    #[schema(required)]
    pub seat: Option<u8>,
    /// The position as the game saves it.
    pub state: String,
}

/// A move to be played.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionWish {
    /// The epoch that the table is at, as far as the player knows.
    pub epoch: u32,
    /// The generation that the player sees: with it, a move is refused that was meant for a position that has been
    /// taken back.
    pub generation: Option<u32>,
    /// Up to 64 characters of the client's choice. A request that is sent again with the same key, because its
    /// answer was lost, is answered as the first time and plays nothing.
    pub key: Option<String>,
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
}

/// A move was played.
#[derive(Serialize, ToSchema)]
#[schema(as = Epoch)]
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

/// An earlier epoch.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EpochQuery {
    /// The epoch; the present one if it is not given.
    pub epoch: Option<u32>,
}
