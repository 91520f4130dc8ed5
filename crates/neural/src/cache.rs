//! Networks that were read, so that not every player reads its own copy.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use crate::net::{BadNet, PolicyValueNet, read};

/// A file that is changed is another network.
type FileKey = (PathBuf, Option<SystemTime>, u64);

static READ: LazyLock<Mutex<HashMap<FileKey, Weak<PolicyValueNet>>>> =
    LazyLock::new(Mutex::default);

/// The network in a file. It is read once for all who use it at the same time.
pub fn load(path: &Path) -> Result<Arc<PolicyValueNet>, BadNet> {
    let about = fs::metadata(path).ok();
    let changed = about.as_ref().and_then(|about| about.modified().ok());
    let key = (path.to_owned(), changed, about.map_or(0, |about| about.len()));
    let mut known = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(net) = known.get(&key).and_then(Weak::upgrade) {
        return Ok(net);
    }
    let net = Arc::new(read(path)?);
    known.retain(|_, net| net.strong_count() > 0);
    known.insert(key, Arc::downgrade(&net));
    Ok(net)
}
