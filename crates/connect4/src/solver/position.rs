//! A position for the solver: the stones of the side to move, and of both sides, as bit boards.

use game::{Game, Words};

use super::bits::{self, HEIGHT, SQUARES, WIDTH};
use crate::Connect4;

/// Why a list of columns is not a position that can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A character that names no column.
    #[error("move {number}: “{found}” is not a column from 1 to 7")]
    NotAColumn {
        /// Which move, from 1.
        number: usize,
        /// The character in its place.
        found: char,
    },
    /// A stone on top of a full column.
    #[error("move {number}: column {column} is full")]
    ColumnFull {
        /// Which move, from 1.
        number: usize,
        /// The column, from 1.
        column: usize,
    },
    /// The game ended before this move.
    #[error("move {number}: the game was won by the move before")]
    AlreadyWon {
        /// Which move, from 1.
        number: usize,
    },
    /// The last move ended the game: nobody is to move.
    #[error("move {number} wins the game: there is nothing left to solve")]
    GameOver {
        /// Which move, from 1.
        number: usize,
    },
}

impl PositionError {
    /// The reason in both languages.
    pub fn words(self) -> Words {
        let fr = match self {
            Self::NotAColumn { number, found } => {
                format!("coup {number} : « {found} » n’est pas une colonne de 1 à 7")
            }
            Self::ColumnFull { number, column } => {
                format!("coup {number} : la colonne {column} est pleine")
            }
            Self::AlreadyWon { number } => {
                format!("coup {number} : la partie était gagnée au coup précédent")
            }
            Self::GameOver { number } => {
                format!("le coup {number} gagne la partie : il n’y a plus rien à résoudre")
            }
        };
        Words::new(self.to_string(), fr)
    }
}

/// A position in which nobody has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// Stones of the side to move.
    pub(super) own: u64,
    /// Stones of both sides.
    pub(super) mask: u64,
}

impl Position {
    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, mask: 0 };

    /// The position after these columns, `"4453"` for instance, the leftmost being 1.
    pub fn from_columns(columns: &str) -> Result<Self, PositionError> {
        let mut position = Self::EMPTY;
        let mut won = false;
        for (index, found) in columns.chars().enumerate() {
            let number = index + 1;
            if won {
                return Err(PositionError::AlreadyWon { number });
            }
            let column = match found.to_digit(10) {
                Some(digit @ 1..=7) => digit as usize - 1,
                _ => return Err(PositionError::NotAColumn { number, found }),
            };
            if !position.can_play(column) {
                return Err(PositionError::ColumnFull { number, column: column + 1 });
            }
            won = position.wins_with(column);
            position = position.after(column);
        }
        if won {
            return Err(PositionError::GameOver { number: columns.chars().count() });
        }
        Ok(position)
    }

    /// How many stones lie on the board.
    pub const fn stones(&self) -> u32 {
        self.mask.count_ones()
    }

    /// Whether the board is full, and the game so drawn.
    pub const fn is_full(&self) -> bool {
        self.mask == bits::BOARD
    }

    /// Whether there is room in this column (from 0).
    pub const fn can_play(&self, column: usize) -> bool {
        column < WIDTH && self.mask & (bits::column_bottom(column) << (HEIGHT - 1)) == 0
    }

    /// Whether a stone in this column (from 0) would win at once.
    pub const fn wins_with(&self, column: usize) -> bool {
        self.winning_moves() & bits::column(column) != 0
    }

    /// Whether the side to move can win at once.
    pub const fn can_win(&self) -> bool {
        self.winning_moves() != 0
    }

    /// The position after a stone in this column (from 0), which must have room.
    #[must_use]
    pub const fn after(&self, column: usize) -> Self {
        debug_assert!(self.can_play(column));
        let square = bits::playable(self.mask) & bits::column(column);
        Self { own: self.own ^ self.mask, mask: self.mask | square }
    }

    /// The position mirrored left to right; its score is the same.
    #[must_use]
    pub const fn mirrored(&self) -> Self {
        Self { own: bits::mirror(self.own), mask: bits::mirror(self.mask) }
    }

    /// A key that is unique to the position.
    ///
    /// In every column the sum of the two bit sets marks the height and the owners below it.
    pub const fn key(&self) -> u64 {
        self.own + self.mask
    }

    /// The smaller of its own key and that of its mirror image.
    pub const fn canonical_key(&self) -> u64 {
        let (here, there) = (self.key(), bits::mirror(self.key()));
        if here < there { here } else { there }
    }

    /// The position with this key. An invalid key gives a position that is not [sound](Self::is_sound).
    pub(super) const fn from_key(key: u64) -> Self {
        let mut mask = 0;
        let mut column = 0;
        while column < WIDTH {
            // A column's bits and one more lie between the power of two of its height and the next.
            let bits = (key / bits::column_bottom(column)) % (1 << (HEIGHT + 1)) + 1;
            mask |= ((1 << bits.ilog2()) - 1) * bits::column_bottom(column);
            column += 1;
        }
        Self { own: key.wrapping_sub(mask), mask }
    }

    /// Whether all stones lie on the board.
    pub(super) const fn is_sound(&self) -> bool {
        self.own & !self.mask == 0 && self.mask & !bits::BOARD == 0
    }

    /// The positions one move earlier from which a move led here.
    pub(super) fn parents(&self) -> impl Iterator<Item = Self> {
        (0..WIDTH).filter_map(|column| {
            let stones = self.mask & bits::column(column);
            let top = (stones + bits::column_bottom(column)) >> 1;
            // A column without stones has its bottom shifted out of it.
            let theirs = stones & top & !self.own;
            (theirs != 0)
                .then_some(Self { own: (self.own ^ self.mask) & !top, mask: self.mask & !top })
        })
    }

    /// The score of a win at once.
    pub(super) const fn winning_score(&self) -> i32 {
        (SQUARES + 1 - self.stones()) as i32 / 2
    }

    const fn winning_moves(&self) -> u64 {
        bits::completions(self.own) & bits::playable(self.mask)
    }
}

/// Why a game has no position that the solver knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only games in play on the board of seven columns and six rows can be solved")]
pub struct NotSolvable;

impl TryFrom<&Connect4> for Position {
    type Error = NotSolvable;

    fn try_from(game: &Connect4) -> Result<Self, NotSolvable> {
        let standard = (usize::from(game.width()), game.height()) == (WIDTH, HEIGHT as u8);
        let seat = game.turn().seat().filter(|_| standard).ok_or(NotSolvable)?;
        let mut position = Self::EMPTY;
        for column in 0..WIDTH {
            for row in 0..HEIGHT {
                let square = bits::column_bottom(column) << row;
                match game.disc(column as u8, row as u8) {
                    None => {}
                    Some(owner) => {
                        position.mask |= square;
                        position.own |= if owner == seat { square } else { 0 };
                    }
                }
            }
        }
        Ok(position)
    }
}
