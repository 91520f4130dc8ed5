//! Who places pieces in the guideline game when a referee asks: our expert, any other level, or a program.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use game::{BadOptions, Game, Rng, Seat, with_numbers};
use search::{Entrant, Fault, Levels, Limits, Player, Stop};

use crate::guideline::tbp::host::TbpHost;
use crate::guideline::tbp::thinker::{Suggestion, Thinker};
use crate::guideline::{AttackWeights, LockedPiece, Situation};
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::pieces::{Piece, System};
use crate::rules::score::Spin;

/// The numbers of the expert's guideline part stand behind this.
pub(crate) const PREFIX: &str = "guideline.";

/// Somebody who places pieces. It may think all the while, not only when it is asked.
pub(crate) trait Placer: Send {
    /// Another situation to think about.
    fn start(&mut self, situation: &Situation) -> Result<(), Fault>;
    /// A placement was made.
    fn play(&mut self, placement: LockedPiece) -> Result<(), Fault>;
    /// Another piece is known to come.
    fn add(&mut self, piece: Piece) -> Result<(), Fault>;
    /// Asks what it would do. The answer is collected by [`Placer::answer`].
    fn ask(&mut self) -> Result<(), Fault>;
    /// Its placements, best first.
    fn answer(&mut self, game: &Tetris, stop: &Stop) -> Result<Vec<LockedPiece>, Fault>;
}

/// Whether a contestant can place pieces at all, without starting anything.
pub(crate) fn check(entrant: &Entrant) -> Result<(), BadOptions> {
    match entrant {
        Entrant::Own { player, .. } if !Tetris::LEVELS.iter().any(|level| level.id == player) => {
            let names = Tetris::LEVELS.iter().map(|level| level.id).collect::<Vec<_>>().join(", ");
            Err(BadOptions::new(
                format!("“{player}” does not play the guideline game; there is {names}"),
                format!("« {player} » ne joue pas au jeu moderne ; il y a {names}"),
            ))
        }
        _ => Ok(()),
    }
}

/// Brings a contestant to the well. The limits are for ours; a program is asked when its time is over, and then must
/// answer before our patience is.
pub(crate) fn call(
    entrant: &Entrant,
    limits: Limits,
    patience: Duration,
    seed: u64,
) -> Result<Box<dyn Placer>, Fault> {
    match entrant {
        Entrant::Program { command, .. } => Ok(Box::new(TbpHost::start(command, patience)?)),
        Entrant::Own { player, parameters } if player == "expert" => {
            let weights = with_numbers(PREFIX, AttackWeights::own(), parameters);
            // Whoever changed its nodes means them; otherwise it thinks as long as it is let.
            let usual = parameters.list().iter().find(|parameter| parameter.name == "nodes");
            let changed =
                parameters.get("nodes").filter(|&nodes| usual.is_some_and(|p| p.usual != nodes));
            let nodes = limits.nodes.or(changed.map(|nodes| nodes as u64));
            let thinker = Thinker::new(Limits { nodes, ..limits }, weights);
            Ok(Box::new(ThinkingThread { thinker, asked: None }))
        }
        Entrant::Own { player, parameters } => {
            let level = Tetris::LEVELS.iter().find(|level| level.id == player);
            let found = level.zip(Tetris::player(player, parameters, seed));
            let (level, player) = found.ok_or_else(|| {
                let Err(bad) = check(entrant) else { return Fault::Stopped };
                Fault::Unknown(bad.0)
            })?;
            let own = level.limits.changed_by(parameters);
            let limits = if limits == Limits::NONE { own } else { limits };
            Ok(Box::new(OnDemand { player, limits, rng: Rng::new(seed) }))
        }
    }
}

/// The expert in a thread. It is asked and answers as a program does: who answers second gets no more time.
struct ThinkingThread {
    thinker: Thinker,
    asked: Option<Receiver<Option<Suggestion>>>,
}

impl Placer for ThinkingThread {
    fn start(&mut self, situation: &Situation) -> Result<(), Fault> {
        self.thinker.start(situation.clone());
        Ok(())
    }

    fn play(&mut self, placement: LockedPiece) -> Result<(), Fault> {
        self.thinker.play(placement);
        Ok(())
    }

    fn add(&mut self, piece: Piece) -> Result<(), Fault> {
        self.thinker.add(piece);
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Fault> {
        self.asked = Some(self.thinker.ask());
        Ok(())
    }

    fn answer(&mut self, _: &Tetris, _: &Stop) -> Result<Vec<LockedPiece>, Fault> {
        let answer = self.asked.take().and_then(|asked| asked.recv().ok().flatten());
        Ok(answer.unwrap_or_default().moves)
    }
}

/// Any other level, which thinks when it is asked.
struct OnDemand {
    player: Box<dyn Player<Tetris>>,
    limits: Limits,
    rng: Rng,
}

impl Placer for OnDemand {
    fn start(&mut self, _: &Situation) -> Result<(), Fault> {
        Ok(())
    }

    fn play(&mut self, _: LockedPiece) -> Result<(), Fault> {
        Ok(())
    }

    fn add(&mut self, _: Piece) -> Result<(), Fault> {
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn answer(&mut self, game: &Tetris, stop: &Stop) -> Result<Vec<LockedPiece>, Fault> {
        // No more than a player may know: the pieces that are not shown are drawn anew.
        let world = game.imagine(Some(Seat(0)), &mut self.rng);
        let stop = stop.with(&self.limits);
        let thought = self.player.think(&world, &self.limits, &stop, &mut |_| ());
        Ok(thought.best.map(locked).into_iter().collect())
    }
}

/// A placement as the guideline game's own players write it. Which kind of spin it is, the well knows.
fn locked(placement: Placement) -> LockedPiece {
    let spin = if placement.spin { Spin::Full } else { Spin::None };
    LockedPiece { spin, ..LockedPiece::plain(placement.body(System::Modern)) }
}
