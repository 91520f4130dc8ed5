//! Which pieces come: the queue that is shown, and the chance that fills it.

use game::Rng;

use crate::rules::pieces::{Piece, System};

/// What stands where there is nothing, so that equal supplies are equal to the last bit.
const NONE: Piece = Piece::I;

/// A queue is never longer: five that are shown, and the first.
const LONGEST: usize = 6;

/// The pieces to come. The generator has drawn what is shown and no more, but for the rest of a bag.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Supply {
    rules: System,
    queue: [Piece; LONGEST],
    queued: u8,
    bag: [Piece; 7],
    /// The last so many of the bag are still in it.
    left: u8,
    rng: Rng,
}

impl Supply {
    /// A queue of the number shown and the first piece.
    pub fn new(rules: System, shown: usize, seed: u64) -> Self {
        let mut supply = Self::empty(rules, Rng::new(seed));
        supply.fill(shown + 1);
        supply
    }

    fn empty(rules: System, rng: Rng) -> Self {
        Self { rules, queue: [NONE; LONGEST], queued: 0, bag: [NONE; 7], left: 0, rng }
    }

    /// A supply as it was saved; none where there are too many pieces for it.
    pub fn restored(rules: System, queue: &[Piece], bag: &[Piece], rng: Rng) -> Option<Self> {
        let mut supply = Self::empty(rules, rng);
        supply.queue.get_mut(..queue.len())?.copy_from_slice(queue);
        supply.queued = queue.len() as u8;
        let from = supply.bag.len().checked_sub(bag.len())?;
        supply.bag[from..].copy_from_slice(bag);
        supply.left = bag.len() as u8;
        Some(supply)
    }

    /// What is shown, the next one first.
    pub fn queue(&self) -> &[Piece] {
        &self.queue[..usize::from(self.queued)]
    }

    /// What is left of the bag, in the order of dealing.
    pub fn bag(&self) -> &[Piece] {
        &self.bag[self.bag.len() - usize::from(self.left)..]
    }

    /// The generator that draws the pieces.
    pub const fn rng(&self) -> &Rng {
        &self.rng
    }

    /// Takes the next piece, and fills the queue up to the number shown.
    pub fn take(&mut self, shown: usize) -> Piece {
        self.fill(1);
        let first = self.queue[0];
        self.queue.copy_within(1.., 0);
        self.queue[LONGEST - 1] = NONE;
        self.queued -= 1;
        self.fill(shown);
        first
    }

    /// Draws anew what is not shown: the order in the bag, and everything after it.
    pub fn redraw(&mut self, rng: &mut Rng) {
        let from = self.bag.len() - usize::from(self.left);
        rng.shuffle(&mut self.bag[from..]);
        self.rng = rng.fork();
    }

    fn fill(&mut self, length: usize) {
        while usize::from(self.queued) < length.min(LONGEST) {
            self.queue[usize::from(self.queued)] = self.draw();
            self.queued += 1;
        }
    }

    fn draw(&mut self) -> Piece {
        match self.rules {
            System::Report => Piece::ALL[self.rng.below(7) as usize],
            System::Modern => {
                if self.left == 0 {
                    self.bag = Piece::ALL;
                    self.rng.shuffle(&mut self.bag);
                    self.left = 7;
                }
                let first = self.bag.len() - usize::from(self.left);
                self.left -= 1;
                std::mem::replace(&mut self.bag[first], NONE)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bag_holds_all_seven() {
        let mut supply = Supply::new(System::Modern, 5, 9);
        for _ in 0..50 {
            let mut bag: Vec<Piece> = (0..7).map(|_| supply.take(5)).collect();
            bag.sort();
            assert_eq!(bag, Piece::ALL);
            assert_eq!(supply.queue().len(), 5);
        }
    }

    #[test]
    fn the_reports_pieces_come_as_they_come() {
        let mut supply = Supply::new(System::Report, 1, 9);
        let mut rng = Rng::new(9);
        for _ in 0..100 {
            assert_eq!(supply.take(1), Piece::ALL[rng.below(7) as usize]);
            assert_eq!(supply.queue().len(), 1);
        }
    }

    #[test]
    fn a_restored_supply_goes_on_in_the_same_way() {
        let mut supply = Supply::new(System::Modern, 5, 3);
        supply.take(5);
        let rng = Rng::of_words(supply.rng().words()).unwrap();
        let mut again =
            Supply::restored(System::Modern, supply.queue(), supply.bag(), rng).unwrap();
        for _ in 0..30 {
            assert_eq!(again.take(5), supply.take(5));
        }
        assert_eq!(Supply::restored(System::Modern, &[Piece::I; 7], &[], Rng::new(1)), None);
        assert_eq!(Supply::restored(System::Modern, &[], &[Piece::I; 8], Rng::new(1)), None);
    }
}
