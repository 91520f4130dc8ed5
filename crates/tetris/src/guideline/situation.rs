//! What a player of the guideline game sees: the well, the hold, the queue, and what counts.

use crate::guideline::columns::Columns;
use crate::guideline::reachable::LockedPiece;
use crate::rules::Tetris;
use crate::rules::pieces::Piece;
use crate::rules::score::Clear;

/// The pieces that may come next: a bag of seven is dealt before there is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bag(u8);

impl Bag {
    /// Nobody says that there are bags.
    pub const UNKNOWN: Self = Self(0);

    /// A bag with these left; with none left, the next one.
    pub fn of(pieces: &[Piece]) -> Self {
        let left = pieces.iter().fold(0, |left, &piece| left | 1 << piece as u8);
        Self(if left == 0 { 0x7f } else { left })
    }

    /// What is in it; nothing where that is not known.
    pub fn pieces(self) -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().filter(move |&piece| self.0 >> piece as u8 & 1 != 0)
    }

    /// How likely this piece is the next one; where no bags are known, as likely as any.
    pub fn chance(self, piece: Piece) -> f32 {
        let left = if self.0 == 0 { 0x7f } else { self.0 };
        if left >> piece as u8 & 1 == 0 { 0.0 } else { 1.0 / left.count_ones() as f32 }
    }

    pub(super) fn take(&mut self, piece: Piece) {
        if self.0 != 0 {
            self.0 &= !(1 << piece as u8);
            if self.0 == 0 {
                self.0 = 0x7f;
            }
        }
    }
}

/// Everything that decides what a placement earns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The filled squares.
    pub well: Columns,
    /// How many columns.
    pub width: u8,
    /// How many rows are seen; pieces appear above.
    pub height: u8,
    /// The piece in hold.
    pub held: Option<Piece>,
    /// The present piece and those that are known to follow.
    pub queue: Vec<Piece>,
    /// What is left in the bag once all of the queue have come.
    pub bag: Bag,
    /// Whether the last clear was a hard one.
    pub hard: bool,
    /// How many pieces in a row have cleared, less one.
    pub combo: i32,
}

impl Situation {
    /// An empty well and nothing to place yet.
    pub fn new(width: u8, height: u8) -> Self {
        Self {
            well: Columns::new(width),
            width,
            height,
            held: None,
            queue: Vec::new(),
            bag: Bag::UNKNOWN,
            hard: false,
            combo: -1,
        }
    }

    /// Another piece is known to come.
    pub fn add(&mut self, piece: Piece) {
        self.queue.push(piece);
        self.bag.take(piece);
    }

    /// Which pieces can be placed: the present one, and the one that hold would bring.
    pub fn choices(&self) -> impl Iterator<Item = Piece> {
        let present = self.queue.first().copied();
        let other = self.held.or(self.queue.get(1).copied());
        present.into_iter().chain(other.filter(|_| present.is_some() && present != other))
    }

    /// Places a piece, out of hold if it is not the present one. None if it is neither of the two, or
    /// ends the game by locking above the rows that are seen.
    pub fn place(&mut self, placement: LockedPiece) -> Option<Clear> {
        let present = *self.queue.first()?;
        let mut after = self.clone();
        if placement.piece == present {
            after.queue.remove(0);
        } else if self.held == Some(placement.piece) {
            after.held = Some(after.queue.remove(0));
        } else if self.held.is_none() && self.queue.get(1) == Some(&placement.piece) {
            after.held = Some(after.queue.remove(0));
            after.queue.remove(0);
        } else {
            return None;
        }
        let clear =
            lock(&mut after.well, (self.width, self.height), placement, self.hard, self.combo)?;
        (after.hard, after.combo) = carried(clear, self.hard);
        *self = after;
        Some(clear)
    }
}

impl From<&Tetris> for Situation {
    fn from(game: &Tetris) -> Self {
        let stock = game.stock();
        let present = game.body().map(|body| body.piece);
        // A piece that came out of the hold must be placed: then nothing else is thought of.
        let rest = stock.supply.queue().iter().copied().filter(|_| stock.can_hold());
        Self {
            well: Columns::from(&stock.field),
            width: stock.terms.width,
            height: stock.terms.height,
            held: stock.held.filter(|_| stock.can_hold()),
            queue: present.into_iter().chain(rest).collect(),
            bag: Bag::of(stock.supply.bag()),
            hard: stock.hard,
            combo: stock.combo,
        }
    }
}

/// Fills a piece's squares, takes out the full rows and says what that came to. None if it locks out.
#[inline]
pub(super) fn lock(
    well: &mut Columns,
    (width, height): (u8, u8),
    placement: LockedPiece,
    hard: bool,
    combo: i32,
) -> Option<Clear> {
    well.fill(placement.body());
    let lines = well.clear(width);
    if lines == 0 {
        // Only a piece that is wholly above the rows that are seen ends the game.
        let lowest =
            crate::rules::pieces::offsets(crate::System::Modern, placement.piece, placement.facing)
                .iter()
                .fold(i8::MAX, |lowest, &(_, dy)| lowest.min(dy));
        if placement.y + lowest >= height as i8 {
            return None;
        }
        return Some(Clear { spin: placement.spin, combo: -1, ..Clear::default() });
    }
    let spin = placement.spin;
    let mut clear = Clear { lines, spin, back_to_back: false, combo: combo + 1, empty: false };
    clear.back_to_back = hard && clear.is_hard();
    clear.empty = well.is_empty(width);
    Some(clear)
}

/// The chain and the combo after a lock.
#[inline]
pub(super) fn carried(clear: Clear, hard: bool) -> (bool, i32) {
    if clear.lines == 0 { (hard, -1) } else { (clear.is_hard(), clear.combo) }
}
