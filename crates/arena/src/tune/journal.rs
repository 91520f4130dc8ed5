//! What has been judged, a line of JSON each: whoever was interrupted reads it and goes on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use game::Words;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::solo::Mean;

/// A candidate and what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// The round, from 0: all of a round played the same games.
    pub round: u64,
    /// Its number in the round.
    pub index: usize,
    /// The numbers.
    pub numbers: Vec<f64>,
    /// The mean over its games.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl Judged {
    /// The value with its error.
    pub const fn mean(&self) -> Mean {
        Mean { mean: self.value, error: Some(self.error) }
    }
}

/// Why a journal cannot be gone on with.
#[derive(Debug, Error)]
pub enum BadJournal {
    /// It could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is of something else.
    #[error("{0}")]
    Other(Words),
}

/// A journal, with what is already in it.
#[derive(Debug)]
pub struct Journal {
    /// Judged before now.
    pub known: Vec<Judged>,
    file: Option<File>,
}

impl Journal {
    /// One that is not kept.
    pub const fn none() -> Self {
        Self { known: Vec::new(), file: None }
    }

    /// Opens or begins a journal. Its first line says what is searched: one of another search is refused.
    pub fn open(path: &Path, head: &serde_json::Value) -> Result<Self, BadJournal> {
        let mut known = Vec::new();
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut lines = BufReader::new(&file).lines();
        match lines.next().transpose()? {
            None => writeln!(&file, "{head}")?,
            Some(line)
                if serde_json::from_str(&line)
                    .is_ok_and(|found: serde_json::Value| found == *head) => {}
            Some(_) => {
                let path = path.display();
                return Err(BadJournal::Other(Words::new(
                    format!(
                        "{path} is the journal of another search: name another file, or ask the same"
                    ),
                    format!(
                        "{path} est le journal d’une autre recherche : donner un autre fichier, ou la même demande"
                    ),
                )));
            }
        }
        for line in lines {
            // The last line may have been cut off when the program was.
            let Ok(judged) = serde_json::from_str(&line?) else { break };
            known.push(judged);
        }
        Ok(Self { known, file: Some(file) })
    }

    /// Writes down what was judged.
    pub fn write(&mut self, judged: &Judged) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            let mut line = serde_json::to_string(judged)?;
            line.push('\n');
            file.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}
