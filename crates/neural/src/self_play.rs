//! Games of a network against itself, as examples to learn from.

use std::sync::Arc;

use game::{Encoding, Rng, Turn};
use search::{Limits, Stop};
use serde::{Deserialize, Serialize};

use crate::net::{BadNet, PolicyValueNet};
use crate::player::fits;
use crate::puct::{Puct, PuctOptions, shares_of};

/// How games are played to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelfPlayOptions {
    /// Simulations a move.
    pub nodes: u64,
    /// In the first moves, as many as this, actions are drawn in proportion to how often they were tried; then the
    /// most tried is played.
    pub drawn: usize,
    /// The part of noise in the policy of the root.
    pub noise: f32,
    /// Games that are longer than this end there, as a draw.
    pub longest: usize,
}

impl SelfPlayOptions {
    /// With so many simulations a move.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, drawn: 12, noise: 0.25, longest: 600 }
    }
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// The seat that moves.
    pub seat: u8,
    /// What it sees: the numbers that are not 0, by their place.
    pub observation: Vec<(u32, f32)>,
    /// The legal actions, and how much of the search each got; they add up to 1.
    pub policy: Vec<(u32, f32)>,
    /// The share that the search expects for the seat.
    pub value: f32,
    /// The action that was played.
    pub played: u32,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Episode {
    /// Its positions, in order.
    pub positions: Vec<Position>,
    /// Each seat's share of the result; together they are 1.
    pub shares: Vec<f32>,
}

/// Plays a game from a position. None when it was stopped.
pub fn self_play<G: Encoding>(
    start: &G,
    net: &Arc<PolicyValueNet>,
    options: &SelfPlayOptions,
    seed: u64,
    stop: &Stop,
) -> Result<Option<Episode>, BadNet> {
    fits(net, start)?;
    let mut rng = Rng::new(seed);
    let puct_options = PuctOptions { noise: options.noise, ..PuctOptions::USUAL };
    let mut puct = Puct::new(Arc::clone(net), puct_options);
    let (mut game, mut positions) = (start.clone(), Vec::new());
    let mut observation = vec![0.0; net.shape().inputs];
    while let Turn::Of(seat) = game.turn() {
        if stop.is_pulled() {
            return Ok(None);
        }
        if positions.len() >= options.longest {
            break;
        }
        let limits = Limits::nodes(options.nodes);
        let found = puct.search(&game, &mut rng, &limits, stop);
        if stop.is_pulled() {
            return Ok(None);
        }
        let total: u32 = found.actions.iter().map(|&(_, visits, _)| visits).sum();
        let part = |visits: u32| visits as f32 / total.max(1) as f32;
        // Hidden things may have made actions of other worlds tried: here only legal ones count.
        let legal =
            |action: u32| game.move_of(action as usize).is_some_and(|mv| game.check(mv).is_ok());
        let policy: Vec<(u32, f32)> = found
            .actions
            .iter()
            .filter(|&&(action, ..)| legal(action))
            .map(|&(action, visits, _)| (action, part(visits)))
            .collect();
        let drawn = positions.len() < options.drawn;
        let Some(played) = choose(&policy, drawn, &mut rng) else { break };
        game.observe(seat, &mut observation);
        let seen = observation.iter().enumerate().filter(|&(_, &number)| number != 0.0);
        positions.push(Position {
            seat: seat.0,
            observation: seen.map(|(at, &number)| (at as u32, number)).collect(),
            policy,
            value: found.value,
            played,
        });
        match game.move_of(played as usize) {
            Some(mv) => game.play(mv),
            // A legal action is a move.
            None => break,
        }
    }
    let seats = game.seats();
    let shares = match game.turn() {
        Turn::Over(outcome) => shares_of(&outcome, seats)[..seats].to_vec(),
        Turn::Of(_) => vec![1.0 / seats as f32; seats],
    };
    Ok(Some(Episode { positions, shares }))
}

/// The action that was tried most, or one drawn in proportion.
fn choose(policy: &[(u32, f32)], drawn: bool, rng: &mut Rng) -> Option<u32> {
    if drawn {
        let mut left = rng.unit();
        for &(action, part) in policy {
            left -= part;
            if left < 0.0 {
                return Some(action);
            }
        }
    }
    policy.first().map(|&(action, _)| action)
}
