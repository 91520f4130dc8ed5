//! A game being played, as Python sees it.

use std::sync::Arc;

use game::{Lang, Outcome, Picture, Record, Rng, Seat, Turn};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use serde_json::json;

use crate::error;
use crate::game::{Facts, load};
use crate::svg;
use crate::values::to_python;

/// A game being played. `Game.new`, `Game.load` and `plateau.replay` make one. It can be copied, compared, pickled, and
/// a notebook shows its board.
#[pyclass(module = "plateau")]
pub struct State {
    pub state: Box<dyn catalog::State>,
    pub facts: Arc<Facts>,
    /// The legal actions that were listed last, so that listing them need not allocate.
    listed: Vec<u32>,
}

impl State {
    pub fn new(state: Box<dyn catalog::State>, facts: Arc<Facts>) -> Self {
        Self { state, facts, listed: Vec::new() }
    }

    fn fork(&self) -> Self {
        Self::new(self.state.fork(), Arc::clone(&self.facts))
    }

    /// A seat that there is.
    fn seat(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.facts.seats {
            return Ok(Seat(seat as u8));
        }
        let last = self.facts.seats - 1;
        Err(error::wrong(format!("there is no seat {seat}: the seats are 0 to {last}")))
    }

    fn viewer(&self, seat: Option<usize>) -> PyResult<Option<Seat>> {
        seat.map(|seat| self.seat(seat)).transpose()
    }

    fn picture(&self, viewer: Option<Seat>) -> Picture {
        self.state.position().picture(viewer, Lang::En)
    }

    /// Whose eyes to see with: the given seat's, the mover's, or the first's once it is over.
    fn eyes(&self, seat: Option<usize>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => Ok(self.state.turn().seat().unwrap_or(Seat(0))),
        }
    }
}

/// How a game ended, for Python.
pub fn outcome_of(outcome: &Outcome) -> serde_json::Value {
    let winners: Vec<u8> = outcome.winners().map(|seat| seat.0).collect();
    json!({
        "places": outcome.places(), "points": outcome.points(), "winners": winners,
        "why": outcome.why().en,
    })
}

/// What a result is worth to each seat, from -1 to 1.
pub fn returns_of(turn: Turn, seats: usize) -> impl Iterator<Item = f32> {
    let outcome = turn.outcome();
    (0..seats as u8).map(move |seat| match &outcome {
        Some(outcome) if outcome.seats() > 1 => 2.0 * outcome.share(Seat(seat)) - 1.0,
        _ => 0.0,
    })
}

#[pymethods]
impl State {
    /// The id of the game.
    #[getter]
    fn game_id(&self) -> &'static str {
        self.facts.entry.about().id
    }

    /// How many seats there are.
    #[getter]
    fn seats(&self) -> usize {
        self.facts.seats
    }

    /// The seat that is to move, or None once the game is over.
    #[getter]
    fn turn(&self) -> Option<u8> {
        self.state.turn().seat().map(|seat| seat.0)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.turn().seat().is_none()
    }

    /// How many moves have been played since the beginning, or since the state was loaded.
    #[getter]
    fn epoch(&self) -> usize {
        self.state.epoch()
    }

    /// How the game ended, as an `Outcome`; None while it is on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(outcome) = self.state.outcome() else { return Ok(None) };
        let facts = to_python(py, &outcome_of(&outcome))?.cast_into::<PyDict>()?;
        let class = py.import("plateau.results")?.getattr("Outcome")?;
        class.call((), Some(&facts)).map(Some)
    }

    /// What the result is worth to each seat: 1 for the only first place, -1 for the last, 0 while the game is on.
    fn returns(&self) -> Vec<f32> {
        returns_of(self.state.turn(), self.facts.seats).collect()
    }

    /// The points that a seat has made so far, where the game counts any.
    fn points(&self, seat: usize) -> PyResult<i32> {
        Ok(self.state.points_so_far(self.seat(seat)?))
    }

    /// The legal moves as text.
    ///
    /// >>> import plateau
    /// >>> plateau.game("connect4").new().legal_moves()
    /// ['1', '2', '3', '4', '5', '6', '7']
    fn legal_moves(&self) -> Vec<String> {
        self.state.legal()
    }

    /// The legal moves as actions.
    ///
    /// >>> import plateau
    /// >>> plateau.game("connect4").new().legal_actions()
    /// [0, 1, 2, 3, 4, 5, 6]
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.state.legal_actions(&mut self.listed);
        let numbers = &self.facts.numbers;
        PyList::new(py, self.listed.iter().map(|&action| numbers[action as usize].bind(py)))
    }

    /// Flags, one an action: which are legal. With `out` they are written there, and nothing is copied.
    ///
    /// >>> import plateau
    /// >>> int(plateau.game("quoridor").new().action_mask().sum())
    /// 131
    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<bool>>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, self.facts.actions, false));
        written(&array, self.facts.actions, |into| self.state.mask(into))?;
        Ok(array)
    }

    /// What a seat knows of the position, as numbers: the seat to move if none is given. With `out` they are written there,
    /// and nothing is copied.
    ///
    /// >>> import plateau
    /// >>> game = plateau.game("connect4")
    /// >>> planes, rows, columns = game.board_shape
    /// >>> game.new().play("4").observation(0).reshape(planes, rows, columns)[0, 0].tolist()
    /// [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
    #[pyo3(signature = (seat=None, out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (seat, length) = (self.eyes(seat)?, self.facts.shape.len());
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, length, false));
        written(&array, length, |into| self.state.observe(seat, into))?;
        Ok(array)
    }

    /// The action of a legal move.
    ///
    /// >>> import plateau
    /// >>> plateau.game("quoridor").new().action_of("e2")
    /// 13
    fn action_of(&self, text: &str) -> PyResult<u32> {
        self.state.action_of(text).map_err(error::refused)
    }

    /// The text of a legal action.
    ///
    /// >>> import plateau
    /// >>> plateau.game("quoridor").new().move_of(13)
    /// 'e2'
    fn move_of(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        self.state.move_of(index(action)?).map_err(error::illegal)
    }

    /// Plays a move, given as text or as an action, and gives the state back. An illegal move raises and changes nothing.
    ///
    /// >>> import plateau
    /// >>> plateau.game("quoridor").new().play("e2").play("e8").moves
    /// ['e2', 'e8']
    /// >>> plateau.game("connect4").new().play("8")
    /// Traceback (most recent call last):
    ///     ...
    /// plateau.MoveError: choose a column from 1 to 7
    fn play<'py>(
        mut slf: PyRefMut<'py, Self>,
        mv: &Bound<'py, PyAny>,
    ) -> PyResult<PyRefMut<'py, Self>> {
        if let Ok(text) = mv.cast::<PyString>() {
            let text = text.to_cow()?;
            slf.state.play(&text).map_err(error::refused)?;
        } else {
            let action = index(mv)?;
            slf.state.play_action(action).map_err(error::illegal)?;
        }
        Ok(slf)
    }

    /// Plays an action. The fastest way to play.
    fn play_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = index(action)?;
        self.state.play_action(action).map_err(error::illegal)
    }

    /// A legal action that the seed decides, each equally likely; None once the game is over.
    #[pyo3(signature = (seed=0))]
    fn random_action(&mut self, seed: u64) -> Option<u32> {
        self.state.random_action(&mut Rng::new(seed))
    }

    /// What a seat may see, or anybody if no seat is given, as the page gets it.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.state.position().view(self.viewer(seat)?))
    }

    /// A whole state that fits what a seat knows, with everything else drawn at random: for search in games with hidden
    /// information.
    ///
    /// >>> import plateau
    /// >>> state = plateau.game("tigris").new(seed=1)
    /// >>> world = state.imagine(0, seed=2)
    /// >>> world.view(0) == state.view(0), world.view(1) == state.view(1)
    /// (True, False)
    #[pyo3(signature = (seat, seed=0))]
    fn imagine(&self, seat: Option<usize>, seed: u64) -> PyResult<Self> {
        let world = self.state.imagine(self.viewer(seat)?, seed);
        Ok(Self::new(world, Arc::clone(&self.facts)))
    }

    /// A state of its own at the same position, with the same past and the same future chances.
    fn copy(&self) -> Self {
        self.fork()
    }

    fn __copy__(&self) -> Self {
        self.fork()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.fork()
    }

    /// The whole state as one line of text, which `Game.load` reads again. It holds what is hidden, too.
    fn save(&self) -> String {
        self.state.position().save()
    }

    /// The game so far as a record, which `plateau.replay` and the page read.
    fn record(&self) -> PyResult<String> {
        let record = self.state.record();
        record.map(|record| record.to_text()).ok_or_else(|| {
            error::RecordError::new_err(
                "this state was loaded or imagined, so nobody knows the moves that led to it",
            )
        })
    }

    /// The moves so far as text; empty for a state that was loaded or imagined.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        Ok(self.state.record().map(|record| record.moves).unwrap_or_default())
    }

    /// The board as text, as a seat may see it, or anybody if no seat is given.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.picture(self.viewer(seat)?).plain())
    }

    fn __str__(&self) -> String {
        self.picture(None).plain()
    }

    fn __repr__(&self) -> String {
        let turn = match self.state.turn() {
            Turn::Of(seat) => format!("seat {} to move", seat.0),
            Turn::Over(outcome) => format!("over: {}", outcome.why().en),
        };
        format!("<plateau.State of {}, {} moves, {turn}>", self.game_id(), self.state.epoch())
    }

    /// The board as SVG, as a seat may see it, or anybody if no seat is given.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(svg::drawn(&self.picture(self.viewer(seat)?)))
    }

    fn _repr_svg_(&self) -> String {
        svg::drawn(&self.picture(None))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let Ok(other) = other.try_borrow() else { return true };
        self.game_id() == other.game_id() && self.save() == other.save()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let restore = py.import("plateau._plateau")?.getattr("_restore_state")?;
        let record = self.state.record().map(|record| record.to_text());
        let arguments = (self.game_id(), self.save(), record).into_pyobject(py)?;
        Ok((restore, arguments.into_any()))
    }
}

/// A number that may be an action. Whatever is out of range is no action, and is said to be so later.
fn index(action: &Bound<'_, PyAny>) -> PyResult<u32> {
    match action.extract::<u32>() {
        Ok(action) => Ok(action),
        Err(_) => match action.extract::<i64>() {
            Ok(number) => Err(error::IllegalMove::new_err(format!("there is no action {number}"))),
            Err(_) => {
                let kind = action.get_type().name()?;
                Err(PyTypeError::new_err(format!(
                    "a move is a text, or the number of an action, not {kind}"
                )))
            }
        },
    }
}

/// Writes into an array of the right length that lies in one piece.
fn written<T: numpy::Element>(
    array: &Bound<'_, PyArray1<T>>,
    length: usize,
    write: impl FnOnce(&mut [T]),
) -> PyResult<()> {
    let mut borrowed = array
        .try_readwrite()
        .map_err(|error| error::wrong(format!("the array cannot be written: {error}")))?;
    let into = borrowed
        .as_slice_mut()
        .map_err(|_| error::wrong("the array must lie in one piece in memory"))?;
    if into.len() != length {
        return Err(error::wrong(format!(
            "the array must have {length} items, not {}",
            into.len()
        )));
    }
    write(into);
    Ok(())
}

/// A state at the end of a record's text, in any format that the page opens.
///
/// >>> import plateau
/// >>> state = plateau.game("connect4").new().play("4").play("3")
/// >>> plateau.replay(state.record()) == state
/// True
#[pyfunction]
pub fn replay(py: Python<'_>, text: &str) -> PyResult<State> {
    let record = catalog::read_record(text).map_err(error::record)?;
    replayed(py, &record)
}

fn replayed(py: Python<'_>, record: &Record) -> PyResult<State> {
    let entry = catalog::find(&record.game).map_err(error::unknown)?;
    let state = entry.replay_state(record).map_err(error::record)?;
    let facts = Facts::of(py, entry, &*state)?;
    Ok(State::new(state, facts))
}

/// For pickle.
#[pyfunction]
pub fn _restore_state(
    py: Python<'_>,
    game: &str,
    saved: &str,
    record: Option<&str>,
) -> PyResult<State> {
    match record {
        Some(text) => replay(py, text),
        None => load(py, catalog::find(game).map_err(error::unknown)?, saved, None),
    }
}
