//! The legal moves: as sets of squares, as a list, or one drawn at random.

use game::{Game, Rng, Turn};

use crate::bits::{Bits, NOWHERE, beside};
use crate::moves::Move;
use crate::pieces::Colour;

use super::{Phase, Tigris};

/// Where the active player may act.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choices {
    /// For a tile of each colour.
    pub tiles: [Bits; 4],
    /// For the leader of each colour.
    pub leaders: [Bits; 4],
    /// For a catastrophe.
    pub catastrophes: Bits,
}

impl Tigris {
    /// Squares on which a tile of a colour may lie, whatever it touches.
    #[inline]
    fn ground(&self, colour: Colour) -> Bits {
        let river = self.map.river;
        self.empty() & if colour == Colour::Blue { river } else { !river }
    }

    /// Squares that a catastrophe may destroy.
    #[inline]
    fn destructible(&self) -> Bits {
        !(self.ruins | self.buried | self.standing | self.treasures)
    }

    pub(crate) fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        let seat = usize::from(self.active);
        let [_, twice, thrice] = self.regions().contacts();
        for colour in Colour::ALL {
            if self.hands[seat][colour.index()] > 0 {
                choices.tiles[colour.index()] = self.ground(colour) & !thrice;
            }
            // A leader may not go back to where it stood, so the squares that are empty now are all there are.
            let joining = if self.leaders[seat][colour.index()] == NOWHERE {
                twice
            } else {
                self.regions_without(colour).contacts()[1]
            };
            choices.leaders[colour.index()] = self.leader_squares() & !joining;
        }
        if self.catastrophes[seat] > 0 {
            choices.catastrophes = self.destructible();
        }
        choices
    }

    /// How many different sets of tiles can be swapped.
    #[inline]
    fn swaps(&self) -> u32 {
        let hand = self.hands[usize::from(self.active)];
        hand.iter().map(|&n| u32::from(n) + 1).product::<u32>() - 1
    }

    /// The set of tiles with this number, from 0.
    #[inline]
    fn swap_of(&self, number: u32) -> [u8; 4] {
        let mut rest = number + 1;
        self.hands[usize::from(self.active)].map(|n| {
            let kinds = u32::from(n) + 1;
            let count = rest % kinds;
            rest /= kinds;
            count as u8
        })
    }

    pub(super) fn list_moves(&self, into: &mut Vec<Move>) {
        into.clear();
        self.each_move(|mv| into.push(mv));
    }

    /// Calls with every legal move.
    #[inline]
    pub(crate) fn each_move(&self, mut f: impl FnMut(Move)) {
        match self.phase {
            Phase::Action => self.each_possible_action(f),
            Phase::Revolt(conflict) | Phase::War(conflict) => {
                let (least, most) = self.support_range(conflict);
                f(Move::Support(0));
                (least..=most).map(Move::Support).for_each(f);
            }
            Phase::WarChoice => {
                let wars = self.wars();
                let colours = Colour::ALL.into_iter().filter(|c| wars[c.index()]);
                colours.map(Move::War).for_each(f);
            }
            Phase::Monument => {
                if let Some(colour) = self.tile_at(self.placed) {
                    let (sites, count) = self.sites();
                    for monument in (0..6).filter(|&m| self.is_free_monument(m, colour)) {
                        sites[..count].iter().for_each(|&s| f(Move::Build(monument, s)));
                    }
                }
                f(Move::Decline);
            }
            Phase::Treasure(_) => {
                let squares = self.treasure_due().map_or(Bits::NONE, |(_, squares, _)| squares);
                squares.iter().map(Move::Take).for_each(f);
            }
            Phase::Over(_) => (),
        }
    }

    #[inline]
    fn each_possible_action(&self, mut f: impl FnMut(Move)) {
        let choices = self.choices();
        for colour in Colour::ALL {
            let squares = choices.tiles[colour.index()];
            squares.iter().for_each(|square| f(Move::Tile(colour, square)));
        }
        for colour in Colour::ALL {
            let squares = choices.leaders[colour.index()];
            squares.iter().for_each(|square| f(Move::Leader(colour, square)));
        }
        let row = self.leaders[usize::from(self.active)];
        let placed = Colour::ALL.into_iter().filter(|c| row[c.index()] != NOWHERE);
        placed.for_each(|colour| f(Move::Withdraw(colour)));
        choices.catastrophes.iter().for_each(|square| f(Move::Catastrophe(square)));
        (0..self.swaps()).for_each(|number| f(Move::Swap(self.swap_of(number))));
        f(Move::Pass);
    }

    pub(super) fn number_of_moves(&self) -> usize {
        if self.phase != Phase::Action {
            let mut moves = Vec::new();
            self.list_moves(&mut moves);
            return moves.len();
        }
        let choices = self.choices();
        let sets = choices.tiles.iter().chain(&choices.leaders).chain([&choices.catastrophes]);
        let squares: u32 = sets.map(|set| set.count()).sum();
        let row = self.leaders[usize::from(self.active)];
        let withdrawals = row.iter().filter(|&&square| square != NOWHERE).count();
        squares as usize + withdrawals + self.swaps() as usize + 1
    }

    /// A random legal move, all equally likely. It is drawn from a superset that is quick to count, and drawn
    /// again while it is illegal (rejection sampling).
    pub(super) fn any_move(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if let Turn::Over(_) = self.turn() {
            return None;
        }
        if self.phase != Phase::Action {
            self.list_moves(scratch);
            return rng.pick(scratch).copied();
        }
        let seat = usize::from(self.active);
        let (hand, row) = (self.hands[seat], self.leaders[seat]);
        let empty = self.empty();
        let (water, land) = (empty & self.map.river, empty & !self.map.river);
        let leader_squares = land & self.tiles[Colour::Red.index()].beside();
        let (waters, lands, seats) = (water.count(), land.count(), leader_squares.count());
        let destructible =
            if self.catastrophes[seat] > 0 { self.destructible() } else { Bits::NONE };
        let tiles = Colour::ALL.map(|colour| match (hand[colour.index()], colour) {
            (0, _) => 0,
            (_, Colour::Blue) => waters,
            _ => lands,
        });
        let ruins = destructible.count();
        let placed = row.iter().filter(|&&square| square != NOWHERE).count() as u32;
        let swaps = self.swaps();
        let total = tiles.iter().sum::<u32>() + 4 * seats + placed + ruins + swaps + 1;
        'draw: loop {
            let mut n = rng.below(total);
            for colour in Colour::ALL {
                let count = tiles[colour.index()];
                if n < count {
                    let square = if colour == Colour::Blue { water } else { land }.nth(n)?;
                    if (beside(square) & !empty).count() < 3 || self.kingdoms_beside(square, 3) < 3
                    {
                        return Some(Move::Tile(colour, square));
                    }
                    continue 'draw;
                }
                n -= count;
            }
            if n < 4 * seats {
                let colour = Colour::ALL[(n % 4) as usize];
                let square = leader_squares.nth(n / 4)?;
                if self.may_place_leader(colour, square) {
                    return Some(Move::Leader(colour, square));
                }
                continue;
            }
            n -= 4 * seats;
            if n < placed {
                let mut own = Colour::ALL.into_iter().filter(|c| row[c.index()] != NOWHERE);
                return own.nth(n as usize).map(Move::Withdraw);
            }
            n -= placed;
            if n < ruins {
                return destructible.nth(n).map(Move::Catastrophe);
            }
            n -= ruins;
            return Some(if n < swaps { Move::Swap(self.swap_of(n)) } else { Move::Pass });
        }
    }

    /// Whether a leader would touch at most one kingdom on a square where leaders may stand. If it is on the
    /// board it is taken up first.
    #[inline]
    pub(crate) fn may_place_leader(&self, colour: Colour, square: u8) -> bool {
        let around = beside(square) & self.occupied();
        if around.count() < 2 {
            return true;
        }
        self.regions_without(colour).kingdoms_beside(square, 2) < 2
    }
}
