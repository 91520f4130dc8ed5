//! What a well is played for and by which rules: all that is settled before the first piece.

use game::BadOptions;
use serde::{Deserialize, Serialize};

use crate::rules::field::{MAX_WIDTH, ROWS};
use crate::rules::pieces::System;

/// What one plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Points, while it gets faster; it ends after level 15.
    Marathon,
    /// Forty lines, as fast as can be.
    Sprint,
    /// Points, in two minutes.
    Ultra,
    /// Nothing: as long as one likes.
    Practice,
    /// To outlive the others.
    Race,
}

impl Mode {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] =
        [Self::Marathon, Self::Sprint, Self::Ultra, Self::Practice, Self::Race];

    /// The name in commands and files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Marathon => "marathon",
            Self::Sprint => "sprint",
            Self::Ultra => "ultra",
            Self::Practice => "practice",
            Self::Race => "race",
        }
    }

    /// The mode of a name.
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.id() == id)
    }
}

/// The last level of a marathon.
pub const LAST_LEVEL: u8 = 15;

/// The lines of a sprint.
pub const SPRINT_LINES: u32 = 40;

/// The ticks of an ultra.
pub const ULTRA_TICKS: u64 = 7_200;

/// The fastest level.
pub const MAX_LEVEL: u8 = 20;

/// What was agreed before the first piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// How pieces appear, turn, and are paid for.
    pub rules: System,
    /// Columns.
    pub width: u8,
    /// Rows that are seen.
    pub height: u8,
    /// What is played for.
    pub mode: Mode,
    /// The level of the first piece.
    pub first: u8,
}

impl Terms {
    /// The usual well of these rules.
    pub const fn usual(rules: System, mode: Mode) -> Self {
        Self { rules, width: 10, height: usual_height(rules), mode, first: 1 }
    }

    /// The same, if a well can be played so.
    pub fn checked(self) -> Result<Self, BadOptions> {
        let tallest = usual_height(self.rules);
        if !(4..=MAX_WIDTH).contains(&self.width) || !(4..=tallest).contains(&self.height) {
            return Err(BadOptions::new(
                format!("a well is 4 to {MAX_WIDTH} columns wide and 4 to {tallest} rows high"),
                format!("un puits a de 4 à {MAX_WIDTH} colonnes et de 4 à {tallest} rangées"),
            ));
        }
        let fastest = if self.mode == Mode::Marathon { LAST_LEVEL } else { MAX_LEVEL };
        if !(1..=fastest).contains(&self.first) {
            return Err(BadOptions::new(
                format!("the first level is 1 to {fastest}"),
                format!("le premier niveau va de 1 à {fastest}"),
            ));
        }
        Ok(self)
    }

    /// How many rows there are, hidden ones included.
    pub const fn ceiling(self) -> u8 {
        match self.rules {
            System::Report => self.height,
            System::Modern => ROWS as u8,
        }
    }

    /// How many of the next pieces are shown.
    pub const fn shown(self) -> usize {
        match self.rules {
            System::Report => 1,
            System::Modern => 5,
        }
    }
}

/// How high a well of these rules usually is, which is as high as it can be.
pub const fn usual_height(rules: System) -> u8 {
    match rules {
        System::Report => 22,
        System::Modern => 20,
    }
}
