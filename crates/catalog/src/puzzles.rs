//! A game's puzzles, whichever game it is.

use game::{Encoding, Puzzle, Theme};
use search::{Levels, PuzzleMaking};

use crate::table::{Table, TableOf};

/// A position that was composed: the goal's theme, and in how many moves it is reached.
pub struct Unsolved {
    /// The position.
    pub table: Box<dyn Table>,
    /// The theme whose task it is.
    pub theme: &'static str,
    /// The solver's moves.
    pub moves: usize,
}

/// What a game knows of its puzzles: see [`PuzzleMaking`], whose words these are. A table of another game has no
/// answer.
pub trait PuzzleMaker: Sync {
    /// What puzzles are about.
    fn themes(&self) -> &'static [Theme];
    /// Those that come with the program.
    fn bundled(&self) -> &'static [Puzzle];
    /// The variant that they are of.
    fn variant(&self) -> &'static str;
    /// Who plays the games in which positions are found.
    fn players(&self) -> &'static [&'static str];
    /// Who judges positions and answers for the opponent.
    fn judge(&self) -> &'static str;
    /// The nodes of a proof by search.
    fn nodes(&self) -> u64;
    /// How much better the answer must be in a proof by search.
    fn margin(&self) -> f32;
    /// The most moves of a solver.
    fn longest(&self) -> usize;
    /// Whether a position is worth a look.
    fn fits(&self, table: &dyn Table) -> bool;
    /// The exact worth of every move, where that is quick to find.
    fn exact(&self, table: &dyn Table) -> Option<Vec<(String, f32)>>;
    /// The themes of a position and its main line.
    fn name(&self, table: &dyn Table, line: &[String]) -> Vec<&'static str>;
    /// Whether positions are composed rather than found in games.
    fn composes(&self) -> bool;
    /// A composed position.
    fn compose(&self, seed: u64) -> Option<Unsolved>;
    /// All lines that reach a goal in a composed position.
    fn solve(&self, table: &dyn Table, theme: &str, moves: usize) -> Option<Vec<Vec<String>>>;
}

impl dyn PuzzleMaker + '_ {
    /// The theme of an id.
    pub fn theme(&self, id: &str) -> Option<&'static Theme> {
        self.themes().iter().find(|theme| theme.id == id)
    }
}

fn state<G: Levels>(table: &dyn Table) -> Option<&G> {
    table.as_any().downcast_ref::<TableOf<G>>().map(|table| &table.state)
}

fn texts<M: ToString>(moves: &[M]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

impl<G: Levels + Encoding> PuzzleMaker for PuzzleMaking<G> {
    fn themes(&self) -> &'static [Theme] {
        self.themes
    }

    fn bundled(&self) -> &'static [Puzzle] {
        self.bundled.all()
    }

    fn variant(&self) -> &'static str {
        self.variant
    }

    fn players(&self) -> &'static [&'static str] {
        self.players
    }

    fn judge(&self) -> &'static str {
        self.judge
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn margin(&self) -> f32 {
        self.margin
    }

    fn longest(&self) -> usize {
        self.longest
    }

    fn fits(&self, table: &dyn Table) -> bool {
        state(table).is_some_and(self.fits)
    }

    fn exact(&self, table: &dyn Table) -> Option<Vec<(String, f32)>> {
        let found = (self.exact)(state(table)?)?;
        Some(found.into_iter().map(|(mv, worth)| (mv.to_string(), worth)).collect())
    }

    fn name(&self, table: &dyn Table, line: &[String]) -> Vec<&'static str> {
        let Some(state) = state::<G>(table) else { return Vec::new() };
        let (mut at, mut moves) = (state.clone(), Vec::new());
        for text in line {
            let Ok(mv) = game::play_text(&mut at, text) else { return Vec::new() };
            moves.push(mv);
        }
        (self.name)(state, &moves)
    }

    fn composes(&self) -> bool {
        self.composer.is_some()
    }

    fn compose(&self, seed: u64) -> Option<Unsolved> {
        let (state, theme, moves) = (self.composer.as_ref()?.compose)(seed)?;
        Some(Unsolved { table: Box::new(TableOf::loaded(state)), theme, moves })
    }

    fn solve(&self, table: &dyn Table, theme: &str, moves: usize) -> Option<Vec<Vec<String>>> {
        let lines = (self.composer.as_ref()?.solve)(state(table)?, theme, moves)?;
        Some(lines.iter().map(|line| texts(line)).collect())
    }
}
