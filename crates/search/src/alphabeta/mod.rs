//! Alpha-beta: what minimax finds, in a fraction of the nodes.

mod look;
mod order;
mod table;

use game::{Game, Turn};
use serde::{Deserialize, Serialize};

use self::look::{Look, Window};
use self::order::{Memory, Ranked};
use self::table::{Bound, Table};
use crate::budget::Budget;
use crate::line::Lines;
use crate::thought::by_value;
use crate::value::{self, INFINITE, Teams};
use crate::{Evaluate, Limits, MoveScore, Player, Score, Stop, Thought};

pub(crate) use self::order::Fold;

/// Deeper than this nobody looks.
const DEEPEST: u32 = 250;

/// Which of the refinements to use. None of them changes the value that is found, as long as
/// positions are reached at one ply only and the table begins empty; they change how soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AlphaBetaOptions {
    /// How far to look when the limits name no depth; none means as far as they let it.
    pub depth: Option<u32>,
    /// Look one ply deeper each time, so that a search that is stopped has a good move.
    pub deepening: bool,
    /// Remember about `2^bits` positions (some 24 bytes each, more where moves are large).
    pub table_bits: Option<u32>,
    /// Look first at moves that have refuted others: killers and history.
    pub ordering: bool,
    /// Ask of all moves but the first only whether they are better.
    pub null_window: bool,
}

impl AlphaBetaOptions {
    /// The alpha-beta of textbooks, to a fixed depth.
    pub const fn plain(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            deepening: false,
            table_bits: None,
            ordering: false,
            null_window: false,
        }
    }
}

impl Default for AlphaBetaOptions {
    /// All that helps.
    fn default() -> Self {
        Self {
            depth: None,
            deepening: true,
            table_bits: Some(18),
            ordering: true,
            null_window: true,
        }
    }
}

/// Looks ahead with alpha-beta. Its own side maximises, all others minimise; among equal moves it
/// plays the first in legal order, as [`Minimax`](crate::Minimax) does.
#[derive(Debug)]
pub struct AlphaBeta<G: Game, E> {
    evaluate: E,
    options: AlphaBetaOptions,
    table: Table<G::Move>,
    memory: Memory<G::Move>,
}

impl<G: Game, E> AlphaBeta<G, E> {
    /// A player who judges positions in this way.
    pub fn new(evaluate: E, options: AlphaBetaOptions) -> Self {
        let table = Table::new(options.table_bits.unwrap_or(1));
        Self { evaluate, options, table, memory: Memory::new() }
    }
}

impl<G: Game, E: Evaluate<G>> Player<G> for AlphaBeta<G, E> {
    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Turn::Of(seat) = game.turn() else {
            return Thought::default();
        };
        let stop = stop.with(limits);
        self.table.begin();
        self.memory.begin();
        let deepest = limits.depth.or(self.options.depth).unwrap_or(DEEPEST).clamp(1, DEEPEST);
        let mut look = Look {
            evaluate: &self.evaluate,
            options: &self.options,
            study: limits.study,
            table: &mut self.table,
            memory: &mut self.memory,
            teams: Teams::of(game),
            seat,
            budget: Budget::new(limits.nodes, &stop),
            lists: Vec::new(),
            legal: Vec::new(),
            lines: Lines::new(),
            evaluated: 0,
        };
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut root = Root::new(&moves);
        let mut best = by_value(Vec::new(), moves.first().copied());
        let first = if self.options.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            let evaluated = look.evaluated;
            if let Some(found) = root.look(&mut look, game, depth) {
                let certain = !look.budget.is_spent() && look.evaluated == evaluated;
                best = root.thought(found, depth, certain);
                best.line = vec![found.mv];
                if look.lines.line(0).first() == Some(&found.mv) {
                    best.line = look.lines.line(0).to_vec();
                }
                best.nodes = look.budget.nodes();
                report(&best);
                if certain || value::is_win(found.worth) || value::is_loss(found.worth) {
                    break;
                }
            }
            if look.budget.is_spent() {
                break;
            }
        }
        best.nodes = look.budget.nodes();
        best
    }

    fn reset(&mut self, _seed: u64) {
        self.table.clear();
        self.memory.clear();
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.table.bytes()
    }
}

/// The moves at the root, in the order of what the last look thought of them.
struct Root<M> {
    moves: Vec<Ranked<M>>,
    /// The moves whose value is known exactly, by the last look that was not cut short.
    known: Vec<(M, i32, bool)>,
}

#[derive(Clone, Copy)]
struct Found<M> {
    mv: M,
    worth: i32,
    index: u32,
}

impl<M: Copy + Eq + std::hash::Hash> Root<M> {
    fn new(moves: &[M]) -> Self {
        let ranked = |(index, &mv)| Ranked { mv, rank: 0, index: index as u32 };
        Self { moves: moves.iter().enumerate().map(ranked).collect(), known: Vec::new() }
    }

    /// Looks at all moves to this depth. When the budget is spent on the way, the best so far:
    /// the best of the look before is the first of this one, so no look knows less.
    fn look<G, E>(&mut self, look: &mut Look<'_, G, E>, game: &G, depth: u32) -> Option<Found<M>>
    where
        G: Game<Move = M>,
        E: Evaluate<G>,
    {
        let mut best: Option<Found<M>> = None;
        self.known.clear();
        for at in 0..self.moves.len() {
            let Ranked { mv, index, .. } = self.moves[at];
            // An equal move counts as better if it comes first in legal order.
            let above = match best {
                Some(best) if !look.study => best.worth - i32::from(index < best.index),
                _ => -INFINITE,
            };
            let window = Window { above, ..Window::FULL };
            let narrow = look.options.null_window && above > -INFINITE;
            let before = look.evaluated;
            let Some(worth) = look.after(game, mv, (0, depth), true, window, narrow) else {
                best = self.spared(at, best);
                break;
            };
            self.moves[at].rank = worth;
            if worth > above {
                self.known.push((mv, worth, look.evaluated == before));
            }
            let better = best.is_none_or(|best| {
                worth > best.worth || (worth == best.worth && index < best.index)
            });
            if better {
                best = Some(Found { mv, worth, index });
                look.lines.set(0, mv);
            }
        }
        if let Some(best) = best {
            // What was not looked at keeps its old rank, below the best in any case.
            for ranked in &mut self.moves {
                ranked.rank = if ranked.index == best.index { i32::MAX } else { ranked.rank };
            }
            if look.options.deepening {
                self.moves.sort_by_key(|ranked| (std::cmp::Reverse(ranked.rank), ranked.index));
            }
            if look.options.table_bits.is_some() && !look.budget.is_spent() {
                let key = look.key(game);
                look.table.put(key, best.worth, depth as u16, Bound::Exact, Some(best.mv));
            }
        }
        best
    }

    /// When all that there was time for is lost, a move that may not be is better.
    fn spared(&self, from: usize, best: Option<Found<M>>) -> Option<Found<M>> {
        let hopes = |ranked: &&Ranked<M>| !value::is_loss(ranked.rank);
        match (best, self.moves[from..].iter().find(hopes)) {
            (Some(lost), Some(&Ranked { mv, rank, index })) if value::is_loss(lost.worth) => {
                Some(Found { mv, worth: value::points(rank), index })
            }
            _ => best,
        }
    }

    fn thought(&self, found: Found<M>, depth: u32, certain: bool) -> Thought<M> {
        let mut moves: Vec<MoveScore<M>> = by_value(self.known.clone(), None).moves;
        // The best goes first among its equals.
        if let Some(at) = moves.iter().position(|scored| scored.mv == found.mv) {
            moves[..=at].rotate_right(1);
        }
        let score = match value::score(found.worth, certain) {
            Score::Draw if !certain => Score::Points(0),
            score => score,
        };
        Thought { best: Some(found.mv), score, moves, depth, ..Thought::default() }
    }
}
