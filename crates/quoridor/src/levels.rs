//! The ladder of computer players, weakest first.

use std::sync::LazyLock;
use std::time::Duration;

use game::{Lesson, Phrase};
use search::{Level, Levels, Limits, Player, Random};

use crate::runner::Runner;
use crate::{Expert, Quoridor};

const LEVELS: &[Level] = &[
    Level {
        id: "random",
        name: Phrase::new("Random", "Hasard"),
        about: Phrase::new("moves and walls as they come", "bouge et bâtit au petit bonheur"),
        limits: Limits::depth(1),
    },
    Level {
        id: "runner",
        name: Phrase::new("Runner", "Coureur"),
        about: Phrase::new(
            "runs the shortest way and never places a wall",
            "court au plus court et ne pose jamais de mur",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "astar",
        name: Phrase::new("Pathfinder", "Éclaireur"),
        about: Phrase::new(
            "runs the same way as the runner, found with fewer squares looked at",
            "court comme le coureur, en regardant moins de cases",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "expert",
        name: Phrase::new("Expert", "Expert"),
        about: Phrase::new(
            "sees the maze before you have built it",
            "voit le labyrinthe avant que vous ne l’ayez bâti",
        ),
        limits: Limits::nodes(1_000_000).within(Duration::from_secs(2)),
    },
];

impl Levels for Quoridor {
    const LEVELS: &'static [Level] = LEVELS;
    const UNIT: f32 = 300.0;

    fn player(level: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        Some(match level {
            "random" => Box::new(Random::new(seed)),
            "astar" => Box::new(Runner::a_star()),
            "runner" => Box::new(Runner::breadth_first()),
            "expert" => Box::new(Expert::new()),
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
