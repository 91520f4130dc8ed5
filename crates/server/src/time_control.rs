//! How the time to move is limited, and what each seat has left of it.
//!
//! Only the times of moves are stored: what is left follows from them, so that every node and every restart
//! finds the same.

use game::Words;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const SECOND: i64 = 1000;
const DAY: i64 = 24 * 3600 * SECOND;

/// How the time to move is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TimeControl {
    /// So much for each move: 1 to 3600 seconds.
    Move {
        /// The seconds for a move.
        seconds: u32,
    },
    /// So much for all moves together, 1 second to 3 hours, and 0 to 180 more after each.
    Fischer {
        /// The seconds at the beginning.
        seconds: u32,
        /// The seconds that each move adds.
        increment: u32,
    },
    /// Correspondence: 1 to 14 days for each move.
    Days {
        /// The days for a move.
        days: u32,
    },
}

impl TimeControl {
    /// Refuses what nobody can play.
    pub(crate) fn checked(self) -> Result<Self, Words> {
        let fits = match self {
            Self::Move { seconds } => (1..=3600).contains(&seconds),
            Self::Fischer { seconds, increment } => {
                (1..=3 * 3600).contains(&seconds) && increment <= 180
            }
            Self::Days { days } => (1..=14).contains(&days),
        };
        fits.then_some(self).ok_or_else(|| {
            Words::new(
                "a clock has 1 to 3600 seconds a move, 1 second to 3 hours with up to 180 seconds more \
                 after each move, or 1 to 14 days a move",
                "une pendule donne de 1 à 3600 secondes par coup, de 1 seconde à 3 heures avec jusqu’à \
                 180 secondes de plus après chaque coup, ou de 1 à 14 jours par coup",
            )
        })
    }

    /// Whether people are not expected to sit at the board all the time.
    pub(crate) fn is_slow(self) -> bool {
        matches!(self, Self::Days { .. })
    }

    /// What a seat has at the beginning, in milliseconds.
    fn allowance(self) -> i64 {
        match self {
            Self::Move { seconds } | Self::Fischer { seconds, .. } => i64::from(seconds) * SECOND,
            Self::Days { days } => i64::from(days) * DAY,
        }
    }

    /// What a seat that had `left` has after a move that took it `used`.
    fn after_move(self, left: i64, used: i64) -> i64 {
        match self {
            Self::Fischer { increment, .. } => left - used + i64::from(increment) * SECOND,
            Self::Move { .. } | Self::Days { .. } => self.allowance(),
        }
    }
}

/// When a move's time began, where that is not when the move before it was made: the game began, went on
/// after somebody was missing, or moves were taken back. An epoch and milliseconds since 1970; the first is
/// the first move that anybody has to think about.
pub type ClockStart = (u32, i64);

/// What each seat has left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// In milliseconds, before the move that is being thought about.
    left: Vec<i64>,
    /// When the time for that move began.
    since: i64,
}

impl Clocks {
    /// The clocks after these moves, each with the seat that made it and the time when it did; none before the
    /// game has begun.
    pub fn after(
        control: TimeControl,
        seats: usize,
        starts: &[ClockStart],
        moves: impl IntoIterator<Item = (u8, i64)>,
    ) -> Option<Self> {
        let &(first, mut since) = starts.first()?;
        let began =
            |epoch: u32| starts.iter().find(|(at, _)| *at == epoch).map(|(_, since)| *since);
        let mut left = vec![control.allowance(); seats];
        let mut next = 0;
        for (epoch, (seat, at)) in (0u32..).zip(moves) {
            next = epoch + 1;
            if epoch < first {
                continue;
            }
            let used = at - began(epoch).unwrap_or(since);
            if let Some(left) = left.get_mut(usize::from(seat)) {
                *left = control.after_move(*left, used);
            }
            since = at;
        }
        since = began(next).unwrap_or(since);
        Some(Self { left, since })
    }

    /// What everybody has left at this time, while this seat's clock runs.
    pub fn left_at(&self, now: i64, running: Option<u8>) -> Vec<i64> {
        let mut left = self.left.clone();
        if let Some(left) = running.and_then(|seat| left.get_mut(usize::from(seat))) {
            *left = (*left - (now - self.since)).max(0);
        }
        left
    }

    /// When the seat to move runs out of time.
    pub fn due(&self, turn: u8) -> Option<i64> {
        Some(self.since + self.left.get(usize::from(turn))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FISCHER: TimeControl = TimeControl::Fischer { seconds: 60, increment: 5 };

    fn clocks(control: TimeControl, starts: &[ClockStart], moves: &[(u8, i64)]) -> Clocks {
        Clocks::after(control, 2, starts, moves.iter().copied()).unwrap()
    }

    #[test]
    fn a_stock_shrinks_by_what_was_used_and_grows_with_each_move() {
        let after = clocks(FISCHER, &[(0, 1_000)], &[(0, 11_000), (1, 14_000)]);
        assert_eq!(after.left_at(14_000, Some(0)), [55_000, 62_000]);
        assert_eq!(after.left_at(20_000, Some(0)), [49_000, 62_000], "the clock runs");
        assert_eq!(after.left_at(20_000, None), [55_000, 62_000], "or stands, once it is over");
        assert_eq!(after.left_at(99_000_000, Some(0))[0], 0, "nobody has less than nothing");
        assert_eq!(after.due(0), Some(69_000));
    }

    #[test]
    fn each_move_has_its_own_time() {
        for (control, allowance) in
            [(TimeControl::Move { seconds: 30 }, 30_000), (TimeControl::Days { days: 2 }, 2 * DAY)]
        {
            let after = clocks(control, &[(0, 0)], &[(0, 20_000)]);
            assert_eq!(after.left_at(20_000, Some(1)), [allowance; 2]);
            assert_eq!(after.due(1), Some(20_000 + allowance));
        }
    }

    #[test]
    fn moves_before_the_game_cost_nothing_and_add_nothing() {
        let given = [(0, 500), (1, 500)];
        let at_once = clocks(FISCHER, &[(2, 1_000)], &given);
        assert_eq!(at_once.left_at(1_000, Some(0)), [60_000; 2]);
        let later = clocks(FISCHER, &[(2, 1_000)], &[given[0], given[1], (0, 3_000)]);
        assert_eq!(later.left_at(3_000, Some(1)), [63_000, 60_000]);
        assert_eq!(Clocks::after(FISCHER, 2, &[], given), None, "it has not begun");
    }

    #[test]
    fn moves_taken_back_give_the_clocks_back_and_begin_the_move_anew() {
        let before = [(0, 10_000)];
        // The answer to it was played, and taken back at 50 seconds.
        let after = clocks(FISCHER, &[(0, 0), (1, 50_000)], &before);
        assert_eq!(after.left_at(50_000, Some(1)), [55_000, 60_000]);
        assert_eq!(after.due(1), Some(110_000));
        let on = clocks(FISCHER, &[(0, 0), (1, 50_000)], &[before[0], (1, 52_000)]);
        assert_eq!(on.left_at(52_000, None), [55_000, 63_000]);
    }

    #[test]
    fn a_clock_that_nobody_can_play_is_refused() {
        for control in [
            TimeControl::Move { seconds: 0 },
            TimeControl::Fischer { seconds: 60, increment: 181 },
            TimeControl::Days { days: 15 },
        ] {
            assert!(control.checked().is_err(), "{control:?}");
        }
        assert_eq!(FISCHER.checked(), Ok(FISCHER));
    }
}
