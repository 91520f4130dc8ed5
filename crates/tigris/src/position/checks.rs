//! Checks a position that was read: leaders stand where they may, and the phase fits the board.

use game::{BadPosition, Game};

use crate::bits::{Bits, NOWHERE, Square, beside};
use crate::pieces::Colour;
use crate::rules::{Conflict, HAND, Phase, Tigris};

use super::{bad, phase_text};

impl Tigris {
    /// Checks that leaders stand beside a temple, and that a kingdom has one leader of a colour except in a conflict.
    pub(super) fn check_leaders(&self) -> Result<(), BadPosition> {
        let temples = self.tiles[Colour::Red.index()];
        if self.standing.iter().any(|square| !beside(square).meets(temples)) {
            return Err(bad(
                "every leader stands beside a face-up temple",
                "tout chef se tient à côté d’un temple visible",
            ));
        }
        // The board before the conflict: without the piece that began it.
        let mut before = self.clone();
        match self.phase {
            Phase::Revolt(conflict)
                if self.leader(conflict.attacker, conflict.colour).is_some() =>
            {
                before.take_home(conflict.attacker.0, conflict.colour);
            }
            Phase::War(_) | Phase::WarChoice if self.placed != NOWHERE => {
                before.tiles = before.tiles.map(|tiles| tiles & !Bits::of(self.placed));
            }
            _ => (),
        }
        let has_rivals = |kingdom: Bits| {
            Colour::ALL.iter().any(|colour| {
                let squares = self.leaders.map(|row| row[colour.index()]);
                let here = |&square: &Square| {
                    square != NOWHERE && before.standing.has(square) && kingdom.has(square)
                };
                squares.iter().filter(|square| here(square)).count() > 1
            })
        };
        if before.kingdoms().any(has_rivals) {
            return Err(bad(
                "a kingdom has one leader of a colour at most",
                "un royaume a un chef de chaque couleur au plus",
            ));
        }
        Ok(())
    }

    /// Checks that the pending decision is possible on this board.
    pub(super) fn check_phase(&self) -> Result<(), BadPosition> {
        let seats = self.seats();
        let holds = match self.phase {
            Phase::Action | Phase::Over(_) => true,
            Phase::Revolt(conflict) => {
                let placed = self.leader(conflict.attacker, conflict.colour);
                let rival = self.leader(conflict.defender, conflict.colour);
                conflict.attacker.0 == self.active
                    && placed == Some(self.placed)
                    && rival.is_some_and(|square| self.region(self.placed).has(square))
            }
            Phase::War(conflict) => {
                self.placed != NOWHERE
                    && self.pairs_at_most()
                    && self.tile_at(self.placed).is_some()
                    && self.war_of(conflict.colour)
                        == Some(Conflict { committed: None, ..conflict })
            }
            Phase::WarChoice => {
                self.placed != NOWHERE
                    && self.pairs_at_most()
                    && self.tile_at(self.placed).is_some()
                    && self.wars().iter().filter(|&&war| war).count() > 1
            }
            Phase::Monument => {
                self.placed != NOWHERE
                    && self.sites().1 > 0
                    && self
                        .tile_at(self.placed)
                        .is_some_and(|colour| (0..6).any(|m| self.is_free_monument(m, colour)))
            }
            Phase::Treasure(seat) => {
                self.treasure_due().is_some_and(|(due, _, sure)| due == seat.0 && !sure)
            }
        };
        let committed = match self.phase {
            Phase::Revolt(c) | Phase::War(c) => {
                c.attacker != c.defender
                    && c.attacker.index() < seats
                    && c.defender.index() < seats
                    && c.committed.is_none_or(|n| n <= HAND)
            }
            _ => true,
        };
        if holds && committed {
            return Ok(());
        }
        Err(bad(
            format!("in this position there is nothing to decide as in {}", phase_text(self.phase)),
            format!("rien à décider ici comme dans {}", phase_text(self.phase)),
        ))
    }

    /// Whether the last tile united at most two leaders of each colour.
    fn pairs_at_most(&self) -> bool {
        let united = self.region(self.placed);
        Colour::ALL.iter().all(|colour| {
            let squares = self.leaders.map(|row| row[colour.index()]);
            squares.iter().filter(|&&s| s != NOWHERE && united.has(s)).count() <= 2
        })
    }
}
