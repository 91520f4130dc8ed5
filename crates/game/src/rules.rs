//! The [`Game`] trait: what search, server, arena and command line know of a game.

use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{
    About, BadMove, BadOptions, BadPosition, Illegal, Lang, Picture, Refused, Rng, Seat, Turn,
};

/// The state of a game, which knows its rules.
///
/// `play` is a pure function of state and move: chance comes from a generator that is seeded once and carried in the
/// state. States are cheap to clone; to go back, keep a copy.
pub trait Game: Clone + Send + Sync + 'static {
    /// What can be chosen before the game begins. Deserializing must reject unknown names.
    type Options: Clone + Default + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One decision of one seat. Its `Display` is the move's text.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;
    /// What a viewer sees, for the page and for programs.
    type View: Serialize;

    /// Names, variants and options.
    const ABOUT: &'static About;

    /// A new game. The seed decides all chance in it.
    fn new(options: &Self::Options, seed: u64) -> Result<Self, BadOptions>;

    /// How many seats there are.
    fn seats(&self) -> usize;

    /// Who decides next, or how the game ended.
    fn turn(&self) -> Turn;

    /// Replaces the content of `into` by the legal moves, in an order that depends on nothing but
    /// the state; none once the game is over.
    fn legal_moves(&self, into: &mut Vec<Self::Move>);

    /// How many legal moves there are, for games that can count them without listing them.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// A legal move, each equally likely; none once the game is over. `scratch` is the caller's, so
    /// that a random game allocates once.
    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.legal_moves(scratch);
        rng.pick(scratch).copied()
    }

    /// Reads a move as it would be meant in this position. The result may still be illegal.
    fn parse(&self, text: &str) -> Result<Self::Move, BadMove>;

    /// Splits a list of moves: at spaces and commas, unless the game has a denser notation.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        split_words(text).collect()
    }

    /// Whether a move is legal here; if not, a reason for people.
    fn check(&self, mv: Self::Move) -> Result<(), Illegal>;

    /// Plays a move that is legal here. Search relies on it being fast. An illegal move may leave an invalid state, so
    /// people's moves go through [`play_text`].
    fn play(&mut self, mv: Self::Move);

    /// The text of a move that everybody but the seat that made it may see while the game is on: a game with face-down
    /// actions leaves those out.
    fn public_text(text: &str) -> Cow<'_, str> {
        Cow::Borrowed(text)
    }

    /// What this seat may see, or a spectator if `None`; never what the viewer cannot know.
    fn view(&self, viewer: Option<Seat>) -> Self::View;

    /// Determinization: a complete state that fits what the viewer knows, with everything else drawn at random. Where
    /// nothing is hidden, this is the state itself.
    fn imagine(&self, viewer: Option<Seat>, rng: &mut Rng) -> Self {
        let _ = (viewer, rng);
        self.clone()
    }

    /// Whether two seats win and lose together.
    fn allies(&self, a: Seat, b: Seat) -> bool {
        a == b
    }

    /// A number for the position: equal positions with the same seat to move have equal keys, and
    /// different ones almost never do. Transposition tables rely on it.
    fn key(&self) -> u64;

    /// The whole state as one line of text, which [`load`](Self::load) reads again.
    fn save(&self) -> String;

    /// Reads a saved state.
    fn load(text: &str) -> Result<Self, BadPosition>;

    /// The board as a terminal shows it to this viewer.
    fn picture(&self, viewer: Option<Seat>, lang: Lang) -> Picture;
}

/// Plays a typed move if it can be read and is legal; otherwise nothing changes.
pub fn play_text<G: Game>(game: &mut G, text: &str) -> Result<G::Move, Refused> {
    let mv = game.parse(text.trim())?;
    game.check(mv)?;
    game.play(mv);
    Ok(mv)
}

/// Splits a list at spaces and commas.
pub fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '\t', '\n']).filter(|text| !text.is_empty())
}
