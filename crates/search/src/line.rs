//! The best lines found so far, one for each ply of a search.

/// For each ply, how the search thinks the game goes on from there.
#[derive(Debug)]
pub(crate) struct Lines<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    /// No lines yet.
    pub fn new() -> Self {
        Self { lines: Vec::new() }
    }

    /// Nothing is known from this ply on.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        while self.lines.len() <= ply + 1 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
    }

    /// At this ply `mv` is best, followed by the line of the next ply.
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
