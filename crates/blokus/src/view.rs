//! The view of a game. Nothing is hidden, so it is the same for everybody.
//!
//! It is sent to the page as JSON; the page knows no rules:
//!
//! - `mode`, `side` (rows and columns) and `scoring`;
//! - `rows`: the board from row 1 up, a string each, from column a: `.` for an empty square and
//!   `b`, `y`, `r`, `g` for the colours, so that `rows[y][x]` is the square of column x and row y;
//! - `colours`, in the order of their turns. Each has its `letter`, its `name` in both languages, the
//!   `seat` that decides for it, the `owner` that its points count for (none for the shared colour of
//!   three seats) and its `team` (colours of one team win together), its `start` square, the names
//!   of the pieces that it has `left`, the pieces `placed` (name and squares, in order), its
//!   `points`, the `bonus` in them, and whether it is `out` or has even `gave_up`;
//! - `teams`: the points of each team and its colours, in the order of their first colours;
//! - `turn`: the index of the colour to move, or null; `corners`: the squares on which that colour
//!   can attach a piece;
//! - `last`: the piece placed last, with its colour;
//! - `shapes`: the 21 pieces with all their orientations (`ways`). Each has its `squares` as `[x, y]` from the
//!   lower left corner of its box, in the order of a move's text, and the indices in the same list
//!   of its orientation after a quarter turn to the `right` or `left`, in a `mirror` (left for right)
//!   and upside down (`flip`).
//!
//! Squares are `[x, y]` from 0, `[0, 0]` is `a1`. A move's text is its squares sorted by row, then by
//! column, each a letter and a number, joined by commas: the page makes it from the piece that
//! hovers and looks it up in the list of legal moves. `pass` gives up the colour to move; it is not
//! in the list and always allowed.

use game::Phrase;
use serde::Serialize;

use crate::board::{Spot, Square};
use crate::mode::{COLOURS, Mode, Scoring};
use crate::notation::LETTERS;
use crate::pieces::Pieces;
use crate::rules::Blokus;

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedView {
    /// The piece's name.
    pub piece: &'static str,
    /// Its squares, by row, then by column.
    pub squares: Vec<Square>,
}

impl PlacedView {
    fn of(spot: Spot) -> Self {
        let piece = Pieces::get().pieces[usize::from(spot.shape().piece)].name;
        Self { piece, squares: spot.squares().collect() }
    }
}

/// A colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColourView {
    /// Its letter in the rows of the board.
    pub letter: char,
    /// Its name.
    pub name: Phrase,
    /// The seat that plays it, now or at its next turn.
    pub seat: u8,
    /// The seat that its points count for.
    pub owner: Option<u8>,
    /// The index of its team.
    pub team: Option<u8>,
    /// The square that its first piece must cover.
    pub start: Square,
    /// The names of the pieces that it has left, from small to large.
    pub left: Vec<&'static str>,
    /// Its pieces on the board, in the order in which they were placed.
    pub placed: Vec<PlacedView>,
    /// Its points.
    pub points: i32,
    /// The official bonus for all pieces placed, whether it counts or not.
    pub bonus: i32,
    /// Whether it is passed over for good.
    pub out: bool,
    /// Whether it has given up.
    pub gave_up: bool,
}

/// Colours that win together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TeamView {
    /// The indices of its colours.
    pub colours: Vec<u8>,
    /// Their points together.
    pub points: i32,
}

/// The piece placed last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastView {
    /// The index of its colour.
    pub colour: u8,
    /// The piece.
    #[serde(flatten)]
    pub placed: PlacedView,
}

/// An orientation of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrientationView {
    /// Its squares from the lower left corner of its box.
    pub squares: &'static [Square],
    /// The orientation after a quarter turn clockwise.
    pub right: u8,
    /// The orientation after a quarter turn counterclockwise.
    pub left: u8,
    /// The mirror image: left and right change places.
    pub mirror: u8,
    /// The upside-down image: up and down change places.
    pub flip: u8,
}

/// A piece and its orientations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShapeView {
    /// Its name.
    pub piece: &'static str,
    /// How many squares it covers.
    pub size: u8,
    /// Its orientations.
    pub ways: Vec<OrientationView>,
}

/// The board as the page draws it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The mode of play.
    pub mode: Mode,
    /// How points are counted.
    pub scoring: Scoring,
    /// Rows and columns.
    pub side: u8,
    /// The squares, from row 1 up.
    pub rows: Vec<String>,
    /// The colours in the order of their turns.
    pub colours: Vec<ColourView>,
    /// Who wins together.
    pub teams: Vec<TeamView>,
    /// The index of the colour to move.
    pub turn: Option<u8>,
    /// The squares on which it can attach a piece.
    pub corners: Vec<Square>,
    /// The piece placed last.
    pub last: Option<LastView>,
    /// All pieces and their orientations.
    pub shapes: Vec<ShapeView>,
}

impl View {
    pub(crate) fn of(game: &Blokus) -> Self {
        let mode = game.mode();
        let last = |colour: u8| {
            let spot = game.placed(usize::from(colour)).last()?;
            Some(LastView { colour, placed: PlacedView::of(*spot) })
        };
        let mut rows = vec![vec!['.'; usize::from(mode.side())]; usize::from(mode.side())];
        for (colour, &letter) in LETTERS[..mode.colours()].iter().enumerate() {
            for (x, y) in game.placed(colour).iter().flat_map(|spot| spot.squares()) {
                rows[usize::from(y)][usize::from(x)] = letter;
            }
        }
        Self {
            mode,
            scoring: game.scoring(),
            side: mode.side(),
            rows: rows.into_iter().map(|row| row.into_iter().collect()).collect(),
            colours: (0..mode.colours()).map(|colour| colour_view(game, colour)).collect(),
            teams: teams(game),
            turn: game.mover,
            corners: game.mover.map_or(Vec::new(), |c| game.usable_corners(usize::from(c))),
            last: game.last.and_then(last),
            shapes: shapes(game.mode()),
        }
    }
}

fn colour_view(game: &Blokus, colour: usize) -> ColourView {
    let mode = game.mode();
    let pieces = Pieces::get().pieces.iter().enumerate();
    ColourView {
        letter: LETTERS[colour],
        name: COLOURS[colour],
        seat: game.seat_of(colour).0,
        owner: mode.owner(colour).map(|seat| seat.0),
        team: (0..)
            .zip(teams(game))
            .find(|(_, t)| t.colours.contains(&(colour as u8)))
            .map(|t| t.0),
        start: mode.start(colour),
        left: pieces
            .flat_map(|(at, piece)| {
                std::iter::repeat_n(piece.name, game.copies_left(colour, at as u8))
            })
            .collect(),
        placed: game.placed(colour).iter().map(|&spot| PlacedView::of(spot)).collect(),
        points: game.points(colour),
        bonus: game.bonus(colour),
        out: game.is_out(colour),
        gave_up: game.colours[colour].gave_up,
    }
}

/// The teams: colours whose points count, grouped by who wins together.
pub(crate) fn teams(game: &Blokus) -> Vec<TeamView> {
    let mode = game.mode();
    let counts = |&colour: &usize| mode.owner(colour).is_some();
    (0..mode.colours())
        .filter(counts)
        .filter(|&colour| !(0..colour).any(|before| mode.partners(before, colour)))
        .map(|first| {
            let own = (first..mode.colours()).filter(counts);
            let colours: Vec<_> = own.filter(|&colour| mode.partners(first, colour)).collect();
            TeamView {
                points: colours.iter().map(|&colour| game.points(colour)).sum(),
                colours: colours.into_iter().map(|colour| colour as u8).collect(),
            }
        })
        .collect()
}

/// The pieces of a mode.
fn shapes(mode: Mode) -> Vec<ShapeView> {
    let all = Pieces::get();
    let way = |at: u8, first: u8| {
        let shape = |at: u8| &all.orientations[usize::from(at)];
        let right = |at: u8| shape(at).right;
        let half = right(right(at));
        OrientationView {
            squares: &shape(at).squares,
            right: right(at) - first,
            left: right(half) - first,
            mirror: shape(at).mirror - first,
            flip: shape(half).mirror - first,
        }
    };
    let shape = |piece: &crate::pieces::Piece| ShapeView {
        piece: piece.name,
        size: piece.size,
        ways: (piece.first..piece.end).map(|at| way(at, piece.first)).collect(),
    };
    let (set, _) = mode.piece_set();
    let own = all.pieces.iter().enumerate().filter(|(at, _)| set >> at & 1 != 0);
    own.map(|(_, piece)| shape(piece)).collect()
}
