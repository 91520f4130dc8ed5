//! One game of a match or a ladder, as it is counted, printed and kept in a journal.

use game::{Record, Words};
use serde::{Deserialize, Serialize};

use crate::table_game::{SeatFault, Spent};

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchGame {
    /// Its number, from 0.
    pub number: usize,
    /// The number of its opening. The games of a round have the same opening and the same chances, and everybody sits
    /// everywhere in one of them.
    pub round: usize,
    /// The contestants of the round.
    pub lineup: Vec<usize>,
    /// Its seed.
    pub seed: u64,
    /// The contestant of each seat.
    pub seated: Vec<usize>,
    /// The side of each seat: allies are on one.
    pub side_of: Vec<usize>,
    /// Each seat's place.
    pub places: Vec<u8>,
    /// Moves in all.
    pub plies: u64,
    /// Why it ended.
    pub why: String,
    /// What somebody did wrong, so that the game was lost for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<SeatFault>,
    /// What each seat has spent; nothing is known of it in duels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<Spent>,
    /// What each seat came to in a duel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<DuelSide>,
    /// Games with the same key were played in the same way, move by move, from the same seats.
    pub key: u64,
    /// The moves, where the game can be written down, the opening among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// How many of them are the opening.
    #[serde(default)]
    pub opening: usize,
    /// The game as a record, as long as it has just been played.
    #[serde(skip)]
    pub record: Option<Record>,
}

/// One side of a duel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DuelSide {
    /// How many moves it made.
    pub moves: u64,
    /// Why it lost, if it did before the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Words>,
    /// What was counted, by name.
    #[serde(flatten)]
    pub figures: serde_json::Map<String, serde_json::Value>,
}

impl MatchGame {
    /// The contestant and the place of each side.
    pub fn order(&self) -> Vec<(usize, u8)> {
        let sides = self.side_of.iter().max().map_or(0, |last| last + 1);
        let first = |side| self.side_of.iter().position(|&one| one == side);
        let order = (0..sides).filter_map(first);
        order.map(|seat| (self.seated[seat], self.places[seat])).collect()
    }

    /// A contestant's share of the first place: 1 for a win, a part for a draw, 0 for any other place.
    pub fn share(&self, contestant: usize) -> f64 {
        let order = self.order();
        let first = order.iter().filter(|&&(_, place)| place == 1);
        let own = first.clone().filter(|&&(one, _)| one == contestant).count();
        own as f64 / first.count().max(1) as f64
    }

    /// The contestants who did something wrong.
    pub fn at_fault(&self) -> impl Iterator<Item = usize> + '_ {
        self.faults.iter().map(|fault| self.seated[usize::from(fault.seat)])
    }
}

/// A hash of what a game was, the same on every machine (FNV-1a).
pub(crate) fn key<'t>(
    numbers: impl Iterator<Item = u64>,
    texts: impl Iterator<Item = &'t str>,
) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut eat = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    numbers.flat_map(u64::to_le_bytes).for_each(&mut eat);
    for text in texts {
        text.bytes().for_each(&mut eat);
        eat(b'\n');
    }
    // JSON numbers are exact up to 2^53.
    hash >> 11
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seated: &[usize], side_of: &[usize], places: &[u8]) -> MatchGame {
        MatchGame {
            number: 0,
            round: 0,
            lineup: vec![0, 1],
            seed: 0,
            seated: seated.to_vec(),
            side_of: side_of.to_vec(),
            places: places.to_vec(),
            plies: 0,
            why: String::new(),
            faults: Vec::new(),
            spent: Vec::new(),
            sides: Vec::new(),
            key: 0,
            moves: Vec::new(),
            opening: 0,
            record: None,
        }
    }

    #[test]
    fn a_team_that_wins_has_won_and_shares_add_up_to_one() {
        let teams = game(&[0, 1, 0, 1], &[0, 1, 0, 1], &[1, 3, 1, 3]);
        assert_eq!((teams.share(0), teams.share(1)), (1.0, 0.0));
        assert_eq!(teams.order(), [(0, 1), (1, 3)]);
        let four = game(&[0, 1, 2, 3], &[0, 1, 2, 3], &[2, 1, 1, 4]);
        assert_eq!([0, 1, 2, 3].map(|one| four.share(one)), [0.0, 0.5, 0.5, 0.0]);
        let twice = game(&[0, 1, 0, 1], &[0, 1, 2, 3], &[3, 2, 1, 4]);
        assert_eq!((twice.share(0), twice.share(1)), (1.0, 0.0));
        let drawn = game(&[1, 0], &[0, 1], &[1, 1]);
        assert_eq!((drawn.share(0), drawn.share(1)), (0.5, 0.5));
    }
}
