//! What a position is worth inside the searches that look ahead: one number, wins by distance.

use game::{Game, MAX_SEATS, Outcome, Seat};

use crate::Score;

/// A win at the root itself; each ply of distance takes one away, so that quicker wins are more.
pub(crate) const WIN: i32 = 1_000_000_000;
/// More than any value.
pub(crate) const INFINITE: i32 = i32::MAX;
/// What is beyond this is a win or a loss that was seen to its end.
const DECIDED: i32 = WIN - 1_000_000;
/// Evaluations are kept inside this, far from the wins.
const MOST_POINTS: i32 = 500_000_000;

/// An evaluation, kept apart from wins and losses.
pub(crate) fn points(points: i32) -> i32 {
    points.clamp(-MOST_POINTS, MOST_POINTS)
}

/// Whether this is a win that was seen to its end.
pub(crate) fn is_win(value: i32) -> bool {
    value > DECIDED
}

/// Whether this is a loss that was seen to its end.
pub(crate) fn is_loss(value: i32) -> bool {
    value < -DECIDED
}

/// The value in words. A draw is `certain` only when no evaluation had a say in it.
pub(crate) fn score(value: i32, certain: bool) -> Score {
    if is_win(value) {
        Score::Win((WIN - value) as u32)
    } else if is_loss(value) {
        Score::Loss((WIN + value) as u32)
    } else if value == 0 && certain {
        Score::Draw
    } else {
        Score::Points(value)
    }
}

/// A result is always a whole number of these parts, for up to four seats in any teams: sums of
/// them are exact, in whatever order they are made.
pub(crate) const WHOLE: u32 = 24;

/// Who wins and loses together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Teams {
    seats: usize,
    /// For each seat, a bit for each of its allies and itself.
    allies: [u8; MAX_SEATS],
}

impl Teams {
    /// The teams of a game.
    pub fn of<G: Game>(game: &G) -> Self {
        let seats = game.seats();
        let mut allies = [0; MAX_SEATS];
        for (a, mask) in allies.iter_mut().enumerate().take(seats) {
            for b in 0..seats {
                if game.allies(Seat(a as u8), Seat(b as u8)) {
                    *mask |= 1 << b;
                }
            }
        }
        Self { seats, allies }
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Whether two seats win and lose together.
    #[inline]
    pub fn allied(&self, a: Seat, b: Seat) -> bool {
        self.allies[a.index()] >> b.0 & 1 == 1
    }

    /// Whether what one side wins, the other loses.
    pub fn two_sides(&self) -> bool {
        let first = self.allies[0];
        let other = ((1u16 << self.seats) - 1) as u8 & !first;
        other != 0
            && (0..self.seats)
                .all(|seat| self.allies[seat] == if first >> seat & 1 == 1 { first } else { other })
    }

    /// A seat's part of the result, out of [`WHOLE`]: how many of its adversaries its team has
    /// left behind. Without teams that is [`Outcome::share`].
    #[inline]
    pub fn parts(&self, outcome: &Outcome, seat: Seat) -> u32 {
        let places = outcome.places();
        if let &[first, second] = places {
            let (own, other) = if seat.0 == 0 { (first, second) } else { (second, first) };
            if self.allies[0] == 1 {
                return WHOLE / 2 + WHOLE / 2 * u32::from(own < other)
                    - WHOLE / 2 * u32::from(own > other);
            }
        }
        let team = self.allies[seat.index()];
        let (mut won, mut pairs) = (0, 0);
        for (own, _) in places.iter().enumerate().filter(|&(own, _)| team >> own & 1 == 1) {
            for (other, _) in places.iter().enumerate().filter(|&(s, _)| team >> s & 1 == 0) {
                pairs += 1;
                won += match places[own].cmp(&places[other]) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
            }
        }
        // Alone, there is nobody to leave behind.
        (won * (WHOLE / 2)).checked_div(pairs).unwrap_or(WHOLE)
    }

    /// What a finished game is worth to a seat, this many plies from the root.
    pub fn value(&self, outcome: &Outcome, seat: Seat, ply: usize) -> i32 {
        if self.seats == 1 {
            return points(outcome.points()[0]);
        }
        match self.parts(outcome, seat) {
            WHOLE => WIN - ply as i32,
            0 => ply as i32 - WIN,
            // A draw, or a place in the middle, which stands as far out as its part of the result.
            parts => (parts as i32 - WHOLE as i32 / 2) * (MOST_POINTS / WHOLE as i32),
        }
    }
}
