//! Players by features that see one piece.

use super::board::Board;
use super::chooser::PlaceChooser;
use super::reach::End;
use super::run::{Pilot, PilotView};
use super::shape::{Place, Shape};
use super::weights::FeatureWeights;
use crate::rules::pieces::Piece;
use crate::rules::reach::Reach;

/// A player by features.
pub struct Linear {
    chooser: PlaceChooser,
    careful: bool,
    places: Vec<Place>,
    judged: Vec<(i32, Place)>,
}

/// How many places a careful player thinks over when the heap is high.
const THOUGHT_OVER: usize = 5;

/// What a place is worth after which a piece has no room: less than anything, and seven of them can be added.
const LOST: i32 = i32::MIN / 16;

impl Linear {
    /// One that looks at the board after its piece and no further.
    pub fn new(weights: &FeatureWeights) -> Self {
        Self {
            chooser: PlaceChooser::new(weights),
            careful: false,
            places: Vec::new(),
            judged: Vec::new(),
        }
    }

    /// One that, when the heap takes more than half of the well, asks of its best places what each of the seven
    /// pieces could make of them next. It still knows only the one that falls.
    pub fn careful(weights: &FeatureWeights) -> Self {
        Self { careful: true, ..Self::new(weights) }
    }

    /// Whether it thinks twice with a heap that reaches above so many rows.
    pub fn is_wary(&self, board: &Board, rows: u32) -> bool {
        self.careful && board.any() >> rows != 0
    }

    /// What the board is worth after a place; none where the piece would stick out of the top.
    pub fn value(&self, board: &Board, place: &Place) -> Option<i32> {
        self.chooser.value(board, place)
    }

    /// What the next piece makes of a place, in the mean over all seven.
    pub fn hope(&mut self, board: &Board, place: &Place, end: End) -> i32 {
        let mut after = *board;
        let own = self.chooser.place(&mut after, place);
        let mut reply = |piece: Piece| {
            let columns = after.columns_for(end, piece)?;
            self.chooser.best(&after, piece, &columns).map(|(_, value)| value)
        };
        let sum: i32 = Piece::ALL.into_iter().map(|piece| reply(piece).unwrap_or(LOST)).sum();
        own + sum / Piece::ALL.len() as i32
    }

    fn think_twice(&mut self, position: &PilotView) -> Option<Place> {
        let PilotView { rules, board, piece, .. } = position;
        position.places(*piece, &mut self.places)?;
        self.judged.clear();
        for place in &self.places {
            self.judged.extend(self.chooser.value(board, place).map(|value| (value, *place)));
        }
        self.judged.sort_by_key(|&(value, _)| -value);
        let mut best = None;
        for index in 0..self.judged.len().min(THOUGHT_OVER) {
            let (_, place) = self.judged[index];
            let value = self.hope(board, &place, rules.end);
            if best.is_none_or(|(known, _)| value > known) {
                best = Some((value, place));
            }
        }
        best.map(|(_, place)| place)
    }
}

impl PilotView {
    /// All places of a piece that the rules let a player look at; none where it cannot appear.
    pub fn places(&self, piece: Piece, into: &mut Vec<Place>) -> Option<()> {
        self.board.places_by(self.rules.end, self.rules.reach, piece, into)
    }
}

impl Board {
    /// All places of a piece by a reach: turned less first, from the left. None where it cannot appear.
    pub fn places_by(
        &self,
        end: End,
        reach: Reach,
        piece: Piece,
        into: &mut Vec<Place>,
    ) -> Option<()> {
        if reach == Reach::All {
            return self.places(end, piece, into);
        }
        into.clear();
        let columns = self.columns_for(end, piece)?;
        for (shape, columns) in Shape::of(piece).iter().zip(columns) {
            for x in (0..=self.width() - shape.width).filter(|x| columns >> x & 1 != 0) {
                let y = self.landing(shape, x);
                if y + shape.height <= self.height() {
                    into.push(Place { shape, x, y });
                }
            }
        }
        Some(())
    }
}

impl Pilot for Linear {
    #[inline]
    fn choose(&mut self, position: &PilotView) -> Option<Place> {
        let PilotView { rules, board, piece, .. } = position;
        if self.is_wary(board, board.height() / 2) {
            return self.think_twice(position);
        }
        if rules.reach == Reach::Straight {
            let columns = board.columns_for(rules.end, *piece)?;
            return self.chooser.best(board, *piece, &columns).map(|(place, _)| place);
        }
        position.places(*piece, &mut self.places)?;
        let mut best = None;
        for place in &self.places {
            let Some(value) = self.chooser.value(board, place) else { continue };
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((*place, value));
            }
        }
        best.map(|(place, _)| place)
    }
}
