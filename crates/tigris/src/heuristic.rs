//! The report's second player. It takes its weakest colour first, places that leader where it is strongest without
//! a conflict, then lays tiles next to the leader's region. If nothing of that is possible it swaps its hand.

use game::{Game, Rng};
use search::{Limits, Player, Stop, Thought};

use crate::bits::{Bits, NOWHERE, beside};
use crate::moves::Move;
use crate::pieces::Colour;
use crate::rules::{Phase, Tigris};

/// What the heuristic would do with an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Intent {
    /// This move.
    Do(Move),
    /// A tile of this colour on one of these squares.
    Lay(Colour, Bits),
}

/// How many of the weakest colours are tried before the hand is swapped.
const TRIED: usize = 2;

impl Tigris {
    /// The heuristic's answer to any decision but an action: it always builds monuments, attacks with all tiles, and
    /// defends with just enough or nothing.
    pub(crate) fn response(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        match self.phase {
            Phase::Action | Phase::Over(_) => None,
            Phase::Revolt(conflict) | Phase::War(conflict) => {
                let (least, most) = self.support_range(conflict);
                let [attack, defence] = self.strengths(conflict);
                let count = match conflict.committed {
                    None if least <= most => most,
                    None => 0,
                    Some(n) => {
                        let needed = (attack + n).saturating_sub(defence);
                        if needed <= most { needed } else { 0 }
                    }
                };
                Some(Move::Support(count))
            }
            Phase::Monument => {
                self.legal_moves(scratch);
                // The last move is `decline`.
                scratch.pop();
                rng.pick(scratch).copied()
            }
            Phase::WarChoice | Phase::Treasure(_) => {
                self.legal_moves(scratch);
                rng.pick(scratch).copied()
            }
        }
    }

    /// What the heuristic does with an action.
    pub(crate) fn intent(&self, rng: &mut Rng) -> Intent {
        let seat = usize::from(self.active);
        let mut colours = Colour::ALL;
        rng.shuffle(&mut colours);
        colours.sort_by_key(|colour| self.points[seat][colour.index()]);
        for colour in colours.into_iter().take(TRIED) {
            let square = self.leaders[seat][colour.index()];
            if square == NOWHERE {
                if let Some(target) = self.strongest_square(colour, rng) {
                    return Intent::Do(Move::Leader(colour, target));
                }
            } else if self.hands[seat][colour.index()] > 0 {
                let squares = self.tile_squares(colour, square);
                if !squares.is_empty() {
                    return Intent::Lay(colour, squares);
                }
            }
        }
        let hand = self.hands[seat];
        Intent::Do(if hand == [0; 4] { Move::Pass } else { Move::Swap(hand) })
    }

    /// Where a leader is strongest without a conflict; a farmer only beside a river.
    fn strongest_square(&self, colour: Colour, rng: &mut Rng) -> Option<u8> {
        let (mut best, mut found) = (None, Bits::NONE);
        for square in self.leader_squares() {
            if !self.may_place_leader(colour, square)
                || (colour == Colour::Blue && !beside(square).meets(self.map.river))
            {
                continue;
            }
            let region = Bits::of(square).flood(self.occupied() | Bits::of(square));
            if self.leader_in(region, colour).is_some() {
                continue;
            }
            let strength = (region & self.tiles[colour.index()]).count();
            if best < Some(strength) {
                best = Some(strength);
                found = Bits::NONE;
            }
            if best == Some(strength) {
                found.add(square);
            }
        }
        if found.is_empty() { None } else { found.nth(rng.below(found.count())) }
    }

    /// The squares beside a leader's region where a tile of a colour may lie.
    fn tile_squares(&self, colour: Colour, leader: u8) -> Bits {
        let river = self.map.river;
        let ground = if colour == Colour::Blue { river } else { !river };
        let mut squares = self.region(leader).beside() & self.empty() & ground;
        for square in squares {
            if self.kingdoms_beside(square, 3) > 2 {
                squares.remove(square);
            }
        }
        squares
    }
}

/// The report's second player.
#[derive(Clone, Debug)]
pub struct Heuristic {
    rng: Rng,
    scratch: Vec<Move>,
}

impl Heuristic {
    /// The same seed plays the same moves.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), scratch: Vec::new() }
    }

    fn choose(&mut self, game: &Tigris) -> Option<Move> {
        match game.phase {
            Phase::Over(_) => None,
            Phase::Action => match game.intent(&mut self.rng) {
                Intent::Do(mv) => Some(mv),
                Intent::Lay(colour, squares) => {
                    let square = squares.nth(self.rng.below(squares.count()))?;
                    Some(Move::Tile(colour, square))
                }
            },
            _ => game.response(&mut self.rng, &mut self.scratch),
        }
    }
}

impl Player<Tigris> for Heuristic {
    fn think(
        &mut self,
        game: &Tigris,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        Thought { nodes: 1, ..Thought::unscored(self.choose(game)) }
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
