//! The rungs below the expert: the report's evaluation one move ahead for the lower ones, the expert's own search with
//! few simulations for the upper ones.

use game::{Parameter, Parameters};
use search::rungs::{
    beginner, casual, club, lapses, newcomer, regular, rung_parameters, seasoned, skilled, strong,
};
use search::{Fallible, Lapses, Levels, Limits, Player, Rung};

use crate::eval::Weights;
use crate::expert::Expert;
use crate::hard::Hard;
use crate::rules::Blokus;

pub(crate) const RUNGS: &[Rung] = &[
    newcomer(Limits::depth(1), Lapses::new(0.03, 100, 0.04)),
    beginner(Limits::depth(1), Lapses::new(0.01, 50, 0.02)),
    casual(Limits::nodes(20), Lapses::new(2.2, 20, 0.33)),
    regular(Limits::nodes(36), Lapses::new(0.42, 20, 0.085)),
    skilled(Limits::nodes(95), Lapses::new(0.085, 12, 0.01)),
    seasoned(Limits::nodes(160), Lapses::NONE),
    club(Limits::nodes(700), Lapses::NONE),
    strong(Limits::nodes(5_000), Lapses::NONE),
];

pub(crate) fn parameters(level: &str) -> Option<Vec<Parameter>> {
    rung_parameters(RUNGS, level)
}

pub(crate) fn player(
    level: &str,
    parameters: &Parameters,
    seed: u64,
) -> Option<Box<dyn Player<Blokus>>> {
    let lapses = lapses(RUNGS, level, parameters)?;
    Some(match level {
        "newcomer" | "beginner" => {
            let search = Hard::with(Weights::report().clone());
            Box::new(Fallible::new(search, Blokus::UNIT, lapses, seed))
        }
        _ if lapses == Lapses::NONE => Box::new(Expert::new(seed)),
        _ => Box::new(Fallible::new(Expert::new(seed), Blokus::UNIT, lapses, seed)),
    })
}
