//! What a game says of itself: names, variants, options.

use serde::Serialize;

use crate::Phrase;

/// The facts about a game that people choose by.
#[derive(Debug, Serialize)]
pub struct About {
    /// The name in commands and addresses: lower case, no spaces.
    pub id: &'static str,
    /// The name that people say.
    pub name: Phrase,
    /// One line that makes one want to play it.
    pub tagline: Phrase,
    /// What each seat is called, in order; more than the seats of some variants.
    pub seats: &'static [Phrase],
    /// Ways to play it; the first is the usual one.
    pub variants: &'static [Variant],
    /// What can be set beyond the variant.
    pub settings: &'static [Setting],
}

/// A named way to play: a set of options.
#[derive(Debug, Serialize)]
pub struct Variant {
    /// The name in commands.
    pub id: &'static str,
    /// The name that people say.
    pub name: Phrase,
    /// What is different about it.
    pub about: Phrase,
    /// How many seats it has.
    pub seats: usize,
    /// The options in which it differs from the default, as a JSON object.
    pub options: &'static str,
}

/// One option.
#[derive(Debug, Serialize)]
pub struct Setting {
    /// The field of the game's options.
    pub id: &'static str,
    /// What it is called.
    pub name: Phrase,
    /// What it may be.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What an option may be.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Kind {
    /// A whole number in a range.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
        /// From one allowed value to the next.
        step: i64,
    },
    /// Yes or no.
    Flag,
    /// One of several names.
    Choice {
        /// The names in commands, and for people.
        of: &'static [(&'static str, Phrase)],
    },
}
