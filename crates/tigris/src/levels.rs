//! The ladder of computer players, weakest first.

use std::sync::Arc;
use std::time::Duration;

use game::{Game, Lesson, Lessons, Parameter, Parameters, Phrase, Words, weights_of, with_numbers};
use search::rungs::all_levels;
use search::tensors::{BadTensors, Tensors};
use search::{
    Breakdown, Level, Levels, Limits, Player, PuzzleMaking, SearchTree, Statistic, Stop,
    TraceRequest, budget, trace_level,
};

use crate::advanced::{self, Advanced, DEPTH, WORTH};
use crate::eval::WeightSets;
use crate::expert::{Expert, SearchWidth};
use crate::heuristic::Heuristic;
use crate::plan_words::plan_words;
use crate::random::RandomByKind;
use crate::review;
use crate::rules::Tigris;
use crate::rungs::{self, RUNGS};
use crate::terms;
use crate::value::ValueNets;

/// About a second of computation.
const EXPERT_NODES: u64 = 200_000;

/// Players that are there to be studied.
const STUDY: &[Level] = &[
    Level {
        id: "random",
        name: Phrase::new("Random", "Hasard"),
        about: Phrase::new("builds wherever chance will have it", "bâtit au gré du hasard"),
        limits: Limits::depth(1),
    },
    Level {
        id: "heuristic",
        name: Phrase::new("Steward", "Intendant"),
        about: Phrase::new(
            "looks after the weakest colour and starts no fights",
            "soigne sa couleur la plus faible et ne cherche pas querelle",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "advanced",
        name: Phrase::new("Builder", "Bâtisseur"),
        about: Phrase::new(
            "weighs every square for a tile, four actions ahead",
            "pèse chaque case avant d’y poser une tuile, quatre actions à l’avance",
        ),
        limits: Limits::depth(DEPTH).within(Duration::from_secs(1)),
    },
];

/// The strongest player.
const STRONGEST: Level = Level {
    id: "expert",
    name: Phrase::new("Dynast", "Dynaste"),
    about: Phrase::new(
        "plans whole turns, counts the odds of every fight, imagines your answers",
        "planifie des tours entiers, calcule ses chances au combat, imagine vos réponses",
    ),
    limits: Limits::nodes(EXPERT_NODES).within(Duration::from_secs(4)),
};

const LEVELS: &[Level] = &all_levels::<{ STUDY.len() + RUNGS.len() + 1 }>(STUDY, RUNGS, STRONGEST);

/// The number that says which evaluation the expert plays by: 1 for the learned value, 0 for the one by weights.
const LEARNED: &str = "learned";

fn is_learned(parameters: &Parameters) -> bool {
    parameters.get(LEARNED).is_none_or(|learned| learned > 0.5)
}

/// The expert by its weights.
fn expert(parameters: &Parameters, seed: u64) -> Expert {
    let weights = with_numbers("", WeightSets::tuned(), parameters);
    Expert::new(weights, seed).searching(with_numbers("", &SearchWidth::BEST, parameters))
}

impl Levels for Tigris {
    const LEVELS: &'static [Level] = LEVELS;
    const USUAL: &'static str = "beginner";
    const STUDY: &'static [Level] = STUDY;
    const UNIT: f32 = 300.0;
    const PUZZLES: Option<&'static PuzzleMaking<Self>> = Some(&crate::puzzles::MAKING);

    const TRACED: &'static [&'static str] = &["expert"];
    const EXPLAINED: &'static str = "advanced";

    fn breakdown(&self, level: &str, parameters: &Parameters) -> Option<Breakdown> {
        match level {
            "advanced" => terms::by_points(self, &with_numbers("worth.", &WORTH, parameters)),
            "expert" if is_learned(parameters) => terms::by_value(self, ValueNets::trained()),
            "expert" => {
                let weights = with_numbers("", WeightSets::tuned(), parameters);
                terms::by_hopes(self, weights.of(self.seats()))
            }
            _ => None,
        }
    }

    fn trace(
        &self,
        level: &str,
        parameters: &Parameters,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<Vec<SearchTree<Self::Move>>> {
        if level == "advanced" {
            let worth = with_numbers("worth.", &WORTH, parameters);
            return advanced::trace(self, worth, request, stop);
        }
        trace_level(self, level, parameters, request, stop)
    }

    fn parameters(level: &str) -> Vec<Parameter> {
        let own = match level {
            "advanced" => weights_of("worth.", &WORTH),
            "expert" => {
                let learned = vec![Parameter::whole(LEARNED, 1.0, (0.0, 1.0), 1.0)];
                [learned, SearchWidth::parameters(), WeightSets::tuned().parameters()].concat()
            }
            _ => return rungs::parameters(level).unwrap_or_default(),
        };
        [budget(LEVELS, level), own].concat()
    }

    fn remark(&self, played: Self::Move, better: Self::Move) -> Option<Words> {
        review::remark(self, played, better)
    }

    fn plan(&self, line: &[Self::Move]) -> Option<Words> {
        plan_words(self, line)
    }

    fn statistics(states: &mut dyn Iterator<Item = Self>) -> Vec<Statistic> {
        review::statistics(states)
    }

    fn player(level: &str, parameters: &Parameters, seed: u64) -> Option<Box<dyn Player<Self>>> {
        Some(match level {
            "random" => Box::new(RandomByKind::new(seed)),
            "heuristic" => Box::new(Heuristic::new(seed)),
            "advanced" => Box::new(Advanced::new(with_numbers("worth.", &WORTH, parameters), seed)),
            "expert" => {
                let expert = expert(parameters, seed);
                Box::new(if is_learned(parameters) {
                    expert.with_nets(Arc::clone(ValueNets::trained()))
                } else {
                    expert
                })
            }
            _ => return rungs::player(level, parameters, seed),
        })
    }

    const NETS: &'static [&'static str] = &["expert"];

    fn player_with_net(
        _level: &str,
        parameters: &Parameters,
        net: &Tensors,
        seed: u64,
    ) -> Result<Box<dyn Player<Self>>, BadTensors> {
        let nets = Arc::new(ValueNets::from_tensors(net)?);
        Ok(Box::new(expert(parameters, seed).with_nets(nets)))
    }

    fn lessons() -> &'static [Lesson] {
        static LESSONS: Lessons = Lessons::new(include_str!("../lessons/lessons.json"));
        LESSONS.all()
    }
}
