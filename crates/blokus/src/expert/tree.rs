//! The search tree: the positions and moves that it knows, where the next simulation goes, and what its result changes.

use std::cmp::Reverse;

use search::KeyMap;

use super::footprint::PlacementCode;
use super::node::{Edge, NO_NODE, Node, PlayedMoves};
use super::playout::SimulatedLine;
use super::search_parameters::SearchParameters;
use super::search_state::SearchState;
use crate::mode::MAX_COLOURS;

/// The moves of a position with their probabilities, best first.
#[derive(Default)]
pub struct RankedMoves {
    /// Each in one number: the smaller it is, the more probable is the move.
    pub ranks: Vec<u64>,
    /// How many moves the position has, with those that get their edges later.
    pub all: usize,
    /// The part of the prior that every move gets.
    pub uniform: f32,
    /// The factor for its probability by the policy.
    pub policy: f32,
}

impl RankedMoves {
    /// A move's number. Probabilities are not negative, so their bits sort as they do.
    pub fn rank(code: PlacementCode, probability: f32) -> u64 {
        u64::from(!probability.to_bits()) << 16 | u64::from(code)
    }

    fn edges(&self) -> impl Iterator<Item = Edge> {
        self.ranks.iter().map(|&rank| {
            let probability = f32::from_bits(!(rank >> 16) as u32);
            Edge::new(rank as PlacementCode, self.uniform + self.policy * probability)
        })
    }
}

/// The tree of a root position.
pub struct Tree {
    /// All moves of all positions.
    edges: Vec<Edge>,
    /// All positions; the first is the root.
    nodes: Vec<Node>,
    /// Their indices by key.
    transpositions: KeyMap<u32>,
    parameters: SearchParameters,
}

/// A move that was selected on the way down.
#[derive(Clone, Copy)]
pub struct TreeStep {
    /// The position.
    pub node: u32,
    /// Where its edge was then.
    pub chosen: u32,
    /// The move.
    pub code: PlacementCode,
    /// Who made it.
    pub mover: u8,
    /// The colour whose result counts.
    pub beneficiary: u8,
}

impl Tree {
    /// An empty tree.
    pub fn new(parameters: SearchParameters) -> Self {
        Self { edges: Vec::new(), nodes: Vec::new(), transpositions: KeyMap::default(), parameters }
    }

    /// About the memory that it takes: edges and nodes are nearly all of it.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.transpositions.capacity() * size_of::<(u64, u32)>()
    }

    /// Whether it has no root yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The moves of the root.
    pub fn root_edges(&self) -> &[Edge] {
        self.position(0).map_or(&[], |(_, edges)| edges)
    }

    /// A position and its moves, if it is in the tree.
    pub fn position(&self, node: u32) -> Option<(Node, &[Edge])> {
        let node = *self.nodes.get(node as usize)?;
        Some((node, &self.edges[Self::range(node)]))
    }

    /// A position that is in the tree.
    #[inline]
    pub fn node(&self, at: u32) -> Node {
        self.nodes[at as usize]
    }

    fn range(node: Node) -> std::ops::Range<usize> {
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    /// Makes the position after this move the new root, and keeps what is below it.
    pub fn advance(&mut self, code: PlacementCode) -> bool {
        let found = self.root_edges().iter().find(|edge| edge.code == code).map(|edge| edge.node);
        let Some(root) = found.filter(|&node| node != NO_NODE) else {
            return false;
        };
        let mut edges = Vec::new();
        let mut nodes = vec![self.nodes[root as usize]];
        // The new index of each node that is kept.
        let mut moved = vec![NO_NODE; self.nodes.len()];
        moved[root as usize] = 0;
        let mut next = 0;
        while next < nodes.len() {
            let range = Self::range(nodes[next]);
            nodes[next].first = edges.len() as u32;
            for mut edge in self.edges[range].iter().copied() {
                if edge.node != NO_NODE {
                    let to = &mut moved[edge.node as usize];
                    if *to == NO_NODE {
                        *to = nodes.len() as u32;
                        nodes.push(self.nodes[edge.node as usize]);
                    }
                    edge.node = *to;
                }
                edges.push(edge);
            }
            next += 1;
        }
        self.transpositions.clear();
        self.transpositions
            .extend(nodes.iter().enumerate().map(|(at, node)| (node.key, at as u32)));
        (self.edges, self.nodes) = (edges, nodes);
        true
    }

    /// Whether a position considers more moves by now than have edges.
    #[inline]
    pub fn wants_more(&self, node: Node) -> bool {
        node.more && self.considered(node).len() >= usize::from(node.count)
    }

    /// The move by which a simulation goes on from a position: where its edge is.
    #[inline]
    pub fn select(&self, node: Node) -> u32 {
        let edges = &self.edges[self.considered(node)];
        let scale = self.parameters.exploration * node.sqrt_visits();
        let untried = node.mean - self.parameters.fpu_reduction;
        let (mut best, mut most) = (0, f32::MIN);
        for (index, edge) in edges.iter().enumerate() {
            let score = edge.selection_score(untried, scale);
            if score > most {
                (best, most) = (index, score);
            }
        }
        node.first + best as u32
    }

    /// Begins to go through a move.
    #[inline]
    pub fn follow(&mut self, chosen: u32) -> Edge {
        let edge = &mut self.edges[chosen as usize];
        edge.in_flight += 1;
        *edge
    }

    /// The moves that are selected from (progressive widening): the more visits, the more of them.
    #[inline]
    fn considered(&self, node: Node) -> std::ops::Range<usize> {
        let count = (self.parameters.widening_base
            + self.parameters.widening_factor * node.sqrt_visits()) as u16;
        let first = node.first as usize;
        first..first + usize::from(node.count.min(count))
    }

    /// The node of a position that other moves led to.
    #[inline]
    pub fn known(&self, key: u64) -> Option<u32> {
        self.transpositions.get(&key).copied()
    }

    /// Whether the position after a move is to become a node.
    #[inline]
    pub fn is_ripe(&self, step: &TreeStep) -> bool {
        let edge = &self.edges[self.edge_of(step)];
        edge.visits >= self.parameters.expand_after && self.edges.len() < self.parameters.max_edges
    }

    /// Where the edge of a step is: the position may have got more moves since.
    #[inline]
    fn edge_of(&self, step: &TreeStep) -> usize {
        let (range, chosen) = (Self::range(self.nodes[step.node as usize]), step.chosen as usize);
        if range.contains(&chosen) {
            return chosen;
        }
        let from = range.start;
        let place = self.edges[range].iter().position(|edge| edge.code == step.code);
        place.map_or(chosen, |place| from + place)
    }

    /// Lets the move of a step lead to this node.
    #[inline]
    pub fn link(&mut self, step: &TreeStep, node: u32) {
        let at = self.edge_of(step);
        self.edges[at].node = node;
    }

    /// Adds a position to the tree with its moves.
    pub fn add(&mut self, key: u64, state: &SearchState, ranking: &RankedMoves) -> u32 {
        let at = self.nodes.len() as u32;
        self.nodes.push(Node {
            key,
            value: 0.0,
            mean: 0.5,
            visits: 0,
            first: self.edges.len() as u32,
            count: ranking.ranks.len() as u16,
            more: ranking.ranks.len() < ranking.all,
            mover: state.mover,
            alive: state.alive,
        });
        self.transpositions.insert(key, at);
        self.edges.extend(ranking.edges());
        at
    }

    /// Adds the position after a move, with the results of that move.
    pub fn add_after(
        &mut self,
        step: &TreeStep,
        key: u64,
        state: &SearchState,
        ranking: &RankedMoves,
    ) -> u32 {
        let node = self.add(key, state, ranking);
        let edge = self.edges[self.edge_of(step)];
        let entered = &mut self.nodes[node as usize];
        (entered.value, entered.visits) = (edge.value, edge.visits);
        node
    }

    /// Gives a position the rest of its moves.
    pub fn widen(&mut self, at: u32, ranking: &RankedMoves) {
        let old = Self::range(self.nodes[at as usize]);
        let from = self.edges.len();
        self.edges.extend(ranking.edges());
        // The recent moves may differ from those of the first visit, and the priors with them. Moves that were tried
        // keep their statistics, even if they are not among the ranked ones any more.
        for index in old {
            let known = self.edges[index];
            match self.edges[from..].iter_mut().find(|edge| edge.code == known.code) {
                Some(edge) => *edge = Edge { prior: edge.prior, ..known },
                None => self.edges.push(known),
            }
        }
        let node = &mut self.nodes[at as usize];
        node.first = from as u32;
        node.count = (self.edges.len() - from) as u16;
        node.more = false;
    }

    /// Updates the statistics of a path with the result of its simulation. `played` is for RAVE, and empty between
    /// simulations.
    pub fn back_up(
        &mut self,
        path: &[TreeStep],
        line: &SimulatedLine,
        rewards: [f32; MAX_COLOURS],
        played: &mut PlayedMoves,
    ) {
        let parameters = self.parameters;
        // Backwards, so that at each step exactly the moves after it are marked as played.
        let mut marked = line.moves.len();
        for (depth, step) in path.iter().enumerate().rev() {
            let reward = rewards[usize::from(step.beneficiary) % MAX_COLOURS];
            let chosen = self.edge_of(step);
            let edge = &mut self.edges[chosen];
            edge.in_flight -= 1;
            edge.visits += 1;
            if let Some(after) = self.nodes.get_mut(edge.node as usize) {
                after.visits += 1;
                after.value += reward;
                (edge.value, edge.weight) = (after.value, after.visits as f32);
            } else {
                edge.value += reward;
                edge.weight += 1.0;
            }
            let node = &mut self.nodes[step.node as usize];
            let visits = node.visits as f32 + 1.0;
            node.mean += (reward - node.mean) / visits.min(1000.0);
            if parameters.rave_weight <= 0.0 {
                continue;
            }
            while marked > depth + 1 {
                marked -= 1;
                played.set(line.moves[marked], true);
            }
            let of_mover = played.of(step.mover);
            let considered = self.considered(self.nodes[step.node as usize]);
            for edge in &mut self.edges[considered] {
                let bits = of_mover[usize::from(edge.code / 64)];
                let was_played = bits >> (edge.code % 64) & 1 != 0;
                if was_played && (edge.visits as f32) < parameters.rave_max_visits {
                    edge.rave_weight += parameters.rave_weight;
                    edge.rave_value += parameters.rave_weight * reward;
                }
            }
        }
        for &mv in &line.moves[marked..] {
            played.set(mv, false);
        }
        self.nodes[0].visits += 1;
    }
}

impl Tree {
    /// By how many visits the best move at the root leads. If fewer simulations are left, no other move can catch up.
    pub fn lead(&self) -> u64 {
        let (mut first, mut second) = (0, 0);
        for edge in self.root_edges() {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else if edge.visits > second {
                second = edge.visits;
            }
        }
        u64::from(first - second)
    }

    /// The principal variation: the most visited move of each position in turn.
    pub fn best_line(&self) -> Vec<Edge> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(&node) = self.nodes.get(at) {
            let tried = self.edges[Self::range(node)]
                .iter()
                .enumerate()
                .filter(|(_, edge)| edge.visits > 0);
            let Some((_, best)) = tried.max_by_key(|(index, edge)| (edge.visits, Reverse(*index)))
            else {
                break;
            };
            line.push(*best);
            at = best.node as usize;
        }
        line
    }
}
