//! The ladder of computer players, weakest first.

use std::time::Duration;

use game::{Lesson, Lessons, Parameter, Parameters, Phrase, Words, with_numbers};
use search::rungs::all_levels;
use search::tensors::{BadTensors, Tensors};
use search::{
    Breakdown, Evaluate, Format, Host, Level, Levels, Limits, Player, Protocol, PuzzleMaking,
    Random, Statistic, budget,
};

use crate::eval::{Evaluation, Models, Weights};
use crate::expert::{Expert, PlayoutPolicy, SearchParameters};
use crate::gtp;
use crate::hard::{self, Hard};
use crate::largest::Largest;
use crate::review;
use crate::rules::Blokus;
use crate::rungs::{self, RUNGS};
use crate::sgf;
use crate::terms;

/// What the players of the report spend: the report allows five seconds.
const AHEAD: Limits = Limits::nodes(hard::NODES).within(Duration::from_secs(4));

/// Players that are there to be studied.
const STUDY: &[Level] = &[
    Level {
        id: "easy",
        name: Phrase::new("Easy", "Facile"),
        about: Phrase::new("puts any piece anywhere", "pose n’importe quelle pièce n’importe où"),
        limits: Limits::depth(1),
    },
    Level {
        id: "medium",
        name: Phrase::new("Medium", "Moyen"),
        about: Phrase::new(
            "gets rid of its large pieces first",
            "se débarrasse d’abord de ses grandes pièces",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "naive",
        name: Phrase::new("Counter", "Compteur"),
        about: Phrase::new(
            "looks ahead for the pieces it can place, and at nothing else",
            "anticipe les pièces qu’il pourra poser, et rien d’autre",
        ),
        limits: AHEAD,
    },
    Level {
        id: "micro",
        name: Phrase::new("Corners", "Coins"),
        about: Phrase::new(
            "looks ahead for corners to go on from, and at nothing else",
            "anticipe les coins d’où continuer, et rien d’autre",
        ),
        limits: AHEAD,
    },
    Level {
        id: "macro",
        name: Phrase::new("Invader", "Envahisseur"),
        about: Phrase::new(
            "heads straight for its opponents, and looks at nothing else",
            "fonce sur ses adversaires, et ne regarde rien d’autre",
        ),
        limits: AHEAD,
    },
    Level {
        id: "hard",
        name: Phrase::new("Hard", "Difficile"),
        about: Phrase::new(
            "opens toward the centre, then weighs pieces, corners and distance ahead",
            "ouvre vers le centre, puis anticipe pièces, coins et distances",
        ),
        limits: AHEAD,
    },
    Level {
        id: "mcts",
        name: Phrase::new("Dreamer", "Rêveur"),
        about: Phrase::new(
            "imagines two thousand games before each move",
            "imagine deux mille parties avant chaque coup",
        ),
        limits: Limits::nodes(2_000).within(Duration::from_secs(2)),
    },
];

/// The strongest player.
const STRONGEST: Level = Level {
    id: "expert",
    name: Phrase::new("Expert", "Expert"),
    about: Phrase::new(
        "imagines a hundred thousand games, and leaves you few corners",
        "imagine cent mille parties, et vous laisse peu de coins",
    ),
    limits: Limits { threads: 2, ..Limits::nodes(100_000).within(Duration::from_secs(3)) },
};

const LEVELS: &[Level] = &all_levels::<{ STUDY.len() + RUNGS.len() + 1 }>(STUDY, RUNGS, STRONGEST);

/// The numbers of the expert's playouts stand behind this.
const PLAYOUT: &str = "playout.";

/// The numbers of a level that searches by simulations.
fn searching(level: &str) -> SearchParameters {
    if level == "mcts" { SearchParameters::FIRST } else { SearchParameters::BEST }
}

/// The report's weights with these models on both boards.
fn alone(naive: f64, micro: f64, far: f64) -> Weights {
    Weights::report().with_models(Models { naive, micro, far })
}

/// The weights of a level that evaluates positions.
fn weights(level: &str, parameters: &Parameters) -> Option<Weights> {
    let usual = match level {
        "naive" => alone(1.0, 0.0, 0.0),
        "micro" => alone(0.0, 1.0, 0.0),
        "macro" => alone(0.0, 0.0, 1.0),
        "hard" => Weights::report().clone(),
        _ => return None,
    };
    Some(with_numbers("", &usual, parameters))
}

impl Levels for Blokus {
    const LEVELS: &'static [Level] = LEVELS;
    const USUAL: &'static str = "beginner";
    const STUDY: &'static [Level] = STUDY;
    const UNIT: f32 = 100.0;
    const PROTOCOLS: &'static [Protocol<Self>] = &[Protocol {
        id: "gtp",
        serve: |player, _, limits, input, output| gtp::serve(player, limits, input, output),
        host: Host::Table(gtp::host::invite),
    }];
    const FORMATS: &'static [Format] =
        &[Format { id: "blksgf", is: sgf::is, read: sgf::read_study, write: sgf::write_study }];
    const PUZZLES: Option<&'static PuzzleMaking<Self>> = Some(&crate::puzzles::MAKING);

    const TRACED: &'static [&'static str] = &["mcts", "expert"];
    const EXPLAINED: &'static str = "hard";

    fn evaluation(level: &str, parameters: &Parameters) -> Option<Box<dyn Evaluate<Self>>> {
        Some(Box::new(Evaluation::new(weights(level, parameters)?)))
    }

    fn breakdown(&self, level: &str, parameters: &Parameters) -> Option<Breakdown> {
        terms::breakdown(self, weights(level, parameters)?)
    }

    fn parameters(level: &str) -> Vec<Parameter> {
        let own = match level {
            "naive" => Weights::report().piece_parameters(),
            "micro" | "macro" => Vec::new(),
            "hard" => Weights::report().parameters(),
            "mcts" | "expert" => {
                [searching(level).parameters(), PlayoutPolicy::parameters(PLAYOUT)].concat()
            }
            _ => return rungs::parameters(level).unwrap_or_default(),
        };
        [budget(LEVELS, level), own].concat()
    }

    fn passed(&self) -> Option<Self> {
        let mut next = self.clone();
        next.pass_on(self.colour_to_move()? + 1);
        next.mover.filter(|_| next.mover != self.mover)?;
        Some(next)
    }

    fn remark(&self, played: Self::Move, better: Self::Move) -> Option<Words> {
        review::remark(self, played, better)
    }

    fn statistics(states: &mut dyn Iterator<Item = Self>) -> Vec<Statistic> {
        review::statistics(states)
    }

    fn player(level: &str, parameters: &Parameters, seed: u64) -> Option<Box<dyn Player<Self>>> {
        Some(match level {
            "easy" => Box::new(Random::new(seed)),
            "medium" => Box::new(Largest::new(seed)),
            "naive" | "micro" | "macro" => Box::new(Hard::with(weights(level, parameters)?)),
            "hard" => Box::new(Hard::new(weights(level, parameters)?)),
            "mcts" | "expert" => {
                let search = with_numbers("", &searching(level), parameters);
                let policy = with_numbers(PLAYOUT, &PlayoutPolicy::BEST, parameters);
                Box::new(Expert::with(search, policy, seed))
            }
            _ => return rungs::player(level, parameters, seed),
        })
    }

    const NETS: &'static [&'static str] = &["expert"];

    fn player_with_net(
        level: &str,
        parameters: &Parameters,
        net: &Tensors,
        seed: u64,
    ) -> Result<Box<dyn Player<Self>>, BadTensors> {
        let search = with_numbers("", &searching(level), parameters);
        let policy = with_numbers(PLAYOUT, &PlayoutPolicy::BEST, parameters);
        let net = crate::expert::net::of_file(net)?;
        Ok(Box::new(Expert::with(search, policy, seed).with_net(net)))
    }

    fn lessons() -> &'static [Lesson] {
        static LESSONS: Lessons = Lessons::new(include_str!("../lessons/lessons.json"));
        LESSONS.all()
    }
}
