//! What program this is. Games of two versions must not be counted together: a level may play otherwise in each.

use std::fmt::{self, Write};
use std::fs::File;
use std::io;

use sha2::{Digest, Sha256};

/// A version, and which build of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version(String);

impl Version {
    /// As a text has it.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// As a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The version of the running program: its number, and a digest of its file.
pub fn version() -> io::Result<Version> {
    // Linux still shows the file that was started when another has taken its place.
    let file = File::open("/proc/self/exe");
    let mut file = match file {
        Ok(file) => file,
        Err(_) => File::open(std::env::current_exe()?)?,
    };
    let mut digest = Hashing(Sha256::new());
    io::copy(&mut file, &mut digest)?;
    let mut text = format!("{}, build ", env!("CARGO_PKG_VERSION"));
    for byte in digest.0.finalize().iter().take(6) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(Version(text))
}

struct Hashing(Sha256);

impl io::Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
