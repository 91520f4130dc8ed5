//! The options of Monte Carlo tree search.

use game::{Bounds, Parameter, Parameters, numbers_of, with_numbers};
use serde::{Deserialize, Serialize};

/// The options of a Monte Carlo tree search. All of them are data, so that they can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MctsOptions {
    /// The exploration constant of UCT: more visits moves that were tried little.
    pub exploration: f32,
    /// First-play urgency: the value, from 0 to 1, that an unvisited move counts as having. `None` visits every move
    /// once before any move twice. Set it where there are hundreds of moves.
    pub first_play_urgency: Option<f32>,
    /// RAVE (rapid action value estimation): the number of visits at which the all-moves-as-first value and the
    /// move's own value count about the same. `None` turns it off.
    pub rave: Option<f32>,
    /// Progressive bias: this much of a move's prior is added to its value, divided by its visits.
    pub progressive_bias: f32,
    /// Visits after which a node is expanded; a larger number saves memory.
    pub expand_after: u32,
    /// Tree reuse: keep the part of the tree below the moves that were played.
    pub reuse: bool,
    /// MCTS-Solver: prove wins and losses, where two sides play with nothing hidden.
    pub solve: bool,
    /// Determinization: each simulation plays in a new world drawn from those that fit what the seat knows. For games
    /// with hidden information or chance to come.
    pub determinize: bool,
    /// The most nodes in the tree of one thread; about 16 bytes each.
    pub max_nodes: usize,
    /// Simulations to run when the limits name a depth but neither nodes nor time.
    pub simulations: u64,
}

impl MctsOptions {
    /// UCT with solver and tree reuse, for a game with open information and few moves.
    pub const USUAL: Self = Self {
        exploration: 0.7,
        first_play_urgency: None,
        rave: None,
        progressive_bias: 0.0,
        expand_after: 2,
        reuse: true,
        solve: true,
        determinize: false,
        max_nodes: 4_000_000,
        simulations: 100_000,
    };

    /// The numbers that decide how it plays. What is switched off is not among them, and neither is what only saves
    /// memory.
    pub fn parameters(&self) -> Vec<Parameter> {
        let bounds = |name: &str, _: f64| -> Bounds {
            match name {
                "exploration" => (0.0, 10.0, 0.1),
                "first_play_urgency" => (0.0, 1.0, 0.1),
                "rave" => (1.0, 1e6, 100.0),
                "progressive_bias" => (0.0, 100.0, 0.5),
                _ => (1.0, 10_000.0, 1.0),
            }
        };
        let mut list = numbers_of("", self, bounds);
        list.retain(|parameter| match parameter.name.as_str() {
            "progressive_bias" => self.progressive_bias > 0.0,
            name => !["max_nodes", "simulations"].contains(&name),
        });
        list
    }

    /// The same with its numbers as the parameters have them.
    #[must_use]
    pub fn changed_by(&self, parameters: &Parameters) -> Self {
        with_numbers("", self, parameters)
    }
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self::USUAL
    }
}
