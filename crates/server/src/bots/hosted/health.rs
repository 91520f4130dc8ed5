//! Whether a host's bot works: it rests after several faults in a row, longer each time.

use std::time::{Duration, Instant};

use search::FaultKind;

/// So many faults in a row, and it is out of order for a while.
const FAULTS: u32 = 3;
/// How long, at first and at most.
const FIRST_REST: Duration = Duration::from_secs(60);
const LONGEST_REST: Duration = Duration::from_secs(3600);

/// What is known of a bot's faults.
#[derive(Debug, Default)]
pub(super) struct Health {
    in_a_row: u32,
    rest: Option<(Instant, Duration)>,
    last: Option<FaultKind>,
}

impl Health {
    /// It has answered.
    pub fn well(&mut self) {
        *self = Self::default();
    }

    /// The next fault is enough.
    pub fn is_suspect(&mut self) {
        self.in_a_row = self.in_a_row.max(FAULTS - 1);
    }

    /// It could not answer. Says whether it is out of order from now on.
    pub fn fault(&mut self, what: FaultKind, now: Instant) -> bool {
        self.in_a_row += 1;
        self.last = Some(what);
        if self.in_a_row < FAULTS || self.is_resting(now) {
            return false;
        }
        let next = self.rest.map_or(FIRST_REST, |(_, before)| (before * 2).min(LONGEST_REST));
        self.rest = Some((now + next, next));
        true
    }

    /// Why it is out of order; none while it works, and when it may be tried again.
    pub fn out_of_order(&self, now: Instant) -> Option<FaultKind> {
        self.last.filter(|_| self.is_resting(now))
    }

    fn is_resting(&self, now: Instant) -> bool {
        self.rest.is_some_and(|(until, _)| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_rests_after_faults_in_a_row_and_longer_each_time() {
        let (mut health, begin) = (Health::default(), Instant::now());
        let what = FaultKind::Crashed;
        assert!(!health.fault(what, begin) && !health.fault(what, begin));
        health.well();
        for _ in 1..FAULTS {
            assert!(!health.fault(what, begin));
        }
        assert!(health.out_of_order(begin).is_none());
        assert!(health.fault(what, begin), "now it rests");
        assert_eq!(health.out_of_order(begin), Some(what));
        assert!(!health.fault(what, begin), "it rests already");
        let later = begin + FIRST_REST;
        assert!(health.out_of_order(later).is_none(), "it is tried again");
        assert!(health.fault(what, later), "one more fault is enough");
        assert!(health.out_of_order(later + FIRST_REST).is_some(), "for twice the time");
        assert!(health.out_of_order(later + 2 * FIRST_REST).is_none());
        health.well();
        assert!(health.out_of_order(later).is_none());
    }
}
