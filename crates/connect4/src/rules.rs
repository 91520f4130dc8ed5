//! The state of a game, its legal moves, playing one, and the end.

use game::{
    About, BadMove, BadOptions, BadPosition, Game, Illegal, Lang, Outcome, Phrase, Picture, Rng,
    Seat, Turn, split_words,
};

use crate::about::{ABOUT, Options};
use crate::moves::Column;
use crate::reasons;
use crate::shape::BoardShape;
use crate::view::View;

const FOUR: Phrase = Phrase::new("four in a row", "quatre jetons alignés");
const FULL: Phrase = Phrase::new("the board is full", "la grille est pleine");

/// A game of Connect Four.
#[derive(Clone, Debug)]
pub struct Connect4 {
    pub(crate) shape: &'static BoardShape,
    /// The discs of each seat.
    pub(crate) stones: [u64; 2],
    /// The square of the last disc, as a mask; nothing at the start.
    pub(crate) last: u64,
    /// Whose turn it is, or whose it would be.
    pub(crate) mover: u8,
    /// Whether the last disc made four in line.
    pub(crate) won: bool,
}

impl Connect4 {
    /// All discs.
    #[inline]
    pub(crate) fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The squares that can be played on; none once the game is over.
    #[inline]
    pub(crate) fn open(&self) -> u64 {
        if self.won { 0 } else { self.shape.free(self.taken()) }
    }

    /// Columns of the board.
    pub fn width(&self) -> u8 {
        self.shape.width
    }

    /// Squares in a column.
    pub fn height(&self) -> u8 {
        self.shape.height
    }

    /// How many discs are on the board.
    pub fn plies(&self) -> u32 {
        self.taken().count_ones()
    }

    /// The seat whose disc lies on a square, rows counted from the bottom.
    pub fn disc(&self, column: u8, row: u8) -> Option<Seat> {
        let square = 1u64 << (u32::from(column) * u32::from(self.height()) + u32::from(row));
        (0..2u8).map(Seat).find(|seat| self.stones[seat.index()] & square != 0)
    }
}

impl Game for Connect4 {
    type Options = Options;
    type Move = Column;
    type View = View;

    const ABOUT: &'static About = &ABOUT;

    fn new(options: &Options, _seed: u64) -> Result<Self, BadOptions> {
        let Options { width, height } = *options;
        let shape = BoardShape::of(width, height)
            .ok_or_else(|| reasons::unplayable_board(width, height))?;
        Ok(Self { shape, stones: [0; 2], last: 0, mover: 0, won: false })
    }

    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.won {
            Turn::Over(Outcome::win(2, Seat(1 - self.mover), FOUR))
        } else if self.taken() == self.shape.board {
            Turn::Over(Outcome::draw(2, FULL))
        } else {
            Turn::Of(Seat(self.mover))
        }
    }

    #[inline]
    fn legal_moves(&self, into: &mut Vec<Column>) {
        into.clear();
        let mut open = self.open();
        while open != 0 {
            into.push(Column((open.trailing_zeros() / u32::from(self.shape.height)) as u8));
            open &= open - 1;
        }
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.open().count_ones() as usize
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Column>) -> Option<Column> {
        let open = self.open();
        if open == 0 {
            return None;
        }
        // Rejection sampling: most columns are open most of the time, so drawing again is cheaper than counting bits.
        loop {
            let column = rng.below(u32::from(self.shape.width)) as u8;
            if open & self.shape.column(column) != 0 {
                return Some(Column(column));
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Column, BadMove> {
        match text.parse::<u8>() {
            Ok(number) if (1..=self.width()).contains(&number) => Ok(Column(number - 1)),
            _ => Err(BadMove(self.choose_a_column())),
        }
    }

    /// Columns of one digit need no spaces: `4453` is four moves.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let digits = self.width() <= 9;
        split_words(text)
            .flat_map(|word| {
                let dense = digits && word.bytes().all(|byte| byte.is_ascii_digit());
                word.split_inclusive(move |_: char| dense)
            })
            .collect()
    }

    fn check(&self, mv: Column) -> Result<(), Illegal> {
        self.reason_against(mv).map_or(Ok(()), Err)
    }

    #[inline]
    fn play(&mut self, mv: Column) {
        let square = self.open() & self.shape.column(mv.0);
        let own = &mut self.stones[usize::from(self.mover)];
        *own |= square;
        self.won = self.shape.has_four(*own);
        self.last = square;
        self.mover = 1 - self.mover;
    }

    fn view(&self, _viewer: Option<Seat>) -> View {
        View::of(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        // The number of discs tells whose turn it is, so the discs of both seats identify the position.
        let mixed = self.stones[0].wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.stones[1].rotate_left(32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    fn save(&self) -> String {
        self.to_text()
    }

    fn load(text: &str) -> Result<Self, BadPosition> {
        Self::from_text(text)
    }

    fn picture(&self, _viewer: Option<Seat>, _lang: Lang) -> Picture {
        self.drawn()
    }
}
