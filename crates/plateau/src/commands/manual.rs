//! `plateau manual`, for whoever packages it: man pages and shell completions, made from the command line itself.

use std::fs;
use std::path::PathBuf;

use clap::Command;
use clap_complete::{Shell, generate_to};

use crate::failure::Failure;

/// Write man pages and shell completions into a folder
#[derive(clap::Args)]
pub struct Args {
    /// The folder; it is made if it is not there
    folder: PathBuf,
}

/// Writes `FOLDER/man/*.1` and `FOLDER/completions/*`.
pub fn run(args: &Args, mut program: Command) -> Result<(), Failure> {
    let (man, completions) = (args.folder.join("man"), args.folder.join("completions"));
    for folder in [&man, &completions] {
        fs::create_dir_all(folder)?;
    }
    // Before the completions, which add a command “help” with a page for each of its own.
    clap_mangen::generate_to(program.clone(), &man)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        generate_to(shell, &mut program, "plateau", &completions)?;
    }
    Ok(())
}
