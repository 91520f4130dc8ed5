//! Where a seat's points came from, and its wars and revolts: kept while the game goes on, told at its end.

use serde::Serialize;

/// What a seat has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Points for tiles.
    pub tiles: u16,
    /// Points from wars and revolts.
    pub conflicts: u16,
    /// Points from monuments.
    pub monuments: u16,
    /// Wars won and lost.
    pub wars: [u8; 2],
    /// Revolts won and lost.
    pub revolts: [u8; 2],
}

impl Tally {
    /// As `3.1.0.1.0.0.2`.
    pub(crate) fn to_text(self) -> String {
        let Self { tiles, conflicts, monuments, wars: [a, b], revolts: [c, d] } = self;
        let numbers = [tiles, conflicts, monuments, a.into(), b.into(), c.into(), d.into()];
        numbers.map(|n| n.to_string()).join(".")
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u16>> = text.split('.').map(|n| n.parse().ok()).collect();
        let [tiles, conflicts, monuments, a, b, c, d]: [u16; 7] = numbers?.try_into().ok()?;
        let [a, b, c, d] = [a, b, c, d].map(|n| u8::try_from(n).ok());
        Some(Self { tiles, conflicts, monuments, wars: [a?, b?], revolts: [c?, d?] })
    }
}
