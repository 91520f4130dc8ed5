//! The report's third player: the heuristic, with alpha-beta over the squares for a tile where the heuristic would
//! draw one at random. A turn has two actions, so the player maximises twice in a row; all others minimise.

use game::{Game, Rng, Seat};
use search::{
    Algorithm, Limits, MoveScore, Player, Score, SearchObserver, SearchTree, Stop, Thought,
    TraceRequest, TreeRecorder, Visit,
};

use crate::heuristic::Intent;
use crate::moves::Move;
use crate::rules::{Phase, Tigris};

/// How many actions it looks ahead: its own turn and the next one's.
pub(crate) const DEPTH: u32 = 4;

/// The weights of the colours, from the lowest up. A point of a monument's income counts as one of the second
/// lowest.
pub(crate) const WORTH: [i32; 4] = [1000, 200, 40, 8];

/// The report's third player.
#[derive(Clone, Debug)]
pub struct Advanced {
    rng: Rng,
    worth: [i32; 4],
    scratch: Vec<Move>,
}

/// The state of one search.
struct Lookahead<'a, O> {
    seat: Seat,
    worth: [i32; 4],
    /// Whether branches that cannot change the result are left out; minimax leaves out none.
    cuts: bool,
    scratch: &'a mut Vec<Move>,
    stop: &'a Stop,
    nodes: u64,
    most: u64,
    spent: bool,
    observer: &'a mut O,
}

impl Advanced {
    /// With these weights of the colours, from the lowest up. The same seed plays the same moves.
    pub fn new(worth: [i32; 4], seed: u64) -> Self {
        Self { rng: Rng::new(seed), worth, scratch: Vec::new() }
    }
}

/// The value of a position for a seat, by points alone.
pub(crate) fn worth(game: &Tigris, seat: Seat, weights: &[i32; 4]) -> i32 {
    let of = |seat: Seat| {
        let ranked = game.count(seat).ranked;
        let income: u8 =
            crate::Colour::ALL.into_iter().map(|colour| game.income_of(seat.0, colour)).sum();
        let points: i32 = ranked.iter().zip(weights).map(|(&n, worth)| i32::from(n) * worth).sum();
        points + weights[1] * i32::from(income)
    };
    let others = (0..game.seats() as u8).map(Seat).filter(|&other| other != seat);
    of(seat) - others.map(of).max().unwrap_or(0)
}

impl Tigris {
    /// What this player would do if it only compared the points that each square brings at once, and how many squares
    /// it compared. It is the quick model of opponents in simulations.
    pub(crate) fn greedy_action(
        &self,
        rng: &mut Rng,
        scratch: &mut Vec<Move>,
    ) -> (Option<Move>, u32) {
        let Some(seat) = self.turn().seat() else { return (None, 0) };
        if let Some(mv) = self.response(rng, scratch) {
            return (Some(mv), 0);
        }
        let (colour, squares) = match self.intent(rng) {
            Intent::Do(mv) => return (Some(mv), 0),
            Intent::Lay(colour, squares) => (colour, squares),
        };
        // The modelled player does not know the other hands either, so it gets an imagined world of its own.
        let world = self.imagine(Some(seat), rng);
        let mut best = None;
        for square in squares {
            let mut next = world.clone();
            next.play(Move::Tile(colour, square));
            while let Some(mv) = next.response(rng, scratch) {
                next.play(mv);
            }
            // Ties are broken at random.
            let rank = (worth(&next, seat, &WORTH), rng.next_u64());
            if best.is_none_or(|(known, _)| rank > known) {
                best = Some((rank, square));
            }
        }
        (best.map(|(_, square)| Move::Tile(colour, square)), squares.count())
    }
}

impl<O: SearchObserver<Move>> Lookahead<'_, O> {
    /// The value of the position after a move. Chance is drawn from a generator of each position's own, so that the
    /// value does not depend on what else was searched.
    fn after(
        &mut self,
        game: &Tigris,
        mv: Move,
        depth: u32,
        (alpha, beta): (i32, i32),
        mut rng: Rng,
    ) -> i32 {
        self.nodes += 1;
        self.spent |=
            self.nodes >= self.most || (self.nodes.is_multiple_of(64) && self.stop.is_pulled());
        let mut game = game.clone();
        game.play(mv);
        // Decisions between actions are the heuristic's.
        while let Some(mv) = game.response(&mut rng, self.scratch) {
            game.play(mv);
        }
        let (mover, maximises) = (game.turn().seat(), game.active() == self.seat);
        self.observer.enter(Visit { mv, mover, maximises, alpha, beta });
        let leaf = depth == 0 || self.spent || game.phase != Phase::Action;
        let value = if leaf {
            worth(&game, self.seat, &self.worth)
        } else {
            self.value(&game, depth, (alpha, beta), rng)
        };
        self.observer.leave(value);
        value
    }

    /// The value of a position in which an action is to be chosen.
    fn value(
        &mut self,
        game: &Tigris,
        depth: u32,
        (mut alpha, mut beta): (i32, i32),
        mut rng: Rng,
    ) -> i32 {
        let own = game.active() == self.seat;
        let (colour, squares) = match game.intent(&mut rng) {
            Intent::Do(mv) => return self.after(game, mv, depth - 1, (alpha, beta), rng),
            Intent::Lay(colour, squares) => (colour, squares),
        };
        let mut best = if own { i32::MIN } else { i32::MAX };
        let mut squares = squares.iter();
        while let Some(square) = squares.next() {
            let mv = Move::Tile(colour, square);
            let value = self.after(game, mv, depth - 1, (alpha, beta), rng.fork());
            if own {
                best = best.max(value);
            } else {
                best = best.min(value);
            }
            if !self.cuts {
                continue;
            }
            if own {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                self.observer.cut(squares.map(|square| Move::Tile(colour, square)));
                break;
            }
        }
        best
    }
}

/// Whether minimax or alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cuts {
    Never,
    AlphaBeta,
}

impl Advanced {
    /// Thinks, while somebody watches.
    pub(crate) fn search<O: SearchObserver<Move>>(
        &mut self,
        game: &Tigris,
        limits: &Limits,
        stop: &Stop,
        cuts: Cuts,
        observer: &mut O,
    ) -> Thought<Move> {
        let certain = |best: Option<Move>| Thought {
            best,
            score: Score::Chance(0.5),
            line: best.into_iter().collect(),
            nodes: 1,
            ..Thought::default()
        };
        let seat = match game.turn().seat() {
            Some(seat) if game.phase == Phase::Action => seat,
            _ => return certain(game.response(&mut self.rng, &mut self.scratch)),
        };
        // Its thought must depend only on what the seat knows, whatever state it was given.
        let game = &game.imagine(Some(seat), &mut self.rng);
        let (colour, squares) = match game.intent(&mut self.rng) {
            Intent::Do(mv) => return certain(Some(mv)),
            Intent::Lay(colour, squares) => (colour, squares),
        };
        let mut order: Vec<u8> = squares.iter().collect();
        self.rng.shuffle(&mut order);
        let stop = stop.with(limits);
        let depth = limits.depth.unwrap_or(DEPTH).max(1);
        let mut search = Lookahead {
            seat,
            worth: self.worth,
            cuts: cuts == Cuts::AlphaBeta,
            scratch: &mut self.scratch,
            stop: &stop,
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            spent: false,
            observer,
        };
        let mut moves: Vec<MoveScore<Move>> = Vec::new();
        let mut best = i32::MIN;
        for square in order {
            let mv = Move::Tile(colour, square);
            let alpha = if search.cuts { best } else { i32::MIN };
            let value = search.after(game, mv, depth - 1, (alpha, i32::MAX), self.rng.fork());
            if value > best || moves.is_empty() {
                best = value;
                moves.insert(0, MoveScore { mv, score: Score::Points(value) });
            }
            if search.spent {
                break;
            }
        }
        let nodes = search.nodes;
        // Alpha-beta gives the other moves only a bound, so the best move alone has a score.
        moves.truncate(1);
        let best = moves.first().map(|found| found.mv);
        let score = moves.first().map_or(Score::Chance(0.5), |found| found.score);
        Thought { best, score, line: best.into_iter().collect(), moves, nodes, depth }
    }
}

/// The trees of minimax and alpha-beta over the squares for a tile; none where there is nothing to choose by search.
pub(crate) fn trace(
    game: &Tigris,
    worth: [i32; 4],
    request: &TraceRequest,
    stop: &Stop,
) -> Option<Vec<SearchTree<Move>>> {
    let limits = Limits { nodes: Some(request.nodes), ..Limits::depth(request.depth) };
    let mut trees = Vec::new();
    for (algorithm, cuts) in
        [(Algorithm::Minimax, Cuts::Never), (Algorithm::AlphaBeta, Cuts::AlphaBeta)]
    {
        let mut recorder = TreeRecorder::new(game.turn().seat(), request.most);
        let mut player = Advanced::new(worth, request.seed);
        let thought = player.search(game, &limits, stop, cuts, &mut recorder);
        let tree = recorder.finish(algorithm, &thought, request);
        trees.push(Some(tree).filter(|tree| tree.searched > 0)?);
    }
    Some(trees)
}

impl Player<Tigris> for Advanced {
    fn think(
        &mut self,
        game: &Tigris,
        limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        self.search(game, limits, stop, Cuts::AlphaBeta, &mut ())
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    #[test]
    fn both_searches_find_the_same_and_the_watched_one_is_the_player() {
        let mut compared = 0;
        for seed in 0..6 {
            let options = Options { players: 2 + (seed % 3) as u8, ..Options::default() };
            let mut game = Tigris::new(&options, seed).unwrap();
            let mut walker = Advanced::new(WORTH, seed);
            for _ in 0..12 {
                let request = TraceRequest { depth: 2, nodes: 1_000_000, most: 500, seed: 9 };
                if let Some(trees) = trace(&game, WORTH, &request, &Stop::new()) {
                    let [minimax, alpha_beta] = &trees[..] else { panic!("two trees") };
                    assert_eq!(minimax.best, alpha_beta.best);
                    assert_eq!(minimax.nodes[0].value, alpha_beta.nodes[0].value);
                    assert!(alpha_beta.searched <= minimax.searched);
                    let thought = Advanced::new(WORTH, 9).think(
                        &game,
                        &Limits::depth(2),
                        &Stop::new(),
                        &mut |_| (),
                    );
                    assert_eq!(
                        (thought.best, thought.nodes),
                        (alpha_beta.best, alpha_beta.searched)
                    );
                    compared += 1;
                }
                let thought = walker.think(&game, &Limits::depth(1), &Stop::new(), &mut |_| ());
                let Some(mv) = thought.best else { break };
                game.play(mv);
            }
        }
        assert!(compared > 5, "{compared}");
    }
}
