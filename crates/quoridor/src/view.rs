//! The view of the board: everything is open, so all seats see the same. As JSON for the page:
//!
//! ```json
//! { "size": 9,
//!   "seats": [
//!     { "pawn": "e2", "goal": "north", "left": 9, "distance": 7,
//!       "path": ["e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9"] },
//!     { "pawn": "e9", "goal": "south", "left": 10, "distance": 8, "path": ["e9", "…"] } ],
//!   "walls": [ { "wall": "e3h", "seat": 0 } ],
//!   "last": { "move": "e3h", "seat": 0 },
//!   "shut": [ { "wall": "a1h", "seats": [1] } ],
//!   "detours": [ { "wall": "e7h", "steps": [0, 1] } ],
//!   "plies": 3, "most_plies": 200 }
//! ```
//!
//! Squares, walls and moves are written as everywhere else. `goal` is the side to reach, `path` a
//! shortest path there from the pawn's own square on (other pawns do not count) and `distance` its
//! steps. `walls` are those on the board with the seat that placed each, horizontal ones first.
//! `shut` are the walls that would fit for the seat to move but leave these seats without a path:
//! the page can say so before anybody tries. Such a move is refused, as every illegal move is, with
//! a sentence in both languages. `detours` are the legal walls that lengthen somebody's way, with the steps that each
//! seat would have to go further.

use game::{Game, Seat};
use serde::Serialize;

use crate::Quoridor;
use crate::maze::WallSet;
use crate::moves::Move;
use crate::shape::{Side, bit};

/// The board as the page draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Squares on a side.
    pub size: u8,
    /// What each seat has.
    pub seats: Vec<SeatView>,
    /// The walls on the board.
    pub walls: Vec<WallView>,
    /// The last move; none at the start.
    pub last: Option<LastView>,
    /// Walls that would fit, but shut a pawn in.
    pub shut: Vec<ShutView>,
    /// Legal walls that lengthen somebody's way.
    pub detours: Vec<DetourView>,
    /// Moves played.
    pub plies: u32,
    /// Moves after which the game is drawn.
    pub most_plies: u32,
}

/// A seat's part of the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Where its pawn stands.
    pub pawn: String,
    /// The side that it must reach.
    pub goal: Side,
    /// Walls left.
    pub left: u8,
    /// Steps to the goal.
    pub distance: u8,
    /// A shortest path there.
    pub path: Vec<String>,
}

/// A wall on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WallView {
    /// Its name.
    pub wall: String,
    /// Who placed it.
    pub seat: Seat,
}

/// The last move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastView {
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// Who made it.
    pub seat: Seat,
}

/// A wall that would shut a pawn in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShutView {
    /// Its name.
    pub wall: String,
    /// Whose pawns it would leave without a path.
    pub seats: Vec<Seat>,
}

/// A wall that would lengthen somebody's way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DetourView {
    /// Its name.
    pub wall: String,
    /// By seat, how many steps longer the way to the goal would be.
    pub steps: Vec<u8>,
}

impl View {
    pub(crate) fn of(game: &Quoridor) -> Self {
        let seat_view = |seat: Seat| SeatView {
            pawn: game.pawn(seat).to_string(),
            goal: game.goal(seat),
            left: game.walls_left(seat),
            distance: game.distance(seat),
            path: game.path(seat).iter().map(ToString::to_string).collect(),
        };
        let wall_view = |(anchor, orientation)| WallView {
            wall: Move::Wall(anchor, orientation).to_string(),
            seat: game.owner(anchor),
        };
        let (mut shutting, mut detours) = (WallSet::default(), Vec::new());
        if let Some(seat) = game.turn().seat()
            && game.walls_left(seat) > 0
        {
            let fitting = game.maze.fitting(game.shape);
            shutting = game.shutting(fitting);
            detours = lengthening(game, fitting.without(shutting));
        }
        let shut_view = |(anchor, orientation)| ShutView {
            wall: Move::Wall(anchor, orientation).to_string(),
            seats: game.shut_in_by(anchor, orientation).collect(),
        };
        let last = |mv: Move| LastView { text: mv.to_string(), seat: Seat(game.mover_before()) };
        Self {
            size: game.size(),
            seats: (0..game.seats).map(Seat).map(seat_view).collect(),
            walls: game.maze.each().map(wall_view).collect(),
            last: game.last.map(last),
            shut: shutting.each().map(shut_view).collect(),
            detours,
            plies: game.plies(),
            most_plies: game.most_plies(),
        }
    }
}

/// Of these walls, those that lengthen somebody's way. Whatever lengthens it must cut the one shortest path at hand.
fn lengthening(game: &Quoridor, walls: WallSet) -> Vec<DetourView> {
    let seats = || (0..game.seats).map(Seat);
    let passages = game.passages();
    let cuts = seats().fold(WallSet::default(), |all, seat| {
        all.or(passages.cuts(bit(game.pawn(seat).0), game.goal_line(seat.0)))
    });
    let detour = |(anchor, orientation)| {
        let after = game.maze.with(anchor, orientation).passages(game.shape);
        let longer = |seat: Seat| {
            let way = after.distance(bit(game.pawn(seat).0), game.goal_line(seat.0));
            way.unwrap_or_default().saturating_sub(game.distance(seat))
        };
        let steps: Vec<u8> = seats().map(longer).collect();
        let wall = Move::Wall(anchor, orientation).to_string();
        steps.iter().any(|&steps| steps > 0).then_some(DetourView { wall, steps })
    };
    walls.and(cuts).each().filter_map(detour).collect()
}

#[cfg(test)]
mod tests {
    use game::{Rng, play_text};

    use super::*;
    use crate::Options;

    #[test]
    fn detours_are_all_the_walls_that_lengthen_a_way_and_by_how_much() {
        for players in [2, 4] {
            let options = Options { players, ..Options::default() };
            let (mut game, mut rng) = (Quoridor::new(&options, 0).unwrap(), Rng::new(3));
            let (mut moves, mut found) = (Vec::new(), 0);
            for _ in 0..40 {
                let view = View::of(&game);
                game.legal_moves(&mut moves);
                for mv in moves.iter().filter(|mv| matches!(mv, Move::Wall(..))) {
                    let mut after = game.clone();
                    play_text(&mut after, &mv.to_string()).unwrap();
                    let steps: Vec<u8> = (0..players)
                        .map(|seat| after.distance(Seat(seat)) - game.distance(Seat(seat)))
                        .collect();
                    let told = view.detours.iter().find(|detour| detour.wall == mv.to_string());
                    match told {
                        Some(detour) => assert_eq!(detour.steps, steps, "{mv}"),
                        None => assert!(steps.iter().all(|&steps| steps == 0), "{mv}"),
                    }
                    found += usize::from(told.is_some());
                }
                let Some(mv) = game.random_move(&mut rng, &mut moves) else { break };
                game.play(mv);
            }
            assert!(found > 50, "{found}");
        }
    }
}
