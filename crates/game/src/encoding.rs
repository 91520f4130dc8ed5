//! A game as numbers, for whoever learns: moves as indices of a fixed action space, positions as tensors.

use crate::{Game, Seat};

/// A game whose moves and positions can be written as numbers.
///
/// The action space and the shape of an observation depend on the game's options and on nothing else. Both are seen
/// with the eyes of a seat: the seat itself comes first, and where the board has no fixed sides it is turned so that
/// every seat plays in the same direction. docs/encoding.md lists what each game writes.
pub trait Encoding: Game {
    /// How many actions there are.
    fn actions(&self) -> usize;

    /// The index of a move of the seat that is to move, below [`actions`](Self::actions).
    fn action_of(&self, mv: Self::Move) -> usize;

    /// The move that an index means for the seat that is to move. It may be illegal here; none where an index means
    /// nothing in this position. The inverse of [`action_of`](Self::action_of) for all legal moves.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// Calls with the index of every legal move, in the order of [`legal_moves`](Game::legal_moves).
    fn each_action(&self, mut f: impl FnMut(usize)) {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().for_each(|mv| f(self.action_of(mv)));
    }

    /// Marks the legal actions: `into` is as long as there are actions.
    fn mask(&self, into: &mut [bool]) {
        into.fill(false);
        self.each_action(|action| into[action] = true);
    }

    /// What an observation is made of.
    fn observation(&self) -> ObservationShape;

    /// Writes what a seat knows of the position: planes, then features, as
    /// [`observation`](Self::observation) says. `into` is exactly so long, and all of it is written.
    fn observe(&self, seat: Seat, into: &mut [f32]);

    /// The points that a seat has made so far, as it knows them; always 0 in games that are only won or lost. What a
    /// move changes about them can be its reward.
    fn points_so_far(&self, _seat: Seat) -> i32 {
        0
    }

    /// The symmetries of the game beside doing nothing: position and action changed by them make an equally good
    /// example.
    fn symmetries(&self) -> Vec<Symmetry> {
        Vec::new()
    }
}

/// What an observation is made of: planes of squares, then single numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservationShape {
    /// What each plane shows, a number a square, row by row.
    pub planes: Vec<String>,
    /// Rows of a plane.
    pub rows: usize,
    /// Columns of a plane.
    pub columns: usize,
    /// The numbers after the planes.
    pub features: Vec<String>,
}

impl ObservationShape {
    /// Squares of a plane.
    pub fn area(&self) -> usize {
        self.rows * self.columns
    }

    /// Numbers of an observation.
    pub fn len(&self) -> usize {
        self.planes.len() * self.area() + self.features.len()
    }

    /// Whether there is nothing to observe.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A symmetry as two permutations. Where it takes a position to another one, number `i` of the first observation is
/// number `observation[i]` of the second, and action `a` of the first is action `actions[a]` of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// What it does, in a word.
    pub name: &'static str,
    /// Where each action goes.
    pub actions: Vec<u32>,
    /// Where each number of an observation goes.
    pub observation: Vec<u32>,
}

impl Symmetry {
    /// A symmetry of the squares, given as (column, row), that leaves planes and features in their places.
    pub fn of_squares(
        name: &'static str,
        shape: &ObservationShape,
        square: impl Fn((usize, usize)) -> (usize, usize),
        actions: Vec<u32>,
    ) -> Self {
        let (area, planes) = (shape.area(), shape.planes.len());
        let to = |at: usize| {
            if at >= planes * area {
                return at as u32;
            }
            let (column, row) = square((at % shape.columns, at % area / shape.columns));
            (at / area * area + row * shape.columns + column) as u32
        };
        Self { name, actions, observation: (0..shape.len()).map(to).collect() }
    }
}

/// Writes single numbers one after the other: the features at the end of an observation.
#[derive(Debug)]
pub struct FeatureWriter<'a>(std::slice::IterMut<'a, f32>);

impl<'a> FeatureWriter<'a> {
    /// Begins at the beginning of these.
    pub fn new(into: &'a mut [f32]) -> Self {
        Self(into.iter_mut())
    }

    /// The next number.
    #[inline]
    pub fn number(&mut self, value: impl Into<f32>) {
        if let Some(next) = self.0.next() {
            *next = value.into();
        }
    }

    /// The next number: so many of at most so many, from 0 to 1.
    #[inline]
    pub fn part(&mut self, value: impl Into<f32>, most: impl Into<f32>) {
        self.number(value.into() / most.into());
    }

    /// The next number: 1 or 0.
    #[inline]
    pub fn flag(&mut self, value: bool) {
        self.number(f32::from(u8::from(value)));
    }

    /// The next `of` numbers: 1 for this one, 0 for the others.
    #[inline]
    pub fn one_of(&mut self, one: Option<usize>, of: usize) {
        (0..of).for_each(|at| self.flag(one == Some(at)));
    }
}
