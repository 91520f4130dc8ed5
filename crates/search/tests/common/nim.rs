//! One heap, one to three matches at a time; who takes exactly two moves again; who takes the last
//! match wins.

use game::{BadOptions, Game, Outcome, Phrase, Seat, Turn};

#[derive(Clone, Debug)]
pub struct Nim {
    pub heap: u8,
    pub mover: u8,
}

impl Nim {
    pub fn of(heap: u8) -> Self {
        Self { heap, mover: 0 }
    }
}

impl Game for Nim {
    type Move = u8;
    plain_game!(2);

    fn new((): &(), _seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::of(21))
    }
    fn turn(&self) -> Turn {
        if self.heap == 0 {
            let why = Phrase::new("the last match is taken", "la dernière allumette est prise");
            Turn::Over(Outcome::win(2, Seat(self.mover), why))
        } else {
            Turn::Of(Seat(self.mover))
        }
    }
    fn legal_moves(&self, into: &mut Vec<u8>) {
        into.clear();
        into.extend(1..=self.heap.min(3));
    }
    fn play(&mut self, mv: u8) {
        self.heap -= mv;
        // The winner of the last match stays named as the mover.
        if mv != 2 && self.heap > 0 {
            self.mover = 1 - self.mover;
        }
    }
    fn view(&self, _: Option<Seat>) -> String {
        format!("{self:?}")
    }
    fn key(&self) -> u64 {
        u64::from(self.heap) << 1 | u64::from(self.mover)
    }
}
