//! From a placement to the inputs that bring a piece there.

use crate::moves::Placement;
use crate::rules::ops::Op;
use crate::rules::pieces::Body;
use crate::rules::reach::{Reach, Walk};
use crate::rules::stock::Stock;

/// The fewest inputs that bring the falling piece, from where it is now, to a placement, the drop at the
/// end included. The hold comes first if the placement is of the other piece; none where it cannot be done.
pub fn path(stock: &Stock, now: Body, reach: Reach, placement: Placement) -> Option<Vec<Op>> {
    let rules = stock.terms.rules;
    let (first, from) = if placement.piece == now.piece {
        (None, now)
    } else {
        let other = stock.out_of_hold().filter(|_| stock.can_hold())?;
        (Some(Op::Hold), stock.entry(other).filter(|_| other == placement.piece)?)
    };
    let walk = Walk::new(&stock.field, rules, from, reach);
    let rest = walk.rests().into_iter().find(|rest| rest.placement == placement)?;
    Some(first.into_iter().chain(walk.path(&rest)).collect())
}
