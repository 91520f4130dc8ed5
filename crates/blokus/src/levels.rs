//! The ladder of computer players, weakest first.

use std::sync::LazyLock;

use game::{Lesson, Phrase};
use search::{Level, Levels, Limits, Player, Random};

use crate::largest::Largest;
use crate::rules::Blokus;

const LEVELS: &[Level] = &[
    Level {
        id: "easy",
        name: Phrase::new("Easy", "Facile"),
        about: Phrase::new("puts any piece anywhere", "pose n’importe quelle pièce n’importe où"),
        limits: Limits::depth(1),
        rating: None,
    },
    Level {
        id: "medium",
        name: Phrase::new("Medium", "Moyen"),
        about: Phrase::new(
            "gets rid of its large pieces first",
            "se débarrasse d’abord de ses grandes pièces",
        ),
        limits: Limits::depth(1),
        rating: None,
    },
];

impl Levels for Blokus {
    const LEVELS: &'static [Level] = LEVELS;
    const UNIT: f32 = 100.0;

    fn player(level: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        Some(match level {
            "easy" => Box::new(Random::new(seed)),
            "medium" => Box::new(Largest::new(seed)),
            _ => return None,
        })
    }

    fn lessons() -> &'static [Lesson] {
        static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../lessons/lessons.json"))
                // They are part of the source, and a test plays them through.
                .expect("lessons/lessons.json holds lessons")
        });
        &LESSONS
    }
}
