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
//!   "plies": 3, "most_plies": 200 }
//! ```
//!
//! Squares, walls and moves are written as everywhere else. `goal` is the side to reach, `path` a
//! shortest path there from the pawn's own square on (other pawns do not count) and `distance` its
//! steps. `walls` are those on the board with the seat that placed each, horizontal ones first.
//! `shut` are the walls that would fit for the seat to move but leave these seats without a path:
//! the page can say so before anybody tries. Such a move is refused, as every illegal move is, with
//! a sentence in both languages.

use game::{Game, Seat};
use serde::Serialize;

use crate::Quoridor;
use crate::maze::WallSet;
use crate::moves::Move;
use crate::shape::Side;

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
        let mut shutting = WallSet::default();
        if let Some(seat) = game.turn().seat()
            && game.walls_left(seat) > 0
        {
            shutting = game.shutting(game.maze.fitting(game.shape));
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
            plies: game.plies(),
            most_plies: game.most_plies(),
        }
    }
}
