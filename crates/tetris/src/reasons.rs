//! Why a placement is refused, in words for a person.

use game::Illegal;

use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::reach::Walk;

impl Tetris {
    /// Why a placement is not legal; none if it is.
    pub(crate) fn reason_against(&self, mv: Placement) -> Option<Illegal> {
        let stock = &self.stock;
        let rules = stock.terms.rules;
        let Some(present) = self.body else {
            return Some(Illegal::new("the game is over", "la partie est terminée"));
        };
        let letter = mv.piece.letter();
        let Some(from) = self.entry(mv.piece) else {
            let mut there = present.piece.letter().to_string();
            if let Some(other) = self.choices().nth(1) {
                there = format!("{there}, {}", other.piece.letter());
            }
            return Some(Illegal::new(
                format!("there is no {letter} to be placed now, but {there}"),
                format!("il n’y a pas de {letter} à placer maintenant, mais {there}"),
            ));
        };
        let body = mv.body(rules);
        if Placement::of(rules, body, mv.spin) != mv || !stock.fits(body) {
            return Some(Illegal::new(
                format!("{mv}: there is no room for the {letter}"),
                format!("{mv} : il n’y a pas de place pour le {letter}"),
            ));
        }
        if stock.fits(body.moved(0, -1)) {
            return Some(Illegal::new(
                format!("{mv}: the {letter} would hang in the air"),
                format!("{mv} : le {letter} resterait en l’air"),
            ));
        }
        let walk = Walk::new(&stock.field, rules, from, self.reach);
        let rests = walk.rests();
        if rests.iter().any(|rest| rest.placement == mv) {
            return None;
        }
        let other = Placement { spin: !mv.spin, ..mv };
        Some(match rests.iter().any(|rest| rest.placement == other) {
            true if mv.spin => Illegal::new(
                format!("{mv}: it is no spin there; write {other}"),
                format!("{mv} : ce n’est pas un spin ici ; écrivez {other}"),
            ),
            true => Illegal::new(
                format!("{mv}: it gets there only by a spin; write {other}"),
                format!("{mv} : elle n’y arrive que par un spin ; écrivez {other}"),
            ),
            false => Illegal::new(
                format!("{mv}: the {letter} cannot get there"),
                format!("{mv} : le {letter} ne peut pas y arriver"),
            ),
        })
    }
}
