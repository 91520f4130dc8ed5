//! The perfect player: it plays by the exact solver.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use game::{Game, Rng};
use search::{AlphaBeta, AlphaBetaOptions, Limits, MoveScore, Player, Score, Stop, Thought};

use crate::solver::{Position, Solver};
use crate::{Column, Connect4, Evaluation, Weights};

/// All perfect players of the process share one table: what one has proved serves the others.
static SOLVER: LazyLock<Solver> = LazyLock::new(|| Solver::new(TABLE_BYTES).with_book());
const TABLE_BYTES: usize = 32 << 20;

/// A solver that shares the table of all perfect players.
pub(crate) fn shared_solver() -> Solver {
    SOLVER.sharing()
}

/// The longest alpha-beta search on a board that the solver does not support.
const OTHER_BOARDS_TIME: Duration = Duration::from_secs(1);

/// The depth of a quick alpha-beta search before the solver starts, so that there is an answer if it is stopped.
const QUICK_DEPTH: u32 = 5;

/// How long the player goes on after it knows its move, to find others that are as good.
const COMPARE_TIME: Duration = Duration::from_millis(200);

/// How often the clock is checked while the solver works.
const CHECK_INTERVAL: Duration = Duration::from_millis(1);

/// What the transposition table of the quick search holds: about as many positions as it looks at, so that a player
/// who only asks the solver keeps next to nothing.
const QUICK_BITS: u32 = 14;

/// The same for the search on other boards. It is allocated when one is played.
const OTHER_BOARDS_BITS: u32 = 20;

/// Plays a best move on the standard board, at random if there are several. On other boards it searches by alpha-beta.
pub(crate) struct PerfectPlayer {
    rng: Rng,
    quick: AlphaBeta<Connect4, Evaluation>,
    other_boards: AlphaBeta<Connect4, Evaluation>,
}

impl PerfectPlayer {
    pub fn new(seed: u64) -> Self {
        let search = |bits| {
            let options =
                AlphaBetaOptions { table_bits: Some(bits), ..AlphaBetaOptions::default() };
            AlphaBeta::new(Evaluation::new(Weights::report().clone()), options)
        };
        Self {
            rng: Rng::new(seed),
            quick: search(QUICK_BITS),
            other_boards: search(OTHER_BOARDS_BITS),
        }
    }
}

impl Player<Connect4> for PerfectPlayer {
    fn think(
        &mut self,
        game: &Connect4,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Column>),
    ) -> Thought<Column> {
        if game.turn().seat().is_none() {
            return Thought::default();
        }
        let stop = stop.with(limits);
        let Ok(position) = Position::try_from(game) else {
            let stop = stop.with(&Limits::time(OTHER_BOARDS_TIME));
            return self.other_boards.think(game, limits, &stop, report);
        };
        let first = self.quick.think(game, &Limits::depth(QUICK_DEPTH), &stop, &mut |_| ());
        // Made anew for each thought: its own small tables would be kept from turn to turn for nothing.
        let solver = &mut SOLVER.sharing();
        solver.set_threads(limits.threads);
        let Some(mut thought) = with_stop_flag(&stop, |flag| prove(solver, &position, flag)) else {
            return first;
        };
        report(&thought);
        // The scores of the other moves are for analysis: they must not keep an opponent waiting.
        let stop = if limits.study { stop } else { stop.with(&Limits::time(COMPARE_TIME)) };
        with_stop_flag(&stop, |flag| {
            compare(solver, &position, &mut thought, flag);
            // Choose at random among equally good moves.
            let equal = thought.moves.iter().take_while(|m| m.score == thought.score).count();
            thought.moves.swap(0, self.rng.below(equal.max(1) as u32) as usize);
            follow(solver, &position, &mut thought, flag);
        });
        thought
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.quick.reset(seed);
        self.other_boards.reset(seed);
    }

    /// The solver's table is shared by all players, and so not this one's.
    fn memory(&self) -> usize {
        size_of::<Self>() + self.quick.memory() + self.other_boards.memory()
    }
}

/// The score of the position and a best move.
fn prove(solver: &mut Solver, position: &Position, stop: &AtomicBool) -> Option<Thought<Column>> {
    let solved = solver.solve_until(position, stop)?;
    let best = Column(solver.best_column_until(position, solved.score, stop)? as u8);
    let score = as_plies(solved.score, position.stones());
    Some(Thought {
        best: Some(best),
        score,
        depth: 1,
        line: vec![best],
        moves: vec![MoveScore { mv: best, score }],
        nodes: solved.nodes,
    })
}

/// Adds the scores of the other moves, best first, as far as it gets before it is stopped.
fn compare(
    solver: &mut Solver,
    position: &Position,
    thought: &mut Thought<Column>,
    stop: &AtomicBool,
) {
    let mut moves = Vec::new();
    for column in (0..7).filter(|&column| position.can_play(column)) {
        let Some(solved) = solver.solve_move_until(position, column, stop) else { continue };
        moves.push((solved.score, Column(column as u8)));
        thought.nodes += solved.nodes;
    }
    // Stable: among equals the leftmost comes first.
    moves.sort_by_key(|&(score, _)| -score);
    let scored = moves
        .into_iter()
        .map(|(score, mv)| MoveScore { mv, score: as_plies(score, position.stones()) });
    // The moves known before are among them, unless the search was stopped on the way.
    let before = std::mem::take(&mut thought.moves);
    thought.moves.extend(scored);
    for old in before {
        if !thought.moves.iter().any(|new| new.mv == old.mv) {
            thought.moves.insert(0, old);
        }
    }
}

/// Chooses the first of the moves, and adds its principal variation unless it is stopped.
fn follow(
    solver: &mut Solver,
    position: &Position,
    thought: &mut Thought<Column>,
    stop: &AtomicBool,
) {
    let Some(&MoveScore { mv, .. }) = thought.moves.first() else { return };
    thought.best = Some(mv);
    thought.line = vec![mv];
    if !position.wins_with(usize::from(mv.0)) {
        let rest = solver.best_line_until(&position.after(usize::from(mv.0)), stop);
        thought.line.extend(rest.into_iter().flatten().map(|column| Column(column as u8)));
    }
    thought.depth = thought.line.len() as u32;
}

/// A solver's score as the number of plies to the end.
///
/// A score of 1 is a win with the 21st and last stone of a side, 2 with its 20th, and so on.
fn as_plies(score: i32, stones: u32) -> Score {
    let won_with = 22 - score.unsigned_abs();
    match score {
        0 => Score::Draw,
        // The mover has half of the stones, rounded down, and its next one comes at once.
        1.. => Score::Win(2 * (won_with - stones / 2) - 1),
        _ => Score::Loss(2 * (won_with - stones.div_ceil(2))),
    }
}

/// Runs a search with a flag that is set when it must stop or its time is over.
fn with_stop_flag<T>(stop: &Stop, search: impl FnOnce(&AtomicBool) -> T) -> T {
    let (flag, done) = (AtomicBool::new(stop.is_pulled()), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if stop.is_pulled() {
                    flag.store(true, Ordering::Relaxed);
                    return;
                }
                thread::park_timeout(CHECK_INTERVAL);
            }
        });
        let result = search(&flag);
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_as_plies() {
        // The empty board is a win with the 41st stone; the mover's 21st is its last.
        assert_eq!(as_plies(1, 0), Score::Win(41));
        // Three discs against three, to move and win at once with one's fourth.
        assert_eq!(as_plies(18, 6), Score::Win(1));
        // The other has three of seven and wins with its fourth, after a move of ours.
        assert_eq!(as_plies(-18, 7), Score::Loss(0));
        assert_eq!(as_plies(0, 12), Score::Draw);
    }

    #[test]
    fn a_player_who_asks_the_solver_keeps_next_to_nothing() {
        let game = Connect4::new(&crate::Options::default(), 0).expect("the usual board");
        let mut player = PerfectPlayer::new(1);
        let thought = player.think(&game, &Limits::NONE, &Stop::new(), &mut |_| ());
        assert_eq!(thought.best, Some(Column(3)));
        assert!(player.memory() < 1 << 20, "{} bytes", player.memory());
    }
}
