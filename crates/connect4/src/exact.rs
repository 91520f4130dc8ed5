//! The solver and its opening book as the catalogue offers them: positions and results as text.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use game::{BadPosition, Phrase, Words};
use search::{
    BookOptions, BookProgress, ExactSolver, OpeningBook, PackedBook, Solution, SolveOptions,
    SolvePosition,
};

use crate::solver::book::{Book, Generator, PlyProgress};
use crate::solver::{BoardPosition, BoardSolver, PositionError, Solver};

pub(crate) const EXACT: ExactSolver = ExactSolver {
    about: Phrase::new(
        "a position is the digits of the columns played, on a board of 7x6 unless another size stands \
         before them, as in “8x7 4453” (5x5, 7x7 and 8x7 are known). Prints a line each: position, score, \
         positions explored, microseconds. The score counts the winner's stones that are left (1: wins \
         with its last stone), negative if the side to move loses, 0 for a draw. An empty line is the \
         empty board.",
        "une position est la suite des chiffres des colonnes jouées, sur une grille de 7x6 à moins qu’une \
         autre taille ne la précède, comme dans « 8x7 4453 » (5x5, 7x7 et 8x7 sont connues). Une ligne chacune : position, \
         score, positions explorées, microsecondes. Le score compte les jetons qui restent au gagnant \
         (1 : il gagne avec son dernier), négatif si celui qui doit jouer perd, 0 pour une nulle. Une \
         ligne vide est le plateau vide.",
    ),
    start: |options| Box::new(ByColumns::new(options)),
};

pub(crate) const BOOK: OpeningBook = OpeningBook { generate, pack };

/// Solves positions that are written as the columns played, on any board that it knows. A solver is made when its
/// board is first asked for.
struct ByColumns {
    options: SolveOptions,
    standard: Option<Solver>,
    small: Option<BoardSolver<5, 5>>,
    square: Option<BoardSolver<7, 7>>,
    wide: Option<BoardSolver<8, 7>>,
}

/// How much of a position is to be found out.
#[derive(Clone, Copy)]
struct SolveRequest {
    weak: bool,
    scores: bool,
}

impl ByColumns {
    fn new(options: &SolveOptions) -> Self {
        Self { options: *options, standard: None, small: None, square: None, wide: None }
    }

    /// The answer for a board of this size after these columns; `None` if the board is not known.
    fn answer(
        &mut self,
        size: &str,
        columns: &str,
        question: SolveRequest,
    ) -> Option<Result<Solution, PositionError>> {
        Some(match size {
            STANDARD => answer(&mut self.standard, &self.options, columns, question),
            "5x5" => answer(&mut self.small, &self.options, columns, question),
            "7x7" => answer(&mut self.square, &self.options, columns, question),
            "8x7" => answer(&mut self.wide, &self.options, columns, question),
            _ => return None,
        })
    }
}

/// The size that need not be said.
const STANDARD: &str = "7x6";

fn answer<const W: usize, const H: usize>(
    solver: &mut Option<BoardSolver<W, H>>,
    options: &SolveOptions,
    columns: &str,
    question: SolveRequest,
) -> Result<Solution, PositionError> {
    let position = BoardPosition::<W, H>::from_columns(columns)?;
    let solver = solver.get_or_insert_with(|| {
        let solver = BoardSolver::new(options.table_bytes).with_threads(options.threads);
        if options.book { solver.with_book() } else { solver }
    });
    let solved = match question.weak {
        true => solver.solve_weak(&position),
        false => solver.solve(&position),
    };
    let scores = match question.scores {
        true => solver.scores(&position).to_vec(),
        false => Vec::new(),
    };
    Ok(Solution { result: solved.score.to_string(), nodes: solved.nodes, scores })
}

impl SolvePosition for ByColumns {
    fn solve(&mut self, position: &str) -> Result<Solution, BadPosition> {
        let question = SolveRequest { weak: self.options.weak, scores: self.options.scores };
        let (size, columns) = match position.split_once(' ') {
            Some((size, columns)) => (size, columns.trim()),
            None if size_squares(position).is_some() => (position, ""),
            None => (STANDARD, position),
        };
        let solved = self.answer(size, columns, question).ok_or_else(|| {
            BadPosition(Words::new(
                format!("no board of “{size}” can be solved; 5x5, 7x6, 7x7 and 8x7 can"),
                format!("aucune grille « {size} » ne se résout ; 5x5, 7x6, 7x7 et 8x7, si"),
            ))
        })?;
        solved.map_err(|error| BadPosition(error.words()))
    }

    fn worth(&mut self, moves: &[String], saved: &str) -> Option<f64> {
        let (size, _) = saved.split_once(' ')?;
        let squares_left = size_squares(size)?.checked_sub(moves.len() as u32)?;
        // More would take minutes a move.
        let soon = size == STANDARD || squares_left <= JUDGED_SQUARES;
        let question = SolveRequest { weak: true, scores: false };
        let solved = soon.then(|| self.answer(size, &moves.concat(), question))??.ok()?;
        Some(f64::from(solved.result.parse::<i32>().ok()?.signum() + 1) / 2.0)
    }
}

/// On other boards than the standard one moves are judged from this many squares left on.
const JUDGED_SQUARES: u32 = 36;

/// How many squares a board has, from its size as text.
fn size_squares(size: &str) -> Option<u32> {
    let (width, height) = size.split_once('x')?;
    width.parse::<u32>().ok()?.checked_mul(height.parse().ok()?)
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
