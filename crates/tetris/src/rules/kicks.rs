//! Turning a piece: where it goes, and where it goes instead if there is no room (SRS).

use crate::rules::field::Field;
use crate::rules::pieces::{Body, Facing, Offset, Piece, System};

type Kicks = [Offset; 5];

/// Clockwise from each facing, for all but I and O.
const USUAL: [Kicks; 4] = [
    [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

/// Clockwise from each facing, for I.
const LONG: [Kicks; 4] = [
    [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
    [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
    [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
];

/// Where a piece that turns from `from` to `to` (one quarter turn away) tries to go, in order. A turn
/// back goes the opposite way.
pub const fn kicks(piece: Piece, from: Facing, to: Facing) -> Kicks {
    let table = if matches!(piece, Piece::I) { &LONG } else { &USUAL };
    if from.clockwise() as u8 == to as u8 {
        return table[from as usize];
    }
    let mut back = table[to as usize];
    let mut kick = 0;
    while kick < back.len() {
        back[kick] = (-back[kick].0, -back[kick].1);
        kick += 1;
    }
    back
}

/// A quarter turn: the piece after it, and the number of the kick that worked, from 1. None where there
/// is no room, and for O, which does not turn.
pub fn turn(field: &Field, system: System, body: Body, clockwise: bool) -> Option<(Body, u8)> {
    if body.piece == Piece::O {
        return None;
    }
    let facing = if clockwise { body.facing.clockwise() } else { body.facing.anticlockwise() };
    let turned = Body { facing, ..body };
    match system {
        System::Report => field.fits(system, turned).then_some((turned, 1)),
        System::Modern => {
            (1..).zip(kicks(body.piece, body.facing, facing)).find_map(|(number, (dx, dy))| {
                let kicked = turned.moved(dx, dy);
                field.fits(system, kicked).then_some((kicked, number))
            })
        }
    }
}

/// Where a piece that turns by half tries to go, in order: the table of most games that know the half turn. From each
/// facing, for all but I and O.
const HALF: [[Offset; 6]; 4] = [
    [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];

/// The same for I.
const LONG_HALF: [[Offset; 2]; 4] =
    [[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (0, -1)], [(0, 0), (-1, 0)]];

/// A half turn, which only the modern rules know. None where there is no room, and for O.
pub fn flip(field: &Field, system: System, body: Body) -> Option<Body> {
    if system == System::Report || body.piece == Piece::O {
        return None;
    }
    let from = body.facing as usize;
    let tries: &[Offset] = if body.piece == Piece::I { &LONG_HALF[from] } else { &HALF[from] };
    let turned = Body { facing: body.facing.clockwise().clockwise(), ..body };
    let kicked = |&(dx, dy): &Offset| turned.moved(dx, dy);
    tries.iter().map(kicked).find(|&body| field.fits(system, body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Facing::{East, North, South, West};

    /// The published table, row by row.
    const TABLE: [(Facing, Facing, Kicks, Kicks); 8] = [
        (
            North,
            East,
            [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
            [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
        ),
        (
            East,
            North,
            [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
            [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        ),
        (
            East,
            South,
            [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
            [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        ),
        (
            South,
            East,
            [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
            [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        ),
        (
            South,
            West,
            [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
            [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        ),
        (
            West,
            South,
            [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
            [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
        ),
        (
            West,
            North,
            [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
            [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        ),
        (
            North,
            West,
            [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
            [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        ),
    ];

    #[test]
    fn the_published_table() {
        for (from, to, usual, long) in TABLE {
            assert_eq!(kicks(Piece::T, from, to), usual, "{from:?} to {to:?}");
            assert_eq!(kicks(Piece::I, from, to), long, "I, {from:?} to {to:?}");
        }
    }

    /// For every row of the table, every kick but the first: a well in which nothing but that kick has
    /// room.
    #[test]
    fn every_kick_is_tried_in_its_order() {
        let system = System::Modern;
        let mut tried = 0;
        for piece in [Piece::I, Piece::T, Piece::S, Piece::Z, Piece::J, Piece::L] {
            for (from, to, usual, long) in TABLE {
                let all = if piece == Piece::I { long } else { usual };
                let start = Body { piece, facing: from, x: 4, y: 10 };
                for (number, &(dx, dy)) in (1u8..).zip(&all) {
                    let wanted = Body { facing: to, ..start }.moved(dx, dy);
                    let mut field = Field::new(10, 40);
                    let free = [start.squares(system), wanted.squares(system)].concat();
                    for y in 0..40i8 {
                        for x in 0..10i8 {
                            if !free.contains(&(x, y)) {
                                field.rows_mut()[y as usize] |= 1 << x;
                            }
                        }
                    }
                    // Where an earlier kick fits into the same squares, that one is right.
                    let first = (1u8..)
                        .zip(&all)
                        .find(|&(_, &(dx, dy))| {
                            field.fits(system, Body { facing: to, ..start }.moved(dx, dy))
                        })
                        .map(|(number, _)| number);
                    let clockwise = from.clockwise() == to;
                    let (body, used) = turn(&field, system, start, clockwise).expect("it fits");
                    assert_eq!(Some(used), first, "{piece:?} {from:?} to {to:?}");
                    if used == number {
                        assert_eq!(body, wanted);
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 6 * 8 * 4, "most kicks stand alone: {tried}");
    }

    #[test]
    fn no_room_at_all_is_no_turn() {
        let mut field = Field::new(4, 40);
        field.rows_mut()[..40].fill(0b1011);
        let upright = Body { piece: Piece::I, facing: East, x: 0, y: 5 };
        assert!(field.fits(System::Modern, upright));
        assert_eq!(turn(&field, System::Modern, upright, true), None);
        let square = Body { piece: Piece::O, facing: North, x: 0, y: 5 };
        assert_eq!(turn(&Field::new(4, 40), System::Modern, square, true), None);
    }

    #[test]
    fn the_report_never_kicks() {
        let field = Field::new(10, 22);
        let wall = Body { piece: Piece::I, facing: North, x: 0, y: 10 };
        assert!(field.fits(System::Report, wall));
        assert_eq!(turn(&field, System::Report, wall, true), None);
        assert!(turn(&field, System::Report, wall.moved(2, 0), true).is_some());
    }
}
