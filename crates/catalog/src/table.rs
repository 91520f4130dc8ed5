//! A game being played, whichever game it is.

use std::any::Any;

use game::{
    About, BadRecord, Encoding, Game, Illegal, Lang, Outcome, Parameters, Phrase, Picture, Record,
    Refused, Rng, Seat, Turn, Words, perft, play_text,
};
use search::{Breakdown, Levels, SearchTree, Stop, TraceRequest};
use serde_json::Value;

use crate::snapshots::Snapshots;
use crate::state::{State, StateOf};

/// The state of a game and the record that led to it.
pub trait Table: Send + Sync {
    /// What the game says of itself.
    fn about(&self) -> &'static About;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// Who decides next, or how the game ended: by its rules, or because a seat resigned.
    fn turn(&self) -> Turn;
    /// The seat that made each move so far: seats do not always alternate.
    fn movers(&self) -> &[Seat];
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
    /// A seat resigns: it loses together with its allies, and the game is over.
    fn resign(&mut self, seat: Seat) -> Result<(), Illegal>;
    /// A move's text as everybody but the seat that made it may see it while the game is on.
    fn public_text(&self, text: &str) -> String;
    /// Goes back to the position after this many moves, and takes a resignation back; an epoch that has
    /// not been reached yet changes nothing.
    fn rewind(&mut self, epoch: usize);
    /// How many moves have been played.
    fn epoch(&self) -> usize;
    /// The position after this many moves, on a table of its own on which nobody has resigned. It does not know
    /// the moves that led there, so it costs the same however long the game was.
    fn position(&self, epoch: usize) -> Box<dyn Table>;
    /// The game so far, with the seat that resigned. It holds the seed, so it stays with us until the
    /// game is over.
    fn record(&self) -> &Record;
    /// Writes down who sits where.
    fn name_seats(&mut self, names: Vec<String>);
    /// The board as a terminal shows it.
    fn picture(&self, viewer: Option<Seat>, lang: Lang) -> Picture;
    /// The position as one line of text.
    fn save(&self) -> String;
    /// Whether two seats win and lose together.
    fn allies(&self, a: Seat, b: Seat) -> bool;
    /// A whole world that fits what the viewer knows, everything else drawn by chance. It is for
    /// comparing and thinking: its record is not what led to it.
    fn imagine(&self, viewer: Option<Seat>, seed: u64) -> Box<dyn Table>;
    /// The position as a level's evaluation sees it, term by term; none where the level has no evaluation, and once
    /// the game is over. `parameters` are the level's own: see [`Entry::chosen`](crate::Entry).
    fn breakdown(&self, level: &str, parameters: &Parameters) -> Option<Breakdown>;
    /// The same after a move, as the level sees that move; none also where the move ends the game.
    fn breakdown_after(
        &self,
        text: &str,
        level: &str,
        parameters: &Parameters,
    ) -> Result<Option<Breakdown>, Refused>;
    /// The trees that a level's search makes of the position, for the seat to move and by what it may know; none where
    /// they cannot be shown, and once the game is over.
    fn trace(
        &self,
        level: &str,
        parameters: &Parameters,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<Vec<SearchTree<String>>>;
    /// The same position with the next seat to move, to see what it threatens; none where that means nothing.
    fn passed(&self) -> Option<Box<dyn Table>>;
    /// How many sequences of this many moves there are.
    fn perft(&self, depth: u32) -> u64;
    /// Plays random games from here and gives the number of moves played.
    fn random_games(&self, games: u64, seed: u64) -> u64;
    /// A table of its own in the same state.
    fn fork(&self) -> Box<dyn Table>;
    /// The present state in numbers, without the moves that led there.
    fn state(&self) -> Box<dyn State>;
    /// For the bots of the same game.
    fn as_any(&self) -> &dyn Any;
}

/// Why the game is over when a seat resigned.
const RESIGNED: Phrase = Phrase::new("the opponent resigned", "l’adversaire a abandonné");
/// The same where one plays alone.
const GAVE_UP: Phrase = Phrase::new("you gave up", "vous avez abandonné");
const OVER: Phrase = Phrase::new("the game is over", "la partie est terminée");

impl dyn Table + '_ {
    /// The game's id.
    pub fn game(&self) -> &'static str {
        self.about().id
    }

    /// The seed of a computer player that sits at this table: of its own for every seat, and the same
    /// again for the same game.
    pub fn bot_seed(&self, seat: Seat) -> u64 {
        self.record().seed.wrapping_add(1 + u64::from(seat.0))
    }

    /// The seat that resigned, if that is how the game ended.
    pub fn resigned(&self) -> Option<Seat> {
        self.record().resigned.map(Seat)
    }

    /// Takes over the resignation that stands in a record. A game that its rules have ended stays as it ended.
    pub fn record_resignation(&mut self, seat: Seat) -> Result<(), BadRecord> {
        if self.outcome().is_some() && seat.index() < self.seats() {
            return Ok(());
        }
        self.resign(seat).map_err(|refused| BadRecord(refused.0))
    }

    /// What it comes to when a seat cannot play on: it loses together with its allies.
    pub fn forfeit(&self, by: Seat, why: Phrase) -> Outcome {
        Outcome::forfeit(self.seats(), |seat| self.allies(seat, by), why)
    }

    /// Why the game is over, once it is; names the seat that resigned.
    pub fn why(&self) -> Option<Words> {
        let outcome = self.outcome()?;
        let Some(Seat(by)) = self.resigned() else { return Some(outcome.why().into()) };
        let name = self.about().seats.get(usize::from(by));
        let (en, fr) = name.map_or(("a player", "un joueur"), |name| (name.en, name.fr));
        Some(Words::new(format!("{en} resigned"), format!("abandon ({fr})")))
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.turn().outcome()
    }

    /// Whether anything is not for everybody to see, so that worlds that look alike to a spectator
    /// differ. The seed of such a game stays with whoever runs it.
    pub fn hides(&self) -> bool {
        let now = self.position(self.epoch());
        (1..=2).any(|seed| now.imagine(None, seed).save() != self.save())
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
    /// As long as the record's moves.
    movers: Vec<Seat>,
    /// How many moves were played before those of the record: none, except in a [`position`](Table::position).
    before: usize,
    snapshots: Snapshots<G>,
}

impl<G: Game> TableOf<G> {
    pub fn new(state: G, record: Record) -> Self {
        let (movers, snapshots) = (Vec::new(), Snapshots::new());
        Self { state, record, movers, before: 0, snapshots }
    }

    /// A table at a position of which nobody knows how it came about.
    pub fn loaded(state: G) -> Self {
        Self::new(state, Record::new::<G>(&G::Options::default(), 0))
    }

    /// The state after this many moves, from the last snapshot on; none if that is before the record begins.
    fn state_at(&self, epoch: usize) -> Option<G> {
        if epoch >= self.before + self.record.moves.len() {
            return Some(self.state.clone());
        }
        let (from, mut state) = match self.snapshots.before(epoch) {
            Some((from, state)) => (from, state.clone()),
            // Our own options were accepted once.
            None if self.before == 0 => (0, self.record.beginning().replay().ok()?),
            None => return None,
        };
        for text in self.record.moves.get(from - self.before..epoch - self.before)? {
            // These very moves were played.
            play_text(&mut state, text).ok()?;
        }
        Some(state)
    }

    fn refuse_if_resigned(&self) -> Result<(), Illegal> {
        // The rules know of no resignation, so they would let the game go on.
        if self.record.resigned.is_some() { Err(OVER.into()) } else { Ok(()) }
    }
}

impl<G: Levels + Encoding> Table for TableOf<G> {
    fn about(&self) -> &'static About {
        G::ABOUT
    }

    fn seats(&self) -> usize {
        self.state.seats()
    }

    fn turn(&self) -> Turn {
        match (self.state.turn(), self.record.resigned) {
            (Turn::Of(_), Some(seat)) => {
                let why = if self.seats() == 1 { GAVE_UP } else { RESIGNED };
                let table: &dyn Table = self;
                Turn::Over(table.forfeit(Seat(seat), why))
            }
            (turn, _) => turn,
        }
    }

    fn movers(&self) -> &[Seat] {
        &self.movers
    }

    fn view(&self, viewer: Option<Seat>) -> Value {
        // Views are plain structs of numbers, texts and lists, which always serialize.
        serde_json::to_value(self.state.view(viewer)).unwrap_or(Value::Null)
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.record.resigned.is_none() {
            self.state.legal_moves(&mut moves);
        }
        moves.iter().map(ToString::to_string).collect()
    }

    fn check(&self, text: &str) -> Result<String, Refused> {
        self.refuse_if_resigned()?;
        let mv = self.state.parse(text.trim())?;
        self.state.check(mv)?;
        Ok(mv.to_string())
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.state.split_moves(text)
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        self.refuse_if_resigned()?;
        let turn = self.state.turn();
        let text = play_text(&mut self.state, text)?.to_string();
        self.record.moves.push(text.clone());
        // A move was legal, so some seat was to move.
        self.movers.extend(turn.seat());
        self.snapshots.note(self.epoch(), &self.state);
        Ok(text)
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Illegal> {
        let seats = self.state.seats();
        if seat.index() >= seats {
            return Err(Illegal::new(
                format!("seat {} cannot resign: the seats are 0 to {}", seat.0, seats - 1),
                format!(
                    "le siège {} ne peut abandonner : les sièges vont de 0 à {}",
                    seat.0,
                    seats - 1
                ),
            ));
        }
        if self.turn().outcome().is_some() {
            return Err(OVER.into());
        }
        self.record.resigned = Some(seat.0);
        Ok(())
    }

    fn public_text(&self, text: &str) -> String {
        G::public_text(text).into_owned()
    }

    fn rewind(&mut self, epoch: usize) {
        let now = self.epoch();
        if epoch > now {
            return;
        }
        if let Some(state) = self.state_at(epoch) {
            self.state = state;
            self.record.resigned = None;
            self.record.moves.truncate(epoch - self.before);
            self.movers.truncate(epoch - self.before);
            self.snapshots.truncate(epoch);
        }
    }

    fn epoch(&self) -> usize {
        self.before + self.record.moves.len()
    }

    fn position(&self, epoch: usize) -> Box<dyn Table> {
        let before = epoch.min(self.epoch());
        let state = self.state_at(before).unwrap_or_else(|| self.state.clone());
        let record = self.record.beginning();
        Box::new(Self { before, ..Self::new(state, record) })
    }

    fn record(&self) -> &Record {
        &self.record
    }

    fn name_seats(&mut self, names: Vec<String>) {
        self.record.seats = names;
    }

    fn picture(&self, viewer: Option<Seat>, lang: Lang) -> Picture {
        self.state.picture(viewer, lang)
    }

    fn save(&self) -> String {
        self.state.save()
    }

    fn allies(&self, a: Seat, b: Seat) -> bool {
        self.state.allies(a, b)
    }

    fn imagine(&self, viewer: Option<Seat>, seed: u64) -> Box<dyn Table> {
        let state = self.state.imagine(viewer, &mut Rng::new(seed));
        let (record, movers) = (self.record.clone(), self.movers.clone());
        // What was imagined has another past: no snapshot belongs to it.
        Box::new(Self { state, record, movers, before: self.before, snapshots: Snapshots::new() })
    }

    fn breakdown(&self, level: &str, parameters: &Parameters) -> Option<Breakdown> {
        self.turn().seat()?;
        self.state.breakdown(level, parameters)
    }

    fn breakdown_after(
        &self,
        text: &str,
        level: &str,
        parameters: &Parameters,
    ) -> Result<Option<Breakdown>, Refused> {
        self.refuse_if_resigned()?;
        let mv = self.state.parse(text.trim())?;
        self.state.check(mv)?;
        Ok(self.state.breakdown_after(mv, level, parameters))
    }

    fn trace(
        &self,
        level: &str,
        parameters: &Parameters,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<Vec<SearchTree<String>>> {
        let seat = self.turn().seat()?;
        let world = self.state.imagine(Some(seat), &mut Rng::new(request.seed));
        let trees = world.trace(level, parameters, request, stop)?;
        Some(trees.into_iter().map(SearchTree::into_text).collect())
    }

    fn passed(&self) -> Option<Box<dyn Table>> {
        let state = self.state.passed()?;
        Some(Box::new(Self { before: self.epoch(), ..Self::new(state, self.record.beginning()) }))
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
        Box::new(Self {
            state: self.state.clone(),
            record: self.record.clone(),
            movers: self.movers.clone(),
            before: self.before,
            snapshots: self.snapshots.clone(),
        })
    }

    fn state(&self) -> Box<dyn State> {
        Box::new(StateOf::new(self.state.clone(), None))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
