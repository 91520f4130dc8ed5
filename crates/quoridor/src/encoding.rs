//! The game as numbers: an action is the square to step on or the wall to place, an observation the pawns, the walls
//! and what is left. The board is turned so that the seat whose eyes it is seen with runs upwards.

use game::{Encoding, FeatureWriter, Game, ObservationShape, Seat, Symmetry};

use crate::Quoridor;
use crate::about::MAX_WALLS;
use crate::maze::squares;
use crate::moves::{Move, Square, WallOrientation};

/// A grid of so many squares a side, turned clockwise by so many quarter turns.
#[derive(Clone, Copy)]
struct Turned {
    side: u8,
    turns: u8,
}

impl Turned {
    /// The place of a square, counted along the ranks.
    #[inline]
    fn place(self, square: Square) -> usize {
        let (file, rank) = self.moved(square.file(), square.rank(), self.turns);
        usize::from(rank) * usize::from(self.side) + usize::from(file)
    }

    /// The square of a place.
    #[inline]
    fn square(self, place: usize) -> Square {
        let side = usize::from(self.side);
        let (file, rank) =
            self.moved((place % side) as u8, (place / side) as u8, (4 - self.turns) % 4);
        Square::at(file, rank)
    }

    #[inline]
    fn moved(self, file: u8, rank: u8, turns: u8) -> (u8, u8) {
        let last = self.side - 1;
        match turns {
            0 => (file, rank),
            1 => (rank, last - file),
            2 => (last - file, last - rank),
            _ => (last - rank, file),
        }
    }

    /// How a wall lies on the turned board.
    #[inline]
    fn lies(self, orientation: WallOrientation) -> WallOrientation {
        match orientation {
            same if self.turns.is_multiple_of(2) => same,
            WallOrientation::Horizontal => WallOrientation::Vertical,
            WallOrientation::Vertical => WallOrientation::Horizontal,
        }
    }
}

impl Quoridor {
    /// The squares, turned so that a seat runs upwards.
    #[inline]
    fn grid(&self, seat: u8) -> Turned {
        let quarters = 4 / self.seats;
        Turned { side: self.shape.size, turns: (4 - quarters * seat % 4) % 4 }
    }

    /// The same for the anchors of walls.
    #[inline]
    fn anchors(&self, seat: u8) -> Turned {
        Turned { side: self.shape.size - 1, ..self.grid(seat) }
    }

    /// Squares of the board, and places for a wall of one orientation.
    #[inline]
    fn areas(&self) -> (usize, usize) {
        let side = usize::from(self.shape.size);
        (side * side, (side - 1) * (side - 1))
    }
}

impl Encoding for Quoridor {
    fn actions(&self) -> usize {
        let (squares, anchors) = self.areas();
        squares + 2 * anchors
    }

    /// A pass is a step to where the pawn is: no other move leads there.
    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        match mv {
            Move::Step(square) => self.grid(self.mover).place(square),
            Move::Pass => self.grid(self.mover).place(self.pawns[usize::from(self.mover)]),
            Move::Wall(anchor, orientation) => {
                let (area, walls) = self.areas();
                let turned = self.anchors(self.mover);
                let vertical = turned.lies(orientation) == WallOrientation::Vertical;
                area + walls * usize::from(vertical) + turned.place(anchor)
            }
        }
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let (area, walls) = self.areas();
        if action >= area + 2 * walls {
            return None;
        }
        let Some(wall) = action.checked_sub(area) else {
            let square = self.grid(self.mover).square(action);
            let stays = square == self.pawns[usize::from(self.mover)];
            return Some(if stays { Move::Pass } else { Move::Step(square) });
        };
        let turned = self.anchors(self.mover);
        let orientation = match wall / walls {
            0 => WallOrientation::Horizontal,
            _ => WallOrientation::Vertical,
        };
        Some(Move::Wall(turned.square(wall % walls), turned.lies(orientation)))
    }

    #[inline]
    fn each_action(&self, mut f: impl FnMut(usize)) {
        if self.turn().seat().is_none() {
            return;
        }
        let mut any = false;
        let mut found = |mv| {
            any = true;
            f(self.action_of(mv));
        };
        squares(self.steps()).for_each(|square| found(Move::Step(square)));
        self.walls().each().for_each(|(anchor, lies)| found(Move::Wall(anchor, lies)));
        if !any {
            f(self.action_of(Move::Pass));
        }
    }

    fn observation(&self) -> ObservationShape {
        let seats = self.seats();
        let who = |at: usize| if at == 0 { "own".to_owned() } else { format!("next {at}") };
        let each = |what: &'static str| (0..seats).map(move |at| format!("{}: {what}", who(at)));
        let walls = ["horizontal walls", "vertical walls"].map(str::to_owned);
        let features = each("walls left").chain(each("steps to the goal")).chain(each("to move"));
        ObservationShape {
            planes: each("pawn").chain(walls).collect(),
            rows: self.size().into(),
            columns: self.size().into(),
            features: features.chain(["moves until a draw".to_owned()]).collect(),
        }
    }

    #[inline]
    fn observe(&self, seat: Seat, into: &mut [f32]) {
        let Seat(own) = seat;
        let (area, side) = (self.areas().0, usize::from(self.shape.size));
        let seats = usize::from(self.seats);
        let (planes, features) = into.split_at_mut((seats + 2) * area);
        planes.fill(0.0);
        let grid = self.grid(own);
        let next = |at: usize| (usize::from(own) + at) % seats;
        for at in 0..seats {
            planes[at * area + grid.place(self.pawns[next(at)])] = 1.0;
        }
        let anchors = self.anchors(own);
        for (anchor, orientation) in self.maze.each() {
            let vertical = anchors.lies(orientation) == WallOrientation::Vertical;
            let place = anchors.place(anchor);
            let at = place / (side - 1) * side + place % (side - 1);
            planes[(seats + usize::from(vertical)) * area + at] = 1.0;
        }
        let mut features = FeatureWriter::new(features);
        for at in 0..seats {
            features.part(self.left[next(at)], MAX_WALLS / 2);
        }
        for at in 0..seats {
            // Twice the side is far: most paths are shorter.
            features.part(self.distance(Seat(next(at) as u8)), 2 * self.shape.size);
        }
        let mover =
            self.turn().seat().map(|mover| (mover.index() + seats - usize::from(own)) % seats);
        features.one_of(mover, seats);
        let most = self.most_plies();
        features.part(most.saturating_sub(self.plies()) as f32, most as f32);
    }

    /// Two seats face each other, so left and right can change places. Four cannot: the order of turns would change.
    fn symmetries(&self) -> Vec<Symmetry> {
        if self.seats != 2 {
            return Vec::new();
        }
        let (area, walls) = self.areas();
        let side = usize::from(self.shape.size);
        let mirrored = |place: usize, side: usize| place / side * side + side - 1 - place % side;
        let action = |action: usize| match action.checked_sub(area) {
            None => mirrored(action, side),
            Some(wall) => area + wall / walls * walls + mirrored(wall % walls, side - 1),
        };
        let shape = self.observation();
        let mut mirror = Symmetry::of_squares(
            "mirror",
            &shape,
            |(column, row)| (side - 1 - column, row),
            (0..self.actions()).map(|at| action(at) as u32).collect(),
        );
        // A wall is named by the square at its left, so its plane has one column less. The last one stays as it is.
        for at in 2 * area..4 * area {
            let (column, row) = (at % side, at % area / side);
            if column + 1 < side {
                mirror.observation[at] = (at / area * area + row * side + side - 2 - column) as u32;
            } else {
                mirror.observation[at] = at as u32;
            }
        }
        vec![mirror]
    }
}
