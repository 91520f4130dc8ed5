//! `plateau simulate`: how far a contestant gets on its own, over many games.

use std::io;
use std::path::PathBuf;

use arena::Contestant;
use arena::solo::{self, Plan};
use game::Lang;
use search::{ContestTerms, Stop};

use super::event::BudgetArgs;
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::numbers;
use crate::results::solo::SoloOutput;
use crate::results::{Output, progress_bar};
use crate::setup::GameArgs;

/// Let one contestant play alone, and count what it reaches
///
/// Prints means with their standard errors; `plateau match` compares several on the same seeds. As in: plateau simulate
/// GAME LEVEL --games 2000 --seed 1
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Who plays, as in `plateau match`; a wrong name is answered with the list
    #[arg(value_name = "CONTESTANT")]
    contestant: String,

    /// How many games; 100 unless --moves is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// Break each game off after so many moves, such as pieces; without --games, so many in all, one game after another
    #[arg(long, visible_alias = "pieces", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Play by the numbers in this file, as `plateau tune --out` writes them
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Games at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// The result as JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Plays and prints; Ctrl-C ends it early with what was played so far.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = args.game.entry()?;
    let setup = args.game.setup();
    let terms = ContestTerms {
        variant: setup.variant.clone(),
        options: setup.options.clone(),
        limits: args.budget.limits(),
        moves: args.moves,
        margin: None,
    };
    let mut contestant = Contestant::parse(game, &args.contestant)?;
    if let (Some(path), Contestant::Own(text), Some(solo)) =
        (&args.weights, &contestant, game.solo())
    {
        let (player, _) = text.split_once(':').unwrap_or((text, ""));
        let usual = solo.parameters(player, &terms).unwrap_or_default().into();
        let changes = numbers::read(path, &usual)?.changes();
        let colon = if changes.is_empty() { "" } else { ":" };
        contestant = Contestant::Own(format!("{player}{colon}{changes}"));
    }
    let prepared = solo::prepare(game, std::slice::from_ref(&contestant), &terms)?;
    let stop = Stop::by(on_interrupt()?);
    let (outcomes, asked) = if let (None, Some(moves)) = (args.games, args.moves) {
        let bar = progress_bar(moves, args.json);
        let told = |sample: &search::RunResult| bar.inc(sample.moves);
        let outcomes = solo::marathon(&*prepared.runs[0], moves, setup.seed, &stop, &told);
        bar.finish_and_clear();
        (vec![outcomes?], None)
    } else {
        let games = args.games.unwrap_or(100) as usize;
        let bar = progress_bar(games as u64, args.json);
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.map_or_else(cores, usize::from);
        let plan = Plan { games, moves: prepared.moves, seed: setup.seed, threads };
        let outcomes = solo::trials(&prepared.runs, &plan, &stop, &|_, _| bar.inc(1));
        bar.finish_and_clear();
        (outcomes?, Some(games))
    };
    let conditions = solo::conditions(game, std::slice::from_ref(&contestant), &terms);
    let report = SoloOutput {
        conditions,
        game: &args.game.game,
        contestants: vec![args.contestant.clone()],
        figures: prepared.figures,
        outcomes: &outcomes,
        options: setup.options,
        seed: setup.seed,
        asked,
    };
    let output = if args.json { Output::Json } else { Output::Text };
    report.write_one(&mut io::stdout().lock(), output, lang)?;
    Failure::if_faulty(report.faults())
}
