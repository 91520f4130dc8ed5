//! Generates the book: long work that can be killed at any time and continues where it was.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::lines::{BookLines, answers};
use super::ply::Ply;
use super::{Book, COLUMNS, MAGIC, UNKNOWN};
use crate::solver::{Position, Solver};

/// Positions between two writes to the journal; a kill loses at most this many.
const BATCH: usize = 16;

/// How far the work on one depth is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyProgress {
    /// Stones on the board.
    pub depth: u32,
    /// Positions solved.
    pub done: usize,
    /// Positions in all.
    pub total: usize,
}

/// Solves the positions of one depth after the other into a folder.
///
/// The journal of a depth is a file with one byte a position, in the book's order: its length says
/// how far the work is, so it can only grow by whole scores and there is nothing to repair.
pub struct Generator {
    folder: PathBuf,
    solvers: Vec<Solver>,
}

impl Generator {
    /// Works in this folder, which it creates, with a solver for every thread; they should share
    /// a big table ([`Solver::sharing`]).
    pub fn open(folder: &Path, solvers: Vec<Solver>) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned(), solvers })
    }

    /// How far the work on this depth is.
    pub fn progress(&self, depth: u32) -> io::Result<PlyProgress> {
        let ply = last_ply(depth);
        Ok(PlyProgress { depth, done: self.journal(depth)?.len(), total: ply.len() })
    }

    /// Solves what is missing at this depth. Reports progress after every batch, and returns early when `stop` is set.
    pub fn solve(
        &mut self,
        depth: u32,
        stop: &AtomicBool,
        mut on_progress: impl FnMut(PlyProgress),
    ) -> io::Result<PlyProgress> {
        let ply = last_ply(depth);
        let before = self.previous(depth)?;
        let mut progress =
            PlyProgress { depth, done: self.journal(depth)?.len(), total: ply.len() };
        let mut journal =
            OpenOptions::new().create(true).append(true).open(self.journal_path(depth))?;
        while progress.done < progress.total && !stop.load(Relaxed) {
            let end = progress.total.min(progress.done + BATCH);
            let positions: Vec<Position> = (progress.done..end).map(|i| ply.position(i)).collect();
            let scores = self.solve_batch(&positions, before.as_ref(), stop);
            // Two processes on one journal would mix their scores; its length shows it.
            if journal.metadata()?.len() != progress.done as u64 {
                return Err(io::Error::other("someone else writes to this journal"));
            }
            journal.write_all(&scores)?;
            journal.flush()?;
            progress.done += scores.len();
            on_progress(progress);
        }
        Ok(progress)
    }

    /// Solves the positions that a perfect player meets, on either side and against any play, up to this many stones, and
    /// finds its moves. Continues where it was; returns false when `stop` was set before all was done.
    pub fn solve_lines(
        &mut self,
        depth: u32,
        stop: &AtomicBool,
        mut on_progress: impl FnMut(PlyProgress),
    ) -> io::Result<bool> {
        let complete = self.complete()?;
        let mut known = self.lines()?;
        let mut journal = OpenOptions::new().create(true).append(true).open(self.lines_path())?;
        // A kill may have cut the last record short; cut it off before writing more.
        journal.set_len((known.len() * RECORD) as u64)?;
        // Of the two sides, one meets the empty board, the other the first moves.
        let empty = vec![Position::EMPTY];
        let mut met = [empty.clone(), answers(&empty)];
        for stones in 0..=depth {
            let side = stones as usize % 2;
            let positions = std::mem::take(&mut met[side]);
            let mut behind = Vec::new();
            for (done, batch) in positions.chunks(BATCH).enumerate() {
                let moves = self.solve_moves(batch, &complete, &known, stop);
                for (position, &(score, column)) in batch.iter().zip(&moves) {
                    let after = position.after(column);
                    for (key, score) in
                        [(position.canonical_key(), score), (after.canonical_key(), -score)]
                    {
                        if known.insert(key, score).is_none() {
                            journal.write_all(&record(key, score))?;
                        }
                    }
                    behind.push(after);
                }
                journal.flush()?;
                if moves.len() < batch.len() {
                    return Ok(false);
                }
                let done = (done * BATCH + batch.len()).min(positions.len());
                on_progress(PlyProgress { depth: stones, done, total: positions.len() });
            }
            met[side] = answers(&behind);
        }
        Ok(true)
    }

    /// The score and a best column of each position, up to the first that was stopped.
    fn solve_moves(
        &mut self,
        positions: &[Position],
        complete: &Book,
        known: &BTreeMap<u64, i8>,
        stop: &AtomicBool,
    ) -> Vec<(i8, usize)> {
        let score_of = |position: &Position| {
            let lines = known.get(&position.canonical_key()).copied();
            lines.or_else(|| complete.score(position).map(|score| score as i8))
        };
        self.in_parallel(positions, |solver, position| {
            let score = match score_of(position) {
                Some(score) => i32::from(score),
                None => solver.solve_until(position, stop)?.score,
            };
            let remembered =
                (0..COLUMNS).filter(|&column| position.can_play(column)).find(|&column| {
                    score_of(&position.after(column))
                        .is_some_and(|after| i32::from(after) == -score)
                });
            let column = match remembered {
                Some(column) => column,
                None => solver.best_column_until(position, score, stop)?,
            };
            Some((score as i8, column))
        })
    }

    /// The book of the deepest depth that is complete, with the lines beyond it.
    pub fn pack(&self) -> io::Result<Vec<u8>> {
        let mut complete = Vec::new();
        let mut ply = Ply::empty_board();
        let journals = (1..=super::MAX_DEPTH)
            .map(|depth| self.journal(depth))
            .collect::<io::Result<Vec<_>>>()?;
        // Listing the plies beyond the last journal takes long and is of no use.
        let begun = journals.iter().rposition(|scores| !scores.is_empty());
        for (depth, scores) in (1u8..).zip(&journals[..begun.map_or(0, |last| last + 1)]) {
            ply = ply.next();
            if scores.len() == ply.len() {
                complete = [&MAGIC[..], &[depth], scores].concat();
            }
        }
        if complete.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no depth is complete yet"));
        }
        let depth = u32::from(complete[MAGIC.len()]);
        let mut lines = self.lines()?;
        lines.retain(|&key, _| Position::from_key(key).stones() > depth);
        complete.extend(BookLines::pack(&lines));
        Ok(complete)
    }

    /// The book of what is complete, without lines; one without any score if nothing is.
    fn complete(&self) -> io::Result<Book> {
        let bytes = self.pack().or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => Ok([&MAGIC[..], &[0, UNKNOWN as u8]].concat()),
            _ => Err(error),
        })?;
        Book::from_bytes(&bytes).map_err(io::Error::other)
    }

    /// The scores of the positions, up to the first that was stopped.
    fn solve_batch(
        &mut self,
        positions: &[Position],
        before: Option<&Ply>,
        stop: &AtomicBool,
    ) -> Vec<u8> {
        self.in_parallel(positions, |solver, position| {
            let floor = before.map_or(i32::MIN, |ply| floor(position, ply));
            Some(solver.solve_above(position, floor, stop)?.score as i8 as u8)
        })
    }

    /// Runs all solvers in parallel; their results, up to the first position without one.
    fn in_parallel<T: Send>(
        &mut self,
        positions: &[Position],
        find: impl Fn(&mut Solver, &Position) -> Option<T> + Sync,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let work = |solver: &mut Solver| {
            let mut found = Vec::new();
            loop {
                let index = next.fetch_add(1, Relaxed);
                let answer = positions.get(index).and_then(|position| find(solver, position));
                match answer {
                    Some(answer) => found.push((index, answer)),
                    None => return found,
                }
            }
        };
        let mut found: Vec<(usize, T)> = thread::scope(|scope| {
            let workers: Vec<_> =
                self.solvers.iter_mut().map(|solver| scope.spawn(|| work(solver))).collect();
            // A worker that panicked has lost its results: the list ends at the first gap.
            workers.into_iter().filter_map(|worker| worker.join().ok()).flatten().collect()
        });
        found.sort_by_key(|&(index, _)| index);
        let whole = found.iter().enumerate().take_while(|&(place, found)| place == found.0).count();
        found.into_iter().take(whole).map(|(_, answer)| answer).collect()
    }

    /// The ply before, with its scores, if that is complete.
    fn previous(&self, depth: u32) -> io::Result<Option<Ply>> {
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(None);
        };
        let scores = self.journal(depth)?;
        let mut ply = last_ply(depth);
        ply.set_scores(&scores);
        Ok((scores.len() == ply.len()).then_some(ply))
    }

    fn journal(&self, depth: u32) -> io::Result<Vec<u8>> {
        match fs::read(self.journal_path(depth)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            read => read,
        }
    }

    /// The journal of the lines: records of eight bytes of key and one of score, every key once. A record that a kill has
    /// cut short is skipped.
    fn lines(&self) -> io::Result<BTreeMap<u64, i8>> {
        let bytes = match fs::read(self.lines_path()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let (records, _) = bytes.as_chunks::<RECORD>();
        Ok(records
            .iter()
            .map(|&[a, b, c, d, e, f, g, h, score]| {
                (u64::from_le_bytes([a, b, c, d, e, f, g, h]), score as i8)
            })
            .collect())
    }

    fn lines_path(&self) -> PathBuf {
        self.folder.join("lines.scores")
    }

    fn journal_path(&self, depth: u32) -> PathBuf {
        self.folder.join(format!("depth-{depth}.scores"))
    }
}

/// Bytes of a key and its score.
const RECORD: usize = 9;

fn record(key: u64, score: i8) -> [u8; RECORD] {
    let [a, b, c, d, e, f, g, h] = key.to_le_bytes();
    [a, b, c, d, e, f, g, h, score as u8]
}

/// No move is better than the best: a position scores at least what its parents say.
fn floor(position: &Position, before: &Ply) -> i32 {
    position
        .parents()
        .filter_map(|parent| before.score(parent.canonical_key()))
        .map(|score| -score)
        .max()
        .unwrap_or(i32::MIN)
}

fn last_ply(depth: u32) -> Ply {
    (0..depth).fold(Ply::empty_board(), |ply, _| ply.next())
}
