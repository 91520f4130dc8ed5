//! Why a move is refused, in words for a person.

use game::Illegal;

use crate::board::Spot;
use crate::mode::COLOURS;
use crate::moves::Move;
use crate::notation::{square_text, squares_text};
use crate::pieces::Pieces;
use crate::rules::Blokus;

impl Blokus {
    /// Why a move is not legal; none if it is.
    pub(crate) fn reason_against(&self, mv: Move) -> Option<Illegal> {
        let Some(colour) = self.colour_to_move() else {
            return Some(Illegal::new("the game is over", "la partie est terminée"));
        };
        let spot = match mv {
            Move::Place(spot) => spot,
            Move::Skip if !self.skips => {
                return Some(Illegal::new(
                    "nobody loses a single turn; “pass” gives a colour up for good",
                    "nul ne perd un seul tour ; « pass » abandonne une couleur pour de bon",
                ));
            }
            Move::Pass | Move::Skip => return None,
        };
        let Illegal(why) = self.refusal(colour, spot)?;
        let (name, squares) = (COLOURS[colour], squares_text(spot));
        Some(Illegal::new(
            format!("{} cannot play {squares}: {}", name.en, why.en),
            format!("{} ne peut pas jouer {squares} : {}", name.fr, why.fr),
        ))
    }

    /// Why a colour cannot put a piece there; none if it can.
    fn refusal(&self, colour: usize, spot: Spot) -> Option<Illegal> {
        let board = &self.boards[colour];
        let shape = spot.shape();
        let name = Pieces::get().pieces[usize::from(shape.piece)].name;
        if spot.x + shape.width > self.mode().side() || spot.y + shape.height > self.mode().side() {
            return Some(Illegal::new(
                "the piece would stick out over the edge",
                "la pièce dépasserait du plateau",
            ));
        }
        if !board.has(shape.piece) {
            return Some(Illegal::new(
                format!("the piece {name} has already been placed"),
                format!("la pièce {name} est déjà posée"),
            ));
        }
        if !board.is_free(spot) {
            let taken = spot.squares().find(|&square| self.colour_at(square).is_some());
            return Some(match taken {
                Some(square) => Illegal::new(
                    format!("{} is already covered", square_text(square)),
                    format!("la case {} est déjà prise", square_text(square)),
                ),
                None => Illegal::new(
                    "it would touch a piece of its own colour side to side",
                    "elle toucherait une pièce de sa couleur par un côté",
                ),
            });
        }
        if !board.attaches(spot) {
            if self.colours[colour].count == 0 {
                let start = square_text(self.mode().start(colour));
                return Some(Illegal::new(
                    format!("the first piece must cover {start}"),
                    format!("la première pièce doit couvrir {start}"),
                ));
            }
            return Some(Illegal::new(
                "it must touch a piece of its own colour corner to corner",
                "elle doit toucher une pièce de sa couleur par un coin",
            ));
        }
        None
    }
}
