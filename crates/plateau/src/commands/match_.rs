//! `plateau match`: which contestant is stronger, by how much, and how sure that is.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::check::{self, Step};
use arena::solo::{self, Plan};
use arena::stats::Sprt;
use arena::{
    Contestant, Fault, Match, MatchGame, MatchReport, Meeting, OpeningSource, Rules, TimeControl,
};
use catalog::{Entry, Setup};
use game::{Lang, Words};
use search::{ContestTerms, Limits, Stop};

use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::results::solo::SoloReport;
use crate::results::{Output, matches, progress_bar};
use crate::setup::GameArgs;

/// Games of a sequential test at most, if nobody says otherwise.
const LONGEST_TEST: u32 = 20_000;

/// Let computer players meet, and say who is stronger
///
/// At a table every opening is played from all sides. A game for one is played by each alone, on the same seeds, or in
/// real time against each other where it has duels. Ctrl-C ends it with what was played so far. The exit code is 1 if a
/// contestant was at fault: it crashed, was late, or played what is illegal. As in: plateau match connect4 hard mcts --games 200
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Two or more contestants: names of levels, with numbers changed as in hard:micro=2,macro=0 (`plateau games GAME`
    /// lists them), or programs: "cmd:./program --flag" by the protocol of docs/engine-protocol.md, or a protocol of the
    /// game's own world such as "gtp:…" or "tbp:…"
    #[arg(required_unless_present = "check", num_args = 2..=16, value_name = "CONTESTANT")]
    contestants: Vec<String>,

    /// How many games, or runs of each alone; 100, or 10 in duels if not given
    #[arg(long, visible_alias = "seeds", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    clock: ClockArgs,

    #[command(flatten)]
    openings: OpeningArgs,

    /// Stop as soon as it is clear whether the first contestant is stronger than the second by ELO1 or more, or by ELO0
    /// or less; each answer is wrong in 5% of all tests at most
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true, conflicts_with_all = ["solo", "check"])]
    sprt: Option<Sprt>,

    /// Try a program, and say what is wrong with it
    #[arg(long, value_name = "CONTESTANT", conflicts_with = "contestants")]
    check: Option<String>,

    /// A duel or a run alone ends after so many moves, such as pieces, of each
    #[arg(long, visible_alias = "pieces", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,

    /// Each alone on the same seeds, also where there are programs
    #[arg(long, conflicts_with = "duel")]
    solo: bool,

    /// Two against each other in real time, also where there are no programs
    #[arg(long)]
    duel: bool,

    /// Games at a time; all cores if not given, but one duel, whose contestants both think
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Save the record of every game in this folder; of duels and runs, which have none, the result
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// The result as JSON, for programs
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// The games as comma-separated lines, for programs
    #[arg(long)]
    csv: bool,
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
    pub fn time(self) -> TimeControl {
        TimeControl {
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

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[elo0, elo1]) if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 2000.0 => {
            Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
        }
        _ => Err("write two Elo differences, the lower first, as in 0,20".into()),
    }
}

/// What each may spend on a move.
#[derive(clap::Args, Clone, Copy)]
pub struct BudgetArgs {
    /// Milliseconds for a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Positions or simulations for a move
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl BudgetArgs {
    /// As limits; what is not set is the level's own.
    pub fn limits(self) -> Limits {
        let time = self.movetime.map(Duration::from_millis);
        Limits { time, nodes: self.nodes, ..Limits::NONE }
    }
}

/// What contestants meet in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Table,
    Duel,
    Solo,
}

/// Plays the match; Ctrl-C ends it early with what was played so far.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = args.game.entry()?;
    if let Some(text) = &args.check {
        return try_one(args, game, &Contestant::parse(game, text)?, lang);
    }
    // Whatever is wrong with the setup or a name is said before anything starts.
    let contestants: Vec<Contestant> = args
        .contestants
        .iter()
        .map(|text| Contestant::parse(game, text))
        .collect::<Result<_, _>>()?;
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
    }
    let asked = match (args.solo, args.duel) {
        (true, _) => Some(Kind::Solo),
        (_, true) => Some(Kind::Duel),
        _ => None,
    };
    match asked.unwrap_or_else(|| kind(&args.game, game, &contestants)) {
        Kind::Solo => alone(args, game, &contestants),
        kind => together(args, game, contestants, kind, lang),
    }
}

/// A game of several seats is played at tables. Of a game for one, programs are met in duels, and everybody else is
/// compared alone.
pub fn kind(args: &GameArgs, game: &dyn Entry, contestants: &[Contestant]) -> Kind {
    let variants = game.about().variants;
    let several = match &args.variant {
        Some(id) => variants.iter().any(|variant| variant.id == id && variant.seats > 1),
        None => variants.iter().any(|variant| variant.seats > 1),
    };
    let programs = contestants.iter().any(Contestant::is_program);
    match (several, game.duels().is_some() && programs, game.solo().is_some()) {
        (false, true, _) => Kind::Duel,
        (false, false, true) => Kind::Solo,
        _ => Kind::Table,
    }
}

/// No more contestants than a game has sides.
fn check_sides(rules: &Rules, contestants: &[Contestant]) -> Result<(), Failure> {
    let (count, sides) = (contestants.len(), rules.sides()?);
    if count <= sides {
        return Ok(());
    }
    let seats = match rules.meeting {
        Meeting::Duel => {
            return Err(Failure::asked(Words::new(
                "a duel is between two contestants",
                "un duel se joue entre deux concurrents",
            )));
        }
        Meeting::Table => rules.game.table(&rules.setup)?.seats(),
    };
    Err(Failure::asked(if seats == sides {
        Words::new(
            format!("{count} bots do not fit on {seats} seats"),
            format!("{count} joueurs pour {seats} places, c’est trop"),
        )
    } else {
        Words::new(
            format!("{count} bots do not fit on {sides} teams: each plays a whole team"),
            format!(
                "{count} joueurs pour {sides} équipes, c’est trop : chacun en joue une entière"
            ),
        )
    }))
}

pub fn output(json: bool, csv: bool) -> Output {
    match (json, csv) {
        (true, _) => Output::Json,
        (_, true) => Output::Csv,
        _ => Output::Text,
    }
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Games at tables, or duels.
fn together(
    args: &Args,
    game: &'static dyn Entry,
    contestants: Vec<Contestant>,
    kind: Kind,
    lang: Lang,
) -> Result<(), Failure> {
    let duels = kind == Kind::Duel;
    let setup = args.game.setup();
    let openings = match duels {
        true => OpeningSource::Random(0),
        false => args.openings.source(game, &setup)?,
    };
    let rules = Rules {
        game,
        setup,
        meeting: if duels { Meeting::Duel } else { Meeting::Table },
        openings,
        limits: args.budget.limits(),
        time: args.clock.time(),
        moves: args.moves,
    };
    rules.check(&contestants)?;
    check_sides(&rules, &contestants)?;
    if args.sprt.is_some() && contestants.len() != 2 {
        return Err(Failure::asked(Words::new(
            "--sprt compares two contestants",
            "--sprt compare deux concurrents",
        )));
    }
    let usual = match (args.sprt, duels) {
        (Some(_), _) => LONGEST_TEST,
        (None, true) => 10,
        (None, false) => 100,
    };
    let games = args.games.unwrap_or(usual) as usize;
    let threads = args.threads.unwrap_or_else(|| if duels { 1 } else { cores() }).max(1);
    let played = Match { rules, contestants, games, sprt: args.sprt, threads };
    let stop = Stop::by(on_interrupt()?);
    let output = output(args.json, args.csv);
    let bar = progress_bar(games as u64, output != Output::Text);
    let sum = std::sync::Mutex::new((0.0, 0u32));
    let progress = |game: &MatchGame| {
        if let Err(failure) = args.records.as_deref().map_or(Ok(()), |to| save(to, game)) {
            bar.println(failure.to_string());
        }
        let mut sum = sum.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        (sum.0, sum.1) = (sum.0 + game.share(0), sum.1 + 1);
        let score = 100.0 * sum.0 / f64::from(sum.1);
        bar.set_message(format!("{} {score:.1}%", played.contestants[0].name()));
        bar.inc(1);
    };
    let report: Result<MatchReport, Fault> = played.run(&stop, &progress);
    bar.finish_and_clear();
    let report = report?;
    let asked = matches::Asked { games, time: played.rules.time, limits: played.rules.limits };
    matches::write(&mut io::stdout().lock(), &report, &asked, output, lang)?;
    Failure::if_faulty(
        report
            .contestants
            .iter()
            .zip(&report.stats.standings)
            .map(|(name, standing)| (name.as_str(), standing.faults)),
    )
}

/// Saves the record of a game, or its result where it has none.
pub fn save(folder: &Path, game: &MatchGame) -> io::Result<()> {
    let name = format!("{:05}", game.number + 1);
    match &game.record {
        Some(record) => fs::write(folder.join(name + ".record"), record.to_text()),
        None => fs::write(folder.join(name + ".json"), serde_json::to_string_pretty(game)? + "\n"),
    }
}

/// Tries a contestant, and says step by step how that went.
fn try_one(
    args: &Args,
    game: &'static dyn Entry,
    contestant: &Contestant,
    lang: Lang,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let mut told = |step: &Step| {
        let (mark, text) = match &step.result {
            Ok(seen) => ("ok   ", seen),
            Err(wrong) => ("WRONG", wrong),
        };
        let (what, text) = (step.what.get(lang), text.get(lang));
        let line = writeln!(out, "{mark} {what}: {text}").and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(line);
    };
    let stop = Stop::by(on_interrupt()?);
    let limits = args.budget.limits();
    let (setup, time) = (args.game.setup(), args.clock.time());
    let fine = check::check(game, &setup, contestant, &limits, time, &stop, &mut told)?;
    written?;
    match fine {
        true => Ok(()),
        false => Err(Failure::Words(Words::new(
            format!("{} cannot take part yet", contestant.name()),
            format!("{} ne peut pas encore participer", contestant.name()),
        ))),
    }
}

/// Each alone, on the same seeds.
fn alone(args: &Args, game: &'static dyn Entry, contestants: &[Contestant]) -> Result<(), Failure> {
    let setup = args.game.setup();
    let terms = ContestTerms {
        variant: setup.variant.clone(),
        options: setup.options.clone(),
        limits: args.budget.limits(),
        moves: args.moves,
        margin: Some(args.clock.time().margin),
    };
    let prepared = solo::prepare(game, contestants, &terms)?;
    let games = args.games.unwrap_or(100) as usize;
    let threads = args.threads.unwrap_or_else(cores).max(1);
    let plan = Plan { games, moves: prepared.moves, seed: setup.seed, threads };
    let stop = Stop::by(on_interrupt()?);
    let output = output(args.json, args.csv);
    let bar = progress_bar((games * contestants.len()) as u64, output != Output::Text);
    let outcomes = solo::trials(&prepared.runs, &plan, &stop, &|_, _| bar.inc(1));
    bar.finish_and_clear();
    let report = SoloReport {
        game: &args.game.game,
        contestants: contestants.iter().map(|one| one.name().to_owned()).collect(),
        figures: prepared.figures,
        outcomes: &outcomes?,
        options: setup.options,
        seed: setup.seed,
        asked: Some(games),
    };
    if let Some(folder) = &args.records {
        let mut file = fs::File::create(folder.join("runs.json"))?;
        report.write_all(&mut file, Output::Json)?;
    }
    report.write_all(&mut io::stdout().lock(), output)?;
    Failure::if_faulty(report.faults())
}
