//! Four in a row on seven columns of six, for measuring speed: two words of bits.

use game::{BadOptions, Game, Outcome, Rng, Seat, Turn};

use super::{WHY, mix};

/// Seven bits a column, the seventh always empty.
#[derive(Clone, Debug, Default)]
pub struct Four {
    stones: [u64; 2],
    heights: [u8; 7],
    plies: u8,
    won: bool,
}

fn has_four(stones: u64) -> bool {
    [1, 6, 7, 8].iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for Four {
    type Move = u8;
    plain_game!(2);

    fn new((): &(), _seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::default())
    }
    fn turn(&self) -> Turn {
        if self.won {
            Turn::Over(Outcome::win(2, Seat(1 - self.plies % 2), WHY))
        } else if self.plies == 42 {
            Turn::Over(Outcome::draw(2, WHY))
        } else {
            Turn::Of(Seat(self.plies % 2))
        }
    }
    fn legal_moves(&self, into: &mut Vec<u8>) {
        into.clear();
        if !self.won {
            into.extend((0..7).filter(|&column| self.heights[column as usize] < 6));
        }
    }
    fn random_move(&self, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        if self.won || self.plies == 42 {
            return None;
        }
        // Drawing again is quicker than counting, and as fair.
        loop {
            let column = rng.below(7);
            if self.heights[column as usize] < 6 {
                return Some(column as u8);
            }
        }
    }
    fn play(&mut self, mv: u8) {
        let seat = usize::from(self.plies % 2);
        self.stones[seat] |= 1 << (mv * 7 + self.heights[mv as usize]);
        self.heights[mv as usize] += 1;
        self.plies += 1;
        self.won = has_four(self.stones[seat]);
    }
    fn view(&self, _: Option<Seat>) -> String {
        format!("{:?}", self.stones)
    }
    fn key(&self) -> u64 {
        mix(self.stones[0]) ^ mix(!self.stones[1])
    }
}
