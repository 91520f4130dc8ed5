//! A player for four seats by sequential halving (Karnin, Koren and Somekh, 2013): every candidate move gets the same
//! number of greedy playouts, the worse half is dropped, and the rest gets more, until one move is left.

use game::{Game, Rng, Seat, Turn};
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

use crate::Quoridor;
use crate::maze::{WallSet, squares};
use crate::moves::Move;
use crate::playout::greedy;
use crate::shape::bit;

/// The reward of a game that nobody wins.
const DRAWN: f32 = 0.25;

/// The player; it keeps nothing but its random generator.
#[derive(Clone, Debug)]
pub(crate) struct SequentialHalving {
    rng: Rng,
}

/// A candidate move and its playouts (an arm of the bandit).
#[derive(Clone, Copy, Debug)]
struct Arm {
    mv: Move,
    won: f32,
    played: u32,
}

impl Arm {
    fn mean(&self) -> f32 {
        self.won / self.played.max(1) as f32
    }
}

impl SequentialHalving {
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }

    /// Runs one more playout that begins with this move.
    fn run_playout(&mut self, game: &Quoridor, arm: &mut Arm) {
        let mut next = game.clone();
        next.play(arm.mv);
        arm.won += match greedy::play_out(&mut next, &mut self.rng) {
            Some(seat) => f32::from(u8::from(seat == game.mover)),
            None => DRAWN,
        };
        arm.played += 1;
    }
}

/// All steps, and the walls that cut a shortest path of an opponent.
fn candidates(game: &Quoridor) -> Vec<Move> {
    let passages = game.passages();
    let mut cutting = WallSet::default();
    for other in (0..game.seats).filter(|&seat| seat != game.mover) {
        let from = bit(game.pawns[usize::from(other)].0);
        cutting = cutting.or(passages.cuts(from, game.goal_line(other)));
    }
    let walls = game.walls().and(cutting);
    let mut moves: Vec<Move> = squares(game.steps()).map(Move::Step).collect();
    moves.extend(walls.each().map(|(anchor, orientation)| Move::Wall(anchor, orientation)));
    if moves.is_empty() {
        game.legal_moves(&mut moves);
    }
    moves
}

impl Player<Quoridor> for SequentialHalving {
    fn think(
        &mut self,
        game: &Quoridor,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let Turn::Of(Seat(_)) = game.turn() else { return Thought::default() };
        let stop = stop.with(limits);
        let playouts = limits.nodes.unwrap_or(u64::MAX / 2).max(1);
        let mut arms: Vec<Arm> =
            candidates(game).into_iter().map(|mv| Arm { mv, won: 0.0, played: 0 }).collect();
        let rounds = u64::from(arms.len().next_power_of_two().trailing_zeros().max(1));
        let (mut kept, mut spent) = (arms.len(), 0);
        let mut thought = summary(&arms, 0);
        while kept > 1 {
            let each = (playouts / rounds / kept as u64).max(1);
            for arm in &mut arms[..kept] {
                for _ in 0..each {
                    if spent > 0 && spent % 16 == 0 && stop.is_pulled() {
                        break;
                    }
                    self.run_playout(game, arm);
                    spent += 1;
                }
            }
            arms[..kept].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            thought = summary(&arms, spent);
            report(&thought);
            if stop.is_pulled() {
                break;
            }
            kept = kept.div_ceil(2);
        }
        thought
    }

    fn reset(&mut self, seed: u64) {
        *self = Self::new(seed);
    }
}

fn summary(arms: &[Arm], playouts: u64) -> Thought<Move> {
    let moves = arms.iter().map(|arm| MoveScore { mv: arm.mv, score: Score::Chance(arm.mean()) });
    let moves: Vec<_> = moves.collect();
    let best = moves.first().copied();
    Thought {
        best: best.map(|found| found.mv),
        score: best.map_or(Score::Draw, |found| found.score),
        line: best.map(|found| found.mv).into_iter().collect(),
        moves,
        nodes: playouts,
        depth: 1,
    }
}
