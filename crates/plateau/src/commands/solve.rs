//! `plateau solve`: exact scores of positions, from standard input.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use connect4::solver::{Position, PositionError, Solver};
use game::{Game, Lang, Phrase, Words};
use search::Stop;

use crate::failure::Failure;

/// Solve positions of Connect Four, or of small Quoridor boards, exactly
///
/// Positions come on the standard input, one a line.
///
/// Connect Four: a position is the digits of the columns played. Prints a line each: position, score,
/// positions explored, microseconds. The score counts the winner's stones that are left (1: wins with
/// its last stone), negative if the side to move loses, 0 for a draw. An empty line is the empty board.
///
/// Quoridor, on boards of 5x5 with three walls each and smaller: a position as the program saves it,
/// such as “5 c1/c5 3/3 -/- 1 0 -”. Prints a line each: position, the seat that wins (0 if nobody can
/// force it), plies until it was decided, positions explored, microseconds.
#[derive(clap::Args)]
pub struct Args {
    /// The game: connect4 or quoridor
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

const LINE: Phrase = Phrase::new("line", "ligne");

/// Solves line by line.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    if args.game == "quoridor" {
        return each_line(lang, |text| {
            let game = quoridor::Quoridor::load(text).map_err(|error| error.0)?;
            let start = Instant::now();
            let solved = quoridor::solver::solve(&game, &Stop::new());
            let (winner, depth, nodes) =
                solved.map_or((0, 0, 0), |found| (found.winner.0 + 1, found.depth, found.nodes));
            Ok(format!("{text} {winner} {depth} {nodes} {}", start.elapsed().as_micros()))
        });
    }
    if args.game != "connect4" {
        // An unknown game gets the catalogue's sentence.
        catalog::find(&args.game)?;
        return Err(Failure::asked(Words::new(
            format!("{} cannot be solved exactly; connect4 and quoridor can", args.game),
            format!("{} ne se résout pas exactement ; connect4 et quoridor, si", args.game),
        )));
    }
    let mut solver =
        Solver::new((args.table as usize) << 20).with_threads(usize::from(args.threads));
    if !args.no_book {
        solver = solver.with_book();
    }
    each_line(lang, |text| {
        let position = Position::from_columns(text).map_err(PositionError::words)?;
        Ok(answer(&mut solver, &position, text, args))
    })
}

/// Answers each line of standard input; a bad one is named on the error stream, and the rest go on.
fn each_line(
    lang: Lang,
    mut answer: impl FnMut(&str) -> Result<String, Words>,
) -> Result<(), Failure> {
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let (mut bytes, mut number, mut bad) = (Vec::new(), 0, 0);
    while input.read_until(b'\n', &mut bytes)? > 0 {
        number += 1;
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        match answer(&text) {
            Ok(line) => {
                writeln!(out, "{line}")?;
                out.flush()?;
            }
            Err(error) => {
                bad += 1;
                let line = LINE.get(lang);
                writeln!(io::stderr(), "plateau: {line} {number}: {}", error.get(lang))?;
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
