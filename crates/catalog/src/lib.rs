//! The games behind one object-safe interface: the server, the arena and the command line use this
//! and nothing else of a game.
//!
//! ```
//! let game = catalog::find("connect4")?;
//! let mut table = game.table(&catalog::Setup::default())?;
//! table.play("4")?;
//! assert_eq!(table.legal(), ["1", "2", "3", "4", "5", "6", "7"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod entry;
mod explain;
mod network;
mod puzzles;
mod ratings;
mod remark;
mod snapshots;
mod state;
mod study;
mod table;

pub use bot::{Bot, Idea, IdeaMove};
pub use entry::{Entry, Setup, Unknown};
pub use explain::{ExplainRequest, ExplainedMove, Explanation, MAX_EXPLAINED_DEPTH, OwnSearch};
pub use puzzles::{PuzzleMaker, Unsolved};
pub use ratings::{GameRatings, LevelRating, RatingKind, RungGap, VariantRatings, read_ratings};
pub use state::State;
pub use study::{CheckStudy, from_text};
pub use table::Table;

use blokus::Blokus;
use connect4::Connect4;
use entry::GameEntry;
use game::{BadRecord, Record, Study};
use quoridor::Quoridor;
use search::Format;
use tetris::Tetris;
use tigris::Tigris;

/// The list of games: a new game is a line here.
static GAMES: &[&dyn Entry] = &[
    &GameEntry::<Connect4>::new(), //
    &GameEntry::<Quoridor>::new(),
    &GameEntry::<Blokus>::new(),
    &GameEntry::<Tetris>::new(),
    &GameEntry::<Tigris>::new(),
];

/// All games.
pub fn games() -> &'static [&'static dyn Entry] {
    GAMES
}

/// Reads a game that was written down: as a record, or in a format of some game's own world.
pub fn read_record(text: &str) -> Result<Record, BadRecord> {
    match format_of(text) {
        Some(format) => (format.read)(text)?.record(),
        None => Record::parse(text),
    }
}

/// Reads a study, which a game that was written down is too.
pub fn read_study(text: &str) -> Result<Study, BadRecord> {
    match format_of(text) {
        Some(format) => (format.read)(text),
        None => Study::parse(text),
    }
}

fn format_of(text: &str) -> Option<&'static Format> {
    // Other formats have comments in braces: the first line of a record would be one, and its moves theirs.
    let head = text.trim_start().lines().next().unwrap_or_default();
    let head = serde_json::from_str::<serde_json::Value>(head);
    if head.is_ok_and(|head| head.get("plateau").is_some()) {
        return None;
    }
    games().iter().flat_map(|game| game.formats()).find(|format| (format.is)(text))
}

/// The game of this name, or a sentence that says which there are.
pub fn find(id: &str) -> Result<&'static dyn Entry, Unknown> {
    games().iter().copied().find(|game| game.about().id == id).ok_or_else(|| {
        let names = games().iter().map(|game| game.about().id).collect::<Vec<_>>().join(", ");
        Unknown::new(
            format!("there is no game “{id}”; there is {names}"),
            format!("il n’y a pas de jeu « {id} » ; il y a {names}"),
        )
    })
}
