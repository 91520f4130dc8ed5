//! Playing a move: what each kind of move does to the board.

use crate::bits::{Bits, NOWHERE, Square, beside, block};
use crate::log::EventKind;
use crate::moves::Move;
use crate::pieces::{Colour, MONUMENTS};

use super::{Phase, Tigris};

impl Tigris {
    pub(super) fn apply(&mut self, mv: Move) {
        let active = self.active;
        match mv {
            Move::Tile(colour, square) => self.lay(colour, square),
            Move::Leader(colour, square) => self.place(colour, square),
            Move::Withdraw(colour) => {
                self.take_home(active, colour);
                self.log_event(EventKind::Withdraw, active, 0, colour as u8, NOWHERE, [0; 2]);
                self.after_action();
            }
            Move::Catastrophe(square) => self.destroy(square),
            Move::Swap(tiles) => self.swap(tiles),
            Move::Pass => {
                self.log_event(EventKind::Pass, active, 0, 0, NOWHERE, [0; 2]);
                self.end_action();
            }
            Move::Support(count) => self.support(count),
            Move::War(colour) => self.begin_war(colour),
            Move::Build(monument, square) => self.build(monument, square),
            Move::Decline => {
                self.log_event(EventKind::Decline, active, 0, 0, NOWHERE, [0; 2]);
                self.after_action();
            }
            Move::Take(square) => {
                if let Phase::Treasure(seat) = self.phase {
                    self.take(seat.0, square);
                }
                self.after_action();
            }
        }
    }

    fn lay(&mut self, colour: Colour, square: Square) {
        let active = self.active;
        self.hands[usize::from(active)][colour.index()] -= 1;
        self.log_event(EventKind::Tile, active, 0, colour as u8, square, [0; 2]);
        self.placed = square;
        let occupied = self.occupied();
        let mut rest = beside(square) & occupied;
        let (mut kingdoms, mut kingdom) = (0, Bits::NONE);
        while let Some(next) = rest.first() {
            let region = Bits::of(next).flood(occupied);
            rest &= !region;
            if region.meets(self.standing) {
                kingdoms += 1;
                kingdom = region;
            }
        }
        self.tiles[colour.index()].add(square);
        match kingdoms {
            // A tile that touches nothing can neither complete a square nor unite treasures.
            0 if !beside(square).meets(occupied) => self.end_action(),
            0 => self.offer_monument(),
            1 => {
                let owner = self.leader_in(kingdom, colour);
                if let Some(seat) = owner.or_else(|| self.leader_in(kingdom, Colour::Black)) {
                    self.tally[usize::from(seat)].tiles += 1;
                    self.score(seat, colour, 1);
                }
                self.offer_monument();
            }
            _ => self.next_war(),
        }
    }

    fn place(&mut self, colour: Colour, square: Square) {
        let active = self.active;
        let from = self.leaders[usize::from(active)][colour.index()];
        if from != NOWHERE {
            self.take_home(active, colour);
        }
        self.log_event(
            EventKind::Leader,
            active,
            0,
            colour as u8,
            square,
            [u8::from(from != NOWHERE), 0],
        );
        let region = Bits::of(square).flood(self.occupied() | Bits::of(square));
        let rival = self.leader_in(region, colour);
        self.leaders[usize::from(active)][colour.index()] = square;
        self.standing.add(square);
        self.placed = square;
        match rival {
            Some(defender) => self.begin_revolt(colour, defender),
            None => self.after_action(),
        }
    }

    fn destroy(&mut self, square: Square) {
        let active = self.active;
        self.catastrophes[usize::from(active)] -= 1;
        let tile = self.tile_at(square);
        self.log_event(
            EventKind::Catastrophe,
            active,
            0,
            tile.map_or(u8::MAX, |colour| colour as u8),
            square,
            [0; 2],
        );
        self.placed = square;
        if let Some(colour) = tile {
            self.tiles[colour.index()].remove(square);
            self.out[colour.index()] += 1;
        }
        self.ruins.add(square);
        if tile == Some(Colour::Red) {
            self.send_home_without_temple(beside(square));
        }
        self.after_action();
    }

    /// Leaders on these squares that have no face-up temple beside them go home.
    fn send_home_without_temple(&mut self, squares: Bits) {
        for square in squares & self.standing {
            if !beside(square).meets(self.tiles[Colour::Red.index()])
                && let Some((seat, colour)) = self.leader_at(square)
            {
                self.take_home(seat.0, colour);
                self.log_event(EventKind::Home, seat.0, 0, colour as u8, square, [0; 2]);
            }
        }
    }

    fn swap(&mut self, tiles: [u8; 4]) {
        let seat = self.active;
        let count: u8 = tiles.iter().sum();
        self.log_event(EventKind::Swap, seat, 0, 0, NOWHERE, [count, 0]);
        for (colour, n) in tiles.into_iter().enumerate() {
            self.hands[usize::from(seat)][colour] -= n;
            self.discards[usize::from(seat)][colour] += n;
        }
        if self.draw(seat, count) {
            self.end_action();
        } else {
            self.bag_is_empty();
        }
    }

    fn build(&mut self, monument: u8, square: Square) {
        let Some(base) = block(square) else { return };
        // A square that can be built on has one colour: that of the tile placed last.
        let colour = self.tile_at(self.placed).unwrap_or(MONUMENTS[usize::from(monument)][0]);
        self.log_event(EventKind::Monument, self.active, 0, monument, square, [0; 2]);
        self.tiles[colour.index()] &= !base;
        self.buried |= base;
        self.monuments[usize::from(monument)] = square;
        self.bases[usize::from(monument)] = colour;
        if colour == Colour::Red {
            self.send_home_without_temple(base.beside());
        }
        self.after_action();
    }

    #[inline]
    pub(super) fn score(&mut self, seat: u8, colour: Colour, points: u8) {
        self.points[usize::from(seat)][colour.index()] += u16::from(points);
        self.log_event(EventKind::Points, seat, 0, colour as u8, NOWHERE, [points, 0]);
    }
}
