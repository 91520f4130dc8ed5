//! A search through hold and queue that always has an answer: layer by layer, each layer a heap of
//! the wells after so many pieces; every round opens the best of each layer once.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, VecDeque};

use search::KeyMap;

use crate::guideline::columns::Columns;
use crate::guideline::perfect_clear::{PerfectClear, chance};
use crate::guideline::reachable::{LockedPiece, Reachable};
use crate::guideline::situation::{Bag, Situation, carried, lock};
use crate::guideline::weights::AttackWeights;
use crate::rules::pieces::{Body, Facing, Piece};

/// A well after some placements.
#[derive(Clone)]
pub(super) struct Node {
    well: Columns,
    /// Tells wells of a layer apart, with what one carries.
    key: u64,
    /// What was earned on the way.
    earned: f32,
    /// That and what the well promises, in thousandths.
    pub(super) worth: i32,
    pub(super) parent: u32,
    /// How many pieces had been placed since the search began.
    pub(super) ply: u32,
    pub(super) placement: LockedPiece,
    /// The piece that can be placed instead of the next in line. None when there is only one left.
    reserve: Option<Piece>,
    hard: bool,
    combo: i8,
}

/// The wells after so many placements.
#[derive(Default)]
struct Layer {
    heap: BinaryHeap<(i32, Reverse<u32>)>,
    /// The best way to each well.
    seen: KeyMap<(i32, u32)>,
    best: Option<(i32, Reverse<u32>)>,
}

impl Layer {
    fn push(&mut self, worth: i32, node: u32) {
        let entry = (worth, Reverse(node));
        self.heap.push(entry);
        self.best = self.best.max(Some(entry));
    }
}

/// No more wells are kept than this; the search then waits for the game to go on.
const MOST_NODES: usize = 700_000;

/// So many wells are looked at for a way to empty the well.
const PERFECT_WELLS: u32 = 10_000;

/// A search that follows a game.
pub struct AttackSearch {
    weights: AttackWeights,
    root: Situation,
    /// The pieces in line, beginning with the present one; the first of those after it may be the reserve instead.
    line: VecDeque<Piece>,
    /// Its last one, where that is not shown yet but is the only one left in the bag.
    foreseen: Option<Piece>,
    /// What may come after those in line.
    after: Bag,
    pub(super) nodes: Vec<Node>,
    layers: VecDeque<Layer>,
    /// The ply of the first layer.
    pub(super) base: u32,
    made: u64,
    /// Whether a way to empty the well was looked for.
    looked: bool,
    found: Vec<LockedPiece>,
}

impl AttackSearch {
    /// A search that thinks about this situation.
    pub fn new(weights: AttackWeights, root: Situation) -> Self {
        let mut search = Self {
            weights,
            root,
            line: VecDeque::new(),
            foreseen: None,
            after: Bag::UNKNOWN,
            nodes: Vec::new(),
            layers: VecDeque::new(),
            base: 0,
            made: 0,
            looked: false,
            found: Vec::new(),
        };
        search.begin();
        search
    }

    /// About the memory that it takes: wells are nearly all of it.
    pub fn bytes(&self) -> usize {
        let layer = |layer: &Layer| {
            layer.heap.capacity() * size_of::<(i32, Reverse<u32>)>()
                + layer.seen.capacity() * size_of::<(u64, (i32, u32))>()
        };
        self.nodes.capacity() * size_of::<Node>() + self.layers.iter().map(layer).sum::<usize>()
    }

    /// What it thinks about.
    pub const fn situation(&self) -> &Situation {
        &self.root
    }

    /// How many wells it has looked at, for this move and those before.
    pub const fn nodes(&self) -> u64 {
        self.made
    }

    /// Forgets everything and thinks about another situation.
    pub fn restart(&mut self, root: Situation) {
        self.root = root;
        self.begin();
    }

    fn begin(&mut self) {
        self.foreseen = None;
        self.nodes.clear();
        self.layers.clear();
        self.base = 0;
        self.line = self.root.queue.iter().copied().collect();
        // An empty hold is as good as the next piece in it: either can be placed, and the other stays.
        let reserve = self.root.held.or_else(|| self.line.remove(1));
        let (hard, combo) = (self.root.hard, self.root.combo);
        // Nothing was placed to get here, and nobody will ask what.
        let nowhere = Body { piece: Piece::I, facing: Facing::North, x: 0, y: 0 };
        self.nodes.push(Node {
            well: self.root.well,
            key: 0,
            earned: 0.0,
            worth: 0,
            parent: 0,
            ply: 0,
            placement: LockedPiece::plain(nowhere),
            reserve,
            hard,
            combo: combo.clamp(-1, 100) as i8,
        });
        self.foresee();
        self.layers[0].push(0, 0);
    }

    /// Another piece is known to come.
    pub fn add(&mut self, piece: Piece) {
        self.root.add(piece);
        let foreseen = self.foreseen.take();
        // With a single piece nobody held anything back; and who foresaw wrongly was told of another bag.
        if self.nodes[0].reserve.is_none() || foreseen.is_some_and(|foreseen| foreseen != piece) {
            return self.begin();
        }
        if foreseen.is_none() {
            self.line.push_back(piece);
        }
        self.foresee();
    }

    /// The last of a bag is known before it is shown.
    fn foresee(&mut self) {
        self.after = self.root.bag;
        let mut left = self.root.bag.pieces();
        if let (Some(piece), None, false) = (left.next(), left.next(), self.root.queue.is_empty()) {
            self.foreseen = Some(piece);
            self.after.take(piece);
            self.line.push_back(piece);
        }
        self.looked = false;
        self.layers.resize_with(self.line.len() + 1, Layer::default);
    }

    /// Opens the best well of every layer. False when there is nothing left to open or no room.
    pub fn round(&mut self) -> bool {
        if !self.looked {
            self.look_for_perfect();
        }
        let mut any = false;
        for depth in 0..self.layers.len() - 1 {
            if let Some((_, Reverse(node))) = self.layers[depth].heap.pop() {
                self.open(node, depth);
                any = true;
            }
        }
        any && self.nodes.len() < MOST_NODES
    }

    /// Makes everything that can follow a well.
    fn open(&mut self, index: u32, depth: usize) {
        let node = self.nodes[index as usize].clone();
        let next = self.line[depth];
        let frame = (self.root.width, self.root.height);
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        let instead = node.reserve.filter(|&piece| piece != next).map(|piece| (piece, Some(next)));
        for (piece, reserve) in [(next, node.reserve)].into_iter().chain(instead) {
            let Some(reach) = Reachable::new(&node.well, frame.0, frame.1, piece) else { continue };
            found.clear();
            reach.for_each(&node.well, |placement| found.push(placement));
            for &placement in &found {
                self.follow(index, &node, depth, placement, reserve);
            }
        }
        self.found = found;
    }

    #[inline]
    fn follow(
        &mut self,
        parent: u32,
        node: &Node,
        depth: usize,
        placement: LockedPiece,
        reserve: Option<Piece>,
    ) -> Option<u32> {
        self.made += 1;
        let width = self.root.width;
        let mut well = node.well;
        let frame = (width, self.root.height);
        let clear = lock(&mut well, frame, placement, node.hard, i32::from(node.combo))?;
        let (hard, combo) = carried(clear, node.hard);
        let earned = node.earned + self.weights.reward(placement.piece, clear);
        let mut promise = self.weights.promise(&well, width, hard, combo);
        if depth + 1 == self.line.len() && self.weights.chance != 0.0 {
            // What comes after the pieces that are known is known by its chances.
            promise += self.weights.chance * chance(&well, frame, reserve, self.after);
        }
        let worth = (1000.0 * (earned + promise)) as i32;
        let carries = u64::from(hard) << 40
            | ((combo + 1) as u64) << 8
            | reserve.map_or(7, |piece| piece as u64);
        let key = (well.hash(width) ^ carries).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let key = key ^ key >> 32;
        let layer = &mut self.layers[depth + 1];
        let index = self.nodes.len() as u32;
        match layer.seen.entry(key) {
            Entry::Occupied(mut known) => {
                let (best, node) = *known.get();
                if best >= worth {
                    return Some(node);
                }
                known.insert((worth, index));
            }
            Entry::Vacant(new) => {
                new.insert((worth, index));
            }
        }
        layer.push(worth, index);
        let ply = node.ply + 1;
        let combo = combo.min(100) as i8;
        self.nodes.push(Node {
            well,
            key,
            earned,
            worth,
            parent,
            ply,
            placement,
            reserve,
            hard,
            combo,
        });
        Some(index)
    }

    /// Looks for a way to empty the well, which the heaps would hardly find, and puts it among the others.
    fn look_for_perfect(&mut self) {
        self.looked = true;
        let frame = (self.root.width, self.root.height);
        let (root, line) = (&self.nodes[0], self.line.make_contiguous());
        let path = PerfectClear::find(&root.well, frame, line, root.reserve, PERFECT_WELLS);
        let mut parent = 0;
        for (depth, placement) in path.into_iter().flatten().enumerate().take(self.line.len()) {
            let node = self.nodes[parent as usize].clone();
            let next = self.line[depth];
            let reserve = if placement.piece == next { node.reserve } else { Some(next) };
            match self.follow(parent, &node, depth, placement, reserve) {
                Some(child) => parent = child,
                None => return,
            }
        }
    }

    /// The best placements from here on, if there is any.
    pub fn line(&self) -> Vec<LockedPiece> {
        let best = self.layers.iter().rev().find_map(|layer| layer.best);
        let mut line = Vec::new();
        if let Some((_, Reverse(mut node))) = best {
            while self.nodes[node as usize].ply > self.base {
                line.push(self.nodes[node as usize].placement);
                node = self.nodes[node as usize].parent;
            }
        }
        line.reverse();
        line
    }

    /// The placement to make, if there is any.
    pub fn best(&self) -> Option<LockedPiece> {
        self.line().first().copied()
    }

    /// Every placement that it knows, best first: whoever cannot make the first has others.
    pub fn suggestions(&self) -> Vec<LockedPiece> {
        let best = self.best();
        let others = self.ranking().into_iter().map(|(placement, _)| placement);
        best.into_iter().chain(others.filter(|&other| Some(other) != best)).collect()
    }

    /// What each well can lead to at best: after how many placements, and what it is worth there.
    pub(super) fn best_below(&self) -> Vec<(u32, i32)> {
        // Children come after their parents: one pass from the end hands everything up.
        let mut best: Vec<(u32, i32)> =
            self.nodes.iter().map(|node| (node.ply, node.worth)).collect();
        for index in (1..self.nodes.len()).rev() {
            let parent = self.nodes[index].parent as usize;
            best[parent] = best[parent].max(best[index]);
        }
        best
    }

    /// What every placement can lead to at best, in thousandths of what the weights count in; best first.
    pub fn ranking(&self) -> Vec<(LockedPiece, i32)> {
        let best = self.best_below();
        let mut ranking: Vec<_> = self
            .nodes
            .iter()
            .zip(&best)
            .filter(|(node, _)| node.ply == self.base + 1)
            .map(|(node, &(ply, worth))| (node.placement, ply, worth))
            .collect();
        ranking.sort_by_key(|&(_, ply, worth)| Reverse((ply, worth)));
        ranking.into_iter().map(|(placement, _, worth)| (placement, worth)).collect()
    }

    /// Goes on to the situation after a placement, and keeps what was thought about it. False if it
    /// cannot be made.
    pub fn advance(&mut self, placement: LockedPiece) -> bool {
        if self.root.place(placement).is_none() {
            return false;
        }
        let base = self.base + 1;
        let is_it = |node: &Node| node.ply == base && node.placement == placement;
        let Some(root) = self.nodes.iter().position(is_it) else {
            self.begin();
            return true;
        };
        self.base = base;
        self.looked = false;
        self.line.pop_front();
        let mut layers = std::mem::take(&mut self.layers);
        layers.pop_front();
        // What is earned counts from here, so that it stays a small number however long the game is.
        let paid = self.nodes[root].earned;
        let less = (1000.0 * paid) as i32;
        // Parents come before their children: one pass finds who stays.
        let mut moved = vec![u32::MAX; self.nodes.len()];
        moved[root] = 0;
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let counted = |node: &Node, parent| Node {
            parent,
            earned: node.earned - paid,
            worth: node.worth - less,
            ..node.clone()
        };
        nodes.push(counted(&self.nodes[root], 0));
        for (index, node) in self.nodes.iter().enumerate().skip(root + 1) {
            let parent = moved[node.parent as usize];
            if node.ply > base && parent != u32::MAX {
                moved[index] = nodes.len() as u32;
                nodes.push(counted(node, parent));
            }
        }
        self.nodes = nodes;
        for old in layers {
            let mut layer = Layer::default();
            let stays = |node: u32| Some(moved[node as usize]).filter(|&node| node != u32::MAX);
            layer.heap = old
                .heap
                .into_iter()
                .filter_map(|(worth, Reverse(node))| Some((worth - less, Reverse(stays(node)?))))
                .collect();
            self.layers.push_back(layer);
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let layer = &mut self.layers[(node.ply - base) as usize];
            let best = (node.worth, index as u32);
            let known = layer.seen.entry(node.key).or_insert(best);
            *known = best.max(*known);
            layer.best = layer.best.max(Some((node.worth, Reverse(index as u32))));
        }
        // What another first placement led to as well was kept there only.
        self.layers[0].heap.push((0, Reverse(0)));
        true
    }
}
