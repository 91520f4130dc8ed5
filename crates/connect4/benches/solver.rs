//! How fast the solver is: mean CPU time and positions searched over files of positions.
//!
//! `cargo bench -p connect4 --bench solver -- [--cold] [--take N] [--table MIB] [--against CMD]
//! [FILE...]` where CMD reads positions, one a line, and answers each with
//! `<position> <score> <nodes> <microseconds of CPU time>`. `--cold` forgets everything before each
//! position, outside the clock.

#![allow(clippy::print_stdout)] // A bench speaks on the console.

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use connect4::solver::{Position, Solver};

const FILES: [&str; 6] =
    ["end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard"];

#[derive(Default)]
struct Options {
    cold: bool,
    take: Option<usize>,
    table: Option<usize>,
    against: Option<String>,
    files: Vec<String>,
}

/// Sums over the positions of a file.
#[derive(Default)]
struct Sums {
    positions: usize,
    microseconds: f64,
    nodes: u64,
    wrong: usize,
}

impl Sums {
    fn add(&mut self, right: bool, nodes: u64, microseconds: f64) {
        self.positions += 1;
        self.wrong += usize::from(!right);
        self.nodes += nodes;
        self.microseconds += microseconds;
    }

    fn mean_ms(&self) -> f64 {
        self.microseconds / 1e3 / self.positions.max(1) as f64
    }

    fn print(&self, name: &str, ratio: Option<f64>) {
        println!(
            "{name:<24} {:>9} {:>11.4} {:>13.1} {:>8.2} {:>6} {}",
            self.positions,
            self.mean_ms(),
            self.nodes as f64 / self.positions.max(1) as f64,
            self.nodes as f64 / self.microseconds,
            self.wrong,
            ratio.map_or_else(String::new, |ratio| format!("{ratio:.3}")),
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    println!(
        "{:<24} {:>9} {:>11} {:>13} {:>8} {:>6} ratio",
        "file", "positions", "mean ms", "mean nodes", "Mnodes/s", "wrong"
    );
    for file in &options.files {
        let positions = read(file, options.take)?;
        // Halves before and after the other program, so that a machine that grows slower or
        // faster in between treats both alike.
        let (head, tail) = positions.split_at(positions.len() / 2);
        let mut solver = Solver::new(options.table.unwrap_or(128) << 20);
        let mut ours = Sums::default();
        measure(&mut solver, head, options.cold, &mut ours)?;
        let theirs = match &options.against {
            Some(command) => Some(measure_other(command, &positions)?),
            None => None,
        };
        measure(&mut solver, tail, options.cold, &mut ours)?;
        let ratio = theirs.as_ref().map(|other| ours.mean_ms() / other.mean_ms());
        ours.print(file, ratio);
        if let Some(theirs) = theirs {
            theirs.print("  against", None);
        }
    }
    Ok(())
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--bench" => {} // Cargo says so to every bench.
            "--cold" => options.cold = true,
            "--take" => options.take = Some(value()?.parse()?),
            "--table" => options.table = Some(value()?.parse()?),
            "--against" => options.against = Some(value()?),
            file => options.files.push(file.to_owned()),
        }
    }
    if options.files.is_empty() {
        options.files = FILES.map(str::to_owned).to_vec();
    }
    Ok(options)
}

/// Positions and their scores; a file without a folder is one of the tests' own.
fn read(file: &str, take: Option<usize>) -> Result<Vec<(String, i32)>, Box<dyn Error>> {
    let path = if file.contains('/') {
        PathBuf::from(file)
    } else {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
    };
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    text.lines()
        .take(take.unwrap_or(usize::MAX))
        .map(|line| {
            let (columns, score) = line.split_once(' ').ok_or("a line without a score")?;
            Ok((columns.to_owned(), score.trim().parse()?))
        })
        .collect()
}

fn measure(
    solver: &mut Solver,
    positions: &[(String, i32)],
    cold: bool,
    sums: &mut Sums,
) -> Result<(), Box<dyn Error>> {
    let parsed: Vec<(Position, i32)> = positions
        .iter()
        .map(|(columns, score)| Position::from_columns(columns).map(|position| (position, *score)))
        .collect::<Result<_, _>>()?;
    let chunk = if cold { 1 } else { parsed.len().max(1) };
    for chunk in parsed.chunks(chunk) {
        if cold {
            solver.forget();
        }
        let (start, clock) = (cpu_microseconds()?, Instant::now());
        let solved: Vec<_> = chunk.iter().map(|(position, _)| solver.solve(position)).collect();
        // Neither can be below the CPU time of the search: the wall clock has the waiting in it,
        // the CPU clock its own reading, which takes longer than an easy position.
        let wall = clock.elapsed().as_secs_f64() * 1e6;
        let mean = wall.min(cpu_microseconds()? - start) / chunk.len() as f64;
        for (solved, (_, score)) in solved.iter().zip(chunk) {
            sums.add(solved.score == *score, solved.nodes, mean);
        }
    }
    Ok(())
}

fn measure_other(command: &str, positions: &[(String, i32)]) -> Result<Sums, Box<dyn Error>> {
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let output = child.stdout.take().ok_or("no standard output")?;
    let lines: String = positions.iter().map(|(columns, _)| format!("{columns}\n")).collect();
    // Written beside the reading, or both sides could wait for each other.
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let mut sums = Sums::default();
    for (line, (_, score)) in BufReader::new(output).lines().zip(positions) {
        let line = line?;
        let mut words = line.split_whitespace().skip(1);
        let mut next = || words.next().ok_or("an answer that is too short");
        let right = next()?.parse::<i32>()? == *score;
        sums.add(right, next()?.parse()?, next()?.parse()?);
    }
    writer.join().map_err(|_| "the writer panicked")??;
    child.wait()?;
    Ok(sums)
}

/// CPU time of this thread. Linux keeps it in nanoseconds, up to date as of the last switch.
fn cpu_microseconds() -> Result<f64, Box<dyn Error>> {
    thread::yield_now();
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = text.split_whitespace().next().ok_or("an empty schedstat")?;
    Ok(nanoseconds.parse::<f64>()? / 1e3)
}
