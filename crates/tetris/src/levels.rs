//! The ladder of computer players, weakest first.

use std::time::Duration;

use game::{Arcade, Lesson, Lessons, Phrase, Trials};
use search::{Level, Levels, Limits, Player, Protocol, Random};

use crate::eval::ReportWeights;
use crate::features::{ByFeatures, ByReport, Linear, RandomInputs, StrongestByRules};
use crate::guideline::Attacker;
use crate::guideline::tbp;
use crate::lab::{Lab, published, tuned};
use crate::rules::Tetris;
use crate::well::arcade::RealTime;

const LEVELS: &[Level] = &[
    Level {
        id: "random-action",
        name: Phrase::new("Fumbler", "Maladroit"),
        about: Phrase::new("presses any key", "appuie sur n’importe quelle touche"),
        limits: Limits::depth(1),
        ratings: &[],
    },
    Level {
        id: "random",
        name: Phrase::new("Random", "Hasard"),
        about: Phrase::new("puts pieces anywhere", "pose ses pièces n’importe où"),
        limits: Limits::depth(1),
        ratings: &[],
    },
    Level {
        id: "no-lookahead",
        name: Phrase::new("Beginner", "Débutant"),
        about: Phrase::new(
            "wants lines and no holes, one piece at a time",
            "veut des lignes et pas de trous, une pièce à la fois",
        ),
        limits: Limits::depth(1).within(Duration::from_secs(1)),
        ratings: &[],
    },
    Level {
        id: "lookahead",
        name: Phrase::new("Planner", "Prévoyant"),
        about: Phrase::new(
            "wants lines and no holes, and sees the next piece",
            "veut des lignes et pas de trous, et voit la pièce suivante",
        ),
        limits: Limits::depth(2).within(Duration::from_secs(1)),
        ratings: &[],
    },
    Level {
        id: "dellacherie",
        name: Phrase::new("Dellacherie", "Dellacherie"),
        about: Phrase::new(
            "six features of 2003, good for millions of lines",
            "six critères de 2003, bons pour des millions de lignes",
        ),
        limits: Limits::depth(1),
        ratings: &[],
    },
    Level {
        id: "bcts",
        name: Phrase::new("BCTS", "BCTS"),
        about: Phrase::new(
            "eight features of 2009, one piece at a time",
            "huit critères de 2009, une pièce à la fois",
        ),
        limits: Limits::depth(1),
        ratings: &[],
    },
    Level {
        id: "tuned",
        name: Phrase::new("Survivor", "Survivant"),
        about: Phrase::new(
            "our own weights: sees one piece and hardly ever dies",
            "nos propres poids : voit une pièce et ne meurt presque jamais",
        ),
        limits: Limits::depth(1),
        ratings: &[],
    },
    Level {
        id: "expert",
        name: Phrase::new("Expert", "Expert"),
        about: Phrase::new(
            "reads all the pieces that are shown, and makes the most of each",
            "lit toutes les pièces annoncées, et tire le plus de chacune",
        ),
        limits: Limits::nodes(60_000).within(Duration::from_secs(1)),
        ratings: &[],
    },
];

const PROTOCOLS: &[Protocol<Tetris>] = &[Protocol {
    id: "tbp",
    // Whatever the level, it is the guideline's expert who speaks it: it thinks while the host does something else,
    // which no other player can.
    serve: |_, limits, input, output| tbp::serve(limits, input, output),
}];

impl Levels for Tetris {
    const LEVELS: &'static [Level] = LEVELS;
    const USUAL: &'static str = "no-lookahead";
    const PROTOCOLS: &'static [Protocol<Self>] = PROTOCOLS;
    const ARCADE: Option<&'static dyn Arcade> = Some(&RealTime);
    const TRIALS: Option<&'static dyn Trials> = Some(&Lab);
    /// A line, in the report's evaluation.
    const UNIT: f32 = 3_500.0;

    fn player(level: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        Some(match level {
            "random-action" => Box::new(RandomInputs::new(seed)),
            "random" => Box::new(Random::new(seed)),
            "no-lookahead" => Box::new(ByReport::new(ReportWeights::found(), false)),
            "lookahead" => Box::new(ByReport::new(ReportWeights::found(), true)),
            "dellacherie" | "bcts" => Box::new(ByFeatures::new(Linear::new(published(level)?))),
            "tuned" => Box::new(ByFeatures::new(Linear::careful(tuned()))),
            "expert" => Box::new(StrongestByRules::new(Box::new(Attacker::new()))),
            _ => return None,
        })
    }

    fn lessons() -> &'static [Lesson] {
        static LESSONS: Lessons = Lessons::new(include_str!("../lessons/lessons.json"));
        LESSONS.all()
    }
}
