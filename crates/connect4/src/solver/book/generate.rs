//! Making the book: a long work that can be killed at any time and goes on where it was.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use super::ply::Ply;
use super::{MAGIC, UNKNOWN};
use crate::solver::{Position, Solver};

/// Positions between two writes to the journal; a kill loses at most these.
const BATCH: usize = 16;

/// How far the work on one depth is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
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
        Ok(Self {
            folder: folder.to_owned(),
            solvers,
        })
    }

    /// How far the work on this depth is.
    pub fn progress(&self, depth: u32) -> io::Result<Progress> {
        let ply = last_ply(depth);
        Ok(Progress {
            depth,
            done: self.journal(depth)?.len(),
            total: ply.len(),
        })
    }

    /// Solves what is missing at this depth. Says how far it is after every batch, and returns
    /// early when `stop` is raised.
    pub fn solve(
        &mut self,
        depth: u32,
        stop: &AtomicBool,
        mut on_progress: impl FnMut(Progress),
    ) -> io::Result<Progress> {
        let ply = last_ply(depth);
        let before = self.previous(depth)?;
        let mut progress = Progress {
            depth,
            done: self.journal(depth)?.len(),
            total: ply.len(),
        };
        let mut journal = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.journal_path(depth))?;
        while progress.done < progress.total && !stop.load(Relaxed) {
            let end = progress.total.min(progress.done + BATCH);
            let positions: Vec<Position> = (progress.done..end).map(|i| ply.position(i)).collect();
            let scores = self.solve_batch(&positions, before.as_ref(), stop);
            // Two at work on one journal would mix their scores; the length gives it away.
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

    /// The book of the deepest depth that is complete, with what there is of the next one.
    pub fn pack(&self) -> io::Result<Vec<u8>> {
        let mut ply = Ply::empty_board();
        let mut depth = 0u8;
        let mut packed = None;
        let journals = (1..=super::MAX_DEPTH)
            .map(|depth| self.journal(depth))
            .collect::<io::Result<Vec<_>>>()?;
        // Plies beyond the last journal are long to list and of no use.
        let begun = journals.iter().rposition(|scores| !scores.is_empty());
        for scores in &journals[..begun.map_or(0, |last| last + 1)] {
            depth += 1;
            ply = ply.next();
            if scores.len() == ply.len() {
                packed = Some([&MAGIC[..], &[depth], scores].concat());
            } else if let Some(book) = &mut packed {
                // Only directly after the complete one.
                if book[MAGIC.len()] + 1 == depth {
                    book.extend_from_slice(scores);
                }
            }
        }
        packed.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no depth is complete yet"))
    }

    /// The scores, from the first on, up to one that could not be found because of the stop.
    fn solve_batch(
        &mut self,
        positions: &[Position],
        before: Option<&Ply>,
        stop: &AtomicBool,
    ) -> Vec<u8> {
        let next = AtomicUsize::new(0);
        let mut scores = vec![UNKNOWN; positions.len()];
        let found: Vec<Vec<(usize, i8)>> = thread::scope(|scope| {
            let workers: Vec<_> = self
                .solvers
                .iter_mut()
                .map(|solver| {
                    let next = &next;
                    scope.spawn(move || {
                        let mut found = Vec::new();
                        loop {
                            let index = next.fetch_add(1, Relaxed);
                            let Some(position) = positions.get(index) else {
                                return found;
                            };
                            let floor = before.map_or(i32::MIN, |ply| floor(position, ply));
                            let Some(solved) = solver.solve_above(position, floor, stop) else {
                                return found;
                            };
                            found.push((index, solved.score as i8));
                        }
                    })
                })
                .collect();
            // A worker that panicked has lost its scores: the batch ends at the first gap.
            workers
                .into_iter()
                .filter_map(|worker| worker.join().ok())
                .collect()
        });
        for (index, score) in found.into_iter().flatten() {
            scores[index] = score;
        }
        scores
            .into_iter()
            .take_while(|&score| score != UNKNOWN)
            .map(|score| score as u8)
            .collect()
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

    fn journal_path(&self, depth: u32) -> PathBuf {
        self.folder.join(format!("depth-{depth}.scores"))
    }
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
