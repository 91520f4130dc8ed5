//! Who plays the games of a command: threads of this program, and with a database the workers of other machines.

use std::time::Duration;

use arena::{Crew, JobSpec};
use exchange::{ExchangeError, JobBoard, version};
use indicatif::ProgressBar;

use crate::failure::Failure;

/// The flags.
#[derive(clap::Args, Clone)]
pub struct CrewArgs {
    /// Games at a time; all cores if not given, but one duel, whose contestants both think. With --database it may be 0:
    /// then only workers play
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Hand out games to any number of `plateau worker`, through this PostgreSQL database; the same command goes on
    /// where it was
    #[arg(long, value_name = "postgres://…")]
    database: Option<String>,

    #[command(flatten)]
    lease: LeaseArgs,
}

/// How long a game belongs to its worker.
#[derive(clap::Args, Clone, Copy)]
pub struct LeaseArgs {
    /// Seconds after which a game is given to another if nothing was heard of its worker
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    lease: u64,
}

impl LeaseArgs {
    /// As a time.
    pub fn duration(self) -> Duration {
        Duration::from_secs(self.lease)
    }
}

impl CrewArgs {
    /// Calls the crew together, and lets it play. What workers cannot do is printed above the bar.
    pub fn with<T>(
        &self,
        threads: usize,
        spec: &JobSpec,
        bar: &ProgressBar,
        play: impl FnOnce(&Crew<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(board) = self.board()? else { return play(&Crew::threads(threads.max(1))) };
        let job = board.job(spec, heard(bar))?;
        play(&Crew::shared(threads, &job))
    }

    /// Where games are handed out; none without a database.
    pub fn board(&self) -> Result<Option<JobBoard>, Failure> {
        let Some(url) = &self.database else { return Ok(None) };
        Ok(Some(JobBoard::connect(url, version()?, self.lease.duration(), true)?))
    }
}

/// Prints above the bar what workers say.
pub fn heard(bar: &ProgressBar) -> Box<dyn Fn(&str) + Send + Sync> {
    let told = bar.clone();
    Box::new(move |why: &str| told.suspend(|| eprintln!("worker {why}")))
}

impl From<ExchangeError> for Failure {
    fn from(error: ExchangeError) -> Self {
        match error {
            ExchangeError::Io(error) => Self::Io(error),
            other => Self::Asked(other.words()),
        }
    }
}
