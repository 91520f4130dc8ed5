//! Noughts and crosses.

use game::{BadOptions, Game, Outcome, Seat, Turn};

use super::{WHY, mix};

#[derive(Clone, Debug, Default)]
pub struct Noughts {
    /// Nine bits a seat.
    pub marks: [u16; 2],
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Noughts {
    fn has_line(&self, seat: usize) -> bool {
        LINES.iter().any(|line| self.marks[seat] & line == *line)
    }

    fn full(&self) -> u16 {
        self.marks[0] | self.marks[1]
    }
}

/// Lines that are still open, which gives many different numbers.
pub fn judge(game: &Noughts, seat: Seat) -> i32 {
    let open = |seat: usize| -> i32 {
        let own = |line: &&u16| game.marks[1 - seat] & **line == 0;
        LINES.iter().filter(own).map(|line| (game.marks[seat] & line).count_ones() as i32 + 1).sum()
    };
    let (own, other) = (seat.index(), 1 - seat.index());
    // Not the same for both seats, to find out who mixes them up.
    10 * (open(own) - open(other)) + i32::from(seat.0)
}

impl Game for Noughts {
    type Move = u8;
    plain_game!(2);

    fn new((): &(), _seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::default())
    }
    fn turn(&self) -> Turn {
        let played = self.full().count_ones();
        if let Some(seat) = (0..2).find(|&seat| self.has_line(seat)) {
            Turn::Over(Outcome::win(2, Seat(seat as u8), WHY))
        } else if played == 9 {
            Turn::Over(Outcome::draw(2, WHY))
        } else {
            Turn::Of(Seat((played % 2) as u8))
        }
    }
    fn legal_moves(&self, into: &mut Vec<u8>) {
        into.clear();
        if self.turn().seat().is_some() {
            into.extend((0..9).filter(|square| self.full() >> square & 1 == 0));
        }
    }
    fn play(&mut self, mv: u8) {
        let seat = self.full().count_ones() % 2;
        self.marks[seat as usize] |= 1 << mv;
    }
    fn view(&self, _: Option<Seat>) -> String {
        format!("{:?}", self.marks)
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.marks[0]) << 16 | u64::from(self.marks[1]))
    }
}
