//! `plateau convert`: a game that was written down, in another format.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use catalog::CheckStudy;

use crate::failure::Failure;

/// Write a saved game in another format, such as Pentobi's
///
/// What it is written in now is seen from the text.
#[derive(clap::Args)]
pub struct Args {
    /// The file to read; the standard input if none is named
    file: Option<PathBuf>,

    /// What to write: record, or a format of the game, such as blksgf
    #[arg(long, value_name = "FORMAT", default_value = "record")]
    to: String,
}

/// Reads, replays and writes.
pub fn run(args: &Args) -> Result<(), Failure> {
    let text = match &args.file {
        Some(file) => {
            std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))?
        }
        None => {
            let mut text = String::new();
            io::stdin().lock().read_to_string(&mut text)?;
            text
        }
    };
    let study = catalog::read_study(&text)?;
    let entry = catalog::find(&study.beginning().game)?;
    // Only what can have been played is written anew.
    let mut check = CheckStudy::new(entry, study)?;
    let study = loop {
        if let Some(checked) = check.step() {
            break checked?;
        }
    };
    let written = match args.to.as_str() {
        "record" => study.to_text(),
        id => (entry.format(id)?.write)(&study)?,
    };
    Ok(io::stdout().lock().write_all(written.as_bytes())?)
}
