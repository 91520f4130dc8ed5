//! Why a move or a board is refused, in words for a person.

use game::{BadOptions, Game, Illegal, Words};

use crate::Connect4;
use crate::moves::Column;
use crate::shape::{MAX_SIDE, MAX_SQUARES, MIN_SIDE};

impl Connect4 {
    /// Why a move is not legal; none if it is.
    pub(crate) fn reason_against(&self, mv: Column) -> Option<Illegal> {
        if self.turn().outcome().is_some() {
            return Some(Illegal::new("the game is over", "la partie est terminée"));
        }
        if mv.0 >= self.width() {
            return Some(Illegal(self.choose_a_column()));
        }
        (self.open() & self.shape.column(mv.0) == 0).then(|| {
            Illegal::new(
                format!("column {mv} is full: choose another one"),
                format!("la colonne {mv} est pleine : choisissez-en une autre"),
            )
        })
    }

    /// A request to choose a column.
    pub(crate) fn choose_a_column(&self) -> Words {
        let width = self.width();
        Words::new(
            format!("choose a column from 1 to {width}"),
            format!("choisissez une colonne de 1 à {width}"),
        )
    }
}

/// No game can be played on a board of this size.
pub(crate) fn unplayable_board(width: u8, height: u8) -> BadOptions {
    BadOptions::new(
        format!(
            "a board of {width}x{height} cannot be played on: \
             each side is {MIN_SIDE} to {MAX_SIDE}, and there are {MAX_SQUARES} squares at most"
        ),
        format!(
            "on ne peut pas jouer sur une grille de {width}x{height} : \
             chaque côté va de {MIN_SIDE} à {MAX_SIDE}, avec {MAX_SQUARES} cases au plus"
        ),
    )
}
