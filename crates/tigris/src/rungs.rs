//! The rungs below the expert: its own search with a smaller budget, and lapses.

use game::{Parameter, Parameters};
use search::rungs::{
    beginner, casual, club, lapses, newcomer, regular, rung_parameters, seasoned, skilled, strong,
};
use search::{Fallible, Lapses, Levels, Limits, Player, Rung};

use crate::eval::WeightSets;
use crate::expert::{Expert, SearchWidth};
use crate::rules::Tigris;

pub(crate) const RUNGS: &[Rung] = &[
    newcomer(Limits::nodes(1), Lapses::new(1.35, 36, 0.22)),
    beginner(Limits::nodes(1), Lapses::new(1.0, 30, 0.2)),
    casual(Limits::nodes(1), Lapses::new(0.4, 24, 0.1)),
    regular(Limits::nodes(1), Lapses::new(0.36, 16, 0.09)),
    skilled(Limits::nodes(1), Lapses::new(0.17, 12, 0.02)),
    seasoned(Limits::nodes(1), Lapses::new(0.04, 10, 0.0)),
    club(Limits::nodes(5_000), Lapses::new(0.03, 10, 0.0)),
    strong(Limits::nodes(25_000), Lapses::NONE),
];

/// More plans are kept than the expert simulates, so that the weak ones have something to choose from.
const WIDE: SearchWidth = SearchWidth { plans: 60, ..SearchWidth::BEST };

pub(crate) fn parameters(level: &str) -> Option<Vec<Parameter>> {
    rung_parameters(RUNGS, level)
}

pub(crate) fn player(
    level: &str,
    parameters: &Parameters,
    seed: u64,
) -> Option<Box<dyn Player<Tigris>>> {
    let lapses = lapses(RUNGS, level, parameters)?;
    let expert = Expert::new(WeightSets::tuned().clone(), seed);
    if lapses == Lapses::NONE {
        return Some(Box::new(expert));
    }
    Some(Box::new(Fallible::new(expert.searching(WIDE), Tigris::UNIT, lapses, seed)))
}
