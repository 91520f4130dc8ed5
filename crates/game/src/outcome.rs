//! Seats, whose turn it is, and how a game ended.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Phrase;

/// No game here has more seats than this.
pub const MAX_SEATS: usize = 4;

/// A side to be played, counted from 0. A person may hold several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// For indexing what is kept per seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    /// People count seats from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// Who moves next, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat decides.
    Of(Seat),
    /// Nobody: the game is over.
    Over(Outcome),
}

impl Turn {
    /// The seat that decides, unless the game is over.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Of(seat) => Some(seat),
            Self::Over(_) => None,
        }
    }

    /// How it ended, once it has.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Of(_) => None,
            Self::Over(outcome) => Some(outcome),
        }
    }
}

/// How a game ended: the place and the points of each seat, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    seats: u8,
    places: [u8; MAX_SEATS],
    points: [i32; MAX_SEATS],
    why: Phrase,
}

impl Outcome {
    /// All seats share the first place.
    pub fn draw(seats: usize, why: Phrase) -> Self {
        Self { seats: seats as u8, places: [1; MAX_SEATS], points: [0; MAX_SEATS], why }
    }

    /// One seat first, all others second.
    pub fn win(seats: usize, winner: Seat, why: Phrase) -> Self {
        let mut outcome = Self::draw(seats, why);
        outcome.places = [2; MAX_SEATS];
        outcome.places[winner.index()] = 1;
        outcome.points[winner.index()] = 1;
        outcome
    }

    /// Ranked by points, more is better; equal points share a place.
    pub fn by_points(points: &[i32], why: Phrase) -> Self {
        let mut outcome = Self::draw(points.len(), why);
        for (seat, &own) in points.iter().enumerate() {
            outcome.points[seat] = own;
            outcome.places[seat] = 1 + points.iter().filter(|&&other| other > own).count() as u8;
        }
        outcome
    }

    /// With places from the game itself, where points alone do not rank.
    pub fn ranked(places: &[u8], points: &[i32], why: Phrase) -> Self {
        let mut outcome = Self::draw(places.len(), why);
        outcome.places[..places.len()].copy_from_slice(places);
        outcome.points[..points.len()].copy_from_slice(points);
        outcome
    }

    /// One side resigned or could not play on: the seats that `lost` names are last, all others first.
    pub fn forfeit(seats: usize, lost: impl Fn(Seat) -> bool, why: Phrase) -> Self {
        let points: Vec<i32> = (0..seats as u8).map(|seat| i32::from(!lost(Seat(seat)))).collect();
        Self::by_points(&points, why)
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats as usize
    }

    /// A seat's place: 1 is first, equals share a place.
    pub fn place(&self, seat: Seat) -> u8 {
        self.places[seat.index()]
    }

    /// The place of each seat.
    pub fn places(&self) -> &[u8] {
        &self.places[..self.seats()]
    }

    /// The points of each seat.
    pub fn points(&self) -> &[i32] {
        &self.points[..self.seats()]
    }

    /// Why the game is over.
    pub fn why(&self) -> Phrase {
        self.why
    }

    /// The seats in first place; all of them in a draw.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.seats).map(Seat).filter(|&seat| self.place(seat) == 1)
    }

    /// Whether all seats share the first place.
    pub fn is_draw(&self) -> bool {
        self.seats > 1 && self.places().iter().all(|&place| place == 1)
    }

    /// What the result is worth to a seat: 1 for the only first place, 0 for the last, a half for a
    /// draw, and so on evenly between.
    pub fn share(&self, seat: Seat) -> f32 {
        self.share_against(seat, |other| other != seat)
    }

    /// The same among those whom a seat plays against: allies have nothing to win from each other. Who plays against
    /// nobody has nobody to lose to.
    pub fn share_against(&self, seat: Seat, is_rival: impl Fn(Seat) -> bool) -> f32 {
        let own = self.place(seat);
        let (mut rivals, mut worth) = (0.0, 0.0);
        for (other, &place) in (0..).map(Seat).zip(self.places()) {
            if is_rival(other) {
                rivals += 1.0;
                worth += match own.cmp(&place) {
                    Ordering::Less => 1.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 0.0,
                };
            }
        }
        if rivals == 0.0 { 1.0 } else { worth / rivals }
    }
}

impl Serialize for Outcome {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut out = serializer.serialize_struct("Outcome", 3)?;
        out.serialize_field("places", self.places())?;
        out.serialize_field("points", self.points())?;
        out.serialize_field("why", &self.why)?;
        out.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHY: Phrase = Phrase::new("done", "fini");

    #[test]
    fn shares_add_up_to_half_the_seats() {
        for outcome in [
            Outcome::draw(2, WHY),
            Outcome::win(2, Seat(1), WHY),
            Outcome::win(4, Seat(2), WHY),
            Outcome::by_points(&[5, 9, 9, -1], WHY),
        ] {
            let sum: f32 = (0..outcome.seats() as u8).map(|s| outcome.share(Seat(s))).sum();
            assert_eq!(sum, outcome.seats() as f32 / 2.0, "{outcome:?}");
        }
    }

    #[test]
    fn whoever_forfeits_is_last_with_their_allies() {
        let teams = Outcome::forfeit(4, |seat| seat.0 % 2 == 1, WHY);
        assert_eq!((teams.places(), teams.points()), (&[1, 3, 1, 3][..], &[1, 0, 1, 0][..]));
        let alone = Outcome::forfeit(1, |_| true, WHY);
        assert_eq!((alone.places(), alone.points()), (&[1][..], &[0][..]));
    }

    #[test]
    fn allies_take_nothing_from_each_other() {
        let outcome = Outcome::by_points(&[9, 5, 9, 9], WHY);
        let rival_of = |seat: u8| move |other: Seat| other.0 % 2 != seat % 2;
        let shares = [0, 1, 2, 3].map(|seat| outcome.share_against(Seat(seat), rival_of(seat)));
        assert_eq!(shares, [0.75, 0.0, 0.75, 0.5]);
        assert_eq!(outcome.share_against(Seat(1), |_| false), 1.0, "there is nobody to lose to");
    }

    #[test]
    fn points_rank_and_ties_share() {
        let outcome = Outcome::by_points(&[5, 9, 9, -1], WHY);
        assert_eq!(outcome.places(), [3, 1, 1, 4]);
        assert_eq!(outcome.winners().collect::<Vec<_>>(), [Seat(1), Seat(2)]);
        assert!(!outcome.is_draw());
    }
}
