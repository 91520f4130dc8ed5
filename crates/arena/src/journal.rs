//! What has been done so far, a line of JSON each: whoever was interrupted, or killed, reads it and goes on.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use game::Words;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

/// Why a journal cannot be gone on with.
#[derive(Debug, Error)]
pub enum BadJournal {
    /// It could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is of something else, or somebody else writes it.
    #[error("{0}")]
    Other(Words),
}

/// A journal, with what is already in it.
#[derive(Debug)]
pub struct Journal<T> {
    /// Written before now.
    pub known: Vec<T>,
    file: Option<File>,
}

impl<T> Journal<T> {
    /// One that is not kept.
    pub const fn none() -> Self {
        Self { known: Vec::new(), file: None }
    }
}

impl<T: Serialize + DeserializeOwned> Journal<T> {
    /// Opens or begins a journal. Its first line says what it is of: one of something else is refused.
    pub fn open(path: &Path, head: &Value) -> Result<Self, BadJournal> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let name = path.display();
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(BadJournal::Other(Words::new(
                    format!("{name} is being written by another program"),
                    format!("un autre programme est en train d’écrire {name}"),
                )));
            }
            // Where the system knows no locks, there is none.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let mut lines = text.split_inclusive(|&byte| byte == b'\n');
        let first = lines.next().filter(|line| line.ends_with(b"\n"));
        let mut kept = first.map_or(0, <[u8]>::len);
        match first {
            None => {
                // A head that was cut off is no journal yet.
                file.set_len(0)?;
                file.seek(SeekFrom::Start(0))?;
                writeln!(file, "{head}")?;
                return Ok(Self { known: Vec::new(), file: Some(file) });
            }
            Some(line)
                if serde_json::from_slice::<Value>(line).is_ok_and(|found| found == *head) => {}
            Some(_) => {
                return Err(BadJournal::Other(Words::new(
                    format!(
                        "{name} was begun by another request: name another file, or ask for the same"
                    ),
                    format!(
                        "{name} vient d’une autre demande : nommer un autre fichier, ou demander la même chose"
                    ),
                )));
            }
        }
        let mut known = Vec::new();
        for line in lines {
            // The last line may have been cut off when the program was. The next one must not be glued to it.
            let Ok(entry) = serde_json::from_slice(line) else { break };
            if !line.ends_with(b"\n") {
                break;
            }
            known.push(entry);
            kept += line.len();
        }
        file.set_len(kept as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { known, file: Some(file) })
    }

    /// Writes down an entry.
    pub fn write(&mut self, entry: &T) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            let mut line = serde_json::to_string(entry)?;
            line.push('\n');
            file.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_cut_off_is_lost_and_nothing_else() {
        let path = std::env::temp_dir().join(format!("plateau-cut-{}", std::process::id()));
        let head = serde_json::json!({ "of": "numbers" });
        let open = || Journal::<Vec<u32>>::open(&path, &head);
        {
            let mut journal = open().unwrap();
            journal.write(&vec![1, 2]).unwrap();
            journal.write(&vec![3, 4]).unwrap();
            assert!(matches!(open(), Err(BadJournal::Other(_))), "it is being written");
        }
        let whole = std::fs::read(&path).unwrap();
        // Cut at every byte, written to, and cut again: what was whole stays.
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let lines = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            {
                let mut journal = open().unwrap();
                assert_eq!(journal.known.len(), lines.saturating_sub(1), "cut after {length}");
                journal.write(&vec![9]).unwrap();
            }
            assert_eq!(open().unwrap().known.last(), Some(&vec![9]), "cut after {length}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
