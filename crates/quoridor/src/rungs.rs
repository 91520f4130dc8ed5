//! The rungs below the expert: its own search with a smaller budget, and lapses.

use game::{Game, Parameter, Parameters, with_numbers};
use search::rungs::{beginner, casual, club, newcomer, regular, seasoned, skilled, strong};
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

/// How a rung plays among four.
#[derive(Clone, Copy)]
struct AmongFour {
    /// Simulations a move in the expert's tree; without any it looks one move ahead.
    simulations: f64,
    lapses: Lapses,
}

/// Looks one move ahead, with lapses.
const fn ahead(temperature: f32, width: usize, overlook: f32) -> AmongFour {
    AmongFour { simulations: 0.0, lapses: Lapses::new(temperature, width, overlook) }
}

/// Looks once at what the network of the expert's tree says of each move, with lapses.
const fn glance(temperature: f32, width: usize, overlook: f32) -> AmongFour {
    AmongFour { simulations: 1.0, lapses: Lapses::new(temperature, width, overlook) }
}

/// More simulations have shown no gain among four, so that the rungs differ by their lapses.
const FOUR: [AmongFour; 8] = [
    ahead(1.4, 130, 0.3),
    ahead(0.6, 30, 0.3),
    ahead(0.38, 20, 0.2),
    ahead(0.18, 16, 0.13),
    glance(0.25, 12, 0.09),
    glance(0.14, 12, 0.065),
    glance(0.05, 12, 0.03),
    AmongFour { simulations: 1.0, lapses: Lapses::NONE },
];

/// What stands before the names of the lapses for two and for four.
const PREFIXES: [&str; 2] = ["two.", "four."];

/// One move ahead, moves differ by less than in a search: the same lapses need a smaller unit.
const FOUR_UNIT: f32 = UNIT * 0.75;

pub(crate) fn parameters(level: &str) -> Option<Vec<Parameter>> {
    let at = RUNGS.iter().position(|rung| rung.level.id == level)?;
    let mut list = RUNGS[at].level.limits.parameters();
    for (prefix, own) in PREFIXES.into_iter().zip([RUNGS[at].lapses, FOUR[at].lapses]) {
        list.extend(own.parameters().into_iter().map(|mut parameter| {
            parameter.name.insert_str(0, prefix);
            parameter
        }));
    }
    list.push(Parameter::whole(SIMULATIONS, FOUR[at].simulations, (0.0, 1e7), 100.0));
    Some(list)
}

/// A player for each number of seats.
struct TwoOrFour {
    two: Box<dyn Player<Quoridor>>,
    four: Box<dyn Player<Quoridor>>,
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
    let at = RUNGS.iter().position(|rung| rung.level.id == level)?;
    let two = with_numbers(PREFIXES[0], &RUNGS[at].lapses, parameters);
    let four = with_numbers(PREFIXES[1], &FOUR[at].lapses, parameters);
    let simulations = parameters.get(SIMULATIONS)? as u64;
    let search = || {
        let four = FourSearch::Simulations(simulations);
        BySeats::new(Weights::tuned().clone(), seed, four).with_net(of_rungs().clone())
    };
    // Without lapses the search need not find what every move is worth.
    let two: Box<dyn Player<Quoridor>> = match two {
        Lapses::NONE => Box::new(search()),
        lapses => Box::new(Fallible::new(search(), UNIT, lapses, seed).by_first_sight()),
    };
    let four: Box<dyn Player<Quoridor>> = match (simulations, four) {
        (0, lapses) => {
            let ahead = Greedy::new(Evaluation::new(Weights::tuned().clone()), seed);
            Box::new(Fallible::new(ahead, FOUR_UNIT, lapses, seed))
        }
        (_, Lapses::NONE) => Box::new(search()),
        (_, lapses) => Box::new(Fallible::new(search(), UNIT, lapses, seed)),
    };
    Some(Box::new(TwoOrFour { two, four }))
}
