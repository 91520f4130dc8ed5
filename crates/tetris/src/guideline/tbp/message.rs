//! What host and bot say to each other, and how a placement is written between them.

use serde::{Deserialize, Serialize};

use crate::guideline::{Bag, Columns, LockedPiece, Situation};
use crate::rules::field::{MAX_WIDTH, ROWS};
use crate::rules::pieces::{Body, Facing, Offset, Piece};
use crate::rules::score::Spin;

/// What a host says. Fields that are not known are passed over.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromHost {
    /// The rules of the game to come.
    Rules {},
    /// A situation to think about.
    Start(StartMessage),
    /// What would you do?
    Suggest,
    /// A placement was made.
    Play {
        /// Which.
        #[serde(rename = "move")]
        mv: TbpMove,
    },
    /// Another piece is known to come.
    NewPiece {
        /// Which.
        piece: Piece,
    },
    /// Stop thinking.
    Stop,
    /// The end.
    Quit,
    /// Something newer than we are.
    #[serde(other)]
    Unknown,
}

/// What a bot says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromBot {
    /// Who it is.
    Info {
        /// Its name.
        name: String,
        /// Its version.
        version: String,
        /// Who wrote it.
        author: String,
        /// What it can do beyond the protocol's core. Some bots say null.
        #[serde(default)]
        features: Option<Vec<String>>,
    },
    /// The rules suit it.
    Ready,
    /// Something is wrong.
    Error {
        /// What.
        reason: String,
    },
    /// What it would do, best first.
    Suggestion {
        /// The placements.
        moves: Vec<TbpMove>,
        /// What it thinks.
        #[serde(default)]
        move_info: BotInfo,
    },
    /// Something newer than we are.
    #[serde(other)]
    Unknown,
}

/// What a bot tells of its thoughts.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BotInfo {
    /// Wells looked at for this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<f64>,
    /// Pieces looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<f64>,
}

/// A situation to think about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StartMessage {
    /// The piece in hold.
    pub hold: Option<Piece>,
    /// The present piece and those that follow.
    pub queue: Vec<Piece>,
    /// How many pieces in a row have cleared.
    pub combo: u32,
    /// Whether the last clear was a hard one.
    pub back_to_back: bool,
    /// Rows from the bottom: null, a piece's letter or G.
    pub board: Vec<Vec<Option<String>>>,
    /// Which chance deals the pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<Randomizer>,
}

impl StartMessage {
    /// What is seen, for a bot. Colours are not told apart.
    pub fn of(situation: &Situation) -> Self {
        let square =
            |x: u8, y: usize| (situation.well.get(x as i8) >> y & 1 != 0).then(|| "G".to_owned());
        let row = |y| (0..situation.width).map(|x| square(x, y)).collect();
        Self {
            hold: situation.held,
            queue: situation.queue.clone(),
            combo: (situation.combo + 1).max(0) as u32,
            back_to_back: situation.hard,
            board: (0..ROWS).map(row).collect(),
            randomizer: Some(Randomizer::SevenBag { bag_state: situation.bag.pieces().collect() }),
        }
    }

    /// What a host showed, or why that is no situation.
    pub fn situation(&self) -> Result<Situation, String> {
        let width = self.board.first().map_or(10, Vec::len);
        if !(4..=usize::from(MAX_WIDTH)).contains(&width)
            || self.board.iter().any(|row| row.len() != width)
        {
            return Err(format!("a board has rows of 4 to {MAX_WIDTH} squares, all alike"));
        }
        if self.board.iter().skip(ROWS).flatten().any(Option::is_some) {
            return Err(format!("a board has at most {ROWS} rows"));
        }
        let mut columns = vec![0u64; width];
        for (y, row) in self.board.iter().take(ROWS).enumerate() {
            for (column, square) in columns.iter_mut().zip(row) {
                *column |= u64::from(square.is_some()) << y;
            }
        }
        let mut situation = Situation::new(width as u8, HEIGHT);
        situation.well = Columns::of(&columns);
        situation.held = self.hold;
        situation.queue.clone_from(&self.queue);
        if let Some(Randomizer::SevenBag { bag_state }) = &self.randomizer {
            situation.bag = Bag::of(bag_state);
        }
        situation.hard = self.back_to_back;
        situation.combo = self.combo.min(1000) as i32 - 1;
        Ok(situation)
    }
}

/// How pieces are dealt.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Randomizer {
    /// Out of bags of seven.
    SevenBag {
        /// What is left in the bag once all of the queue have come.
        bag_state: Vec<Piece>,
    },
    /// In some other way.
    #[serde(other)]
    Unknown,
}

/// The protocol's boards are the guideline's: twenty rows are seen.
pub const HEIGHT: u8 = 20;

/// A placement as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpMove {
    /// Where.
    pub location: Location,
    /// Whether it is a spin.
    #[serde(default)]
    pub spin: SpinName,
}

/// Where a piece is: the middle that true rotation turns it round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// Which piece.
    #[serde(rename = "type")]
    pub piece: Piece,
    /// How it is turned.
    pub orientation: Facing,
    /// The column of its middle, from 0.
    pub x: i8,
    /// The row of its middle, from 0 at the bottom.
    pub y: i8,
}

/// The protocol's words for spins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SpinName {
    /// No spin.
    #[default]
    None,
    /// A mini one.
    Mini,
    /// A full one.
    Full,
}

/// The middle of a piece within its box, as true rotation has it: I and O have it off centre.
const fn middle(piece: Piece, facing: Facing) -> Offset {
    match piece {
        Piece::I => [(1, 2), (2, 2), (2, 1), (1, 1)][facing as usize],
        Piece::O => [(0, 0), (0, 1), (1, 1), (1, 0)][facing as usize],
        _ => (1, 1),
    }
}

impl From<LockedPiece> for TbpMove {
    fn from(placement: LockedPiece) -> Self {
        let LockedPiece { piece, facing, x, y, spin } = placement;
        let (dx, dy) = middle(piece, facing);
        let spin = match spin {
            Spin::None => SpinName::None,
            Spin::Mini => SpinName::Mini,
            Spin::Full => SpinName::Full,
        };
        Self { location: Location { piece, orientation: facing, x: x + dx, y: y + dy }, spin }
    }
}

impl From<TbpMove> for LockedPiece {
    fn from(TbpMove { location, spin }: TbpMove) -> Self {
        let Location { piece, orientation: facing, x, y } = location;
        let (dx, dy) = middle(piece, facing);
        // Far outside is outside, without overflow.
        let (x, y) = (x.clamp(-50, 50) - dx, y.clamp(-50, 50) - dy);
        let spin = match spin {
            SpinName::None => Spin::None,
            SpinName::Mini => Spin::Mini,
            SpinName::Full => Spin::Full,
        };
        Self { spin, ..Self::plain(Body { piece, facing, x, y }) }
    }
}
