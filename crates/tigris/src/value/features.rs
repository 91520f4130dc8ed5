//! What the learned value sees of a position: for every dynasty what bears on each of its colours, and what bears on it as
//! a whole. Only what the viewer knows: of the other hands, how many tiles they hold.

use game::{Game, Seat};

use super::kingdoms::{Kingdom, Kingdoms, NOBODY};
use crate::bits::{Bits, NOWHERE, beside};
use crate::pieces::Colour;
use crate::rules::{ACTIONS, CATASTROPHES, HAND, LAST_TREASURES, Phase, SEATS, Tigris};

/// Numbers for each colour of a dynasty.
pub const COLOUR_FEATURES: usize = 40;
/// Numbers for a dynasty as a whole, beside the hopes of its four colours.
pub const SEAT_FEATURES: usize = 8;

/// A position as the learned value sees it.
#[derive(Clone, Debug)]
pub struct Features {
    /// By seat and colour.
    pub colours: [[[f32; COLOUR_FEATURES]; 4]; SEATS],
    /// By seat.
    pub seats: [[f32; SEAT_FEATURES]; SEATS],
    /// Points so far, by seat and colour.
    pub points: [[f32; 4]; SEATS],
    /// Treasures of each seat.
    pub treasures: [u8; SEATS],
    /// How many seats there are.
    pub players: usize,
}

/// Tiles in the bag of a new game of two, roughly: the scale of what is left of the game.
const FULL_BAG: f32 = 130.0;
/// The difference of strength that makes a war as good as won.
const WAR_SCALE: f32 = 1.5;

impl Features {
    /// Nothing yet.
    pub const EMPTY: Self = Self {
        colours: [[[0.0; COLOUR_FEATURES]; 4]; SEATS],
        seats: [[0.0; SEAT_FEATURES]; SEATS],
        points: [[0.0; 4]; SEATS],
        treasures: [0; SEATS],
        players: 0,
    };

    /// The features of a position for a viewer who counts on these tiles of its hand; the rest of it is still to be drawn.
    pub fn of(game: &Tigris, viewer: Seat, hand: [u8; 4]) -> Self {
        Self::after(game, viewer, hand, &mut Kingdoms::default())
    }

    /// The same, with the kingdoms of a position that is much like this one; they become those of this one.
    pub(crate) fn after(
        game: &Tigris,
        viewer: Seat,
        hand: [u8; 4],
        kingdoms: &mut Kingdoms,
    ) -> Self {
        kingdoms.follow(game);
        let mut features = Self::EMPTY;
        features.read(game, viewer, hand, kingdoms.all());
        features
    }

    fn read(&mut self, game: &Tigris, viewer: Seat, hand: [u8; 4], kingdoms: &[Kingdom]) {
        let players = game.seats();
        self.players = players;
        let left = f32::from(game.bag_len) / FULL_BAG;
        let treasures = game.treasures.count().saturating_sub(LAST_TREASURES) as f32 / 8.0;
        for seat in 0..players {
            self.points[seat] = game.points[seat].map(f32::from);
            self.treasures[seat] = game.won[seat];
            let (known, unknown) = if seat == viewer.index() {
                (hand, HAND.saturating_sub(hand.iter().sum()))
            } else {
                ([0; 4], game.hands[seat].iter().sum())
            };
            let unknown = f32::from(unknown) / f32::from(HAND);
            let actions = match game.phase {
                Phase::Over(_) => 0,
                _ if usize::from(game.active) == seat => ACTIONS - game.action,
                _ => 0,
            };
            let actions = f32::from(actions) / f32::from(ACTIONS);
            // How soon its turn comes.
            let turn = (seat + players - usize::from(game.active)) % players;
            let turn = turn as f32 / players as f32;
            let standing = game.leaders[seat].iter().filter(|&&square| square != NOWHERE).count();
            self.seats[seat] = [
                left,
                treasures,
                f32::from(game.catastrophes[seat]) / f32::from(CATASTROPHES),
                actions,
                turn,
                standing as f32 / 4.0,
                unknown,
                f32::from(game.won[seat]) / 4.0,
            ];
            let mean = self.points[seat].iter().sum::<f32>() / 4.0;
            for colour in 0..4 {
                let others = (0..players)
                    .filter(|&other| other != seat && game.leaders[other][colour] == NOWHERE);
                let idle_rivals = others.count() as f32 / (players - 1) as f32;
                let row = &mut self.colours[seat][colour];
                row[colour] = 1.0;
                row[4] = f32::from(known[colour]) / 3.0;
                row[5] = if known[colour] > 0 { 1.0 } else { 0.0 };
                row[6] = unknown;
                row[7] = f32::from(known[Colour::Red.index()]) / 3.0;
                row[8] = left;
                row[9] = treasures;
                row[10] = actions;
                row[11] = (self.points[seat][colour] - mean) / 5.0;
                row[12] = idle_rivals;
            }
        }
        let crowded = game.tiles[Colour::Red.index()].crowded();
        for kingdom in kingdoms {
            self.kingdom(game, kingdom, left, crowded);
        }
        let empty = game.empty();
        for (index, one) in kingdoms.iter().enumerate() {
            for two in &kingdoms[index + 1..] {
                let bridges = one.around & two.around & empty;
                if !bridges.is_empty() {
                    self.wars(one, two);
                }
            }
        }
    }

    /// `crowded` are the squares with at least two and three temples beside them.
    fn kingdom(&mut self, game: &Tigris, kingdom: &Kingdom, left: f32, crowded: [Bits; 2]) {
        let temples = game.tiles[Colour::Red.index()];
        let room = kingdom.around & game.empty();
        let river = (room & game.map.river).count() as f32 / 6.0;
        let land = (room & !game.map.river).count() as f32 / 12.0;
        let treasures = (kingdom.squares & game.treasures).count() as f32;
        // The temples of the best place from which a leader could begin a revolt here.
        let places = room & !game.map.river;
        let attack = match crowded.map(|squares| places.meets(squares)) {
            [_, true] => 3.0,
            [true, _] => 2.0,
            _ => 1.0,
        };
        let mut leaders = [0.0f32; SEATS + 1];
        kingdom.owner.iter().for_each(|&seat| leaders[seat] += 1.0);
        let all: f32 = leaders[..SEATS].iter().sum();
        for colour in 0..4 {
            let seat = kingdom.owner[colour];
            if seat == NOBODY {
                continue;
            }
            let square = game.leaders[seat][colour];
            let beside = (beside(square) & temples).count();
            let row = &mut self.colours[seat][colour];
            row[13] = 1.0;
            row[14] = if beside > 1 { 1.0 } else { 0.0 };
            row[15] = if beside > 2 { 1.0 } else { 0.0 };
            row[16] = kingdom.strength[colour].min(8.0) / 4.0;
            row[17] = kingdom.income[colour];
            row[18] = kingdom.income[colour] * left;
            row[19] = left;
            row[20] = if colour == Colour::Blue.index() { river } else { land };
            row[21] = row[4];
            if colour == Colour::Green.index() {
                row[22] = treasures;
                let reach = room.beside() & game.treasures & !kingdom.squares;
                row[36] = reach.count() as f32 / 2.0;
            }
            row[32] = (all - leaders[seat]) / 2.0;
            row[33] = (leaders[seat] - 1.0) / 2.0;
            row[34] = attack - beside as f32;
            row[35] = row[34] * row[12];
            row[39] = row[7];
            row[23] = if nearly_square(game.tiles[colour], kingdom.squares) { 1.0 } else { 0.0 };
        }
        // Tiles without a leader matter only if one is left that could join them.
        let idle = |colour: usize| game.leaders.iter().any(|row| row[colour] == NOWHERE);
        let king = kingdom.owner[Colour::Black.index()];
        if king != NOBODY {
            for colour in (1..4).filter(|&colour| kingdom.owner[colour] == NOBODY) {
                let row = &mut self.colours[king][colour];
                row[24] = 1.0;
                row[25] = row[4];
                if idle(colour) {
                    row[37] = kingdom.strength[colour].min(8.0) / 4.0;
                }
            }
        }
        // Where a leader that is off the board could join others of its dynasty.
        for seat in (0..self.players).filter(|&seat| leaders[seat] > 0.0) {
            for colour in (0..4).filter(|&colour| kingdom.owner[colour] == NOBODY) {
                if game.leaders[seat][colour] == NOWHERE {
                    let row = &mut self.colours[seat][colour];
                    row[38] = row[38].max((kingdom.strength[colour] + 1.0).min(8.0) / 4.0);
                }
            }
        }
    }

    /// What wars between two kingdoms that one tile can unite would bring and cost.
    fn wars(&mut self, one: &Kingdom, two: &Kingdom) {
        for colour in 0..4 {
            let (a, b) = (one.owner[colour], two.owner[colour]);
            if a == NOBODY || b == NOBODY || a == b {
                continue;
            }
            for (own, mine, rival, theirs) in [
                (a, one.strength[colour], b, two.strength[colour]),
                (b, two.strength[colour], a, one.strength[colour]),
            ] {
                let ahead = ((mine - theirs) / WAR_SCALE).clamp(-2.0, 2.0);
                let held = self.colours[own][colour][4];
                let row = &mut self.colours[own][colour];
                row[26] += 1.0;
                row[27] += ahead;
                row[28] += ahead.max(0.0) * (theirs + 1.0) / 4.0;
                row[29] += (-ahead).max(0.0) * (mine + 1.0) / 4.0;
                row[30] += held;
                row[31] += self.seats[rival][6];
            }
        }
    }
}

/// Whether one more tile in or beside a kingdom completes a square of four of one colour.
fn nearly_square(tiles: Bits, kingdom: Bits) -> bool {
    let tiles = tiles & kingdom;
    let across = tiles.pairs_across();
    let down = tiles.pairs_down();
    // Three of four: a pair across and a pair down that share a corner.
    let corners = down | down.west();
    across.meets(corners | corners.south())
}
