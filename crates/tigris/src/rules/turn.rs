//! What follows an action: monuments, treasures, the end of the turn and of the game.

use game::Seat;

use crate::bits::{Bits, NOWHERE, Square, block};
use crate::log::EventKind;
use crate::pieces::{Colour, MONUMENTS};

use super::{ACTIONS, Ending, HAND, LAST_TREASURES, Phase, Tigris};

impl Tigris {
    /// The top left squares of the blocks of four that the tile placed last completes.
    #[inline]
    pub(crate) fn sites(&self) -> ([Square; 4], usize) {
        let (mut sites, mut count) = ([NOWHERE; 4], 0);
        if let Some(colour) = self.tile_at(self.placed) {
            let tiles = self.tiles[colour.index()];
            for step in [17, 16, 1, 0] {
                let Some(corner) = self.placed.checked_sub(step) else { continue };
                // Beside the edge a step back leads to the row above: the block must hold the tile.
                if let Some(base) = block(corner)
                    && base.has(self.placed)
                    && base & tiles == base
                {
                    sites[count] = corner;
                    count += 1;
                }
            }
        }
        (sites, count)
    }

    /// Whether a monument is unused and shows a colour.
    #[inline]
    pub(crate) fn is_free_monument(&self, monument: u8, colour: Colour) -> bool {
        let monument = usize::from(monument);
        self.monuments[monument] == NOWHERE && MONUMENTS[monument].contains(&colour)
    }

    pub(super) fn offer_monument(&mut self) {
        let (_, count) = self.sites();
        let colour = self.tile_at(self.placed);
        let offered = count > 0
            && colour.is_some_and(|colour| (0..6).any(|m| self.is_free_monument(m, colour)));
        if offered {
            self.phase = Phase::Monument;
        } else {
            self.after_action();
        }
    }

    /// Whose trader takes a treasure, and from which squares; true if there is no choice.
    pub(crate) fn treasure_due(&self) -> Option<(u8, Bits, bool)> {
        let green = Colour::Green.index();
        // Only the region of the piece that was placed has grown since all treasures that were due were given out.
        let grown = if self.settled && self.placed != NOWHERE {
            self.region(self.placed)
        } else {
            Bits::NONE
        };
        self.seats_from_active().find_map(|seat| {
            let square = self.leaders[usize::from(seat)][green];
            if square == NOWHERE || self.settled && !grown.has(square) {
                return None;
            }
            let region = if self.settled { grown } else { self.region(square) };
            let here = region & self.treasures;
            let count = here.count();
            if count < 2 {
                return None;
            }
            let special = here & self.map.special;
            let specials = special.count();
            // Treasures of special spaces go first. One treasure stays, so if all are special there is a choice.
            if specials > 0 && specials < count {
                return Some((seat, special, true));
            }
            Some((seat, here, false))
        })
    }

    pub(super) fn take(&mut self, seat: u8, square: Square) {
        self.treasures.remove(square);
        self.won[usize::from(seat)] += 1;
        self.log_event(EventKind::Treasure, seat, 0, 0, square, [0; 2]);
    }

    /// Gives out the treasures that are due, then ends the action.
    pub(super) fn after_action(&mut self) {
        while let Some((seat, squares, sure)) = self.treasure_due() {
            if !sure {
                self.phase = Phase::Treasure(Seat(seat));
                return;
            }
            squares.iter().for_each(|square| self.take(seat, square));
        }
        self.settled = true;
        self.end_action();
    }

    pub(super) fn end_action(&mut self) {
        self.phase = Phase::Action;
        if self.action + 1 == ACTIONS {
            self.end_turn();
        } else {
            self.action += 1;
        }
    }

    fn end_turn(&mut self) {
        self.income();
        for seat in self.seats_from_active() {
            let held: u8 = self.hands[usize::from(seat)].iter().sum();
            if !self.draw(seat, HAND.saturating_sub(held)) {
                return self.bag_is_empty();
            }
        }
        if self.treasures.count() <= LAST_TREASURES {
            self.log_event(EventKind::LastTreasures, self.active, 0, 0, NOWHERE, [0; 2]);
            self.phase = Phase::Over(Ending::Treasures);
            return;
        }
        self.turns = self.turns.saturating_add(1);
        self.active = (self.active + 1) % self.options.players;
        self.action = 0;
    }

    /// Gives the active player's leaders the points of monuments of their own colour.
    fn income(&mut self) {
        if self.monuments == [NOWHERE; 6] {
            return;
        }
        for colour in Colour::ALL {
            let points = self.income_of(self.active, colour);
            if points > 0 {
                self.points[usize::from(self.active)][colour.index()] += u16::from(points);
                self.tally[usize::from(self.active)].monuments += u16::from(points);
                self.log_event(
                    EventKind::Income,
                    self.active,
                    0,
                    colour as u8,
                    NOWHERE,
                    [points, 0],
                );
            }
        }
    }

    /// How many monuments of its own colour are in a leader's kingdom.
    pub(crate) fn income_of(&self, seat: u8, colour: Colour) -> u8 {
        let square = self.leaders[usize::from(seat)][colour.index()];
        if square == NOWHERE {
            return 0;
        }
        let mut kingdom = None;
        let own = (0..6).filter(|&m| {
            self.monuments[m] != NOWHERE
                && MONUMENTS[m].contains(&colour)
                && kingdom.get_or_insert_with(|| self.region(square)).has(self.monuments[m])
        });
        own.count() as u8
    }

    /// Draws tiles; false, and nothing drawn, if the bag does not hold enough.
    pub(super) fn draw(&mut self, seat: u8, count: u8) -> bool {
        if count > self.bag_len {
            return false;
        }
        for _ in 0..count {
            self.bag_len -= 1;
            let tile = self.bag[self.bag()];
            self.hands[usize::from(seat)][usize::from(tile)] += 1;
        }
        true
    }

    pub(super) fn bag_is_empty(&mut self) {
        self.log_event(EventKind::EmptyBag, self.active, 0, 0, NOWHERE, [0; 2]);
        self.phase = Phase::Over(Ending::Bag);
    }
}
