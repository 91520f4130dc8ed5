//! The report's first player: it draws a kind of action, then an action of that kind.

use game::{Game, Rng};
use search::{Limits, Player, Stop, Thought};

use crate::moves::Move;
use crate::rules::{Phase, Tigris};

type MoveKind = fn(&Move) -> bool;

/// How often each kind of action is tried, in hundredths: tile, leader, catastrophe, swap.
const KINDS: [(u32, MoveKind); 4] = [
    (60, |mv| matches!(mv, Move::Tile(..))),
    (25, |mv| matches!(mv, Move::Leader(..))),
    (5, |mv| matches!(mv, Move::Catastrophe(_))),
    (10, |mv| matches!(mv, Move::Swap(_))),
];

/// Plays random actions by kind. Any other decision, such as support or a monument, is uniformly random.
#[derive(Clone, Debug)]
pub struct RandomByKind {
    rng: Rng,
    moves: Vec<Move>,
}

impl RandomByKind {
    /// The same seed plays the same moves.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), moves: Vec::new() }
    }

    fn choose(&mut self, game: &Tigris) -> Option<Move> {
        game.legal_moves(&mut self.moves);
        if game.phase() == Phase::Action {
            // The kind that was drawn may have no legal action. After some tries any legal move will do.
            for _ in 0..20 {
                let mut roll = self.rng.below(100);
                let Some((_, is_kind)) = KINDS.iter().find(|(often, _)| {
                    let hit = roll < *often;
                    roll = roll.saturating_sub(*often);
                    hit
                }) else {
                    continue;
                };
                let of_kind: Vec<Move> = self.moves.iter().copied().filter(is_kind).collect();
                if let Some(&mv) = self.rng.pick(&of_kind) {
                    return Some(mv);
                }
            }
        }
        self.rng.pick(&self.moves).copied()
    }
}

impl Player<Tigris> for RandomByKind {
    fn think(
        &mut self,
        game: &Tigris,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        Thought::unscored(self.choose(game))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
