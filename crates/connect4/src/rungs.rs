//! The rungs below the perfect player: short lookahead with the report's evaluation for the lower ones, Monte Carlo for
//! the upper ones.

use game::{Parameter, Parameters};
use search::rungs::{
    beginner, casual, club, lapses, newcomer, regular, rung_parameters, skilled, strong,
};
use search::{AlphaBeta, AlphaBetaOptions, Fallible, Lapses, Levels, Limits, Mcts, Player, Rung};

use crate::levels::MCTS;
use crate::{Connect4, Evaluation, Weights};

pub(crate) const RUNGS: &[Rung] = &[
    newcomer(Limits::depth(2), Lapses::new(1.0, 7, 0.35)),
    beginner(Limits::depth(2), Lapses::new(0.5, 7, 0.15)),
    casual(Limits::depth(4), Lapses::new(0.2, 7, 0.03)),
    regular(Limits::nodes(800), Lapses::NONE),
    skilled(Limits::nodes(4_000), Lapses::NONE),
    club(Limits::nodes(25_000), Lapses::NONE),
    strong(Limits::nodes(120_000), Lapses::NONE),
];

pub(crate) fn parameters(level: &str) -> Option<Vec<Parameter>> {
    rung_parameters(RUNGS, level)
}

pub(crate) fn player(
    level: &str,
    parameters: &Parameters,
    seed: u64,
) -> Option<Box<dyn Player<Connect4>>> {
    let lapses = lapses(RUNGS, level, parameters)?;
    let unit = Connect4::UNIT;
    Some(match level {
        "regular" | "skilled" | "club" | "strong" => {
            let search = Mcts::new(MCTS, seed);
            // Without lapses the search need not find what every move is worth.
            if lapses == Lapses::NONE {
                return Some(Box::new(search));
            }
            Box::new(Fallible::new(search, unit, lapses, seed))
        }
        _ => {
            let options = AlphaBetaOptions { table_bits: Some(12), ..AlphaBetaOptions::default() };
            let search = AlphaBeta::new(Evaluation::new(Weights::report().clone()), options);
            Box::new(Fallible::new(search, unit, lapses, seed).by_first_sight())
        }
    })
}
