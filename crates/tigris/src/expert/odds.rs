//! The exact probability that a hidden hand holds enough tiles for a conflict, from the unseen tiles.

use game::{Game, Seat};

use crate::rules::{HAND, SEATS, Tigris};

/// For each seat and colour, the probabilities that the hand holds at least 0, 1, 2 … tiles of it.
#[derive(Clone, Debug)]
pub(crate) struct Odds([[[f32; HAND as usize + 1]; 4]; SEATS]);

impl Odds {
    /// The probabilities as a seat can compute them.
    pub fn seen_by(game: &Tigris, viewer: Seat) -> Self {
        let unseen = game.unseen(Some(viewer));
        let all: u32 = unseen.iter().map(|&n| u32::from(n)).sum();
        let mut odds = [[[1.0; HAND as usize + 1]; 4]; SEATS];
        for (seat, colours) in odds.iter_mut().enumerate().take(game.seats()) {
            let held: u32 = game.hands[seat].iter().map(|&n| u32::from(n)).sum();
            for (colour, table) in colours.iter_mut().enumerate() {
                if seat == viewer.index() {
                    for (n, chance) in table.iter_mut().enumerate() {
                        *chance =
                            if usize::from(game.hands[seat][colour]) >= n { 1.0 } else { 0.0 };
                    }
                } else {
                    *table = at_least(all, u32::from(unseen[colour]), held);
                }
            }
        }
        Self(odds)
    }

    /// The probability that a seat holds at least this many tiles of a colour.
    pub fn holds(&self, seat: Seat, colour: usize, count: u8) -> f32 {
        self.0[seat.index()][colour].get(usize::from(count)).copied().unwrap_or(0.0)
    }
}

/// The probabilities of at least 0, 1, 2 … good tiles among `drawn` of `all`, of which `good` are good
/// (hypergeometric).
pub(crate) fn at_least(all: u32, good: u32, drawn: u32) -> [f32; HAND as usize + 1] {
    let mut exactly = [0.0f64; HAND as usize + 1];
    exactly[0] = 1.0;
    // Tile by tile: `exactly[n]` is the probability of n good ones so far.
    for step in 0..drawn.min(all) {
        let left = f64::from(all - step);
        for had in (0..=step.min(u32::from(HAND) - 1) as usize).rev() {
            let chance = f64::from(good.saturating_sub(had as u32)) / left;
            let moved = exactly[had] * chance.min(1.0);
            exactly[had + 1] += moved;
            exactly[had] -= moved;
        }
    }
    let mut sum = 0.0;
    let mut table = [0.0; HAND as usize + 1];
    for (n, chance) in exactly.iter().enumerate().rev() {
        sum += chance;
        table[n] = sum as f32;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_are_those_of_drawing_without_putting_back() {
        // Two of four are good, two are drawn: none 1/6, one 4/6, both 1/6.
        let table = at_least(4, 2, 2);
        let close = |a: f32, b: f32| (a - b).abs() < 1e-6;
        assert!(close(table[0], 1.0) && close(table[1], 5.0 / 6.0) && close(table[2], 1.0 / 6.0));
        assert!(close(table[3], 0.0));
        // Six from a bag of 143 with 47 temples: C(96,6)/C(143,6) hold none.
        let none: f64 = (0..6).map(|k| f64::from(96 - k) / f64::from(143 - k)).product();
        assert!(close(at_least(143, 47, 6)[1], 1.0 - none as f32));
        assert!(close(at_least(3, 3, 6)[3], 1.0) && close(at_least(3, 3, 6)[4], 0.0));
    }
}
