//! The bodies of what is played in real time: lists of the best, and races.

use game::{Garbage, Run};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use super::{FiguresBody, OptionsBody, SeatToken, SeatWish};
use crate::store::{OutcomeRow, SeatKind, Status};

/// Which list of the best.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ScoresQuery {
    /// The mode's id.
    pub mode: String,
    /// The kind of run: the variant's id, unless the options were others.
    pub kind: String,
    /// How many; 20 unless it is said, 200 at the most.
    pub limit: Option<u32>,
}

/// A list of the best.
#[derive(Serialize, ToSchema)]
#[schema(as = BestRuns)]
pub(crate) struct BestRunsBody {
    /// Best first.
    pub scores: Vec<BestRunBody>,
}

/// A run in a list of the best.
#[derive(Serialize, ToSchema)]
#[schema(as = BestRun)]
pub(crate) struct BestRunBody {
    /// Its id, for watching it.
    pub id: String,
    /// Its place, from 1.
    pub rank: usize,
    /// Who played it.
    pub name: String,
    /// Points.
    pub points: i64,
    /// In ticks of the game.
    pub ticks: i64,
    /// Whatever else the game counts.
    pub figures: FiguresBody,
    /// When it was entered.
    #[schema(format = DateTime)]
    pub at: String,
}

/// A run that was entered.
#[derive(Serialize, ToSchema)]
pub(crate) struct Entered {
    /// Its id, for watching it.
    pub id: String,
    /// Its place; none if it is not among those that are kept.
    #[schema(required)]
    pub rank: Option<usize>,
    /// What it was found to be worth.
    pub run: RunBody,
}

/// What a run was found to be worth.
#[derive(Serialize, ToSchema)]
#[schema(as = Run)]
pub(crate) struct RunBody {
    /// The mode's id.
    pub mode: String,
    /// The kind of run.
    pub kind: String,
    /// Whether it reached the mode's own end.
    pub finished: bool,
    /// In ticks of the game.
    pub ticks: u64,
    /// Points.
    pub points: i64,
    /// Whatever else the game counts.
    pub figures: FiguresBody,
}

impl RunBody {
    pub fn of(run: Run) -> Self {
        let Run { mode, kind, finished, ticks, points, figures, .. } = run;
        Self { mode, kind, finished, ticks, points, figures: FiguresBody(figures) }
    }
}

/// A new race.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRace {
    /// The game's id.
    pub game: String,
    /// Its options.
    #[serde(default)]
    pub options: OptionsBody,
    /// The seats, two at least.
    pub seats: Vec<SeatWish>,
    /// Not shown in the lobby.
    #[serde(default)]
    pub private: bool,
}

/// Which races.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RacesQuery {
    /// Only those of this game.
    pub game: Option<String>,
}

/// A race and the secrets of the seats that were taken with this request.
#[derive(Serialize, ToSchema)]
pub(crate) struct RaceSeated {
    /// The race.
    pub race: RaceBody,
    /// A token for each seat, told once.
    pub tokens: Vec<SeatToken>,
}

/// A race.
#[derive(Serialize, ToSchema)]
#[schema(as = Race)]
pub(crate) struct RaceBody {
    /// Its id in addresses.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// Its options.
    pub options: OptionsBody,
    /// Grows with each race that the same people run.
    pub round: u32,
    /// Waiting, playing, over.
    pub status: Status,
    /// Milliseconds until its first tick, or since then if negative, while it is on.
    #[schema(required)]
    pub begins_in: Option<i64>,
    /// What decides all chance, once it begins.
    #[schema(required)]
    pub seed: Option<String>,
    /// Who runs.
    pub seats: Vec<RaceSeatBody>,
    /// How it ended.
    #[schema(required)]
    pub outcome: Option<OutcomeRow>,
    /// Not shown in the lobby.
    pub private: bool,
    /// When it was made.
    #[schema(format = DateTime)]
    pub created: String,
}

/// A seat of a race.
#[derive(Serialize, ToSchema)]
#[schema(as = RaceSeat)]
pub(crate) struct RaceSeatBody {
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
    /// Whether it is still in the race.
    pub alive: bool,
}

/// What somebody did in a race.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BundleWish {
    /// The inputs by tick, and the tick up to which they are all.
    pub bundle: String,
}

/// How far somebody is in a race.
#[derive(Serialize, ToSchema)]
#[schema(as = RaceTick)]
pub(crate) struct FedBody {
    /// The tick up to which their inputs are known.
    pub tick: u64,
}

/// Something that happened in a race.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "note", rename_all = "lowercase")]
pub(crate) enum RaceNote {
    /// What a seat did.
    Bundle {
        /// Whose.
        seat: u8,
        /// The inputs by tick, and the tick up to which they are all.
        bundle: String,
    },
    /// Garbage sent to a seat, which takes it as an input of its own.
    Garbage(GarbageBody),
    /// A seat's player is gone.
    Gone {
        /// Whose.
        seat: u8,
    },
}

/// Garbage sent to a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Garbage)]
pub(crate) struct GarbageBody {
    /// The seat that gets it.
    pub to: u8,
    /// What it is, in fields of the game's own.
    #[serde(flatten)]
    #[schema(value_type = std::collections::HashMap<String, Value>)]
    pub payload: Map<String, Value>,
}

impl From<Garbage> for RaceNote {
    fn from(Garbage { to, payload }: Garbage) -> Self {
        Self::Garbage(GarbageBody { to, payload })
    }
}
