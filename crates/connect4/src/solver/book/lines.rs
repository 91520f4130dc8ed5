//! Scores of chosen positions beyond the complete depth: those that a perfect player meets, on
//! either side and against any play, and those that it leaves behind.

use std::collections::{BTreeMap, HashSet};

use super::COLUMNS;
use crate::solver::Position;

/// Positions by their canonical keys, and their scores.
#[derive(Default)]
pub struct BookLines {
    sorted: Vec<(u64, i8)>,
}

impl BookLines {
    /// Packs scores in the order of keys: for each, the difference to the key before (a variable-length integer, seven
    /// bits per byte) and the score.
    pub fn pack(scores: &BTreeMap<u64, i8>) -> Vec<u8> {
        let (mut bytes, mut before) = (Vec::new(), 0);
        for (&key, &score) in scores {
            let mut distance = key - before;
            while distance >= 0x80 {
                bytes.push(distance as u8 | 0x80);
                distance >>= 7;
            }
            bytes.extend([distance as u8, score as u8]);
            before = key;
        }
        bytes
    }

    /// Unpacks scores; `None` if the bytes end in the middle of one, or hold an invalid key.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let (mut sorted, mut key) = (Vec::new(), 0u64);
        while !bytes.is_empty() {
            let (mut distance, mut shift) = (0u64, 0);
            loop {
                let (&byte, rest) = bytes.split_first()?;
                bytes = rest;
                distance |= u64::from(byte & 0x7f).checked_shl(shift)?;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            let (&score, rest) = bytes.split_first()?;
            bytes = rest;
            key = key.checked_add(distance)?;
            if !Position::from_key(key).is_sound() {
                return None;
            }
            sorted.push((key, score as i8));
        }
        Some(Self { sorted })
    }

    /// How many scores there are.
    pub fn len(&self) -> usize {
        self.sorted.len()
    }

    /// The most stones of a position in it.
    pub fn depth(&self) -> u32 {
        let stones = |&(key, _): &(u64, i8)| Position::from_key(key).stones();
        self.sorted.iter().map(stones).max().unwrap_or(0)
    }

    /// The score of the position with this canonical key.
    pub fn score(&self, canonical_key: u64) -> Option<i32> {
        let index = self.sorted.binary_search_by_key(&canonical_key, |&(key, _)| key).ok()?;
        Some(i32::from(self.sorted[index].1))
    }
}

/// The positions after any reply to these, one of each pair of mirror images, without those that end at once.
pub fn answers(behind: &[Position]) -> Vec<Position> {
    let mut seen = HashSet::new();
    let mut met = Vec::new();
    for position in behind {
        for column in (0..COLUMNS).filter(|&column| position.can_play(column)) {
            let next = position.after(column);
            let goes_on = !position.wins_with(column) && !next.can_win() && !next.is_full();
            if goes_on && seen.insert(next.canonical_key()) {
                met.push(next);
            }
        }
    }
    met
}
