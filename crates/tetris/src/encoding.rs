//! The game as numbers: an action is a placement, an observation the filled squares and the pieces that are known.

use game::{Encoding, FeatureWriter, ObservationShape, Seat};

use crate::moves::{Placement, plainest};
use crate::rules::Tetris;
use crate::rules::pieces::{Facing, Piece, System};

/// A combo, and garbage that waits, are counted as parts of this.
const MANY: u8 = 20;

impl Tetris {
    /// Which pieces can be placed (the present one, and the one out of the hold), and how each can be turned
    /// (four facings, and four that end with a spin).
    fn ways(&self) -> (usize, usize) {
        match self.stock.terms.rules {
            System::Report => (1, 4),
            System::Modern => (2, 8),
        }
    }

    /// Columns, and rows with the hidden ones.
    fn extent(&self) -> (usize, usize) {
        (self.stock.terms.width.into(), self.stock.terms.ceiling().into())
    }
}

impl Encoding for Tetris {
    fn actions(&self) -> usize {
        let ((pieces, turns), (width, rows)) = (self.ways(), self.extent());
        pieces * turns * width * rows
    }

    /// The piece (0 for the present one, 1 for the one out of the hold), the facing (4 more for a spin), then row and
    /// column of its middle.
    fn action_of(&self, mv: Placement) -> usize {
        let ((_, turns), (width, rows)) = (self.ways(), self.extent());
        let other = self.body.is_some_and(|body| body.piece != mv.piece);
        let turn = mv.facing as usize + 4 * usize::from(mv.spin);
        ((usize::from(other) * turns + turn) * rows + mv.row as usize) * width + mv.column as usize
    }

    fn move_of(&self, action: usize) -> Option<Placement> {
        let ((_, turns), (width, rows)) = (self.ways(), self.extent());
        if action >= self.actions() {
            return None;
        }
        let (column, row) = ((action % width) as i8, (action / width % rows) as i8);
        let turn = action / (width * rows) % turns;
        let present = self.body?.piece;
        let piece = match action / (width * rows * turns) {
            0 => present,
            _ => self.stock.out_of_hold().filter(|&piece| piece != present)?,
        };
        let mv = Placement { piece, facing: Facing::ALL[turn % 4], column, row, spin: turn >= 4 };
        let rules = self.stock.terms.rules;
        // A facing that covers the same squares as another one has no placements of its own.
        (plainest(rules, mv.body(rules)).facing == mv.facing).then_some(mv)
    }

    fn observation(&self) -> ObservationShape {
        let (columns, rows) = self.extent();
        let each = |what: &str| Piece::ALL.map(|piece| format!("{what}: {}", piece.letter()));
        let mut features: Vec<String> = each("piece").into();
        for next in 1..=self.stock.terms.shown() {
            features.extend(each(&format!("next {next}")));
        }
        if self.stock.terms.rules == System::Modern {
            features.extend(each("held"));
            features.extend(each("in the bag"));
            let more = ["may hold", "combo", "back to back", "garbage that waits"];
            features.extend(more.map(str::to_owned));
        }
        ObservationShape { planes: vec!["filled squares".to_owned()], rows, columns, features }
    }

    fn observe(&self, _seat: Seat, into: &mut [f32]) {
        let (width, rows) = self.extent();
        let (plane, features) = into.split_at_mut(width * rows);
        for (row, into) in self.stock.field.rows().iter().zip(plane.chunks_exact_mut(width)) {
            for (x, square) in into.iter_mut().enumerate() {
                *square = f32::from(row >> x & 1);
            }
        }
        let mut features = FeatureWriter::new(features);
        let mut piece = |piece: Option<Piece>| features.one_of(piece.map(|p| p as usize), 7);
        piece(self.body.map(|body| body.piece));
        let queue = self.stock.supply.queue();
        (0..self.stock.terms.shown()).for_each(|next| piece(queue.get(next).copied()));
        if self.stock.terms.rules == System::Modern {
            piece(self.stock.held);
            // What is left of the bag is known, its order is not.
            let bag = self.stock.supply.bag();
            Piece::ALL.iter().for_each(|piece| features.flag(bag.contains(piece)));
            features.flag(self.stock.can_hold());
            features.part((self.stock.combo + 1) as f32, MANY);
            features.flag(self.stock.hard);
            let waiting: u16 = self.stock.waiting.iter().map(|&(lines, _)| u16::from(lines)).sum();
            features.part(waiting, MANY);
        }
    }

    fn points_so_far(&self, _seat: Seat) -> i32 {
        i32::try_from(self.stock.score).unwrap_or(i32::MAX)
    }
}
