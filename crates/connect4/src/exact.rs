//! The solver and its opening book as the catalogue offers them: positions and results as text.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use game::{BadPosition, Phrase};
use search::{
    BookOptions, BookProgress, ExactSolver, OpeningBook, PackedBook, Solution, SolveOptions,
    SolvePosition,
};

use crate::solver::book::{Book, Generator, PlyProgress};
use crate::solver::{Position, PositionError, Solver};

pub(crate) const EXACT: ExactSolver = ExactSolver {
    about: Phrase::new(
        "a position is the digits of the columns played. Prints a line each: position, score, \
         positions explored, microseconds. The score counts the winner's stones that are left (1: wins \
         with its last stone), negative if the side to move loses, 0 for a draw. An empty line is the \
         empty board.",
        "une position est la suite des chiffres des colonnes jouées. Une ligne chacune : position, \
         score, positions explorées, microsecondes. Le score compte les jetons qui restent au gagnant \
         (1 : il gagne avec son dernier), négatif si celui qui doit jouer perd, 0 pour une nulle. Une \
         ligne vide est le plateau vide.",
    ),
    start: |options| Box::new(ByColumns::new(options)),
};

pub(crate) const BOOK: OpeningBook = OpeningBook { generate, pack };

/// Solves positions that are written as the columns played.
struct ByColumns {
    solver: Solver,
    options: SolveOptions,
}

impl ByColumns {
    fn new(options: &SolveOptions) -> Self {
        let mut solver = Solver::new(options.table_bytes).with_threads(options.threads);
        if options.book {
            solver = solver.with_book();
        }
        Self { solver, options: *options }
    }
}

impl SolvePosition for ByColumns {
    fn solve(&mut self, position: &str) -> Result<Solution, BadPosition> {
        let words = |error: PositionError| BadPosition(error.words());
        let position = Position::from_columns(position).map_err(words)?;
        let solved = match self.options.weak {
            true => self.solver.solve_weak(&position),
            false => self.solver.solve(&position),
        };
        let scores = match self.options.scores {
            true => self.solver.scores(&position).to_vec(),
            false => Vec::new(),
        };
        Ok(Solution { result: solved.score.to_string(), nodes: solved.nodes, scores })
    }

    fn worth(&mut self, moves: &[String], saved: &str) -> Option<f64> {
        let standard = saved.starts_with("7x6 ");
        let position = Position::from_columns(&moves.concat()).ok().filter(|_| standard)?;
        Some(f64::from(self.solver.solve_weak(&position).score.signum() + 1) / 2.0)
    }
}

fn generate(
    folder: &Path,
    options: &BookOptions,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&BookProgress),
) -> io::Result<bool> {
    let first = Solver::new(options.table_bytes);
    let mut solvers: Vec<Solver> = (1..options.threads).map(|_| first.sharing()).collect();
    solvers.push(first);
    let mut generator = Generator::open(folder, solvers)?;
    let mut report = |what: &str, progress: PlyProgress| {
        report(&BookProgress {
            step: format!("{what} of {} stones", progress.depth),
            done: progress.done as u64,
            total: progress.total as u64,
        });
    };
    let all = generator.solve(options.depth, stop, |progress| report("all", progress))?;
    Ok(all.done == all.total
        && generator.solve_lines(options.lines, stop, |progress| report("lines", progress))?)
}

fn pack(folder: &Path) -> io::Result<PackedBook> {
    let bytes = Generator::open(folder, Vec::new())?.pack()?;
    let book = Book::from_bytes(&bytes).map_err(io::Error::other)?;
    let (depth, lines, count) = (book.complete_depth(), book.depth(), book.len());
    let summary =
        format!("all positions up to {depth} stones, lines up to {lines}, {count} scores");
    Ok(PackedBook { bytes, summary })
}
