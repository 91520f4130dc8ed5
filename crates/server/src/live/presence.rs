//! Who is at a table: the people whose streams of events are open, at this node and at others.

use std::sync::{Mutex, MutexGuard, PoisonError};

use game::MAX_SEATS;

use crate::clock::now;
use crate::store::Attendance;

/// The people of one table.
pub(crate) struct Presence {
    seats: Mutex<[SeatPresence; MAX_SEATS]>,
}

#[derive(Clone, Copy)]
struct SeatPresence {
    /// Open streams of its holder at this node.
    streams: u32,
    /// Whether another node has one.
    elsewhere: bool,
    /// When its holder was last heard of, in milliseconds since 1970.
    seen: i64,
}

impl Presence {
    pub fn new() -> Self {
        // Nobody knows how long somebody was away from a table that was just read.
        let seat = SeatPresence { streams: 0, elsewhere: false, seen: now() };
        Self { seats: Mutex::new([seat; MAX_SEATS]) }
    }

    /// A stream of the holder of these seats has begun.
    pub fn enter(&self, held: &[u8]) {
        self.each(held, |seat| seat.streams += 1);
    }

    /// It has ended.
    pub fn leave(&self, held: &[u8]) {
        self.each(held, |seat| seat.streams = seat.streams.saturating_sub(1));
    }

    /// The holder of these seats asked for something. Programs that open no stream are there too.
    pub fn hear(&self, held: &[u8]) {
        self.each(held, |_| {});
    }

    fn each(&self, held: &[u8], change: impl Fn(&mut SeatPresence)) {
        let mut seats = self.lock();
        for &seat in held {
            if let Some(seat) = seats.get_mut(usize::from(seat)) {
                change(seat);
                seat.seen = now();
            }
        }
    }

    /// The seats whose holders have a stream at this node, as bits.
    pub fn here(&self) -> u32 {
        bits(&self.lock(), |seat| seat.streams > 0)
    }

    /// The seats whose holders are there, at any node.
    pub fn anywhere(&self) -> u32 {
        bits(&self.lock(), |seat| seat.streams > 0 || seat.elsewhere)
    }

    /// Learns who is at the other nodes.
    pub fn others(&self, attendance: Attendance) {
        for (number, seat) in self.lock().iter_mut().enumerate() {
            let there = attendance.seats & (1 << number) != 0;
            if seat.elsewhere != there {
                seat.seen = now();
            }
            seat.elsewhere = there;
        }
    }

    /// For how many milliseconds the holder of a seat has been away; none while they are there.
    pub fn away(&self, seat: u8) -> Option<i64> {
        let seat = *self.lock().get(usize::from(seat))?;
        (seat.streams == 0 && !seat.elsewhere).then(|| (now() - seat.seen).max(0))
    }

    fn lock(&self) -> MutexGuard<'_, [SeatPresence; MAX_SEATS]> {
        // Plain numbers: a panic elsewhere cannot leave them half changed.
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bits(seats: &[SeatPresence; MAX_SEATS], is: impl Fn(&SeatPresence) -> bool) -> u32 {
    (0..).zip(seats).filter(|(_, seat)| is(seat)).map(|(number, _)| 1u32 << number).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_a_stream_anywhere_is_there() {
        let presence = Presence::new();
        assert!(presence.away(0).is_some());
        presence.enter(&[0]);
        presence.enter(&[0]);
        presence.leave(&[0]);
        assert_eq!((presence.away(0), presence.here()), (None, 0b01), "one of two is left");
        presence.leave(&[0]);
        assert!(presence.away(0).is_some_and(|away| away < 60_000));
        presence.others(Attendance { watching: 0, seats: 0b10 });
        assert_eq!((presence.away(1), presence.here(), presence.anywhere()), (None, 0, 0b10));
        presence.others(Attendance::default());
        assert!(presence.away(1).is_some());
        assert_eq!(presence.away(200), None, "there is no such seat");
    }
}
