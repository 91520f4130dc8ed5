//! Simulations, in two kinds of steps that alternate: a visit to the tree (select, expand, back up), and work that needs
//! none of it (rank the moves of a new position, evaluate, play out).

use std::sync::Arc;

use game::Rng;

use super::features::WindowCache;
use super::footprint::{Footprints, PlacementCode};
use super::net::{Evaluator, Net};
use super::node::{NO_NODE, PlayedMoves};
use super::playout::{PlayoutPolicy, PlayoutRunner, SimulatedLine};
use super::prior::PriorPolicy;
use super::search_parameters::SearchParameters;
use super::search_state::SearchState;
use super::tree::{RankedMoves, Tree, TreeStep};
use crate::mode::{MAX_COLOURS, Mode};
use crate::rules::mixed;

/// Simulations that a visit may complete in the tree alone, before others have their turn.
const MOST_AT_ONCE: u32 = 64;

/// The Zobrist key of a placement of a colour.
#[inline]
fn key_of(colour: u8, code: PlacementCode) -> u64 {
    mixed(u64::from(code) << 3 | u64::from(colour))
}

/// What a simulation does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// It begins at the root.
    Begin,
    /// The moves of the position that it reached are ranked, outside the tree;
    Rank,
    /// then that position enters the tree.
    Enter,
    /// It has left the tree, and is played out;
    PlayOut,
    /// then its result is entered.
    BackUp,
    /// There is no more to do.
    Rest,
}

/// A simulation on its way.
struct Simulation {
    next: Next,
    /// The position that it has reached, with its key.
    state: SearchState,
    key: u64,
    path: Vec<TreeStep>,
    line: SimulatedLine,
    ranking: RankedMoves,
    rewards: [f32; MAX_COLOURS],
    /// Who won: replies are kept where they did.
    won: [bool; MAX_COLOURS],
}

/// What a thread needs for its simulations, beside the tree.
pub struct Simulator {
    parameters: SearchParameters,
    tools: Tools,
    simulations: Vec<Simulation>,
}

/// What simulations of a thread share.
struct Tools {
    prior: &'static PriorPolicy,
    evaluator: Option<Evaluator>,
    footprints: &'static Footprints,
    playout: PlayoutRunner,
    rng: Rng,
    moves: Vec<(PlacementCode, f32)>,
    cache: WindowCache,
    /// The moves of a simulation after the position that is being updated, for RAVE.
    played: PlayedMoves,
}

impl Simulator {
    /// One whose chance begins with a seed.
    pub fn new(
        mode: Mode,
        parameters: SearchParameters,
        policy: PlayoutPolicy,
        net: Option<&Arc<Net>>,
        seed: u64,
    ) -> Self {
        let evaluator = Evaluator::of(mode, parameters.learned)
            .filter(|_| parameters.value_weights(mode).0 > 0.0)
            .map(|evaluator| evaluator.with(net));
        let tools = Tools {
            prior: PriorPolicy::of(mode, parameters.learned),
            evaluator,
            footprints: Footprints::get(),
            playout: PlayoutRunner::new(policy),
            rng: Rng::new(seed),
            moves: Vec::new(),
            cache: WindowCache::new(),
            played: PlayedMoves::none(),
        };
        Self { parameters, tools, simulations: Vec::new() }
    }

    /// Gives the root its moves.
    pub fn expand_root(&mut self, tree: &mut Tree, root: &SearchState) {
        if tree.is_empty() {
            let (mut ranking, line) = (RankedMoves::default(), SimulatedLine::default());
            self.tools.rank(&self.parameters, root, &line, usize::MAX, usize::MAX, &mut ranking);
            tree.add(0, root, &ranking);
        }
    }

    /// Gets ready for another search, with so many simulations on their way at a time.
    pub fn prepare(&mut self, root: &SearchState, together: usize) {
        self.simulations.resize_with(together, || Simulation::new(*root));
        self.simulations.iter_mut().for_each(|simulation| simulation.next = Next::Begin);
    }

    /// Whether all of its simulations are through.
    pub fn rests(&self) -> bool {
        self.simulations.iter().all(|simulation| simulation.next == Next::Rest)
    }

    /// Takes all simulations on through the tree. `begin` says whether another one begins.
    pub fn visit(
        &mut self,
        tree: &mut Tree,
        root: &SearchState,
        mut begin: impl FnMut(&Tree) -> bool,
    ) {
        let (parameters, tools) = (&self.parameters, &mut self.tools);
        for simulation in &mut self.simulations {
            simulation.visit(parameters, tools, tree, root, &mut begin);
        }
    }

    /// What simulations do without the tree.
    pub fn work(&mut self) {
        for simulation in &mut self.simulations {
            simulation.work(&self.parameters, &mut self.tools);
        }
    }
}

impl Simulation {
    fn new(state: SearchState) -> Self {
        Self {
            next: Next::Begin,
            state,
            key: 0,
            path: Vec::new(),
            line: SimulatedLine::default(),
            ranking: RankedMoves::default(),
            rewards: [0.0; MAX_COLOURS],
            won: [false; MAX_COLOURS],
        }
    }

    /// Goes on through the tree until there is work to do. Endings that are all in the tree need none.
    fn visit(
        &mut self,
        parameters: &SearchParameters,
        tools: &mut Tools,
        tree: &mut Tree,
        root: &SearchState,
        begin: &mut impl FnMut(&Tree) -> bool,
    ) {
        let mut at = NO_NODE;
        match self.next {
            Next::Enter => at = self.enter_new(tree),
            Next::BackUp => self.back_up(tools, tree),
            _ => (),
        }
        for _ in 0..MOST_AT_ONCE {
            match self.next {
                Next::Begin if begin(tree) => {
                    self.state = *root;
                    self.path.clear();
                    self.line.moves.clear();
                    (at, self.key) = (0, tree.node(0).key);
                }
                Next::Begin => self.next = Next::Rest,
                _ => (),
            }
            if at != NO_NODE {
                self.descend(at, parameters, tools, tree);
                at = NO_NODE;
            }
            if self.next != Next::PlayOut || self.state.alive != 0 {
                return;
            }
            self.judge(parameters, None);
            self.back_up(tools, tree);
        }
    }

    /// Goes down the tree from a node, to where there is work to do.
    fn descend(
        &mut self,
        from: u32,
        parameters: &SearchParameters,
        tools: &mut Tools,
        tree: &mut Tree,
    ) {
        let mut at = from;
        while at != NO_NODE {
            // Which colours are out was found when this node was made; finding it again would cost more than the
            // rest of this step.
            let mut node = tree.node(at);
            (self.state.mover, self.state.alive) = (node.mover, node.alive);
            if tree.wants_more(node) {
                self.rank(parameters, tools, usize::MAX);
                tree.widen(at, &self.ranking);
                node = tree.node(at);
            }
            let chosen = tree.select(node);
            let edge = tree.follow(chosen);
            let (mover, beneficiary) = (self.state.mover, self.state.beneficiary() as u8);
            self.path.push(TreeStep { node: at, chosen, code: edge.code, mover, beneficiary });
            self.line.moves.push((mover, edge.code));
            self.key ^= key_of(mover, edge.code);
            self.state.play(tools.footprints, edge.code);
            self.next = Next::PlayOut;
            at = edge.node;
            if at == NO_NODE {
                at = self.enter_known(tree);
            }
        }
    }

    /// The node of the position after the last move, if other moves led to it. If there is none and the move was tried
    /// often enough, one is to be made.
    fn enter_known(&mut self, tree: &mut Tree) -> u32 {
        if !self.state.skip_stuck_colours() {
            return NO_NODE;
        }
        let Some(step) = self.path.last() else { return NO_NODE };
        if let Some(known) = tree.known(self.key) {
            return self.enter(tree, known);
        }
        if tree.is_ripe(step) {
            self.next = Next::Rank;
        }
        NO_NODE
    }

    /// Adds the position whose moves were ranked to the tree, unless another simulation has done so meanwhile.
    fn enter_new(&mut self, tree: &mut Tree) -> u32 {
        self.next = Next::PlayOut;
        let Some(step) = self.path.last() else { return NO_NODE };
        let known = tree.known(self.key);
        let node =
            known.unwrap_or_else(|| tree.add_after(step, self.key, &self.state, &self.ranking));
        self.enter(tree, node)
    }

    /// Goes on at this node, if it is that of the position after the last move.
    fn enter(&self, tree: &mut Tree, node: u32) -> u32 {
        let found = tree.node(node);
        if (found.mover, found.alive) != (self.state.mover, self.state.alive) {
            return NO_NODE;
        }
        if let Some(step) = self.path.last() {
            tree.link(step, node);
        }
        node
    }

    fn work(&mut self, parameters: &SearchParameters, tools: &mut Tools) {
        match self.next {
            Next::Rank => {
                let wanted = parameters.first_moves();
                self.rank(parameters, tools, wanted);
                self.next = Next::Enter;
            }
            Next::PlayOut => {
                self.play_out(parameters, tools);
                self.next = Next::BackUp;
            }
            _ => (),
        }
    }

    fn rank(&mut self, parameters: &SearchParameters, tools: &mut Tools, wanted: usize) {
        let most = parameters.max_moves;
        tools.rank(parameters, &self.state, &self.line, most, wanted, &mut self.ranking);
    }

    /// Plays on from where the tree ends, and judges what comes of it.
    fn play_out(&mut self, parameters: &SearchParameters, tools: &mut Tools) {
        let state = &mut self.state;
        let values = tools.evaluate(state);
        let weight = parameters.value_weight_at(state);
        let whole = (u32::MAX, 0);
        let length = values.map_or(whole, |_| parameters.playout_length(state));
        tools.playout.run(state, length, &mut self.line, &mut tools.rng);
        // The colour to move may turn out to have no move, and none of the others either.
        let open = state.alive != 0 && state.skip_stuck_colours();
        let judged = if open { tools.evaluate(state) } else { None };
        self.judge(parameters, judged);
        if let Some(values) = values {
            for (reward, value) in self.rewards.iter_mut().zip(values) {
                *reward += weight * (value - *reward);
            }
        }
        if open {
            self.won = self.rewards.map(|reward| reward > 0.5);
        }
    }

    /// The result: what the network says of an open position, or what the game came to.
    fn judge(&mut self, parameters: &SearchParameters, judged: Option<[f32; MAX_COLOURS]>) {
        let margins = self.state.margins();
        self.rewards = judged.unwrap_or_else(|| margins.map(|margin| parameters.reward(margin)));
        self.won = margins.map(|margin| margin > 0);
    }

    fn back_up(&mut self, tools: &mut Tools, tree: &mut Tree) {
        tree.back_up(&self.path, &self.line, self.rewards, &mut tools.played);
        if tools.playout.policy.replies {
            self.line.update_replies(&mut tools.playout.replies, self.won);
        }
        self.next = Next::Begin;
    }
}

impl Tools {
    /// The network's value of a position for each colour; none if the game is over. The colour to move must have a move.
    fn evaluate(&self, state: &mut SearchState) -> Option<[f32; MAX_COLOURS]> {
        let evaluator = self.evaluator.as_ref().filter(|_| state.alive != 0)?;
        Some(evaluator.values(state))
    }

    /// Ranks the moves of a position by their priors: those wanted, of the `most` that it may have.
    fn rank(
        &mut self,
        parameters: &SearchParameters,
        state: &SearchState,
        line: &SimulatedLine,
        most: usize,
        wanted: usize,
        into: &mut RankedMoves,
    ) {
        let recent = line.moves.iter().rev().take(usize::from(state.colours) - 1);
        let mut codes = [0; MAX_COLOURS];
        let mut count = 0;
        for &(_, code) in recent {
            codes[count % MAX_COLOURS] = code;
            count += 1;
        }
        let sharpness = parameters.prior_sharpness;
        self.prior.moves(state, &codes[..count], sharpness, &mut self.cache, &mut self.moves);
        let ranks = &mut into.ranks;
        ranks.clear();
        ranks.extend(self.moves.iter().map(|&(code, prior)| RankedMoves::rank(code, prior)));
        let all = ranks.len().min(most);
        let kept = all.min(wanted);
        if ranks.len() > kept {
            ranks.select_nth_unstable(kept);
            ranks.truncate(kept);
        }
        ranks.sort_unstable();
        let uniform = parameters.uniform_prior;
        into.all = all;
        (into.uniform, into.policy) = (uniform / all.max(1) as f32, 1.0 - uniform);
    }
}
