//! What all commands that hold events share: their flags, the kind of event, and the rules that follow from it.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use arena::{AnswerTime, Contestant, MatchGame, MatchRules, Meeting, OpeningSource};
use catalog::{Entry, Setup};
use game::Words;
use search::{ContestTerms, Limits};

use crate::failure::Failure;
use crate::results::Output;
use crate::setup::GameArgs;

/// The terms of an event, as flags.
#[derive(clap::Args, Clone)]
pub struct EventArgs {
    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    clock: ClockArgs,

    #[command(flatten)]
    openings: OpeningArgs,

    /// A duel or a run alone ends after so many moves, such as pieces, of each
    #[arg(long, visible_alias = "pieces", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,

    /// Two against each other in real time, also where there are no programs
    #[arg(long)]
    pub duel: bool,
}

impl EventArgs {
    /// The rules of games at a table, or of duels.
    pub fn rules(
        &self,
        game: &'static dyn Entry,
        setup: Setup,
        kind: ContestKind,
    ) -> Result<MatchRules, Failure> {
        if kind != ContestKind::Duel && self.moves.is_some() {
            return Err(Failure::asked(Words::new(
                "--moves ends duels and runs alone: a game at a table ends by its rules",
                "--moves met fin aux duels et aux parties seul : à une table, la règle seule met fin à la partie",
            )));
        }
        let (meeting, openings) = match kind {
            ContestKind::Duel => (Meeting::Duel, OpeningSource::Random(0)),
            ContestKind::Table | ContestKind::Solo => {
                (Meeting::Table, self.openings.source(game, &setup)?)
            }
        };
        let (limits, time) = (self.limits(), self.time());
        Ok(MatchRules { game, setup, meeting, openings, limits, time, moves: self.moves })
    }

    /// The terms of runs alone.
    pub fn terms(&self, setup: &Setup) -> ContestTerms {
        ContestTerms {
            variant: setup.variant.clone(),
            options: setup.options.clone(),
            limits: self.limits(),
            moves: self.moves,
            margin: Some(self.time().margin),
        }
    }

    /// What each may spend on a move; what is not set is the level's own.
    pub fn limits(&self) -> Limits {
        self.budget.limits()
    }

    /// How late an answer may come.
    pub fn time(&self) -> AnswerTime {
        self.clock.time()
    }
}

/// What each may spend on a move.
#[derive(clap::Args, Clone, Copy)]
pub struct BudgetArgs {
    /// Milliseconds for a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Milliseconds of CPU time for a move, the same on a busy machine; for players of one thread. “own” keeps every
    /// level's own budget and counts its time so
    #[arg(long, value_name = "MS", conflicts_with = "movetime", value_parser = parse_cpu_time)]
    cputime: Option<CpuTime>,

    /// Positions or simulations for a move
    #[arg(long, value_name = "N", conflicts_with_all = ["movetime", "cputime"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl BudgetArgs {
    /// As limits; what is not set is the level's own.
    pub fn limits(self) -> Limits {
        let time = self.movetime.map(Duration::from_millis);
        let (cpu, own_cpu) = match self.cputime {
            None => (None, false),
            Some(CpuTime::Own) => (None, true),
            Some(CpuTime::Millis(millis)) => (Some(Duration::from_millis(millis)), false),
        };
        Limits { time, cpu, own_cpu, nodes: self.nodes, ..Limits::NONE }
    }
}

/// What the processor may work for a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CpuTime {
    /// As long as the level's own time is.
    Own,
    Millis(u64),
}

fn parse_cpu_time(text: &str) -> Result<CpuTime, String> {
    match text.parse() {
        _ if text == "own" => Ok(CpuTime::Own),
        Ok(millis) if millis > 0 => Ok(CpuTime::Millis(millis)),
        _ => Err("write milliseconds, as in 100, or “own”".into()),
    }
}

/// What contestants meet in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ContestKind {
    Table,
    Duel,
    Solo,
}

impl ContestKind {
    /// Games at a time if nobody says otherwise: in a duel both think.
    pub fn threads(self, asked: Option<usize>) -> usize {
        asked.unwrap_or_else(|| if self == Self::Duel { 1 } else { cores() })
    }
}

/// A game of several seats is played at tables. Of a game for one, programs are met in duels, unless they speak our own
/// protocol, which knows no duels; and everybody else is compared alone.
pub fn kind(args: &GameArgs, game: &dyn Entry, contestants: &[Contestant]) -> ContestKind {
    let variants = game.about().variants;
    let several = match &args.variant {
        Some(id) => variants.iter().any(|variant| variant.id == id && variant.seats > 1),
        None => variants.iter().any(|variant| variant.seats > 1),
    };
    let programs = contestants.iter().any(Contestant::is_program)
        && !contestants.iter().any(Contestant::is_house_program);
    match (several, game.duels().is_some() && programs, game.solo().is_some()) {
        (false, true, _) => ContestKind::Duel,
        (false, false, true) => ContestKind::Solo,
        _ => ContestKind::Table,
    }
}

/// What the clock allows.
#[derive(clap::Args, Clone, Copy)]
pub struct ClockArgs {
    /// Milliseconds by which a move may exceed its time; whoever takes longer has lost
    #[arg(long, value_name = "MS", default_value_t = 500)]
    margin: u64,

    /// Seconds that a program may take for a move that has no time
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
}

impl ClockArgs {
    /// As the arena has it.
    pub fn time(self) -> AnswerTime {
        AnswerTime {
            margin: Duration::from_millis(self.margin),
            longest: Duration::from_secs(self.timeout),
        }
    }
}

/// How games at a table begin.
#[derive(clap::Args, Clone)]
pub struct OpeningArgs {
    /// Random moves at the beginning of each game that leave it open who wins, or a file with an opening a line. Four, or
    /// one a seat, if not given; none where the game deals by chance. Every opening is played from all sides
    #[arg(long, value_name = "K|FILE")]
    openings: Option<String>,
}

impl OpeningArgs {
    /// As the arena has it.
    pub fn source(&self, game: &dyn Entry, setup: &Setup) -> Result<OpeningSource, Failure> {
        let Some(text) = &self.openings else {
            return Ok(OpeningSource::usual(&*game.table(setup)?));
        };
        if let Ok(plies) = text.parse() {
            return Ok(OpeningSource::Random(plies));
        }
        let path = Path::new(text);
        let list = fs::read_to_string(path).map_err(|error| Failure::unreadable(path, &error))?;
        OpeningSource::read(game, setup, &list).map_err(|why| {
            Failure::asked(Words::new(
                format!("{text}: {}", why.en),
                format!("{text} : {}", why.fr),
            ))
        })
    }
}

/// How results are to be written.
pub fn output(json: bool, csv: bool) -> Output {
    match (json, csv) {
        (true, _) => Output::Json,
        (_, true) => Output::Csv,
        _ => Output::Text,
    }
}

/// The cores of this machine.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Saves the record of a game, or its result where it has none.
pub fn save(folder: &Path, game: &MatchGame) -> io::Result<()> {
    let name = format!("{:05}", game.number + 1);
    match &game.record {
        Some(record) => fs::write(folder.join(name + ".record"), record.to_text()),
        None => fs::write(folder.join(name + ".json"), serde_json::to_string_pretty(game)? + "\n"),
    }
}
