//! Where a piece can get to: which columns straight down from where it appears, or everywhere that sliding and
//! turning lead.

use super::board::{Board, MAX_WIDTH};
use super::shape::{Place, Shape};
use crate::rules::pieces::{Body, Facing, Piece, System, offsets};

/// When a game is over, and with it how pieces appear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// Pieces come from above the well in any column, turned in any way. What sticks out of the top cannot be
    /// chosen; where nothing else can be, the game is over.
    #[default]
    Simplified,
    /// Pieces appear at the top, in the middle, and are turned and moved there before they fall. Where the next
    /// has no room the game is over.
    Standard,
    /// As the report has it: a row lower if there is room, turning round a square of their own.
    Report,
}

/// Rows above a well from which pieces come in the simplified game.
const SKY: u32 = 4;

impl Board {
    /// Whether a piece has room there, the top of the well being closed.
    pub fn has_room(&self, body: Body) -> bool {
        body.squares(System::Report).iter().all(|&(x, y)| {
            let inside =
                x >= 0 && y >= 0 && (x as usize) < self.width() && (y as u32) < self.height();
            inside && !self.is_filled(x as usize, y as u32)
        })
    }

    /// Where a piece appears; none if it has no room.
    pub fn appear(&self, end: End, piece: Piece) -> Option<Body> {
        let squares = offsets(System::Report, piece, Facing::North);
        let highest = squares.iter().map(|&(_, y)| y).max().unwrap_or(0);
        let y = self.height() as i8 - 1 - highest;
        let body = Body { piece, facing: Facing::North, x: (self.width() / 2) as i8, y };
        let lower = body.moved(0, -1);
        match end {
            End::Simplified => Some(body),
            End::Report if self.has_room(lower) => Some(lower),
            _ => self.has_room(body).then_some(body),
        }
    }

    /// The columns, a bit each for each of a piece's shapes, over which it can be brought before it falls; none if
    /// it cannot even appear.
    pub fn columns_for(&self, end: End, piece: Piece) -> Option<[u32; 4]> {
        const EVERYWHERE: Option<[u32; 4]> = Some([u32::MAX; 4]);
        // A piece appears and turns within the five highest rows.
        if end == End::Simplified || self.any() >> (self.height().saturating_sub(5)) == 0 {
            return EVERYWHERE;
        }
        let mut columns = [0; 4];
        let mut body = self.appear(end, piece)?;
        for _ in Facing::ALL {
            let shape = Shape::new(piece, body.facing);
            let index = Shape::of(piece).iter().position(|known| known.bits == shape.bits)?;
            for step in [-1, 1] {
                let mut at = body;
                while self.has_room(at) {
                    let left = (at.x + shape.corner.0) as usize;
                    // Below an overhang it would not fall from the sky.
                    let lowest = (at.y + shape.corner.1) as u32;
                    columns[index] |= u32::from(self.landing(&shape, left) <= lowest) << left;
                    at.x += step;
                }
            }
            let turned = Body { facing: body.facing.clockwise(), ..body };
            if !self.has_room(turned) {
                break;
            }
            body = turned;
        }
        Some(columns)
    }

    /// Everywhere that a piece can come to lie, by moving, turning and falling in any order. None if it cannot
    /// even appear.
    pub fn places(&self, end: End, piece: Piece, into: &mut Vec<Place>) -> Option<()> {
        into.clear();
        let ceiling = if end == End::Simplified { self.height() + SKY } else { self.height() };
        let mut room = [[0u32; MAX_WIDTH]; 4];
        let mut reached = [[0u32; MAX_WIDTH]; 4];
        for facing in Facing::ALL {
            for (x, room) in room[facing as usize][..self.width()].iter_mut().enumerate() {
                *room = self.room(piece, facing, x, ceiling);
            }
        }
        if end == End::Simplified {
            let sky = !0 << (self.height() + 1);
            for (reached, room) in reached.iter_mut().zip(&room) {
                for (reached, room) in reached.iter_mut().zip(room) {
                    *reached = room & sky;
                }
            }
        } else {
            let body = self.appear(end, piece)?;
            reached[body.facing as usize][body.x as usize] = 1 << body.y;
        }
        self.flood(&room, &mut reached);
        let shapes = Shape::of(piece);
        let mut lying = [[0u32; MAX_WIDTH]; 4];
        for facing in Facing::ALL {
            let shape = Shape::new(piece, facing);
            let index = shapes.iter().position(|known| known.bits == shape.bits)?;
            let (left, low) = shape.corner;
            for x in 0..self.width() {
                let at = reached[facing as usize][x] & !(room[facing as usize][x] << 1);
                if at != 0 {
                    // Origins become lowest rows and leftmost columns.
                    lying[index][(x as i8 + left) as usize] |= at >> -low;
                }
            }
        }
        for (shape, columns) in shapes.iter().zip(lying) {
            for (x, mut rows) in columns.into_iter().enumerate() {
                while rows != 0 {
                    let y = rows.trailing_zeros();
                    rows &= rows - 1;
                    if y + shape.height <= self.height() {
                        into.push(Place { shape, x, y });
                    }
                }
            }
        }
        Some(())
    }

    /// The rows in which a piece's origin may be.
    fn room(&self, piece: Piece, facing: Facing, x: usize, ceiling: u32) -> u32 {
        let mut room = u32::MAX;
        for (dx, dy) in offsets(System::Report, piece, facing) {
            let at = x as i8 + dx;
            if at < 0 || at as usize >= self.width() {
                return 0;
            }
            let free = !self.columns()[at as usize] & ((1 << ceiling) - 1);
            room &= if dy >= 0 { free >> dy } else { free << -dy };
        }
        room
    }

    /// Goes on down, sideways and round until nothing new is reached.
    fn flood(&self, room: &[[u32; MAX_WIDTH]; 4], reached: &mut [[u32; MAX_WIDTH]; 4]) {
        let mut grows = true;
        while grows {
            grows = false;
            for facing in 0..4 {
                for x in 0..self.width() {
                    let mut at = reached[facing][x];
                    let here = room[facing][x];
                    if x > 0 {
                        at |= reached[facing][x - 1] & here;
                    }
                    if x + 1 < self.width() {
                        at |= reached[facing][x + 1] & here;
                    }
                    for turned in [(facing + 1) % 4, (facing + 3) % 4] {
                        at |= reached[turned][x] & here;
                    }
                    loop {
                        let lower = at | at >> 1 & here;
                        if lower == at {
                            break;
                        }
                        at = lower;
                    }
                    grows |= at != reached[facing][x];
                    reached[facing][x] = at;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;

    #[test]
    fn on_a_flat_board_every_way_is_straight() {
        let board = Board::new(10, 20);
        let mut places = Vec::new();
        for end in [End::Simplified, End::Standard, End::Report] {
            for piece in Piece::ALL {
                board.places(end, piece, &mut places).unwrap();
                let straight: usize = Shape::of(piece).iter().map(|shape| 11 - shape.width).sum();
                assert_eq!(places.len(), straight, "{end:?} {piece:?}");
                assert!(places.iter().all(|place| place.y == 0));
            }
        }
    }

    #[test]
    fn straight_ways_are_among_all_ways() {
        let mut rng = Rng::new(2);
        let mut places = Vec::new();
        for _ in 0..300 {
            let mut board = Board::new(10, 12);
            for column in board.columns_mut() {
                *column = rng.next_u64() as u32 & ((1 << rng.below(12)) - 1);
            }
            for end in [End::Simplified, End::Standard, End::Report] {
                for piece in Piece::ALL {
                    let Some(columns) = board.columns_for(end, piece) else {
                        assert!(board.places(end, piece, &mut places).is_none());
                        continue;
                    };
                    board.places(end, piece, &mut places).unwrap();
                    for (shape, columns) in Shape::of(piece).iter().zip(columns) {
                        for x in (0..=10 - shape.width).filter(|x| columns >> x & 1 != 0) {
                            let place = Place { shape, x, y: board.landing(shape, x) };
                            let fits = place.y + shape.height <= 12;
                            assert!(
                                !fits || places.contains(&place),
                                "{end:?} {place:?} {board:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_piece_slides_below_an_overhang() {
        let board = Board::drawn(6, 8, &["XXX...", "......", "......"]);
        let mut places = Vec::new();
        board.places(End::Report, Piece::O, &mut places).unwrap();
        assert!(places.iter().any(|place| (place.x, place.y) == (0, 0)), "{places:?}");
        assert_eq!(board.columns_for(End::Report, Piece::O), Some([u32::MAX; 4]));
    }

    #[test]
    fn a_full_well_has_no_room() {
        let mut board = Board::new(10, 20);
        board.columns_mut()[5] = (1 << 19) - 1;
        assert!(board.appear(End::Standard, Piece::I).is_none());
        assert!(board.appear(End::Simplified, Piece::I).is_some());
        board.columns_mut()[5] = (1 << 16) - 1;
        // The lower row of the two is taken, the upper one has room.
        assert_eq!(board.appear(End::Report, Piece::I).map(|body| body.y), Some(18));
    }
}
