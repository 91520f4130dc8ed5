//! The evaluation for the searches that work for any number of seats.

use game::{MAX_SEATS, Seat};
use search::Evaluate;

use crate::{Quoridor, Weights};

/// How much nearer a seat is to its goal than its nearest opponent, in steps.
pub fn path_difference(game: &Quoridor, seat: Seat) -> i32 {
    let others = (0..game.seats).map(Seat).filter(|&other| other != seat);
    let nearest = others.map(|other| game.distance(other)).min().unwrap_or(0);
    i32::from(nearest) - i32::from(game.distance(seat))
}

/// Distances and walls, with weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
}

/// Points for a race that no wall can stop any more.
const RACE: i32 = 2_000;

impl Evaluation {
    /// With these weights.
    pub fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The value of the position to each seat. The best opponent counts most, the rest a little. A race is decided when
    /// nobody but the leader has walls left.
    pub(crate) fn values(&self, game: &Quoridor) -> [i32; MAX_SEATS] {
        let seats = usize::from(game.seats);
        let (mut distances, mut alone) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        let mut first = (i32::MAX, 0);
        for seat in 0..seats {
            let distance = i32::from(game.distance(Seat(seat as u8)));
            let wait = ((seat + seats - usize::from(game.mover)) % seats) as i32;
            first = first.min((distance * seats as i32 + wait, seat));
            distances[seat] = distance;
            alone[seat] = self.weights.walls(game.left[seat])
                - self.weights.step * distance
                - 2 * self.weights.tempo * wait / seats as i32;
        }
        let (_, leader) = first;
        let mut values = [0; MAX_SEATS];
        if Self::only_leader_has_walls(game, leader) {
            let race = RACE - 10 * distances[leader];
            for (seat, value) in values.iter_mut().enumerate().take(seats) {
                *value = if seat == leader { race } else { -race - 10 * distances[seat] };
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

    fn only_leader_has_walls(game: &Quoridor, leader: usize) -> bool {
        (0..usize::from(game.seats)).all(|seat| seat == leader || game.left[seat] == 0)
    }

    /// Whether no wall can stop the one who is nearest, the move counted.
    pub(crate) fn race_is_decided(game: &Quoridor) -> bool {
        let seats = game.seats;
        let nearest = |seat: &u8| {
            let wait = (seat + seats - game.mover) % seats;
            (i32::from(game.distance(Seat(*seat))) * i32::from(seats) + i32::from(wait), *seat)
        };
        let leader = (0..seats).min_by_key(nearest).unwrap_or(0);
        Self::only_leader_has_walls(game, leader.into())
    }
}

impl Evaluate<Quoridor> for Evaluation {
    fn evaluate(&self, game: &Quoridor, seat: Seat) -> i32 {
        self.values(game)[seat.index()]
    }
}
