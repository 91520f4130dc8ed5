//! Reads runs from stdin, separated by blank lines, and prints the state in which each leaves its well,
//! one line each: the other half of the test that holds the page's well against this one.

use std::io::{self, Read, Write};

use tetris::Replay;

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for block in text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        match Replay::read(block).and_then(|run| run.play()) {
            Ok(well) => writeln!(out, "{}", well.save())?,
            Err(refused) => writeln!(out, "refused: {refused}")?,
        }
    }
    out.flush()
}
