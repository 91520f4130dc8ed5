//! The state of a game and its rules.
//!
//! A *region* is connected edge to edge: tiles, face-down tiles under monuments, leaders.
//! A region with a leader in it is a *kingdom*.

mod choices;
mod conflict;
mod count;
mod play;
mod regions;
mod tally;
mod turn;

pub use count::Count;
pub(crate) use regions::Regions;
pub use tally::Tally;

use std::borrow::Cow;

use game::{
    About, BadMove, BadOptions, BadPosition, Game, Illegal, Lang, Picture, Rng, Seat, Turn,
};

use crate::about::{ABOUT, Options};
use crate::bits::{Bits, NOWHERE, SQUARES, Square};
use crate::log::{EventKind, Log, LogEvent};
use crate::map::Map;
use crate::moves::Move;
use crate::pieces::{Colour, MONUMENTS, TILES};
use crate::view::View;

/// Most players.
pub const SEATS: usize = 4;
/// Tiles in a full hand.
pub const HAND: u8 = 6;
/// Actions of a turn.
pub const ACTIONS: u8 = 2;
/// Catastrophes that each player has.
pub const CATASTROPHES: u8 = 2;
/// The game ends with this many treasures left on the board.
pub const LAST_TREASURES: u32 = 2;
/// More tiles than the bag ever holds: 153 less the least that lie on a board.
pub(crate) const BAG: usize = 143;

/// Two leaders of a colour in one kingdom, and what the attacker has committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conflict {
    /// The colour of the leaders.
    pub colour: Colour,
    /// Who commits first.
    pub attacker: Seat,
    /// Who wins a tie.
    pub defender: Seat,
    /// The tiles that the attacker added from the hand, once they are known.
    pub committed: Option<u8>,
}

/// What is to be decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The next action of the active player.
    Action,
    /// Support in a revolt.
    Revolt(Conflict),
    /// Which war is fought next; the active player chooses.
    WarChoice,
    /// Support in a war.
    War(Conflict),
    /// Which monument the active player builds, if any.
    Monument,
    /// Which treasure this trader's owner takes.
    Treasure(Seat),
    /// Nothing: the game ended for this reason.
    Over(Ending),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// One or two treasures were left at the end of a turn.
    Treasures,
    /// Somebody had to draw and the bag did not hold enough.
    Bag,
}

/// A game of Tigris & Euphrates.
#[derive(Clone, Debug)]
pub struct Tigris {
    pub(crate) options: Options,
    pub(crate) map: &'static Map,
    /// Face-up tiles of each colour.
    pub(crate) tiles: [Bits; 4],
    /// Face-down tiles under monuments.
    pub(crate) buried: Bits,
    /// Squares that catastrophes destroyed.
    pub(crate) ruins: Bits,
    pub(crate) treasures: Bits,
    /// Squares of all leaders.
    pub(crate) standing: Bits,
    /// The square of each seat's leader of each colour.
    pub(crate) leaders: [[Square; 4]; SEATS],
    /// The top left square of each monument.
    pub(crate) monuments: [Square; 6],
    /// The colour of the four tiles under each monument.
    pub(crate) bases: [Colour; 6],
    pub(crate) hands: [[u8; 4]; SEATS],
    /// Tiles to be drawn, from the end.
    pub(crate) bag: [u8; BAG],
    pub(crate) bag_len: u8,
    /// Tiles that each seat swapped away, face down.
    pub(crate) discards: [[u8; 4]; SEATS],
    /// Tiles that left the game face up.
    pub(crate) out: [u8; 4],
    pub(crate) points: [[u16; 4]; SEATS],
    /// Treasures that each seat has taken.
    pub(crate) won: [u8; SEATS],
    /// Where points came from, and conflicts.
    pub(crate) tally: [Tally; SEATS],
    pub(crate) catastrophes: [u8; SEATS],
    pub(crate) active: u8,
    /// Actions done this turn.
    pub(crate) action: u8,
    pub(crate) phase: Phase,
    /// Turns that have ended.
    pub(crate) turns: u16,
    /// The square of the tile or leader placed last.
    pub(crate) placed: Square,
    /// Whether all treasures that were due have been given out once: not yet in a position that was made up.
    pub(crate) settled: bool,
    pub(crate) log: Log,
}

impl Tigris {
    /// A board with nothing on it, empty hands and an empty bag; all tiles are out of the game.
    pub(crate) fn bare(options: Options) -> Self {
        Self {
            options,
            map: options.board.map(),
            tiles: [Bits::NONE; 4],
            buried: Bits::NONE,
            ruins: Bits::NONE,
            treasures: Bits::NONE,
            standing: Bits::NONE,
            leaders: [[NOWHERE; 4]; SEATS],
            monuments: [NOWHERE; 6],
            bases: [Colour::Black; 6],
            hands: [[0; 4]; SEATS],
            bag: [0; BAG],
            bag_len: 0,
            discards: [[0; 4]; SEATS],
            out: TILES,
            points: [[0; 4]; SEATS],
            won: [0; SEATS],
            tally: [Tally::default(); SEATS],
            catastrophes: [CATASTROPHES; SEATS],
            active: 0,
            action: 0,
            phase: Phase::Action,
            turns: 0,
            placed: NOWHERE,
            settled: false,
            log: Log::default(),
        }
    }

    /// The options of this game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The player whose turn it is, whoever decides at the moment.
    pub fn active(&self) -> Seat {
        Seat(self.active)
    }

    /// What is to be decided.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The tiles in a hand, by colour.
    pub fn hand(&self, seat: Seat) -> [u8; 4] {
        self.hands[seat.index()]
    }

    /// A seat's points, by colour.
    pub fn points(&self, seat: Seat) -> [u16; 4] {
        self.points[seat.index()]
    }

    /// The treasures that a seat has taken.
    pub fn treasures_of(&self, seat: Seat) -> u8 {
        self.won[seat.index()]
    }

    /// Where a leader stands.
    pub fn leader(&self, seat: Seat, colour: Colour) -> Option<Square> {
        Some(self.leaders[seat.index()][colour.index()]).filter(|&square| square != NOWHERE)
    }

    /// The tiles left in the bag.
    pub fn bag(&self) -> usize {
        self.bag_len.into()
    }

    /// Every tile of a colour, wherever it is: on the board, in hands, in the bag, out of the game.
    pub fn tiles_of(&self, colour: Colour) -> u32 {
        let index = colour.index();
        let hands: u32 = self.hands.iter().map(|hand| u32::from(hand[index])).sum();
        let discards: u32 = self.discards.iter().map(|hand| u32::from(hand[index])).sum();
        let bag = self.bag[..self.bag()].iter().filter(|&&tile| usize::from(tile) == index).count();
        let buried =
            (0..6).filter(|&m| self.monuments[m] != NOWHERE && self.bases[m] == colour).count();
        self.tiles[index].count()
            + hands
            + discards
            + bag as u32
            + 4 * buried as u32
            + u32::from(self.out[index])
    }

    /// All squares with something that connects: tiles, monuments and leaders.
    #[inline]
    pub(crate) fn occupied(&self) -> Bits {
        let [a, b, c, d] = self.tiles;
        a | b | c | d | self.buried | self.standing
    }

    /// Squares where a piece can be placed.
    #[inline]
    pub(crate) fn empty(&self) -> Bits {
        !(self.occupied() | self.ruins)
    }

    /// Squares where a leader may stand: empty land beside a face-up temple.
    #[inline]
    pub(crate) fn leader_squares(&self) -> Bits {
        self.empty() & !self.map.river & self.tiles[Colour::Red.index()].beside()
    }

    /// The kingdom, or region, of a square.
    #[inline]
    pub(crate) fn region(&self, square: Square) -> Bits {
        Bits::of(square).flood(self.occupied())
    }

    /// The board as its regions see it.
    #[inline]
    pub(crate) fn regions(&self) -> Regions {
        Regions { occupied: self.occupied(), leaders: self.standing }
    }

    /// The board without the active player's leader of a colour, if it stands there: a leader is taken up
    /// before its target is checked.
    #[inline]
    pub(crate) fn regions_without(&self, colour: Colour) -> Regions {
        let from = self.leaders[usize::from(self.active)][colour.index()];
        let regions = self.regions();
        if from == NOWHERE { regions } else { regions.without_leader(from) }
    }

    /// How many kingdoms a square touches; counts up to `most`.
    #[inline]
    pub(crate) fn kingdoms_beside(&self, square: Square, most: u32) -> u32 {
        self.regions().kingdoms_beside(square, most)
    }

    /// Whose leader of a colour stands in a region.
    #[inline]
    pub(crate) fn leader_in(&self, region: Bits, colour: Colour) -> Option<u8> {
        (0..self.options.players).find(|&seat| {
            let square = self.leaders[usize::from(seat)][colour.index()];
            square != NOWHERE && region.has(square)
        })
    }

    /// The leader on a square.
    pub(crate) fn leader_at(&self, square: Square) -> Option<(Seat, Colour)> {
        if !self.standing.has(square) {
            return None;
        }
        (0..self.options.players).find_map(|seat| {
            let row = &self.leaders[usize::from(seat)];
            let colour = Colour::ALL.into_iter().find(|c| row[c.index()] == square)?;
            Some((Seat(seat), colour))
        })
    }

    /// The colour of the face-up tile on a square.
    pub(crate) fn tile_at(&self, square: Square) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.tiles[colour.index()].has(square))
    }

    /// Each kingdom's squares.
    pub(crate) fn kingdoms(&self) -> impl Iterator<Item = Bits> + use<> {
        self.regions().kingdoms()
    }

    /// The seats in the order of play from the active one on.
    #[inline]
    pub(crate) fn seats_from_active(&self) -> impl Iterator<Item = u8> + use<> {
        let (active, players) = (self.active, self.options.players);
        (0..players).map(move |step| (active + step) % players)
    }

    #[inline]
    pub(crate) fn take_home(&mut self, seat: u8, colour: Colour) {
        let square = &mut self.leaders[usize::from(seat)][colour.index()];
        self.standing.remove(*square);
        *square = NOWHERE;
    }

    #[inline]
    pub(crate) fn log_event(
        &mut self,
        kind: EventKind,
        seat: u8,
        other: u8,
        colour: u8,
        square: u8,
        n: [u8; 2],
    ) {
        self.log.add(LogEvent { kind, seat, other, colour, square, n });
    }
}

impl Game for Tigris {
    type Options = Options;
    type Move = Move;
    type View = View;

    const ABOUT: &'static About = &ABOUT;

    fn new(options: &Options, seed: u64) -> Result<Self, BadOptions> {
        let mut game = Self::bare(options.checked()?);
        game.treasures = game.map.temples;
        game.tiles[Colour::Red.index()] = game.map.temples;
        let mut rest = TILES;
        rest[Colour::Red.index()] -= game.map.temples.count() as u8;
        game.out = [0; 4];
        for (colour, count) in rest.into_iter().enumerate() {
            for _ in 0..count {
                game.bag[game.bag()] = colour as u8;
                game.bag_len += 1;
            }
        }
        let length = game.bag();
        Rng::new(seed).shuffle(&mut game.bag[..length]);
        for seat in 0..options.players {
            game.draw(seat, HAND);
        }
        Ok(game)
    }

    fn seats(&self) -> usize {
        self.options.players.into()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Action | Phase::WarChoice | Phase::Monument => Turn::Of(Seat(self.active)),
            Phase::Revolt(conflict) | Phase::War(conflict) => Turn::Of(conflict.decides()),
            Phase::Treasure(seat) => Turn::Of(seat),
            Phase::Over(ending) => Turn::Over(self.outcome(ending)),
        }
    }

    fn legal_moves(&self, into: &mut Vec<Move>) {
        self.list_moves(into);
    }

    fn count_moves(&self) -> usize {
        self.number_of_moves()
    }

    fn random_move(&self, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        self.any_move(rng, scratch)
    }

    fn parse(&self, text: &str) -> Result<Move, BadMove> {
        crate::notation::read_move(text)
    }

    /// Other seats do not see which tiles were swapped.
    fn public_text(text: &str) -> Cow<'_, str> {
        match crate::notation::read_move(text) {
            Ok(Move::Swap(tiles)) => Cow::Owned(format!("swap {}", tiles.iter().sum::<u8>())),
            _ => Cow::Borrowed(text),
        }
    }

    /// Moves have several words; the first of each says what is done.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        crate::notation::split_moves(text)
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        self.judge(mv)
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.apply(mv);
    }

    fn view(&self, viewer: Option<Seat>) -> View {
        View::of(self, viewer)
    }

    /// Deals again what the viewer cannot know: the hands and discards of the others, and the bag. The
    /// result does not depend on how these really are.
    fn imagine(&self, viewer: Option<Seat>, rng: &mut Rng) -> Self {
        const ALL: usize =
            TILES[0] as usize + TILES[1] as usize + TILES[2] as usize + TILES[3] as usize;
        let mut world = self.clone();
        let (mut unseen, mut count) = ([0u8; ALL], 0);
        for (colour, n) in self.unseen(viewer).into_iter().enumerate() {
            unseen[count..count + usize::from(n)].fill(colour as u8);
            count += usize::from(n);
        }
        rng.shuffle(&mut unseen[..count]);
        for seat in (0..self.seats()).filter(|&seat| viewer != Some(Seat(seat as u8))) {
            for tiles in [&mut world.hands[seat], &mut world.discards[seat]] {
                let held: u8 = tiles.iter().sum();
                *tiles = [0; 4];
                for _ in 0..held {
                    count -= 1;
                    tiles[usize::from(unseen[count])] += 1;
                }
            }
        }
        world.bag[..count].copy_from_slice(&unseen[..count]);
        world
    }

    fn key(&self) -> u64 {
        let mut key = 0x9e37_79b9_7f4a_7c15u64;
        let mut mix = |word: u64| {
            key = (key ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
            key ^= key >> 32;
        };
        let sets = self.tiles.iter().chain([&self.buried, &self.ruins, &self.treasures]);
        sets.flat_map(|set| set.0).for_each(&mut mix);
        let mut bytes = |all: &mut dyn Iterator<Item = u8>| loop {
            let chunk: [Option<u8>; 8] = std::array::from_fn(|_| all.next());
            let Some(_) = chunk[0] else { break };
            mix(u64::from_le_bytes(chunk.map(Option::unwrap_or_default)));
        };
        bytes(&mut self.leaders.iter().flatten().copied());
        bytes(&mut self.monuments.iter().copied());
        bytes(&mut self.hands.iter().chain(&self.discards).flatten().copied());
        bytes(&mut self.bag[..self.bag()].iter().copied());
        bytes(&mut self.points.iter().flatten().flat_map(|n| n.to_le_bytes()));
        bytes(&mut self.won.iter().chain(&self.catastrophes).copied());
        let (kind, conflict) = match self.phase {
            Phase::Action => (0, None),
            Phase::Revolt(conflict) => (1, Some(conflict)),
            Phase::WarChoice => (2, None),
            Phase::War(conflict) => (3, Some(conflict)),
            Phase::Monument => (4, None),
            Phase::Treasure(seat) => (5 + seat.0, None),
            Phase::Over(_) => (15, None),
        };
        let (colour, committed) =
            conflict.map_or((0, 0), |c| (c.colour as u8, c.committed.map_or(0, |n| n + 1)));
        let placed = if matches!(self.phase, Phase::Action) { NOWHERE } else { self.placed };
        bytes(&mut [self.active, self.action, kind, colour, committed, placed].into_iter());
        key
    }

    fn save(&self) -> String {
        self.to_text()
    }

    fn load(text: &str) -> Result<Self, BadPosition> {
        Self::from_text(text)
    }

    fn picture(&self, viewer: Option<Seat>, lang: Lang) -> Picture {
        self.drawn(viewer, lang)
    }
}

impl Conflict {
    /// The seat that decides next.
    #[inline]
    pub fn decides(&self) -> Seat {
        if self.committed.is_none() { self.attacker } else { self.defender }
    }
}

const _: () = assert!(SQUARES < NOWHERE && MONUMENTS.len() == 6);
