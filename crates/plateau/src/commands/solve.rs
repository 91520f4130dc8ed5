//! `plateau solve`: exact results of positions, from standard input.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use catalog::Entry;
use game::{Lang, Phrase, Words};
use search::{SolveOptions, SolvePosition};

use crate::failure::Failure;

/// Solve positions exactly, of games that have a solver
#[derive(clap::Args)]
#[command(long_about = help())]
pub struct Args {
    /// The game, as in `plateau games`
    game: String,

    /// Only who wins: 1, 0 or -1
    #[arg(long, conflicts_with = "scores")]
    weak: bool,

    /// Add the score of each move, “-” for one that cannot be played
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

/// What every solver wants to be asked, and how it answers.
fn help() -> String {
    let mut help =
        "Solve positions exactly\n\nPositions come on the standard input, one a line.".to_owned();
    for (game, solver) in solvable().filter_map(|game| Some((game, game.solver()?))) {
        let _ = write!(help, "\n\n{}: {}", game.about().name.en, solver.about.en);
    }
    help
}

/// The games that have a solver.
fn solvable() -> impl Iterator<Item = &'static dyn Entry> {
    catalog::games().iter().copied().filter(|game| game.solver().is_some())
}

/// Solves line by line.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let Some(solver) = catalog::find(&args.game)?.solver() else {
        let names: Vec<&str> = solvable().map(|game| game.about().id).collect();
        return Err(Failure::asked(Words::new(
            format!("{} cannot be solved exactly; {} can", args.game, names.join(" and ")),
            format!("{} ne se résout pas exactement ; {}, si", args.game, names.join(" et ")),
        )));
    };
    let mut solver = (solver.start)(&SolveOptions {
        weak: args.weak,
        scores: args.scores,
        book: !args.no_book,
        threads: usize::from(args.threads),
        table_bytes: (args.table as usize) << 20,
    });
    each_line(lang, |text| answer(&mut *solver, text))
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

fn answer(solver: &mut dyn SolvePosition, text: &str) -> Result<String, Words> {
    let start = Instant::now();
    let solved = solver.solve(text).map_err(|bad| bad.0)?;
    let micros = start.elapsed().as_micros();
    let mut line = format!("{text} {} {} {micros}", solved.result, solved.nodes);
    for score in solved.scores {
        line.push(' ');
        match score {
            Some(score) => line.push_str(&score.to_string()),
            None => line.push('-'),
        }
    }
    Ok(line)
}
