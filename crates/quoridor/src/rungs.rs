//! The rungs below the expert: its own search with a smaller budget, and lapses.

use game::{Game, Parameter, Parameters};
use search::rungs::{
    beginner, casual, club, lapses, newcomer, regular, rung_parameters, seasoned, skilled, strong,
};
use search::{Fallible, Greedy, Lapses, Limits, Player, Rung, Stop, Thought};

use crate::expert::of_rungs;
use crate::levels::SIMULATIONS;
use crate::moves::Move;
use crate::seats::{BySeats, FourSearch, UNIT};
use crate::{Evaluation, Quoridor, Weights};

pub(crate) const RUNGS: &[Rung] = &[
    newcomer(Limits::depth(2), Lapses::new(0.6, 30, 0.3)),
    beginner(Limits::depth(2), Lapses::new(0.38, 20, 0.2)),
    casual(Limits::depth(2), Lapses::new(0.18, 16, 0.13)),
    regular(Limits::depth(2), Lapses::new(0.115, 12, 0.088)),
    skilled(Limits::depth(2), Lapses::new(0.052, 12, 0.035)),
    seasoned(Limits::nodes(550), Lapses::NONE),
    club(Limits::nodes(2_200), Lapses::NONE),
    strong(Limits::nodes(11_000), Lapses::NONE),
];

/// Simulations per move of each rung in a game of four, in the expert's tree. The lower ones have none: they look one
/// move ahead.
const FOUR: [f64; 8] = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 50.0, 3_000.0];

/// One move ahead, moves differ by less than in a search: the same lapses need a smaller unit.
const FOUR_UNIT: f32 = UNIT * 0.75;

pub(crate) fn parameters(level: &str) -> Option<Vec<Parameter>> {
    let at = RUNGS.iter().position(|rung| rung.level.id == level)?;
    let mut list = rung_parameters(RUNGS, level)?;
    list.push(Parameter::whole(SIMULATIONS, FOUR[at], (0.0, 1e7), 100.0));
    Some(list)
}

/// A player for each number of seats.
struct TwoOrFour {
    two: Fallible<Quoridor>,
    four: Fallible<Quoridor>,
}

impl Player<Quoridor> for TwoOrFour {
    fn think(
        &mut self,
        game: &Quoridor,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let player = if game.seats() == 2 { &mut self.two } else { &mut self.four };
        player.think(game, limits, stop, report)
    }

    fn reset(&mut self, seed: u64) {
        self.two.reset(seed);
        self.four.reset(seed);
    }

    fn memory(&self) -> usize {
        self.two.memory() + self.four.memory()
    }
}

pub(crate) fn player(
    level: &str,
    parameters: &Parameters,
    seed: u64,
) -> Option<Box<dyn Player<Quoridor>>> {
    let lapses = lapses(RUNGS, level, parameters)?;
    let simulations = parameters.get(SIMULATIONS)? as u64;
    let search = || {
        let four = FourSearch::Simulations(simulations);
        BySeats::new(Weights::tuned().clone(), seed, four).with_net(of_rungs().clone())
    };
    // Without lapses the search need not find what every move is worth.
    if lapses == Lapses::NONE {
        return Some(Box::new(search()));
    }
    let two = Fallible::new(search(), UNIT, lapses, seed).by_first_sight();
    let four = match simulations {
        0 => {
            let ahead = Greedy::new(Evaluation::new(Weights::tuned().clone()), seed);
            Fallible::new(ahead, FOUR_UNIT, lapses, seed)
        }
        _ => Fallible::new(search(), UNIT, lapses, seed),
    };
    Some(Box::new(TwoOrFour { two, four }))
}
