//! A player that errs as people do, over the search of another: it overlooks moves, takes what looks good at first
//! sight, and now and then prefers the second best. It never plays a move that its search does not rank.

use game::{Game, Parameter, Rng, numbers_of};
use serde::{Deserialize, Serialize};

use crate::{Limits, MoveScore, Player, Score, Stop, Thought};

/// How a player errs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lapses {
    /// How far a choice strays from the best: a move that is worse by this many clear advantages is chosen 2.7 times
    /// less often. 0 always takes the best of what comes to mind.
    pub temperature: f32,
    /// How many moves come to mind: those that look best.
    pub width: usize,
    /// The chance that a move does not come to mind however good it looks, be it a win.
    pub overlook: f32,
}

impl Lapses {
    /// No lapses: the best move of the search.
    pub const NONE: Self = Self { temperature: 0.0, width: 1_000, overlook: 0.0 };

    /// These lapses.
    pub const fn new(temperature: f32, width: usize, overlook: f32) -> Self {
        Self { temperature, width, overlook }
    }

    /// Which of some scored moves is chosen. `seen` are their numbers in the order in which they come to mind, and `unit`
    /// is the points of a clear advantage. None only if there is no move.
    pub fn choose(
        &self,
        seen: impl IntoIterator<Item = usize>,
        scores: &[Score],
        unit: f32,
        rng: &mut Rng,
    ) -> Option<usize> {
        let mut seen: Vec<usize> = seen.into_iter().take(self.width.max(1)).collect();
        let first = *seen.first()?;
        seen.retain(|_| rng.unit() >= self.overlook);
        // Nobody weighs a win that is there against anything else.
        if let Some(&win) = seen.iter().find(|&&at| matches!(scores[at], Score::Win(1))) {
            return Some(win);
        }
        let values = in_advantages(seen.iter().map(|&at| scores[at]), unit);
        let mut best: Option<(usize, f32)> = None;
        for (&at, &value) in seen.iter().zip(&values) {
            // Among equals the search's own order decides.
            if best.is_none_or(|(known, most)| value > most || value == most && at < known) {
                best = Some((at, value));
            }
        }
        // Whoever overlooked everything plays the obvious move.
        let Some((best, most)) = best else { return Some(first) };
        if self.temperature <= 0.0 {
            return Some(best);
        }
        let weight = |value: f32| ((value - most) / self.temperature).exp();
        let mut rest = rng.unit() * values.iter().map(|&value| weight(value)).sum::<f32>();
        for (&at, &value) in seen.iter().zip(&values) {
            rest -= weight(value);
            if rest < 0.0 {
                return Some(at);
            }
        }
        Some(best)
    }

    /// Its numbers, for those who change them.
    pub fn parameters(&self) -> Vec<Parameter> {
        numbers_of("", self, |name, _| match name {
            "temperature" => (0.0, 100.0, 0.05),
            "width" => (1.0, 1_000.0, 1.0),
            _ => (0.0, 1.0, 0.02),
        })
    }
}

/// A forced result counts as this many clear advantages more than any evaluation.
const DECIDED: f32 = 6.0;

/// A player with lapses.
pub struct Fallible<G: Game> {
    search: Box<dyn Player<G>>,
    /// The points of a clear advantage in the search's scores.
    unit: f32,
    lapses: Lapses,
    /// Whether moves come to mind by the search's first report rather than by its last.
    first_sight: bool,
    rng: Rng,
}

impl<G: Game> Fallible<G> {
    /// Chooses from what `search` ranks. `unit` is the points of a clear advantage in its scores.
    pub fn new(search: impl Player<G> + 'static, unit: f32, lapses: Lapses, seed: u64) -> Self {
        // A stream of its own: the search may have been given the same seed.
        let rng = Rng::new(seed).fork();
        Self { search: Box::new(search), unit, lapses, first_sight: false, rng }
    }

    /// Moves come to mind by the first report of the search, its lowest depth: what is good only further ahead does not.
    /// For searches whose reports do not depend on the clock.
    #[must_use]
    pub fn by_first_sight(self) -> Self {
        Self { first_sight: true, ..self }
    }
}

/// Scores in clear advantages. A forced win is better than every evaluation beside it, a forced loss worse, and a late
/// one a little better than an early one.
fn in_advantages(scores: impl Iterator<Item = Score> + Clone, unit: f32) -> Vec<f32> {
    let of = |score: Score| match score {
        Score::Points(points) => Some(points as f32 / unit),
        Score::Chance(chance) => {
            let chance = chance.clamp(0.002, 0.998);
            Some((chance / (1.0 - chance)).ln())
        }
        Score::Draw => Some(0.0),
        Score::Win(_) | Score::Loss(_) => None,
    };
    let known = || scores.clone().filter_map(of);
    let (most, least) = (known().fold(0.0, f32::max), known().fold(0.0, f32::min));
    let later = |plies: u32| plies.min(40) as f32 * 0.1;
    let value = |score| match score {
        Score::Win(plies) => most + DECIDED - later(plies),
        Score::Loss(plies) => least - DECIDED + later(plies),
        other => of(other).unwrap_or(0.0),
    };
    scores.clone().map(value).collect()
}

impl<G: Game> Player<G> for Fallible<G> {
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        // Whoever studies a position asks for the scores, and errs alone.
        if limits.study {
            return self.search.think(game, limits, stop, report);
        }
        let mut glance: Vec<G::Move> = Vec::new();
        let first_sight = self.first_sight;
        let all = Limits { study: true, ..*limits };
        let mut thought = self.search.think(game, &all, stop, &mut |early| {
            if first_sight && glance.is_empty() {
                glance.extend(early.moves.iter().map(|known| known.mv));
            }
        });
        let place = |mv: &G::Move| thought.moves.iter().position(|known| known.mv == *mv);
        let mut seen: Vec<usize> = glance.iter().filter_map(place).collect();
        if seen.is_empty() {
            seen.extend(0..thought.moves.len());
        }
        let scores: Vec<Score> = thought.moves.iter().map(|known| known.score).collect();
        if let Some(at) = self.lapses.choose(seen, &scores, self.unit, &mut self.rng) {
            let MoveScore { mv, score } = thought.moves[at];
            if thought.best != Some(mv) {
                thought.line = vec![mv];
            }
            (thought.best, thought.score) = (Some(mv), score);
        }
        report(&thought);
        thought
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed).fork();
        self.search.reset(seed);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.search.memory()
    }
}
