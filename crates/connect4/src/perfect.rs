//! The perfect player: it plays by the exact solver.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use game::{Game, Rng};
use search::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MoveScore, Player, Score, Stop, Thought};

use crate::levels::MCTS;
use crate::solver::{BoardPosition, BoardSolver, Solver};
use crate::{Column, Connect4, Evaluation, Weights};

// All perfect players of the process share one table for each board: what one has proved serves the others. A table is
// allocated when its board is first played.
static STANDARD: LazyLock<Solver> = LazyLock::new(|| Solver::new(32 << 20).with_book());
static SMALL: LazyLock<BoardSolver<5, 5>> = LazyLock::new(|| BoardSolver::new(4 << 20));
static SQUARE: LazyLock<BoardSolver<7, 7>> = LazyLock::new(|| BoardSolver::new(16 << 20));
static WIDE: LazyLock<BoardSolver<8, 7>> = LazyLock::new(|| BoardSolver::new(16 << 20));

/// A solver that shares the table of all perfect players.
pub(crate) fn shared_solver() -> Solver {
    STANDARD.sharing()
}

/// With more squares left than on the empty standard board, the solver is not even asked.
const MOST_SQUARES: u32 = 42;

/// The longest search where the solver does not know the board, or found nothing.
const OTHER_BOARDS_TIME: Duration = Duration::from_secs(2);
/// How much of it alpha-beta has to prove a result; it finds wins that simulations overlook.
const PROOF_TIME: Duration = Duration::from_millis(300);
/// Simulations where nothing is proved: several times those of the level below.
const SIMULATIONS: u64 = 800_000;

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

/// Plays a best move wherever the solver knows the board and finds the score in time, at random if there are several.
/// Elsewhere it plays by simulations, and by alpha-beta where that sees the end.
pub(crate) struct PerfectPlayer {
    rng: Rng,
    quick: AlphaBeta<Connect4, Evaluation>,
    other_boards: AlphaBeta<Connect4, Evaluation>,
    /// Plays far better than alpha-beta where the end is out of sight.
    simulations: Mcts<Connect4>,
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
            simulations: Mcts::new(MCTS, seed),
        }
    }

    /// A result that alpha-beta proves quickly, or what simulations find.
    fn search(
        &mut self,
        game: &Connect4,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Column>),
    ) -> Thought<Column> {
        let stop = stop.with(&Limits::time(OTHER_BOARDS_TIME));
        let soon = stop.with(&Limits::time(PROOF_TIME));
        let thought = self.other_boards.think(game, limits, &soon, report);
        if matches!(thought.score, Score::Win(_) | Score::Draw | Score::Loss(_)) || stop.is_pulled()
        {
            return thought;
        }
        let nodes = Some(limits.nodes.map_or(SIMULATIONS, |nodes| nodes.min(SIMULATIONS)));
        self.simulations.think(game, &Limits { nodes, ..*limits }, &stop, report)
    }

    /// What the solver finds; if it is stopped, what a quick search does.
    fn solve<const W: usize, const H: usize>(
        &mut self,
        shared: &BoardSolver<W, H>,
        game: &Connect4,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Column>),
    ) -> Thought<Column> {
        let first = self.quick.think(game, &Limits::depth(QUICK_DEPTH), stop, &mut |_| ());
        self.prove_and_compare(shared, game, limits, stop, report).unwrap_or(first)
    }

    /// What the solver finds while there is still time for another search after it.
    fn solve_in_time<const W: usize, const H: usize>(
        &mut self,
        shared: &BoardSolver<W, H>,
        game: &Connect4,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Column>),
    ) -> Option<Thought<Column>> {
        if (W * H) as u32 - game.plies() > MOST_SQUARES {
            return None;
        }
        let first = self.quick.think(game, &Limits::depth(QUICK_DEPTH), stop, &mut |_| ());
        let share = |time: Duration| time.saturating_sub(OTHER_BOARDS_TIME).max(time / 2);
        let (time, cpu) = (limits.time.map(share), limits.cpu.map(share));
        let sooner = stop.with(&Limits { time, cpu, ..Limits::NONE });
        let proved = self.prove_and_compare(shared, game, limits, &sooner, report);
        proved.or_else(|| stop.is_pulled().then_some(first))
    }

    /// The solver's move with the scores of the others, as far as they are found; `None` if it was stopped before it
    /// knew a move.
    fn prove_and_compare<const W: usize, const H: usize>(
        &mut self,
        shared: &BoardSolver<W, H>,
        game: &Connect4,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Column>),
    ) -> Option<Thought<Column>> {
        let position = BoardPosition::<W, H>::try_from(game).ok()?;
        // Made anew for each thought: its own small tables would be kept from turn to turn for nothing.
        let solver = &mut shared.sharing();
        solver.set_threads(limits.threads);
        let mut thought = with_stop_flag(stop, |flag| prove(solver, &position, flag))?;
        report(&thought);
        // The scores of the other moves are for analysis: they must not keep an opponent waiting.
        let stop = if limits.study { stop.clone() } else { stop.with(&Limits::time(COMPARE_TIME)) };
        with_stop_flag(&stop, |flag| {
            compare(solver, &position, &mut thought, flag);
            // Choose at random among equally good moves.
            let equal = thought.moves.iter().take_while(|m| m.score == thought.score).count();
            thought.moves.swap(0, self.rng.below(equal.max(1) as u32) as usize);
            follow(solver, &position, &mut thought, flag);
        });
        Some(thought)
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
        let by_solver = match (game.width(), game.height()) {
            (7, 6) => Some(self.solve(&STANDARD, game, limits, &stop, report)),
            (5, 5) => Some(self.solve(&SMALL, game, limits, &stop, report)),
            (7, 7) => self.solve_in_time(&SQUARE, game, limits, &stop, report),
            (8, 7) => self.solve_in_time(&WIDE, game, limits, &stop, report),
            _ => None,
        };
        by_solver.unwrap_or_else(|| self.search(game, limits, &stop, report))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.quick.reset(seed);
        self.other_boards.reset(seed);
        self.simulations.reset(seed);
    }

    /// The solver's table is shared by all players, and so not this one's.
    fn memory(&self) -> usize {
        size_of::<Self>()
            + self.quick.memory()
            + self.other_boards.memory()
            + self.simulations.memory()
    }
}

/// The score of the position and a best move.
fn prove<const W: usize, const H: usize>(
    solver: &mut BoardSolver<W, H>,
    position: &BoardPosition<W, H>,
    stop: &AtomicBool,
) -> Option<Thought<Column>> {
    let solved = solver.solve_until(position, stop)?;
    let best = Column(solver.best_column_until(position, solved.score, stop)? as u8);
    let score = as_plies(solved.score, position.stones(), (W * H) as u32);
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
fn compare<const W: usize, const H: usize>(
    solver: &mut BoardSolver<W, H>,
    position: &BoardPosition<W, H>,
    thought: &mut Thought<Column>,
    stop: &AtomicBool,
) {
    let mut moves = Vec::new();
    for column in (0..W).filter(|&column| position.can_play(column)) {
        let Some(solved) = solver.solve_move_until(position, column, stop) else { continue };
        moves.push((solved.score, Column(column as u8)));
        thought.nodes += solved.nodes;
    }
    // Stable: among equals the leftmost comes first.
    moves.sort_by_key(|&(score, _)| -score);
    let scored = moves.into_iter().map(|(score, mv)| MoveScore {
        mv,
        score: as_plies(score, position.stones(), (W * H) as u32),
    });
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
fn follow<const W: usize, const H: usize>(
    solver: &mut BoardSolver<W, H>,
    position: &BoardPosition<W, H>,
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

/// A solver's score as the number of plies to the end, with so many stones on a board of so many squares.
///
/// A score of 1 is a win with the last stone of a side, 2 with the one before it, and so on.
fn as_plies(score: i32, stones: u32, squares: u32) -> Score {
    if score == 0 {
        return Score::Draw;
    }
    // Two numbers of stones before the last have this score; one of them has the winner to move.
    let mover = if score > 0 { stones } else { stones + 1 };
    let later = squares + 1 - 2 * score.unsigned_abs();
    let last = later - u32::from((later ^ mover) & 1 == 1);
    let plies = last + 1 - stones;
    if score > 0 { Score::Win(plies) } else { Score::Loss(plies) }
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
        assert_eq!(as_plies(1, 0, 42), Score::Win(41));
        // Three discs against three, to move and win at once with one's fourth.
        assert_eq!(as_plies(18, 6, 42), Score::Win(1));
        // The other has three of seven and wins with its fourth, after a move of ours.
        assert_eq!(as_plies(-18, 7, 42), Score::Loss(0));
        assert_eq!(as_plies(0, 12, 42), Score::Draw);
        // With an odd number of squares the first player has a stone more, and the last one.
        assert_eq!(as_plies(1, 0, 49), Score::Win(49));
        assert_eq!(as_plies(-1, 0, 49), Score::Loss(48));
        assert_eq!(as_plies(1, 1, 49), Score::Win(47));
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
