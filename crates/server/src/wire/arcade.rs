//! The bodies of what is played in real time: lists of the best, and races.

use game::{Arcade, Garbage, Phrase, Run};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use super::{FiguresBody, OptionsBody, SeatToken, SeatWish, WordsBody};
use crate::store::{OutcomeRow, SeatKind, Shelf, Status};

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
    /// Whose runs: `people` unless it is said, `apart` for those that something speaks against, `machines` for those
    /// that the server let its levels play.
    #[serde(default)]
    pub list: Shelf,
}

/// A ticket for one run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TicketWish {
    /// The mode's id.
    pub mode: String,
    /// 32 to 128 characters that nobody can guess; whoever sends them again gets the same ticket again.
    pub key: Option<String>,
}

/// A ticket for one run.
#[derive(Serialize, ToSchema)]
#[schema(as = Ticket)]
pub(crate) struct TicketBody {
    /// The bearer token with which this run, and no other, is paused and entered.
    pub ticket: String,
    /// What decides all chance of the run.
    pub seed: String,
    /// For how many milliseconds it is good.
    pub expires_in: i64,
}

/// What was found of a run when it was told of.
#[derive(Serialize, ToSchema)]
#[schema(as = SealedRun)]
pub(crate) struct SealedBody {
    /// The list that it can be entered in.
    pub list: Shelf,
    /// What speaks against it.
    pub doubts: Vec<DoubtBody>,
    /// What it was found to be worth.
    pub run: RunBody,
}

/// What speaks against a run.
#[derive(Serialize, ToSchema)]
#[schema(as = Doubt)]
pub(crate) struct DoubtBody {
    /// For programs.
    pub id: String,
    /// For people.
    pub why: WordsBody,
}

impl DoubtBody {
    /// The game's own, or one of those that the server itself has.
    pub fn of(arcade: &dyn Arcade, id: &str) -> Self {
        let own = arcade.doubts().iter().find(|doubt| doubt.id == id).map(|doubt| doubt.why);
        let why = own.unwrap_or(match id {
            "slow" => Phrase::new(
                "it took longer than its ticks and its pauses",
                "elle a duré plus que ses tics et ses pauses",
            ),
            "paused" => Phrase::new("it was paused for long", "elle a été longtemps en pause"),
            "no-ticket" => Phrase::new(
                "it was entered before runs were timed by the server",
                "elle date d’avant le chronométrage par le serveur",
            ),
            _ => Phrase::new("for an unknown reason", "pour une raison inconnue"),
        });
        Self { id: id.to_owned(), why: why.into() }
    }
}

/// A level that is to play a run for the computers’ list.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MachineRunWish {
    /// The mode's id.
    pub mode: String,
    /// The variant's id.
    pub variant: String,
    /// The level's id.
    pub level: String,
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
    /// What speaks against it; such runs stand apart.
    pub doubts: Vec<DoubtBody>,
    /// How many milliseconds it was paused.
    pub paused: i64,
    /// When it was entered.
    #[schema(format = DateTime)]
    pub at: String,
}

/// A run that was entered.
#[derive(Serialize, ToSchema)]
pub(crate) struct Entered {
    /// Its id, for watching it.
    pub id: String,
    /// Its place; none if it is not the best of its player, or not among those that are kept.
    #[schema(required)]
    pub rank: Option<usize>,
    /// The list that it stands in.
    pub list: Shelf,
    /// What speaks against it.
    pub doubts: Vec<DoubtBody>,
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
    /// Those that are being run, to be watched, instead of those that wait for players.
    #[serde(default)]
    pub playing: bool,
}

/// Bots for the free seats of a race.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BotsWish {
    /// Their level; the usual one if none is named.
    pub level: Option<String>,
}

/// Whom to send garbage to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AimWish {
    /// A seat; none for everybody in turn.
    pub at: Option<u8>,
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
    /// Seats with the same number are allies.
    pub team: u8,
    /// How many races it has won, over all rounds.
    pub wins: u32,
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
