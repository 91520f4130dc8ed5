//! Positions as text: a well's saved state, with the piece where it appears; or a well as people draw it.

use game::BadPosition;

use crate::drawn;
use crate::rules::Tetris;
use crate::rules::reach::Reach;
use crate::well::saved::{read_well, write_well};
use crate::well::{Falling, Well};

impl Tetris {
    /// A well's state; how pieces may be brought to their places is added where it is not the usual way.
    pub(crate) fn to_text(&self) -> String {
        let falling = self.body.map(Falling::new);
        let reach = Some(self.reach).filter(|&reach| reach != Reach::usual(self.stock.terms.rules));
        write_well(&self.stock, self.tick, falling, reach)
    }

    /// Reads any saved well: a piece in mid-fall goes back to where it appears. What is no JSON was drawn by hand.
    pub(crate) fn from_text(text: &str) -> Result<Self, BadPosition> {
        if !text.trim_start().starts_with('{') {
            return drawn::read(text);
        }
        let (well, reach) = read_well(text)?;
        Self::of_well(&well, reach.unwrap_or(Reach::usual(well.stock().terms.rules)))
    }

    /// The placement game of a well as it is now.
    pub fn of_well(well: &Well, reach: Reach) -> Result<Self, BadPosition> {
        let stock = well.stock().clone();
        let body = match well.falling() {
            None => None,
            Some(falling) => Some(stock.entry(falling.body.piece).ok_or_else(|| {
                BadPosition::new(
                    "the piece of this well has no room where it appears",
                    "la pièce de ce puits n’a pas de place là où elle apparaît",
                )
            })?),
        };
        Ok(Self { stock, body, reach, tick: well.ticks() })
    }
}

impl std::str::FromStr for Tetris {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_text(text)
    }
}
