//! The tree of positions that have been tried, and one simulation through it.

use std::cmp::Reverse;

use game::Rng;
use search::Keyed;

use super::features::Seen;
use super::manner::Manner;
use super::net::Judge;
use super::playout::{Line, Playout, Taste};
use super::prior::Prior;
use super::world::{CODES, Code, Stamps, World};
use crate::mode::{MAX_COLOURS, Mode};
use crate::rules::mixed;

/// A move in the tree, with what came of it.
#[derive(Clone, Copy)]
pub struct Node {
    /// The sum of the results after it, to the colour that made it.
    value: f32,
    /// How many results those are; more than its visits where other moves lead to the same position.
    weight: f32,
    /// The sum of the results where it was made later, and what they count for.
    later: f32,
    later_weight: f32,
    /// Its share of the first impression.
    prior: f32,
    /// Simulations through it.
    pub visits: u32,
    /// The position after it, once that is in the tree.
    place: u32,
    /// The move.
    pub code: Code,
}

/// No position yet.
const NOWHERE: u32 = u32::MAX;

impl Node {
    const fn new(code: Code, prior: f32) -> Self {
        Self {
            value: 0.0,
            weight: 0.0,
            later: 0.0,
            later_weight: 0.0,
            prior,
            visits: 0,
            place: NOWHERE,
            code,
        }
    }

    /// Takes the results of the same move in another tree as well.
    pub fn join(&mut self, other: &Self) {
        self.value += other.value;
        self.weight += other.weight;
        self.visits += other.visits;
    }

    /// What choosing needs to know of it.
    fn mark(&self) -> Mark {
        Mark {
            sum: self.value + self.later,
            part: 1.0 / (self.weight + self.later_weight + 1.0),
            pull: self.prior / (1.0 + self.visits as f32),
            code: self.code,
        }
    }

    /// The mean of its results.
    pub fn mean(&self) -> f32 {
        if self.weight > 0.0 { self.value / self.weight } else { 0.5 }
    }
}

/// What choosing looks at in each move, close together and with nothing left to divide: all moves of a position are
/// looked at each time, and one is changed.
#[derive(Clone, Copy)]
struct Mark {
    /// The sum of its results, with those where it was made later.
    sum: f32,
    /// One by their number and one more.
    part: f32,
    /// Its share of the first impression, by its visits and one more.
    pull: f32,
    /// The move.
    code: Code,
}

/// The moves that were made in a simulation, a bit each, by colour.
struct Made([Box<[u64]>; MAX_COLOURS]);

impl Made {
    fn none() -> Self {
        Self(std::array::from_fn(|_| vec![0; CODES.div_ceil(64)].into()))
    }

    #[inline]
    fn set(&mut self, (colour, code): (u8, Code), made: bool) {
        let (word, bit) = (usize::from(code / 64), 1 << (code % 64));
        let word = &mut self.0[usize::from(colour) % MAX_COLOURS][word];
        *word = if made { *word | bit } else { *word & !bit };
    }

    /// Those of a colour.
    #[inline]
    fn of(&self, colour: u8) -> &[u64] {
        &self.0[usize::from(colour) % MAX_COLOURS]
    }
}

/// A position in the tree. Moves that are made in another order lead to the same one.
#[derive(Clone, Copy)]
struct Place {
    /// What names it.
    key: u64,
    /// The sum of its results, to the colour that moved last.
    value: f32,
    /// The mean result to the colour that moves.
    outlook: f32,
    /// How many results there were.
    visits: u32,
    /// Where its moves begin.
    first: u32,
    /// How many there are.
    count: u16,
    /// Whether it has more that are not there yet.
    more: bool,
    /// Whose turn it is, and the colours that are alive, a bit each.
    mover: u8,
    alive: u8,
}

/// The square root of a position's visits.
#[inline]
fn root_of(place: Place) -> f32 {
    (place.visits.max(1) as f32).sqrt()
}

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
    /// What choosing needs to know of each.
    marks: Vec<Mark>,
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
    /// Of nothing yet.
    pub fn new(mode: Mode, manner: Manner, taste: Taste, seed: u64) -> Self {
        Self {
            nodes: Vec::new(),
            marks: Vec::new(),
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
        self.marks.clear();
        self.marks.extend(nodes.iter().map(Node::mark));
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
        let answers = &self.marks[self.shown(place)];
        let scale = self.manner.exploration * root_of(place);
        let untried = place.outlook - self.manner.doubt;
        let (mut best, mut most) = (0, f32::MIN);
        for (index, mark) in answers.iter().enumerate() {
            let worth = (mark.sum + untried) * mark.part + scale * mark.pull;
            if worth > most {
                (best, most) = (index, worth);
            }
        }
        place.first as usize + best
    }

    /// The moves of a position that are looked at: the more visits, the more of them.
    #[inline]
    fn shown(&self, place: Place) -> std::ops::Range<usize> {
        let count = (self.manner.shown + self.manner.shown_more * root_of(place)) as u16;
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
        self.marks.extend(self.nodes[self.marks.len()..].iter().map(Node::mark));
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
        self.marks.extend(self.nodes[from..].iter().map(Node::mark));
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
            self.marks[chosen as usize] = node.mark();
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
            let from = shown.start;
            for (index, mark) in self.marks[shown].iter_mut().enumerate() {
                if made[usize::from(mark.code / 64)] >> (mark.code % 64) & 1 == 0 {
                    continue;
                }
                let node = &mut self.nodes[from + index];
                if (node.visits as f32) < manner.rave_until {
                    node.later_weight += manner.rave;
                    node.later += manner.rave * reward;
                    *mark = node.mark();
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
