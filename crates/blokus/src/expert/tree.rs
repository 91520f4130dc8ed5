//! The search tree, and one simulation through it: select, expand, evaluate, play out, back up.

use std::cmp::Reverse;
use std::sync::Arc;

use game::Rng;
use search::KeyMap;

use super::features::WindowCache;
use super::footprint::{Footprints, PlacementCode};
use super::net::{Evaluator, Net};
use super::node::{Edge, NO_NODE, Node, PlayedMoves};
use super::playout::{Line, Playout, PlayoutPolicy};
use super::prior::PriorPolicy;
use super::search_parameters::SearchParameters;
use super::search_state::SearchState;
use crate::mode::{MAX_COLOURS, Mode};
use crate::rules::mixed;

/// The Zobrist key of a placement of a colour.
#[inline]
fn key_of(colour: u8, code: PlacementCode) -> u64 {
    mixed(u64::from(code) << 3 | u64::from(colour))
}

/// How the ranked moves of a position become edges.
struct Ranking {
    /// How many moves the position has, with those that get their edges later.
    all: usize,
    /// The part of the prior that every move gets.
    uniform: f32,
    /// The factor for its probability by the policy.
    policy: f32,
}

impl Ranking {
    fn edge(&self, rank: u64) -> Edge {
        let probability = f32::from_bits(!(rank >> 16) as u32);
        Edge::new(rank as PlacementCode, self.uniform + self.policy * probability)
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
    prior: &'static PriorPolicy,
    evaluator: Option<Evaluator>,
    footprints: &'static Footprints,
    playout: Playout,
    rng: Rng,
    line: Line,
    path: Vec<Step>,
    moves: Vec<(PlacementCode, f32)>,
    cache: WindowCache,
    ranked: Vec<u64>,
    /// The moves of this simulation after the position that is being updated, for RAVE.
    played: PlayedMoves,
}

/// A move that was selected on the way down.
#[derive(Clone, Copy)]
struct Step {
    /// The position.
    node: u32,
    /// The move.
    chosen: u32,
    /// Who made it.
    mover: u8,
    /// The colour whose result counts.
    beneficiary: u8,
}

impl Tree {
    /// About the memory that it takes: edges and nodes are nearly all of it.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.transpositions.capacity() * size_of::<(u64, u32)>()
    }

    /// An empty tree.
    pub fn new(
        mode: Mode,
        parameters: SearchParameters,
        policy: PlayoutPolicy,
        net: Option<&Arc<Net>>,
        seed: u64,
    ) -> Self {
        Self {
            edges: Vec::new(),
            nodes: Vec::new(),
            transpositions: KeyMap::default(),
            parameters,
            prior: PriorPolicy::of(mode, parameters.learned),
            evaluator: Evaluator::of(mode, parameters.learned)
                .filter(|_| parameters.value_weights(mode).0 > 0.0)
                .map(|evaluator| evaluator.with(net)),
            footprints: Footprints::get(),
            playout: Playout::new(policy),
            rng: Rng::new(seed),
            line: Line::default(),
            path: Vec::new(),
            moves: Vec::new(),
            cache: WindowCache::new(),
            ranked: Vec::new(),
            played: PlayedMoves::none(),
        }
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

    /// Gives the root its moves.
    pub fn expand_root(&mut self, state: &SearchState) {
        if self.nodes.is_empty() {
            self.line.moves.clear();
            self.expand(0, state);
        }
    }

    /// One simulation: down the tree, to the end of the game, and back up.
    pub fn simulate(&mut self, root: &SearchState) {
        let mut state = *root;
        self.path.clear();
        self.line.moves.clear();
        let mut at = 0;
        let mut key = self.nodes[0].key;
        loop {
            // Which colours are out was found when this node was made; finding it again would cost more than the
            // rest of this step.
            let mut node = self.nodes[at as usize];
            (state.mover, state.alive) = (node.mover, node.alive);
            if node.more && self.considered(node).len() >= usize::from(node.count) {
                self.widen(at, &state);
                node = self.nodes[at as usize];
            }
            let chosen = self.select(node);
            let code = self.edges[chosen].code;
            let (mover, beneficiary) = (state.mover, state.beneficiary() as u8);
            self.path.push(Step { node: at, chosen: chosen as u32, mover, beneficiary });
            self.line.moves.push((state.mover, code));
            key ^= key_of(mover, code);
            state.play(self.footprints, code);
            at = self.edges[chosen].node;
            if at == NO_NODE {
                at = self.enter(chosen, key, &mut state);
                if at == NO_NODE {
                    break;
                }
            }
        }
        let values = self.evaluate(&mut state);
        let weight = self.parameters.value_weight_at(&state);
        let whole = (u32::MAX, 0);
        let length = values.map_or(whole, |_| self.parameters.playout_length(&state));
        self.playout.run(&mut state, length, &mut self.line, &mut self.rng);
        // The colour to move may turn out to have no move, and none of the others either.
        let open = state.alive != 0 && state.skip_stuck_colours();
        let judged = if open { self.evaluate(&mut state) } else { None };
        let mut rewards =
            judged.unwrap_or_else(|| state.margins().map(|margin| self.parameters.reward(margin)));
        if let Some(values) = values {
            for (reward, value) in rewards.iter_mut().zip(values) {
                *reward += weight * (value - *reward);
            }
        }
        let won = if open {
            rewards.map(|reward| reward > 0.5)
        } else {
            state.margins().map(|margin| margin > 0)
        };
        self.back_up(rewards, won);
    }

    /// The node after a move that has none yet: a known one if other moves led to the same position, or a new one if
    /// the move was tried often enough.
    fn enter(&mut self, chosen: usize, key: u64, state: &mut SearchState) -> u32 {
        if !state.skip_stuck_colours() {
            return NO_NODE;
        }
        if let Some(&node) = self.transpositions.get(&key) {
            let Node { mover, alive, .. } = self.nodes[node as usize];
            if (mover, alive) == (state.mover, state.alive) {
                self.edges[chosen].node = node;
                return node;
            }
            return NO_NODE;
        }
        let edge = self.edges[chosen];
        if edge.visits < self.parameters.expand_after
            || self.edges.len() >= self.parameters.max_edges
        {
            return NO_NODE;
        }
        let node = self.expand(key, state);
        let entered = &mut self.nodes[node as usize];
        (entered.value, entered.visits) = (edge.value, edge.visits);
        self.edges[chosen].node = node;
        node
    }

    /// The network's value of a position for each colour; none if the game is over. The colour to move must have a move.
    fn evaluate(&self, state: &mut SearchState) -> Option<[f32; MAX_COLOURS]> {
        let evaluator = self.evaluator.as_ref().filter(|_| state.alive != 0)?;
        Some(evaluator.values(state))
    }

    #[inline]
    fn select(&self, node: Node) -> usize {
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
        node.first as usize + best
    }

    /// The moves that are selected from (progressive widening): the more visits, the more of them.
    #[inline]
    fn considered(&self, node: Node) -> std::ops::Range<usize> {
        let count = (self.parameters.widening_base
            + self.parameters.widening_factor * node.sqrt_visits()) as u16;
        let first = node.first as usize;
        first..first + usize::from(node.count.min(count))
    }

    /// Ranks the moves of a position by their priors, best first, into `ranked`: at most `wanted` of them.
    fn rank(&mut self, state: &SearchState, wanted: usize) -> Ranking {
        let recent = self.line.moves.iter().rev().take(usize::from(state.colours) - 1);
        let mut codes = [0; MAX_COLOURS];
        let mut count = 0;
        for &(_, code) in recent {
            codes[count % MAX_COLOURS] = code;
            count += 1;
        }
        let most = if self.nodes.is_empty() { usize::MAX } else { self.parameters.max_moves };
        let sharpness = self.parameters.prior_sharpness;
        self.prior.moves(state, &codes[..count], sharpness, &mut self.cache, &mut self.moves);
        // Probabilities are not negative, so their bits sort as they do.
        self.ranked.clear();
        self.ranked.extend(
            self.moves
                .iter()
                .map(|&(code, prior)| u64::from(!prior.to_bits()) << 16 | u64::from(code)),
        );
        let all = self.ranked.len().min(most);
        let kept = all.min(wanted);
        if self.ranked.len() > kept {
            self.ranked.select_nth_unstable(kept);
            self.ranked.truncate(kept);
        }
        self.ranked.sort_unstable();
        let uniform = self.parameters.uniform_prior;
        Ranking { all, uniform: uniform / all.max(1) as f32, policy: 1.0 - uniform }
    }

    /// Adds a position to the tree with its moves, best first. It gets only as many as its first visits consider:
    /// most positions are never visited more often.
    fn expand(&mut self, key: u64, state: &SearchState) -> u32 {
        let first =
            (self.parameters.widening_base + 8.0 * self.parameters.widening_factor) as usize;
        let ranking = self.rank(state, if self.nodes.is_empty() { usize::MAX } else { first });
        let at = self.nodes.len() as u32;
        self.nodes.push(Node {
            key,
            value: 0.0,
            mean: 0.5,
            visits: 0,
            first: self.edges.len() as u32,
            count: self.ranked.len() as u16,
            more: self.ranked.len() < ranking.all,
            mover: state.mover,
            alive: state.alive,
        });
        self.transpositions.insert(key, at);
        self.edges.extend(self.ranked.iter().map(|&rank| ranking.edge(rank)));
        at
    }

    /// Gives a position the rest of its moves.
    fn widen(&mut self, at: u32, state: &SearchState) {
        let ranking = self.rank(state, usize::MAX);
        let old = Self::range(self.nodes[at as usize]);
        let from = self.edges.len();
        self.edges.extend(self.ranked.iter().map(|&rank| ranking.edge(rank)));
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

    /// Updates the statistics of the path with the result of the simulation; replies are kept where they won.
    fn back_up(&mut self, rewards: [f32; MAX_COLOURS], won: [bool; MAX_COLOURS]) {
        let parameters = self.parameters;
        // Backwards, so that at each step exactly the moves after it are marked as played.
        let mut marked = self.line.moves.len();
        for (depth, &Step { node: at, chosen, mover, beneficiary }) in
            self.path.iter().enumerate().rev()
        {
            let reward = rewards[usize::from(beneficiary) % MAX_COLOURS];
            let edge = &mut self.edges[chosen as usize];
            edge.visits += 1;
            if let Some(after) = self.nodes.get_mut(edge.node as usize) {
                after.visits += 1;
                after.value += reward;
                (edge.value, edge.weight) = (after.value, after.visits as f32);
            } else {
                edge.value += reward;
                edge.weight += 1.0;
            }
            let node = &mut self.nodes[at as usize];
            let visits = node.visits as f32 + 1.0;
            node.mean += (reward - node.mean) / visits.min(1000.0);
            if parameters.rave_weight <= 0.0 {
                continue;
            }
            while marked > depth + 1 {
                marked -= 1;
                self.played.set(self.line.moves[marked], true);
            }
            let played = self.played.of(mover);
            let considered = self.considered(self.nodes[at as usize]);
            for edge in &mut self.edges[considered] {
                let was_played = played[usize::from(edge.code / 64)] >> (edge.code % 64) & 1 != 0;
                if was_played && (edge.visits as f32) < parameters.rave_max_visits {
                    edge.rave_weight += parameters.rave_weight;
                    edge.rave_value += parameters.rave_weight * reward;
                }
            }
        }
        for &mv in &self.line.moves[marked..] {
            self.played.set(mv, false);
        }
        self.nodes[0].visits += 1;
        if self.playout.policy.replies {
            self.line.update_replies(&mut self.playout.replies, won);
        }
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
