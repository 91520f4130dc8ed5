//! How Monte Carlo plays a game to its end: everybody runs the shortest way, and now and then puts a
//! wall in the way of whoever is ahead.

use game::{Game, MAX_SEATS, Rng, Turn};
use search::{Playout, PlayoutContext, PlayoutResult};

use crate::Quoridor;
use crate::maze::{WallSet, squares};
use crate::moves::{Move, Square};
use crate::shape::bit;

/// One move in so many is a wall, while there are some.
const WALL_IN: u32 = 2;

/// Runs and builds.
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
            // The loop above ends with the game; half is the least wrong.
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
    // The steps from which the goal is nearest: those that a flood from the goal reaches first.
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
        // A pawn between others: a wall if there is one to place, else it passes.
        None => {
            let wall = game.walls().each().next();
            wall.map_or(Move::Pass, |(anchor, orientation)| Move::Wall(anchor, orientation))
        }
    }
}

/// A wall that cuts the way of the nearest of the others, and not one's own.
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
