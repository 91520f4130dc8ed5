//! A game being played, whichever game it is.

use std::any::Any;

use game::{
    BadRecord, Game, Outcome, Picture, Record, Refused, Rng, Seat, Turn, Words, perft, play_text,
};
use search::Levels;
use serde_json::Value;

/// The state of a game and the record that led to it.
pub trait Table: Send + Sync {
    /// The game's id.
    fn game(&self) -> &'static str;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// Who decides next, or how the game ended.
    fn turn(&self) -> Turn;
    /// What a seat may see, or a spectator if `None`, as JSON.
    fn view(&self, viewer: Option<Seat>) -> Value;
    /// The legal moves' texts, in the game's own order; none once the game is over.
    fn legal(&self) -> Vec<String>;
    /// Reads a move and says whether it is legal; gives its proper text.
    fn check(&self, text: &str) -> Result<String, Refused>;
    /// Takes a list of moves apart.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str>;
    /// Plays a move if it is legal and gives its proper text; otherwise nothing changes.
    fn play(&mut self, text: &str) -> Result<String, Refused>;
    /// A move's text as it is told to those who did not make it, while the game is on.
    fn public_text(&self, text: &str) -> String;
    /// Goes back to an earlier epoch; one that has not been reached yet changes nothing.
    fn rewind(&mut self, epoch: usize);
    /// The game so far. It holds the seed, so it stays with us until the game is over.
    fn record(&self) -> &Record;
    /// Writes down who sits where.
    fn name_seats(&mut self, names: Vec<String>);
    /// The board as a terminal shows it.
    fn picture(&self, viewer: Option<Seat>) -> Picture;
    /// The position as one line of text.
    fn save(&self) -> String;
    /// Whether two seats win and lose together.
    fn allies(&self, a: Seat, b: Seat) -> bool;
    /// A whole world that fits what the viewer knows, everything else drawn by chance. It is for
    /// comparing and thinking: its record is not what led to it.
    fn imagine(&self, viewer: Option<Seat>, seed: u64) -> Box<dyn Table>;
    /// How many sequences of this many moves there are.
    fn perft(&self, depth: u32) -> u64;
    /// Plays random games from here and gives the number of moves played.
    fn random_games(&self, games: u64, seed: u64) -> u64;
    /// A table of its own in the same state.
    fn fork(&self) -> Box<dyn Table>;
    /// For the bots of the same game.
    fn as_any(&self) -> &dyn Any;
}

impl dyn Table + '_ {
    /// How many moves have been played.
    pub fn epoch(&self) -> usize {
        self.record().moves.len()
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.turn().outcome()
    }

    /// Whether anything is not for everybody to see, so that worlds that look alike to a spectator
    /// differ. The seed of such a game stays with whoever runs it.
    pub fn hides(&self) -> bool {
        (1..=2).any(|seed| self.imagine(None, seed).save() != self.save())
    }

    /// Plays a list of moves; stops at the first that is refused.
    pub fn play_all(&mut self, moves: &str) -> Result<(), (String, Refused)> {
        for text in self.split_moves(moves) {
            self.play(text).map_err(|refused| (text.to_owned(), refused))?;
        }
        Ok(())
    }
}

pub(crate) struct TableOf<G: Game> {
    pub state: G,
    record: Record,
}

impl<G: Game> TableOf<G> {
    pub fn new(state: G, record: Record) -> Self {
        Self { state, record }
    }

    /// Writes down who gave up; after the end of a game nobody can.
    pub fn give_up(&mut self, seat: Option<u8>) -> Result<(), BadRecord> {
        let seats = self.state.seats();
        if let Some(seat) = seat.filter(|&seat| usize::from(seat) >= seats) {
            return Err(BadRecord(Words::new(
                format!("seat {seat} cannot have resigned: the seats are 0 to {}", seats - 1),
                format!("le siège {seat} n’a pu abandonner : les sièges vont de 0 à {}", seats - 1),
            )));
        }
        self.record.resigned = seat.filter(|_| self.state.turn().outcome().is_none());
        Ok(())
    }
}

impl<G: Levels> Table for TableOf<G> {
    fn game(&self) -> &'static str {
        G::ABOUT.id
    }

    fn seats(&self) -> usize {
        self.state.seats()
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn view(&self, viewer: Option<Seat>) -> Value {
        // Views are plain structs of numbers, texts and lists, which always serialize.
        serde_json::to_value(self.state.view(viewer)).unwrap_or(Value::Null)
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.state.legal_moves(&mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    fn check(&self, text: &str) -> Result<String, Refused> {
        let mv = self.state.parse(text.trim())?;
        self.state.check(mv)?;
        Ok(mv.to_string())
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.state.split_moves(text)
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        let text = play_text(&mut self.state, text)?.to_string();
        self.record.moves.push(text.clone());
        Ok(text)
    }

    fn public_text(&self, text: &str) -> String {
        G::public_text(text).into_owned()
    }

    fn rewind(&mut self, epoch: usize) {
        if epoch >= self.record.moves.len() {
            return;
        }
        let moves = self.record.moves[..epoch].to_vec();
        let head = Record { moves, resigned: None, ..self.record.clone() };
        // Our own moves were all legal once, so their beginning is.
        if let Ok(state) = head.replay() {
            *self = Self { state, record: head };
        }
    }

    fn record(&self) -> &Record {
        &self.record
    }

    fn name_seats(&mut self, names: Vec<String>) {
        self.record.seats = names;
    }

    fn picture(&self, viewer: Option<Seat>) -> Picture {
        self.state.picture(viewer)
    }

    fn save(&self) -> String {
        self.state.save()
    }

    fn allies(&self, a: Seat, b: Seat) -> bool {
        self.state.allies(a, b)
    }

    fn imagine(&self, viewer: Option<Seat>, seed: u64) -> Box<dyn Table> {
        let state = self.state.imagine(viewer, &mut Rng::new(seed));
        Box::new(Self { state, record: self.record.clone() })
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.state, depth)
    }

    fn random_games(&self, games: u64, seed: u64) -> u64 {
        let (mut rng, mut scratch, mut plies) = (Rng::new(seed), Vec::new(), 0);
        for _ in 0..games {
            let mut game = self.state.clone();
            while let Some(mv) = game.random_move(&mut rng, &mut scratch) {
                game.play(mv);
                plies += 1;
            }
        }
        plies
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(Self { state: self.state.clone(), record: self.record.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
