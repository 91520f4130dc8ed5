//! Lessons: text to read and a position in which the learner tries it out. Lessons are data.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::Words;

/// A game's tutorial as its crate bundles it: JSON that is parsed on first use.
pub struct Lessons {
    text: &'static str,
    read: OnceLock<Vec<Lesson>>,
}

impl Lessons {
    /// The lessons of this text, the crate's `lessons/lessons.json`.
    pub const fn new(text: &'static str) -> Self {
        Self { text, read: OnceLock::new() }
    }

    /// All of them, in order.
    pub fn all(&self) -> &[Lesson] {
        self.read.get_or_init(|| {
            // The text is part of the source, and a test of each game plays its lessons through.
            serde_json::from_str(self.text).expect("the bundled text holds lessons")
        })
    }
}

/// One step of a game's tutorial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name in addresses, unique in the game.
    pub id: String,
    /// The heading.
    pub title: Words,
    /// What there is to know, in paragraphs.
    pub text: Vec<Words>,
    /// Options in which the board differs from the first variant's.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub options: serde_json::Map<String, serde_json::Value>,
    /// The seed of the random generator.
    #[serde(default)]
    pub seed: u64,
    /// The moves that lead to the position.
    #[serde(default)]
    pub moves: Vec<String>,
    /// What the learner is asked to do.
    pub task: Words,
    /// Help on request.
    pub hint: Words,
    /// What the learner reads at the end.
    pub praise: Words,
    /// The moves of the learner, in order.
    pub steps: Vec<Step>,
}

/// One move of the learner, and the answer on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// An opponent's move that comes first, once the learner lets it be played: until then there is time to plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The moves that are right here; empty means that any legal one is.
    #[serde(default)]
    pub accept: Vec<String>,
    /// What the learner reads after a legal move that is not right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<Words>,
    /// The move that answers it, if the lesson goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}
