//! The report's players: chance, input by input, and its evaluation with and without the next piece.

use std::cmp::Reverse;

use game::{Game, Rng, Seat};
use search::{
    Algorithm, Limits, MoveScore, Player, Random, Score, SearchObserver, SearchTree, Stop, Thought,
    TraceRequest, TreeRecorder, Visit,
};

use crate::eval::ReportWeights;
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::field::Field;
use crate::rules::kicks::turn;
use crate::rules::pieces::Body;
use crate::rules::reach::Walk;
use crate::rules::score::{Spin, spin};

/// Any input, and any input again, a row down after each, until the piece has locked.
pub struct RandomInputs {
    rng: Rng,
    fallback: Random,
}

/// So often it tries again when it came where the game's reach does not let it.
const TRIES: usize = 20;

impl RandomInputs {
    /// The same seed plays the same.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed), fallback: Random::new(seed) }
    }

    fn fumble(&mut self, game: &Tetris, from: Body) -> Placement {
        let (rules, field) = (game.stock().terms.rules, &game.stock().field);
        let (mut body, mut turned) = (from, 0);
        loop {
            let mut drop = false;
            match self.rng.below(5) {
                way @ (0 | 1) => {
                    let moved = body.moved(if way == 0 { -1 } else { 1 }, 0);
                    if field.fits(rules, moved) {
                        (body, turned) = (moved, 0);
                    }
                }
                way @ (2 | 3) => {
                    if let Some((moved, kick)) = turn(field, rules, body, way == 3) {
                        (body, turned) = (moved, kick);
                    }
                }
                _ => drop = true,
            }
            loop {
                let lower = body.moved(0, -1);
                if !field.fits(rules, lower) {
                    let spun = spin(field, rules, body, turned) != Spin::None;
                    return Placement::of(rules, body, spun);
                }
                (body, turned) = (lower, 0);
                if !drop {
                    break;
                }
            }
        }
    }
}

impl Player<Tetris> for RandomInputs {
    fn think(
        &mut self,
        game: &Tetris,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Placement>),
    ) -> Thought<Placement> {
        let Some(from) = game.body() else {
            return Thought::default();
        };
        for _ in 0..TRIES {
            let mv = self.fumble(game, from);
            if game.check(mv).is_ok() {
                let thought = Thought::unscored(Some(mv));
                report(&thought);
                return thought;
            }
        }
        self.fallback.think(game, limits, stop, report)
    }

    fn reset(&mut self, seed: u64) {
        *self = Self::new(seed);
    }
}

/// Plays what leaves the best well by the report's evaluation; `lookahead` also places the next piece.
/// As in the report, completed lines still stand when the next piece comes and when the well is judged,
/// and of equals the first is played: by facing, then from left to right.
pub struct ByReport {
    weights: ReportWeights,
    lookahead: bool,
}

/// What a well is worth less in which the next piece has no room.
const NO_ROOM: i32 = 1_000_000_000;

impl ByReport {
    /// With these weights.
    pub const fn new(weights: ReportWeights, lookahead: bool) -> Self {
        Self { weights, lookahead }
    }

    /// The best that can be made of the next piece in a well.
    fn with_next(
        &self,
        game: &Tetris,
        field: &Field,
        mv: Placement,
        nodes: &mut u64,
        observer: &mut impl SearchObserver<Placement>,
    ) -> i32 {
        let stock = game.stock();
        let rules = stock.terms.rules;
        let holds = game.body().is_some_and(|body| body.piece != mv.piece);
        // What goes into an empty hold takes the next one out of the queue.
        let skip = usize::from(holds && stock.held.is_none());
        let Some(&next) = stock.supply.queue().get(skip) else {
            return self.weights.worth(field);
        };
        let Some(entry) =
            crate::rules::stock::entry(&stock.terms, next, |body| field.fits(rules, body))
        else {
            return self.weights.worth(field).saturating_sub(NO_ROOM);
        };
        let rests = Walk::new(field, rules, entry, game.reach()).rests();
        *nodes += rests.len() as u64;
        let mut worth = |placement: Placement| {
            let mut field = *field;
            field.fill(rules, placement.body(rules));
            let worth = self.weights.worth(&field);
            observer.enter(visit(placement));
            observer.leave(worth);
            worth
        };
        rests.iter().map(|rest| worth(rest.placement)).max().unwrap_or(-NO_ROOM)
    }

    /// Thinks, while somebody watches.
    fn search(
        &self,
        game: &Tetris,
        limits: &Limits,
        stop: &Stop,
        observer: &mut impl SearchObserver<Placement>,
    ) -> Thought<Placement> {
        let stop = stop.with(limits);
        let rules = game.stock().terms.rules;
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        moves.sort_by_key(|mv| (mv.facing, mv.column, Reverse(mv.row)));
        let mut nodes = 0;
        let mut judged: Vec<(Placement, i32)> = Vec::with_capacity(moves.len());
        for &mv in &moves {
            // One move is always judged, so that there is one to play.
            let spent = limits.nodes.is_some_and(|most| nodes >= most) || stop.is_pulled();
            if spent && !judged.is_empty() {
                break;
            }
            let mut field = game.stock().field;
            field.fill(rules, mv.body(rules));
            nodes += 1;
            observer.enter(visit(mv));
            let worth = if self.lookahead {
                self.with_next(game, &field, mv, &mut nodes, observer)
            } else {
                self.weights.worth(&field)
            };
            // A well without room for the next piece is lost with that piece.
            observer.leave(if worth < -NO_ROOM / 2 { 2 - NO_ROOM } else { worth });
            judged.push((mv, worth));
        }
        judged.sort_by_key(|&(_, worth)| Reverse(worth));
        let score = |&(mv, worth): &(Placement, i32)| MoveScore { mv, score: Score::Points(worth) };
        let moves: Vec<_> = judged.iter().map(score).collect();
        let Some(&MoveScore { mv, score }) = moves.first() else {
            return Thought::default();
        };
        let depth = if self.lookahead { 2 } else { 1 };
        Thought { best: Some(mv), score, line: vec![mv], moves, nodes, depth }
    }
}

/// A placement as a search comes to it: there is nobody to play against, and so no window.
fn visit(mv: Placement) -> Visit<Placement> {
    Visit { mv, mover: Some(Seat(0)), maximises: true, alpha: -i32::MAX, beta: i32::MAX }
}

impl Player<Tetris> for ByReport {
    fn think(
        &mut self,
        game: &Tetris,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Placement>),
    ) -> Thought<Placement> {
        let thought = self.search(game, limits, stop, &mut ());
        if thought.best.is_some() {
            report(&thought);
        }
        thought
    }

    fn trace(
        &mut self,
        game: &Tetris,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<SearchTree<Placement>> {
        let mut recorder = TreeRecorder::new(Some(game.turn().seat()?), request.most);
        let thought = self.search(game, &Limits::nodes(request.nodes), stop, &mut recorder);
        let request = TraceRequest { depth: thought.depth, ..*request };
        Some(recorder.finish(Algorithm::Exhaustive, &thought, &request))
    }

    fn reset(&mut self, _seed: u64) {}
}
