//! The tree of positions that have been tried, and one simulation through it.

use game::Rng;
use serde::{Deserialize, Serialize};

use super::net::Judge;
use super::playout::{Line, Playout, Taste};
use super::prior::Prior;
use super::world::{CODES, Code, NONE, Stamps, World};
use crate::mode::{MAX_COLOURS, Mode};

/// How the tree is searched; found by matches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manner {
    /// How much first impressions count against results.
    pub exploration: f32,
    /// How much less than its parent a move is worth that was never tried.
    pub doubt: f32,
    /// A position gets its moves after this many visits.
    pub expand_after: u32,
    /// No position gets more moves than this.
    pub most_moves: usize,
    /// What a result is worth beside winning: the part that the margin decides.
    pub margin_part: f32,
    /// The margin that is as good as any.
    pub margin_scale: f32,
    /// The moves in the tree, all positions together.
    pub most_nodes: usize,
    /// What a move that was played later in a simulation counts for as a first one.
    pub rave: f32,
    /// Up to this many visits.
    pub rave_until: f32,
    /// What the network's judgement counts for against the result of a playout.
    pub judgement: f32,
}

impl Manner {
    /// What has won most.
    pub const BEST: Self = Self {
        exploration: 2.0,
        doubt: 0.1,
        expand_after: 1,
        most_moves: 100,
        margin_part: 0.2,
        margin_scale: 12.0,
        most_nodes: 6_000_000,
        rave: 0.3,
        rave_until: 500.0,
        judgement: 0.5,
    };

    /// What an end is worth to somebody, by its margin.
    pub fn reward(&self, margin: i16) -> f32 {
        let margin = f32::from(margin);
        let won = 0.5 + 0.5 * if margin == 0.0 { 0.0 } else { margin.signum() };
        let by = 0.5 + 0.5 * (margin / self.margin_scale).clamp(-1.0, 1.0);
        won + self.margin_part * (by - won)
    }
}

impl Default for Manner {
    fn default() -> Self {
        Self::BEST
    }
}

/// A move in the tree, with what came of it.
#[derive(Clone, Copy)]
pub struct Node {
    /// The sum of the results, to the colour that made the move.
    pub value: f32,
    /// How many results those are.
    pub weight: f32,
    /// Its share of the first impression.
    pub prior: f32,
    /// The mean result of the position after it, to the colour that moves there.
    pub outlook: f32,
    /// Simulations through it.
    pub visits: u32,
    /// Where its answers begin.
    pub first: u32,
    /// How many answers there are.
    pub count: u16,
    /// The move.
    pub code: Code,
    /// Whose turn it is after it, once it has answers, and who is alive then.
    turn: Turn,
}

/// Whose turn it is, and the colours that are alive, a bit each.
#[derive(Clone, Copy, Default)]
struct Turn {
    mover: u8,
    alive: u8,
}

impl Node {
    const fn new(code: Code, prior: f32) -> Self {
        let turn = Turn { mover: 0, alive: 0 };
        Self {
            value: 0.0,
            weight: 0.0,
            prior,
            outlook: 0.5,
            visits: 0,
            first: 0,
            count: 0,
            code,
            turn,
        }
    }

    /// The mean of its results.
    pub fn mean(&self) -> f32 {
        if self.weight > 0.0 { self.value / self.weight } else { 0.5 }
    }
}

/// The tree of a root position.
pub struct Tree {
    /// All moves; the first stands for the root.
    pub nodes: Vec<Node>,
    /// How it is searched.
    pub manner: Manner,
    prior: &'static Prior,
    judge: Option<Judge>,
    stamps: &'static Stamps,
    playout: Playout,
    rng: Rng,
    line: Line,
    path: Vec<Step>,
    moves: Vec<(Code, f32)>,
    /// When each colour made each move last, in simulations and plies of them.
    made: Vec<[u32; MAX_COLOURS]>,
    /// Simulations in this tree.
    round: u32,
}

/// A choice on the way down.
#[derive(Clone, Copy)]
struct Step {
    /// The position.
    parent: u32,
    /// The move.
    chosen: u32,
    /// Who made it.
    mover: u8,
    /// Whose result decides.
    wants: u8,
}

impl Tree {
    /// Of nothing yet.
    pub fn new(mode: Mode, manner: Manner, taste: Taste, seed: u64) -> Self {
        Self {
            nodes: vec![Node::new(NONE, 1.0)],
            manner,
            prior: Prior::of(mode.side()),
            judge: Judge::of(mode).filter(|_| manner.judgement > 0.0),
            stamps: Stamps::get(),
            playout: Playout::new(taste),
            rng: Rng::new(seed),
            line: Line::default(),
            path: Vec::new(),
            moves: Vec::new(),
            made: vec![[0; MAX_COLOURS]; CODES],
            round: 0,
        }
    }

    /// The moves that answer a node.
    pub fn answers(&self, node: usize) -> &[Node] {
        let Node { first, count, .. } = self.nodes[node];
        &self.nodes[first as usize..first as usize + usize::from(count)]
    }

    /// Makes the answer to the root with this move the new root, and keeps what is below it.
    pub fn advance(&mut self, code: Code) -> bool {
        let first = self.nodes[0].first as usize;
        let found = self.answers(0).iter().position(|node| node.code == code);
        let Some(at) = found.map(|at| at + first) else {
            return false;
        };
        let mut kept = vec![self.nodes[at]];
        let mut next = 0;
        while next < kept.len() {
            let Node { first, count, .. } = kept[next];
            if count > 0 {
                kept[next].first = kept.len() as u32;
                kept.extend_from_slice(
                    &self.nodes[first as usize..first as usize + usize::from(count)],
                );
            }
            next += 1;
        }
        self.nodes = kept;
        true
    }

    /// Gives the root its moves.
    pub fn open_root(&mut self, world: &World) {
        if self.nodes[0].count == 0 {
            self.line.moves.clear();
            self.expand(0, world);
        }
    }

    /// One simulation: down the tree, to the end of the game, and back up.
    pub fn simulate(&mut self, root: &World) {
        let mut world = *root;
        self.path.clear();
        self.line.moves.clear();
        let mut at = 0usize;
        loop {
            let node = self.nodes[at];
            if node.count == 0 {
                let ripe = node.visits >= self.manner.expand_after || at == 0;
                if !(ripe && self.nodes.len() < self.manner.most_nodes && world.settle()) {
                    break;
                }
                self.expand(at, &world);
                if self.nodes[at].count == 0 {
                    break;
                }
            } else {
                // As it was found out when the answers were: looking again would cost more than they do.
                (world.mover, world.alive) = (node.turn.mover, node.turn.alive);
            }
            let chosen = self.select(at);
            let code = self.nodes[chosen].code;
            let (parent, chosen_at) = (at as u32, chosen as u32);
            let (mover, wants) = (world.mover, world.wants() as u8);
            self.path.push(Step { parent, chosen: chosen_at, mover, wants });
            self.line.moves.push((world.mover, code));
            world.play(self.stamps, code);
            at = chosen;
        }
        let judged = self.judge(&mut world);
        self.playout.run(&mut world, &mut self.line, &mut self.rng);
        self.learn(&world, judged);
    }

    /// What the network thinks of a position that is not the end, by colour.
    fn judge(&self, world: &mut World) -> Option<[f32; MAX_COLOURS]> {
        let judge = self.judge?;
        if !world.settle() {
            return None;
        }
        let share = judge.share(world);
        let mut shares = [share; MAX_COLOURS];
        for (colour, own) in shares.iter_mut().enumerate() {
            if colour % 2 != usize::from(world.mover) % 2 {
                *own = 1.0 - share;
            }
        }
        Some(shares)
    }

    #[inline]
    fn select(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let first = parent.first as usize;
        let answers = &self.nodes[first..first + usize::from(parent.count)];
        let scale = self.manner.exploration * (parent.visits.max(1) as f32).sqrt();
        let untried = parent.outlook - self.manner.doubt;
        let (mut best, mut most) = (0, f32::MIN);
        for (index, node) in answers.iter().enumerate() {
            let value = (node.value + untried) / (node.weight + 1.0);
            let worth = value + scale * node.prior / (1.0 + node.visits as f32);
            if worth > most {
                (best, most) = (index, worth);
            }
        }
        first + best
    }

    fn expand(&mut self, at: usize, world: &World) {
        let recent = self.line.moves.iter().rev().take(usize::from(world.colours) - 1);
        let mut codes = [0; MAX_COLOURS];
        let mut count = 0;
        for &(_, code) in recent {
            codes[count % MAX_COLOURS] = code;
            count += 1;
        }
        let mut moves = std::mem::take(&mut self.moves);
        self.prior.moves(world, self.stamps, &codes[..count], &mut moves);
        let by_share = |a: &(Code, f32), b: &(Code, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        let most = if at == 0 { usize::MAX } else { self.manner.most_moves };
        if moves.len() > most {
            moves.select_nth_unstable_by(most, by_share);
            moves.truncate(most);
        }
        moves.sort_unstable_by(by_share);
        let first = self.nodes.len() as u32;
        let node = &mut self.nodes[at];
        (node.first, node.count) = (first, moves.len() as u16);
        node.turn = Turn { mover: world.mover, alive: world.alive };
        self.nodes.extend(moves.iter().map(|&(code, share)| Node::new(code, share)));
        self.moves = moves;
    }

    fn learn(&mut self, world: &World, judged: Option<[f32; MAX_COLOURS]>) {
        let margins = world.margins();
        let manner = self.manner;
        let mut rewards = margins.map(|margin| manner.reward(margin));
        if let Some(judged) = judged {
            for (reward, judged) in rewards.iter_mut().zip(judged) {
                *reward += manner.judgement * (judged - *reward);
            }
        }
        self.round += 1;
        // From the end on, so that what is marked at a step are the moves after it.
        let plies = self.line.moves.len();
        let mut marked = plies;
        for (depth, &Step { parent, chosen, mover, wants }) in self.path.iter().enumerate().rev() {
            let reward = rewards[usize::from(wants) % MAX_COLOURS];
            let node = &mut self.nodes[chosen as usize];
            node.visits += 1;
            node.weight += 1.0;
            node.value += reward;
            let position = &mut self.nodes[parent as usize];
            let seen = position.visits as f32 + 1.0;
            position.outlook += (reward - position.outlook) / seen.min(1000.0);
            if manner.rave <= 0.0 {
                continue;
            }
            while marked > depth + 1 {
                marked -= 1;
                let (colour, code) = self.line.moves[marked];
                self.made[usize::from(code)][usize::from(colour) % MAX_COLOURS] = self.round;
            }
            let Node { first, count, .. } = self.nodes[parent as usize];
            let answers = &mut self.nodes[first as usize..first as usize + usize::from(count)];
            for node in answers {
                let made = self.made[usize::from(node.code)][usize::from(mover) % MAX_COLOURS];
                if made == self.round && (node.visits as f32) < manner.rave_until {
                    node.weight += manner.rave;
                    node.value += manner.rave * reward;
                }
            }
        }
        self.nodes[0].visits += 1;
        if self.playout.taste.replies {
            self.line.learn(&mut self.playout.replies, margins.map(|margin| margin > 0));
        }
    }
}

impl Tree {
    /// By how many simulations the best move at the root leads: while fewer are left, no other can
    /// become the one that was tried most.
    pub fn lead(&self) -> u64 {
        let (mut first, mut second) = (0, 0);
        for node in self.answers(0) {
            if node.visits > first {
                (first, second) = (node.visits, first);
            } else if node.visits > second {
                second = node.visits;
            }
        }
        u64::from(first - second)
    }

    /// The answer that was tried most.
    pub fn best_answer(&self, at: usize) -> Option<usize> {
        let first = self.nodes[at].first as usize;
        let answers = self.answers(at).iter().enumerate().filter(|(_, node)| node.visits > 0);
        answers
            .max_by_key(|(index, node)| (node.visits, std::cmp::Reverse(*index)))
            .map(|a| a.0 + first)
    }
}
