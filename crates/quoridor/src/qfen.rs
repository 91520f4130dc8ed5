//! Positions as the other Quoridor programs write them, often called QFEN: `d4f4e7 / a2a8 / e4 e6 / 7 8 / 2`, which is
//! the horizontal walls, the vertical ones, the pawns, the walls left, and the seat to move. It does not say who placed
//! which wall, nor what was played; the board has nine squares on a side.

use game::{BadPosition, BadRecord, Game, Record, Study, Words};

use crate::moves::{Move, WallOrientation};
use crate::notation::read_one;
use crate::{Options, Quoridor};

/// The side of the board that it can tell of.
const SIZE: u8 = 9;

/// The five parts of a text that looks like it.
fn parts(text: &str) -> Option<[&str; 5]> {
    let parts: Vec<&str> = text.trim().split('/').map(str::trim).collect();
    let parts: [&str; 5] = parts.try_into().ok()?;
    let [level, upright, pawns, left, mover] = parts;
    let of = |part: &str, good: fn(char) -> bool| part.chars().all(good);
    let squares = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let listed = of(level, squares) && of(upright, squares);
    let counted = [left, mover]
        .iter()
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || c == ' '));
    let names = pawns.split_whitespace();
    let pawns = names.clone().count() >= 2
        && names.into_iter().all(|name| matches!(read_one(name), Some((Move::Step(_), ""))));
    (listed && counted && pawns).then_some(parts)
}

/// Whether a text looks like it.
pub(crate) fn is(text: &str) -> bool {
    parts(text).is_some()
}

/// Reads a position. The walls count as the first player's: nobody can tell whose they are.
pub(crate) fn read(text: &str) -> Result<Quoridor, BadPosition> {
    let Some([level, upright, pawns, left, mover]) = parts(text) else {
        return Err(BadPosition::new(
            "a position of other programs is written as in “d4f4e7 / a2a8 / e4 e6 / 7 8 / 2”",
            "une position d’autres programmes s’écrit comme « d4f4e7 / a2a8 / e4 e6 / 7 8 / 2 »",
        ));
    };
    let joined = |part: &str| part.split_whitespace().collect::<Vec<_>>().join("/");
    let seats = pawns.split_whitespace().count();
    let walls = walls(level, 'h')? + &walls(upright, 'v')?;
    let walls = if walls.is_empty() { "-".to_owned() } else { walls };
    let nobody = "/-".repeat(seats.saturating_sub(1));
    // Something must have been played before another than the first is to move: we cannot know what.
    let (plies, last) = if mover == "1" && walls == "-" { (0, "-") } else { (seats, "pass") };
    let own =
        format!("{SIZE} {} {} {walls}{nobody} {mover} {plies} {last}", joined(pawns), joined(left));
    own.parse()
}

/// The walls of a list, each with its orientation.
fn walls(list: &str, orientation: char) -> Result<String, BadPosition> {
    let (mut rest, mut walls) = (list, String::new());
    while !rest.is_empty() {
        let Some((Move::Step(square), after)) = read_one(rest) else {
            let rest: String = rest.chars().take(12).collect();
            return Err(BadPosition::new(
                format!("“{rest}” is no list of walls"),
                format!("« {rest} » n’est pas une liste de murs"),
            ));
        };
        walls += &format!("{square}{orientation}");
        rest = after;
    }
    Ok(walls)
}

/// A position as text; none for a board of another size.
pub(crate) fn write(game: &Quoridor) -> Option<String> {
    let seats = || (0..game.seats).map(game::Seat);
    let walls = |wanted: WallOrientation| {
        let each = game.maze.each().filter(|&(_, orientation)| orientation == wanted);
        each.map(|(anchor, _)| anchor.to_string()).collect::<String>()
    };
    let pawns: Vec<String> = seats().map(|seat| game.pawn(seat).to_string()).collect();
    let left: Vec<String> = seats().map(|seat| game.walls_left(seat).to_string()).collect();
    (game.size() == SIZE).then(|| {
        format!(
            "{} / {} / {} / {} / {}\n",
            walls(WallOrientation::Horizontal),
            walls(WallOrientation::Vertical),
            pawns.join(" "),
            left.join(" "),
            game.mover + 1,
        )
    })
}

/// Reads a position as a study that begins there.
pub(crate) fn read_study(text: &str) -> Result<Study, BadRecord> {
    let game = read(text).map_err(|error| BadRecord(error.0))?;
    let options = Options { players: game.seats, ..Options::default() };
    Ok(Study::new(Record::new::<Quoridor>(&options, 0), Some(game.save())))
}

/// Writes the position after the moves of a study's main line.
pub(crate) fn write_study(study: &Study) -> Result<String, BadRecord> {
    let (_, game) = crate::transcript::main_line(study)?;
    write(&game).ok_or_else(|| {
        BadRecord(Words::new(
            "this notation knows boards of nine squares on a side only",
            "cette notation ne connaît que les plateaux de neuf cases de côté",
        ))
    })
}

#[cfg(test)]
mod tests {
    use game::play_text;

    use super::*;

    #[test]
    fn a_position_of_another_program_is_read_and_written_back() {
        for text in [
            " /  / e1 e9 / 10 10 / 1\n",
            "d4f4e7 / a2a8 / e4 e6 / 7 8 / 2\n",
            "d4f4e7 / a2a8 / e4 e6 a4 h6 / 3 4 4 4 / 3\n",
        ] {
            assert!(is(text), "{text}");
            assert_eq!(write(&read(text).unwrap()).as_deref(), Some(text));
            let study = read_study(text).unwrap();
            assert_eq!(write_study(&study).as_deref(), Ok(text));
        }
        let mut game = read("e3 / / e2 e8 / 9 10 / 2").unwrap();
        play_text(&mut game, "e7").unwrap();
        assert_eq!(write(&game).unwrap(), "e3 /  / e2 e7 / 9 10 / 1\n");
    }

    #[test]
    fn what_cannot_be_a_position_is_refused_in_words() {
        for (text, why) in [
            ("d4e4 / / e4 e6 / 7 8 / 1", "no wall that fits"),
            ("d4 / d4a1 / e4 e6 / 7 8 / 1", "“d4v” is no wall that fits"),
            ("d9 / / e4 e6 / 7 8 / 1", "no wall that fits"),
            ("d / / e4 e6 / 7 8 / 1", "no list of walls"),
            ("/ / e4 e4 / 7 8 / 1", "no free square"),
            ("/ / e4 e6 e7 / 7 8 1 / 1", "two or four"),
            ("/ / e4 e6 / 7 8 / 3", "no seat to move"),
            ("/ / e4 e6 / 7 / 1", "list of the walls left"),
            ("/ / e4 e6 / 7 999 / 1", "list of the walls left"),
            ("/ / e9 e6 / 7 9 / 2", "had arrived before"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
        for text in ["", "e2 e8", "1/2/3/4/5", "d4 / a2 / e4 / 7 8 / 2", "9 e1/e9 10/10 -/- 1 0 -"]
        {
            assert!(!is(text), "{text}");
            assert!(read(text).is_err(), "{text}");
        }
    }
}
