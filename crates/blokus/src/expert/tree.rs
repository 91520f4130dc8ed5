//! The tree of positions that have been tried, and one simulation through it.

use std::cmp::Reverse;

use game::Rng;
use search::Keyed;

use super::features::Seen;
use super::manner::Manner;
use super::net::Judge;
use super::node::{Made, NOWHERE, Node, Place};
use super::playout::{Line, Playout, Taste};
use super::prior::Prior;
use super::world::{Code, Stamps, World};
use crate::mode::{MAX_COLOURS, Mode};
use crate::rules::mixed;

/// A number for a stone of a colour; those of all stones together name a position.
#[inline]
fn name_of(colour: u8, code: Code) -> u64 {
    mixed(u64::from(code) << 3 | u64::from(colour))
}

/// The moves of a position in the order of first impressions.
struct Ranking {
    /// How many the position has in the end.
    all: usize,
    /// What each of them gets alike, and the part that first impressions decide.
    alike: f32,
    liked: f32,
}

impl Ranking {
    fn node(&self, rank: u64) -> Node {
        let share = f32::from_bits(!(rank >> 16) as u32);
        Node::new(rank as Code, self.alike + self.liked * share)
    }
}

/// The tree of a root position.
pub struct Tree {
    /// All moves.
    nodes: Vec<Node>,
    /// All positions; the first is the root.
    places: Vec<Place>,
    /// Where they are, by name.
    known: Keyed<u32>,
    /// How it is searched.
    manner: Manner,
    prior: &'static Prior,
    judge: Option<Judge>,
    stamps: &'static Stamps,
    playout: Playout,
    rng: Rng,
    line: Line,
    path: Vec<Step>,
    moves: Vec<(Code, f32)>,
    seen: Seen,
    ranked: Vec<u64>,
    /// What was made in this simulation after the position that is learned about.
    made: Made,
}

/// A choice on the way down.
#[derive(Clone, Copy)]
struct Step {
    /// The position.
    place: u32,
    /// The move.
    chosen: u32,
    /// Who made it.
    mover: u8,
    /// Whose result decides.
    wants: u8,
}

impl Tree {
    /// About the memory that it takes: moves and positions are nearly all of it.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.places.capacity() * size_of::<Place>()
            + self.known.capacity() * size_of::<(u64, u32)>()
    }

    /// Of nothing yet.
    pub fn new(mode: Mode, manner: Manner, taste: Taste, seed: u64) -> Self {
        Self {
            nodes: Vec::new(),
            places: Vec::new(),
            known: Keyed::default(),
            manner,
            prior: Prior::of(mode.side()),
            judge: Judge::of(mode).filter(|_| manner.judgement > 0.0),
            stamps: Stamps::get(),
            playout: Playout::new(taste),
            rng: Rng::new(seed),
            line: Line::default(),
            path: Vec::new(),
            moves: Vec::new(),
            seen: Seen::none(),
            ranked: Vec::new(),
            made: Made::none(),
        }
    }

    /// The moves of the root.
    pub fn answers(&self) -> &[Node] {
        self.places.first().map_or(&[], |&root| &self.nodes[Self::range(root)])
    }

    fn range(place: Place) -> std::ops::Range<usize> {
        place.first as usize..place.first as usize + usize::from(place.count)
    }

    /// Makes the position after this move the new root, and keeps what is below it.
    pub fn advance(&mut self, code: Code) -> bool {
        let found = self.answers().iter().find(|node| node.code == code).map(|node| node.place);
        let Some(root) = found.filter(|&place| place != NOWHERE) else {
            return false;
        };
        let mut nodes = Vec::new();
        let mut places = vec![self.places[root as usize]];
        // Where the positions are that were kept.
        let mut moved = vec![NOWHERE; self.places.len()];
        moved[root as usize] = 0;
        let mut next = 0;
        while next < places.len() {
            let range = Self::range(places[next]);
            places[next].first = nodes.len() as u32;
            for mut node in self.nodes[range].iter().copied() {
                if node.place != NOWHERE {
                    let to = &mut moved[node.place as usize];
                    if *to == NOWHERE {
                        *to = places.len() as u32;
                        places.push(self.places[node.place as usize]);
                    }
                    node.place = *to;
                }
                nodes.push(node);
            }
            next += 1;
        }
        self.known.clear();
        self.known.extend(places.iter().enumerate().map(|(at, place)| (place.key, at as u32)));
        (self.nodes, self.places) = (nodes, places);
        true
    }

    /// Gives the root its moves.
    pub fn open_root(&mut self, world: &World) {
        if self.places.is_empty() {
            self.line.moves.clear();
            self.expand(0, world);
        }
    }

    /// One simulation: down the tree, to the end of the game, and back up.
    pub fn simulate(&mut self, root: &World) {
        let mut world = *root;
        self.path.clear();
        self.line.moves.clear();
        let mut at = 0;
        let mut key = self.places[0].key;
        loop {
            // As it was found out when the answers were: looking again would cost more than they do.
            let mut place = self.places[at as usize];
            (world.mover, world.alive) = (place.mover, place.alive);
            if place.more && self.shown(place).len() >= usize::from(place.count) {
                self.widen(at, &world);
                place = self.places[at as usize];
            }
            let chosen = self.select(place);
            let code = self.nodes[chosen].code;
            let (mover, wants) = (world.mover, world.wants() as u8);
            self.path.push(Step { place: at, chosen: chosen as u32, mover, wants });
            self.line.moves.push((world.mover, code));
            key ^= name_of(mover, code);
            world.play(self.stamps, code);
            at = self.nodes[chosen].place;
            if at == NOWHERE {
                at = self.enter(chosen, key, &mut world);
                if at == NOWHERE {
                    break;
                }
            }
        }
        let judged = self.judge(&mut world);
        let trust = self.manner.trust(&world);
        self.playout.run(&mut world, &mut self.line, &mut self.rng);
        self.learn(&world, judged, trust);
    }

    /// The position after a move that has led nowhere yet: one that another order of moves has led to, or a new
    /// one if the move was tried often enough.
    fn enter(&mut self, chosen: usize, key: u64, world: &mut World) -> u32 {
        if !world.settle() {
            return NOWHERE;
        }
        if let Some(&place) = self.known.get(&key) {
            let Place { mover, alive, .. } = self.places[place as usize];
            if (mover, alive) == (world.mover, world.alive) {
                self.nodes[chosen].place = place;
                return place;
            }
            return NOWHERE;
        }
        let node = self.nodes[chosen];
        if node.visits < self.manner.expand_after || self.nodes.len() >= self.manner.most_nodes {
            return NOWHERE;
        }
        let place = self.expand(key, world);
        let entered = &mut self.places[place as usize];
        (entered.value, entered.visits) = (node.value, node.visits);
        self.nodes[chosen].place = place;
        place
    }

    /// What the network thinks of a settled position that is not the end, by colour.
    fn judge(&self, world: &mut World) -> Option<[f32; MAX_COLOURS]> {
        let judge = self.judge.filter(|_| world.alive != 0)?;
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
    fn select(&self, place: Place) -> usize {
        let answers = &self.nodes[self.shown(place)];
        let scale = self.manner.exploration * place.root();
        let untried = place.outlook - self.manner.doubt;
        let (mut best, mut most) = (0, f32::MIN);
        for (index, node) in answers.iter().enumerate() {
            let worth = node.worth(untried, scale);
            if worth > most {
                (best, most) = (index, worth);
            }
        }
        place.first as usize + best
    }

    /// The moves of a position that are looked at: the more visits, the more of them.
    #[inline]
    fn shown(&self, place: Place) -> std::ops::Range<usize> {
        let count = (self.manner.shown + self.manner.shown_more * place.root()) as u16;
        let first = place.first as usize;
        first..first + usize::from(place.count.min(count))
    }

    /// Ranks the moves of a position, the largest share of the first impression first, in `ranked`: so many of them,
    /// and no more than a position gets.
    fn rank(&mut self, world: &World, wanted: usize) -> Ranking {
        let recent = self.line.moves.iter().rev().take(usize::from(world.colours) - 1);
        let mut codes = [0; MAX_COLOURS];
        let mut count = 0;
        for &(_, code) in recent {
            codes[count % MAX_COLOURS] = code;
            count += 1;
        }
        let most = if self.places.is_empty() { usize::MAX } else { self.manner.most_moves };
        let sharpness = self.manner.sharpness;
        self.prior.moves(world, &codes[..count], sharpness, &mut self.seen, &mut self.moves);
        // Shares are not negative, so they are in the order of their bits.
        self.ranked.clear();
        self.ranked.extend(
            self.moves
                .iter()
                .map(|&(code, share)| u64::from(!share.to_bits()) << 16 | u64::from(code)),
        );
        let all = self.ranked.len().min(most);
        let kept = all.min(wanted);
        if self.ranked.len() > kept {
            self.ranked.select_nth_unstable(kept);
            self.ranked.truncate(kept);
        }
        self.ranked.sort_unstable();
        let open = self.manner.open_mind;
        Ranking { all, alike: open / all.max(1) as f32, liked: 1.0 - open }
    }

    /// Puts a position into the tree, with its moves, best first. At first it gets only those that are looked at in
    /// its first visits: most positions have no more.
    fn expand(&mut self, key: u64, world: &World) -> u32 {
        let first = (self.manner.shown + 8.0 * self.manner.shown_more) as usize;
        let ranking = self.rank(world, if self.places.is_empty() { usize::MAX } else { first });
        let at = self.places.len() as u32;
        self.places.push(Place {
            key,
            value: 0.0,
            outlook: 0.5,
            visits: 0,
            first: self.nodes.len() as u32,
            count: self.ranked.len() as u16,
            more: self.ranked.len() < ranking.all,
            mover: world.mover,
            alive: world.alive,
        });
        self.known.insert(key, at);
        self.nodes.extend(self.ranked.iter().map(|&rank| ranking.node(rank)));
        at
    }

    /// Gives a position the rest of its moves.
    fn widen(&mut self, at: u32, world: &World) {
        let ranking = self.rank(world, usize::MAX);
        let old = Self::range(self.places[at as usize]);
        let from = self.nodes.len();
        self.nodes.extend(self.ranked.iter().map(|&rank| ranking.node(rank)));
        // Other moves may have led here than before, and first impressions be others: nothing tried is lost.
        for index in old {
            let known = self.nodes[index];
            match self.nodes[from..].iter_mut().find(|node| node.code == known.code) {
                Some(node) => *node = Node { prior: node.prior, ..known },
                None => self.nodes.push(known),
            }
        }
        let place = &mut self.places[at as usize];
        place.first = from as u32;
        place.count = (self.nodes.len() - from) as u16;
        place.more = false;
    }

    fn learn(&mut self, world: &World, judged: Option<[f32; MAX_COLOURS]>, trust: f32) {
        let margins = world.margins();
        let manner = self.manner;
        let mut rewards = margins.map(|margin| manner.reward(margin));
        if let Some(judged) = judged {
            for (reward, judged) in rewards.iter_mut().zip(judged) {
                *reward += trust * (judged - *reward);
            }
        }
        // From the end on, so that what is marked at a step are the moves after it.
        let mut marked = self.line.moves.len();
        for (depth, &Step { place: at, chosen, mover, wants }) in self.path.iter().enumerate().rev()
        {
            let reward = rewards[usize::from(wants) % MAX_COLOURS];
            let node = &mut self.nodes[chosen as usize];
            node.visits += 1;
            if let Some(after) = self.places.get_mut(node.place as usize) {
                after.visits += 1;
                after.value += reward;
                (node.value, node.weight) = (after.value, after.visits as f32);
            } else {
                node.value += reward;
                node.weight += 1.0;
            }
            let place = &mut self.places[at as usize];
            let seen = place.visits as f32 + 1.0;
            place.outlook += (reward - place.outlook) / seen.min(1000.0);
            if manner.rave <= 0.0 {
                continue;
            }
            while marked > depth + 1 {
                marked -= 1;
                self.made.set(self.line.moves[marked], true);
            }
            let made = self.made.of(mover);
            let shown = self.shown(self.places[at as usize]);
            for node in &mut self.nodes[shown] {
                let was_made = made[usize::from(node.code / 64)] >> (node.code % 64) & 1 != 0;
                if was_made && (node.visits as f32) < manner.rave_until {
                    node.later_weight += manner.rave;
                    node.later += manner.rave * reward;
                }
            }
        }
        for &made in &self.line.moves[marked..] {
            self.made.set(made, false);
        }
        self.places[0].visits += 1;
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
        for node in self.answers() {
            if node.visits > first {
                (first, second) = (node.visits, first);
            } else if node.visits > second {
                second = node.visits;
            }
        }
        u64::from(first - second)
    }

    /// The moves that were tried most, one after the other, and what they are worth.
    pub fn best_line(&self) -> Vec<Node> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(&place) = self.places.get(at) {
            let tried = self.nodes[Self::range(place)]
                .iter()
                .enumerate()
                .filter(|(_, node)| node.visits > 0);
            let Some((_, best)) = tried.max_by_key(|(index, node)| (node.visits, Reverse(*index)))
            else {
                break;
            };
            line.push(*best);
            at = best.place as usize;
        }
        line
    }
}
