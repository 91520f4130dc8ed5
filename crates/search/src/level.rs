//! A game's ladder of computer players.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use game::{Arcade, BadRecord, Game, Lesson, Parameter, Parameters, Phrase, Record, Study, Words};
use serde::Serialize;

use crate::tensors::{BadTensors, Tensors};
use crate::{
    Breakdown, Duels, Evaluate, ExactSolver, Fault, Limits, OpeningBook, Player, PuzzleMaking,
    SearchTree, Solo, Statistic, Stop, TraceRequest, trace_level,
};

/// One rung of the ladder.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Level {
    /// The name in commands.
    pub id: &'static str,
    /// The name that people say.
    pub name: Phrase,
    /// What playing against it feels like, in one line.
    pub about: Phrase,
    /// What it spends on a move: nodes or depth, so that it means the same on every machine, with
    /// a cap of time on top.
    pub limits: Limits,
}

impl Level {
    /// What a move may cost: the budget that was asked for, or the level's own if none was, on whichever clock was asked
    /// for, and in neither case more time than `at_most`, the patience of whoever waits for it.
    ///
    /// Without such patience the time on top of a level's own nodes or depth is the processor's, if it has one thread: on a
    /// busy machine it plays the same games then.
    pub fn budget(&self, asked: &Limits, at_most: Option<Duration>) -> Limits {
        let mut limits = if asked.is_unlimited() { asked.or(self.limits) } else { *asked };
        let capped = limits.nodes.is_some() || limits.depth.is_some();
        let unhurried = at_most.is_none() && capped && limits.threads <= 1;
        if asked.is_unlimited() && (limits.own_cpu || unhurried) {
            // A thread knows its own clock alone, so one does what all of them would have done.
            let threads = limits.threads.max(1) as u32;
            limits.cpu = limits.time.take().map(|time| time * threads);
            limits.threads = 1;
        }
        let time = match (limits.time, at_most) {
            (Some(own), Some(most)) => Some(own.min(most)),
            (own, most) => own.or(most),
        };
        Limits { time, ..limits }
    }
}

/// Another line protocol that programs of a game's own world speak, beside the house's.
pub struct Protocol<G: Game> {
    /// The name in commands.
    pub id: &'static str,
    /// Answers a host with a player, its numbers, and what it may spend on a move, until the host is done.
    pub serve: Serve<G>,
    /// How a program that speaks it takes part in events of ours.
    pub host: Host,
}

/// Where a program by some protocol can take part.
#[derive(Clone, Copy)]
pub enum Host {
    /// At a table: this starts the program with its arguments.
    Table(fn(&str) -> Result<Box<dyn Guest>, Fault>),
    /// In the game's solo runs and duels, which start it themselves.
    Contest,
}

/// A program at a seat of a table, by a game's own protocol.
pub trait Guest: Send {
    /// Begins a new game, with a seed of the guest's own for whatever it draws by chance.
    fn begin(&mut self, record: &Record, seed: u64) -> Result<(), Fault>;

    /// A move for the seat that is to move after the moves of the record, at the latest when its host's patience is
    /// over. The text may be illegal; the one who asks checks.
    fn choose(
        &mut self,
        record: &Record,
        limits: &Limits,
        patience: Duration,
        stop: &Stop,
    ) -> Result<String, Fault>;

    /// The last lines of the program's error stream.
    fn last_lines(&self) -> Vec<String>;
}

/// How a protocol is spoken.
pub type Serve<G> = fn(
    Box<dyn Player<G>>,
    &Parameters,
    &Limits,
    &mut dyn BufRead,
    &mut dyn Write,
) -> io::Result<()>;

/// Another way to write games down, from a game's own world.
pub struct Format {
    /// The name in commands, and the ending of its files.
    pub id: &'static str,
    /// Whether a text looks like it.
    pub is: fn(&str) -> bool,
    /// Reads it as a study; a game without variations is one too.
    pub read: fn(&str) -> Result<Study, BadRecord>,
    /// Writes a study in it.
    pub write: fn(&Study) -> Result<String, BadRecord>,
}

/// The budget of a level as numbers that can be changed.
pub fn budget(levels: &[Level], id: &str) -> Vec<Parameter> {
    let level = levels.iter().find(|level| level.id == id);
    level.map(|level| level.limits.parameters()).unwrap_or_default()
}

/// A game that has computer players and lessons: all that the catalogue wants of a game crate.
pub trait Levels: Game {
    /// All levels: those to be studied, then the ladder, weakest first.
    const LEVELS: &'static [Level];

    /// The level that a newcomer meets when nobody has chosen one: one that they can beat sometimes.
    const USUAL: &'static str;

    /// Levels that are there to be studied, such as the players of a report, rather than to be played against.
    const STUDY: &'static [Level] = &[];

    /// What its players speak beside the house's protocol.
    const PROTOCOLS: &'static [Protocol<Self>] = &[];

    /// Other ways to write its games down.
    const FORMATS: &'static [Format] = &[];

    /// Its real-time side, if it has one.
    const ARCADE: Option<&'static dyn Arcade> = None;

    /// Its runs alone that are counted, if one can play it alone.
    const SOLO: Option<&'static dyn Solo> = None;

    /// Its duels in real time, if it has them.
    const DUELS: Option<&'static dyn Duels> = None;

    /// Its exact solver, if it has one.
    const SOLVER: Option<&'static ExactSolver> = None;

    /// Its opening book, if it has one that can be made here.
    const BOOK: Option<&'static OpeningBook> = None;

    /// Its puzzles, if it has any.
    const PUZZLES: Option<&'static PuzzleMaking<Self>> = None;

    /// The numbers that a level plays by, each with its usual value; empty where there is nothing to change. A level's
    /// budget is among them where the level keeps to it: see [`Limits::parameters`].
    fn parameters(_level: &str) -> Vec<Parameter> {
        Vec::new()
    }

    /// A new player of a level, by its id, that plays by these numbers; none if there is no such level.
    fn player(level: &str, parameters: &Parameters, seed: u64) -> Option<Box<dyn Player<Self>>>;

    /// The levels that take a network of their own from a file, as in `expert:net=FILE`.
    const NETS: &'static [&'static str] = &[];

    /// A new player of one of those levels, with the network of a file. What is wrong with it is said in words. Never
    /// called for another level.
    fn player_with_net(
        level: &str,
        _parameters: &Parameters,
        _net: &Tensors,
        _seed: u64,
    ) -> Result<Box<dyn Player<Self>>, BadTensors> {
        unreachable!("{level} is not one of NETS")
    }

    /// A new player of a level as it usually plays.
    fn usual_player(level: &str, seed: u64) -> Option<Box<dyn Player<Self>>> {
        Self::player(level, &Self::parameters(level).into(), seed)
    }

    /// The points that a clear advantage has in this game's evaluation.
    const UNIT: f32;

    /// The level whose thoughts are shown when nobody has chosen one.
    const EXPLAINED: &'static str = Self::USUAL;

    /// The evaluation that a level judges a position by, where that is a function of the position.
    fn evaluation(_level: &str, _parameters: &Parameters) -> Option<Box<dyn Evaluate<Self>>> {
        None
    }

    /// A position as a level's evaluation sees it, term by term; none where the level has no evaluation, and in a
    /// finished game.
    fn breakdown(&self, _level: &str, _parameters: &Parameters) -> Option<Breakdown> {
        None
    }

    /// The same after a legal move, as the level sees that move.
    fn breakdown_after(
        &self,
        mv: Self::Move,
        level: &str,
        parameters: &Parameters,
    ) -> Option<Breakdown> {
        let mut next = self.clone();
        next.play(mv);
        next.breakdown(level, parameters)
    }

    /// The levels whose own search is shown, by [`Player::trace`].
    const TRACED: &'static [&'static str] = &[];

    /// The trees that a level's search makes of a position in play: what its player has searched, or minimax and plain
    /// alpha-beta by its evaluation; none where neither can be shown.
    fn trace(
        &self,
        level: &str,
        parameters: &Parameters,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<Vec<SearchTree<Self::Move>>> {
        trace_level(self, level, parameters, request, stop)
    }

    /// What a move made worse than a better one would have, in a sentence for people; none where there is nothing to
    /// say beyond the moves' names.
    fn remark(&self, _played: Self::Move, _better: Self::Move) -> Option<Words> {
        None
    }

    /// The plan behind a line in a sentence for people; none where the moves' names say it all.
    fn plan(&self, _line: &[Self::Move]) -> Option<Words> {
        None
    }

    /// The same position with the next seat to move, to see what it threatens; none where that means nothing.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// What players of this game want to know of a whole game; `states` are its positions, from the first on.
    fn statistics(_states: &mut dyn Iterator<Item = Self>) -> Vec<Statistic> {
        Vec::new()
    }

    /// The tutorial, in order.
    fn lessons() -> &'static [Lesson];
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const LEVEL: Level = Level {
        id: "level",
        name: Phrase::new("Level", "Niveau"),
        about: Phrase::new("for tests", "pour les tests"),
        limits: Limits { threads: 2, ..Limits::nodes(100).within(SECOND) },
    };

    #[test]
    fn a_budget_that_is_asked_for_replaces_the_levels_own() {
        let study = Limits { study: true, ..Limits::NONE };
        assert_eq!(LEVEL.budget(&study, None), Limits { study: true, ..LEVEL.limits });
        assert_eq!(LEVEL.budget(&Limits::depth(3), None), Limits::depth(3));
        let usual = Level { limits: Limits { usual: true, ..LEVEL.limits }, ..LEVEL };
        assert!(usual.budget(&study, Some(SECOND / 2)).usual);
        assert!(!usual.budget(&Limits::depth(3), None).usual);
    }

    #[test]
    fn a_cap_of_time_never_gives_more_time() {
        let half = SECOND / 2;
        let busy = LEVEL.budget(&Limits { own_cpu: true, ..Limits::NONE }, None);
        assert_eq!((busy.time, busy.cpu, busy.threads), (None, Some(SECOND * 2), 1));
        assert_eq!(busy.nodes, LEVEL.limits.nodes);
        assert_eq!(LEVEL.budget(&Limits::NONE, Some(half)).time, Some(half));
        assert_eq!(LEVEL.budget(&Limits::NONE, Some(SECOND * 2)).time, Some(SECOND));
        assert_eq!(LEVEL.budget(&Limits::nodes(5), Some(half)).time, Some(half));
    }

    #[test]
    fn where_nobody_waits_a_busy_machine_cuts_no_thought_short() {
        let one = Level { limits: Limits::nodes(100).within(SECOND), ..LEVEL };
        let own = one.budget(&Limits::NONE, None);
        assert_eq!((own.nodes, own.time, own.cpu), (Some(100), None, Some(SECOND)));
        let clock = Some(SECOND);
        assert_eq!(one.budget(&Limits::NONE, clock).time, clock, "somebody waits");
        assert_eq!(
            LEVEL.budget(&Limits::NONE, None).time,
            clock,
            "of two threads none knows what the other did"
        );
        let timed = Level { limits: Limits { time: clock, ..Limits::NONE }, ..LEVEL };
        assert_eq!(
            timed.budget(&Limits::NONE, None).time,
            clock,
            "the time is the budget, not a cap"
        );
    }
}
