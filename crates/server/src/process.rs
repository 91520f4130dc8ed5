//! What the system knows about this process. Where it does not say, nothing is reported.

use std::sync::LazyLock;
use std::time::Instant;

use crate::clock::now;

static STARTED: LazyLock<(Instant, i64)> = LazyLock::new(|| (Instant::now(), now()));

/// Remembers that the process has started; later calls change nothing.
pub(crate) fn start() {
    LazyLock::force(&STARTED);
}

/// Seconds since it started.
pub(crate) fn uptime() -> u64 {
    STARTED.0.elapsed().as_secs()
}

/// When it started, in seconds since 1970.
pub(crate) fn started() -> u64 {
    u64::try_from(STARTED.1 / 1000).unwrap_or_default()
}

/// Bytes of memory in use.
pub(crate) fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Open files and connections.
pub(crate) fn open_files() -> Option<u64> {
    // The folder itself is open while it is read.
    Some(std::fs::read_dir("/proc/self/fd").ok()?.count().saturating_sub(1) as u64)
}
