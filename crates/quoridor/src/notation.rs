//! Moves and positions as text.
//!
//! A move is `e2`, `e3h`, `a6v` or `pass`; the report's `haut`, `droite`, `bas`, `gauche` (and up,
//! right, down, left) are read as the pawn's step that way. A position is
//! `9 e2/e8 9/9 e3h/d6v 1 4 d6v`: the size, then by seat the pawns, the walls left and the walls
//! placed (`-` for none, several run on: `e3ha6v`), the seat to move, the moves played and the last
//! one (`-` at the start).

use game::{BadMove, BadPosition, Game, Seat, Words};

use crate::Quoridor;
use crate::about::{MAX_WALLS, Options};
use crate::maze::{WallSet, squares};
use crate::moves::{Move, Square, WallOrientation};
use crate::shape::{MAX_SIZE, Side, bit};

impl Quoridor {
    pub(crate) fn read_move(&self, text: &str) -> Result<Move, BadMove> {
        let lower = text.to_lowercase();
        let side = match lower.as_str() {
            "move" | "bouger" => return Err(self.how_to_move()),
            "wall" | "mur" => return Err(self.how_to_build()),
            "pass" | "passe" | "passer" => return Ok(Move::Pass),
            "up" | "haut" => Some(Side::North),
            "right" | "droite" => Some(Side::East),
            "down" | "bas" => Some(Side::South),
            "left" | "gauche" => Some(Side::West),
            _ => None,
        };
        if let Some(side) = side {
            return self.towards(side).map(Move::Step).ok_or_else(|| {
                let (en, fr) = match side {
                    Side::North => ("up", "le haut"),
                    Side::East => ("right", "la droite"),
                    Side::South => ("down", "le bas"),
                    Side::West => ("left", "la gauche"),
                };
                BadMove::new(
                    format!("you can’t move {en}: the board ends there"),
                    format!("impossible de bouger vers {fr} : le plateau s’arrête là"),
                )
            });
        }
        match read_one(&lower) {
            Some((mv, "")) => Ok(mv),
            _ => {
                let Words { en, fr } = self.extent();
                Err(BadMove::new(
                    format!(
                        "“{text}” is not understood: write a square as e2 or a wall as e3h; {en}"
                    ),
                    format!(
                        "« {text} » : mot non reconnu, veuillez réessayer ; écrivez une case comme e2 ou un mur comme e3h ; {fr}"
                    ),
                ))
            }
        }
    }

    /// The student report's game first asks “move or wall?”: to “move” we answer with the possible squares.
    fn how_to_move(&self) -> BadMove {
        let squares: Vec<_> = squares(self.steps()).map(|square| square.to_string()).collect();
        let list = squares.join(", ");
        BadMove::new(
            format!("your pawn may go to {list}: type the square, or up, down, left, right"),
            format!(
                "votre pion peut aller en {list} : tapez la case, ou haut, bas, gauche, droite"
            ),
        )
    }

    /// To “wall” we answer with how a wall is written.
    fn how_to_build(&self) -> BadMove {
        let left = self.left[usize::from(self.mover)];
        let Words { en, fr } = self.extent();
        BadMove::new(
            format!(
                "you have {left} walls: type the square nearest a1 that it touches, then h or v, as in e3h; {en}"
            ),
            format!(
                "il vous reste {left} murs : tapez la case touchée la plus proche de a1, puis h ou v, comme e3h ; {fr}"
            ),
        )
    }

    pub(crate) fn to_text(&self) -> String {
        let by_seat = |of: &dyn Fn(Seat) -> String| {
            (0..self.seats).map(|seat| of(Seat(seat))).collect::<Vec<_>>().join("/")
        };
        let pawns = by_seat(&|seat| self.pawn(seat).to_string());
        let left = by_seat(&|seat| self.walls_left(seat).to_string());
        let walls = by_seat(&|seat| {
            let own = self.maze.each().filter(|&(anchor, _)| self.owner(anchor) == seat);
            let text: String = own
                .map(|(anchor, orientation)| Move::Wall(anchor, orientation).to_string())
                .collect();
            if text.is_empty() { "-".to_owned() } else { text }
        });
        let last = self.last.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        let (size, mover, plies) = (self.size(), Seat(self.mover), self.plies);
        format!("{size} {pawns} {left} {walls} {mover} {plies} {last}")
    }

    pub(crate) fn from_text(text: &str) -> Result<Self, BadPosition> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [size, pawns, left, walls, mover, plies, last] = parts[..] else {
            return Err(BadPosition::new(
                "a position is written as in “9 e2/e8 9/9 e3h/d6v 1 4 d6v”",
                "une position s’écrit comme « 9 e2/e8 9/9 e3h/d6v 1 4 d6v »",
            ));
        };
        let pawns: Vec<&str> = pawns.split('/').collect();
        let size = size.parse().map_err(|_| not_a("size", "taille", size))?;
        let options = Options { players: pawns.len().try_into().unwrap_or(0), size, walls: 0 };
        let mut game = Self::new(&options, 0).map_err(|error| BadPosition(error.0))?;
        game.read_pawns(&pawns)?;
        game.read_left(left)?;
        game.read_walls(walls)?;
        game.mover = match mover.parse::<u8>() {
            Ok(number) if (1..=game.seats).contains(&number) => number - 1,
            _ => return Err(not_a("seat to move", "siège au trait", mover)),
        };
        game.plies = match plies.parse::<u16>() {
            Ok(number) if u32::from(number) <= game.most_plies() => number,
            _ => return Err(not_a("number of moves played", "nombre de coups joués", plies)),
        };
        game.read_last(last)?;
        game.arrivals_hold()?;
        Ok(game)
    }

    fn read_pawns(&mut self, texts: &[&str]) -> Result<(), BadPosition> {
        let mut taken = 0;
        for (pawn, text) in self.pawns.iter_mut().zip(texts) {
            match read_one(text) {
                Some((Move::Step(square), ""))
                    if bit(square.0) & self.shape.board & !taken != 0 =>
                {
                    taken |= bit(square.0);
                    *pawn = square;
                }
                _ => return Err(not_a("free square for a pawn", "case libre pour un pion", text)),
            }
        }
        Ok(())
    }

    fn read_left(&mut self, text: &str) -> Result<(), BadPosition> {
        let counts: Vec<&str> = text.split('/').collect();
        let wrong = || not_a("list of the walls left", "liste des murs restants", text);
        if counts.len() != self.seats() {
            return Err(wrong());
        }
        for (left, count) in self.left.iter_mut().zip(counts) {
            *left = count.parse().ok().filter(|&count| count <= MAX_WALLS).ok_or_else(wrong)?;
        }
        Ok(())
    }

    fn read_walls(&mut self, text: &str) -> Result<(), BadPosition> {
        let lists: Vec<&str> = text.split('/').collect();
        if lists.len() != self.seats() {
            return Err(not_a("list of walls by seat", "liste des murs par siège", text));
        }
        for (seat, list) in lists.iter().enumerate() {
            let mut rest = if *list == "-" { "" } else { *list };
            while !rest.is_empty() {
                let Some((Move::Wall(anchor, orientation), after)) = read_one(rest) else {
                    return Err(not_a("wall", "mur", rest));
                };
                let one = WallSet::default().with(anchor, orientation);
                if self.maze.fitting(self.shape).and(one).is_empty() {
                    let wall = &rest[..rest.len() - after.len()];
                    return Err(not_a("wall that fits", "mur qui ait sa place", wall));
                }
                self.maze = self.maze.with(anchor, orientation);
                self.set_owner(anchor, seat as u8);
                rest = after;
            }
        }
        let passages = self.passages();
        for seat in (0..self.seats).map(Seat) {
            if !passages.reaches(bit(self.pawn(seat).0), self.goal_line(seat.0)) {
                let name = Self::colour(seat);
                return Err(BadPosition::new(
                    format!("these walls shut {} in", name.en),
                    format!("ces murs enferment {}", name.fr),
                ));
            }
        }
        Ok(())
    }

    /// The last move left something to be seen: a pawn where it went, a wall of whoever moved.
    fn read_last(&mut self, text: &str) -> Result<(), BadPosition> {
        let before = self.mover_before();
        self.last = match read_one(text) {
            _ if text == "-" && self.plies == 0 => None,
            _ if text == "pass" && self.plies > 0 => Some(Move::Pass),
            Some((Move::Step(square), ""))
                if self.plies > 0 && self.pawn(Seat(before)) == square =>
            {
                Some(Move::Step(square))
            }
            Some((Move::Wall(anchor, orientation), ""))
                if self.plies > 0
                    && bit(anchor.0) & self.shape.anchors != 0
                    && self.maze.has(anchor, orientation)
                    && self.owner(anchor) == Seat(before) =>
            {
                Some(Move::Wall(anchor, orientation))
            }
            _ => return Err(not_a("last move here", "dernier coup possible ici", text)),
        };
        Ok(())
    }

    /// Only the pawn that moved last may stand on its goal: the game was over then.
    fn arrivals_hold(&self) -> Result<(), BadPosition> {
        let arrived = |seat: u8| bit(self.pawns[usize::from(seat)].0) & self.goal_line(seat) != 0;
        let before = self.mover_before();
        let stepped = matches!(self.last, Some(Move::Step(_)));
        match (0..self.seats).find(|&seat| arrived(seat) && !(seat == before && stepped)) {
            None => Ok(()),
            Some(seat) => {
                let name = Self::colour(Seat(seat));
                Err(BadPosition::new(
                    format!("{} had arrived before the last move", name.en),
                    format!("{} était déjà arrivé avant le dernier coup", name.fr),
                ))
            }
        }
    }
}

fn not_a(en: &str, fr: &str, text: &str) -> BadPosition {
    BadPosition::new(format!("“{text}” is no {en}"), format!("« {text} » n’est pas : {fr}"))
}

/// Reads a square or a wall at the beginning of a text, on any board; and the rest of the text.
pub(crate) fn read_one(text: &str) -> Option<(Move, &str)> {
    let letter = text.bytes().next().filter(|byte| (b'a'..b'a' + MAX_SIZE).contains(byte))?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).take(2).count();
    let rank: u8 = text[1..=digits].parse().ok().filter(|rank| (1..=MAX_SIZE).contains(rank))?;
    // `e02` is no square: every square has one name.
    if text.as_bytes().get(1) == Some(&b'0') {
        return None;
    }
    let square = Square::at(letter - b'a', rank - 1);
    let rest = &text[1 + digits..];
    Some(match rest.bytes().next() {
        Some(b'h') => (Move::Wall(square, WallOrientation::Horizontal), &rest[1..]),
        Some(b'v') => (Move::Wall(square, WallOrientation::Vertical), &rest[1..]),
        _ => (Move::Step(square), rest),
    })
}

impl std::str::FromStr for Quoridor {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::load(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_reads_as_it_was_written() {
        for text in [
            "9 e1/e9 10/10 -/- 1 0 -",
            "9 e2/e8 9/9 e3h/d6v 1 4 d6v",
            "11 f1/a6/f11/k6 5/5/5/4 -/-/-/j10h 1 4 j10h",
            "3 b1/b3 0/2 a1h/- 1 2 b3",
        ] {
            match Quoridor::load(text) {
                Ok(game) => assert_eq!(game.save(), text),
                Err(error) => panic!("{text}: {error}"),
            }
        }
    }
}
