//! Who is tuned, and in what: how numbers become a player that is judged.

use std::sync::Mutex;

use catalog::{Entry, Setup};
use game::Parameters;
use search::{ContestTerms, Entrant, Fault, Solo, SoloRun};
use serde::{Deserialize, Serialize};

use crate::by_id;
use crate::contestant::Contestant;
use crate::openings::OpeningSource;
use crate::self_play::SelfPlay;

/// Who is tuned, and in what.
#[derive(Clone, Serialize, Deserialize)]
pub struct Target {
    /// The game.
    #[serde(with = "by_id")]
    pub game: &'static dyn Entry,
    /// The level.
    pub level: String,
    /// All numbers of the level, as they are where the search begins.
    pub start: Parameters,
    /// Whether candidates are judged by runs alone; else they meet others.
    pub alone: bool,
    /// Whom they meet.
    pub against: Contestant,
    /// Under which terms.
    pub terms: ContestTerms,
    /// How games begin.
    pub openings: OpeningSource,
}

impl Target {
    /// The runs alone that candidates are judged by; none where they meet others.
    pub fn solo(&self) -> Option<&'static dyn Solo> {
        self.game.solo().filter(|_| self.alone)
    }

    /// The level with these numbers, as a game is told of it.
    pub fn entrant(&self, parameters: &Parameters) -> Entrant {
        Entrant::Own { player: self.level.clone(), parameters: parameters.clone() }
    }

    /// The level with these numbers, as it is named in commands.
    pub fn named(&self, parameters: &Parameters) -> String {
        let changes = parameters.changes();
        if changes.is_empty() { self.level.clone() } else { format!("{}:{changes}", self.level) }
    }

    /// Makes a player of numbers.
    pub fn prepare(&self, numbers: &[f64]) -> Result<Box<dyn SoloRun>, Fault> {
        let parameters = self.start.with_values(numbers);
        if let Some(solo) = self.solo() {
            let prepared = solo.prepare(&[self.entrant(&parameters)], &self.terms);
            let mut prepared = prepared.map_err(|bad| Fault::Unknown(bad.0))?;
            return prepared.runs.pop().ok_or(Fault::Stopped);
        }
        Ok(Box::new(SelfPlay {
            game: self.game,
            setup: Setup {
                variant: self.terms.variant.clone(),
                options: self.terms.options.clone(),
                seed: 0,
            },
            contestant: Contestant::Own(self.named(&parameters)),
            against: self.against.clone(),
            openings: self.openings.clone(),
            limits: self.terms.limits,
            idle: Mutex::new(Vec::new()),
        }))
    }
}
