//! The ladder of computer players, weakest first.

use game::{Game, Lesson, Phrase, Rng};
use search::{Level, Levels, Limits, Player, Stop, Thought};

use crate::{Column, Connect4};

const LEVELS: &[Level] = &[Level {
    id: "random",
    name: Phrase::new("Random", "Hasard"),
    about: Phrase::new("drops discs anywhere", "lâche ses jetons n’importe où"),
    limits: Limits::depth(1),
}];

struct Anything(Rng);

impl Player<Connect4> for Anything {
    fn think(
        &mut self,
        game: &Connect4,
        _limits: &Limits,
        _stop: &Stop,
        _report: &mut dyn FnMut(&Thought<Column>),
    ) -> Thought<Column> {
        let best = game.random_move(&mut self.0, &mut Vec::new());
        Thought { best, line: best.into_iter().collect(), nodes: 1, depth: 1, ..Thought::default() }
    }

    fn reset(&mut self, seed: u64) {
        self.0 = Rng::new(seed);
    }
}

impl Levels for Connect4 {
    const LEVELS: &'static [Level] = LEVELS;
    const UNIT: f32 = 600.0;

    fn player(level: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        (level == "random").then(|| Box::new(Anything(Rng::new(seed))) as Box<dyn Player<Self>>)
    }

    fn lessons() -> &'static [Lesson] {
        &[]
    }
}
