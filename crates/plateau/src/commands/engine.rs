//! `plateau engine`: a computer player that a host talks to by lines of text.

use std::io;

use game::Words;

use crate::failure::Failure;
use crate::setup::fresh_seed;

/// Let another program ask for moves, by the line protocol of docs/engine-protocol.md.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `plateau games` lists them
    game: String,

    /// The level; the strongest one if not given
    #[arg(long, value_name = "L")]
    level: Option<String>,
}

/// Serves standard input until it ends or says `quit`.
pub fn run(args: &Args) -> Result<(), Failure> {
    let game = catalog::find(&args.game)?;
    let strongest = game.levels().last().map(|level| level.id);
    let level = args.level.as_deref().or(strongest).ok_or_else(|| {
        Failure::asked(Words::new(
            format!("{} has no computer players", game.about().name.en),
            format!("{} n’a pas de joueurs artificiels", game.about().name.fr),
        ))
    })?;
    let bot = game.bot(level, fresh_seed())?;
    Ok(arena::serve(game, bot, io::stdin().lock(), io::stdout())?)
}
