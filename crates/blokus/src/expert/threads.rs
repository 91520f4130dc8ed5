//! Threads that search one tree. They visit it in turns, always in the same order, and work outside it at the same time:
//! so the same simulations give the same thought whatever else the machine does.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use search::{Limits, Stop};

use super::search_state::SearchState;
use super::simulation::Simulator;
use super::tree::Tree;

/// The clock and the stop flag are checked every so many simulations of a thread.
const CHECK_EVERY: u64 = 64;
/// How often the search reports its thought so far.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// How many simulations a thread that has company keeps on their way: the more, the less it waits for its turn, and the
/// less each of them knows of the others.
const TOGETHER: usize = 4;

/// Told of the tree and of the simulations so far.
type Progress<'a> = &'a mut dyn FnMut(&Tree, u64);

/// A search.
pub struct SearchRun<'a> {
    /// The root position.
    pub root: &'a SearchState,
    /// The most simulations.
    pub most: u64,
    /// What it may spend.
    pub limits: &'a Limits,
    /// Stops it at once.
    pub stop: &'a Stop,
}

/// What the threads share.
struct SharedSearch {
    tree: Tree,
    /// Simulations that were begun.
    begun: u64,
    /// No more are to begin.
    over: bool,
    /// Whose turn it is to visit the tree.
    turn: usize,
    /// Those who take no more turns.
    gone: Vec<bool>,
}

impl SharedSearch {
    /// Passes the turn to the next one who is still there.
    fn pass(&mut self) {
        let count = self.gone.len();
        let others = (1..=count).map(|step| (self.turn + step) % count);
        self.turn = others.into_iter().find(|&next| !self.gone[next]).unwrap_or(0);
    }
}

/// The tree, for whoever's turn it is.
struct TreeTurns {
    shared: Mutex<SharedSearch>,
    passed: Condvar,
}

impl TreeTurns {
    fn wait(&self, thread: usize) -> MutexGuard<'_, SharedSearch> {
        // Somebody who panicked has gone, and whoever started the search hears of it.
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = self.passed.wait_while(shared, |shared| shared.turn != thread);
        mine.unwrap_or_else(PoisonError::into_inner)
    }

    fn pass(&self, mut shared: MutexGuard<'_, SharedSearch>) {
        shared.pass();
        let alone = shared.gone.len() == 1;
        drop(shared);
        if !alone {
            self.passed.notify_all();
        }
    }
}

/// Takes a thread out of the turns when it is through, or panics.
struct Leave<'a> {
    turns: &'a TreeTurns,
    thread: usize,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let mut shared = self.turns.shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.gone[self.thread] = true;
        if shared.turn == self.thread {
            self.turns.pass(shared);
        }
    }
}

impl SearchRun<'_> {
    /// Searches with a thread for each simulator, this one among them, until the limits are reached or the best move is
    /// certain. Returns the tree and the number of simulations.
    pub fn simulate(
        &self,
        tree: Tree,
        simulators: &mut [Simulator],
        progress: Progress<'_>,
    ) -> (Tree, u64) {
        let together = if simulators.len() > 1 { TOGETHER } else { 1 };
        simulators.iter_mut().for_each(|simulator| simulator.prepare(self.root, together));
        let gone = vec![false; simulators.len()];
        let shared = SharedSearch { tree, begun: 0, over: false, turn: 0, gone };
        let turns = TreeTurns { shared: Mutex::new(shared), passed: Condvar::new() };
        std::thread::scope(|scope| {
            let mut simulators = simulators.iter_mut().enumerate();
            let own = simulators.next();
            let helpers: Vec<_> = simulators
                .map(|(thread, simulator)| {
                    let turns = &turns;
                    scope.spawn(move || self.take_turns(turns, thread, simulator, &mut |_, _| ()))
                })
                .collect();
            if let Some((thread, simulator)) = own {
                self.take_turns(&turns, thread, simulator, progress);
            }
            for helper in helpers {
                // A panic of a helper thread goes on to the caller, who decides what to do.
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
        let shared = turns.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared.tree, shared.begun)
    }

    fn take_turns(
        &self,
        turns: &TreeTurns,
        thread: usize,
        simulator: &mut Simulator,
        progress: Progress<'_>,
    ) {
        let _leave = Leave { turns, thread };
        let (start, mut reported, mut own) = (Instant::now(), Duration::ZERO, 0);
        loop {
            let mut guard = turns.wait(thread);
            let SharedSearch { tree, begun, over, .. } = &mut *guard;
            simulator.visit(tree, self.root, |tree| {
                if own > 0 && own % CHECK_EVERY == 0 && !*over {
                    let spent = start.elapsed();
                    *over = self.is_over(tree, *begun, spent);
                    if !*over && spent > reported + REPORT_EVERY {
                        reported = spent;
                        progress(tree, *begun);
                    }
                }
                let only_move = tree.root_edges().len() == 1;
                if *over || *begun >= if only_move { 1 } else { self.most } {
                    return false;
                }
                (own, *begun) = (own + 1, *begun + 1);
                true
            });
            if simulator.rests() {
                return;
            }
            turns.pass(guard);
            simulator.work();
        }
    }

    /// Whether it was stopped, or no simulation to come can change the best move.
    fn is_over(&self, tree: &Tree, begun: u64, spent: Duration) -> bool {
        self.stop.is_pulled() || !self.limits.study && tree.lead() > self.remaining(begun, spent)
    }

    /// How many simulations are still to come, by the limit of nodes and by that of time at the rate so far.
    fn remaining(&self, begun: u64, spent: Duration) -> u64 {
        let by_time = self.limits.time.map_or(u64::MAX, |time| {
            let rest = time.saturating_sub(spent).as_secs_f64();
            (begun as f64 * rest / spent.as_secs_f64().max(1e-6)) as u64
        });
        by_time.min(self.most - begun)
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;
    use crate::expert::{PlayoutPolicy, SearchParameters};
    use crate::mode::{Mode, Options, Scoring};
    use crate::rules::Blokus;

    /// A tree after so many simulations from the start of a game, and how many those were.
    fn searched(mode: Mode, threads: u64, nodes: u64) -> (Tree, u64) {
        let game = Blokus::new(&Options { mode, scoring: Scoring::Official }, 0).expect("a game");
        let (root, limits) = (SearchState::of(&game), Limits::nodes(nodes));
        let (parameters, policy) = (SearchParameters::BEST, PlayoutPolicy::BEST);
        let simulator = |seed| Simulator::new(mode, parameters, policy, None, seed);
        let mut simulators: Vec<_> = (0..threads).map(simulator).collect();
        let mut tree = Tree::new(parameters);
        simulators[0].expand_root(&mut tree, &root);
        let run = SearchRun { root: &root, most: nodes, limits: &limits, stop: &Stop::new() };
        run.simulate(tree, &mut simulators, &mut |_, _| ())
    }

    #[test]
    fn every_simulation_of_every_thread_ends_up_in_the_one_tree() {
        for mode in [Mode::Duo, Mode::Teams, Mode::Classic, Mode::Three] {
            let visits = |threads| {
                let (tree, nodes) = searched(mode, threads, 300);
                assert_eq!(nodes, 300);
                assert!(tree.root_edges().iter().all(|edge| edge.in_flight == 0));
                let visits: Vec<_> = tree.root_edges().iter().map(|edge| edge.visits).collect();
                assert_eq!(visits.iter().sum::<u32>(), 300);
                visits
            };
            let [one, two, three] = [1, 2, 3].map(visits);
            assert_eq!((&two, &three), (&visits(2), &visits(3)), "the same each time");
            assert!(one != two && two != three);
        }
    }

    #[test]
    fn whoever_leaves_in_mid_turn_passes_it_on() {
        let tree = Tree::new(SearchParameters::BEST);
        let shared = SharedSearch { tree, begun: 0, over: false, turn: 0, gone: vec![false; 3] };
        let turns = TreeTurns { shared: Mutex::new(shared), passed: Condvar::new() };
        std::thread::scope(|scope| {
            let panics = scope.spawn(|| {
                let _leave = Leave { turns: &turns, thread: 0 };
                let _mine = turns.wait(0);
                std::panic::resume_unwind(Box::new("it fails"));
            });
            assert!(panics.join().is_err());
        });
        drop(Leave { turns: &turns, thread: 2 });
        let shared = turns.wait(1);
        assert_eq!(shared.gone, [true, false, true]);
        turns.pass(shared);
        assert_eq!(turns.wait(1).turn, 1);
    }
}
