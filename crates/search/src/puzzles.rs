//! What a game says about its puzzles: the themes, those that come with it, and how new ones are found and proved.

use game::{Game, Puzzles, Seat, Theme, Turn};

use crate::KeyMap;

/// Moves and what each is worth.
pub type Worths<M> = Vec<(M, f32)>;

/// Lines of moves.
pub type Lines<M> = Vec<Vec<M>>;

/// A game's puzzles, and how they are made.
///
/// Most are found in games: a position `fits`, its best move is clearly the best, and a proof says so. A game for one
/// player composes its positions instead, and proves them by finding all lines that reach the goal.
pub struct PuzzleMaking<G: Game> {
    /// What its puzzles are about.
    pub themes: &'static [Theme],
    /// Those that come with the program.
    pub bundled: &'static Puzzles,
    /// The variant that they are of.
    pub variant: &'static str,
    /// Who plays the games in which positions are found, weakened players among them.
    pub players: &'static [&'static str],
    /// The player who judges positions and answers for the opponent.
    pub judge: &'static str,
    /// The nodes of a proof by search; the first look spends a tenth. 0 where only exact proofs count.
    pub nodes: u64,
    /// By how much the chance to win must be better than with any other move, in a proof by search.
    pub margin: f32,
    /// The most moves that a solver is asked for.
    pub longest: usize,
    /// Whether a position is worth a look: a cheap filter.
    pub fits: fn(&G) -> bool,
    /// What each move is worth if both sides play perfectly: 1 for a win, a half for a draw, 0 for a loss. None where
    /// that takes too long.
    pub exact: fn(&G) -> Option<Worths<G::Move>>,
    /// The ids of the themes of a position and its main line, the one with the task first.
    pub name: fn(&G, &[G::Move]) -> Vec<&'static str>,
    /// How positions are composed, where they are not found in games.
    pub composer: Option<Composer<G>>,
}

/// All lines of so many moves that reach the goal of a theme from a position.
pub type SolveGoal<G> = fn(&G, &str, usize) -> Option<Lines<<G as Game>::Move>>;

/// How a game for one player makes its puzzles.
pub struct Composer<G: Game> {
    /// A position by its seed, the theme that says the goal, and in how many moves it is reached. None where nothing
    /// came of it: the next seed is tried.
    pub compose: fn(seed: u64) -> Option<(G, &'static str, usize)>,
    /// All lines of so many moves that reach the goal of a theme; none if there are too many to be a puzzle.
    pub solve: SolveGoal<G>,
}

/// The worth of every move by a search to the end of the game, within so many nodes: 1 for a win, a half for a draw, 0
/// for a loss. For two sides, nothing hidden, and positions that never come again.
pub fn exact_moves<G: Game>(game: &G, nodes: u64) -> Option<Worths<G::Move>> {
    let seat = game.turn().seat()?;
    let mut search = ExactSearch { known: KeyMap::default(), left: nodes, lists: Vec::new() };
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
        .into_iter()
        .map(|mv| {
            let mut next = game.clone();
            next.play(mv);
            let class = search.value(&next, seat, -1, 1)?;
            Some((mv, f32::from(class + 1) / 2.0))
        })
        .collect()
}

/// Results are -1, 0 and 1 for the seat that asks.
struct ExactSearch<G: Game> {
    /// Bounds of what is known of a position.
    known: KeyMap<(i8, i8)>,
    left: u64,
    lists: Vec<Vec<G::Move>>,
}

impl<G: Game> ExactSearch<G> {
    /// The result, if it lies between `low` and `high`; otherwise a bound beyond them. None when no nodes are left.
    fn value(&mut self, game: &G, seat: Seat, mut low: i8, mut high: i8) -> Option<i8> {
        let mover = match game.turn() {
            Turn::Of(mover) => mover,
            Turn::Over(outcome) => {
                let own = outcome.place(seat);
                let others = (0..game.seats() as u8).map(Seat).filter(|&s| !game.allies(s, seat));
                let best = others.map(|other| outcome.place(other)).min().unwrap_or(own);
                return Some((i16::from(best) - i16::from(own)).signum() as i8);
            }
        };
        let key = game.key();
        let (least, most) = self.known.get(&key).copied().unwrap_or((-1, 1));
        (low, high) = (low.max(least), high.min(most));
        if low >= high {
            return Some(if least >= high { least } else { most });
        }
        self.left = self.left.checked_sub(1)?;
        let own = game.allies(mover, seat);
        let mut moves = self.lists.pop().unwrap_or_default();
        game.legal_moves(&mut moves);
        let (mut best, mut alpha, mut beta) = (if own { -1 } else { 1 }, low, high);
        for &mv in &moves {
            let mut next = game.clone();
            next.play(mv);
            let value = self.value(&next, seat, alpha, beta)?;
            if own {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.lists.push(moves);
        let bounds = self.known.entry(key).or_insert((-1, 1));
        if best < high {
            bounds.1 = bounds.1.min(best.max(bounds.0));
        }
        if best > low {
            bounds.0 = bounds.0.max(best.min(bounds.1));
        }
        Some(best)
    }
}
