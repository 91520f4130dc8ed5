//! `plateau menu`: choose a game and who plays, then play.

use std::io;

use game::Lang;

use crate::failure::Failure;
use crate::terminal::{self, console_menu, is_screen};

/// Choose a game and who plays, then play in this terminal
#[derive(clap::Args, Default)]
pub struct Args {
    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
}

/// Offers games until somebody leaves.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if is_screen() && !args.plain {
        return terminal::menu(lang);
    }
    console_menu::run(lang, &mut io::stdin().lock(), &mut io::stdout().lock())
}
