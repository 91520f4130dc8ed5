//! The moves at the root, searched with aspiration windows.

use game::Game;
use search::{MoveScore, Score, Thought};

use super::alphabeta::{DECIDED, ExpertSearch, NodeInfo, WIN};
use super::order::RankedMove;
use super::state::{PackedMove, TwoPlayerState, goal};
use crate::Quoridor;
use crate::moves::Move;

/// Half the width of the aspiration window.
const ASPIRATION: i32 = 40;

/// The moves at the root.
pub(super) struct Root {
    pub moves: Vec<RankedMove>,
    /// Moves with the scores found at the latest depth, best first.
    pub exact: Vec<(PackedMove, i32)>,
}

impl Root {
    /// The answer before anything is searched.
    pub fn first(&self, game: &Quoridor) -> Thought<Move> {
        let mut moves = Vec::new();
        let best = self.moves.first().map(|ranked| ranked.mv.to_move()).or_else(|| {
            game.legal_moves(&mut moves);
            moves.first().copied()
        });
        Thought {
            best,
            score: Score::Points(0),
            line: best.into_iter().collect(),
            ..Thought::default()
        }
    }

    /// Searches to a depth, first with an aspiration window around the last score; false when it was stopped.
    pub fn deepen(
        &mut self,
        search: &mut ExpertSearch<'_>,
        state: &TwoPlayerState,
        depth: i32,
        guess: Option<i32>,
        study: bool,
    ) -> bool {
        let mut window = match guess {
            Some(guess) if !study => (guess - ASPIRATION, guess + ASPIRATION),
            _ => (-WIN, WIN),
        };
        loop {
            let before = std::mem::take(&mut self.exact);
            let score = self.search_all(search, state, depth, window, study);
            if search.stopped {
                // A best move that was searched completely is worth keeping.
                let worse = self.exact.first().is_none_or(|&(_, score)| score <= window.0);
                if worse {
                    self.exact = before;
                }
                return false;
            }
            match score {
                Some(score) if score <= window.0 && window.0 > -WIN => {
                    self.exact = before;
                    window = (
                        if window.0 < guess.unwrap_or(0) - 200 {
                            -WIN
                        } else {
                            score - 4 * ASPIRATION
                        },
                        window.1,
                    );
                }
                Some(score) if score >= window.1 && window.1 < WIN => {
                    window = (
                        window.0,
                        if window.1 > guess.unwrap_or(0) + 200 {
                            WIN
                        } else {
                            score + 4 * ASPIRATION
                        },
                    );
                }
                _ => return true,
            }
        }
    }

    /// Searches all root moves with a window; the best score.
    fn search_all(
        &mut self,
        search: &mut ExpertSearch<'_>,
        state: &TwoPlayerState,
        depth: i32,
        (low, high): (i32, i32),
        study: bool,
    ) -> Option<i32> {
        let mut alpha = low;
        let mut best: Option<i32> = None;
        for at in 0..self.moves.len() {
            let mv = self.moves[at].mv;
            let next = state.after(mv);
            let Some(node) = search.enter(NodeInfo::ROOT, mv, &next) else { continue };
            let mut score;
            if next.pawn(state.me()) & goal(search.shape, state.me()) != 0 {
                score = WIN - 1;
            } else if at == 0 || study {
                let low = if study { -WIN } else { alpha };
                score = -search.search(&next, node, depth - 1, -high, -low);
            } else {
                let less = i32::from(depth >= 4 && at >= 6) + i32::from(depth >= 6 && at >= 20);
                score = -search.search(&next, node, depth - 1 - less, -alpha - 1, -alpha);
                if score > alpha && less > 0 {
                    score = -search.search(&next, node, depth - 1, -alpha - 1, -alpha);
                }
                if score > alpha && score < high {
                    score = -search.search(&next, node, depth - 1, -high, -alpha);
                }
            }
            if search.stopped {
                break;
            }
            if study || best.is_none_or(|best| score > best) {
                self.exact.push((mv, score));
            }
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                if score > alpha {
                    alpha = score;
                    // The best so far goes first next time.
                    self.moves[..=at].rotate_right(1);
                }
                if score >= high && !study {
                    break;
                }
            }
        }
        self.exact.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        best
    }

    pub fn thought(
        &self,
        (mv, score): (PackedMove, i32),
        depth: u32,
        search: &ExpertSearch<'_>,
        state: &TwoPlayerState,
    ) -> Thought<Move> {
        let moves = self
            .exact
            .iter()
            .map(|&(mv, score)| MoveScore { mv: mv.to_move(), score: to_score(score) })
            .collect();
        let mut line = vec![mv.to_move()];
        let mut at = state.after(mv);
        while line.len() < depth as usize
            && let Some(entry) = search.table.get(at.key)
            && entry.best != PackedMove::NONE
        {
            line.push(entry.best.to_move());
            at = at.after(entry.best);
        }
        Thought {
            best: Some(mv.to_move()),
            score: to_score(score),
            line,
            moves,
            nodes: search.nodes,
            depth,
        }
    }
}

/// The score in the form that all players share.
fn to_score(score: i32) -> Score {
    match () {
        () if score > DECIDED => Score::Win((WIN - score) as u32),
        () if score < -DECIDED => Score::Loss((WIN + score) as u32),
        () => Score::Points(score),
    }
}
