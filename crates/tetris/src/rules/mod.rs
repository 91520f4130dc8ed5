//! The placement game: one piece after the other, each put where it comes to rest. No clock, no gravity,
//! no points for dropping; everything else is as in the well.

pub mod colours;
pub mod field;
pub mod kicks;
pub mod ops;
pub mod path;
pub mod pieces;
pub mod reach;
pub mod rising;
pub mod score;
pub mod start;
pub mod stock;
pub mod supply;
pub mod terms;

use std::hash::{DefaultHasher, Hash, Hasher};

use game::{
    About, BadMove, BadOptions, BadPosition, Game, Illegal, Lang, Outcome, Phrase, Picture, Rng,
    Seat, Turn,
};

use crate::about::{ABOUT, Options};
use crate::moves::Placement;
use crate::rules::ops::Op;
use crate::rules::path::path;
use crate::rules::pieces::{Body, Piece};
use crate::rules::reach::{Reach, Walk};
use crate::rules::score::{Spin, spin};
use crate::rules::stock::{Landing, Stock};
use crate::rules::terms::{Mode, Terms};
use crate::view::View;
use crate::well::saved::read_rows;

const TOPPED_OUT: Phrase =
    Phrase::new("the well is full to the top", "le puits est plein jusqu’en haut");
const DONE: Phrase = Phrase::new("the goal is reached", "le but est atteint");

/// A game of Tetris, placement by placement.
#[derive(Clone, Debug)]
pub struct Tetris {
    pub(crate) stock: Stock,
    /// The piece where it appears; none once it is over.
    pub(crate) body: Option<Body>,
    pub(crate) reach: Reach,
    /// The tick of the well that this was read from; placements take no time.
    pub(crate) tick: u64,
}

impl Tetris {
    /// Everything but the piece that is to be placed.
    pub const fn stock(&self) -> &Stock {
        &self.stock
    }

    /// The piece that is to be placed, where it appears; none once it is over.
    pub const fn body(&self) -> Option<Body> {
        self.body
    }

    /// How pieces may be brought to their places.
    pub const fn reach(&self) -> Reach {
        self.reach
    }

    /// The inputs that bring the piece from where it appears to a placement; none where that is illegal.
    pub fn path(&self, placement: Placement) -> Option<Vec<Op>> {
        path(&self.stock, self.body?, self.reach, placement)
    }

    /// The piece of a placement where it would appear, if it is the present one or can be taken out of
    /// the hold.
    pub fn entry(&self, piece: Piece) -> Option<Body> {
        let present = self.body?;
        if present.piece == piece {
            return Some(present);
        }
        let other = self.stock.out_of_hold().filter(|_| self.stock.can_hold())?;
        self.stock.entry(other).filter(|_| other == piece)
    }

    /// The pieces that can be placed now, the present one first.
    pub fn choices(&self) -> impl Iterator<Item = Body> + '_ {
        let other = self
            .stock
            .out_of_hold()
            .filter(|&piece| self.body.is_some_and(|body| body.piece != piece))
            .and_then(|piece| self.entry(piece));
        self.body.into_iter().chain(other)
    }

    /// Plays a legal placement and says what it came to.
    pub fn place(&mut self, placement: Placement) -> Option<Landing> {
        let present = self.body?;
        let rules = self.stock.terms.rules;
        let turned = if placement.spin { self.kick(placement) } else { 0 };
        if placement.piece != present.piece {
            self.stock.hold(present.piece);
        }
        let landing = self.stock.lock(placement.body(rules), turned);
        self.body = if self.stock.over { None } else { self.stock.deal() };
        Some(landing)
    }

    /// A kick that makes a placement the best spin that it can be.
    fn kick(&self, placement: Placement) -> u8 {
        let rules = self.stock.terms.rules;
        let body = placement.body(rules);
        if spin(&self.stock.field, rules, body, 1) == Spin::Full {
            return 1;
        }
        // Only the fifth kick could make it full: this asks for the whole walk, and is rare.
        let rest = self.entry(placement.piece).and_then(|from| {
            let walk = Walk::new(&self.stock.field, rules, from, self.reach);
            walk.rests().into_iter().find(|rest| rest.placement == placement)
        });
        rest.map_or(1, |rest| rest.turned)
    }
}

impl Game for Tetris {
    type Options = Options;
    type Move = Placement;
    type View = View;

    const ABOUT: &'static About = &ABOUT;

    fn new(options: &Options, seed: u64) -> Result<Self, BadOptions> {
        let Options { rules, width, height, reach, start } = *options;
        let terms = Terms { rules, width, height, mode: Mode::Practice, first: 1 }.checked()?;
        let mut stock = Stock::new(terms, seed);
        let rows = start.rows();
        if !rows.is_empty() {
            if width != 10 || usize::from(height) < rows.len() + 4 {
                return Err(BadOptions::new(
                    "a well that is not empty at the start has 10 columns, and four rows above what lies in it",
                    "un puits qui n’est pas vide au départ a 10 colonnes, et quatre rangées au-dessus de ce qui s’y trouve",
                ));
            }
            (stock.field, stock.colours) =
                read_rows(&terms, rows.iter().copied()).map_err(|error| BadOptions(error.0))?;
        }
        let body = stock.deal();
        Ok(Self { stock, body, reach, tick: 0 })
    }

    fn seats(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        if self.body.is_some() {
            return Turn::Of(Seat(0));
        }
        let score = i32::try_from(self.stock.score).unwrap_or(i32::MAX);
        let why = if self.stock.done { DONE } else { TOPPED_OUT };
        Turn::Over(Outcome::by_points(&[score], why))
    }

    fn legal_moves(&self, into: &mut Vec<Placement>) {
        into.clear();
        for from in self.choices() {
            let walk = Walk::new(&self.stock.field, self.stock.terms.rules, from, self.reach);
            into.extend(walk.rests().iter().map(|rest| rest.placement));
        }
    }

    fn parse(&self, text: &str) -> Result<Placement, BadMove> {
        Placement::read(self.stock.terms.rules, text).ok_or_else(|| {
            BadMove::new(
                format!("“{text}” is no placement: write piece, facing, column and row, as in Te5.2"),
                format!("« {text} » n’est pas un placement : écrivez pièce, orientation, colonne et rangée, comme Te5.2"),
            )
        })
    }

    fn check(&self, mv: Placement) -> Result<(), Illegal> {
        self.reason_against(mv).map_or(Ok(()), Err)
    }

    fn play(&mut self, mv: Placement) {
        self.place(mv);
    }

    fn view(&self, _viewer: Option<Seat>) -> View {
        View::of(self)
    }

    /// Nobody knows the order in which the rest of the bag will come, nor what comes after it, nor where the gaps of
    /// coming garbage are.
    fn imagine(&self, _viewer: Option<Seat>, rng: &mut Rng) -> Self {
        let mut world = self.clone();
        world.stock.supply.redraw(rng);
        if let Some(rising) = &mut world.stock.rising {
            rising.rng = rng.fork();
        }
        world
    }

    fn key(&self) -> u64 {
        // Its keys are fixed: the same on every machine, as long as the library's hash is the same.
        let mut hasher = DefaultHasher::new();
        (&self.stock, self.body, self.reach).hash(&mut hasher);
        hasher.finish()
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
