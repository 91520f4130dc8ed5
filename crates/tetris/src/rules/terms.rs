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
    /// Points, while it gets faster, without an end.
    Endless,
    /// Twenty lines, as fast as can be.
    Sprint20,
    /// Forty lines, as fast as can be.
    Sprint,
    /// A hundred lines, as fast as can be.
    Sprint100,
    /// Points, in two minutes.
    Ultra,
    /// Ten lines of garbage, dug through as fast as can be.
    Cheese10,
    /// Eighteen of them.
    Cheese18,
    /// A hundred of them.
    Cheese100,
    /// Points, while garbage rises faster and faster.
    Survival,
    /// Nothing, between walls that leave four columns.
    FourWide,
    /// Nothing: garbage to dig through without an end or a clock.
    Dig,
    /// Nothing: as long as one likes.
    Practice,
    /// Nothing, and nothing falls by itself.
    Free,
    /// To outlive the others.
    Race,
}

impl Mode {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 15] = [
        Self::Marathon,
        Self::Endless,
        Self::Sprint20,
        Self::Sprint,
        Self::Sprint100,
        Self::Ultra,
        Self::Cheese10,
        Self::Cheese18,
        Self::Cheese100,
        Self::Survival,
        Self::FourWide,
        Self::Dig,
        Self::Practice,
        Self::Free,
        Self::Race,
    ];

    /// The name in commands and files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Marathon => "marathon",
            Self::Endless => "endless",
            Self::Sprint20 => "sprint20",
            Self::Sprint => "sprint",
            Self::Sprint100 => "sprint100",
            Self::Ultra => "ultra",
            Self::Cheese10 => "cheese10",
            Self::Cheese18 => "cheese18",
            Self::Cheese100 => "cheese100",
            Self::Survival => "survival",
            Self::FourWide => "fourwide",
            Self::Dig => "dig",
            Self::Practice => "practice",
            Self::Free => "free",
            Self::Race => "race",
        }
    }

    /// The mode of a name.
    pub fn of_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.id() == id)
    }

    /// The lines that end it.
    pub const fn sprint(self) -> Option<u32> {
        match self {
            Self::Sprint20 => Some(20),
            Self::Sprint => Some(40),
            Self::Sprint100 => Some(100),
            _ => None,
        }
    }

    /// The lines of garbage that one digs through.
    pub const fn cheese(self) -> Option<u32> {
        match self {
            Self::Cheese10 => Some(10),
            Self::Cheese18 => Some(18),
            Self::Cheese100 => Some(100),
            _ => None,
        }
    }

    /// Whether one digs: garbage lies in the well from the beginning.
    pub const fn is_dug(self) -> bool {
        self.cheese().is_some() || matches!(self, Self::Dig)
    }

    /// Whether nothing falls and nothing locks by itself.
    pub const fn is_still(self) -> bool {
        matches!(self, Self::Dig | Self::Free)
    }

    /// The level to which it grows with every ten lines; none where it stays.
    pub const fn last_level(self) -> Option<u8> {
        match self {
            Self::Marathon => Some(LAST_LEVEL),
            Self::Endless => Some(MAX_LEVEL),
            _ => None,
        }
    }

    /// Whether steps can be taken back: nothing is played for.
    pub const fn takes_back(self) -> bool {
        matches!(self, Self::Practice | Self::Free | Self::Dig | Self::FourWide)
    }
}

/// The last level of a marathon.
pub const LAST_LEVEL: u8 = 15;

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
