//! The fields `name=value` of a position.

use std::collections::HashMap;

use game::BadPosition;

use crate::about::{Options, Totals};
use crate::map::BoardSide;
use crate::pieces::Colour;
use crate::rules::BAG;

use super::{bad, no_such};

/// The fields of a position by name.
pub(super) struct Fields<'t>(HashMap<&'t str, &'t str>);

impl<'t> Fields<'t> {
    pub fn read(text: &'t str) -> Result<Self, BadPosition> {
        const NAMES: [&str; 20] = [
            "players",
            "board",
            "totals",
            "english",
            "active",
            "action",
            "turn",
            "phase",
            "map",
            "leaders",
            "monuments",
            "hands",
            "bag",
            "discards",
            "points",
            "treasures",
            "catastrophes",
            "placed",
            "tally",
            "log",
        ];
        let mut fields = HashMap::new();
        for word in text.split_whitespace() {
            match word.split_once('=') {
                Some((name, value)) if NAMES.contains(&name) => {
                    if fields.insert(name, value).is_some() {
                        return Err(bad(
                            format!("“{name}” is there twice"),
                            format!("« {name} » y est deux fois"),
                        ));
                    }
                }
                _ => {
                    return Err(bad(
                        "a position is a line of words such as players=2 active=1 map=…",
                        "une position est une ligne de mots tels que players=2 active=1 map=…",
                    ));
                }
            }
        }
        Ok(Self(fields))
    }

    pub fn get(&self, name: &str) -> Option<&'t str> {
        self.0.get(name).copied()
    }

    pub fn number(&self, name: &str, least: u64, most: u64) -> Result<u64, BadPosition> {
        let Some(text) = self.get(name) else { return Ok(least) };
        text.parse().ok().filter(|n| (least..=most).contains(n)).ok_or_else(|| no_such(name, text))
    }

    pub fn options(&self) -> Result<Options, BadPosition> {
        let players = self.number("players", 2, 4)? as u8;
        let choice = |name, first: &str, second: &str| match self.get(name) {
            None => Ok(false),
            Some(text) if text == first => Ok(false),
            Some(text) if text == second => Ok(true),
            Some(text) => Err(no_such(name, text)),
        };
        let advanced = choice("board", "standard", "advanced")?;
        let hidden = choice("totals", "open", "hidden")?;
        Ok(Options {
            players,
            board: if advanced { BoardSide::Advanced } else { BoardSide::Standard },
            totals: if hidden { Totals::Hidden } else { Totals::Open },
            english: choice("english", "no", "yes")?,
        })
    }

    /// Calls `take` with each seat and its part of a value.
    pub fn each(
        &self,
        name: &str,
        mut take: impl FnMut(usize, &str) -> Option<()>,
    ) -> Result<(), BadPosition> {
        let Some(text) = self.get(name) else { return Ok(()) };
        let players = self.number("players", 2, 4)? as usize;
        let parts: Vec<&str> = text.split('/').collect();
        let taken = parts.len() == players
            && parts.iter().enumerate().all(|(seat, part)| take(seat, part).is_some());
        if taken { Ok(()) } else { Err(no_such(name, text)) }
    }

    pub fn hands(&self, name: &str) -> Result<[[u8; 4]; 4], BadPosition> {
        let mut hands = [[0u8; 4]; 4];
        self.each(name, |seat, letters| {
            // There are no more letters than tiles in the game, so the counts cannot overflow.
            if letters.len() > BAG {
                return None;
            }
            for letter in letters.chars() {
                hands[seat][Colour::of_letter(letter)?.index()] += 1;
            }
            Some(())
        })?;
        Ok(hands)
    }
}
