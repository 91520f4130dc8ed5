//! What is said of a game afterwards.

use game::{Game, Turn, Words};

use crate::about::ABOUT;
use crate::{Column, Connect4};

/// What a move misses or allows.
pub(crate) fn remark(before: &Connect4, played: Column, better: Column) -> Option<Words> {
    let wins = |game: &Connect4, mv: Column| {
        let seat = game.turn().seat();
        let mut after = game.clone();
        after.play(mv);
        matches!(after.turn(), Turn::Over(end) if seat.is_some_and(|seat| end.share(seat) == 1.0))
    };
    if wins(before, better) {
        return Some(Words::new(
            format!("misses four in a row in column {better}"),
            format!("manque quatre jetons alignés dans la colonne {better}"),
        ));
    }
    let mut after = before.clone();
    after.play(played);
    let other = after.turn().seat()?;
    let name = ABOUT.seats.get(other.index())?;
    let mut replies = Vec::new();
    after.legal_moves(&mut replies);
    let fatal = replies.into_iter().find(|&reply| wins(&after, reply))?;
    Some(Words::new(
        format!("lets {} make four in a row in column {fatal}", name.en),
        format!("laisse quatre jetons alignés à {} dans la colonne {fatal}", name.fr),
    ))
}
