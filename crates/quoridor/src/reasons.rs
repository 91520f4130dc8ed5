//! Why a move is illegal, as sentences for people: the student report's own, where it had some.

use game::{Illegal, Seat, Words};

use crate::maze::WallSet;
use crate::moves::{Move, Square, WallOrientation};
use crate::shape::{Side, bit};
use crate::{Quoridor, rules::steps_of};

impl Quoridor {
    pub(crate) fn check_step(&self, to: Square) -> Result<(), Illegal> {
        let target = bit(to.0);
        if target & self.shape.board == 0 {
            return Err(self.off_the_board(&to.to_string()));
        }
        if self.steps() & target != 0 {
            return Ok(());
        }
        let pawn = self.pawns[usize::from(self.mover)];
        if to == pawn {
            return Err(Illegal::new(
                format!("your pawn already stands on {to}"),
                format!("votre pion est déjà en {to}"),
            ));
        }
        if let Some(other) = self.seat_on(to) {
            let name = Self::colour(other);
            return Err(Illegal::new(
                format!("{} stands on {to}: a square holds one pawn", name.en),
                format!("{} est en {to} : une case ne porte qu’un pion", name.fr),
            ));
        }
        let (across, up) = (
            i16::from(to.file()) - i16::from(pawn.file()),
            i16::from(to.rank()) - i16::from(pawn.rank()),
        );
        Err(match (across.abs(), up.abs()) {
            (1, 0) | (0, 1) => {
                let (en, fr) = heading(across, up);
                Illegal::new(
                    format!("you can’t move {en}: a wall bars the way to {to}"),
                    format!("impossible de bouger vers {fr} : un mur barre le passage vers {to}"),
                )
            }
            (2, 0) | (0, 2) if self.meets_a_pawn(pawn) => Illegal::new(
                format!("the jump to {to} is barred: over a single pawn only, and over no wall"),
                format!("le saut vers {to} est impossible : par-dessus un seul pion, et aucun mur"),
            ),
            (1, 1) if self.meets_a_pawn(pawn) => Illegal::new(
                format!(
                    "{to} is diagonal: only when a wall or the edge is behind the pawn that you jump"
                ),
                format!(
                    "{to} est en diagonale : seulement si un mur ou le bord est derrière le pion sauté"
                ),
            ),
            _ => Illegal::new(
                format!("you can’t move to {to}: it is not a neighbouring square of {pawn}"),
                format!("impossible de bouger en {to} : ce n’est pas une case voisine de {pawn}"),
            ),
        })
    }

    pub(crate) fn check_wall(
        &self,
        anchor: Square,
        orientation: WallOrientation,
    ) -> Result<(), Illegal> {
        let wall = Move::Wall(anchor, orientation);
        if bit(anchor.0) & self.shape.anchors == 0 {
            return Err(self.off_the_board(&wall.to_string()));
        }
        if self.left[usize::from(self.mover)] == 0 {
            return Err(Illegal::new(
                "you have no walls left: move your pawn",
                "vous n’avez plus de mur : déplacez votre pion",
            ));
        }
        let one = WallSet::default().with(anchor, orientation);
        if !self.maze.fitting(self.shape).and(one).is_empty() {
            let shut: Vec<Seat> = self.shut_in_by(anchor, orientation).collect();
            return if shut.is_empty() { Ok(()) } else { Err(self.shut_in(wall, &shut)) };
        }
        Err(self.in_the_way(anchor, orientation))
    }

    /// Which walls a wall that does not fit would cross or overlap.
    fn in_the_way(&self, anchor: Square, orientation: WallOrientation) -> Illegal {
        let wall = Move::Wall(anchor, orientation);
        let across = match orientation {
            WallOrientation::Horizontal => WallOrientation::Vertical,
            WallOrientation::Vertical => WallOrientation::Horizontal,
        };
        if self.maze.has(anchor, orientation) {
            return Illegal::new(
                format!("{wall} is already there: choose another place"),
                format!("{wall} est déjà posé : choisissez un autre emplacement"),
            );
        }
        if self.maze.has(anchor, across) {
            let other = Move::Wall(anchor, across);
            return Illegal::new(
                format!("{wall} would cross {other}: choose another place"),
                format!("{wall} croiserait {other} : choisissez un autre emplacement"),
            );
        }
        let (file, rank) = (anchor.file(), anchor.rank());
        let beside = match orientation {
            WallOrientation::Horizontal => {
                [file.checked_sub(1), Some(file + 1)].map(|file| Some(Square::at(file?, rank)))
            }
            WallOrientation::Vertical => {
                [rank.checked_sub(1), Some(rank + 1)].map(|rank| Some(Square::at(file, rank?)))
            }
        };
        let others: Vec<String> = beside
            .into_iter()
            .flatten()
            .filter(|&at| bit(at.0) & self.shape.anchors != 0 && self.maze.has(at, orientation))
            .map(|at| Move::Wall(at, orientation).to_string())
            .collect();
        Illegal::new(
            format!("{wall} would overlap {}: choose another place", others.join(" and ")),
            format!(
                "{wall} chevaucherait {} : choisissez un autre emplacement",
                others.join(" et ")
            ),
        )
    }

    pub(crate) fn check_pass(&self) -> Result<(), Illegal> {
        if self.steps() == 0 && self.walls().is_empty() {
            return Ok(());
        }
        Err(Illegal::new(
            "only who can neither move nor place a wall passes",
            "on ne passe que si l’on ne peut ni bouger ni poser de mur",
        ))
    }

    fn shut_in(&self, wall: Move, shut: &[Seat]) -> Illegal {
        let names = |of: fn(Seat) -> String| shut.iter().map(|&s| of(s)).collect::<Vec<_>>();
        let en = names(|seat| Self::colour(seat).en.to_owned()).join(" and ");
        let fr = names(|seat| Self::colour(seat).fr.to_owned()).join(" et ");
        let squares: Vec<_> = shut.iter().map(|&seat| self.pawn(seat).to_string()).collect();
        Illegal::new(
            format!(
                "{wall} would shut {en} in ({}): every pawn must keep a way to its goal",
                squares.join(" and ")
            ),
            format!(
                "{wall} enfermerait {fr} ({}) : tout pion doit garder une issue vers sa ligne d’arrivée",
                squares.join(" et ")
            ),
        )
    }

    fn off_the_board(&self, text: &str) -> Illegal {
        let Words { en, fr } = self.extent();
        Illegal::new(
            format!("“{text}” is not on the board: {en}"),
            format!("« {text} » est hors du plateau : {fr}"),
        )
    }

    /// The range of squares and walls, as a part of a sentence.
    pub(crate) fn extent(&self) -> Words {
        let last = Square::at(self.size() - 1, self.size() - 1);
        let wall = Square::at(self.size() - 2, self.size() - 2);
        Words::new(
            format!("squares go from a1 to {last}, walls from a1h to {wall}v"),
            format!("les cases vont de a1 à {last}, les murs de a1h à {wall}v"),
        )
    }

    fn seat_on(&self, square: Square) -> Option<Seat> {
        (0..self.seats).map(Seat).find(|&seat| self.pawn(seat) == square)
    }

    /// Whether another pawn stands next to this one with no wall between.
    fn meets_a_pawn(&self, pawn: Square) -> bool {
        let passages = self.passages();
        let next = passages.spread(bit(pawn.0)) & !bit(pawn.0);
        (0..self.seats).any(|seat| bit(self.pawn(Seat(seat)).0) & next != 0)
    }

    /// The square that a step in a direction leads to: the neighbour, or the one behind a pawn on it. An illegal step
    /// gives the neighbour too, so that `check` can say why.
    pub(crate) fn towards(&self, side: Side) -> Option<Square> {
        let pawn = self.pawns[usize::from(self.mover)];
        let beside = |square: Square| {
            let (file, rank) = (square.file(), square.rank());
            let (file, rank) = match side {
                Side::North => (Some(file), rank.checked_add(1)),
                Side::South => (Some(file), rank.checked_sub(1)),
                Side::East => (file.checked_add(1), Some(rank)),
                Side::West => (file.checked_sub(1), Some(rank)),
            };
            let (file, rank) = (file?, rank?);
            (file < self.size() && rank < self.size()).then(|| Square::at(file, rank))
        };
        let next = beside(pawn)?;
        let occupied = (0..self.seats).fold(0, |all, seat| all | bit(self.pawn(Seat(seat)).0));
        let steps = steps_of(self.passages(), bit(pawn.0), occupied);
        let behind = beside(next).filter(|_| bit(next.0) & occupied != 0);
        Some(behind.filter(|behind| bit(behind.0) & steps != 0).unwrap_or(next))
    }
}

fn heading(across: i16, up: i16) -> (&'static str, &'static str) {
    match (across, up) {
        (_, 1..) => ("up", "le haut"),
        (_, ..=-1) => ("down", "le bas"),
        (1.., _) => ("right", "la droite"),
        _ => ("left", "la gauche"),
    }
}
