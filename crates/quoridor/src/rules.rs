//! The state of a game, its legal moves, playing one, and the end. The rules are Gigamic's.

use game::{
    About, BadMove, BadOptions, BadPosition, Game, Illegal, Lang, Outcome, Phrase, Picture, Rng,
    Seat, Turn,
};

use crate::about::{ABOUT, MAX_WALLS, MOVES_EACH, Options};
use crate::maze::{Maze, Passages, WallSet, squares};
use crate::moves::{Move, Square, WallOrientation};
use crate::shape::{BoardShape, Side, bit};
use crate::view::View;

const ARRIVED: Phrase = Phrase::new("the pawn has arrived", "le pion est arrivé");
const TOO_LONG: Phrase = Phrase::new(
    "a hundred moves each, and nobody has arrived",
    "cent coups chacun, et personne n’est arrivé",
);

/// A game of Quoridor.
#[derive(Clone, Debug)]
pub struct Quoridor {
    pub(crate) shape: &'static BoardShape,
    pub(crate) maze: Maze,
    /// The seat that placed each wall, as two bits at its anchor.
    pub(crate) owners: [u128; 2],
    pub(crate) pawns: [Square; 4],
    /// Walls that each seat has left.
    pub(crate) left: [u8; 4],
    /// Two or four.
    pub(crate) seats: u8,
    /// Whose turn it is, or whose it would be.
    pub(crate) mover: u8,
    /// Moves played.
    pub(crate) plies: u16,
    pub(crate) last: Option<Move>,
}

impl Quoridor {
    /// Squares on a side.
    pub fn size(&self) -> u8 {
        self.shape.size
    }

    /// Moves played.
    pub fn plies(&self) -> u32 {
        self.plies.into()
    }

    /// Moves after which the game is drawn.
    pub fn most_plies(&self) -> u32 {
        u32::from(MOVES_EACH) * u32::from(self.seats)
    }

    /// Where a seat's pawn stands.
    pub fn pawn(&self, seat: Seat) -> Square {
        self.pawns[seat.index()]
    }

    /// How many walls a seat has left.
    pub fn walls_left(&self, seat: Seat) -> u8 {
        self.left[seat.index()]
    }

    /// The side that a seat's pawn must reach: two face each other, four go clockwise.
    pub fn goal(&self, seat: Seat) -> Side {
        goal_of(self.seats, seat.0)
    }

    /// Steps of a seat's pawn to its goal, other pawns not counted.
    pub fn distance(&self, seat: Seat) -> u8 {
        let from = bit(self.pawn(seat).0);
        // No wall may close the last path, so there always is one.
        self.passages().distance(from, self.goal_line(seat.0)).unwrap_or(u8::MAX)
    }

    /// A shortest path of a seat's pawn to its goal, from its own square on.
    pub fn path(&self, seat: Seat) -> Vec<Square> {
        self.passages().path(bit(self.pawn(seat).0), self.goal_line(seat.0)).unwrap_or_default()
    }

    pub(crate) fn passages(&self) -> Passages {
        self.maze.passages(self.shape)
    }

    pub(crate) fn goal_line(&self, seat: u8) -> u128 {
        self.shape.line(goal_of(self.seats, seat))
    }

    /// The seat that moved last, or would have.
    #[inline]
    pub(crate) fn mover_before(&self) -> u8 {
        (self.mover + self.seats - 1) % self.seats
    }

    /// Whether the pawn that moved last has arrived.
    #[inline]
    pub(crate) fn won(&self) -> bool {
        let before = self.mover_before();
        bit(self.pawns[usize::from(before)].0) & self.goal_line(before) != 0
    }

    fn is_over(&self) -> bool {
        self.won() || self.plies() >= self.most_plies()
    }

    fn occupied(&self) -> u128 {
        self.pawns[..usize::from(self.seats)].iter().fold(0, |all, pawn| all | bit(pawn.0))
    }

    /// Where the mover's pawn may go.
    pub(crate) fn steps(&self) -> u128 {
        let pawn = bit(self.pawns[usize::from(self.mover)].0);
        steps_of(self.passages(), pawn, self.occupied())
    }

    /// The walls that the mover may place.
    pub(crate) fn walls(&self) -> WallSet {
        if self.left[usize::from(self.mover)] == 0 {
            return WallSet::default();
        }
        let fits = self.maze.fitting(self.shape);
        fits.without(self.shutting(fits))
    }

    /// Those of these fitting walls that would leave a pawn without a path to its goal.
    pub(crate) fn shutting(&self, fits: WallSet) -> WallSet {
        let doubtful = fits.and(self.maze.closing(self.shape));
        let mut shutting = WallSet::default();
        if doubtful.is_empty() {
            return shutting;
        }
        let passages = self.passages();
        for seat in 0..self.seats {
            let (pawn, goal) = (bit(self.pawns[usize::from(seat)].0), self.goal_line(seat));
            let cutting = doubtful.and(passages.cuts(pawn, goal)).without(shutting);
            for (anchor, orientation) in cutting.each() {
                if !self.maze.with(anchor, orientation).passages(self.shape).reaches(pawn, goal) {
                    shutting = shutting.with(anchor, orientation);
                }
            }
        }
        shutting
    }

    /// The seats whose pawns a wall would leave without a path to their goal.
    pub(crate) fn shut_in_by(
        &self,
        anchor: Square,
        orientation: WallOrientation,
    ) -> impl Iterator<Item = Seat> + '_ {
        let passages = self.maze.with(anchor, orientation).passages(self.shape);
        (0..self.seats)
            .map(Seat)
            .filter(move |seat| !passages.reaches(bit(self.pawn(*seat).0), self.goal_line(seat.0)))
    }

    /// Who placed a wall.
    pub(crate) fn owner(&self, anchor: Square) -> Seat {
        let [low, high] = self.owners.map(|bits| u8::from(bits & bit(anchor.0) != 0));
        Seat(low + 2 * high)
    }

    /// Notes who placed a wall.
    pub(crate) fn set_owner(&mut self, anchor: Square, seat: u8) {
        for (at, bits) in self.owners.iter_mut().enumerate() {
            if seat >> at & 1 != 0 {
                *bits |= bit(anchor.0);
            }
        }
    }

    /// A seat's colour in both languages.
    pub(crate) fn colour(seat: Seat) -> Phrase {
        ABOUT.seats[seat.index() % ABOUT.seats.len()]
    }
}

/// The side that a seat runs to: across the board from where it starts.
pub(crate) const fn goal_of(seats: u8, seat: u8) -> Side {
    match (seats, seat) {
        (2, 0) | (_, 0) => Side::North,
        (2, _) => Side::South,
        (_, 1) => Side::East,
        (_, 2) => Side::South,
        _ => Side::West,
    }
}

const fn opposite(side: Side) -> Side {
    match side {
        Side::North => Side::South,
        Side::East => Side::West,
        Side::South => Side::North,
        Side::West => Side::East,
    }
}

/// Where a pawn may go: to a free neighbour, straight over one pawn, or, with a wall or the edge
/// behind that pawn, to its left or right. Behind a second pawn there is no jump of any kind.
#[inline]
pub(crate) fn steps_of(passages: Passages, pawn: u128, occupied: u128) -> u128 {
    let next = passages.spread(pawn) & !pawn;
    if next & occupied == 0 {
        return next;
    }
    let mut steps = next & !occupied;
    for side in Side::ALL {
        let met = passages.step(pawn, side) & occupied;
        if met == 0 {
            continue;
        }
        let behind = passages.step(met, side);
        if behind != 0 {
            steps |= behind & !occupied;
        } else {
            for aside in side.perpendicular() {
                steps |= passages.step(met, aside) & !occupied;
            }
        }
    }
    steps
}

impl Game for Quoridor {
    type Options = Options;
    type Move = Move;
    type View = View;

    const ABOUT: &'static About = &ABOUT;

    fn new(options: &Options, _seed: u64) -> Result<Self, BadOptions> {
        let Options { players, size, walls } = *options;
        let shape = BoardShape::of(size).ok_or_else(|| {
            BadOptions::new(
                format!("a board of {size}x{size} cannot be played on: a side has 3, 5, 7, 9 or 11 squares"),
                format!("on ne peut pas jouer sur un plateau de {size}x{size} : un côté a 3, 5, 7, 9 ou 11 cases"),
            )
        })?;
        if players != 2 && players != 4 {
            return Err(BadOptions::new(
                format!("two or four play, not {players}"),
                format!("on joue à deux ou à quatre, pas à {players}"),
            ));
        }
        if walls > MAX_WALLS {
            return Err(BadOptions::new(
                format!("nobody has {walls} walls: {MAX_WALLS} at most"),
                format!("personne n’a {walls} murs : {MAX_WALLS} au plus"),
            ));
        }
        let mut pawns = [Square::default(); 4];
        for seat in 0..players {
            pawns[usize::from(seat)] = Square(shape.middle(opposite(goal_of(players, seat))));
        }
        Ok(Self {
            shape,
            maze: Maze::default(),
            owners: [0; 2],
            pawns,
            left: std::array::from_fn(|seat| if seat < players.into() { walls } else { 0 }),
            seats: players,
            mover: 0,
            plies: 0,
            last: None,
        })
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn turn(&self) -> Turn {
        if self.won() {
            Turn::Over(Outcome::win(self.seats(), Seat(self.mover_before()), ARRIVED))
        } else if self.plies() >= self.most_plies() {
            Turn::Over(Outcome::draw(self.seats(), TOO_LONG))
        } else {
            Turn::Of(Seat(self.mover))
        }
    }

    fn legal_moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if self.is_over() {
            return;
        }
        into.extend(squares(self.steps()).map(Move::Step));
        into.extend(
            self.walls().each().map(|(anchor, orientation)| Move::Wall(anchor, orientation)),
        );
        if into.is_empty() {
            into.push(Move::Pass);
        }
    }

    fn count_moves(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        // Without any other move, the seat passes.
        (self.steps().count_ones() + self.walls().count()).max(1) as usize
    }

    fn random_move(&self, rng: &mut Rng, _scratch: &mut Vec<Move>) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let steps = self.steps();
        let mut fits = WallSet::default();
        if self.left[usize::from(self.mover)] > 0 {
            fits = self.maze.fitting(self.shape);
        }
        let closing = self.maze.closing(self.shape);
        // Rejection sampling: most walls that fit are legal, so drawing again is cheaper than checking all of them.
        loop {
            let count = steps.count_ones() + fits.count();
            if count == 0 {
                return Some(Move::Pass);
            }
            let at = rng.below(count) as usize;
            let walls = || fits.each().map(|(anchor, orientation)| Move::Wall(anchor, orientation));
            match squares(steps).map(Move::Step).chain(walls()).nth(at) {
                Some(Move::Wall(anchor, orientation))
                    if closing.has(anchor, orientation)
                        && self.shut_in_by(anchor, orientation).next().is_some() =>
                {
                    fits = fits.without(WallSet::default().with(anchor, orientation));
                }
                chosen => return chosen,
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Move, BadMove> {
        self.read_move(text)
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::new("the game is over", "la partie est terminée"));
        }
        match mv {
            Move::Step(square) => self.check_step(square),
            Move::Wall(anchor, orientation) => self.check_wall(anchor, orientation),
            Move::Pass => self.check_pass(),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match mv {
            Move::Step(square) => self.pawns[usize::from(self.mover)] = square,
            Move::Wall(anchor, orientation) => {
                self.maze = self.maze.with(anchor, orientation);
                self.set_owner(anchor, self.mover);
                let left = &mut self.left[usize::from(self.mover)];
                *left = left.saturating_sub(1);
            }
            Move::Pass => (),
        }
        self.last = Some(mv);
        self.plies = self.plies.saturating_add(1);
        self.mover = (self.mover + 1) % self.seats;
    }

    fn view(&self, _viewer: Option<Seat>) -> View {
        View::of(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        const ODD: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93, 0xa076_1d64_78bd_642f];
        let mut key = u64::from(self.mover);
        let Maze { horizontal, vertical } = self.maze;
        let small = u64::from(u32::from_le_bytes(self.pawns.map(|pawn| pawn.0))) << 32
            | u64::from(u32::from_le_bytes(self.left));
        for part in [
            horizontal as u64,
            (horizontal >> 64) as u64,
            vertical as u64,
            (vertical >> 64) as u64,
            small,
        ] {
            key = (key ^ part).wrapping_mul(ODD[0]).rotate_left(29).wrapping_mul(ODD[1])
                ^ (key >> 31);
        }
        (key ^ (key >> 32)).wrapping_mul(ODD[2]) ^ (key >> 29)
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
