//! The game as numbers: every decision of the game is an action of one flat list, an observation is the board, what
//! the seat holds and what is public about everybody.

use std::sync::LazyLock;

use game::{Encoding, FeatureWriter, Game, ObservationShape, Seat};

use crate::bits::{Bits, COLUMNS, NOWHERE, ROWS, SQUARES, Square, block};
use crate::moves::Move;
use crate::pieces::{Colour, MONUMENTS, TILES};
use crate::rules::{ACTIONS, BAG, CATASTROPHES, HAND, Phase, Tigris};

const BOARD: usize = SQUARES as usize;

// Where each kind of move begins in the list.
const TILE: usize = 0;
const LEADER: usize = TILE + 4 * BOARD;
const WITHDRAW: usize = LEADER + 4 * BOARD;
const CATASTROPHE: usize = WITHDRAW + 4;
const SWAP: usize = CATASTROPHE + BOARD;
const PASS: usize = SWAP + SWAPS;
const SUPPORT: usize = PASS + 1;
const WAR: usize = SUPPORT + HAND as usize + 1;
const BUILD: usize = WAR + 4;
const DECLINE: usize = BUILD + MONUMENTS.len() * BOARD;
const TAKE: usize = DECLINE + 1;
const ALL: usize = TAKE + BOARD;

/// Sets of one to six tiles of four colours.
const SWAPS: usize = 209;
/// Numbers of tiles of a colour in a hand.
const COUNTS: usize = HAND as usize + 1;

/// Points and strengths are counted as parts of this.
const MANY: u8 = 10;

/// The sets of tiles that can be swapped, in the order of their counts of black, red, blue and green.
struct Swaps {
    sets: Vec<[u8; 4]>,
    numbers: [u16; COUNTS * COUNTS * COUNTS * COUNTS],
}

impl Swaps {
    fn get() -> &'static Self {
        static SETS: LazyLock<Swaps> = LazyLock::new(|| {
            let (mut sets, mut numbers) = (Vec::new(), [0; COUNTS * COUNTS * COUNTS * COUNTS]);
            for (at, number) in numbers.iter_mut().enumerate() {
                let digit = |place: u32| (at / COUNTS.pow(place) % COUNTS) as u8;
                let set = [digit(3), digit(2), digit(1), digit(0)];
                if (1..=HAND).contains(&set.iter().sum()) {
                    *number = sets.len() as u16;
                    sets.push(set);
                }
            }
            Swaps { sets, numbers }
        });
        &SETS
    }

    fn number(&self, set: [u8; 4]) -> usize {
        let at = set.iter().fold(0, |at, &count| at * COUNTS + usize::from(count) % COUNTS);
        usize::from(self.numbers[at])
    }
}

/// A colour and a square that stand behind each other in an index.
fn coloured(index: usize) -> (Colour, Square) {
    (Colour::ALL[index / BOARD % 4], (index % BOARD) as Square)
}

impl Encoding for Tigris {
    fn actions(&self) -> usize {
        ALL
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        let at = |colour: Colour, square: Square| colour.index() * BOARD + usize::from(square);
        match mv {
            Move::Tile(colour, square) => TILE + at(colour, square),
            Move::Leader(colour, square) => LEADER + at(colour, square),
            Move::Withdraw(colour) => WITHDRAW + colour.index(),
            Move::Catastrophe(square) => CATASTROPHE + usize::from(square),
            Move::Swap(set) => SWAP + Swaps::get().number(set),
            Move::Pass => PASS,
            Move::Support(count) => SUPPORT + usize::from(count),
            Move::War(colour) => WAR + colour.index(),
            Move::Build(monument, square) => {
                BUILD + usize::from(monument) * BOARD + usize::from(square)
            }
            Move::Decline => DECLINE,
            Move::Take(square) => TAKE + usize::from(square),
        }
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        Some(match action {
            ALL.. => return None,
            TAKE.. => Move::Take((action - TAKE) as Square),
            DECLINE => Move::Decline,
            BUILD.. => {
                let (monument, square) = ((action - BUILD) / BOARD, (action - BUILD) % BOARD);
                Move::Build(monument as u8, square as Square)
            }
            WAR.. => Move::War(Colour::ALL[action - WAR]),
            SUPPORT.. => Move::Support((action - SUPPORT) as u8),
            PASS => Move::Pass,
            SWAP.. => Move::Swap(*Swaps::get().sets.get(action - SWAP)?),
            CATASTROPHE.. => Move::Catastrophe((action - CATASTROPHE) as Square),
            WITHDRAW.. => Move::Withdraw(Colour::ALL[action - WITHDRAW]),
            LEADER.. => {
                let (colour, square) = coloured(action - LEADER);
                Move::Leader(colour, square)
            }
            _ => {
                let (colour, square) = coloured(action - TILE);
                Move::Tile(colour, square)
            }
        })
    }

    #[inline]
    fn each_action(&self, mut f: impl FnMut(usize)) {
        self.each_move(|mv| f(self.action_of(mv)));
    }

    fn observation(&self) -> ObservationShape {
        let seats = self.seats();
        let who = |at: usize| if at == 0 { "own".to_owned() } else { format!("next {at}") };
        let each = |what: &str| -> Vec<String> {
            (0..seats).map(|at| format!("{}: {what}", who(at))).collect()
        };
        let colours = |what: &str| Colour::ALL.map(|colour| format!("{what}: {}", colour.id()));
        let mut planes: Vec<String> = colours("tiles").into();
        planes.extend(colours("monuments"));
        planes.extend((0..seats).flat_map(|at| colours(&format!("{}: leader", who(at)))));
        let squares = ["face-down tiles", "ruins", "treasures", "river", "placed last"];
        planes.extend(squares.map(str::to_owned));
        let mut features: Vec<String> = colours("in hand").into();
        features.extend(colours("unseen"));
        features.push("in the bag".to_owned());
        features.push("actions left".to_owned());
        for at in 0..seats {
            features.extend(colours(&format!("{}: points", who(at))));
        }
        for what in ["treasures", "tiles in hand", "catastrophes", "turn", "decides"] {
            features.extend(each(what));
        }
        let phases = ["action", "revolt", "choice of a war", "war", "monument", "treasure"];
        features.extend(phases.map(|phase| format!("phase: {phase}")));
        features.extend(colours("conflict"));
        features.extend(each("attacker"));
        features.extend(each("defender"));
        let conflict =
            ["attacker's strength", "defender's strength", "tiles that the attacker added"];
        features.extend(conflict.map(str::to_owned));
        ObservationShape { planes, rows: ROWS.into(), columns: COLUMNS.into(), features }
    }

    fn observe(&self, seat: Seat, into: &mut [f32]) {
        let seats = self.seats();
        let (planes, features) = into.split_at_mut((4 + 4 + 4 * seats + 5) * BOARD);
        self.observe_board(seat, planes);
        self.observe_rest(seat, &mut FeatureWriter::new(features));
    }

    /// The points of the seat's weakest colour, treasures included.
    fn points_so_far(&self, seat: Seat) -> i32 {
        i32::from(self.count(seat).ranked[0])
    }
}

impl Tigris {
    fn observe_board(&self, seat: Seat, planes: &mut [f32]) {
        let seats = self.seats();
        planes.fill(0.0);
        let mut planes = planes.chunks_exact_mut(BOARD);
        let mut plane = |set: Bits| {
            if let Some(plane) = planes.next() {
                set.iter().for_each(|square| plane[usize::from(square)] = 1.0);
            }
        };
        self.tiles.into_iter().for_each(&mut plane);
        for colour in Colour::ALL {
            let mut squares = Bits::NONE;
            for (monument, &corner) in self.monuments.iter().enumerate() {
                if corner != NOWHERE && MONUMENTS[monument].contains(&colour) {
                    squares |= block(corner).unwrap_or(Bits::NONE);
                }
            }
            plane(squares);
        }
        for row in (0..seats).map(|at| self.leaders[(seat.index() + at) % seats]) {
            for square in row {
                plane(if square == NOWHERE { Bits::NONE } else { Bits::of(square) });
            }
        }
        let placed = matches!(self.phase, Phase::Action | Phase::Over(_));
        let placed =
            if placed || self.placed == NOWHERE { Bits::NONE } else { Bits::of(self.placed) };
        [self.buried, self.ruins, self.treasures, self.map.river, placed]
            .into_iter()
            .for_each(plane);
    }

    fn observe_rest(&self, seat: Seat, features: &mut FeatureWriter<'_>) {
        let seats = self.seats();
        let each = || (0..seats).map(|at| (seat.index() + at) % seats);
        let from = |other: Seat| (other.index() + seats - seat.index()) % seats;
        self.hands[seat.index()].iter().for_each(|&count| features.part(count, HAND));
        let unseen = self.unseen(Some(seat));
        unseen.iter().zip(TILES).for_each(|(&count, all)| features.part(count, all));
        features.part(self.bag_len, BAG as u8);
        features.part(ACTIONS - self.action.min(ACTIONS), ACTIONS);
        let shown = |of: usize| self.shows_points(Seat(of as u8), Some(seat));
        for of in each() {
            let points = if shown(of) { self.points[of] } else { [0; 4] };
            points.iter().for_each(|&points| features.part(points, MANY));
        }
        each().for_each(|of| features.part(if shown(of) { self.won[of] } else { 0 }, MANY));
        each().for_each(|of| features.part(self.hands[of].iter().sum::<u8>(), HAND));
        each().for_each(|of| features.part(self.catastrophes[of], CATASTROPHES));
        features.one_of(Some(from(Seat(self.active))), seats);
        features.one_of(self.turn().seat().map(from), seats);
        let (phase, conflict) = match self.phase {
            Phase::Action => (Some(0), None),
            Phase::Revolt(conflict) => (Some(1), Some(conflict)),
            Phase::WarChoice => (Some(2), None),
            Phase::War(conflict) => (Some(3), Some(conflict)),
            Phase::Monument => (Some(4), None),
            Phase::Treasure(_) => (Some(5), None),
            Phase::Over(_) => (None, None),
        };
        features.one_of(phase, 6);
        features.one_of(conflict.map(|conflict| conflict.colour.index()), 4);
        features.one_of(conflict.map(|conflict| from(conflict.attacker)), seats);
        features.one_of(conflict.map(|conflict| from(conflict.defender)), seats);
        let strengths = conflict.map_or([0; 2], |conflict| self.strengths(conflict));
        strengths.iter().for_each(|&strength| features.part(strength, MANY));
        let added = conflict.and_then(|conflict| conflict.committed).unwrap_or(0);
        features.part(added, HAND);
    }
}
