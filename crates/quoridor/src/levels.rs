//! The ladder of computer players, weakest first.

use std::time::Duration;

use game::{Game, Lesson, Lessons, Parameter, Parameters, Phrase, Words, weights_of, with_numbers};
use search::rungs::all_levels;
use search::tensors::{BadTensors, Tensors};
use search::{
    Breakdown, Evaluate, ExactSolver, Format, Greedy, Level, Levels, Limits, Player, PuzzleMaking,
    Random, Statistic, budget,
};

use crate::exact::EXACT;
use crate::expert::of_file;
use crate::review;
use crate::rungs::{self, RUNGS};
use crate::runner::Runner;
use crate::seats::{BySeats, FourSearch, MCTS, UNIT, monte_carlo};
use crate::{Quoridor, Weights, path_difference, qfen, terms, transcript};

/// Playouts per move of `hard` in a game of four, and simulations of `expert`.
const HARD_PLAYOUTS: u64 = 300;
const EXPERT_SIMULATIONS: u64 = 50_000;

/// The names of these numbers.
const PLAYOUTS: &str = "playouts";
pub(crate) const SIMULATIONS: &str = "simulations";

/// How these two levels search a game of four.
fn four_search(level: &str, parameters: &Parameters) -> FourSearch {
    let number = |name: &str, usual: u64| parameters.get(name).map_or(usual, |count| count as u64);
    match level {
        "expert" => FourSearch::Simulations(number(SIMULATIONS, EXPERT_SIMULATIONS)),
        _ => FourSearch::Playouts(number(PLAYOUTS, HARD_PLAYOUTS)),
    }
}

const SECOND: Duration = Duration::from_secs(1);

/// Players that are there to be studied.
const STUDY: &[Level] = &[
    Level {
        id: "random",
        name: Phrase::new("Random", "Hasard"),
        about: Phrase::new("steps and walls as they come", "bouge et bâtit au petit bonheur"),
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
            "runs like the runner, but finds its way with A* and fewer squares searched",
            "court comme le coureur, mais trouve sa voie par A*, en fouillant moins de cases",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "walls",
        name: Phrase::new("Mason", "Maçon"),
        about: Phrase::new(
            "puts a wall wherever it costs you most, and soon has none left",
            "pose un mur là où il vous coûte le plus, et n’en a bientôt plus",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "mcts",
        name: Phrase::new("Dreamer", "Rêveur"),
        about: Phrase::new(
            "imagines ten thousand ways for it to go on before each move",
            "imagine dix mille suites possibles avant chaque coup",
        ),
        limits: Limits::nodes(10_000).within(Duration::from_secs(2)),
    },
    Level {
        id: "hard",
        name: Phrase::new("Hard", "Difficile"),
        about: Phrase::new(
            "sees four moves ahead and keeps its walls for when they hurt",
            "voit quatre coups à l’avance et garde ses murs pour quand ils font mal",
        ),
        limits: Limits::depth(4).within(SECOND),
    },
];

/// The strongest player.
const STRONGEST: Level = Level {
    id: "expert",
    name: Phrase::new("Expert", "Expert"),
    about: Phrase::new(
        "sees the maze before you have built it",
        "voit le labyrinthe avant que vous ne l’ayez bâti",
    ),
    limits: Limits::nodes(1_000_000).within(Duration::from_secs(2)),
};

const LEVELS: &[Level] = &all_levels::<{ STUDY.len() + RUNGS.len() + 1 }>(STUDY, RUNGS, STRONGEST);

/// Positions as other programs write them.
const QFEN: Format =
    Format { id: "qfen", is: qfen::is, read: qfen::read_study, write: qfen::write_study };

/// Games as other sites write them.
const TRANSCRIPT: Format = Format {
    id: "txt",
    is: transcript::is,
    read: transcript::read_study,
    write: transcript::write_study,
};

impl Levels for Quoridor {
    const LEVELS: &'static [Level] = LEVELS;
    const USUAL: &'static str = "beginner";
    const STUDY: &'static [Level] = STUDY;
    const UNIT: f32 = UNIT;
    const SOLVER: Option<&'static ExactSolver> = Some(&EXACT);
    const FORMATS: &'static [Format] = &[QFEN, TRANSCRIPT];
    const PUZZLES: Option<&'static PuzzleMaking<Self>> = Some(&crate::puzzles::MAKING);

    const TRACED: &'static [&'static str] = &["mcts"];
    const EXPLAINED: &'static str = "walls";

    fn evaluation(level: &str, parameters: &Parameters) -> Option<Box<dyn Evaluate<Self>>> {
        terms::evaluation(level, with_numbers("", Weights::tuned(), parameters))
    }

    fn breakdown(&self, level: &str, parameters: &Parameters) -> Option<Breakdown> {
        terms::breakdown(self, level, with_numbers("", Weights::tuned(), parameters))
    }

    fn parameters(level: &str) -> Vec<Parameter> {
        let four =
            |name: &str, usual: u64| vec![Parameter::whole(name, usual as f64, (1.0, 1e7), 100.0)];
        let own = match level {
            "hard" => four(PLAYOUTS, HARD_PLAYOUTS),
            "expert" => four(SIMULATIONS, EXPERT_SIMULATIONS),
            "mcts" => MCTS.parameters(),
            _ => return rungs::parameters(level).unwrap_or_default(),
        };
        [budget(LEVELS, level), own, weights_of("", Weights::tuned())].concat()
    }

    fn passed(&self) -> Option<Self> {
        let over = self.turn().seat().is_none();
        (!over).then(|| Self { mover: (self.mover + 1) % self.seats, ..self.clone() })
    }

    fn remark(&self, played: Self::Move, better: Self::Move) -> Option<Words> {
        review::remark(self, played, better)
    }

    fn statistics(states: &mut dyn Iterator<Item = Self>) -> Vec<Statistic> {
        review::statistics(states)
    }

    fn player(level: &str, parameters: &Parameters, seed: u64) -> Option<Box<dyn Player<Self>>> {
        let weights = || with_numbers("", Weights::tuned(), parameters);
        Some(match level {
            "random" => Box::new(Random::new(seed)),
            "runner" => Box::new(Runner::breadth_first()),
            "astar" => Box::new(Runner::a_star()),
            "walls" => Box::new(Greedy::new(path_difference, seed)),
            "hard" | "expert" => {
                Box::new(BySeats::new(weights(), seed, four_search(level, parameters)))
            }
            "mcts" => Box::new(monte_carlo(MCTS.changed_by(parameters), weights(), seed)),
            _ => return rungs::player(level, parameters, seed),
        })
    }

    const NETS: &'static [&'static str] = &["hard", "expert"];

    fn player_with_net(
        level: &str,
        parameters: &Parameters,
        net: &Tensors,
        seed: u64,
    ) -> Result<Box<dyn Player<Self>>, BadTensors> {
        let weights = with_numbers("", Weights::tuned(), parameters);
        let four = four_search(level, parameters);
        Ok(Box::new(BySeats::new(weights, seed, four).with_net(of_file(net)?)))
    }

    fn lessons() -> &'static [Lesson] {
        static LESSONS: Lessons = Lessons::new(include_str!("../lessons/lessons.json"));
        LESSONS.all()
    }
}
