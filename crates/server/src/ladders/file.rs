//! One journal of a ladder, read from where the last look ended.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{Duration, SystemTime};

use arena::ladder::LadderLog;

use crate::wire::LadderBody;

/// A journal that was written within this time is still being played.
const GROWING: Duration = Duration::from_secs(90);
/// A line that is longer is none of ours.
const LONGEST_LINE: u64 = 1 << 20;
/// So much of a file is read at a look; the rest at the next ones.
const MOST_BYTES: u64 = 64 << 20;

/// What was read of a file so far.
#[derive(Default)]
pub(super) struct LadderFile {
    read: u64,
    log: Option<LadderLog>,
    growing: bool,
}

impl LadderFile {
    /// Reads what was added; says whether anything to be shown has changed.
    pub fn read(&mut self, path: &Path) -> io::Result<bool> {
        let mut file = File::open(path)?;
        let about = file.metadata()?;
        let growing = about
            .modified()
            .is_ok_and(|at| SystemTime::now().duration_since(at).is_ok_and(|age| age < GROWING));
        let mut changed = std::mem::replace(&mut self.growing, growing) != growing;
        if about.len() < self.read {
            // Somebody began it anew.
            *self = Self { growing, ..Self::default() };
            changed = true;
        }
        if about.len() == self.read || !about.is_file() {
            return Ok(changed);
        }
        file.seek(SeekFrom::Start(self.read))?;
        let mut lines = BufReader::new(file.take(MOST_BYTES));
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? as u64;
            // The last line may still be on its way.
            if !line.ends_with(b"\n") && length < LONGEST_LINE {
                return Ok(changed);
            }
            self.read += length;
            changed |= self.add(&String::from_utf8_lossy(&line));
        }
    }

    fn add(&mut self, line: &str) -> bool {
        match &mut self.log {
            Some(log) => log.add(line),
            None => {
                self.log = LadderLog::begin(line);
                self.log.is_some()
            }
        }
    }

    /// The ladder as it is shown; none while nothing is known of it, or if its game is none of ours.
    pub fn body(&mut self, path: &Path) -> Option<LadderBody> {
        let log = self.log.as_mut()?;
        let entry = catalog::find(&log.head.game).ok()?;
        let id = path.file_stem()?.to_string_lossy().into_owned();
        Some(LadderBody::of(entry, id, log, self.growing))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_journal_is_read_as_it_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.journal");
        let mut written = File::create(&path).unwrap();
        let mut file = LadderFile::default();
        write!(written, r#"{{"plateau":"ladder","game":"connect4","variant":null,"#).unwrap();
        assert!(file.read(&path).unwrap(), "it grows");
        assert!(file.body(&path).is_none(), "its first line is not whole");
        writeln!(written, r#""contestants":["random","medium"]}}"#).unwrap();
        assert!(file.read(&path).unwrap());
        assert_eq!(file.body(&path).unwrap().played, 0);
        let game = r#"{"number":0,"round":0,"lineup":[0,1],"seed":1,"seated":[0,1],"side_of":[0,1],"places":[2,1],"plies":9,"why":"","key":1}"#;
        writeln!(written, "{game}").unwrap();
        write!(written, "{}", &game[..50]).unwrap();
        assert!(file.read(&path).unwrap());
        assert!(!file.read(&path).unwrap(), "half a line is nothing new");
        assert_eq!(file.body(&path).unwrap().played, 1);
        std::fs::write(&path, "nonsense\n").unwrap();
        assert!(file.read(&path).unwrap(), "somebody began it anew");
        assert!(file.body(&path).is_none());
    }
}
