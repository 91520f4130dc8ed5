//! `plateau solve`: exact scores of positions, from standard input.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use connect4::solver::{Position, Solver};
use game::Words;

use crate::failure::Failure;

/// Solve positions exactly: one a line on standard input, as the digits of the columns played.
///
/// Prints a line each: position, score, positions explored, microseconds. The score counts the
/// winner's stones that are left (1: wins with its last stone), negative if the side to move loses,
/// 0 for a draw. An empty line is the empty board.
#[derive(clap::Args)]
pub struct Args {
    /// The game; connect4 is the one that can be solved
    game: String,

    /// Only who wins: 1, 0 or -1
    #[arg(long, conflicts_with = "scores")]
    weak: bool,

    /// Add the score of each of the seven columns, “-” for a full one
    #[arg(long)]
    scores: bool,

    /// Search openings too, rather than look them up
    #[arg(long)]
    no_book: bool,

    /// Threads to search on
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Memory for the table, in MiB
    #[arg(long, default_value_t = 128, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65536))]
    table: u32,
}

/// Solves line by line; a bad line is named on the error stream, and the rest go on.
pub fn run(args: &Args) -> Result<(), Failure> {
    if args.game != "connect4" {
        // An unknown game gets the catalogue's sentence.
        catalog::find(&args.game)?;
        return Err(Failure::asked(Words::new(
            format!("{} cannot be solved exactly; connect4 can", args.game),
            format!("{} ne se résout pas exactement ; connect4, si", args.game),
        )));
    }
    let mut solver =
        Solver::new((args.table as usize) << 20).with_threads(usize::from(args.threads));
    if !args.no_book {
        solver = solver.with_book();
    }
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let (mut bytes, mut number, mut bad) = (Vec::new(), 0, 0);
    while input.read_until(b'\n', &mut bytes)? > 0 {
        number += 1;
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        bytes.clear();
        match Position::from_columns(&text) {
            Ok(position) => {
                writeln!(out, "{}", answer(&mut solver, &position, &text, args))?;
                out.flush()?;
            }
            Err(error) => {
                bad += 1;
                writeln!(io::stderr(), "plateau: line {number}: {error}")?;
            }
        }
    }
    match bad {
        0 => Ok(()),
        1 => Err(Failure::asked(Words::new(
            "1 line was no position",
            "1 ligne n’était pas une position",
        ))),
        _ => Err(Failure::asked(Words::new(
            format!("{bad} lines were no positions"),
            format!("{bad} lignes n’étaient pas des positions"),
        ))),
    }
}

fn answer(solver: &mut Solver, position: &Position, text: &str, args: &Args) -> String {
    let start = Instant::now();
    let solved = if args.weak { solver.solve_weak(position) } else { solver.solve(position) };
    let scores = args.scores.then(|| solver.scores(position));
    let micros = start.elapsed().as_micros();
    let mut line = format!("{text} {} {} {micros}", solved.score, solved.nodes);
    for score in scores.into_iter().flatten() {
        line.push(' ');
        match score {
            Some(score) => line.push_str(&score.to_string()),
            None => line.push('-'),
        }
    }
    line
}
