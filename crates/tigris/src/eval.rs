//! The evaluation: the points that a seat can expect in each colour by the end, combined by a soft minimum, since the
//! lowest colour is the score. The weights are data.

use std::sync::LazyLock;

use game::{Game, Parameter, Seat, numbers_of};
use serde::{Deserialize, Serialize};

use crate::bits::{Bits, NOWHERE, beside};
use crate::pieces::{Colour, MONUMENTS};
use crate::rules::{HAND, LAST_TREASURES, Phase, SEATS, Tigris};

/// The weights of the evaluation, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The softness of the minimum over the four colours; 0 would count the lowest alone.
    pub softness: f32,
    /// The weight of the mean of the four colours, in addition.
    pub total: f32,
    /// The discount from one turn to the next of what a leader brings every turn.
    pub lasting: f32,
    /// Tiles that leave the bag in a turn.
    pub tiles_a_turn: f32,
    /// Turns in which one treasure is taken.
    pub turns_a_treasure: f32,
    /// What a leader on the board brings in a turn, by colour.
    pub leader: [f32; 4],
    /// What a king brings in a turn in each colour that has no leader in the kingdom.
    pub king: f32,
    /// What a point of a monument's income is worth.
    pub income: f32,
    /// The factor on a leader's value with 0, 1, 2 or 3 temples beside it.
    pub temples: [f32; 4],
    /// What a tile of its colour in its kingdom adds to a leader, in points a turn.
    pub supporter: f32,
    /// The probability that two kingdoms which one tile can unite go to war soon.
    pub war: f32,
    /// The difference of strength that makes such a war as good as won.
    pub war_scale: f32,
    /// The value of a treasure in the kingdom of a trader.
    pub reach: f32,
    /// The value of a tile in the hand whose leader is on the board, by colour.
    pub hand: [f32; 4],
    /// The factor on it if that leader is off the board.
    pub idle_hand: f32,
    /// The factor from each tile of a colour to the next.
    pub spare: f32,
    /// The value of a tile that is still to be drawn.
    pub unknown: f32,
    /// The value of a catastrophe that has not been played.
    pub catastrophe: f32,
    /// The value of an action that is still to come.
    pub action: f32,
    /// The weight of the best rival against the mean of all rivals.
    pub rivals: f32,
}

/// Weights by number of players: two fight each other, among more it pays to outlast the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightSets {
    /// For two players.
    pub two: Weights,
    /// For three and four.
    pub more: Weights,
}

impl WeightSets {
    /// The weights that `expert` plays with.
    pub fn tuned() -> &'static Self {
        static TUNED: LazyLock<WeightSets> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../data/weights.json"))
                // They are part of the source, and every test of this file reads them.
                .expect("data/weights.json holds weights")
        });
        &TUNED
    }

    /// Their numbers. They are points, shares and scales that only make sense above 0.
    pub fn parameters(&self) -> Vec<Parameter> {
        numbers_of("", self, |_, usual| {
            let scale = usual.max(0.1);
            (if usual > 0.0 { 0.01 * usual } else { 0.0 }, 10.0 * scale, 0.2 * scale)
        })
    }

    /// Those for so many seats.
    pub fn of(&self, seats: usize) -> &Weights {
        if seats == 2 { &self.two } else { &self.more }
    }
}

impl From<Weights> for WeightSets {
    /// The same for any number of players.
    fn from(weights: Weights) -> Self {
        Self { two: weights.clone(), more: weights }
    }
}

/// A kingdom as the evaluation sees it.
#[derive(Clone, Copy, Default)]
struct WeighedKingdom {
    around: Bits,
    /// The seat whose leader of each colour stands here; `SEATS` if none does.
    owner: [usize; 4],
    strength: [f32; 4],
    worth: [f32; 4],
}

const NOBODY: usize = SEATS;

/// The parts of a value.
pub(crate) struct ValueParts {
    /// The points hoped for in each colour by the end, treasures included.
    pub hopes: [f32; 4],
    /// The soft minimum of these.
    pub soft: f32,
    /// What the rivals are worth together.
    pub rivals: f32,
}

/// Treasures count where they help most.
fn with_treasures(mut expected: [f32; 4], treasures: u8) -> [f32; 4] {
    for _ in 0..treasures {
        let mut lowest = 0;
        for colour in 1..4 {
            if expected[colour] < expected[lowest] {
                lowest = colour;
            }
        }
        expected[lowest] += 1.0;
    }
    expected
}

impl Weights {
    /// The value of a position for a seat against the others, in points. `hand` holds the tiles of its hand that it
    /// may count on.
    pub(crate) fn value(&self, game: &Tigris, seat: Seat, hand: [u8; 4]) -> f32 {
        if let Phase::Over(_) = game.phase {
            return self.finished(game, seat);
        }
        let mut expected = self.expected_points(game);
        self.add_hand(game, seat, hand, &mut expected[seat.index()]);
        let seats = game.seats();
        let mut others = [0.0; SEATS];
        let mut count = 0;
        for other in (0..seats).filter(|&other| other != seat.index()) {
            // A hidden hand is valued as an average one.
            let share = self.unknown * f32::from(HAND) / 4.0;
            expected[other].iter_mut().for_each(|points| *points += share);
            others[count] = self.soft_minimum(expected[other], game.won[other])
                + self.catastrophe * f32::from(game.catastrophes[other]);
            count += 1;
        }
        let own = self.soft_minimum(expected[seat.index()], game.won[seat.index()])
            + self.catastrophe * f32::from(game.catastrophes[seat.index()]);
        own - self.rival(&others[..count])
    }

    /// What [`value`](Self::value) is made of in a game in play, for whoever wants to see it.
    pub(crate) fn parts(&self, game: &Tigris, seat: Seat, hand: [u8; 4]) -> ValueParts {
        let mut expected = self.expected_points(game);
        self.add_hand(game, seat, hand, &mut expected[seat.index()]);
        let share = self.unknown * f32::from(HAND) / 4.0;
        let others: Vec<f32> = (0..game.seats())
            .filter(|&other| other != seat.index())
            .map(|other| {
                self.soft_minimum(expected[other].map(|points| points + share), game.won[other])
                    + self.catastrophe * f32::from(game.catastrophes[other])
            })
            .collect();
        let hopes = with_treasures(expected[seat.index()], game.won[seat.index()]);
        ValueParts { hopes, soft: self.soft_least(hopes), rivals: self.rival(&others) }
    }

    fn rival(&self, others: &[f32]) -> f32 {
        let best = others.iter().copied().fold(f32::MIN, f32::max);
        let mean = others.iter().sum::<f32>() / others.len() as f32;
        self.rivals * best + (1.0 - self.rivals) * mean
    }

    /// The value of a finished game: winning first, the margin second.
    fn finished(&self, game: &Tigris, seat: Seat) -> f32 {
        let Some(outcome) = game.turn().outcome() else { return 0.0 };
        let margin = |seat: Seat| {
            self.soft_minimum(game.points(seat).map(f32::from), game.treasures_of(seat))
        };
        let mut others = [0.0; SEATS];
        let mut count = 0;
        for other in (0..game.seats() as u8).map(Seat).filter(|&other| other != seat) {
            others[count] = margin(other);
            count += 1;
        }
        // Only the first place counts as a win, also among four.
        let first = if outcome.place(seat) == 1 { 1.0 } else { 0.0 };
        40.0 * (first - 0.5) + margin(seat) - self.rival(&others[..count])
    }

    /// Combines the four colours into one number.
    fn soft_minimum(&self, expected: [f32; 4], treasures: u8) -> f32 {
        let expected = with_treasures(expected, treasures);
        self.soft_least(expected) + self.total * expected.iter().sum::<f32>() / 4.0
    }

    fn soft_least(&self, expected: [f32; 4]) -> f32 {
        let least = expected.iter().copied().fold(f32::MAX, f32::min);
        let sum: f32 = expected.iter().map(|points| ((least - points) / self.softness).exp()).sum();
        least - self.softness * (sum / 4.0).ln()
    }

    /// The discounted number of turns that each player still has.
    fn horizon(&self, game: &Tigris) -> f32 {
        let bag = f32::from(game.bag_len) / self.tiles_a_turn;
        let treasures = game.treasures.count().saturating_sub(LAST_TREASURES) as f32;
        let turns = bag.min(treasures * self.turns_a_treasure) / game.seats() as f32;
        (1.0 - self.lasting.powf(turns)) / (1.0 - self.lasting)
    }

    /// For each seat and colour, the points so far and those still expected.
    fn expected_points(&self, game: &Tigris) -> [[f32; 4]; SEATS] {
        let mut expected = game.points.map(|points| points.map(f32::from));
        let horizon = self.horizon(game);
        let mut kingdoms = [WeighedKingdom::default(); 16];
        let mut count = 0;
        for squares in game.kingdoms() {
            kingdoms[count] = self.kingdom(game, squares, horizon, &mut expected);
            count += 1;
        }
        let kingdoms = &kingdoms[..count];
        let empty = game.empty();
        for (index, one) in kingdoms.iter().enumerate() {
            for two in &kingdoms[index + 1..] {
                if (one.around & two.around).meets(empty) {
                    self.expect_wars(one, two, &mut expected);
                }
            }
        }
        expected
    }

    fn kingdom(
        &self,
        game: &Tigris,
        squares: Bits,
        horizon: f32,
        expected: &mut [[f32; 4]; SEATS],
    ) -> WeighedKingdom {
        let mut kingdom = WeighedKingdom {
            around: squares.beside() & !squares,
            owner: [NOBODY; 4],
            ..WeighedKingdom::default()
        };
        let temples = game.tiles[Colour::Red.index()];
        for (colour, tiles) in game.tiles.iter().enumerate() {
            kingdom.strength[colour] = (squares & *tiles).count() as f32;
            for (seat, row) in game.leaders.iter().enumerate() {
                let square = row[colour];
                if square == NOWHERE || !squares.has(square) {
                    continue;
                }
                let beside = (beside(square) & temples).count().min(3) as usize;
                let income = (0..6)
                    .filter(|&m| {
                        game.monuments[m] != NOWHERE
                            && MONUMENTS[m].iter().any(|c| c.index() == colour)
                            && squares.has(game.monuments[m])
                    })
                    .count() as f32;
                let flow = self.leader[colour]
                    + self.income * income
                    + self.supporter * kingdom.strength[colour].min(8.0);
                let worth = flow * self.temples[beside] * horizon;
                kingdom.owner[colour] = seat;
                kingdom.worth[colour] = worth;
                expected[seat][colour] += worth;
            }
        }
        let king = kingdom.owner[Colour::Black.index()];
        if king != NOBODY {
            for colour in (1..4).filter(|&colour| kingdom.owner[colour] == NOBODY) {
                expected[king][colour] += self.king * horizon;
            }
        }
        let trader = kingdom.owner[Colour::Green.index()];
        if trader != NOBODY && squares.meets(game.treasures) {
            expected[trader].iter_mut().for_each(|points| *points += self.reach / 4.0);
        }
        kingdom
    }

    /// Adds what wars between two kingdoms that one tile can unite would bring and cost.
    #[allow(clippy::needless_range_loop)] // a colour indexes five things here
    fn expect_wars(
        &self,
        one: &WeighedKingdom,
        two: &WeighedKingdom,
        expected: &mut [[f32; 4]; SEATS],
    ) {
        for colour in 0..4 {
            let (a, b) = (one.owner[colour], two.owner[colour]);
            if a == NOBODY || b == NOBODY || a == b {
                continue;
            }
            let (mine, theirs) = (one.strength[colour], two.strength[colour]);
            let first = 1.0 / (1.0 + ((theirs - mine) / self.war_scale).exp());
            let likely = self.war * (2.0 * first - 1.0).abs();
            if first > 0.5 {
                expected[a][colour] += likely * (theirs + 1.0);
                expected[b][colour] -= likely * two.worth[colour];
            } else {
                expected[b][colour] += likely * (mine + 1.0);
                expected[a][colour] -= likely * one.worth[colour];
            }
        }
    }

    fn add_hand(&self, game: &Tigris, seat: Seat, hand: [u8; 4], expected: &mut [f32; 4]) {
        let leaders = game.leaders[seat.index()];
        let king = leaders[Colour::Black.index()] != NOWHERE;
        for (colour, points) in expected.iter_mut().enumerate() {
            let stands = leaders[colour] != NOWHERE || king;
            let mut worth = self.hand[colour] * if stands { 1.0 } else { self.idle_hand };
            for _ in 0..hand[colour] {
                *points += worth;
                worth *= self.spare;
            }
        }
        let unknown = HAND.saturating_sub(hand.iter().sum());
        let share = self.unknown * f32::from(unknown) / 4.0;
        expected.iter_mut().for_each(|points| *points += share);
    }
}
