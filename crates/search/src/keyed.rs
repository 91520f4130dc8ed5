//! A map by keys that are well mixed already, such as those of positions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map that takes its keys as they are.
pub type Keyed<V> = HashMap<u64, V, BuildHasherDefault<Same>>;

/// Takes a number for its own hash.
#[derive(Clone, Copy, Debug, Default)]
pub struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
