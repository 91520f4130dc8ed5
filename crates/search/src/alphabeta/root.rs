//! The moves at the root, searched one depth after another.

use game::Game;

use super::order::RankedMove;
use super::search::{AlphaBetaSearch, Window};
use super::transposition::Bound;
use crate::thought::thought_from_values;
use crate::value::{self, INFINITE};
use crate::{Evaluate, MoveScore, Score, SearchObserver, Thought};

/// The moves at the root, ordered by the results of the last depth.
pub(super) struct Root<M> {
    moves: Vec<RankedMove<M>>,
    /// The moves whose value the last search found exactly, each with whether it is certain.
    exact: Vec<(M, i32, bool)>,
}

#[derive(Clone, Copy)]
pub(super) struct BestMove<M> {
    pub mv: M,
    pub value: i32,
    index: u32,
}

impl<M: Copy + Eq + std::hash::Hash> Root<M> {
    pub fn new(moves: &[M]) -> Self {
        let ranked = |(index, &mv)| RankedMove { mv, rank: 0, index: index as u32 };
        Self { moves: moves.iter().enumerate().map(ranked).collect(), exact: Vec::new() }
    }

    /// Searches all moves to this depth. When the budget runs out on the way, returns the best so far: the best move of
    /// the previous depth is searched first, so the result is never worse than before.
    pub fn search<G, E, O>(
        &mut self,
        search: &mut AlphaBetaSearch<'_, G, E, O>,
        game: &G,
        depth: u32,
    ) -> Option<BestMove<M>>
    where
        G: Game<Move = M>,
        E: Evaluate<G>,
        O: SearchObserver<M>,
    {
        let mut best: Option<BestMove<M>> = None;
        self.exact.clear();
        for at in 0..self.moves.len() {
            let RankedMove { mv, index, .. } = self.moves[at];
            // Among equal moves the first in legal order is best.
            let alpha = match best {
                Some(best) if !search.study => best.value - i32::from(index < best.index),
                _ => -INFINITE,
            };
            let window = Window { alpha, ..Window::FULL };
            let null_window_first = search.options.null_window && alpha > -INFINITE;
            let before = search.evaluated;
            let value = search.search_move(game, mv, (0, depth), true, window, null_window_first);
            let Some(value) = value else {
                best = self.prefer_unsearched(at, best);
                break;
            };
            self.moves[at].rank = value;
            if value > alpha {
                self.exact.push((mv, value, search.evaluated == before));
            }
            let better = best.is_none_or(|best| {
                value > best.value || (value == best.value && index < best.index)
            });
            if better {
                best = Some(BestMove { mv, value, index });
                search.pv.set(0, mv);
            }
        }
        if let Some(best) = best {
            // Moves that were not searched keep their old rank; the best goes first in any case.
            for ranked in &mut self.moves {
                ranked.rank = if ranked.index == best.index { i32::MAX } else { ranked.rank };
            }
            if search.options.deepening {
                self.moves.sort_by_key(|ranked| (std::cmp::Reverse(ranked.rank), ranked.index));
            }
            if search.options.table_bits.is_some() && !search.budget.is_spent() {
                let key = search.key(game);
                search.table.put(key, best.value, depth as u16, Bound::Exact, Some(best.mv));
            }
        }
        best
    }

    /// If every searched move loses by force, a move that was not searched is better.
    fn prefer_unsearched(&self, from: usize, best: Option<BestMove<M>>) -> Option<BestMove<M>> {
        let not_lost = |ranked: &&RankedMove<M>| !value::is_loss(ranked.rank);
        match (best, self.moves[from..].iter().find(not_lost)) {
            (Some(lost), Some(&RankedMove { mv, rank, index })) if value::is_loss(lost.value) => {
                Some(BestMove { mv, value: value::points(rank), index })
            }
            _ => best,
        }
    }

    pub fn thought(&self, found: BestMove<M>, depth: u32, certain: bool) -> Thought<M> {
        let mut moves: Vec<MoveScore<M>> = thought_from_values(self.exact.clone(), None).moves;
        // The chosen move goes first among its equals.
        if let Some(at) = moves.iter().position(|scored| scored.mv == found.mv) {
            moves[..=at].rotate_right(1);
        }
        let score = match value::score(found.value, certain) {
            Score::Draw if !certain => Score::Points(0),
            score => score,
        };
        Thought { best: Some(found.mv), score, moves, depth, ..Thought::default() }
    }
}
