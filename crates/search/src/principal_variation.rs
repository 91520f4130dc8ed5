//! The principal variation: the best line found so far, one for each ply of a search.

/// For each ply, the line that the search expects from there (a triangular table of principal variations).
#[derive(Debug)]
pub(crate) struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// A table without lines.
    pub fn new() -> Self {
        Self { lines: Vec::new() }
    }

    /// Empties the line of this ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
    }

    /// The best line at this ply is now `mv`, followed by the line of the next ply.
    pub fn set(&mut self, ply: usize, mv: M) {
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        let (own, next) = self.lines.split_at_mut(ply + 1);
        own[ply].clear();
        own[ply].push(mv);
        own[ply].extend_from_slice(&next[0]);
    }

    /// The line from this ply on.
    pub fn line(&self, ply: usize) -> &[M] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }
}
