//! Alpha-beta search: finds what minimax finds, in a fraction of the nodes.

mod order;
mod root;
mod search;
mod transposition;

use game::{Game, Turn};
use serde::{Deserialize, Serialize};

use self::order::MoveOrdering;
use self::root::Root;
use self::search::AlphaBetaSearch;
use self::transposition::TranspositionTable;
use crate::budget::Budget;
use crate::principal_variation::PvTable;
use crate::thought::thought_from_values;
use crate::value::{self, Teams};
use crate::{Evaluate, Limits, Player, SearchObserver, Stop, Thought};

/// The greatest search depth.
const MAX_DEPTH: u32 = 250;

/// Which refinements to use. None of them changes the value that is found, as long as positions are reached at one ply
/// only and the table begins empty; they change how soon it is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AlphaBetaOptions {
    /// Search depth when the limits name none; `None` means as deep as the limits allow.
    pub depth: Option<u32>,
    /// Iterative deepening, so that a search that is stopped has a good move.
    pub deepening: bool,
    /// Transposition table for about `2^bits` positions (some 24 bytes each, more where moves are large).
    pub table_bits: Option<u32>,
    /// Killer moves and history heuristic.
    pub ordering: bool,
    /// Principal variation search: all moves but the first are tried with a null window before a full one.
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
    /// All refinements.
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

/// A player by alpha-beta search. Its own side maximises, all others minimise. Among equal moves it plays the first in
/// legal order, as [`Minimax`](crate::Minimax) does.
#[derive(Debug)]
pub struct AlphaBeta<G: Game, E> {
    evaluate: E,
    options: AlphaBetaOptions,
    table: TranspositionTable<G::Move>,
    ordering: MoveOrdering<G::Move>,
}

impl<G: Game, E> AlphaBeta<G, E> {
    /// A player with this evaluation.
    pub fn new(evaluate: E, options: AlphaBetaOptions) -> Self {
        let table = TranspositionTable::new(options.table_bits.unwrap_or(1));
        Self { evaluate, options, table, ordering: MoveOrdering::new() }
    }
}

impl<G: Game, E: Evaluate<G>> AlphaBeta<G, E> {
    /// Thinks as [`Player::think`] does, while somebody watches.
    pub fn search<O: SearchObserver<G::Move>>(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        observer: &mut O,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Turn::Of(seat) = game.turn() else {
            return Thought::default();
        };
        let stop = stop.with(limits);
        self.table.begin();
        self.ordering.begin();
        let deepest = limits.depth.or(self.options.depth).unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut search = AlphaBetaSearch {
            evaluate: &self.evaluate,
            options: &self.options,
            study: limits.study,
            table: &mut self.table,
            ordering: &mut self.ordering,
            teams: Teams::of(game),
            seat,
            budget: Budget::new(limits.nodes, &stop),
            move_lists: Vec::new(),
            legal: Vec::new(),
            pv: PvTable::new(),
            evaluated: 0,
            observer,
        };
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        let mut root = Root::new(&moves);
        let mut best = thought_from_values(Vec::new(), moves.first().copied());
        let first = if self.options.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            let evaluated = search.evaluated;
            if let Some(found) = root.search(&mut search, game, depth) {
                let certain = !search.budget.is_spent() && search.evaluated == evaluated;
                best = root.thought(found, depth, certain);
                best.line = vec![found.mv];
                if search.pv.line(0).first() == Some(&found.mv) {
                    best.line = search.pv.line(0).to_vec();
                }
                best.nodes = search.budget.nodes();
                report(&best);
                if certain || value::is_win(found.value) || value::is_loss(found.value) {
                    break;
                }
            }
            if search.budget.is_spent() {
                break;
            }
        }
        best.nodes = search.budget.nodes();
        best
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
        self.search(game, limits, stop, &mut (), report)
    }

    fn reset(&mut self, _seed: u64) {
        self.table.clear();
        self.ordering.clear();
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.table.bytes()
    }
}
