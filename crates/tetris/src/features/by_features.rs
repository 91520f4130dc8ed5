//! The simulator's players at the table: the same weights, on the game's own placements.

use std::cmp::Reverse;

use game::Game;
use search::{Limits, MoveScore, Player, Score, SearchTree, Stop, Thought, TraceRequest};

use crate::features::line_tree::LineTree;
use crate::features::stacker::WatchLines;
use crate::features::{Board, End, Linear, MAX_HEIGHT, PilotView, Place, Rules, Shape, Stacker};
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::pieces::System;

/// The well as the simulator sees it. Of the modern game's forty rows it sees those with something of interest.
pub(super) fn board(game: &Tetris) -> Board {
    let field = &game.stock().field;
    let height = u32::from(field.ceiling()).min(MAX_HEIGHT);
    let mut board = Board::new(usize::from(field.width()), height);
    for (y, row) in field.rows().iter().enumerate().take(height as usize) {
        for (x, column) in board.columns_mut().iter_mut().enumerate() {
            *column |= u32::from(row >> x & 1) << y;
        }
    }
    board
}

/// A placement as the simulator has it; none where it is too high for it.
pub(super) fn place(system: System, mv: Placement) -> Option<Place> {
    let squares = mv.body(system).squares(system);
    let left = squares.iter().map(|square| square.0).min()?;
    let low = squares.iter().map(|square| square.1).min()?;
    let mut bits = [0u32; 4];
    for (x, y) in squares {
        *bits.get_mut((x - left) as usize)? |= 1 << (y - low);
    }
    let shape = Shape::of(mv.piece).iter().find(|shape| shape.bits == bits)?;
    Some(Place { shape, x: usize::try_from(left).ok()?, y: u32::try_from(low).ok()? })
}

/// A player by features that looks at one piece: whatever may be placed now.
pub struct ByFeatures {
    player: Linear,
}

impl ByFeatures {
    /// With the simulator's player.
    pub fn new(player: Linear) -> Self {
        Self { player }
    }
}

impl Player<Tetris> for ByFeatures {
    fn think(
        &mut self,
        game: &Tetris,
        _limits: &Limits,
        _stop: &Stop,
        report: &mut dyn FnMut(&Thought<Placement>),
    ) -> Thought<Placement> {
        let (system, board) = (game.stock().terms.rules, board(game));
        let end = if system == System::Report { End::Report } else { End::Simplified };
        let wary = self.player.is_wary(&board, u32::from(game.stock().terms.height) / 2);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut judge = |mv: Placement| {
            let place = place(system, mv)?;
            let value = self.player.value(&board, &place)?;
            Some(if wary { self.player.hope(&board, &place, end) } else { value })
        };
        let mut judged: Vec<MoveScore<Placement>> = moves
            .iter()
            .map(|&mv| MoveScore { mv, score: Score::Points(judge(mv).unwrap_or(i32::MIN / 2)) })
            .collect();
        judged.sort_by_key(|judged| Reverse(points(judged.score)));
        finish(judged, moves.len() as u64, 1, report)
    }

    fn reset(&mut self, _seed: u64) {}
}

fn points(score: Score) -> i32 {
    if let Score::Points(points) = score { points } else { 0 }
}

/// The thought that the best of some judged moves makes.
fn finish(
    moves: Vec<MoveScore<Placement>>,
    nodes: u64,
    depth: u32,
    report: &mut dyn FnMut(&Thought<Placement>),
) -> Thought<Placement> {
    let Some(&MoveScore { mv, score }) = moves.first() else {
        return Thought::default();
    };
    let thought = Thought { best: Some(mv), score, line: vec![mv], moves, nodes, depth };
    report(&thought);
    thought
}

/// A player for each set of rules: in the report's game the simulator's stacker, in the modern one whoever is given.
pub struct StackerByRules {
    report: Stacker,
    modern: Box<dyn Player<Tetris>>,
}

impl StackerByRules {
    /// With a player of each game.
    pub fn new(report: Stacker, modern: Box<dyn Player<Tetris>>) -> Self {
        Self { report, modern }
    }

    /// What the stacker plays in the report's game; none in another.
    fn by_report(&mut self, game: &Tetris, watch: &mut impl WatchLines) -> Option<Placement> {
        let stock = game.stock();
        let next = *stock.supply.queue().first()?;
        let piece = game.body().filter(|_| stock.terms.rules == System::Report)?.piece;
        let (board, reach) = (board(game), game.reach());
        let rules = Rules { width: board.width(), height: board.height(), end: End::Report, reach };
        let chosen = self.report.search(&PilotView { rules, board, piece, next }, watch);
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let is_chosen =
            |mv: &&Placement| place(stock.terms.rules, **mv) == chosen && chosen.is_some();
        moves.iter().find(is_chosen).or(moves.first()).copied()
    }
}

impl Player<Tetris> for StackerByRules {
    fn think(
        &mut self,
        game: &Tetris,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Placement>),
    ) -> Thought<Placement> {
        let Some(best) = self.by_report(game, &mut ()) else {
            return self.modern.think(game, limits, stop, report);
        };
        let thought = Thought::unscored(Some(best));
        report(&thought);
        thought
    }

    fn trace(
        &mut self,
        game: &Tetris,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<SearchTree<Placement>> {
        let mut lines = LineTree::default();
        let Some(best) = self.by_report(game, &mut lines) else {
            return self.modern.trace(game, request, stop);
        };
        Some(lines.tree(game, Some(best), request))
    }

    fn reset(&mut self, seed: u64) {
        self.modern.reset(seed);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.modern.memory()
    }
}

#[cfg(test)]
mod tests {
    use game::{Rng, Turn};

    use super::*;
    use crate::about::Options;
    use crate::rules::reach::Reach;
    use crate::solo::{published, tuned};

    /// In both games every legal placement is one of the simulator's, and the reverse.
    #[test]
    fn the_two_games_agree_on_what_can_be_done() {
        for reach in [Reach::Straight, Reach::All] {
            let mut rng = Rng::new(4);
            for seed in 0..6 {
                let mut game = Tetris::new(&Options { reach, ..Options::REPORT }, seed).unwrap();
                let (mut moves, mut places) = (Vec::new(), Vec::new());
                while let (Turn::Of(_), Some(body)) = (game.turn(), game.body()) {
                    game.legal_moves(&mut moves);
                    let board = board(&game);
                    if reach == Reach::All {
                        board.places(End::Report, body.piece, &mut places).unwrap();
                        assert_eq!(places.len(), moves.len());
                    }
                    for &mv in &moves {
                        let place = place(System::Report, mv).unwrap();
                        assert!(reach == Reach::Straight || places.contains(&place), "{mv}");
                    }
                    game.play(moves[rng.below(moves.len() as u32) as usize]);
                }
            }
        }
    }

    #[test]
    fn players_at_the_table_clear_lines_in_both_games() {
        for options in [Options::REPORT, Options::default()] {
            let players: [Box<dyn Player<Tetris>>; 3] = [
                Box::new(ByFeatures::new(Linear::new(published("dellacherie").unwrap()))),
                Box::new(ByFeatures::new(Linear::careful(tuned()))),
                Box::new(StackerByRules::new(
                    Stacker::default(),
                    Box::new(ByFeatures::new(Linear::careful(tuned()))),
                )),
            ];
            for mut player in players {
                let mut game = Tetris::new(&options, 3).unwrap();
                for _ in 0..100 {
                    let thought = player.think(&game, &Limits::depth(1), &Stop::new(), &mut |_| ());
                    let mv = thought.best.expect("it lives that long");
                    game.check(mv).unwrap();
                    game.play(mv);
                }
                assert!(game.stock().lines >= 25, "{}", game.stock().lines);
            }
        }
    }
}
