//! What a worker is told of an event: enough to play any game of it, on any machine.

use catalog::Entry;
use search::{ContestTerms, Fault, Stop};
use serde::{Deserialize, Serialize};

use crate::by_id;
use crate::contestant::Contestant;
use crate::crew::{EventPlayer, SharedEvent, TaskPlayer};
use crate::event::Event;
use crate::game_runner::{Fixture, GameRunner, MatchRules};
use crate::ladder::SoloRuns;
use crate::match_game::MatchGame;
use crate::self_play_job::SelfPlayJob;
use crate::solo;
use crate::tune::{Candidate, JudgedCandidate, Measure, Target, Trial};

/// A job as it travels.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobSpec {
    /// Games between contestants.
    Games {
        /// The rules.
        rules: MatchRules,
        /// Who takes part.
        contestants: Vec<Contestant>,
    },
    /// Runs alone.
    Solo {
        /// The game.
        #[serde(with = "by_id")]
        game: &'static dyn Entry,
        /// Who takes part.
        contestants: Vec<Contestant>,
        /// Under which terms.
        terms: ContestTerms,
        /// What decides all seeds.
        seed: u64,
    },
    /// Candidates of a search for numbers.
    Tune(TuneJob),
    /// Games of a network against itself.
    SelfPlay(SelfPlayJob),
}

/// How candidates of a search are judged.
#[derive(Clone, Serialize, Deserialize)]
pub struct TuneJob {
    /// Who is tuned, and in what.
    pub target: Target,
    /// What is to be high.
    pub measure: Measure,
    /// Games for each candidate.
    pub games: u64,
    /// After so many moves a game is broken off.
    pub most: u64,
    /// What decides all seeds.
    pub seed: u64,
}

/// A job made ready on this machine.
pub trait Job: Send + Sync {
    /// One who plays its tasks on a thread.
    fn player(&self) -> Result<Box<dyn TaskPlayer + '_>, Fault>;
}

impl<E: SharedEvent + Send> Job for E {
    fn player(&self) -> Result<Box<dyn TaskPlayer + '_>, Fault> {
        Ok(Box::new(EventPlayer::new(self)?))
    }
}

impl JobSpec {
    /// Makes it ready. What this machine has not got, such as a program, is said here.
    pub fn open(&self) -> Result<Box<dyn Job>, Fault> {
        Ok(match self.clone() {
            Self::Games { rules, contestants } => {
                rules.check(&contestants)?;
                Box::new(GameRunner::new(rules, contestants))
            }
            Self::Solo { game, contestants, terms, seed } => {
                let prepared = solo::prepare(game, &contestants, &terms)?;
                Box::new(SoloRuns { runs: prepared.runs, moves: prepared.moves, seed })
            }
            Self::Tune(job) => Box::new(job),
            Self::SelfPlay(job) => Box::new(job.open()?),
        })
    }

    /// Whether programs take part, which a worker would have to start.
    pub fn has_programs(&self) -> bool {
        match self {
            Self::Games { contestants, .. } | Self::Solo { contestants, .. } => {
                contestants.iter().any(Contestant::is_program)
            }
            Self::Tune(job) => job.target.against.is_program(),
            Self::SelfPlay(_) => false,
        }
    }

    /// What it is, in a few words.
    pub fn title(&self) -> String {
        let names =
            |list: &[Contestant]| list.iter().map(Contestant::name).collect::<Vec<_>>().join(", ");
        match self {
            Self::Games { rules, contestants } => {
                format!("{}: {}", rules.game.about().id, names(contestants))
            }
            Self::Solo { game, contestants, .. } => {
                format!("{}, alone: {}", game.about().id, names(contestants))
            }
            Self::Tune(job) => {
                format!("{}: tuning {}", job.target.game.about().id, job.target.level)
            }
            Self::SelfPlay(job) => format!("{}: training", job.game.about().id),
        }
    }
}

impl SharedEvent for GameRunner {
    fn key(&self, fixture: &Fixture) -> String {
        let lineup: Vec<String> = fixture.lineup.iter().map(usize::to_string).collect();
        format!("{}/{}/{}", lineup.join("-"), fixture.round, fixture.turn)
    }

    fn numbered(&self, fixture: &Fixture, game: MatchGame) -> MatchGame {
        MatchGame { number: fixture.number, record: self.record(&game), ..game }
    }
}

impl TuneJob {
    /// Judges one candidate, or names it.
    fn with<T>(&self, act: impl FnOnce(&Trial<'_>) -> T) -> T {
        let Self { target, measure, games, most, seed } = self;
        let prepare = |numbers: &[f64]| target.prepare(numbers);
        act(&Trial {
            prepare: &prepare,
            measure: *measure,
            games: *games,
            most: *most,
            seed: *seed,
        })
    }
}

impl Event for TuneJob {
    type Kept = ();
    type Task = Candidate;
    type Game = JudgedCandidate;

    fn set_up(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn play(
        &self,
        (): &mut (),
        task: &Candidate,
        stop: &Stop,
    ) -> Result<Option<JudgedCandidate>, Fault> {
        self.with(|trial| trial.play(&mut (), task, stop))
    }
}

impl SharedEvent for TuneJob {
    fn key(&self, task: &Candidate) -> String {
        self.with(|trial| trial.key(task))
    }

    fn numbered(&self, task: &Candidate, judged: JudgedCandidate) -> JudgedCandidate {
        self.with(|trial| trial.numbered(task, judged))
    }
}
