//! The strongest player: plans whole turns with the candidates worth a look, then tries the best
//! plans in imagined worlds, where everybody else answers as well as a quick look allows, or goes for
//! the points at hand.

mod candidates;
mod odds;
mod plan;

use game::{Game, Rng, Seat};
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

use crate::eval::WeightSets;
use crate::moves::Move;
use crate::rules::{Phase, Tigris};

use plan::{Plan, Planner};

/// First actions for which a second one is looked for.
const BEAM: usize = 24;
/// Plans that are tried in imagined worlds.
const TRIED: usize = 10;
/// After so many worlds the worse half of the plans is dropped, and again after twice as many.
const WORLDS: u32 = 8;
/// Among more than two, the others answer as well as a quick look allows in one of so many worlds
/// only. Elsewhere they go for the points at hand, as most do whose eyes are on their own kingdoms;
/// that costs little, so there can be more worlds.
const SHARP: u32 = 8;
/// With fewer positions than this to spend, nothing but a first look is taken.
const LEAST: u64 = 3_000;
/// The value that was planned counts as much as this many worlds.
const FAITH: f32 = 3.0;
/// A turn and the answers to it have no more decisions than this.
const DECISIONS: usize = 60;

/// Points of an evaluation in one point of the game.
const SCALE: f32 = 100.0;

/// Plans turns and tries them in imagined worlds.
#[derive(Clone, Debug)]
pub struct Expert {
    rng: Rng,
    planner: Planner,
    plans: Vec<Plan>,
}

/// A plan and how it has fared.
struct Trial {
    plan: Plan,
    /// By how much it was better than the plans it was compared with, summed over the worlds.
    ahead: f32,
    worlds: u32,
}

impl Trial {
    /// How much better it is than the others: the plan's own value counts as some worlds, since
    /// the first few worlds say little.
    fn lead(&self) -> f32 {
        (self.plan.value * FAITH + self.ahead) / (FAITH + self.worlds as f32)
    }
}

impl Expert {
    /// With these weights; the same seed plays the same moves within a budget of nodes.
    pub fn new(weights: impl Into<WeightSets>, seed: u64) -> Self {
        Self { rng: Rng::new(seed), planner: Planner::new(weights.into()), plans: Vec::new() }
    }

    /// Plays a plan out in a world until it is the planner's turn again. In the same world chance
    /// is the same for every plan.
    fn try_out(&mut self, world: &Tigris, seat: Seat, plan: Plan, sharp: bool, luck: u64) -> f32 {
        let mut world = world.clone();
        let mut luck = Rng::new(luck);
        let mut known = world.hand(seat);
        let (mut left, mut second) = (world.active() != seat, plan.second);
        spend(&mut known, plan.first);
        world.play(plan.first);
        for _ in 0..DECISIONS {
            let Some(decides) = world.turn().seat() else { break };
            left |= world.active() != seat;
            if left && world.active() == seat {
                break;
            }
            let planned = second.filter(|&mv| {
                decides == seat && world.phase == Phase::Action && world.check(mv).is_ok()
            });
            if planned.is_some() {
                second = None;
            }
            let chosen = if planned.is_some() {
                planned
            } else if sharp || decides == seat {
                self.planner.quick(&world)
            } else {
                self.planner.builder(&world, &mut luck)
            };
            let Some(mv) = chosen else { break };
            if decides == seat {
                spend(&mut known, mv);
            }
            world.play(mv);
        }
        self.planner.value(&world, seat, known)
    }

    fn thought(&self, trials: &[Trial], level: f32, depth: u32) -> Thought<Move> {
        let score = |trial: &Trial| Score::Points(((level + trial.lead()) * SCALE) as i32);
        let first = trials.first();
        let plan = first.map(|trial| trial.plan);
        Thought {
            best: plan.map(|plan| plan.first),
            score: first.map_or(Score::Draw, score),
            line: plan
                .into_iter()
                .flat_map(|plan| [Some(plan.first), plan.second])
                .flatten()
                .collect(),
            moves: trials
                .iter()
                .map(|trial| MoveScore { mv: trial.plan.first, score: score(trial) })
                .collect(),
            nodes: self.planner.nodes,
            depth,
        }
    }
}

/// Takes the tiles of an action out of a hand.
fn spend(hand: &mut [u8; 4], mv: Move) {
    match mv {
        Move::Tile(colour, _) => hand[colour.index()] = hand[colour.index()].saturating_sub(1),
        Move::Swap(given) => {
            hand.iter_mut().zip(given).for_each(|(n, gone)| *n = n.saturating_sub(gone));
        }
        _ => (),
    }
}

impl Player<Tigris> for Expert {
    fn think(
        &mut self,
        game: &Tigris,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let Some(seat) = game.turn().seat() else { return Thought::default() };
        // Whatever world it was handed: what it thinks follows from what the seat knows.
        let game = &game.imagine(Some(seat), &mut self.rng);
        let stop = stop.with(limits);
        let most = limits.nodes.unwrap_or(u64::MAX);
        self.planner.nodes = 0;
        let mut plans = std::mem::take(&mut self.plans);
        self.planner.plans(game, if most < LEAST { 0 } else { BEAM }, &stop, &mut plans);
        plans.truncate(TRIED);
        let mut level = plans.iter().map(|plan| plan.value).sum::<f32>() / plans.len() as f32;
        let mut trials: Vec<Trial> = plans
            .iter()
            .map(|&plan| {
                let plan = Plan { value: plan.value - level, ..plan };
                Trial { plan, ahead: 0.0, worlds: 0 }
            })
            .collect();
        self.plans = plans;
        let mut thought = self.thought(&trials, level, 1);
        report(&thought);
        let mut round = WORLDS;
        let (mut worlds, mut sum) = (0u32, 0.0f32);
        let mut values: Vec<f32> = Vec::with_capacity(TRIED);
        while trials.len() > 1 && self.planner.nodes < most && !stop.is_pulled() {
            let world = game.imagine(Some(seat), &mut self.rng);
            let sharp = game.seats() == 2 || worlds % SHARP == 0;
            let luck = self.rng.next_u64();
            values.clear();
            for trial in &trials {
                if stop.is_pulled() {
                    break;
                }
                values.push(self.try_out(&world, seat, trial.plan, sharp, luck));
            }
            // A world that not all plans have seen compares nothing.
            if values.len() < trials.len() {
                break;
            }
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            for (trial, value) in trials.iter_mut().zip(&values) {
                trial.ahead += value - mean;
                trial.worlds += 1;
            }
            worlds += 1;
            sum += mean;
            level = sum / worlds as f32;
            trials.sort_by(|a, b| b.lead().total_cmp(&a.lead()));
            thought = self.thought(&trials, level, 2);
            if worlds == round {
                let keep = trials.len().div_ceil(2).max(2);
                trials.truncate(keep);
                round *= 2;
                report(&thought);
            }
        }
        thought.nodes = self.planner.nodes;
        thought
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
