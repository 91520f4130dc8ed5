//! A host's own bots: programs that speak the engine protocol, as opponents at tables.
//!
//! A program thinks while a thread of the pool waits for it, so a bot never has more processes at work than there are
//! threads that think. A process plays at any table: it is told the whole position each time, and a new game only when
//! the table is another one. Between turns it waits for a while, and is then ended.

mod health;
mod spec;
mod turn;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::{TablePlayer, UgiHost};
use catalog::{Setup, Table};
use game::Words;
use search::{Confinement, Fault, FaultKind, Limits, Stop};

use health::Health;
pub use spec::BotSpec;
pub(crate) use turn::FirstStart;

/// A process that nobody has asked for so long is ended.
const IDLE: Duration = Duration::from_secs(120);

/// The bots of this server.
pub(crate) struct HostedBots {
    bots: Vec<Arc<HostedBot>>,
}

/// One bot, and its processes that wait for a turn.
pub(crate) struct HostedBot {
    pub spec: BotSpec,
    confinement: Confinement,
    health: Mutex<Health>,
    idle: Mutex<Vec<Process>>,
}

/// A running process, and where it played last.
struct Process {
    host: UgiHost,
    game: Option<GameKey>,
    since: Instant,
}

/// What a process was told with `newgame`: a table, and how often moves were taken back there.
type GameKey = (String, u32);

/// A turn to be played.
pub(crate) struct TurnRequest {
    pub table: Box<dyn Table>,
    pub setup: Setup,
    /// The table's id and its generation.
    pub game: GameKey,
    /// What the program is told that it may think.
    pub limits: Limits,
    /// How long it is waited for.
    pub patience: Duration,
}

/// Why a bot gave no move: what people are told, and for the host the whole story. No kind when it was stopped.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub kind: Option<FaultKind>,
    pub why: String,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self { kind: fault.kind(), why: fault.to_string() }
    }
}

impl HostedBots {
    /// Those that are named; of two with the same name the first.
    pub fn new(specs: &[BotSpec], confinement: Confinement) -> Self {
        let mut seen = HashSet::new();
        let new = |spec: &BotSpec| {
            Arc::new(HostedBot {
                spec: spec.clone(),
                confinement,
                health: Mutex::default(),
                idle: Mutex::default(),
            })
        };
        let specs = specs.iter().filter(|spec| seen.insert((&spec.game, &spec.name)));
        Self { bots: specs.map(new).collect() }
    }

    /// The bots of a game.
    pub fn of(&self, game: &str) -> impl Iterator<Item = &Arc<HostedBot>> {
        self.bots.iter().filter(move |bot| bot.spec.game == game)
    }

    /// The bot of a level's name.
    pub fn find(&self, game: &str, level: &str) -> Option<&Arc<HostedBot>> {
        self.bots.iter().find(|bot| bot.spec.game == game && bot.spec.level() == level)
    }

    /// All of them.
    pub fn all(&self) -> &[Arc<HostedBot>] {
        &self.bots
    }

    /// Ends processes that have waited too long, or all of them. It takes a moment: not for async threads.
    pub fn end_processes(&self, all: bool) {
        for bot in &self.bots {
            let mut gone = Vec::new();
            let mut idle = bot.idle();
            let mut at = 0;
            while at < idle.len() {
                match all || idle[at].since.elapsed() > IDLE {
                    true => gone.push(idle.swap_remove(at)),
                    false => at += 1,
                }
            }
            drop(idle);
            drop(gone);
        }
    }
}

impl HostedBot {
    /// Why it cannot be played against at present.
    pub fn out_of_order(&self) -> Option<Words> {
        let what = self.health().out_of_order(Instant::now())?.phrase();
        let name = &self.spec.name;
        Some(Words::new(
            format!("{name} is out of order: it {}", what.en),
            format!("{name} est en panne : il {}", what.fr),
        ))
    }

    /// Starts it once, to hear at once what is wrong with it.
    pub fn try_start(&self) {
        match self.start() {
            Ok(process) => self.idle().push(process),
            Err(trouble) => {
                // It has never worked: nobody need find that out again.
                self.health().is_suspect();
                self.note(&trouble);
            }
        }
    }

    /// A legal move, from a process that waits or a new one. A process that has failed is ended.
    pub fn choose(&self, asked: &TurnRequest, stop: &Stop) -> Result<String, Trouble> {
        let known = self.take(&asked.game).map(|process| self.ask(process, asked, stop));
        let chosen = match known {
            // One that has ended, perhaps while nobody asked it, is replaced before that counts.
            None | Some(Err(Trouble { kind: Some(FaultKind::Crashed), .. })) => {
                self.start().and_then(|process| self.ask(process, asked, stop))
            }
            Some(chosen) => chosen,
        };
        match &chosen {
            Ok(_) => self.health().well(),
            Err(trouble) => self.note(trouble),
        }
        chosen
    }

    fn start(&self) -> Result<Process, Trouble> {
        let host = UgiHost::start_confined(&self.spec.command, &self.confinement)?;
        Ok(Process { host, game: None, since: Instant::now() })
    }

    fn ask(
        &self,
        mut process: Process,
        asked: &TurnRequest,
        stop: &Stop,
    ) -> Result<String, Trouble> {
        if process.game.as_ref() != Some(&asked.game) {
            process.host.begin(&*asked.table, &asked.setup, asked.setup.seed)?;
            process.game = Some(asked.game.clone());
        }
        let answer = process.host.choose(&*asked.table, &asked.limits, asked.patience, stop)?;
        let text = asked.table.fork().play(&answer.text).map_err(|refused| {
            let said: String = answer.text.chars().take(60).collect();
            let why = format!("“{said}” is illegal: {refused}");
            Trouble { kind: Some(FaultKind::Illegal), why }
        })?;
        process.since = Instant::now();
        self.idle().push(process);
        Ok(text)
    }

    /// A process that waits, best the one that knows the game already.
    fn take(&self, game: &GameKey) -> Option<Process> {
        let mut idle = self.idle();
        let known = idle.iter().position(|process| process.game.as_ref() == Some(game));
        match known {
            Some(at) => Some(idle.swap_remove(at)),
            None => idle.pop(),
        }
    }

    fn note(&self, trouble: &Trouble) {
        let Some(kind) = trouble.kind else { return };
        let rests = self.health().fault(kind, Instant::now());
        let (game, bot) = (&self.spec.game, &self.spec.name);
        tracing::warn!(game, bot, why = trouble.why, "a bot of the host’s failed");
        if rests {
            tracing::error!(game, bot, "it is out of order for a while");
        }
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
