//! `plateau play`: a game in this terminal.

use std::io;
use std::path::PathBuf;

use game::{Arcade, Lang, Words};

use crate::failure::Failure;
use crate::setup::GameArgs;
use crate::terminal::local_game::LocalGame;
use crate::terminal::realtime::{self, RealtimeRequest};
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
    real_time: RealTimeArgs,
}

/// For games that are played in real time.
#[derive(clap::Args)]
struct RealTimeArgs {
    /// What to play for
    #[arg(long, value_name = "MODE", help = mode_help(), help_heading = "Real time")]
    mode: Option<String>,

    /// The speed to begin at, from 1
    #[arg(long, value_name = "N", help_heading = "Real time")]
    first: Option<u8>,

    /// Who plays when the machine is asked to (m); the strongest if not given
    #[arg(long, value_name = "LEVEL", help_heading = "Real time")]
    level: Option<String>,

    /// Which keys do what
    #[arg(long, value_name = "LAYOUT", help = keys_help(), help_heading = "Real time")]
    keys: Option<String>,
}

/// What the games' real-time sides say, one after the other.
fn of_arcades(names: fn(&dyn Arcade) -> Vec<&'static str>) -> String {
    let mut all = Vec::new();
    for name in catalog::games().iter().filter_map(|entry| entry.arcade()).flat_map(names) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all.join(", ")
}

fn mode_help() -> String {
    format!(
        "What to play for: {}; the last is turn by turn, without a clock",
        of_arcades(realtime::mode_names)
    )
}

fn keys_help() -> String {
    format!("Which keys do what: {}; the first if not given", of_arcades(realtime::layout_names))
}

/// Real time was asked for where there are only lines of text.
fn needs_screen(arcade: &dyn Arcade) -> Words {
    let turns = arcade.turn_based();
    Words::new(
        format!(
            "real time needs a terminal to draw on; line by line there is --mode {turns}, without --first and --level"
        ),
        format!(
            "le temps réel demande un terminal où dessiner ; ligne à ligne il y a --mode {turns}, sans --first ni --level"
        ),
    )
}

/// Plays until somebody leaves.
pub fn run(args: Args, lang: Lang) -> Result<(), Failure> {
    let entry = args.game.entry()?;
    let screen = is_screen() && !args.plain;
    let RealTimeArgs { mode, first, level, keys } = args.real_time;
    let seeded = args.game.seed.is_some();
    if let Some(arcade) = entry.arcade() {
        let timed = match &mode {
            Some(text) => realtime::mode(arcade, text)?,
            // Without a mode it is real time, where there is a screen to draw on.
            None => arcade.modes().first(),
        };
        if !screen && (mode.is_some() && timed.is_some() || first.is_some() || level.is_some()) {
            return Err(Failure::asked(needs_screen(arcade)));
        }
        if timed.is_some() && screen {
            let asked = RealtimeRequest { mode: timed, first, level, keys, seeded };
            let setup = realtime::play_setup(entry, &args.game.setup(), &args.seats, &asked)?;
            return realtime::play(setup, args.record, lang);
        }
    } else if mode.is_some() || first.is_some() || level.is_some() {
        let name = entry.about().name;
        return Err(Failure::asked(Words::new(
            format!("{} is not played in real time: it has no --mode, --first or --level", name.en),
            format!("{} ne se joue pas en temps réel : pas de --mode, --first ni --level", name.fr),
        )));
    }
    let game = LocalGame::new(entry, args.game.setup(), &args.seats, args.record)?;
    if screen {
        return terminal::play(game, lang);
    }
    plain::play(game, lang, &mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(())
}
