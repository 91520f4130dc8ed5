//! How a Monte Carlo player searches.

use serde::{Deserialize, Serialize};

/// What can be set about a Monte Carlo search. All of it is data, so that it can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MctsOptions {
    /// How curious it is about moves it has tried little: the constant of UCT.
    pub exploration: f32,
    /// The share, from 0 to 1, that an untried move counts as if it had been tried once; none
    /// tries every move before any is tried again. Where there are hundreds of moves, set it.
    pub first_play: Option<f32>,
    /// Let moves learn from the same move made later (RAVE), with this many visits after which
    /// the two sources count about alike.
    pub rave: Option<f32>,
    /// What the prior of a move adds to it, divided by its visits: progressive bias.
    pub bias: f32,
    /// Visits after which a position gets its moves in the tree; more saves memory.
    pub expand_after: u32,
    /// Keep what was found when the game goes on.
    pub reuse: bool,
    /// Settle wins and losses exactly, where two sides play with nothing hidden.
    pub solve: bool,
    /// Draw a new world, of those the seat thinks possible, for each simulation. For games with
    /// hidden things or chance to come.
    pub worlds: bool,
    /// The tree grows no further than this many moves, for each thread; about 16 bytes each.
    pub max_nodes: usize,
    /// Simulations to play when the limits name neither nodes nor time, but a depth.
    pub simulations: u64,
}

impl MctsOptions {
    /// UCT that solves and remembers, for a game with little to hide and few moves.
    pub const USUAL: Self = Self {
        exploration: 0.7,
        first_play: None,
        rave: None,
        bias: 0.0,
        expand_after: 2,
        reuse: true,
        solve: true,
        worlds: false,
        max_nodes: 4_000_000,
        simulations: 100_000,
    };
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self::USUAL
    }
}
