//! Makes a tree of what a search does. What it keeps is bounded: when there are too many nodes, those of the deepest
//! ply are only counted.

use game::Seat;

use super::{Algorithm, SearchNode, SearchObserver, SearchTree, TraceRequest, Visit};
use crate::{Score, Thought, value};

/// Records a search.
#[derive(Debug)]
pub struct TreeRecorder<M> {
    most: usize,
    /// The last ply that is recorded.
    deepest: usize,
    nodes: Vec<SearchNode<M>>,
    /// The line that the search is at, as far as it is recorded; the root first.
    line: Vec<Option<usize>>,
    by_ply: Vec<u64>,
    cut: u64,
}

impl<M: Copy> TreeRecorder<M> {
    /// For a search from a position where this seat is to move, of which so many nodes are recorded at most. The moves
    /// at the root are recorded in any case.
    pub fn new(mover: Option<Seat>, most: usize) -> Self {
        let root = SearchNode { mover, maximises: true, ..SearchNode::after(None) };
        Self {
            most,
            deepest: usize::MAX,
            nodes: vec![root],
            line: vec![Some(0)],
            by_ply: Vec::new(),
            cut: 0,
        }
    }

    /// The tree, once the search is over.
    pub fn finish(
        mut self,
        algorithm: Algorithm,
        thought: &Thought<M>,
        request: &TraceRequest,
    ) -> SearchTree<M> {
        let searched = self.by_ply.iter().sum();
        // A line that was not gone back along was broken off, and who looked at nothing was stopped at once.
        let begun = searched > 0 || thought.best.is_none();
        let complete = begun && self.line.len() == 1 && searched < request.nodes;
        self.nodes[0].value = Some(thought.score).filter(|_| complete);
        SearchTree {
            algorithm,
            nodes: self.nodes,
            searched,
            cut: self.cut,
            recorded_plies: self.deepest.min(self.by_ply.len()) as u32,
            by_ply: self.by_ply,
            depth: request.depth,
            complete,
            best: thought.best,
        }
    }

    /// Records a node below the present one, if its ply is recorded.
    fn record(&mut self, node: SearchNode<M>) -> Option<usize> {
        while self.nodes.len() >= self.most && self.deepest > 1 && node.ply > 1 {
            self.forget_deepest();
        }
        if node.ply as usize > self.deepest {
            return None;
        }
        // Forgetting others may have moved the parent.
        let parent = *self.line.get(node.ply as usize - 1)?;
        self.nodes.push(SearchNode { parent, ..node });
        Some(self.nodes.len() - 1)
    }

    /// Forgets the nodes of the deepest ply.
    fn forget_deepest(&mut self) {
        let deepest = self.nodes.iter().map(|node| node.ply as usize).max().unwrap_or(0);
        self.deepest = deepest.saturating_sub(1).max(1);
        let mut moved: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        for node in &self.nodes {
            let stays = node.ply as usize <= self.deepest;
            moved.push(stays.then_some(kept));
            kept += usize::from(stays);
        }
        self.nodes.retain(|node| node.ply as usize <= self.deepest);
        let follow = |at: Option<usize>| at.and_then(|at| moved.get(at).copied().flatten());
        self.nodes.iter_mut().for_each(|node| node.parent = follow(node.parent));
        self.line.iter_mut().for_each(|at| *at = follow(*at));
    }
}

/// A bound as a score; none where it is infinite.
fn bound(bound: i32) -> Option<Score> {
    (bound.unsigned_abs() < value::INFINITE as u32).then(|| value::score(bound, false))
}

impl<M: Copy> SearchObserver<M> for TreeRecorder<M> {
    fn enter(&mut self, visit: Visit<M>) {
        let ply = self.line.len();
        if self.by_ply.len() < ply {
            self.by_ply.resize(ply, 0);
        }
        self.by_ply[ply - 1] += 1;
        for at in self.line.iter().flatten() {
            self.nodes[*at].below += 1;
        }
        let at = self.record(SearchNode {
            ply: ply as u32,
            mover: visit.mover,
            maximises: visit.maximises,
            alpha: bound(visit.alpha),
            beta: bound(visit.beta),
            ..SearchNode::after(Some(visit.mv))
        });
        self.line.push(at);
    }

    fn leave(&mut self, value: i32) {
        if let Some(Some(at)) = self.line.pop() {
            self.nodes[at].value = Some(value::score(value, false));
        }
    }

    fn cut(&mut self, moves: impl Iterator<Item = M>) {
        let ply = self.line.len() as u32;
        for mv in moves {
            self.cut += 1;
            self.record(SearchNode { ply, cut: true, ..SearchNode::after(Some(mv)) });
        }
    }
}
