//! Three seats take numbers in turn from a row, from either end; the most points win.

use game::{BadOptions, Game, Outcome, Seat, Turn};

use super::{WHY, mix};

#[derive(Clone, Debug)]
pub struct Trio {
    row: [u8; 9],
    left: u8,
    right: u8,
    pub points: [i32; 3],
}

impl Trio {
    pub fn lay(seed: u64) -> Self {
        let row = std::array::from_fn(|n| (mix(seed * 16 + n as u64) % 9) as u8);
        Self { row, left: 0, right: 9, points: [0; 3] }
    }
}

pub fn judge(game: &Trio, seat: Seat) -> i32 {
    3 * game.points[seat.index()] - game.points.iter().sum::<i32>()
}

impl Game for Trio {
    type Move = char;
    plain_game!(3);

    fn new((): &(), seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::lay(seed))
    }
    fn turn(&self) -> Turn {
        if self.left == self.right {
            Turn::Over(Outcome::by_points(&self.points, WHY))
        } else {
            Turn::Of(Seat((9 - (self.right - self.left)) % 3))
        }
    }
    fn legal_moves(&self, into: &mut Vec<char>) {
        into.clear();
        if self.left < self.right {
            into.extend(['l', 'r']);
        }
    }
    fn play(&mut self, mv: char) {
        let seat = (9 - (self.right - self.left)) % 3;
        let taken = if mv == 'l' {
            self.left += 1;
            self.row[self.left as usize - 1]
        } else {
            self.right -= 1;
            self.row[self.right as usize]
        };
        self.points[seat as usize] += i32::from(taken);
    }
    fn view(&self, _: Option<Seat>) -> String {
        format!("{self:?}")
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.left) << 8 | u64::from(self.right))
            ^ mix(self.points.iter().fold(9, |sum, &points| sum * 100 + points as u64))
    }
}
