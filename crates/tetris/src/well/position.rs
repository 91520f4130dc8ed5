//! What can be seen in a well, as a number: by it a run is found again among the positions that help was asked for.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::rules::pieces::Piece;
use crate::rules::stock::Stock;

/// Five pieces. With fewer squares than these, two games may look alike by chance, whatever is in their queues; and good
/// players seldom have many more.
const LEAST: u32 = 20;

/// The number; none where too little lies in the well.
pub(super) fn position(stock: &Stock, piece: Option<Piece>) -> Option<u64> {
    let filled: u32 = stock.field.rows().iter().map(|row| row.count_ones()).sum();
    if filled < LEAST {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    (stock.terms.rules as u8, stock.field, piece, stock.held).hash(&mut hasher);
    stock.supply.queue().hash(&mut hasher);
    Some(hasher.finish())
}
