//! The rungs below the perfect player: short lookahead with the report's evaluation for the lower ones, Monte Carlo for
//! the upper ones, and for the uppermost the exact solver once the board has filled up.

use game::{Parameter, Parameters};
use search::rungs::{
    beginner, casual, club, lapses, newcomer, regular, rung_parameters, skilled, strong,
};
use search::{
    AlphaBeta, AlphaBetaOptions, Fallible, Lapses, Levels, Limits, Mcts, Player, Rung, Stop,
    Thought,
};

use crate::levels::MCTS;
use crate::perfect::PerfectPlayer;
use crate::solver::Position;
use crate::{Column, Connect4, Evaluation, Weights};

pub(crate) const RUNGS: &[Rung] = &[
    newcomer(Limits::depth(2), Lapses::new(1.0, 7, 0.35)),
    beginner(Limits::depth(2), Lapses::new(0.5, 7, 0.15)),
    casual(Limits::depth(4), Lapses::new(0.32, 7, 0.08)),
    regular(Limits::depth(5), Lapses::new(0.08, 7, 0.01)),
    skilled(Limits::nodes(800), Lapses::NONE),
    club(Limits::nodes(6_000), Lapses::NONE),
    strong(Limits::nodes(80_000), Lapses::NONE),
];

/// From so many discs on the strong player sees to the end. The solver needs a few milliseconds then.
const ENDING: u32 = 15;

/// Plays the opening by Monte Carlo, and what remains by the solver where that knows the board.
struct Finisher {
    opening: Mcts<Connect4>,
    ending: PerfectPlayer,
}

impl Player<Connect4> for Finisher {
    fn think(
        &mut self,
        game: &Connect4,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Column>),
    ) -> Thought<Column> {
        let late = Position::try_from(game).is_ok_and(|position| position.stones() >= ENDING);
        if late {
            // Nodes are the budget of the opening.
            return self.ending.think(game, &Limits { nodes: None, ..*limits }, stop, report);
        }
        self.opening.think(game, limits, stop, report)
    }

    fn reset(&mut self, seed: u64) {
        self.opening.reset(seed);
        self.ending.reset(seed);
    }

    fn memory(&self) -> usize {
        self.opening.memory() + self.ending.memory()
    }
}

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
        "strong" => {
            let search =
                Finisher { opening: Mcts::new(MCTS, seed), ending: PerfectPlayer::new(seed) };
            if lapses == Lapses::NONE {
                return Some(Box::new(search));
            }
            Box::new(Fallible::new(search, unit, lapses, seed))
        }
        "skilled" | "club" => {
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
