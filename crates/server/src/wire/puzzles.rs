//! Puzzles: what there is, one of them, and what an answer came to.

use catalog::PuzzleMaker;
use game::{Puzzle, Seat, Theme};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{PositionBody, WordsBody};

/// All puzzles there are, in numbers, and the one of the day.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzles)]
pub(crate) struct PuzzlesBody {
    /// The same for everybody on this day.
    pub day: DayBody,
    /// The games that have puzzles.
    pub games: Vec<GamePuzzlesBody>,
}

/// The puzzle of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = DayPuzzle)]
pub(crate) struct DayBody {
    /// The day in UTC, as in `2026-01-31`.
    pub date: String,
    /// Of which game it is.
    pub game: &'static str,
    /// Its id.
    pub id: &'static str,
}

/// The puzzles of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = GamePuzzles)]
pub(crate) struct GamePuzzlesBody {
    /// The game's id.
    pub game: &'static str,
    /// How many there are.
    pub count: usize,
    /// What they are about.
    pub themes: Vec<ThemeBody>,
}

/// What puzzles are about.
#[derive(Serialize, ToSchema)]
#[schema(as = Theme)]
pub(crate) struct ThemeBody {
    /// Its id.
    pub id: &'static str,
    /// The name that people say.
    pub name: WordsBody,
    /// How many puzzles have it.
    pub count: usize,
}

impl GamePuzzlesBody {
    pub fn of(game: &'static str, maker: &dyn PuzzleMaker) -> Self {
        let all = maker.bundled();
        let with = |theme: &Theme| all.iter().filter(|one| has(one, theme.id)).count();
        let theme = |theme: &'static Theme| ThemeBody {
            id: theme.id,
            name: theme.name.into(),
            count: with(theme),
        };
        let themes = maker.themes().iter().map(theme).filter(|theme| theme.count > 0).collect();
        Self { game, count: all.len(), themes }
    }
}

/// Whether a puzzle is about something.
pub(crate) fn has(puzzle: &Puzzle, theme: &str) -> bool {
    puzzle.themes.iter().any(|own| own == theme)
}

/// Which puzzles of a game are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PuzzlesQuery {
    /// Only those about this theme.
    pub theme: Option<String>,
}

/// A puzzle in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = ListedPuzzle)]
pub(crate) struct ListedPuzzleBody {
    /// Its id in addresses, unique in the game.
    pub id: &'static str,
    /// How hard it is, on the scale of ratings.
    pub rating: u16,
    /// The ids of its themes.
    pub themes: &'static [String],
}

impl ListedPuzzleBody {
    pub fn of(puzzle: &'static Puzzle) -> Self {
        Self { id: &puzzle.id, rating: puzzle.rating, themes: &puzzle.themes }
    }
}

/// A puzzle to solve.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub(crate) struct PuzzleBody {
    /// Its id.
    pub id: &'static str,
    /// How hard it is.
    pub rating: u16,
    /// The ids of its themes.
    pub themes: &'static [String],
    /// What the solver is asked to do.
    pub task: WordsBody,
    /// The solver's seat.
    pub seat: u8,
    /// How many moves the solver makes.
    pub moves: usize,
    /// Whether the answer was searched to its end; otherwise it was proved by a deep search.
    pub exact: bool,
    /// Where it begins.
    pub position: PositionBody,
}

/// An answer to a puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleAnswerWish {
    /// The solver's moves from the beginning, without the replies.
    pub moves: Vec<String>,
}

/// What the last of the solver's moves came to.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleAnswer)]
pub(crate) struct PuzzleAnswerBody {
    /// Whether it was right.
    pub right: bool,
    /// Whether the puzzle is solved.
    pub done: bool,
    /// The positions after the move and after each reply to it; after a wrong move, only the first.
    pub steps: Vec<PuzzleStepBody>,
}

/// A move and the position after it, as the solver sees it.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleStep)]
pub(crate) struct PuzzleStepBody {
    /// The move.
    pub text: String,
    /// The seat that made it.
    pub seat: u8,
    /// The position after it.
    pub position: PositionBody,
}

impl PuzzleStepBody {
    pub fn new(text: String, Seat(seat): Seat, position: PositionBody) -> Self {
        Self { text, seat, position }
    }
}

/// All right lines of a puzzle.
#[derive(Serialize, ToSchema)]
#[schema(as = PuzzleSolution)]
pub(crate) struct PuzzleSolutionBody {
    /// The main line first: the solver's moves and the replies between them.
    pub lines: &'static [Vec<String>],
}
