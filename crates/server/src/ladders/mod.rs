//! Ladders that a host plays beside the server: their journals in a folder, read as they grow.

mod file;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::room::Room;
use crate::wire::LadderBody;
use crate::work::Payer;
use file::LadderFile;

/// How often the folder is looked at.
const EVERY: Duration = Duration::from_secs(2);
/// So many journals are shown, the first by name.
const MOST_FILES: usize = 100;
/// The names of journals end with this.
const ENDING: &str = "journal";

/// The ladders in a folder.
pub(crate) struct Ladders {
    folder: Option<PathBuf>,
    /// Held while the folder is read, and by nobody who answers requests.
    files: Mutex<BTreeMap<PathBuf, LadderFile>>,
    shown: Mutex<Arc<Vec<LadderBody>>>,
    bell: watch::Sender<u64>,
}

impl Ladders {
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            files: Mutex::default(),
            shown: Mutex::default(),
            bell: watch::Sender::new(0),
        }
    }

    /// All of them, as they stood when the folder was last read.
    pub fn all(&self) -> Arc<Vec<LadderBody>> {
        Arc::clone(&lock(&self.shown))
    }

    /// Rings whenever one has grown.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    /// The Elo of a program by the variants' ids, as the longest ladder in which it took part says. A ladder stands on its
    /// first contestant; where that is a level with a rating, so does the program's.
    pub fn elos(&self, game: &str, command: &str) -> BTreeMap<String, i32> {
        let mut best: BTreeMap<String, (usize, i32)> = BTreeMap::new();
        for ladder in self.all().iter() {
            let found = ladder.elo_of(game, command);
            if let Some((variant, games, elo)) = found
                && best.get(&variant).is_none_or(|(most, _)| games > *most)
            {
                best.insert(variant, (games, elo));
            }
        }
        best.into_iter().map(|(variant, (_, elo))| (variant, elo)).collect()
    }

    /// Reads what is new in the folder; rings if anything is. It takes a while: not for async threads.
    fn read(&self) {
        let Some(folder) = &self.folder else { return };
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "the folder of ladders cannot be read");
                return;
            }
        };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
        paths.sort();
        paths.truncate(MOST_FILES);
        let mut files = lock(&self.files);
        let before = files.len();
        files.retain(|path, _| paths.contains(path));
        let mut changed = files.len() != before;
        for path in paths {
            let file = files.entry(path.clone()).or_default();
            match file.read(&path) {
                Ok(grown) => changed |= grown,
                Err(error) => {
                    tracing::warn!(file = %path.display(), %error, "a ladder cannot be read");
                }
            }
        }
        if !changed {
            return;
        }
        let bodies = files.iter_mut().filter_map(|(path, file)| file.body(path)).collect();
        *lock(&self.shown) = Arc::new(bodies);
        self.bell.send_modify(|count| *count += 1);
    }
}

impl Room {
    /// Reads the ladders' folder now and then, until the server shuts down.
    pub async fn watch_ladders(self: Arc<Self>) {
        if self.ladders.folder.is_none() {
            return;
        }
        let mut closing = self.closing();
        loop {
            let room = Arc::clone(&self);
            let read = self.replays.run_for(Payer::House, move || {
                room.ladders.read();
                Some(())
            });
            if let Err(refusal) = read.await {
                tracing::debug!(?refusal, "the ladders were not read");
            }
            tokio::select! {
                () = tokio::time::sleep(EVERY) => {}
                _ = closing.wait_for(|closing| *closing) => return,
            }
        }
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
