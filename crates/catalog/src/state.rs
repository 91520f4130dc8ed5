//! A game's state for programs that play millions of moves: moves are actions, positions are tensors, and nothing is
//! written down as text until somebody asks.

use std::sync::Arc;

use game::{
    About, BadMove, Encoding, Illegal, ObservationShape, Outcome, Record, Refused, Rng, Seat,
    Symmetry, Turn, play_text,
};
use search::Levels;

use crate::table::{Table, TableOf};

/// The state of a game, in numbers. [`game::Encoding`] says what they mean.
pub trait State: Send + Sync {
    /// What the game says of itself.
    fn about(&self) -> &'static About;
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// Who decides next, or how the game ended.
    fn turn(&self) -> Turn;
    /// How many moves have been played since the beginning, or since it was loaded.
    fn epoch(&self) -> usize;
    /// How many actions there are.
    fn actions(&self) -> usize;
    /// What an observation is made of.
    fn observation(&self) -> ObservationShape;
    /// The symmetries of the game beside doing nothing.
    fn symmetries(&self) -> Vec<Symmetry>;
    /// Replaces the content of `into` by the legal actions.
    fn legal_actions(&self, into: &mut Vec<u32>);
    /// Marks the legal actions. `into` is as long as there are actions.
    fn mask(&self, into: &mut [bool]);
    /// A legal action, each equally likely; none once the game is over.
    fn random_action(&mut self, rng: &mut Rng) -> Option<u32>;
    /// Writes what a seat knows. `into` is as long as an observation.
    fn observe(&self, seat: Seat, into: &mut [f32]);
    /// The points that a seat has made so far, as it knows them.
    fn points_so_far(&self, seat: Seat) -> i32;
    /// The action of a legal move.
    fn action_of(&self, text: &str) -> Result<u32, Refused>;
    /// The text of a legal action.
    fn move_of(&self, action: u32) -> Result<String, Illegal>;
    /// Whether an action is legal; if not, a reason for people.
    fn check_action(&self, action: u32) -> Result<(), Illegal>;
    /// Plays a legal action; otherwise nothing changes.
    fn play_action(&mut self, action: u32) -> Result<(), Illegal>;
    /// Plays a legal move and gives its proper text; otherwise nothing changes.
    fn play(&mut self, text: &str) -> Result<String, Refused>;
    /// The legal moves' texts.
    fn legal(&self) -> Vec<String>;
    /// Begins a new game with the same options; nothing happens to one that was loaded or imagined, whose options are
    /// not known. Says whether it began.
    fn restart(&mut self, seed: u64) -> bool;
    /// From now on no moves are kept, and there is no record.
    fn forget_moves(&mut self);
    /// The game so far; none where it was loaded, imagined, or its moves were not kept.
    fn record(&self) -> Option<Record>;
    /// A table at this position, without the moves that led there: for views, pictures, players.
    fn position(&self) -> Box<dyn Table>;
    /// A whole world that fits what the viewer knows, everything else drawn by chance.
    fn imagine(&self, viewer: Option<Seat>, seed: u64) -> Box<dyn State>;
    /// One of its own, in the same state.
    fn fork(&self) -> Box<dyn State>;
}

impl dyn State + '_ {
    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.turn().outcome()
    }
}

/// What a game began with.
pub(crate) struct Beginning<G: Levels> {
    pub options: G::Options,
    pub seed: u64,
}

pub(crate) struct StateOf<G: Levels> {
    state: G,
    /// None where nobody knows.
    beginning: Option<Arc<Beginning<G>>>,
    /// The seed may change when a game begins anew.
    seed: u64,
    /// None where moves are not kept.
    moves: Option<Vec<G::Move>>,
    epoch: usize,
    scratch: Vec<G::Move>,
}

impl<G: Levels + Encoding> StateOf<G> {
    /// A state, with what it began with if it is a new game.
    pub fn new(state: G, beginning: Option<Beginning<G>>) -> Self {
        let seed = beginning.as_ref().map_or(0, |beginning| beginning.seed);
        let moves = beginning.as_ref().map(|_| Vec::new());
        let beginning = beginning.map(Arc::new);
        Self { state, beginning, seed, moves, epoch: 0, scratch: Vec::new() }
    }

    #[inline]
    fn meant(&self, action: u32) -> Result<G::Move, Illegal> {
        let mv = self.state.move_of(action as usize).ok_or_else(|| self.meaningless(action))?;
        self.state.check(mv)?;
        Ok(mv)
    }

    #[cold]
    fn meaningless(&self, action: u32) -> Illegal {
        if self.state.turn().seat().is_none() {
            return Illegal::new("the game is over", "la partie est terminée");
        }
        let last = self.state.actions() - 1;
        Illegal::new(
            format!(
                "{action} means no move here; actions are 0 to {last}, and the mask says which are legal"
            ),
            format!(
                "{action} ne désigne aucun coup ici ; les actions vont de 0 à {last}, et le masque dit lesquelles sont permises"
            ),
        )
    }

    #[inline]
    fn note(&mut self, mv: G::Move) {
        self.epoch += 1;
        if let Some(moves) = &mut self.moves {
            moves.push(mv);
        }
    }
}

impl<G: Levels + Encoding> State for StateOf<G> {
    fn about(&self) -> &'static About {
        G::ABOUT
    }

    fn seats(&self) -> usize {
        self.state.seats()
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn epoch(&self) -> usize {
        self.epoch
    }

    fn actions(&self) -> usize {
        self.state.actions()
    }

    fn observation(&self) -> ObservationShape {
        self.state.observation()
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.state.symmetries()
    }

    fn legal_actions(&self, into: &mut Vec<u32>) {
        into.clear();
        self.state.each_action(|action| into.push(action as u32));
    }

    fn mask(&self, into: &mut [bool]) {
        self.state.mask(into);
    }

    fn random_action(&mut self, rng: &mut Rng) -> Option<u32> {
        let mv = self.state.random_move(rng, &mut self.scratch)?;
        Some(self.state.action_of(mv) as u32)
    }

    fn observe(&self, seat: Seat, into: &mut [f32]) {
        self.state.observe(seat, into);
    }

    fn points_so_far(&self, seat: Seat) -> i32 {
        self.state.points_so_far(seat)
    }

    fn action_of(&self, text: &str) -> Result<u32, Refused> {
        let mv = self.state.parse(text.trim())?;
        self.state.check(mv)?;
        let action = self.state.action_of(mv);
        if action >= self.state.actions() {
            return Err(Refused::Unread(BadMove::new(
                format!("“{mv}” may be played, but it is not among the actions"),
                format!("« {mv} » peut se jouer, mais n’est pas une action"),
            )));
        }
        Ok(action as u32)
    }

    fn move_of(&self, action: u32) -> Result<String, Illegal> {
        self.meant(action).map(|mv| mv.to_string())
    }

    fn check_action(&self, action: u32) -> Result<(), Illegal> {
        self.meant(action).map(drop)
    }

    fn play_action(&mut self, action: u32) -> Result<(), Illegal> {
        let mv = self.meant(action)?;
        self.state.play(mv);
        self.note(mv);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, Refused> {
        let mv = play_text(&mut self.state, text)?;
        self.note(mv);
        Ok(mv.to_string())
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.state.legal_moves(&mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    fn restart(&mut self, seed: u64) -> bool {
        let Some(beginning) = &self.beginning else { return false };
        // These very options were accepted once.
        let Ok(state) = G::new(&beginning.options, seed) else { return false };
        (self.state, self.seed, self.epoch) = (state, seed, 0);
        if let Some(moves) = &mut self.moves {
            moves.clear();
        }
        true
    }

    fn forget_moves(&mut self) {
        self.moves = None;
    }

    fn record(&self) -> Option<Record> {
        let (beginning, moves) = (self.beginning.as_ref()?, self.moves.as_ref()?);
        let mut record = Record::new::<G>(&beginning.options, self.seed);
        record.moves = moves.iter().map(ToString::to_string).collect();
        Some(record)
    }

    fn position(&self) -> Box<dyn Table> {
        let options = self.beginning.as_ref().map(|beginning| beginning.options.clone());
        let record = Record::new::<G>(&options.unwrap_or_default(), self.seed);
        Box::new(TableOf::new(self.state.clone(), record))
    }

    fn imagine(&self, viewer: Option<Seat>, seed: u64) -> Box<dyn State> {
        let state = self.state.imagine(viewer, &mut Rng::new(seed));
        Box::new(Self { epoch: self.epoch, ..Self::new(state, None) })
    }

    fn fork(&self) -> Box<dyn State> {
        Box::new(Self {
            state: self.state.clone(),
            beginning: self.beginning.clone(),
            seed: self.seed,
            moves: self.moves.clone(),
            epoch: self.epoch,
            scratch: Vec::new(),
        })
    }
}
