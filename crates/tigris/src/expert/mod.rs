//! The strongest player. It plans whole turns from candidate actions, then simulates the best plans in imagined
//! worlds, in which the others answer with their best single move or greedily for points.

mod candidates;
pub(crate) mod odds;
mod plan;
mod rollouts;

use std::sync::Arc;

use game::{Game, Parameter, Rng, Seat, numbers_of};
use search::{Limits, MoveScore, Player, Score, SearchTree, Stop, Thought, TraceRequest};
use serde::{Deserialize, Serialize};

use crate::eval::WeightSets;
use crate::moves::Move;
use crate::rules::{Phase, Tigris};
use crate::value::ValueNets;

use plan::{Planner, TurnPlan};
use rollouts::RolloutTree;

/// How broadly it searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchWidth {
    /// For so many first actions a second one is searched.
    pub beam: usize,
    /// How many plans are simulated in imagined worlds.
    pub plans: usize,
    /// After so many worlds the worse half of the plans is dropped, and again after twice as many (sequential halving).
    pub worlds: u32,
    /// With more than two players, the others answer with their best single move in one of so many worlds only. In the
    /// other worlds they play greedily for points, which is cheap, so there can be more worlds.
    pub strong_every: u32,
    /// The planned value counts as much as this many worlds.
    pub prior_worlds: f32,
}

impl SearchWidth {
    /// The values that won most.
    pub const BEST: Self =
        Self { beam: 24, plans: 10, worlds: 8, strong_every: 8, prior_worlds: 3.0 };

    /// Its numbers, for those who tune them.
    pub fn parameters() -> Vec<Parameter> {
        numbers_of("", &Self::BEST, |name, _| match name {
            "beam" => (1.0, 500.0, 4.0),
            "plans" => (2.0, 100.0, 2.0),
            "prior_worlds" => (0.1, 100.0, 0.5),
            _ => (1.0, 1_000.0, 2.0),
        })
    }
}

/// With a smaller budget of nodes than this, no second actions are searched.
const MIN_NODES: u64 = 3_000;
/// A simulation ends after this many decisions.
const MAX_DECISIONS: usize = 60;

/// Points of an evaluation in one point of the game.
const SCALE: f32 = 100.0;

/// The expert player.
#[derive(Clone, Debug)]
pub struct Expert {
    rng: Rng,
    breadth: SearchWidth,
    planner: Planner,
    plans: Vec<TurnPlan>,
    /// All simulations, while somebody watches.
    watched: Option<RolloutTree>,
}

/// A plan and its results in simulations.
struct SimulatedPlan {
    plan: TurnPlan,
    /// The sum over the worlds of its value minus the mean value of all plans.
    advantage: f32,
    worlds: u32,
}

impl SimulatedPlan {
    /// Its mean advantage over the other plans. The planned value counts as some worlds, since the
    /// first few worlds are noisy.
    fn mean_advantage(&self, prior_worlds: f32) -> f32 {
        (self.plan.value * prior_worlds + self.advantage) / (prior_worlds + self.worlds as f32)
    }
}

impl Expert {
    /// An expert with these weights. With a budget of nodes the same seed plays the same moves.
    pub fn new(weights: impl Into<WeightSets>, seed: u64) -> Self {
        Self {
            rng: Rng::new(seed),
            breadth: SearchWidth::BEST,
            planner: Planner::new(weights.into()),
            plans: Vec::new(),
            watched: None,
        }
    }

    /// The same with another breadth of search.
    #[must_use]
    pub fn searching(self, breadth: SearchWidth) -> Self {
        Self { breadth, ..self }
    }

    /// The same with a learned value in place of the weights.
    #[must_use]
    pub fn with_nets(mut self, nets: Arc<ValueNets>) -> Self {
        self.planner.learn(nets);
        self
    }

    /// Plays a plan in a world until it is the planner's turn again, and evaluates the position. Every plan gets the
    /// same seed in the same world (common random numbers).
    fn simulate(
        &mut self,
        world: &Tigris,
        seat: Seat,
        plan: TurnPlan,
        strong_replies: bool,
        rng_seed: u64,
    ) -> f32 {
        let mut world = world.clone();
        let mut rng = Rng::new(rng_seed);
        let mut known = world.hand(seat);
        let (mut left, mut second) = (world.active() != seat, plan.second);
        spend(&mut known, plan.first);
        self.step(seat, plan.first);
        world.play(plan.first);
        for _ in 0..MAX_DECISIONS {
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
            } else if strong_replies || decides == seat {
                self.planner.best_move(&world)
            } else {
                self.planner.greedy_reply(&world, &mut rng)
            };
            let Some(mv) = chosen else { break };
            if decides == seat {
                spend(&mut known, mv);
            }
            self.step(decides, mv);
            world.play(mv);
        }
        let value = self.planner.value(&world, seat, known);
        if let Some(tree) = &mut self.watched {
            tree.end(world.turn().seat(), value);
        }
        value
    }

    /// Tells whoever watches of a move in a simulation.
    fn step(&mut self, mover: Seat, mv: Move) {
        if let Some(tree) = &mut self.watched {
            tree.step(mover, mv);
        }
    }

    fn thought(&self, trials: &[SimulatedPlan], level: f32, depth: u32) -> Thought<Move> {
        let prior_worlds = self.breadth.prior_worlds;
        // A plan that was dropped was compared with worse ones than those that were kept: it is worth no more than the
        // last that stands above it.
        let mut ceiling = f32::INFINITY;
        let moves: Vec<_> = trials
            .iter()
            .map(|trial| {
                ceiling = ceiling.min(level + trial.mean_advantage(prior_worlds));
                MoveScore { mv: trial.plan.first, score: Score::Points((ceiling * SCALE) as i32) }
            })
            .collect();
        let plan = trials.first().map(|trial| trial.plan);
        Thought {
            best: plan.map(|plan| plan.first),
            score: moves.first().map_or(Score::Draw, |best| best.score),
            line: plan
                .into_iter()
                .flat_map(|plan| [Some(plan.first), plan.second])
                .flatten()
                .collect(),
            moves,
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
        // Its thought must depend only on what the seat knows, whatever state it was given.
        let game = &game.imagine(Some(seat), &mut self.rng);
        let stop = stop.with(limits);
        let most = limits.nodes.unwrap_or(u64::MAX);
        let SearchWidth { beam, plans: tried, worlds: first_round, strong_every, prior_worlds } =
            self.breadth;
        self.planner.begin();
        let mut plans = std::mem::take(&mut self.plans);
        self.planner.plans(game, if most < MIN_NODES { 0 } else { beam }, &stop, &mut plans);
        if let Some(tree) = &mut self.watched {
            let planned = |plan: &TurnPlan| {
                let score = Score::Points((plan.value * SCALE) as i32);
                MoveScore { mv: plan.first, score }
            };
            tree.judge(&plans.iter().map(planned).collect::<Vec<_>>());
        }
        plans.truncate(tried);
        let mut level = plans.iter().map(|plan| plan.value).sum::<f32>() / plans.len() as f32;
        let mut trials: Vec<SimulatedPlan> = plans
            .iter()
            .map(|&plan| {
                let plan = TurnPlan { value: plan.value - level, ..plan };
                SimulatedPlan { plan, advantage: 0.0, worlds: 0 }
            })
            .collect();
        self.plans = plans;
        let mut thought = self.thought(&trials, level, 1);
        report(&thought);
        let mut round = first_round;
        // Only so many of the plans are still simulated; the others follow them in the list.
        let mut kept = trials.len();
        let (mut worlds, mut sum) = (0u32, 0.0f32);
        let mut values: Vec<f32> = Vec::with_capacity(tried);
        while kept > 1 && self.planner.nodes < most && !stop.is_pulled() {
            let world = game.imagine(Some(seat), &mut self.rng);
            let strong_replies = game.seats() == 2 || worlds % strong_every == 0;
            let rng_seed = self.rng.next_u64();
            values.clear();
            for trial in &trials[..kept] {
                if stop.is_pulled() {
                    break;
                }
                values.push(self.simulate(&world, seat, trial.plan, strong_replies, rng_seed));
            }
            // If it was stopped before all plans were simulated, this world cannot compare them.
            if values.len() < kept {
                break;
            }
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            for (trial, value) in trials.iter_mut().zip(&values) {
                trial.advantage += value - mean;
                trial.worlds += 1;
            }
            worlds += 1;
            sum += mean;
            level = sum / worlds as f32;
            let rank = |trial: &SimulatedPlan| trial.mean_advantage(prior_worlds);
            trials[..kept].sort_by(|a, b| rank(b).total_cmp(&rank(a)));
            thought = self.thought(&trials, level, 2);
            if let Some(tree) = &mut self.watched {
                tree.judge(&thought.moves);
            }
            if worlds == round {
                kept = kept.div_ceil(2).max(2);
                round *= 2;
                report(&thought);
            }
        }
        thought.nodes = self.planner.nodes;
        thought
    }

    fn trace(
        &mut self,
        game: &Tigris,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<SearchTree<Move>> {
        let seat = game.turn().seat()?;
        self.watched = Some(RolloutTree::new());
        let thought = self.think(game, &Limits::nodes(request.nodes), stop, &mut |_| ());
        Some(self.watched.take()?.most_visited(seat, &thought, request))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
