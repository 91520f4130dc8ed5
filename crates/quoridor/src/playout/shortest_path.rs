//! A playout policy: every pawn follows a shortest path, and half of the time, at random, a wall is placed against
//! the nearest opponent.

use game::{Game, MAX_SEATS, Rng, Turn};
use search::{Playout, PlayoutContext, PlayoutResult};

use crate::Quoridor;
use crate::maze::{WallSet, squares};
use crate::moves::{Move, Square};
use crate::shape::bit;

/// One move in so many is a wall, while the mover has walls.
const WALL_IN: u32 = 2;

/// The playout of the Monte Carlo level.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ShortestPathPlayout;

impl Playout<Quoridor> for ShortestPathPlayout {
    fn run(
        &self,
        game: &mut Quoridor,
        rng: &mut Rng,
        context: &mut PlayoutContext<Move>,
    ) -> PlayoutResult {
        while let Turn::Of(seat) = game.turn() {
            let mv = choose(game, rng);
            context.note(seat, mv);
            game.play(mv);
        }
        match game.turn() {
            Turn::Over(outcome) => PlayoutResult::Over(outcome),
            // Never reached, since the loop above ends with the game; one half is the neutral answer.
            Turn::Of(_) => PlayoutResult::Estimated([0.5; MAX_SEATS]),
        }
    }
}

fn choose(game: &Quoridor, rng: &mut Rng) -> Move {
    let seat = game.mover;
    if game.left[usize::from(seat)] > 0
        && rng.below(WALL_IN) == 0
        && let Some(wall) = wall_against_the_leader(game, rng)
    {
        return wall;
    }
    let steps = game.steps();
    let pawn = bit(game.pawns[usize::from(seat)].0);
    // The steps that lead nearest to the goal: those that a breadth-first search from the goal reaches first.
    let (passages, mut reached) = (game.passages(), game.goal_line(seat));
    while reached & steps == 0 {
        let next = passages.spread(reached);
        if next == reached {
            break;
        }
        reached = next;
    }
    let nearest = reached & steps & !pawn;
    let count = nearest.count_ones();
    match squares(nearest).nth(if count > 1 { rng.below(count) as usize } else { 0 }) {
        Some(square) => Move::Step(square),
        // No step is possible between other pawns: place a wall, or pass.
        None => {
            let wall = game.walls().each().next();
            wall.map_or(Move::Pass, |(anchor, orientation)| Move::Wall(anchor, orientation))
        }
    }
}

/// A random wall that cuts the shortest path of the nearest opponent, but not the mover's own.
fn wall_against_the_leader(game: &Quoridor, rng: &mut Rng) -> Option<Move> {
    let passages = game.passages();
    let from = |seat: u8| bit(game.pawns[usize::from(seat)].0);
    let others = (0..game.seats).filter(|&other| other != game.mover);
    let leader = if game.seats == 2 {
        1 - game.mover
    } else {
        others.min_by_key(|&other| passages.distance(from(other), game.goal_line(other)))?
    };
    let fits = game.maze.fitting(game.shape);
    let walls: WallSet = fits
        .and(passages.cuts(from(leader), game.goal_line(leader)))
        .without(passages.cuts(from(game.mover), game.goal_line(game.mover)));
    let count = walls.count();
    if count == 0 {
        return None;
    }
    let (anchor, orientation) = walls.each().nth(rng.below(count) as usize)?;
    let doubtful = game.maze.closing(game.shape).has(anchor, orientation);
    let shuts = |anchor: Square| doubtful && game.shut_in_by(anchor, orientation).next().is_some();
    (!shuts(anchor)).then_some(Move::Wall(anchor, orientation))
}
