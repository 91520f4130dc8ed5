//! The ladder of computer players, weakest first.

use std::sync::LazyLock;

use game::{Lesson, Phrase};
use search::{Level, Levels, Limits, Player};

use crate::random::Random;
use crate::rules::Tigris;

const LEVELS: &[Level] = &[Level {
    id: "random",
    name: Phrase::new("Random", "Hasard"),
    about: Phrase::new("builds wherever chance will have it", "bâtit au gré du hasard"),
    rating: None,
    limits: Limits::depth(1),
}];

impl Levels for Tigris {
    const LEVELS: &'static [Level] = LEVELS;
    const UNIT: f32 = 200.0;

    fn player(level: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        Some(match level {
            "random" => Box::new(Random::new(seed)),
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
