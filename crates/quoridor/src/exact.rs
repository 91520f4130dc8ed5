//! The solver of small boards as the catalogue offers it: positions and results as text.

use game::{BadPosition, Game, Phrase, Seat};
use search::{ExactSolver, Solution, SolvePosition, Stop};

use crate::Quoridor;
use crate::solver::solve;

pub(crate) const EXACT: ExactSolver = ExactSolver {
    about: Phrase::new(
        "on boards of 5x5 with three walls each and smaller: a position as the program saves it, such \
         as “5 c1/c5 3/3 -/- 1 0 -”. Prints a line each: position, the seat that wins (0 if nobody can \
         force it), plies until it was decided, positions explored, microseconds.",
        "sur des plateaux de 5x5 à trois murs chacun et plus petits : une position telle que le \
         programme l’enregistre, comme « 5 c1/c5 3/3 -/- 1 0 - ». Une ligne chacune : position, la place \
         qui gagne (0 si personne ne peut forcer le gain), demi-coups jusqu’à la décision, positions \
         explorées, microsecondes.",
    ),
    start: |_| Box::new(SmallBoards),
};

/// With more walls left for both together a position of 5x5 takes too long.
const MOST_WALLS: u8 = 4;

struct SmallBoards;

impl SolvePosition for SmallBoards {
    fn solve(&mut self, position: &str) -> Result<Solution, BadPosition> {
        let game = Quoridor::load(position)?;
        let (winner, depth, nodes) = match solve(&game, &Stop::new()) {
            Some(found) => (found.winner.0 + 1, found.depth, found.nodes),
            None => (0, 0, 0),
        };
        Ok(Solution { result: format!("{winner} {depth}"), nodes, scores: Vec::new() })
    }

    fn worth(&mut self, _moves: &[String], saved: &str) -> Option<f64> {
        let game = Quoridor::load(saved).ok()?;
        let mover = game.turn().seat()?;
        let walls: u8 = (0..game.seats() as u8).map(|seat| game.walls_left(Seat(seat))).sum();
        if game.seats() != 2 || game.size() > 5 || walls > MOST_WALLS {
            return None;
        }
        Some(match solve(&game, &Stop::new()) {
            Some(found) => f64::from(u8::from(found.winner == mover)),
            // Nobody can force a win.
            None => 0.5,
        })
    }
}
