//! Wells that are not empty at the beginning, to practise one thing.

use serde::{Deserialize, Serialize};

/// What lies in the well before the first piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Nothing.
    #[default]
    Empty,
    /// Four lines but for one column.
    Four,
    /// A slot that a T can be turned into.
    Slot,
    /// A gap that can only be slid into.
    Roof,
    /// An uneven floor.
    Steps,
    /// Ten lines with a hole each.
    Cheese,
}

impl Start {
    /// Rows from the bottom, ten columns wide.
    pub const fn rows(self) -> &'static [&'static str] {
        match self {
            Self::Empty => &[],
            Self::Four => &["GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG.", "GGGGGGGGG."],
            Self::Slot => &["GGG.GGGGGG", "GG...GGGGG", "GGG......."],
            Self::Roof => &["GGGGGG....", "GGGGGGG..."],
            Self::Steps => &["GGG.GGG.GG", "GG...G...G", "G........G"],
            Self::Cheese => &[
                "GGG.GGGGGG",
                "GGGGGGG.GG",
                "G.GGGGGGGG",
                "GGGGG.GGGG",
                "GGGGGGGGG.",
                "GG.GGGGGGG",
                "GGGGGG.GGG",
                ".GGGGGGGGG",
                "GGGG.GGGGG",
                "GGGGGGGG.G",
            ],
        }
    }
}
