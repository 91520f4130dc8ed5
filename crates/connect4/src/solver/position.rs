//! A position for the solver: the stones of the side to move, and of both sides, as bit boards.

use game::{Game, Words};

use super::bits::Board;
use crate::Connect4;

/// Why a list of columns is not a position that can be solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A character that names no column.
    #[error("move {number}: “{found}” is not a column from 1 to {columns}")]
    NotAColumn {
        /// Which move, from 1.
        number: usize,
        /// The character in its place.
        found: char,
        /// How many columns there are.
        columns: usize,
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
            Self::NotAColumn { number, found, columns } => {
                format!("coup {number} : « {found} » n’est pas une colonne de 1 à {columns}")
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

/// A position of the standard board.
pub type Position = BoardPosition<7, 6>;

/// A position in which nobody has won, on a board of `W` columns and `H` rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BoardPosition<const W: usize, const H: usize> {
    /// Stones of the side to move.
    pub(super) own: u64,
    /// Stones of both sides.
    pub(super) mask: u64,
}

impl<const W: usize, const H: usize> BoardPosition<W, H> {
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
                Some(digit) if (1..=W).contains(&(digit as usize)) => digit as usize - 1,
                _ => return Err(PositionError::NotAColumn { number, found, columns: W }),
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
        self.mask == Board::<W, H>::ALL
    }

    /// Whether there is room in this column (from 0).
    pub const fn can_play(&self, column: usize) -> bool {
        column < W && self.mask & (Board::<W, H>::column_bottom(column) << (H - 1)) == 0
    }

    /// Whether a stone in this column (from 0) would win at once.
    pub const fn wins_with(&self, column: usize) -> bool {
        self.winning_moves() & Board::<W, H>::column(column) != 0
    }

    /// Whether the side to move can win at once.
    pub const fn can_win(&self) -> bool {
        self.winning_moves() != 0
    }

    /// The position after a stone in this column (from 0), which must have room.
    #[must_use]
    pub const fn after(&self, column: usize) -> Self {
        debug_assert!(self.can_play(column));
        let square = Board::<W, H>::playable(self.mask) & Board::<W, H>::column(column);
        Self { own: self.own ^ self.mask, mask: self.mask | square }
    }

    /// The position mirrored left to right; its score is the same.
    #[must_use]
    pub const fn mirrored(&self) -> Self {
        Self { own: Board::<W, H>::mirror(self.own), mask: Board::<W, H>::mirror(self.mask) }
    }

    /// A key that is unique to the position.
    ///
    /// In every column the sum of the two bit sets marks the height and the owners below it.
    pub const fn key(&self) -> u64 {
        self.own + self.mask
    }

    /// The smaller of its own key and that of its mirror image.
    pub const fn canonical_key(&self) -> u64 {
        let (here, there) = (self.key(), Board::<W, H>::mirror(self.key()));
        if here < there { here } else { there }
    }

    /// The position with this key. An invalid key gives a position that is not [sound](Self::is_sound).
    pub(super) const fn from_key(key: u64) -> Self {
        let mut mask = 0;
        let mut column = 0;
        while column < W {
            // A column's bits and one more lie between the power of two of its height and the next.
            let bits = (key / Board::<W, H>::column_bottom(column)) % (1 << (H + 1)) + 1;
            mask |= ((1 << bits.ilog2()) - 1) * Board::<W, H>::column_bottom(column);
            column += 1;
        }
        Self { own: key.wrapping_sub(mask), mask }
    }

    /// Whether all stones lie on the board.
    pub(super) const fn is_sound(&self) -> bool {
        self.own & !self.mask == 0 && self.mask & !Board::<W, H>::ALL == 0
    }

    /// The positions one move earlier from which a move led here.
    pub(super) fn parents(&self) -> impl Iterator<Item = Self> {
        (0..W).filter_map(|column| {
            let stones = self.mask & Board::<W, H>::column(column);
            let top = (stones + Board::<W, H>::column_bottom(column)) >> 1;
            // A column without stones has its bottom shifted out of it.
            let theirs = stones & top & !self.own;
            (theirs != 0)
                .then_some(Self { own: (self.own ^ self.mask) & !top, mask: self.mask & !top })
        })
    }

    /// The score of a win at once.
    pub(super) const fn winning_score(&self) -> i32 {
        (Board::<W, H>::SQUARES + 1 - self.stones()) as i32 / 2
    }

    const fn winning_moves(&self) -> u64 {
        Board::<W, H>::completions(self.own) & Board::<W, H>::playable(self.mask)
    }
}

/// Why a game has no position that the solver knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("only a game in play on a board of {width} columns and {height} rows has such a position")]
pub struct NotSolvable {
    /// Columns that the board should have.
    pub width: usize,
    /// Rows that it should have.
    pub height: usize,
}

impl<const W: usize, const H: usize> TryFrom<&Connect4> for BoardPosition<W, H> {
    type Error = NotSolvable;

    fn try_from(game: &Connect4) -> Result<Self, NotSolvable> {
        let fits = (usize::from(game.width()), usize::from(game.height())) == (W, H);
        let not_solvable = NotSolvable { width: W, height: H };
        let seat = game.turn().seat().filter(|_| fits).ok_or(not_solvable)?;
        let mut position = Self::EMPTY;
        for column in 0..W {
            for row in 0..H {
                let square = Board::<W, H>::column_bottom(column) << row;
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
