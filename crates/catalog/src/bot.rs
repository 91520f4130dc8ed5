//! A computer player, whichever game it plays.

use game::{Encoding, Rng};
use search::{Level, Levels, Limits, Player, Score, Stop, Thought};
use serde::Serialize;

use crate::table::{Table, TableOf};

/// What a bot thinks, as text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Idea {
    /// The move to play; none only when the game is over.
    pub best: Option<String>,
    /// What the position is worth to the seat that moves.
    pub score: Score,
    /// The expected share of the result, from 0 to 1, for graphs.
    pub chance: f32,
    /// How it may go on, beginning with the best move.
    pub line: Vec<String>,
    /// What each move is worth, where the bot knows; best first.
    pub moves: Vec<IdeaMove>,
    /// Positions looked at, or simulations played.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u32,
}

/// A move and what it is worth to the seat that makes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IdeaMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub text: String,
    /// Its worth.
    pub score: Score,
    /// Its worth as an expected share of the result.
    pub chance: f32,
}

/// A computer player of some level.
pub trait Bot: Send {
    /// The level that it plays at, with the budget that was chosen by its numbers.
    fn level(&self) -> &Level;

    /// Thinks for the seat that is to move at a table of its own game, seeing only what that seat
    /// may see. Limits that are not set are the level's own.
    ///
    /// # Panics
    /// When the table is one of another game: whoever wires bots to tables makes both of one entry.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Idea),
    ) -> Idea;

    /// Begins a new game.
    fn reset(&mut self, seed: u64);

    /// About how many bytes it keeps from move to move.
    fn memory(&self) -> usize;
}

pub(crate) struct BotOf<G> {
    player: Box<dyn Player<G>>,
    /// Its limits are those that were chosen with its numbers.
    level: Level,
    rng: Rng,
}

impl<G: Levels> BotOf<G> {
    pub fn new(player: Box<dyn Player<G>>, level: Level, seed: u64) -> Self {
        Self { player, level, rng: Rng::new(seed) }
    }
}

impl<G: Levels + Encoding> Bot for BotOf<G> {
    fn level(&self) -> &Level {
        &self.level
    }

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Idea),
    ) -> Idea {
        let table: &TableOf<G> =
            table.as_any().downcast_ref().expect("a bot sits at a table of its own game");
        let Some(seat) = table.turn().seat() else { return idea::<G>(&Thought::default()) };
        let world = table.state.imagine(Some(seat), &mut self.rng);
        let limits = self.level.budget(limits, None);
        let stop = stop.with(&limits);
        let thought =
            self.player.think(&world, &limits, &stop, &mut |thought| report(&idea::<G>(thought)));
        idea::<G>(&thought)
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.player.reset(seed);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.player.memory()
    }
}

fn idea<G: Levels>(thought: &Thought<G::Move>) -> Idea {
    Idea {
        best: thought.best.map(|mv| mv.to_string()),
        score: thought.score,
        chance: thought.score.chance(G::UNIT),
        line: thought.line.iter().map(ToString::to_string).collect(),
        moves: thought
            .moves
            .iter()
            .map(|found| IdeaMove {
                text: found.mv.to_string(),
                score: found.score,
                chance: found.score.chance(G::UNIT),
            })
            .collect(),
        nodes: thought.nodes,
        depth: thought.depth,
    }
}
