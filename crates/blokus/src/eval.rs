//! The student report's evaluation, a weighted sum of its three models; the weights are data.
//!
//! *Naive*: the pieces that the team has placed minus those of the others; a piece counts its squares and a part for
//! its bounding box. *Micro*: the number of usable corners. *Macro*: how near the centre of one's squares is to that of
//! the nearest opponent. Each model is divided by its bound.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use game::{Parameter, Seat, numbers_of};
use search::Evaluate;
use serde::{Deserialize, Serialize};

use crate::board::LARGE;
use crate::mode::{MAX_COLOURS, Mode};
use crate::pieces::{PIECES, Pieces};
use crate::rules::Blokus;

/// The report's values go from about -1 to 3; this many of our points are one of its points.
const SCALE: f64 = 1000.0;

/// The weights of the models.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Models {
    /// The model of pieces.
    pub naive: f64,
    /// The model of corners.
    pub micro: f64,
    /// The model of distances.
    #[serde(rename = "macro")]
    pub far: f64,
}

/// All numbers of the evaluation. `data/weights.json` holds the report's values of pieces and bounds, and the weights of
/// its models that win most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The models on the board of 20 by 20.
    pub large: Models,
    /// The models on the board of Duo, which the report does not cover.
    pub small: Models,
    /// The largest value of the model of pieces.
    pub naive_bound: f64,
    /// The largest value of the model of corners.
    pub micro_bound: f64,
    /// The largest value of the model of distances.
    pub macro_bound: f64,
    /// The value of each piece once it is placed.
    pub pieces: BTreeMap<String, f64>,
}

impl Weights {
    /// The report's weights.
    pub fn report() -> &'static Self {
        static REPORT: LazyLock<Weights> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../data/weights.json"))
                // They are part of the source, and every test of this file reads them.
                .expect("data/weights.json holds weights")
        });
        &REPORT
    }

    /// The same with these models on both boards.
    #[must_use]
    pub fn with_models(&self, models: Models) -> Self {
        Self { large: models, small: models, ..self.clone() }
    }

    /// The numbers of the models on each board, and of the pieces. The bounds of the models only scale them.
    pub fn parameters(&self) -> Vec<Parameter> {
        let model = |_: &str, _| (-10.0, 10.0, 0.1);
        [
            numbers_of("large.", &self.large, model),
            numbers_of("small.", &self.small, model),
            self.piece_parameters(),
        ]
        .concat()
    }

    /// What each piece is worth.
    pub(crate) fn piece_parameters(&self) -> Vec<Parameter> {
        numbers_of("pieces.", &self.pieces, |_, _| (-20.0, 20.0, 0.5))
    }
}

/// The evaluation with given weights.
#[derive(Clone, Debug)]
pub struct Evaluation {
    weights: Weights,
    pieces: [f64; PIECES],
}

impl Evaluation {
    /// With these weights.
    pub fn new(weights: Weights) -> Self {
        let worth = |piece: usize| weights.pieces.get(Pieces::get().pieces[piece].name);
        let pieces = std::array::from_fn(|piece| worth(piece).copied().unwrap_or(0.0));
        Self { weights, pieces }
    }

    /// What one of each model counts for on the board of this game, in points.
    pub(crate) fn factors(&self, game: &Blokus) -> [f64; 3] {
        let weights = &self.weights;
        let models = if game.mode().side() == LARGE { weights.large } else { weights.small };
        [
            SCALE * models.naive / weights.naive_bound,
            SCALE * models.micro / weights.micro_bound,
            SCALE * models.far / weights.macro_bound,
        ]
    }

    /// The worth of a piece once it is placed.
    pub(crate) fn piece(&self, piece: usize) -> f64 {
        self.pieces[piece]
    }

    /// Whether a colour wins together with a seat.
    fn team(game: &Blokus, seat: Seat) -> impl Fn(usize) -> bool + use<> {
        let mode = game.mode();
        move |colour| match mode {
            Mode::Teams => mode.partners(colour, seat.index()),
            _ => mode.owner(colour) == Some(seat),
        }
    }

    /// The pieces of one's team minus those of the others.
    pub fn naive(&self, game: &Blokus, seat: Seat) -> f64 {
        let ours = Self::team(game, seat);
        let mut sum = 0.0;
        for colour in 0..game.mode().colours() {
            let board = &game.boards[colour];
            let (all, twice) = game.mode().piece_set();
            let gone =
                |set: u32, left: u32| (0..PIECES).filter(move |at| (set & !left) >> at & 1 != 0);
            let placed = gone(all, board.left).chain(gone(twice, board.spare));
            let worth: f64 = placed.map(|piece| self.pieces[piece]).sum();
            sum += if ours(colour) { worth } else { -worth };
        }
        sum
    }

    /// The corners where a seat can place the single square.
    pub fn micro(&self, game: &Blokus, seat: Seat) -> f64 {
        let own = (0..game.mode().colours()).filter(|&c| game.mode().owner(c) == Some(seat));
        own.map(|colour| game.boards[colour].corner_count()).sum::<u32>().into()
    }

    /// How near the nearest opponent is: the board's side minus the smallest distance of the centres.
    pub fn far(&self, game: &Blokus, seat: Seat) -> f64 {
        let ours = Self::team(game, seat);
        let colours = 0..game.mode().colours();
        let mut middles = [None; MAX_COLOURS];
        for colour in colours.clone() {
            middles[colour] = middle(game, colour);
        }
        let own = colours.clone().filter(|&colour| game.mode().owner(colour) == Some(seat));
        let mut least = f64::INFINITY;
        for (x, y) in own.filter_map(|colour| middles[colour]) {
            let others = colours.clone().filter(|&colour| !ours(colour));
            for (other_x, other_y) in others.filter_map(|colour| middles[colour]) {
                least = least.min((x - other_x).powi(2) + (y - other_y).powi(2));
            }
        }
        (self.weights.macro_bound - least.sqrt()).max(0.0)
    }
}

/// The centre of a colour's squares.
pub(crate) fn middle(game: &Blokus, colour: usize) -> Option<(f64, f64)> {
    let (mut sum_x, mut sum_y, mut count) = (0, 0, 0);
    for spot in game.placed(colour) {
        let shape = spot.shape();
        let size = shape.squares.len() as u32;
        sum_x += u32::from(spot.x) * size + u32::from(shape.sums.0);
        sum_y += u32::from(spot.y) * size + u32::from(shape.sums.1);
        count += size;
    }
    let count = f64::from(count);
    (count > 0.0).then(|| (f64::from(sum_x) / count, f64::from(sum_y) / count))
}

impl Evaluate<Blokus> for Evaluation {
    fn evaluate(&self, game: &Blokus, seat: Seat) -> i32 {
        let weights = &self.weights;
        let models = if game.mode().side() == LARGE { weights.large } else { weights.small };
        let part = |weight: f64, bound: f64, model: fn(&Self, &Blokus, Seat) -> f64| {
            if weight == 0.0 { 0.0 } else { weight * model(self, game, seat) / bound }
        };
        let sum = part(models.naive, weights.naive_bound, Self::naive)
            + part(models.micro, weights.micro_bound, Self::micro)
            + part(models.far, weights.macro_bound, Self::far);
        (sum * SCALE).round() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Parameters, play_text, with_numbers};

    #[test]
    fn the_weights_are_size_and_box() {
        let all = Pieces::get();
        let area = |piece: &crate::pieces::Piece| {
            let shape = &all.orientations[usize::from(piece.first)];
            f64::from(shape.width) * f64::from(shape.height)
        };
        let mut sum = 0.0;
        for piece in &all.pieces {
            let same = all.pieces.iter().filter(|other| other.size == piece.size);
            let most = same.map(area).fold(0.0, f64::max);
            let worth = Weights::report().pieces[piece.name];
            assert!((worth - f64::from(piece.size) - area(piece) / most).abs() < 0.005);
            sum += 2.0 * worth;
        }
        assert!((sum - Weights::report().naive_bound).abs() < 0.005, "{sum}");
    }

    #[test]
    fn models_are_changed_on_both_boards_or_on_one() {
        let report = Weights::report();
        let usual = Parameters::from(report.parameters());
        let read = |text: &str| with_numbers("", report, &usual.changed(text).expect("numbers"));
        let changed = read("micro=2,macro=0");
        assert_eq!(changed.large, Models { naive: 1.0, micro: 2.0, far: 0.0 });
        assert_eq!(changed.small, changed.large);
        assert_eq!(read("small.micro=2").large, report.large);
        let all = Models { naive: -0.5, micro: 1.0, far: 1.0 };
        assert_eq!(read("naive=-0.5,micro=1,macro=1"), report.with_models(all));
        assert_eq!(read("pieces.F=7").pieces["F"], 7.0);
        for bad in ["", "micro", "micro=", "micro=much", "micro=inf", "mega=1", "micro=1,"] {
            assert!(usual.changed(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn each_model_sees_its_own_thing() {
        let mut game = Blokus::load("duo squares b - 0 - -").unwrap();
        let models = Models { naive: 1.0, micro: 0.5, far: 2.0 };
        let eval = Evaluation::new(Weights::report().with_models(models));
        for text in ["f9,e10,f10,g10,f11", "j5"] {
            play_text(&mut game, text).unwrap();
        }
        let seat = Seat(0);
        assert!((eval.naive(&game, seat) - (6.0 - 2.0)).abs() < 1e-9);
        assert!((eval.micro(&game, seat) - 8.0).abs() < 1e-9);
        assert!((eval.micro(&game, Seat(1)) - 4.0).abs() < 1e-9);
        let distance = 4f64.hypot(5.0);
        assert!((eval.far(&game, seat) - (20.0 - distance)).abs() < 1e-9);
        let all = eval.evaluate(&game, seat);
        let sum = 4.0 / 215.32 + 0.5 * 8.0 / 112.0 + 2.0 * (20.0 - distance) / 20.0;
        assert_eq!(all, (sum * SCALE).round() as i32);
    }
}
