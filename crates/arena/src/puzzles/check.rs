//! Checks puzzles that somebody has made: with exact proofs again, or a search of twice the nodes.

use catalog::{Entry, PuzzleMaker, Table};
use game::{Proof, Puzzle};
use search::{Fault, Stop};

use super::maker;
use super::prove::{Judge, best_of};
use crate::event::{Event, run};

/// What was found out about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its id.
    pub id: String,
    /// What is wrong with it; nothing if it was confirmed.
    pub dispute: Option<String>,
}

/// Checks them all; `progress` is told of each. Those that were not reached before a stop are left out.
pub fn check(
    game: &'static dyn Entry,
    puzzles: &[Puzzle],
    threads: usize,
    stop: &Stop,
    progress: &(dyn Fn(&Checked) + Sync),
) -> Result<Vec<Checked>, Fault> {
    let event = Checking { game, maker: maker(game)? };
    run(&event, puzzles, threads, stop, progress)
}

struct Checking {
    game: &'static dyn Entry,
    maker: &'static dyn PuzzleMaker,
}

impl Event for Checking {
    type Kept = Judge;
    type Task = Puzzle;
    type Game = Checked;

    fn set_up(&self) -> Result<Judge, Fault> {
        Judge::new(self.game, self.maker)
    }

    fn play(
        &self,
        judge: &mut Judge,
        puzzle: &Puzzle,
        stop: &Stop,
    ) -> Result<Option<Checked>, Fault> {
        let dispute = self.dispute(judge, puzzle, stop);
        let checked = Checked { id: puzzle.id.clone(), dispute };
        Ok((!stop.is_pulled()).then_some(checked))
    }
}

impl Checking {
    fn dispute(&self, judge: &mut Judge, puzzle: &Puzzle, stop: &Stop) -> Option<String> {
        let table = match self.game.load(&puzzle.position) {
            Ok(table) => table,
            Err(bad) => return Some(bad.to_string()),
        };
        let theme = puzzle.themes.first().and_then(|id| self.maker.theme(id));
        if theme.is_none_or(|theme| theme.task.is_none()) {
            return Some("its first theme has no task".into());
        }
        if self.maker.composes() {
            let theme = theme.map_or("", |theme| theme.id);
            let lines = self.maker.solve(&*table, theme, puzzle.lines[0].len());
            return (lines.as_ref() != Some(&puzzle.lines)).then(|| "other lines are right".into());
        }
        self.walk(judge, puzzle, &*table, stop).err()
    }

    /// Goes along the main line, and asks at every move of the solver.
    fn walk(
        &self,
        judge: &mut Judge,
        puzzle: &Puzzle,
        table: &dyn Table,
        stop: &Stop,
    ) -> Result<(), String> {
        let solver = table.turn().seat();
        let (mut at, line) = (table.fork(), &puzzle.lines[0]);
        for (ply, text) in line.iter().enumerate() {
            if at.turn().seat() == solver {
                let open = puzzle.lines_after(&line[..ply]);
                let mut listed: Vec<&String> = open.filter_map(|line| line.get(ply)).collect();
                listed.sort();
                listed.dedup();
                match puzzle.proof {
                    Proof::Nodes(nodes) if self.maker.exact(&*at).is_none() => {
                        let found = judge.prefers(&*at, 2 * nodes, stop);
                        let found = found.ok_or("nobody can move")?;
                        if !listed.contains(&&found) {
                            return Err(format!(
                                "move {}: {found} is preferred to {text}",
                                ply + 1
                            ));
                        }
                    }
                    _ => {
                        let worths = self.maker.exact(&*at).ok_or("it cannot be solved exactly")?;
                        let mut right = best_of(&worths).unwrap_or_default();
                        right.sort();
                        if !right.iter().eq(listed) {
                            return Err(format!("move {}: right is {}", ply + 1, right.join(", ")));
                        }
                    }
                }
            }
            at.play(text).map_err(|refused| format!("move {}: {refused}", ply + 1))?;
        }
        Ok(())
    }
}
