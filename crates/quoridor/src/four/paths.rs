//! The ways of the four pawns: how far each has to go, and what one wall would do to it. A move changes few of them, so
//! those of a position after a move are taken over where they stay the same.

use crate::Quoridor;
use crate::expert::{DistanceField, ShortestPaths};
use crate::maze::{Passages, WallSet, squares};
use crate::moves::Move;
use crate::shape::bit;

/// The way of one pawn.
#[derive(Clone, Copy, Default)]
pub(super) struct Way {
    pub distance: usize,
    pub paths: ShortestPaths,
}

/// Everything that is known of a position before its moves are tried.
pub(super) struct Ways {
    pub seats: [Way; 4],
    /// The distances of the seat that moves, for its steps.
    mover: DistanceField,
    passages: Passages,
    fits: WallSet,
}

impl Ways {
    /// Of a position of four.
    pub fn of(game: &Quoridor) -> Self {
        let (passages, fits) = (game.passages(), game.maze.fitting(game.shape));
        let mut mover = DistanceField::EMPTY;
        let mut field = DistanceField::EMPTY;
        let mut seats = [Way::default(); 4];
        for seat in 0..4 {
            let goal = game.goal_line(seat);
            let field = if seat == game.mover { &mut mover } else { &mut field };
            field.fill(passages, goal);
            let pawn = bit(game.pawns[usize::from(seat)].0);
            let distance = field.distance(pawn, 8);
            let paths = field.shortest_paths(passages, pawn, distance, fits);
            seats[usize::from(seat)] = Way { distance, paths };
        }
        Self { seats, mover, passages, fits }
    }

    /// The moves worth a thought: all steps, and the walls that cut a shortest path of an opponent. Walls may shut a pawn in.
    pub fn candidates(&self, game: &Quoridor, into: &mut Vec<Move>) {
        into.clear();
        let steps = game.steps();
        let goal = game.goal_line(game.mover);
        if steps & goal != 0 {
            // Arriving wins: nothing else needs a thought.
            into.extend(squares(steps & goal).take(1).map(Move::Step));
            return;
        }
        into.extend(squares(steps).map(Move::Step));
        if game.left[usize::from(game.mover)] > 0 {
            let mut cutting = WallSet::default();
            for (seat, way) in self.seats.iter().enumerate() {
                if seat != usize::from(game.mover) {
                    cutting = cutting.or(way.paths.cuts_some);
                }
            }
            let walls = cutting.and(self.fits).each();
            into.extend(walls.map(|(anchor, orientation)| Move::Wall(anchor, orientation)));
        }
    }

    /// The ways after a move; `None` if it is a wall that shuts a pawn in.
    ///
    /// A step changes the mover's way alone. A wall that cuts none of a pawn's shortest paths leaves them as they are; what
    /// another wall would do to them is then taken over too, which is not exact, but costs nothing.
    pub fn after(&self, game: &Quoridor, mv: Move, field: &mut DistanceField) -> Option<[Way; 4]> {
        let mut seats = self.seats;
        match mv {
            Move::Step(square) => {
                let (me, pawn) = (usize::from(game.mover), bit(square.0));
                let distance = self.mover.distance(pawn, self.seats[me].distance);
                let paths = self.mover.shortest_paths(self.passages, pawn, distance, self.fits);
                seats[me] = Way { distance, paths };
            }
            Move::Wall(anchor, orientation) => {
                let maze = game.maze.with(anchor, orientation);
                let passages = maze.passages(game.shape);
                let fits = maze.fitting(game.shape);
                for (seat, way) in seats.iter_mut().enumerate() {
                    if !way.paths.cuts_some.has(anchor, orientation) {
                        continue;
                    }
                    let pawn = bit(game.pawns[seat].0);
                    let distance = field.fill_until(passages, game.goal_line(seat as u8), pawn)?;
                    let paths = field.shortest_paths(passages, pawn, distance, fits);
                    *way = Way { distance, paths };
                }
            }
            Move::Pass => (),
        }
        Some(seats)
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng};

    use super::*;
    use crate::Options;

    /// Distances, paths and which walls are legal come out the same as when they are computed anew.
    #[test]
    fn ways_after_a_move_are_those_of_the_position_after_it() {
        let (mut rng, mut moves, mut legal) = (Rng::new(4), Vec::new(), Vec::new());
        let mut field = DistanceField::EMPTY;
        let (mut compared, mut shut) = (0, 0);
        for _ in 0..30 {
            let options = Options { players: 4, walls: 8, ..Options::default() };
            let mut game = Quoridor::new(&options, 0).unwrap();
            while game.turn().seat().is_some() {
                let ways = Ways::of(&game);
                ways.candidates(&game, &mut moves);
                for &mv in &moves {
                    let Some(seats) = ways.after(&game, mv, &mut field) else {
                        assert!(game.check(mv).is_err(), "{mv} in {}", game.save());
                        shut += 1;
                        continue;
                    };
                    assert_eq!(game.check(mv), Ok(()), "{mv} in {}", game.save());
                    let mut next = game.clone();
                    next.play(mv);
                    for (way, new) in seats.iter().zip(&Ways::of(&next).seats) {
                        assert_eq!(way.distance, new.distance, "{mv} in {}", game.save());
                        assert_eq!(way.paths.squares, new.paths.squares);
                        assert_eq!(way.paths.cuts_some, new.paths.cuts_some);
                        compared += 1;
                    }
                }
                game.legal_moves(&mut legal);
                game.play(*rng.pick(&legal).unwrap());
            }
        }
        assert!(compared > 10_000 && shut > 100, "{compared} ways, {shut} walls");
    }
}
