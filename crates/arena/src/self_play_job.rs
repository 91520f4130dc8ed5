//! Games of a network against itself, to learn from. The network travels with the job, so that any machine can play
//! them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use catalog::{Entry, Setup};
use game::Words;
use neural::{Episode, PolicyValueNet, SelfPlayOptions};
use search::{Fault, Stop};
use serde::{Deserialize, Serialize};

use crate::by_id;
use crate::crew::SharedEvent;
use crate::event::{Event, seed_of};

/// What is played, and by which network.
#[derive(Clone, Serialize, Deserialize)]
pub struct SelfPlayJob {
    /// The game.
    #[serde(with = "by_id")]
    pub game: &'static dyn Entry,
    /// Variant and options; its seed decides everything.
    pub setup: Setup,
    /// Simulations a move.
    pub nodes: u64,
    /// The network's file, in base64.
    net: String,
}

/// A game in a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SelfPlayed {
    pub number: usize,
    pub episode: Episode,
}

/// The job made ready.
pub(crate) struct SelfPlayGames {
    game: &'static dyn Entry,
    setup: Setup,
    nodes: u64,
    net: Arc<PolicyValueNet>,
}

impl SelfPlayJob {
    /// Games of the network in these bytes.
    pub fn new(game: &'static dyn Entry, setup: Setup, nodes: u64, net: &[u8]) -> Self {
        Self { game, setup, nodes, net: STANDARD.encode(net) }
    }

    /// Makes it ready.
    pub(crate) fn open(&self) -> Result<SelfPlayGames, Fault> {
        let Self { game, setup, nodes, net } = self.clone();
        let bytes = STANDARD.decode(net).map_err(|_| {
            Fault::Unknown(Words::new(
                "the network was damaged on its way here",
                "le réseau est arrivé abîmé",
            ))
        })?;
        let net = PolicyValueNet::from_bytes(&bytes).map_err(|bad| Fault::Unknown(bad.0))?;
        Ok(SelfPlayGames { game, setup, nodes, net: Arc::new(net) })
    }
}

impl Event for SelfPlayGames {
    type Kept = ();
    type Task = usize;
    type Game = SelfPlayed;

    fn set_up(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn play(&self, (): &mut (), &number: &usize, stop: &Stop) -> Result<Option<SelfPlayed>, Fault> {
        let seed = seed_of(self.setup.seed, number as u64);
        let setup = Setup { seed: seed >> 11, ..self.setup.clone() };
        let options = SelfPlayOptions::nodes(self.nodes);
        let played = self.game.self_play(&setup, &self.net, &options, seed, stop);
        let episode = played.map_err(|unknown| Fault::Unknown(unknown.0))?;
        Ok(episode.map(|episode| SelfPlayed { number, episode }))
    }
}

impl SharedEvent for SelfPlayGames {
    fn key(&self, number: &usize) -> String {
        number.to_string()
    }
}
