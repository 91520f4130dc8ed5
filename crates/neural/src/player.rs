//! A computer player that searches with a network from a file: `mcts:net=FILE`, in every game.

use std::sync::Arc;
use std::time::Duration;

use game::{Encoding, Parameter, Parameters, Phrase, Rng};
use search::{Level, Limits, MoveScore, Player, Score, Stop, Thought};

use crate::net::{BadNet, NetShape, PolicyValueNet};
use crate::puct::{Puct, PuctOptions, chance};

/// The level that a network plays at, whichever game it is.
pub const LEVEL: Level = Level {
    id: "mcts",
    name: Phrase::new("Network", "Réseau"),
    about: Phrase::new(
        "searches with a network that was trained",
        "cherche avec un réseau entraîné",
    ),
    limits: Limits { nodes: Some(800), ..Limits::time(Duration::from_secs(2)) },
};

/// The numbers that it plays by.
pub fn parameters() -> Vec<Parameter> {
    let mut list = LEVEL.limits.parameters();
    let usual = f64::from(PuctOptions::USUAL.exploration);
    list.push(Parameter::new("exploration", usual, (0.0, 100.0), 0.25));
    list
}

/// The player.
pub struct NetPlayer {
    puct: Puct,
    shape: NetShape,
    net: Arc<PolicyValueNet>,
    rng: Rng,
}

impl NetPlayer {
    /// A player with a network, its numbers and a seed.
    pub fn new(net: Arc<PolicyValueNet>, parameters: &Parameters, seed: u64) -> Self {
        let usual = PuctOptions::USUAL;
        let exploration = parameters.get("exploration").map_or(usual.exploration, |one| one as f32);
        let puct = Puct::new(Arc::clone(&net), PuctOptions { exploration, ..usual });
        Self { puct, shape: net.shape(), net, rng: Rng::new(seed) }
    }
}

/// What a network for a game must be like.
pub(crate) fn wanted<G: Encoding>(game: &G) -> NetShape {
    NetShape {
        inputs: game.observation().len(),
        hidden: 0,
        actions: game.actions(),
        seats: game.seats(),
    }
}

/// Whether a network fits a game.
pub(crate) fn fits<G: Encoding>(net: &PolicyValueNet, game: &G) -> Result<(), BadNet> {
    net.check(wanted(game))
}

impl<G: Encoding> Player<G> for NetPlayer {
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let NetShape { inputs, actions, seats, .. } = self.shape;
        let wanted = wanted(game);
        // A board of other sizes than the network's is played at random, not refused: the move comes first.
        if (inputs, actions, seats) != (wanted.inputs, wanted.actions, wanted.seats) {
            return Thought::unscored(game.random_move(&mut self.rng, &mut Vec::new()));
        }
        let found = self.puct.search(game, &mut self.rng, limits, stop);
        let mv = |action: u32| game.move_of(action as usize);
        let best = found.actions.first().and_then(|&(action, ..)| mv(action));
        let mut line = Vec::new();
        let mut world = game.clone();
        for action in found.line {
            // What is hidden may make a later move of the line impossible here.
            let Some(mv) = world.move_of(action as usize).filter(|&mv| world.check(mv).is_ok())
            else {
                break;
            };
            line.push(mv);
            world.play(mv);
        }
        let tried = found.actions.iter().filter(|&&(_, visits, _)| visits > 0);
        let scored = |&(action, _, share): &(u32, u32, f32)| {
            mv(action).map(|mv| MoveScore { mv, score: Score::Chance(chance(share, seats)) })
        };
        Thought {
            best,
            score: Score::Chance(chance(found.value, seats)),
            depth: line.len() as u32,
            line,
            moves: tried.filter_map(scored).collect(),
            nodes: found.simulations,
        }
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.puct.clear();
    }

    fn memory(&self) -> usize {
        let NetShape { inputs, hidden, actions, seats } = self.net.shape();
        let weights = hidden * (inputs + hidden + actions + seats) * size_of::<f32>();
        size_of::<Self>() + self.puct.memory() + weights
    }
}
