//! What a search remembers from one position to the next, so that only what has changed is looked at again.

use super::cache::HopeCache;
use super::kingdoms::Kingdoms;

/// Kingdoms and hopes of positions seen before. It must not be shared between networks.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueMemory {
    pub(super) hopes: HopeCache,
    pub(super) kingdoms: Kingdoms,
}
