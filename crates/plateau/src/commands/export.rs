//! `plateau export`: positions of games between computer players, for whoever learns elsewhere.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use arena::export::Export;
use game::{Lang, Words};
use search::Stop;

use super::event::{BudgetArgs, OpeningArgs, cores};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::results::progress_bar;
use crate::setup::GameArgs;

/// Write positions of played games as NumPy arrays
///
/// A level plays all seats. Every position becomes a row: what the mover sees, what is legal, what was played, what the
/// player expected and what came of it. docs/laboratory.md lists the columns. As in: plateau export connect4 --level mcts
/// --games 100 --out games.npz
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Who plays, as in hard, hard:depth=6 or mcts:net=FILE; the game's usual opponent if not given
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    openings: OpeningArgs,

    /// Where to; a file of this name is replaced
    #[arg(long, value_name = "FILE.npz", required = true)]
    out: PathBuf,

    /// Games at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

/// Plays and writes; Ctrl-C ends it early with the games so far.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = args.game.entry()?;
    let setup = args.game.setup();
    let export = Export {
        game,
        openings: args.openings.source(game, &setup)?,
        setup,
        level: args.level.clone().unwrap_or_else(|| game.usual_level().id.to_owned()),
        limits: args.budget.limits(),
        games: args.games as usize,
        threads: args.threads.map_or_else(cores, usize::from),
    };
    game.check_player(&export.level, Some(&export.setup))?;
    // Nobody plays for an hour to hear then that there is nowhere to write.
    let file = File::create(&args.out).map_err(|error| Failure::unwritable(&args.out, &error))?;
    let stop = Stop::by(on_interrupt()?);
    let bar = progress_bar(u64::from(args.games), false);
    let positions = export.play(&stop, &|| bar.inc(1));
    bar.finish_and_clear();
    let positions = positions?;
    export.write(&positions, BufWriter::new(file))?;
    let (file, count) = (args.out.display(), positions.len());
    let words = Words::new(
        format!("{file}: {count} positions of {} games", args.games),
        format!("{file} : {count} positions de {} parties", args.games),
    );
    writeln!(io::stdout(), "{}", words.get(lang))?;
    Ok(())
}
