//! The game as numbers: an action is a column, an observation the discs of both sides.

use game::{Encoding, ObservationShape, Seat, Symmetry};

use crate::{Column, Connect4};

impl Encoding for Connect4 {
    fn actions(&self) -> usize {
        self.width().into()
    }

    #[inline]
    fn action_of(&self, mv: Column) -> usize {
        mv.0.into()
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Column> {
        (action < self.actions()).then_some(Column(action as u8))
    }

    #[inline]
    fn each_action(&self, mut f: impl FnMut(usize)) {
        let mut open = self.open();
        while open != 0 {
            f((open.trailing_zeros() / u32::from(self.shape.height)) as usize);
            open &= open - 1;
        }
    }

    fn observation(&self) -> ObservationShape {
        ObservationShape {
            planes: ["own discs", "other discs"].map(str::to_owned).to_vec(),
            rows: self.height().into(),
            columns: self.width().into(),
            features: Vec::new(),
        }
    }

    #[inline]
    fn observe(&self, seat: Seat, into: &mut [f32]) {
        let (width, height) = (usize::from(self.width()), usize::from(self.height()));
        into.fill(0.0);
        let own = self.stones[seat.index() % 2];
        let other = self.taken() & !own;
        for (plane, mut discs) in into.chunks_exact_mut(width * height).zip([own, other]) {
            while discs != 0 {
                let square = discs.trailing_zeros() as usize;
                plane[square % height * width + square / height] = 1.0;
                discs &= discs - 1;
            }
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let last = usize::from(self.width()) - 1;
        let actions = (0..=last as u32).rev().collect();
        let mirror = |(column, row)| (last - column, row);
        vec![Symmetry::of_squares("mirror", &self.observation(), mirror, actions)]
    }
}
