//! `plateau match`: which contestant is stronger, by how much, and how sure that is.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use arena::solo::{self, Plan};
use arena::{Contestant, Fault, Match, MatchGame, MatchReport, Standing};
use catalog::Entry;
use game::{Lang, Words};
use search::{ContestTerms, Limits, Stop};

use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::results::solo::SoloReport;
use crate::results::{Output, matches, progress_bar};
use crate::setup::GameArgs;

/// Let computer players meet, and say who is stronger
///
/// At a table seats alternate, and every opening is played from all seats. A game for one is played by each alone, on
/// the same seeds, or in real time against each other where it has duels. Ctrl-C ends it with what was played so far. As
/// in: plateau match connect4 hard mcts --games 200 --openings 2
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Two or more contestants: names of levels, with numbers changed as in hard:micro=2,macro=0 (`plateau games GAME`
    /// lists them), or programs: "cmd:./program --flag" by the protocol of docs/engine-protocol.md, or a protocol of the
    /// game's own world such as "gtp:…" or "tbp:…"
    #[arg(required = true, num_args = 2..=16, value_name = "CONTESTANT")]
    contestants: Vec<String>,

    /// How many games, or runs of each alone; 100, or 10 in duels if not given
    #[arg(long, visible_alias = "seeds", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Random moves at the beginning of each game, the same for each who plays it
    #[arg(long, default_value_t = 0, value_name = "K")]
    openings: usize,

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
enum Kind {
    Table,
    Duel,
    Solo,
}

/// Plays the match; Ctrl-C ends it early with what was played so far.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = args.game.entry()?;
    // Whatever is wrong with the setup or a name is said before anything starts.
    let contestants: Vec<Contestant> = args
        .contestants
        .iter()
        .map(|text| Contestant::parse(game, text))
        .collect::<Result<_, _>>()?;
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
    }
    match kind(args, game, &contestants)? {
        Kind::Solo => alone(args, game, &contestants),
        kind => together(args, game, contestants, kind, lang),
    }
}

/// A game of several seats is played at tables. Of a game for one, programs are met in duels, and everybody else is
/// compared alone.
fn kind(args: &Args, game: &dyn Entry, contestants: &[Contestant]) -> Result<Kind, Failure> {
    if args.solo || args.duel {
        return Ok(if args.solo { Kind::Solo } else { Kind::Duel });
    }
    let variants = game.about().variants;
    let several = match &args.game.variant {
        Some(id) => variants.iter().any(|variant| variant.id == id && variant.seats > 1),
        None => variants.iter().any(|variant| variant.seats > 1),
    };
    let programs = contestants.iter().any(Contestant::is_program);
    Ok(match (several, game.duels().is_some() && programs, game.solo().is_some()) {
        (false, true, _) => Kind::Duel,
        (false, false, true) => Kind::Solo,
        _ => {
            let seats = game.table(&args.game.setup())?.seats();
            if contestants.len() > seats {
                return Err(Failure::asked(Words::new(
                    format!("{} bots do not fit on {seats} seats", contestants.len()),
                    format!("{} joueurs pour {seats} places, c’est trop", contestants.len()),
                )));
            }
            Kind::Table
        }
    })
}

fn output(args: &Args) -> Output {
    match (args.json, args.csv) {
        (true, _) => Output::Json,
        (_, true) => Output::Csv,
        _ => Output::Text,
    }
}

fn cores() -> usize {
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
    if !duels {
        contestants.iter().try_for_each(|one| one.check(game))?;
    }
    let games = args.games.unwrap_or(if duels { 10 } else { 100 }) as usize;
    let played = Match {
        game,
        setup: args.game.setup(),
        contestants,
        games,
        openings: args.openings,
        limits: args.budget.limits(),
        moves: args.moves,
        threads: args.threads.unwrap_or_else(|| if duels { 1 } else { cores() }).max(1),
    };
    let stop = Stop::by(on_interrupt()?);
    let output = output(args);
    let bar = progress_bar(games as u64, output != Output::Text);
    let progress = |game: &MatchGame, standings: &[Standing]| {
        if let Err(failure) = args.records.as_deref().map_or(Ok(()), |to| save(to, game)) {
            bar.println(failure.to_string());
        }
        if let arena::MatchResult::Table(result) = &game.result
            && let Some(seat) = result.fault
        {
            let name = played.contestants[game.seated[usize::from(seat)]].name();
            bar.println(format!("game {}: {name} loses: {}", game.number + 1, result.why));
        }
        let (name, score) = (played.contestants[0].name(), standings[0].score());
        bar.set_message(format!("{name} {:.1}%", 100.0 * score));
        bar.inc(1);
    };
    let report: Result<MatchReport, Fault> =
        if duels { played.in_duels(&stop, &progress) } else { played.at_tables(&stop, &progress) };
    bar.finish_and_clear();
    matches::write(&mut io::stdout().lock(), &report?, games, output, lang)
}

/// Saves the record of a game, or its result where it has none.
fn save(folder: &Path, game: &MatchGame) -> io::Result<()> {
    let name = format!("{:05}", game.number + 1);
    match game.record() {
        Some(record) => fs::write(folder.join(name + ".record"), record.to_text()),
        None => fs::write(folder.join(name + ".json"), serde_json::to_string_pretty(game)? + "\n"),
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
    };
    let prepared = solo::prepare(game, contestants, &terms)?;
    let games = args.games.unwrap_or(100) as usize;
    let threads = args.threads.unwrap_or_else(cores).max(1);
    let plan = Plan { games, moves: prepared.moves, seed: setup.seed, threads };
    let stop = Stop::by(on_interrupt()?);
    let output = output(args);
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
    report.write_all(&mut io::stdout().lock(), output)
}
