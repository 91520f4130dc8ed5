//! The rungs below the expert. In the modern game they have its own search with few nodes. In the report's game the upper
//! ones stack for four rows at once as it does, but dig sooner; the others have the tuned weights, which see one piece.

use game::{Parameter, Parameters, Rng, with_numbers};
use search::rungs::{
    beginner, casual, club, lapses, newcomer, regular, rung_parameters, skilled, strong,
};
use search::{Fallible, Lapses, Limits, Player, Rung, Score, Stop, Thought};

use crate::features::{
    ByFeatures, Linear, Pilot, PilotView, Place, Stacker, StackerByRules, StackingWeights,
};
use crate::guideline::{AttackWeights, Attacker};
use crate::levels::REPORT_PREFIX;
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::pieces::System;
use crate::solo::tuned;

pub(crate) const RUNGS: &[Rung] = &[
    newcomer(Limits::nodes(1), Lapses::new(0.8, 16, 0.25)),
    beginner(Limits::nodes(1), Lapses::new(0.58, 14, 0.15)),
    casual(Limits::nodes(1), Lapses::new(0.46, 12, 0.12)),
    regular(Limits::nodes(1), Lapses::new(0.38, 10, 0.08)),
    skilled(Limits::nodes(1), Lapses::new(0.2, 8, 0.03)),
    club(Limits::nodes(400), Lapses::new(0.1, 6, 0.0)),
    strong(Limits::nodes(4_000), Lapses::NONE),
];

/// The points of a clear advantage: in the weights by features the heaviest of them, a row with a hole in it; in the
/// expert's a line of attack.
const FEATURE_UNIT: f32 = 32_768.0;
const ATTACK_UNIT: f32 = 1_000.0;

/// Who stacks in the report's game, and how many rows must be free, or it digs. The sooner it digs, the safer it is and
/// the less it earns: with all 22 rows it would clear one row at a time, as the rungs below do.
const STACKERS: &[(&str, f32)] = &[("club", 18.0), ("strong", 16.0)];

/// The weights of a rung that stacks.
fn stacking(level: &str) -> Option<StackingWeights> {
    let &(_, room) = STACKERS.iter().find(|(id, _)| *id == level)?;
    Some(StackingWeights { room, ..*StackingWeights::usual() })
}

/// Its stacker, with the numbers that somebody has changed.
fn stacker(level: &str, parameters: &Parameters) -> Option<Stacker> {
    Some(Stacker::new(with_numbers(REPORT_PREFIX, &stacking(level)?, parameters)))
}

pub(crate) fn parameters(level: &str) -> Option<Vec<Parameter>> {
    let stacks = stacking(level).map(|own| own.parameters(REPORT_PREFIX)).unwrap_or_default();
    Some([rung_parameters(RUNGS, level)?, stacks].concat())
}

/// A player for each set of rules.
struct ByRules {
    report: Fallible<Tetris>,
    modern: Fallible<Tetris>,
}

impl Player<Tetris> for ByRules {
    fn think(
        &mut self,
        game: &Tetris,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Placement>),
    ) -> Thought<Placement> {
        match game.stock().terms.rules {
            System::Report => self.report.think(game, limits, stop, report),
            _ => self.modern.think(game, limits, stop, report),
        }
    }

    fn reset(&mut self, seed: u64) {
        self.report.reset(seed);
        self.modern.reset(seed);
    }

    fn memory(&self) -> usize {
        self.report.memory() + self.modern.memory()
    }
}

pub(crate) fn player(
    level: &str,
    parameters: &Parameters,
    seed: u64,
) -> Option<Box<dyn Player<Tetris>>> {
    let lapses = lapses(RUNGS, level, parameters)?;
    let attacker = Attacker::new(AttackWeights::own().without_hope());
    let modern = Fallible::new(attacker, ATTACK_UNIT, lapses, seed);
    if let Some(stacker) = stacker(level, parameters) {
        return Some(Box::new(StackerByRules::new(stacker, Box::new(modern))));
    }
    let search = ByFeatures::new(Linear::careful(tuned()));
    let report = Fallible::new(search, FEATURE_UNIT, lapses, seed);
    Some(Box::new(ByRules { report, modern }))
}

/// The same in the simulator.
pub(crate) fn pilot(level: &str, parameters: &Parameters, seed: u64) -> Option<Box<dyn Pilot>> {
    let lapses = lapses(RUNGS, level, parameters)?;
    if let Some(stacker) = stacker(level, parameters) {
        return Some(Box::new(stacker));
    }
    let (player, rng) = (Linear::careful(tuned()), Rng::new(seed));
    Some(Box::new(ErringPilot { player, lapses, rng, places: Vec::new() }))
}

struct ErringPilot {
    player: Linear,
    lapses: Lapses,
    rng: Rng,
    places: Vec<Place>,
}

impl Pilot for ErringPilot {
    fn choose(&mut self, position: &PilotView) -> Option<Place> {
        let PilotView { rules, board, piece, .. } = position;
        position.places(*piece, &mut self.places)?;
        let wary = self.player.is_wary(board, rules.height / 2);
        let mut judged = Vec::with_capacity(self.places.len());
        for &place in &self.places {
            if let Some(value) = self.player.value(board, &place) {
                let hope = wary.then(|| self.player.hope(board, &place, rules.end));
                judged.push((hope.unwrap_or(value), place));
            }
        }
        judged.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        let scores: Vec<Score> = judged.iter().map(|&(value, _)| Score::Points(value)).collect();
        let chosen = self.lapses.choose(0..scores.len(), &scores, FEATURE_UNIT, &mut self.rng);
        // Where every place sticks out of the top the game is over with any of them.
        chosen.map(|at| judged[at].1).or(self.places.first().copied())
    }
}
