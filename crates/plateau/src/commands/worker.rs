//! `plateau worker`: plays games that ladders and searches on other machines hand out.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arena::{EventError, Job};
use exchange::{ExchangeError, JobBoard, Task, Version, version};
use game::{Lang, Words};
use search::Stop;

use super::crew::LeaseArgs;
use super::event::cores;
use crate::failure::Failure;
use crate::interrupt::on_interrupt;

/// How often a worker without a game looks for one.
const GLANCE: Duration = Duration::from_millis(200);

/// How long it waits before it asks a database again that does not answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often it looks for jobs that it may not play, to say so.
const STRANGERS: Duration = Duration::from_secs(5);

/// Play games that other machines hand out
///
/// `plateau ladder`, `plateau tune` and `plateau train` with --database hand out games to any number of workers. A worker may be ended or
/// killed at any time: what it was playing is played by another. All must be the same build: games of different versions
/// are not counted together. Ctrl-C ends it.
/// As in: plateau worker --database postgres://ada@db/plateau
#[derive(clap::Args)]
pub struct Args {
    /// The database in which games are handed out
    #[arg(long, value_name = "postgres://…", required = true)]
    database: String,

    /// Games at a time; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Also start programs that take part. Whoever can write into the database then decides what runs here
    #[arg(long)]
    programs: bool,

    #[command(flatten)]
    lease: LeaseArgs,
}

/// Plays until Ctrl-C.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let version = version()?;
    let board =
        JobBoard::connect(&args.database, version.clone(), args.lease.duration(), args.programs)?;
    let stop = Stop::by(on_interrupt()?);
    let threads = args.threads.map_or_else(cores, usize::from);
    let worker =
        Worker { board, version, lang, stop, jobs: Mutex::default(), refused: Mutex::default() };
    worker.say(&Words::new(
        format!(
            "worker {}: {threads} games at a time, version {}",
            worker.board.worker(),
            worker.version
        ),
        format!(
            "exécutant {} : {threads} parties à la fois, version {}",
            worker.board.worker(),
            worker.version
        ),
    ));
    thread::scope(|scope| {
        let players: Vec<_> = (0..threads).map(|_| scope.spawn(|| worker.play())).collect();
        worker.name_strangers();
        let ends = players
            .into_iter()
            .map(|player| player.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.sum::<u64>()
    });
    Ok(())
}

struct Worker {
    board: JobBoard,
    version: Version,
    lang: Lang,
    stop: Stop,
    /// The jobs that were made ready here.
    jobs: Mutex<BTreeMap<i64, Arc<dyn Job>>>,
    /// Those that cannot be played here.
    refused: Mutex<BTreeSet<i64>>,
}

impl Worker {
    fn say(&self, words: &Words) {
        // If even standard error is closed, there is nobody to tell.
        let _ = writeln!(io::stderr(), "{}", words.get(self.lang));
    }

    /// Plays one game after another; how many.
    fn play(&self) -> u64 {
        let (mut played, mut next) = (0, None);
        while !self.stop.is_pulled() {
            let Some(task) = next.take().or_else(|| self.take(0)) else {
                thread::sleep(GLANCE);
                continue;
            };
            match self.play_job(task, &mut played) {
                Ok(other) => next = other,
                Err((task, why)) => self.refuse(&task, &why),
            }
        }
        if let Some(task) = next {
            self.asking(|| self.board.release(&task));
        }
        played
    }

    /// Plays games of one job, until another's comes.
    fn play_job(&self, first: Task, played: &mut u64) -> Result<Option<Task>, (Task, Words)> {
        let job = match self.open(first.job) {
            Ok(job) => job,
            Err(why) => return Err((first, why)),
        };
        let mut player = match job.player() {
            Ok(player) => player,
            Err(fault) => return Err((first, fault.words())),
        };
        let mut task = first;
        loop {
            match player.play(&task.task, &self.stop) {
                Ok(Some(game)) => {
                    self.asking(|| self.board.finish(task.job, &task.key, &game));
                    *played += 1;
                }
                Ok(None) => self.asking(|| self.board.release(&task)),
                Err(EventError::Fault(fault)) => return Err((task, fault.words())),
                Err(EventError::Io(error)) => {
                    return Err((task, Words::new(error.to_string(), error.to_string())));
                }
            }
            if self.stop.is_pulled() {
                return Ok(None);
            }
            match self.take(task.job) {
                Some(next) if next.job == task.job => task = next,
                other => return Ok(other),
            }
        }
    }

    fn open(&self, id: i64) -> Result<Arc<dyn Job>, Words> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(job) = jobs.get(&id) {
            return Ok(Arc::clone(job));
        }
        let spec = self.board.spec(id).map_err(|error| error.words())?;
        let job: Arc<dyn Job> = spec.open().map_err(|fault| fault.words())?.into();
        let title = spec.title();
        self.say(&Words::new(format!("plays {title}"), format!("joue {title}")));
        jobs.insert(id, Arc::clone(&job));
        Ok(job)
    }

    fn take(&self, rather: i64) -> Option<Task> {
        let not: Vec<i64> = {
            let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
            refused.iter().copied().collect()
        };
        match self.board.take(rather, &not) {
            Ok(task) => task,
            Err(error) => {
                self.wait_for_database(&error);
                None
            }
        }
    }

    /// Leaves a job alone from now on, and tells the one who waits for it.
    fn refuse(&self, task: &Task, why: &Words) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(task.job);
        self.say(why);
        self.asking(|| self.board.release(task));
        self.asking(|| self.board.refuse(task.job, &why.en));
    }

    /// Asks the database until it answers: a result must not be lost because it was away for a moment.
    fn asking(&self, ask: impl Fn() -> Result<(), ExchangeError>) {
        let mut tries = 0;
        while let Err(error) = ask() {
            tries += 1;
            // Who wants to end is not held up for ever.
            if self.stop.is_pulled() && tries > 1 {
                return;
            }
            self.wait_for_database(&error);
        }
    }

    fn wait_for_database(&self, error: &ExchangeError) {
        self.say(&error.words());
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until && !self.stop.is_pulled() {
            thread::sleep(GLANCE);
        }
    }

    /// Says of every job that this program may not play why not, once.
    fn name_strangers(&self) {
        let mut named = BTreeSet::new();
        let mut next = Instant::now();
        while !self.stop.is_pulled() {
            if Instant::now() < next {
                thread::sleep(GLANCE);
                continue;
            }
            next = Instant::now() + STRANGERS;
            for stranger in self.board.strangers().unwrap_or_default() {
                if !named.insert(stranger.job) {
                    continue;
                }
                let (title, wanted, own) = (&stranger.title, &stranger.version, &self.version);
                let words = if wanted == own.as_str() {
                    Words::new(
                        format!(
                            "{title}: has programs, which only --programs lets this worker start"
                        ),
                        format!(
                            "{title} : comprend des programmes, que seul --programs permet de lancer ici"
                        ),
                    )
                } else {
                    Words::new(
                        format!(
                            "{title}: wants version {wanted}, and this is {own}: their games are not counted together. Start the same program here"
                        ),
                        format!(
                            "{title} : demande la version {wanted}, et voici {own} : leurs parties ne se comptent pas ensemble. Lancer ici le même programme"
                        ),
                    )
                };
                self.say(&words);
                let why = format!("is version {own}, not {wanted}");
                if wanted != own.as_str() {
                    self.asking(|| self.board.refuse(stranger.job, &why));
                }
            }
        }
    }
}
