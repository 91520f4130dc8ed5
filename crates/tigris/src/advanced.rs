//! The report's third player: the heuristic, with alpha-beta over the squares for a tile where the heuristic would
//! draw one at random. A turn has two actions, so the player maximises twice in a row; all others minimise.

use game::{Game, Rng, Seat};
use search::{Limits, MoveScore, Player, Score, Stop, Thought};

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

struct AlphaBeta<'a> {
    seat: Seat,
    worth: [i32; 4],
    rng: &'a mut Rng,
    scratch: &'a mut Vec<Move>,
    stop: &'a Stop,
    nodes: u64,
    most: u64,
    spent: bool,
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

impl AlphaBeta<'_> {
    fn value(&mut self, game: &Tigris, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        self.spent |=
            self.nodes >= self.most || (self.nodes.is_multiple_of(64) && self.stop.is_pulled());
        let mut game = game.clone();
        // Decisions between actions are the heuristic's.
        while let Some(mv) = game.response(self.rng, self.scratch) {
            game.play(mv);
        }
        if depth == 0 || self.spent || game.phase != Phase::Action {
            return worth(&game, self.seat, &self.worth);
        }
        let own = game.active() == self.seat;
        match game.intent(self.rng) {
            Intent::Do(mv) => {
                game.play(mv);
                self.value(&game, depth - 1, alpha, beta)
            }
            Intent::Lay(colour, squares) => {
                let mut best = if own { i32::MIN } else { i32::MAX };
                for square in squares {
                    let mut next = game.clone();
                    next.play(Move::Tile(colour, square));
                    let value = self.value(&next, depth - 1, alpha, beta);
                    if own {
                        best = best.max(value);
                        alpha = alpha.max(best);
                    } else {
                        best = best.min(value);
                        beta = beta.min(best);
                    }
                    if alpha >= beta {
                        break;
                    }
                }
                best
            }
        }
    }
}

impl Player<Tigris> for Advanced {
    fn think(
        &mut self,
        game: &Tigris,
        limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Thought<Move>),
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
        let mut search = AlphaBeta {
            seat,
            worth: self.worth,
            rng: &mut self.rng,
            scratch: &mut self.scratch,
            stop: &stop,
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            spent: false,
        };
        let mut moves: Vec<MoveScore<Move>> = Vec::new();
        let mut best = i32::MIN;
        for square in order {
            let mut next = game.clone();
            next.play(Move::Tile(colour, square));
            let value = search.value(&next, depth - 1, best, i32::MAX);
            if value > best || moves.is_empty() {
                best = value;
                let mv = Move::Tile(colour, square);
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

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
