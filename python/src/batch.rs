//! Many games at a time: stepped on all cores while Python does something else.

use std::sync::Arc;

use game::{Rng, Seat};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::error;
use crate::game::{Facts, Game};
use crate::state::{State, returns_of};

/// A game of the batch, with what decides the chances of its next games.
struct Lane {
    state: Box<dyn catalog::State>,
    rng: Rng,
    /// Points of each seat before the move, for the reward of games for one.
    points: i32,
}

/// Many games of one kind, stepped on all cores. `plateau.batch` makes one.
///
/// `observations` (a row a game, seen with the eyes of the seat to move), `masks`, `turns`, `rewards` (of every seat) and
/// `dones` are always the same arrays, which `step` writes.
#[pyclass(module = "plateau")]
pub struct Batch {
    lanes: Vec<Lane>,
    facts: Arc<Facts>,
    threads: usize,
    #[pyo3(get)]
    observations: Py<PyArray2<f32>>,
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    #[pyo3(get)]
    turns: Py<PyArray1<i8>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
}

/// The part of the arrays that belongs to some lanes.
struct Rows<'a> {
    lanes: &'a mut [Lane],
    observations: &'a mut [f32],
    masks: &'a mut [bool],
    turns: &'a mut [i8],
    rewards: &'a mut [f32],
    dones: &'a mut [bool],
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, count, seed=0, threads=0))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        count: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Self> {
        let game = game.get();
        let facts = Arc::clone(&game.facts);
        let (actions, length, seats) = (facts.actions, facts.shape.len(), facts.seats);
        if count == 0 {
            return Err(error::wrong("a batch has at least one game"));
        }
        // What numpy cannot allocate it refuses; what cannot even be counted is refused here.
        let bytes = actions.checked_add(4 * length).and_then(|row| row.checked_mul(count));
        if bytes.is_none_or(|bytes| bytes > isize::MAX as usize / 2) {
            return Err(error::wrong(format!("{count} games do not fit into memory")));
        }
        let mut seeds = Rng::new(seed);
        let mut lanes = Vec::new();
        lanes
            .try_reserve_exact(count)
            .map_err(|_| error::wrong(format!("{count} games do not fit into memory")))?;
        let setup = catalog::Setup { seed: 0, ..game.setup.clone() };
        let mut first = facts.entry.state(&setup).map_err(error::options)?;
        first.forget_moves();
        for _ in 0..count {
            let mut lane = Lane { state: first.fork(), rng: seeds.fork(), points: 0 };
            lane.begin();
            lanes.push(lane);
        }
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { all } else { threads.min(256) };
        let zeros =
            |width: usize| py.import("numpy")?.call_method1("zeros", ((count, width), "float32"));
        let masks = py.import("numpy")?.call_method1("zeros", ((count, actions), "bool"))?;
        let mut batch = Self {
            lanes,
            threads,
            observations: zeros(length)?.cast_into::<PyArray2<f32>>()?.unbind(),
            masks: masks.cast_into::<PyArray2<bool>>()?.unbind(),
            turns: PyArray1::zeros(py, count, false).unbind(),
            rewards: zeros(seats)?.cast_into::<PyArray2<f32>>()?.unbind(),
            dones: PyArray1::zeros(py, count, false).unbind(),
            facts,
        };
        batch.work(py, |rows| rows.show())?;
        Ok(batch)
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    /// Plays an action in every game; a game that ends begins anew. An illegal action anywhere changes nothing.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions
            .as_slice()
            .map_err(|_| error::wrong("the actions must lie in one piece in memory"))?;
        if actions.len() != self.lanes.len() {
            return Err(error::wrong(format!(
                "{} games need as many actions, not {}",
                self.lanes.len(),
                actions.len()
            )));
        }
        // A copy: Python could write to the array while it does not wait for us.
        let actions = actions.to_vec();
        self.check(py, &actions)?;
        let lengths = self.chunk();
        self.work_with(py, &actions, lengths, |rows, actions| rows.step(actions))
    }

    /// A legal action in every game, each equally likely.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let lanes = &mut self.lanes;
        let drawn: Vec<i64> = py.detach(|| {
            let action = |lane: &mut Lane| lane.state.random_action(&mut lane.rng);
            lanes.iter_mut().map(|lane| action(lane).map_or(0, i64::from)).collect()
        });
        PyArray1::from_vec(py, drawn)
    }

    /// A copy of one of the games.
    fn state(&self, index: usize) -> PyResult<State> {
        let lane = self.lanes.get(index).ok_or_else(|| {
            error::wrong(format!(
                "there is no game {index}: they are 0 to {}",
                self.lanes.len() - 1
            ))
        })?;
        Ok(State::new(lane.state.fork(), Arc::clone(&self.facts)))
    }

    /// Begins all games anew.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let mut seeds = Rng::new(seed);
        for lane in &mut self.lanes {
            lane.rng = seeds.fork();
            lane.begin();
        }
        self.work(py, |rows| rows.show())
    }
}

impl Lane {
    /// A new game, with the next chances.
    fn begin(&mut self) {
        // The batch was made from options, so every game can begin anew.
        self.state.restart(self.rng.next_u64());
        self.points = self.state.points_so_far(Seat(0));
    }
}

impl Batch {
    /// Lanes for each thread.
    fn chunk(&self) -> usize {
        // A thread costs more than some hundred moves of the fastest game.
        const LEAST: usize = 256;
        self.lanes.len().div_ceil(self.threads).max(LEAST)
    }

    /// Whether all actions are legal.
    fn check(&self, py: Python<'_>, actions: &[i64]) -> PyResult<()> {
        let (lanes, chunk) = (&self.lanes, self.chunk());
        let refused = |from: usize, lanes: &[Lane], actions: &[i64]| {
            lanes.iter().zip(actions).enumerate().find_map(|(at, (lane, &action))| {
                let refused = match u32::try_from(action) {
                    Ok(action) => lane.state.check_action(action).err().map(|why| why.to_string()),
                    Err(_) => Some(format!("there is no action {action}")),
                };
                refused.map(|why| format!("game {}: {why}", from + at))
            })
        };
        let found = py.detach(|| {
            if lanes.len() <= chunk {
                return refused(0, lanes, actions);
            }
            std::thread::scope(|scope| {
                let parts = lanes.chunks(chunk).zip(actions.chunks(chunk)).enumerate();
                let workers: Vec<_> = parts
                    .map(|(part, (lanes, actions))| {
                        let refused = &refused;
                        scope.spawn(move || refused(part * chunk, lanes, actions))
                    })
                    .collect();
                let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                };
                workers.into_iter().map(join).collect::<Vec<_>>().into_iter().flatten().next()
            })
        });
        found.map_or(Ok(()), |why| Err(error::IllegalMove::new_err(why)))
    }

    fn work(&mut self, py: Python<'_>, work: impl Fn(&mut Rows<'_>) + Sync) -> PyResult<()> {
        let chunk = self.chunk();
        let none = vec![0; self.lanes.len()];
        self.work_with(py, &none, chunk, |rows, _| work(rows))
    }

    /// Works on all lanes, in chunks on threads of their own.
    fn work_with(
        &mut self,
        py: Python<'_>,
        actions: &[i64],
        chunk: usize,
        work: impl Fn(&mut Rows<'_>, &[i64]) + Sync,
    ) -> PyResult<()> {
        let (length, count, seats) = (self.facts.shape.len(), self.facts.actions, self.facts.seats);
        let busy = |error: numpy::BorrowError| {
            error::wrong(format!("an array of the batch cannot be written: {error}"))
        };
        let whole = |_| error::wrong("an array of the batch is no longer in one piece");
        let mut observations = self.observations.bind(py).try_readwrite().map_err(busy)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(busy)?;
        let mut turns = self.turns.bind(py).try_readwrite().map_err(busy)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(busy)?;
        let mut dones = self.dones.bind(py).try_readwrite().map_err(busy)?;
        let mut rows = Rows {
            lanes: &mut self.lanes,
            observations: observations.as_slice_mut().map_err(whole)?,
            masks: masks.as_slice_mut().map_err(whole)?,
            turns: turns.as_slice_mut().map_err(whole)?,
            rewards: rewards.as_slice_mut().map_err(whole)?,
            dones: dones.as_slice_mut().map_err(whole)?,
        };
        py.detach(|| {
            if rows.lanes.len() <= chunk {
                work(&mut rows, actions);
                return;
            }
            std::thread::scope(|scope| {
                let parts = rows
                    .lanes
                    .chunks_mut(chunk)
                    .zip(rows.observations.chunks_mut(chunk * length))
                    .zip(rows.masks.chunks_mut(chunk * count))
                    .zip(rows.turns.chunks_mut(chunk))
                    .zip(rows.rewards.chunks_mut(chunk * seats))
                    .zip(rows.dones.chunks_mut(chunk))
                    .zip(actions.chunks(chunk));
                for ((((((lanes, observations), masks), turns), rewards), dones), actions) in parts
                {
                    let mut rows = Rows { lanes, observations, masks, turns, rewards, dones };
                    let work = &work;
                    scope.spawn(move || work(&mut rows, actions));
                }
            });
        });
        Ok(())
    }
}

impl Rows<'_> {
    /// Plays the actions, which are legal, and writes what follows.
    fn step(&mut self, actions: &[i64]) {
        let seats = self.rewards.len() / self.lanes.len();
        for (at, (lane, &action)) in self.lanes.iter_mut().zip(actions).enumerate() {
            let rewards = &mut self.rewards[at * seats..(at + 1) * seats];
            // They were checked.
            let _ = lane.state.play_action(action as u32);
            let turn = lane.state.turn();
            self.dones[at] = turn.seat().is_none();
            if seats == 1 {
                let points = lane.state.points_so_far(Seat(0));
                rewards[0] = (points - lane.points) as f32;
                lane.points = points;
            } else {
                rewards.iter_mut().zip(returns_of(turn, seats)).for_each(|(own, it)| *own = it);
            }
            if self.dones[at] {
                lane.begin();
            }
        }
        self.show();
    }

    /// Writes whose turn it is, what they see and what they may do.
    fn show(&mut self) {
        let lanes = self.lanes.len();
        let (length, count) = (self.observations.len() / lanes, self.masks.len() / lanes);
        for (at, lane) in self.lanes.iter().enumerate() {
            let seat = lane.state.turn().seat().unwrap_or(Seat(0));
            self.turns[at] = seat.0 as i8;
            lane.state.observe(seat, &mut self.observations[at * length..(at + 1) * length]);
            lane.state.mask(&mut self.masks[at * count..(at + 1) * count]);
        }
    }
}
