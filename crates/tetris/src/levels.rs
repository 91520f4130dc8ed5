//! The ladder of computer players, weakest first.

use std::time::Duration;

use game::{
    Arcade, Lesson, Lessons, Parameter, Parameters, Phrase, Words, weights_of, with_numbers,
};
use search::rungs::all_levels;
use search::{
    Breakdown, Duels, Host, Level, Levels, Limits, Player, Protocol, PuzzleMaking, Random, Solo,
    Statistic, budget,
};

use crate::eval::ReportWeights;
use crate::features::{
    ByFeatures, ByReport, Coefficients, FeatureWeights, Linear, RandomInputs, Stacker,
    StackerByRules, StackingWeights,
};
use crate::guideline::{AttackWeights, Attacker, GuidelineDuels, PREFIX, tbp};
use crate::moves::Placement;
use crate::review;
use crate::rules::Tetris;
use crate::rungs::{self, RUNGS};
use crate::solo::{TetrisSolo, published, tuned};
use crate::terms::WellEvaluation;
use crate::well::arcade::RealTime;

/// Players that are there to be studied.
const STUDY: &[Level] = &[
    Level {
        id: "random-action",
        name: Phrase::new("Fumbler", "Maladroit"),
        about: Phrase::new("presses any key", "appuie sur n’importe quelle touche"),
        limits: Limits::depth(1),
    },
    Level {
        id: "random",
        name: Phrase::new("Random", "Hasard"),
        about: Phrase::new("puts pieces anywhere", "pose ses pièces n’importe où"),
        limits: Limits::depth(1),
    },
    Level {
        id: "no-lookahead",
        name: Phrase::new("Short-sighted", "Myope"),
        about: Phrase::new(
            "wants lines and no holes, one piece at a time",
            "veut des lignes et pas de trous, une pièce à la fois",
        ),
        limits: Limits::depth(1).within(Duration::from_secs(1)),
    },
    Level {
        id: "lookahead",
        name: Phrase::new("Planner", "Prévoyant"),
        about: Phrase::new(
            "wants lines and no holes, and sees the next piece",
            "veut des lignes et pas de trous, et voit la pièce suivante",
        ),
        limits: Limits::depth(2).within(Duration::from_secs(1)),
    },
    Level {
        id: "dellacherie",
        name: Phrase::new("Dellacherie", "Dellacherie"),
        about: Phrase::new(
            "six features of 2003, good for millions of lines",
            "six critères de 2003, bons pour des millions de lignes",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "bcts",
        name: Phrase::new("BCTS", "BCTS"),
        about: Phrase::new(
            "eight features of 2009, one piece at a time",
            "huit critères de 2009, une pièce à la fois",
        ),
        limits: Limits::depth(1),
    },
    Level {
        id: "tuned",
        name: Phrase::new("Survivor", "Survivant"),
        about: Phrase::new(
            "our own weights: sees one piece and hardly ever dies",
            "nos propres poids : voit une pièce et ne meurt presque jamais",
        ),
        limits: Limits::depth(1),
    },
];

/// The strongest player.
const STRONGEST: Level = Level {
    id: "expert",
    name: Phrase::new("Expert", "Expert"),
    about: Phrase::new(
        "reads all the pieces that are shown, and makes the most of each",
        "lit toutes les pièces annoncées, et tire le plus de chacune",
    ),
    limits: Limits::nodes(60_000).within(Duration::from_secs(1)),
};

const LEVELS: &[Level] = &all_levels::<{ STUDY.len() + RUNGS.len() + 1 }>(STUDY, RUNGS, STRONGEST);

/// The numbers of the expert's part for the report's rules stand behind this.
pub(crate) const REPORT_PREFIX: &str = "report.";

const PROTOCOLS: &[Protocol<Tetris>] = &[Protocol {
    id: "tbp",
    // Whatever the level, it is the guideline's expert who speaks it: it thinks while the host does something else,
    // which no other player can.
    serve: |_, parameters, limits, input, output| {
        // A level's own budget is for hosts who ask and wait; here the host has waited before it asks.
        let own = LEVELS.iter().any(|level| level.limits == *limits);
        let limits = if own { Limits::NONE } else { *limits };
        tbp::serve(&limits, with_numbers(PREFIX, AttackWeights::own(), parameters), input, output)
    },
    host: Host::Contest,
}];

/// The weights of a player by features.
fn weights_by_features(level: &str) -> Option<&'static FeatureWeights> {
    if level == "tuned" { Some(tuned()) } else { published(level) }
}

/// How a level judges a well; none if it does so in no such way.
fn well_evaluation(level: &str, parameters: &Parameters) -> Option<WellEvaluation> {
    if matches!(level, "no-lookahead" | "lookahead") {
        let weights = with_numbers("", &ReportWeights::found(), parameters);
        return Some(WellEvaluation::Report(weights));
    }
    let weights = with_numbers("", weights_by_features(level)?, parameters);
    Some(WellEvaluation::Features(weights))
}

impl Levels for Tetris {
    const LEVELS: &'static [Level] = LEVELS;
    const USUAL: &'static str = "beginner";
    const EXPLAINED: &'static str = "lookahead";
    const TRACED: &'static [&'static str] = &["no-lookahead", "lookahead", "expert"];
    const STUDY: &'static [Level] = STUDY;
    const PROTOCOLS: &'static [Protocol<Self>] = PROTOCOLS;
    const ARCADE: Option<&'static dyn Arcade> = Some(&RealTime);
    const SOLO: Option<&'static dyn Solo> = Some(&TetrisSolo);
    const DUELS: Option<&'static dyn Duels> = Some(&GuidelineDuels);
    /// A line, in the report's evaluation.
    const UNIT: f32 = 3_500.0;
    const PUZZLES: Option<&'static PuzzleMaking<Self>> = Some(&crate::puzzles::MAKING);

    fn breakdown(&self, level: &str, parameters: &Parameters) -> Option<Breakdown> {
        well_evaluation(level, parameters)?.breakdown(self)
    }

    fn breakdown_after(
        &self,
        mv: Placement,
        level: &str,
        parameters: &Parameters,
    ) -> Option<Breakdown> {
        well_evaluation(level, parameters)?.after(self, mv)
    }

    fn parameters(level: &str) -> Vec<Parameter> {
        match level {
            "no-lookahead" | "lookahead" => Coefficients::parameters(),
            "expert" => [
                budget(LEVELS, level),
                StackingWeights::usual().parameters(REPORT_PREFIX),
                weights_of(PREFIX, AttackWeights::own()),
            ]
            .concat(),
            _ => {
                let own = weights_by_features(level).map(|own| weights_of("", own));
                own.or_else(|| rungs::parameters(level)).unwrap_or_default()
            }
        }
    }

    fn remark(&self, played: Self::Move, better: Self::Move) -> Option<Words> {
        review::remark(self, played, better)
    }

    fn statistics(states: &mut dyn Iterator<Item = Self>) -> Vec<Statistic> {
        review::statistics(states)
    }

    fn player(level: &str, parameters: &Parameters, seed: u64) -> Option<Box<dyn Player<Self>>> {
        let by_features = || Some(with_numbers("", weights_by_features(level)?, parameters));
        let by_report = || with_numbers("", &ReportWeights::found(), parameters);
        Some(match level {
            "random-action" => Box::new(RandomInputs::new(seed)),
            "random" => Box::new(Random::new(seed)),
            "no-lookahead" => Box::new(ByReport::new(by_report(), false)),
            "lookahead" => Box::new(ByReport::new(by_report(), true)),
            "dellacherie" | "bcts" => Box::new(ByFeatures::new(Linear::new(&by_features()?))),
            "tuned" => Box::new(ByFeatures::new(Linear::careful(&by_features()?))),
            "expert" => {
                let report = with_numbers(REPORT_PREFIX, StackingWeights::usual(), parameters);
                let attack = with_numbers(PREFIX, AttackWeights::own(), parameters);
                let attacker = Box::new(Attacker::new(attack));
                Box::new(StackerByRules::new(Stacker::new(report), attacker))
            }
            _ => return rungs::player(level, parameters, seed),
        })
    }

    fn lessons() -> &'static [Lesson] {
        static LESSONS: Lessons = Lessons::new(include_str!("../lessons/lessons.json"));
        LESSONS.all()
    }
}
