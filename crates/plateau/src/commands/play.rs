//! `plateau play`: a game in this terminal.

use std::io;
use std::path::PathBuf;

use game::{Lang, Phrase, Words};
use tetris::Mode;

use crate::failure::Failure;
use crate::setup::GameArgs;
use crate::terminal::local_game::LocalGame;
use crate::terminal::realtime::{self, Asked, Layout};
use crate::terminal::{self, is_screen, plain};

/// Play a game in this terminal
///
/// Arrow keys or the mouse choose and Enter plays, or the move is typed. As in: plateau play quoridor
/// --seat human --seat hard
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Who sits at the next seat: human, or a level; given once a seat. Seats that nobody was named
    /// for go to one person and to machines
    #[arg(long = "seat", value_name = "WHO")]
    seats: Vec<String>,

    /// Write the record of the game to this file, move by move; in real time the run, at its end
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,

    #[command(flatten)]
    real_time: RealTime,
}

/// For games that are played in real time.
#[derive(clap::Args)]
struct RealTime {
    /// What to play for: marathon, sprint, ultra, practice, or placements, piece by piece without a
    /// clock
    #[arg(long, value_name = "MODE", help_heading = "Real time")]
    mode: Option<String>,

    /// The speed of the first piece, 1 to 20
    #[arg(long, value_name = "N", help_heading = "Real time")]
    first: Option<u8>,

    /// Who plays when the machine is asked to (m); the strongest if not given
    #[arg(long, value_name = "LEVEL", help_heading = "Real time")]
    level: Option<String>,

    /// Which keys do what
    #[arg(long, value_name = "LAYOUT", default_value = "modern", help_heading = "Real time")]
    keys: Layout,
}

const NEEDS_SCREEN: Phrase = Phrase::new(
    "real time needs a terminal to draw on; line by line there is --mode placements, without --first and --level",
    "le temps réel demande un terminal où dessiner ; ligne à ligne il y a --mode placements, sans --first ni --level",
);

/// Plays until somebody leaves.
pub fn run(args: Args, lang: Lang) -> Result<(), Failure> {
    let entry = args.game.entry()?;
    let RealTime { mode, first, level, .. } = &args.real_time;
    if entry.arcade().is_none() && (mode.is_some() || first.is_some() || level.is_some()) {
        let name = entry.about().name;
        return Err(Failure::asked(Words::new(
            format!("{} is not played in real time: it has no --mode, --first or --level", name.en),
            format!("{} ne se joue pas en temps réel : pas de --mode, --first ni --level", name.fr),
        )));
    }
    let screen = is_screen() && !args.plain;
    // Without a mode it is real time, where there is a screen to draw on.
    let mode = match &args.real_time.mode {
        Some(text) => realtime::mode(text)?,
        None => Some(Mode::Marathon),
    };
    let RealTime { first, level, .. } = &args.real_time;
    let timed = args.real_time.mode.is_some() && mode.is_some();
    if !screen && (timed || first.is_some() || level.is_some()) {
        return Err(Failure::asked(NEEDS_SCREEN));
    }
    if let (Some(mode), true, true) = (mode, screen, entry.arcade().is_some()) {
        let asked = Asked {
            mode: Some(mode),
            first: args.real_time.first,
            level: args.real_time.level,
            keys: args.real_time.keys,
            seeded: args.game.seed.is_some(),
        };
        let wishes = realtime::wishes(entry, &args.game.setup(), &args.seats, &asked)?;
        return realtime::play(wishes, args.record, lang);
    }
    let game = LocalGame::new(entry, args.game.setup(), &args.seats, args.record)?;
    if screen {
        return terminal::play(game, lang);
    }
    plain::play(game, lang, &mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(())
}
