//! `plateau play`: a game in this terminal.

use std::io;
use std::path::PathBuf;

use game::Lang;

use crate::failure::Failure;
use crate::setup::GameArgs;
use crate::terminal::sitting::Sitting;
use crate::terminal::{self, is_screen, plain};

/// Play a game in this terminal.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Who sits at the next seat: human, or a level; given once a seat. Seats that nobody was named
    /// for go to one person and to machines
    #[arg(long = "seat", value_name = "WHO")]
    seats: Vec<String>,

    /// Write the record of the game to this file, move by move
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
}

/// Plays until somebody leaves.
pub fn run(args: Args, lang: Lang) -> Result<(), Failure> {
    let sitting = Sitting::new(args.game.entry()?, args.game.setup(), &args.seats, args.record)?;
    if is_screen() && !args.plain {
        return terminal::play(sitting, lang);
    }
    plain::play(sitting, lang, &mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(())
}
