//! Thinking about a position for somebody who watches: the best lines, better and better, for as long as they look.
//!
//! It comes in slices, so that others come in between. The player waits between two slices with those of the tables
//! ([`Players`](super::Players)), which bounds what all of them keep: with more people than fit, one that has made
//! room begins anew.

use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::{Bot, Entry, Idea, Table};
use game::Seat;
use search::{Level, Limits, Stop};
use tokio::sync::watch;

use crate::room::Room;
use crate::wire::{IdeaBody, IdeaMoveBody, LineBody, LinesBody};
use crate::work::{Job, JobStatus, Share};

/// The first slice is this long; each is longer than the one before.
const FIRST: Duration = Duration::from_millis(80);
/// No slice is longer.
const LONGEST: Duration = Duration::from_millis(800);
/// In all, for one position.
const ENOUGH: Duration = Duration::from_secs(8);
/// To find how it goes on where the result is certain.
const EXACT_LINES: Duration = Duration::from_secs(1);
/// A line has at most so many moves.
const LINE: usize = 12;
/// So many moves are told with what they are worth.
const SCORES: usize = 40;
/// The lines that are shown.
const LINES: usize = 3;
/// What a line other than the best may take of a slice.
const OTHERS: f64 = 0.15;

/// Somebody who watches, and what they were last told.
pub(crate) type Watch = watch::Sender<Option<Arc<LinesBody>>>;

/// A position to think about.
pub(crate) struct LinesJob {
    room: Arc<Room>,
    entry: &'static dyn Entry,
    level: &'static Level,
    table: Box<dyn Table>,
    seat: Seat,
    /// The name under which its player waits.
    name: String,
    stop: Stop,
    watch: Watch,
    slice: Duration,
    spent: Duration,
    nodes: u64,
}

impl LinesJob {
    /// Nothing if nobody is to move.
    pub fn new(
        room: &Arc<Room>,
        entry: &'static dyn Entry,
        level: &'static Level,
        table: Box<dyn Table>,
        (name, stop, watch): (String, Stop, Watch),
    ) -> Option<Self> {
        let seat = table.turn().seat()?;
        let (room, slice, spent) = (Arc::clone(room), FIRST, Duration::ZERO);
        Some(Self { room, entry, level, table, seat, name, stop, watch, slice, spent, nodes: 0 })
    }

    /// The strongest level thinks for as long as somebody looks, the others as they do in a game.
    fn is_strongest(&self) -> bool {
        self.entry.levels().last().is_some_and(|last| last.id == self.level.id)
    }

    fn limits(&self, time: Duration, study: bool) -> Limits {
        match self.is_strongest() {
            true => Limits { study, ..Limits::time(time) },
            false => Limits { study, ..self.level.budget(&Limits::NONE, Some(time)) },
        }
    }

    fn think(&mut self, bot: &mut dyn Bot) -> LinesBody {
        let began = Instant::now();
        let time = if self.is_strongest() { self.slice } else { LONGEST };
        let (watch, stop, spent, before) = (&self.watch, &self.stop, self.spent, self.nodes);
        let seat = self.seat.0;
        let known = watch.borrow().clone();
        let mut tell = |idea: &Idea| {
            if watch.is_closed() {
                stop.pull();
            }
            let deeper = known.as_ref().is_none_or(|known| idea.depth > known.depth);
            if idea.best.is_some() && deeper && !idea.line.is_empty() {
                let mut lines = lines_of(idea);
                // The other lines are found later; until then those of before stand.
                if lines.len() < LINES
                    && let Some(known) = &known
                {
                    let rest = known.lines.iter().filter(|line| line.moves[0] != lines[0].moves[0]);
                    lines = lines[..1].iter().chain(rest).take(LINES).cloned().collect();
                }
                let millis = (spent + began.elapsed()).as_millis() as u64;
                let told = body(seat, lines, idea, (before + idea.nodes, millis));
                watch.send_replace(Some(Arc::new(told)));
            }
        };
        let idea = bot.think(&*self.table, &self.limits(time.mul_f64(0.6), false), stop, &mut tell);
        self.nodes += idea.nodes;
        let mut lines = lines_of(&idea);
        let mut scores = scores_of(&idea);
        if lines.len() < LINES && self.table.legal().len() > lines.len() {
            let asked = self.limits(time.mul_f64(0.3), true);
            let all = bot.think(&*self.table, &asked, stop, &mut |_| {});
            self.nodes += all.nodes;
            scores = scores_of(&all);
            let others = lines_of(&all).into_iter();
            let new = others
                .filter(|line| lines.first().is_none_or(|best| best.moves[0] != line.moves[0]));
            let new: Vec<_> = new.collect();
            lines.truncate(1);
            lines.extend(new);
            lines.truncate(LINES);
        }
        self.follow(bot, &mut lines, time.mul_f64(OTHERS));
        self.spent += began.elapsed();
        let found = body(seat, lines, &idea, (self.nodes, self.spent.as_millis() as u64));
        // Scores that were found by a shorter look than the lines' would contradict them.
        let certain = scores.iter().all(|each| each.score.is_exact());
        LinesBody { scores: if certain { scores } else { Vec::new() }, ..found }
    }

    /// Finds how the lines after the best may go on, and what they are worth by as deep a look.
    fn follow(&mut self, bot: &mut dyn Bot, lines: &mut [LineBody], time: Duration) {
        for line in lines.iter_mut().skip(1) {
            if self.stop.is_pulled() || line.score.is_exact() && line.moves.len() > 1 {
                continue;
            }
            let mut next = self.table.position(self.table.epoch());
            if next.play(&line.moves[0]).is_err() {
                continue;
            }
            let Some(turn) = next.turn().seat() else { continue };
            let idea = bot.think(&*next, &self.limits(time, false), &self.stop, &mut |_| {});
            self.nodes += idea.nodes;
            line.moves.truncate(1);
            line.moves.extend(idea.line.iter().take(LINE - 1).cloned());
            if self.table.seats() == 2 && !line.score.is_exact() {
                let (score, chance) = (IdeaBody::from(idea.clone()).score, idea.chance);
                let same = turn == self.seat;
                (line.score, line.chance) =
                    if same { (score, chance) } else { (score.turned(), 1.0 - chance) };
            }
        }
        rank(lines);
    }
}

/// The best line first, the others by their chances. No other is worth more than the best one: what says so has looked
/// at it for a shorter time.
fn rank(lines: &mut [LineBody]) {
    let Some((best, others)) = lines.split_first_mut() else { return };
    let high = |line: &&mut LineBody| line.chance > best.chance && !line.score.is_exact();
    for line in others.iter_mut().filter(high) {
        (line.score, line.chance) = (best.score, best.chance);
    }
    others.sort_by(|a, b| b.chance.total_cmp(&a.chance));
}

impl Job for LinesJob {
    fn is_wanted(&self) -> bool {
        !self.watch.is_closed() && !self.stop.is_pulled()
    }

    fn run(&mut self, _: Share) -> JobStatus {
        let known = self.room.players.take(&self.name, 0, self.level.id, 0);
        let Some(mut bot) = known.or_else(|| self.entry.bot(self.level.id, 0).ok()) else {
            return JobStatus::Done;
        };
        let mut found = self.think(&mut *bot);
        for line in &mut found.lines {
            line.plan = self.entry.plan(&*self.table, &line.moves).map(Into::into);
        }
        // A certain result needs no deeper look, only the moves that lead there.
        let all = found.lines.len() >= LINES.min(self.table.legal().len());
        let told = all && found.lines.iter().all(|line| line.moves.len() > 1);
        let decided = found.exact && (told || all && self.spent >= EXACT_LINES);
        found.done = decided || !self.is_strongest() || self.spent >= ENOUGH;
        let done = found.done || !self.is_wanted();
        if !found.lines.is_empty() {
            self.watch.send_replace(Some(Arc::new(found)));
        }
        self.slice = (self.slice * 2).min(LONGEST);
        if done {
            return JobStatus::Done;
        }
        self.room.players.keep(&self.name, 0, 0, bot);
        JobStatus::Again
    }

    fn stop(&self) -> Option<Stop> {
        Some(self.stop.clone())
    }
}

impl Drop for LinesJob {
    fn drop(&mut self) {
        self.room.players.forget(&self.name);
    }
}

/// The lines that an idea knows of, best first.
fn lines_of(idea: &Idea) -> Vec<LineBody> {
    let idea = IdeaBody::from(idea.clone());
    let Some(best) = &idea.best else { return Vec::new() };
    let mut line = idea.line;
    line.truncate(LINE);
    if line.is_empty() {
        line.push(best.clone());
    }
    let mut lines =
        vec![LineBody { moves: line, score: idea.score, chance: idea.chance, plan: None }];
    let others = idea.moves.into_iter().filter(|other| other.text != *best);
    lines.extend(others.take(LINES - 1).map(|other| LineBody {
        moves: vec![other.text],
        score: other.score,
        chance: other.chance,
        plan: None,
    }));
    lines
}

fn scores_of(idea: &Idea) -> Vec<IdeaMoveBody> {
    idea.moves.iter().take(SCORES).cloned().map(Into::into).collect()
}

fn body(seat: u8, lines: Vec<LineBody>, idea: &Idea, (nodes, millis): (u64, u64)) -> LinesBody {
    let exact = lines.first().is_some_and(|line| line.score.is_exact());
    let (depth, scores) = (idea.depth, Vec::new());
    LinesBody { seat, lines, scores, depth, nodes, millis, exact, done: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::ScoreBody;

    #[test]
    fn no_line_stands_above_the_best_by_a_shorter_look() {
        let line = |first: &str, score, chance| LineBody {
            moves: vec![first.to_owned()],
            score,
            chance,
            plan: None,
        };
        let points = ScoreBody::Points;
        let mut lines = [
            line("best", points(80), 0.75),
            line("low", points(10), 0.5),
            line("high", points(120), 0.875),
            line("won", ScoreBody::Win(3), 1.0),
        ];
        rank(&mut lines);
        let told: Vec<_> =
            lines.iter().map(|each| (each.moves[0].as_str(), each.score, each.chance)).collect();
        assert_eq!(
            told,
            [
                ("best", points(80), 0.75),
                ("won", ScoreBody::Win(3), 1.0),
                ("high", points(80), 0.75),
                ("low", points(10), 0.5),
            ]
        );
    }
}
