//! The state of a game, its legal moves, playing one, and the end.

use game::{
    About, BadMove, BadOptions, BadPosition, Game, Illegal, Lang, Outcome, Phrase, Picture, Rng,
    Seat, Turn,
};

use crate::about::ABOUT;
use crate::board::{ColourBoard, Spot, Square};
use crate::mode::{MAX_COLOURS, Mode, Options, Scoring};
use crate::moves::Move;
use crate::pieces::{MAX_PLACED, Pieces, SINGLE};
use crate::view::View;

const DONE: Phrase =
    Phrase::new("no colour can place another piece", "plus aucune couleur ne peut poser de pièce");

/// A colour in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColourState {
    /// Its pieces on the board, in the order in which they were placed.
    pub placed: [Spot; MAX_PLACED],
    /// How many pieces it has placed.
    pub count: u8,
    /// Whether it is passed over for good: it cannot move, or has given up.
    pub out: bool,
    /// Whether it has given up.
    pub gave_up: bool,
}

/// A game of Blokus.
#[derive(Clone, Debug)]
pub struct Blokus {
    pub(crate) options: Options,
    /// The board as each colour sees it.
    pub(crate) boards: [ColourBoard; MAX_COLOURS],
    pub(crate) colours: [ColourState; MAX_COLOURS],
    /// The colour whose turn it is; none once the game is over.
    pub(crate) mover: Option<u8>,
    /// The colour that placed a piece last.
    pub(crate) last: Option<u8>,
    /// How often the fourth colour of three seats has had its turn.
    pub(crate) shared: u8,
    /// Whether a colour may lose a single turn, in the study of a file where one did.
    pub(crate) skips: bool,
    key: u64,
}

/// Hashes a number with the finalizer of SplitMix64.
#[inline]
pub(crate) fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Blokus {
    /// An empty board.
    pub(crate) fn start(options: Options) -> Self {
        let mode = options.mode;
        let colour = ColourState {
            placed: [Spot { orientation: 0, x: 0, y: 0 }; MAX_PLACED],
            count: 0,
            out: false,
            gave_up: false,
        };
        let mut colours = [colour; MAX_COLOURS];
        colours[mode.colours()..].iter_mut().for_each(|absent| absent.out = true);
        Self {
            options,
            boards: std::array::from_fn(|colour| {
                ColourBoard::new(mode.side(), mode.start(colour), mode.piece_set())
            }),
            colours,
            mover: Some(0),
            last: None,
            shared: 0,
            skips: false,
            key: 0,
        }
    }

    /// The mode of play.
    pub fn mode(&self) -> Mode {
        self.options.mode
    }

    /// How points are counted.
    pub fn scoring(&self) -> Scoring {
        self.options.scoring
    }

    /// The colour to move, from 0; none once the game is over.
    pub fn colour_to_move(&self) -> Option<usize> {
        self.mover.map(usize::from)
    }

    /// The pieces of a colour on the board, in the order in which they were placed.
    pub fn placed(&self, colour: usize) -> &[Spot] {
        let colour = &self.colours[colour];
        &colour.placed[..usize::from(colour.count)]
    }

    /// Whether a colour still has a piece.
    pub fn has_piece(&self, colour: usize, piece: u8) -> bool {
        self.boards[colour].has(piece)
    }

    /// How many of a piece a colour has left: two of each in Junior.
    pub fn copies_left(&self, colour: usize, piece: u8) -> usize {
        self.boards[colour].copies(piece)
    }

    /// Whether a colour is passed over for good.
    pub fn is_out(&self, colour: usize) -> bool {
        self.colours[colour].out || !self.boards[colour].can_move()
    }

    /// The attach points where some piece of a colour fits, row by row.
    pub fn usable_corners(&self, colour: usize) -> Vec<Square> {
        let board = &self.boards[colour];
        board.points().filter(|&point| !board.covers_at(point).is_empty()).collect()
    }

    /// The colour whose piece covers a square.
    pub fn colour_at(&self, square: Square) -> Option<usize> {
        (0..self.mode().colours()).find(|&colour| {
            self.placed(colour).iter().any(|spot| spot.squares().any(|s| s == square))
        })
    }

    /// The squares that a colour has covered.
    pub fn squares_placed(&self, colour: usize) -> u32 {
        let pieces = &Pieces::get().pieces;
        let size = |spot: &Spot| u32::from(pieces[usize::from(spot.shape().piece)].size);
        self.placed(colour).iter().map(size).sum()
    }

    /// The points of a colour.
    pub fn points(&self, colour: usize) -> i32 {
        let placed = self.squares_placed(colour) as i32;
        match self.scoring() {
            Scoring::Squares => placed,
            Scoring::Official => placed - self.mode().all_squares() as i32 + self.bonus(colour),
        }
    }

    /// The official bonus of a colour; Junior's rules have none.
    pub fn bonus(&self, colour: usize) -> i32 {
        match self.placed(colour) {
            _ if self.mode() == Mode::Junior => 0,
            placed if placed.len() < self.mode().piece_count() => 0,
            [.., last] if last.shape().piece == SINGLE => 20,
            _ => 15,
        }
    }

    /// The points of a seat, its partner's included.
    pub fn seat_points(&self, seat: Seat) -> i32 {
        let mode = self.mode();
        (0..mode.colours())
            .filter(|&colour| match mode {
                Mode::Teams => mode.partners(colour, seat.index()),
                _ => mode.owner(colour) == Some(seat),
            })
            .map(|colour| self.points(colour))
            .sum()
    }

    /// The seat that decides for a colour.
    pub fn seat_of(&self, colour: usize) -> Seat {
        self.mode().owner(colour).unwrap_or(Seat(self.shared % 3))
    }

    /// The legal placements of any colour, whether it is its turn or not.
    pub fn moves_of(&self, colour: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        if !self.colours[colour].out {
            self.boards[colour].each_move(|spot| moves.push(Move::Place(spot)));
        }
        moves
    }

    /// Places a piece of a colour, whoever's turn it is. The caller has checked that it fits.
    pub(crate) fn put(&mut self, colour: usize, spot: Spot) {
        for (other, board) in self.boards[..self.options.mode.colours()].iter_mut().enumerate() {
            if other == colour { board.put(spot) } else { board.block(spot) }
        }
        let own = &mut self.colours[colour];
        own.placed[usize::from(own.count)] = spot;
        own.count += 1;
        self.last = Some(colour as u8);
        let place = u64::from(spot.orientation) << 16 | u64::from(spot.x) << 8 | u64::from(spot.y);
        self.key ^= mixed(place << 2 | colour as u64);
        if spot.shape().piece == SINGLE && usize::from(own.count) == self.options.mode.piece_count()
        {
            self.key ^= mixed(1 << 40 | colour as u64);
        }
    }

    /// Whether a colour has a piece left and its squares are empty, whatever the rules say of the place.
    pub(crate) fn has_room(&self, colour: usize, spot: Spot) -> bool {
        self.boards[colour].has(spot.shape().piece)
            && spot.squares().all(|square| self.colour_at(square).is_none())
    }

    /// Puts a piece where it has room, as the start of a study may have it: a first piece need not cover the square to
    /// begin on, which is then like any other.
    pub(crate) fn set_up(&mut self, colour: usize, spot: Spot) {
        if self.placed(colour).is_empty() {
            self.boards[colour].attach.fill(0);
        }
        self.put(colour, spot);
    }

    pub(crate) fn give_up(&mut self, colour: usize) {
        self.colours[colour].out = true;
        self.colours[colour].gave_up = true;
        self.key ^= mixed(1 << 41 | colour as u64);
    }

    /// Gives the turn to the first colour from this one on that can move.
    pub(crate) fn pass_on(&mut self, from: usize) {
        let count = self.mode().colours();
        self.mover = None;
        for colour in (from..from + count).map(|colour| colour % count) {
            let own = &mut self.colours[colour];
            if !own.out {
                own.out = !self.boards[colour].can_move();
            }
            if !own.out {
                self.mover = Some(colour as u8);
                return;
            }
        }
    }
}

impl Game for Blokus {
    type Options = Options;
    type Move = Move;
    type View = View;

    const ABOUT: &'static About = &ABOUT;

    fn new(options: &Options, _seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::start(*options))
    }

    fn seats(&self) -> usize {
        self.mode().seats()
    }

    fn turn(&self) -> Turn {
        if let Some(colour) = self.colour_to_move() {
            return Turn::Of(self.seat_of(colour));
        }
        let mut points = [0; MAX_COLOURS];
        for (seat, points) in points.iter_mut().enumerate() {
            *points = self.seat_points(Seat(seat as u8));
        }
        Turn::Over(Outcome::by_points(&points[..self.seats()], DONE))
    }

    fn legal_moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if let Some(colour) = self.colour_to_move() {
            self.boards[colour].each_move(|spot| into.push(Move::Place(spot)));
        }
    }

    fn count_moves(&self) -> usize {
        let mut count = 0;
        if let Some(colour) = self.colour_to_move() {
            self.boards[colour].each_move(|_| count += 1);
        }
        count
    }

    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        self.legal_moves(scratch);
        rng.pick(scratch).copied()
    }

    fn parse(&self, text: &str) -> Result<Move, BadMove> {
        self.read_move(text)
    }

    /// A move holds commas, so only spaces stand between moves.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        text.split_whitespace().collect()
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.reason_against(mv).map_or(Ok(()), Err)
    }

    fn play(&mut self, mv: Move) {
        let Some(colour) = self.colour_to_move() else { return };
        match mv {
            Move::Place(spot) => self.put(colour, spot),
            Move::Pass => self.give_up(colour),
            Move::Skip => (),
        }
        if self.mode().owner(colour).is_none() && mv != Move::Skip {
            self.shared = (self.shared + 1) % 3;
        }
        self.pass_on(colour + 1);
    }

    fn view(&self, _viewer: Option<Seat>) -> View {
        View::of(self)
    }

    fn allies(&self, a: Seat, b: Seat) -> bool {
        a == b || self.mode() == Mode::Teams && a.0 % 2 == b.0 % 2
    }

    fn key(&self) -> u64 {
        let turn = u64::from(self.mover.unwrap_or(7)) << 8 | u64::from(self.shared);
        self.key ^ mixed(1 << 42 | turn)
    }

    fn save(&self) -> String {
        self.to_text()
    }

    fn load(text: &str) -> Result<Self, BadPosition> {
        Self::from_text(text)
    }

    fn picture(&self, _viewer: Option<Seat>, lang: Lang) -> Picture {
        self.drawn(lang)
    }
}
