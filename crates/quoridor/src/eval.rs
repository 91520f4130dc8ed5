//! What a position is worth, for the searches that work for any number of players.

use game::{MAX_SEATS, Seat};
use search::Evaluate;

use crate::{Quoridor, Weights};

/// How much nearer a seat is to its goal than the nearest of the others, in steps.
pub fn path_difference(game: &Quoridor, seat: Seat) -> i32 {
    let others = (0..game.seats).map(Seat).filter(|&other| other != seat);
    let nearest = others.map(|other| game.distance(other)).min().unwrap_or(0);
    i32::from(nearest) - i32::from(game.distance(seat))
}

/// Steps and walls, with weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
}

/// Points of a race that nobody can stop any more.
const RACE: i32 = 2_000;

impl Evaluation {
    /// With these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// What the position is worth to each seat. The best of the others is who must be beaten; the
    /// rest count a little. A race that those who are behind have no walls to stop is as good as
    /// over.
    pub(crate) fn values(&self, game: &Quoridor) -> [i32; MAX_SEATS] {
        let seats = usize::from(game.seats);
        let (mut ways, mut alone) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        let mut first = (i32::MAX, 0);
        for seat in 0..seats {
            let way = i32::from(game.distance(Seat(seat as u8)));
            let wait = ((seat + seats - usize::from(game.mover)) % seats) as i32;
            first = first.min((way * seats as i32 + wait, seat));
            ways[seat] = way;
            alone[seat] = self.weights.walls(game.left[seat])
                - self.weights.step * way
                - 2 * self.weights.tempo * wait / seats as i32;
        }
        let (_, leader) = first;
        let mut values = [0; MAX_SEATS];
        if (0..seats).all(|seat| seat == leader || game.left[seat] == 0) {
            let race = RACE - 10 * ways[leader];
            for (seat, value) in values.iter_mut().enumerate().take(seats) {
                *value = if seat == leader { race } else { -race - 10 * ways[seat] };
            }
            return values;
        }
        for seat in 0..seats {
            let others = || alone[..seats].iter().enumerate().filter(|&(other, _)| other != seat);
            let best = others().map(|(_, &value)| value).max().unwrap_or(0);
            let sum: i32 = others().map(|(_, &value)| value).sum();
            values[seat] = alone[seat] - (3 * best + sum / (seats as i32 - 1)) / 4;
        }
        values
    }
}

impl Evaluate<Quoridor> for Evaluation {
    fn evaluate(&self, game: &Quoridor, seat: Seat) -> i32 {
        self.values(game)[seat.index()]
    }
}
