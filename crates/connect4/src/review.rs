//! What is said of a game afterwards: fours, and the threats of them that a move misses or allows.

use game::{Game, Phrase, Seat, Turn, Words};

use crate::about::ABOUT;
use crate::{Column, Connect4};

fn after(game: &Connect4, mv: Column) -> Connect4 {
    let mut next = game.clone();
    next.play(mv);
    next
}

fn moves(game: &Connect4) -> Vec<Column> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}

/// A move that makes four at once.
fn winning(game: &Connect4) -> Option<Column> {
    let seat = game.turn().seat()?;
    let wins = |end: &Turn| matches!(end, Turn::Over(end) if end.share(seat) == 1.0);
    moves(game).into_iter().find(|&mv| wins(&after(game, mv).turn()))
}

/// Whether the side that has just moved makes four next, whatever the other plays.
fn is_lost(game: &Connect4) -> bool {
    let replies = moves(game);
    winning(game).is_none()
        && !replies.is_empty()
        && replies.iter().all(|&reply| winning(&after(game, reply)).is_some())
}

/// The empty squares, in reach or not, where a disc of a seat would make four.
fn threats(game: &Connect4, seat: Seat) -> u64 {
    let own = game.stones[seat.index()];
    let empty = (0..64).map(|at| 1 << at).filter(|at| game.shape.board & !game.taken() & at != 0);
    empty.filter(|at| game.shape.has_four(own | at)).fold(0, |all, at| all | at)
}

/// The lowest of some squares, in words.
fn square(game: &Connect4, squares: u64) -> Option<Words> {
    let height = u32::from(game.shape.height);
    let all = (0..64).filter(|at| squares >> at & 1 == 1);
    let (row, column) = all.map(|at| (at % height, at / height)).min()?;
    let (column, row) = (column + 1, row + 1);
    Some(Words::new(
        format!("column {column}, row {row}"),
        format!("colonne {column}, rangée {row}"),
    ))
}

/// What a move misses or allows.
pub(crate) fn remark(before: &Connect4, played: Column, better: Column) -> Option<Words> {
    let own = before.turn().seat()?;
    let other = Seat(1 - own.0);
    let name = ABOUT.seats.get(other.index())?;
    let (real, best) = (after(before, played), after(before, better));
    if best.won {
        return Some(Words::new(
            format!("misses four in a row in column {better}"),
            format!("manque quatre jetons alignés dans la colonne {better}"),
        ));
    }
    if let Some(fatal) = winning(&real) {
        return Some(Words::new(
            format!("lets {} make four in a row in column {fatal}", name.en),
            format!("laisse quatre jetons alignés à {} dans la colonne {fatal}", name.fr),
        ));
    }
    if is_lost(&best) {
        return Some(Words::new(
            format!("misses two threats at once in column {better}"),
            format!("manque une double menace dans la colonne {better}"),
        ));
    }
    if let Some(fork) = moves(&real).into_iter().find(|&reply| is_lost(&after(&real, reply))) {
        return Some(Words::new(
            format!("lets {} make two threats at once in column {fork}", name.en),
            format!("laisse une double menace à {} dans la colonne {fork}", name.fr),
        ));
    }
    remark_on_threats(before, &real, &best, name)
        .or_else(|| remark_on_replies(&real, &best, other, name))
}

/// A threat of one's own that a move gives up, or that the better one would have made.
fn remark_on_threats(
    before: &Connect4,
    real: &Connect4,
    best: &Connect4,
    other: &Phrase,
) -> Option<Words> {
    let own = before.turn().seat()?;
    let above = real.open() & !before.open();
    if let Some(given) = square(before, threats(before, own) & above) {
        return Some(Words::new(
            format!("gives up a threat of four: {} can block it in {}", other.en, given.en),
            format!("abandonne une menace : {} peut la bloquer en {}", other.fr, given.fr),
        ));
    }
    let missed = square(before, threats(best, own) & !threats(real, own) & !real.taken())?;
    Some(Words::new(
        format!("misses a threat of four in {}", missed.en),
        format!("manque une menace d’alignement en {}", missed.fr),
    ))
}

/// A threat that the other side can make now, and could not after the better move.
fn remark_on_replies(
    real: &Connect4,
    best: &Connect4,
    other: Seat,
    name: &Phrase,
) -> Option<Words> {
    let made = |game: &Connect4| {
        let replies = moves(game).into_iter();
        replies.map(|reply| (reply, threats(&after(game, reply), other))).collect::<Vec<_>>()
    };
    let before = threats(real, other) | made(best).iter().fold(0, |all, (_, more)| all | more);
    let (reply, there) = made(real)
        .into_iter()
        .find_map(|(reply, threats)| Some((reply, square(real, threats & !before)?)))?;
    Some(Words::new(
        format!("lets {} threaten four in {}, with a disc in column {reply}", name.en, there.en),
        format!("laisse {} menacer en {}, par la colonne {reply}", name.fr, there.fr),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said after these moves of a move and a better one.
    fn said(line: &str, played: u8, better: u8) -> Option<String> {
        let mut game = Connect4::new(&crate::Options::default(), 0).unwrap();
        for text in game.split_moves(line) {
            game.play(game.parse(text).unwrap());
        }
        remark(&game, Column(played - 1), Column(better - 1)).map(|words| words.en.into_owned())
    }

    #[test]
    fn fours_and_threats_of_them_are_named() {
        for (line, played, better, expected) in [
            ("414141", 7, 4, "misses four in a row in column 4"),
            ("41414", 7, 4, "lets Blue make four in a row in column 4"),
            // Blue has two in the bottom row: a third between free squares wins.
            ("4455", 1, 3, "misses two threats at once in column 3"),
            ("445", 1, 3, "lets Blue make two threats at once in column 3"),
        ] {
            assert_eq!(said(line, played, better).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn a_better_move_than_itself_has_nothing_to_say() {
        assert_eq!(said("4", 4, 4), None);
    }
}
