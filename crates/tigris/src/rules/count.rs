//! The final count: treasures go where they help most, and the lowest colour is the score.

use game::{Outcome, Phrase, Seat};
use serde::Serialize;

use super::{Ending, SEATS, Tigris};

const TREASURES: Phrase = Phrase::new(
    "no more than two treasures are left on the board",
    "il ne reste pas plus de deux trésors sur le plateau",
);
const BAG: Phrase =
    Phrase::new("the bag does not hold enough tiles", "le sac ne contient plus assez de tuiles");

/// How a seat's points are counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Points of each colour, without treasures.
    pub points: [u16; 4],
    /// The treasures that count for each colour.
    pub treasures: [u16; 4],
    /// Both together, from the lowest up. Seats are compared in this order.
    pub ranked: [u16; 4],
}

impl Count {
    /// Gives each treasure in turn to the colour that is lowest then.
    pub(crate) fn of(points: [u16; 4], won: u8) -> Self {
        let (mut treasures, mut totals) = ([0; 4], points);
        for _ in 0..won {
            let lowest = (0..4).min_by_key(|&colour| totals[colour]).unwrap_or(0);
            totals[lowest] += 1;
            treasures[lowest] += 1;
        }
        totals.sort_unstable();
        Self { points, treasures, ranked: totals }
    }
}

impl Tigris {
    /// How a seat's points count if the game ends now.
    pub fn count(&self, seat: Seat) -> Count {
        Count::of(self.points[seat.index()], self.won[seat.index()])
    }

    /// The result if the game ends now, for this reason.
    pub(crate) fn outcome(&self, ending: Ending) -> Outcome {
        let seats = usize::from(self.options.players);
        let counts: [Count; SEATS] = std::array::from_fn(|seat| self.count(Seat(seat as u8)));
        let counts = &counts[..seats];
        let place =
            |own: &Count| 1 + counts.iter().filter(|other| other.ranked > own.ranked).count() as u8;
        let (mut places, mut points) = ([1; SEATS], [0; SEATS]);
        for (seat, count) in counts.iter().enumerate() {
            places[seat] = place(count);
            points[seat] = i32::from(count.ranked[0]);
        }
        let why = match ending {
            Ending::Treasures => TREASURES,
            Ending::Bag => BAG,
        };
        Outcome::ranked(&places[..seats], &points[..seats], why)
    }
}
