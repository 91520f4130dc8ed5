//! The expert of the report's game in trouble: it thinks of nothing but survival. It tries both pieces that it sees
//! everywhere, asks of the most promising lines what each of the seven could make of them next, and where the heap is
//! high, what each of the seven could make of that.

use super::board::Board;
use super::chooser::PlaceChooser;
use super::run::{PilotView, Rules};
use super::shape::Place;
use super::stacker::WatchLines;
use super::weights::FeatureWeights;
use crate::rules::pieces::Piece;

/// How many lines it asks about the third piece, and how many of those about the fourth.
const WIDTH: usize = 12;
const NARROW: usize = 5;

/// With fewer free rows than this it asks about the fourth piece, too.
const HIGH: u32 = 9;

/// What a lost game costs: far more than any board, and a few of them can be added.
const LOST: f32 = 1e9;

/// A survivor.
pub(super) struct Digger {
    chooser: PlaceChooser,
    places: [Vec<Place>; 3],
    lines: Vec<Line>,
}

/// Both pieces placed.
#[derive(Clone, Copy)]
struct Line {
    first: Place,
    /// None where it has no room.
    second: Option<Place>,
    board: Board,
    /// What both places are worth for themselves.
    own: f32,
    value: f32,
}

impl Digger {
    /// With weights for survival.
    pub fn new(weights: &FeatureWeights) -> Self {
        Self { chooser: PlaceChooser::new(weights), places: Default::default(), lines: Vec::new() }
    }

    /// The place after which it hopes to live longest.
    pub fn choose(&mut self, position: &PilotView, watch: &mut impl WatchLines) -> Option<Place> {
        self.think(position, watch);
        let rules = &position.rules;
        let tallest = 32 - position.board.any().leading_zeros();
        let high = position.board.height() - tallest < HIGH;
        for index in 0..self.lines.len() {
            let Line { second, board, own, .. } = self.lines[index];
            if second.is_some() {
                self.lines[index].value = own + self.mean(&board, rules);
            }
        }
        self.lines.sort_unstable_by(|a, b| b.value.total_cmp(&a.value));
        if high {
            self.lines.truncate(NARROW);
            for index in 0..self.lines.len() {
                let Line { second, board, own, .. } = self.lines[index];
                if second.is_some() {
                    self.lines[index].value = own + self.mean_of_two(&board, rules);
                }
            }
        }
        for line in &self.lines {
            watch.asked(&line.first, line.second.as_ref(), line.value);
        }
        let best = self.lines.iter().max_by(|a, b| a.value.total_cmp(&b.value));
        best.map(|line| line.first)
    }

    /// The most promising ways to place both pieces; those in which the second has no room are worth least.
    fn think(&mut self, position: &PilotView, watch: &mut impl WatchLines) {
        let PilotView { rules, board, piece, next } = position;
        let [firsts, seconds, _] = &mut self.places;
        self.lines.clear();
        if board.places_by(rules.end, rules.reach, *piece, firsts).is_none() {
            return;
        }
        for &first in &*firsts {
            let mut board = *board;
            let own = self.chooser.place(&mut board, &first) as f32;
            let room = board.places_by(rules.end, rules.reach, *next, seconds).is_some();
            if !room || seconds.is_empty() {
                let value = own - LOST;
                watch.judged(&first, None, value);
                self.lines.push(Line { first, second: None, board, own, value });
                continue;
            }
            for second in &*seconds {
                let Some(value) = self.chooser.value(&board, second) else { continue };
                let value = own + value as f32;
                watch.judged(&first, Some(second), value);
                let mut board = board;
                let own = own + self.chooser.place(&mut board, second) as f32;
                self.lines.push(Line { first, second: Some(*second), board, own, value });
            }
        }
        let width = WIDTH.min(self.lines.len());
        if width > 0 {
            self.lines.select_nth_unstable_by(width - 1, |a, b| b.value.total_cmp(&a.value));
        }
        self.lines.truncate(width);
    }

    /// What the next piece makes of a board, in the mean over all seven.
    fn mean(&mut self, board: &Board, rules: &Rules) -> f32 {
        let mut reply = |piece: Piece| {
            let columns = board.columns_for(rules.end, piece)?;
            self.chooser.best(board, piece, &columns).map(|(_, value)| value as f32)
        };
        let sum: f32 = Piece::ALL.into_iter().map(|piece| reply(piece).unwrap_or(-LOST)).sum();
        sum / Piece::ALL.len() as f32
    }

    /// What the next two make of it: each of the seven in the best three places, by what the one after makes of those.
    fn mean_of_two(&mut self, board: &Board, rules: &Rules) -> f32 {
        let mut places = std::mem::take(&mut self.places[2]);
        let mut sum = 0.0;
        for piece in Piece::ALL {
            let mut top = [(f32::NEG_INFINITY, None); 3];
            if board.places_by(rules.end, rules.reach, piece, &mut places).is_some() {
                for &place in &places {
                    let Some(value) = self.chooser.value(board, &place) else { continue };
                    let mut new = (value as f32, Some(place));
                    for known in &mut top {
                        if new.0 > known.0 {
                            std::mem::swap(known, &mut new);
                        }
                    }
                }
            }
            let mut best = -LOST;
            for place in top.iter().filter_map(|(_, place)| *place) {
                let mut board = *board;
                let own = self.chooser.place(&mut board, &place) as f32;
                best = best.max(own + self.mean(&board, rules));
            }
            sum += best;
        }
        self.places[2] = places;
        sum / Piece::ALL.len() as f32
    }
}
