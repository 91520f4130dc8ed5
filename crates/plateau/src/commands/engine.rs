//! `plateau engine`: a computer player that a host talks to by lines of text.

use std::io;
use std::time::Duration;

use game::Words;
use search::Limits;

use crate::failure::Failure;
use crate::setup::fresh_seed;

/// Let another program ask for moves by a line protocol
///
/// It is described in docs/engine-protocol.md.
#[derive(clap::Args)]
pub struct Args {
    /// The game; `plateau games` lists them
    game: String,

    /// The level, with numbers changed as in hard:depth=6 or not; the strongest one if not given
    #[arg(long, value_name = "L")]
    level: Option<String>,

    /// The protocol: “ugi”, the house's own, or one of the game's own world such as “gtp” or “tbp”
    #[arg(long, default_value = HOUSE, value_name = "P")]
    protocol: String,

    /// Milliseconds for a move, where the protocol does not say; the level's own if not given
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    movetime: Option<u64>,

    /// Positions or simulations for a move, where the protocol does not say
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
}

/// The protocol of docs/engine-protocol.md.
const HOUSE: &str = "ugi";

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
    if args.protocol != HOUSE {
        let limits = Limits {
            time: args.movetime.map(Duration::from_millis),
            nodes: args.nodes,
            ..Limits::NONE
        };
        let (input, output) = (&mut io::stdin().lock(), &mut io::stdout().lock());
        let player = (level, fresh_seed());
        return Ok(game.speak(&args.protocol, player, &limits, input, output)??);
    }
    let bot = game.bot(level, fresh_seed())?;
    Ok(arena::serve(game, (level, bot), io::stdin().lock(), io::stdout())?)
}
