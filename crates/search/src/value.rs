//! The value of a position inside the lookahead searches: one number, with wins scored by their distance.

use game::{Game, MAX_SEATS, Outcome, Seat};

use crate::Score;

/// The value of a win at the root; each ply of distance subtracts one, so that quicker wins are better.
pub(crate) const WIN: i32 = 1_000_000_000;
/// Greater than any value.
pub(crate) const INFINITE: i32 = i32::MAX;
/// A value beyond this is a win or a loss that the search has seen to its end.
const DECIDED: i32 = WIN - 1_000_000;
/// Evaluations are clamped to this, far from the wins.
const MAX_POINTS: i32 = 500_000_000;

/// Clamps an evaluation, so that it never looks like a win or a loss.
pub(crate) fn points(points: i32) -> i32 {
    points.clamp(-MAX_POINTS, MAX_POINTS)
}

/// Whether this is a forced win.
pub(crate) fn is_win(value: i32) -> bool {
    value > DECIDED
}

/// Whether this is a forced loss.
pub(crate) fn is_loss(value: i32) -> bool {
    value < -DECIDED
}

/// The value as a score. 0 is a forced draw only if it is `certain`, that is, if it depends on no evaluation.
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

/// The reward for a win. With up to four seats in any teams every reward is an integer out of these 24, so that sums
/// are exact in any order.
pub(crate) const FULL_REWARD: u32 = 24;

/// Which seats win and lose together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Teams {
    seats: usize,
    /// For each seat, a bit set of its allies and itself.
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

    /// Whether exactly two sides play: what one wins, the other loses.
    pub fn two_sides(&self) -> bool {
        let first = self.allies[0];
        let other = ((1u16 << self.seats) - 1) as u8 & !first;
        other != 0
            && (0..self.seats)
                .all(|seat| self.allies[seat] == if first >> seat & 1 == 1 { first } else { other })
    }

    /// A seat's reward, out of [`FULL_REWARD`]: the share of its opponents that its team has placed ahead of.
    /// Without teams that is [`Outcome::share`].
    #[inline]
    pub fn reward(&self, outcome: &Outcome, seat: Seat) -> u32 {
        let places = outcome.places();
        if let &[first, second] = places {
            let (own, other) = if seat.0 == 0 { (first, second) } else { (second, first) };
            if self.allies[0] == 1 {
                return FULL_REWARD / 2 + FULL_REWARD / 2 * u32::from(own < other)
                    - FULL_REWARD / 2 * u32::from(own > other);
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
        // Without opponents, playing alone counts as a win.
        (won * (FULL_REWARD / 2)).checked_div(pairs).unwrap_or(FULL_REWARD)
    }

    /// The value of a finished game to a seat, this many plies from the root.
    pub fn value(&self, outcome: &Outcome, seat: Seat, ply: usize) -> i32 {
        if self.seats == 1 {
            return points(outcome.points()[0]);
        }
        match self.reward(outcome, seat) {
            FULL_REWARD => WIN - ply as i32,
            0 => ply as i32 - WIN,
            // A draw or a place in the middle: proportional to the reward.
            reward => (reward as i32 - FULL_REWARD as i32 / 2) * (MAX_POINTS / FULL_REWARD as i32),
        }
    }
}
