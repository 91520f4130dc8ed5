//! Candidate actions of the expert: tiles that touch something, one square for each placement of a leader that makes a
//! difference, catastrophes that cut a kingdom or bring down a leader, one swap for each set of colours.

use game::Game;

use crate::bits::{Bits, NOWHERE, Square, beside};
use crate::moves::Move;
use crate::pieces::Colour;
use crate::rules::{Regions, Tigris};

/// What hangs together on the board, and the squares around it.
#[derive(Clone)]
struct Neighbours {
    regions: Vec<Neighbour>,
}

/// A region that a leader could join.
#[derive(Clone)]
struct Neighbour {
    squares: Bits,
    around: Bits,
    is_kingdom: bool,
}

impl Neighbours {
    fn of(regions: Regions) -> Self {
        let mut all = Self { regions: Vec::with_capacity(24) };
        all.add(regions.occupied, regions);
        all
    }

    /// Adds the regions of these squares.
    fn add(&mut self, mut rest: Bits, regions: Regions) {
        while let Some(first) = rest.first() {
            let squares = Bits::of(first).flood(regions.occupied);
            rest &= !squares;
            let is_kingdom = squares.meets(regions.leaders);
            self.regions.push(Neighbour { squares, around: squares.beside(), is_kingdom });
        }
    }

    /// A leader is taken up from a square; these are the regions without it.
    fn lift(&mut self, square: Square, regions: Regions) {
        if let Some(at) = self.regions.iter().position(|region| region.squares.has(square)) {
            let was = self.regions.swap_remove(at);
            self.add(was.squares & regions.occupied, regions);
        }
    }
}

impl Tigris {
    /// Replaces the content of `into` with the candidate actions. All of them are legal.
    pub(crate) fn candidates(&self, into: &mut Vec<Move>) {
        into.clear();
        let seat = usize::from(self.active);
        self.candidate_tiles(into);
        let row = self.leaders[seat];
        let neighbours = Neighbours::of(self.regions());
        for colour in Colour::ALL {
            if row[colour.index()] == NOWHERE || !self.is_founding() {
                self.candidate_leaders(colour, &neighbours, into);
            }
        }
        into.extend(
            Colour::ALL.into_iter().filter(|c| row[c.index()] != NOWHERE).map(Move::Withdraw),
        );
        if self.catastrophes[seat] > 0 {
            self.candidate_catastrophes(into);
        }
        self.candidate_swaps(into);
        into.push(Move::Pass);
    }

    /// Whether it is a dynasty's first turn. It moves no leader twice then, and lays tiles only where they bring it a
    /// point: evaluations see hardly a difference so early, and would now and then give a tile away for a new one.
    pub(crate) fn is_founding(&self) -> bool {
        usize::from(self.turns) < self.seats()
    }

    fn candidate_tiles(&self, into: &mut Vec<Move>) {
        let hand = self.hands[usize::from(self.active)];
        let occupied = self.occupied();
        let empty = !(occupied | self.ruins);
        let river = self.map.river;
        let [once, _, thrice] = self.regions().contacts();
        for colour in Colour::ALL {
            if hand[colour.index()] == 0 {
                continue;
            }
            let mut ground = empty & !thrice & if colour == Colour::Blue { river } else { !river };
            if self.is_founding() {
                ground &= self.rewarded(colour);
            }
            into.extend((ground & once).iter().map(|square| Move::Tile(colour, square)));
            // Away from kingdoms: only tiles that join others, and temples beside which leaders can stand later.
            let joins = |square: &u8| {
                let around = beside(*square) & occupied;
                around.count() > 1 || colour == Colour::Red
            };
            let beyond = ground & !once & occupied.beside();
            into.extend(beyond.iter().filter(joins).map(|square| Move::Tile(colour, square)));
        }
    }

    /// Squares beside the active player's kingdoms with its leader of a colour or its king.
    fn rewarded(&self, colour: Colour) -> Bits {
        let row = self.leaders[usize::from(self.active)];
        let mut own = Bits::NONE;
        for leader in [colour, Colour::Black] {
            if row[leader.index()] != NOWHERE {
                own.add(row[leader.index()]);
            }
        }
        own.flood(self.occupied()).beside()
    }

    /// For each set of regions that a leader could touch, the square with the most temples.
    fn candidate_leaders(&self, colour: Colour, standing: &Neighbours, into: &mut Vec<Move>) {
        let temples = self.tiles[Colour::Red.index()];
        const MOST: usize = 24;
        let mut found = [(Bits::NONE, 0, NOWHERE); MOST];
        let mut count = 0;
        let from = self.leaders[usize::from(self.active)][colour.index()];
        let lifted = (from != NOWHERE).then(|| {
            let mut without = standing.clone();
            without.lift(from, self.regions_without(colour));
            without
        });
        let neighbours = lifted.as_ref().unwrap_or(standing);
        for square in self.leader_squares() {
            let (mut joined, mut kingdoms) = (Bits::NONE, 0);
            for region in &neighbours.regions {
                if region.around.has(square) {
                    joined |= region.squares;
                    kingdoms += u32::from(region.is_kingdom);
                }
            }
            if kingdoms > 1 {
                continue;
            }
            let strength = (beside(square) & temples).count();
            // Among squares with the same neighbours only the number of temples matters.
            match found[..count].iter_mut().find(|(known, _, _)| *known == joined) {
                Some(known) if known.1 < strength => *known = (joined, strength, square),
                Some(_) => (),
                None if count < MOST => {
                    found[count] = (joined, strength, square);
                    count += 1;
                }
                None => (),
            }
        }
        into.extend(found[..count].iter().map(|&(_, _, square)| Move::Leader(colour, square)));
    }

    /// Tiles in others' kingdoms whose loss would cut the kingdom or send a leader home.
    fn candidate_catastrophes(&self, into: &mut Vec<Move>) {
        let occupied = self.occupied();
        let mut rivals = Bits::NONE;
        for (seat, row) in self.leaders.iter().enumerate() {
            if seat != usize::from(self.active) {
                row.iter().filter(|&&s| s != NOWHERE).for_each(|&square| rivals.add(square));
            }
        }
        let [black, red, blue, green] = self.tiles;
        let mut targets = (black | red | blue | green) & !self.treasures;
        let kingdoms = rivals.flood(occupied);
        targets &= kingdoms;
        for square in targets {
            let around = beside(square) & occupied;
            let holds_up = red.has(square) && beside(square).meets(rivals);
            if around.count() < 2 && !holds_up {
                continue;
            }
            let mut rest = occupied;
            rest.remove(square);
            let cuts = around.first().is_some_and(|first| {
                let part = Bits::of(first).flood(rest);
                part & around != around
            });
            let alone = holds_up
                && (beside(square) & rivals)
                    .iter()
                    .any(|leader| (beside(leader) & red).count() == 1);
            if cuts || alone {
                into.push(Move::Catastrophe(square));
            }
        }
    }

    /// None before two leaders stand: the first turns found kingdoms. The evaluation would rather swap then, since it
    /// values temples in the hand highly; 40 games did not show that it gains by it.
    fn candidate_swaps(&self, into: &mut Vec<Move>) {
        let seat = usize::from(self.active);
        let hand = self.hands[seat];
        if self.leaders[seat].iter().filter(|&&square| square != NOWHERE).count() < 2 {
            return;
        }
        for set in 1..16u8 {
            let given: [u8; 4] =
                std::array::from_fn(|c| if set >> c & 1 != 0 { hand[c] } else { 0 });
            let fits = (0..4).all(|c| set >> c & 1 == 0 || hand[c] > 0);
            if fits {
                into.push(Move::Swap(given));
            }
        }
    }
}
