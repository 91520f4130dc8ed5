//! The ladder of computer players, weakest first.

use std::time::Duration;

use game::{Lesson, Lessons, Parameter, Parameters, Phrase, Words, numbers_of, with_numbers};
use search::rungs::all_levels;
use search::{
    AlphaBeta, AlphaBetaOptions, Breakdown, Evaluate, ExactSolver, Level, Levels, Limits, Mcts,
    MctsOptions, Minimax, OpeningBook, Player, PuzzleMaking, Random, budget,
};

use crate::exact::{BOOK, EXACT};
use crate::perfect::PerfectPlayer;
use crate::rungs::{self, RUNGS};
use crate::{Connect4, Evaluation, Weights, review, terms};

/// Search depths of the student report's two players.
const MEDIUM_DEPTH: u32 = 4;
const HARD_DEPTH: u32 = 5;

/// Nodes are expanded late, so that the tree stays small enough for the processor's cache. No tree is reused from move
/// to move, so that a level means the same wherever it plays.
pub(crate) const MCTS: MctsOptions =
    MctsOptions { expand_after: 24, reuse: false, ..MctsOptions::USUAL };

/// Players that are there to be studied.
const STUDY: &[Level] = &[
    Level {
        id: "random",
        name: Phrase::new("Random", "Hasard"),
        about: Phrase::new("drops discs anywhere", "lâche ses jetons n’importe où"),
        limits: Limits::depth(1),
    },
    Level {
        id: "medium",
        name: Phrase::new("Medium", "Moyen"),
        about: Phrase::new("sees four moves ahead", "voit quatre coups à l’avance"),
        limits: Limits::depth(MEDIUM_DEPTH).within(Duration::from_secs(1)),
    },
    Level {
        id: "hard",
        name: Phrase::new("Hard", "Difficile"),
        about: Phrase::new("sees five moves ahead", "voit cinq coups à l’avance"),
        limits: Limits::depth(HARD_DEPTH).within(Duration::from_secs(1)),
    },
    Level {
        id: "mcts",
        name: Phrase::new("Dreamer", "Rêveur"),
        about: Phrase::new(
            "imagines a hundred thousand games before each move",
            "imagine cent mille parties avant chaque coup",
        ),
        limits: Limits::nodes(100_000).within(Duration::from_secs(1)),
    },
];

/// The strongest player.
const STRONGEST: Level = Level {
    id: "perfect",
    name: Phrase::new("Perfect", "Parfait"),
    about: Phrase::new("never gives away a win", "ne laisse jamais échapper un gain"),
    limits: Limits { threads: 2, ..Limits::time(Duration::from_secs(5)) },
};

const LEVELS: &[Level] = &all_levels::<{ STUDY.len() + RUNGS.len() + 1 }>(STUDY, RUNGS, STRONGEST);

/// The weights of a level that evaluates positions.
fn weights(level: &str, parameters: &Parameters) -> Option<Weights> {
    let evaluates = matches!(level, "medium" | "hard");
    evaluates.then(|| with_numbers("", Weights::report(), parameters))
}

impl Levels for Connect4 {
    const LEVELS: &'static [Level] = LEVELS;
    const USUAL: &'static str = "beginner";
    const STUDY: &'static [Level] = STUDY;
    const UNIT: f32 = 600.0;
    const SOLVER: Option<&'static ExactSolver> = Some(&EXACT);
    const BOOK: Option<&'static OpeningBook> = Some(&BOOK);
    const PUZZLES: Option<&'static PuzzleMaking<Self>> = Some(&crate::puzzles::MAKING);

    const TRACED: &'static [&'static str] = &["mcts"];
    const EXPLAINED: &'static str = "hard";

    fn evaluation(level: &str, parameters: &Parameters) -> Option<Box<dyn Evaluate<Self>>> {
        Some(Box::new(Evaluation::new(weights(level, parameters)?)))
    }

    fn breakdown(&self, level: &str, parameters: &Parameters) -> Option<Breakdown> {
        terms::breakdown(self, weights(level, parameters)?)
    }

    fn parameters(level: &str) -> Vec<Parameter> {
        let own = match level {
            // A line of four weighs a million: what makes a difference to the others is a part of each.
            "medium" | "hard" => numbers_of("", Weights::report(), |_, usual| {
                (-3e6, 3e6, (0.2 * usual.abs()).max(1.0))
            }),
            "mcts" => MCTS.parameters(),
            _ => return rungs::parameters(level).unwrap_or_default(),
        };
        [budget(LEVELS, level), own].concat()
    }

    fn passed(&self) -> Option<Self> {
        (!self.won).then(|| Self { mover: 1 - self.mover, ..self.clone() })
    }

    fn remark(&self, played: Self::Move, better: Self::Move) -> Option<Words> {
        review::remark(self, played, better)
    }

    fn player(level: &str, parameters: &Parameters, seed: u64) -> Option<Box<dyn Player<Self>>> {
        let evaluation = Evaluation::new(with_numbers("", Weights::report(), parameters));
        // A depth that is named holds where a time is given, too.
        let depth = |usual: u32| parameters.get("depth").map_or(usual, |depth| depth as u32);
        Some(match level {
            "random" => Box::new(Random::new(seed)),
            "medium" => Box::new(Minimax::new(evaluation, depth(MEDIUM_DEPTH))),
            "hard" => {
                Box::new(AlphaBeta::new(evaluation, AlphaBetaOptions::plain(depth(HARD_DEPTH))))
            }
            "mcts" => Box::new(Mcts::new(MCTS.changed_by(parameters), seed)),
            "perfect" => Box::new(PerfectPlayer::new(seed)),
            _ => return rungs::player(level, parameters, seed),
        })
    }

    fn lessons() -> &'static [Lesson] {
        static LESSONS: Lessons = Lessons::new(include_str!("../lessons/lessons.json"));
        LESSONS.all()
    }
}
