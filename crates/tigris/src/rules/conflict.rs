//! Revolts and wars.

use game::Seat;

use crate::bits::{Bits, NOWHERE, beside};
use crate::log::EventKind;
use crate::pieces::Colour;

use super::{Conflict, Phase, Tigris};

impl Tigris {
    pub(super) fn begin_revolt(&mut self, colour: Colour, defender: u8) {
        let attacker = Seat(self.active);
        let conflict = Conflict { colour, attacker, defender: Seat(defender), committed: None };
        self.phase = Phase::Revolt(conflict);
        let strengths = self.strengths(conflict);
        self.log_event(EventKind::Revolt, attacker.0, defender, colour as u8, NOWHERE, strengths);
    }

    /// The colours in which two leaders stand in the region that the last tile united.
    pub(crate) fn wars(&self) -> [bool; 4] {
        let united = self.region(self.placed);
        Colour::ALL.map(|colour| {
            let squares = self.leaders.map(|row| row[colour.index()]);
            squares.into_iter().filter(|&s| s != NOWHERE && united.has(s)).count() > 1
        })
    }

    /// Begins the next war, asks which of several comes next, or goes on if none is left.
    pub(super) fn next_war(&mut self) {
        let wars = self.wars();
        let mut colours = Colour::ALL.into_iter().filter(|colour| wars[colour.index()]);
        match (colours.next(), colours.next()) {
            (None, _) => self.offer_monument(),
            (Some(colour), None) => self.begin_war(colour),
            _ => self.phase = Phase::WarChoice,
        }
    }

    /// The war of a colour. The active player attacks if involved, otherwise the first one clockwise.
    pub(crate) fn war_of(&self, colour: Colour) -> Option<Conflict> {
        let united = self.region(self.placed);
        let mut involved = self.seats_from_active().filter(|&seat| {
            let square = self.leaders[usize::from(seat)][colour.index()];
            square != NOWHERE && united.has(square)
        });
        let (attacker, defender) = (Seat(involved.next()?), Seat(involved.next()?));
        Some(Conflict { colour, attacker, defender, committed: None })
    }

    pub(super) fn begin_war(&mut self, colour: Colour) {
        let Some(conflict) = self.war_of(colour) else { return };
        self.phase = Phase::War(conflict);
        let strengths = self.strengths(conflict);
        let (attacker, defender) = (conflict.attacker.0, conflict.defender.0);
        self.log_event(EventKind::War, attacker, defender, colour as u8, NOWHERE, strengths);
    }

    /// The tiles on the board that support a leader in the conflict of this phase.
    pub(crate) fn supporters(&self, seat: Seat, colour: Colour) -> Bits {
        let square = self.leaders[seat.index()][colour.index()];
        if matches!(self.phase, Phase::Revolt(_)) {
            beside(square) & self.tiles[Colour::Red.index()]
        } else {
            self.side(square) & self.tiles[colour.index()]
        }
    }

    /// The number of these tiles.
    pub(crate) fn strength(&self, seat: Seat, colour: Colour) -> u8 {
        self.supporters(seat, colour).count() as u8
    }

    /// The part of the united kingdom on this leader's side of the uniting tile.
    fn side(&self, square: u8) -> Bits {
        Bits::of(square).flood(self.occupied() & !Bits::of(self.placed))
    }

    /// Attacker's and defender's strength on the board.
    pub(crate) fn strengths(&self, conflict: Conflict) -> [u8; 2] {
        [conflict.attacker, conflict.defender].map(|seat| self.strength(seat, conflict.colour))
    }

    /// The colour of the tiles that can be committed in the conflict of this phase.
    pub(crate) fn support_colour(&self, conflict: Conflict) -> Colour {
        if matches!(self.phase, Phase::Revolt(_)) { Colour::Red } else { conflict.colour }
    }

    /// How many tiles the deciding seat may commit: none, or a number in this range.
    pub(crate) fn support_range(&self, conflict: Conflict) -> (u8, u8) {
        let colour = self.support_colour(conflict);
        let held = self.hands[conflict.decides().index()][colour.index()];
        if !self.options.english {
            return (1, held);
        }
        let [attacker, defender] = self.strengths(conflict);
        match conflict.committed {
            None => ((defender + 1).saturating_sub(attacker).max(1), held),
            Some(n) => (1, held.min((attacker + n).saturating_sub(defender))),
        }
    }

    pub(super) fn support(&mut self, count: u8) {
        let (Phase::Revolt(conflict) | Phase::War(conflict)) = self.phase else { return };
        let colour = self.support_colour(conflict);
        let seat = conflict.decides();
        self.hands[seat.index()][colour.index()] -= count;
        self.out[colour.index()] += count;
        self.log_event(EventKind::Support, seat.0, 0, colour as u8, NOWHERE, [count, 0]);
        let Some(first) = conflict.committed else {
            let conflict = Conflict { committed: Some(count), ..conflict };
            self.phase = match self.phase {
                Phase::Revolt(_) => Phase::Revolt(conflict),
                _ => Phase::War(conflict),
            };
            return;
        };
        let [attacker, defender] = self.strengths(conflict);
        let (attack, defence) = (attacker + first, defender + count);
        let (winner, loser, totals) = if attack > defence {
            (conflict.attacker, conflict.defender, [attack, defence])
        } else {
            (conflict.defender, conflict.attacker, [defence, attack])
        };
        self.log_event(EventKind::Won, winner.0, loser.0, conflict.colour as u8, NOWHERE, totals);
        let revolt = matches!(self.phase, Phase::Revolt(_));
        for (seat, lost) in [(winner, 0), (loser, 1)] {
            let tally = &mut self.tally[seat.index()];
            let fought = if revolt { &mut tally.revolts } else { &mut tally.wars };
            fought[lost] = fought[lost].saturating_add(1);
        }
        if revolt {
            self.take_home(loser.0, conflict.colour);
            self.tally[winner.index()].conflicts += 1;
            self.score(winner.0, Colour::Red, 1);
            self.after_action();
        } else {
            self.lose_war(conflict.colour, winner.0, loser.0);
            self.next_war();
        }
    }

    fn lose_war(&mut self, colour: Colour, winner: u8, loser: u8) {
        let square = self.leaders[usize::from(loser)][colour.index()];
        let mut lost = self.side(square) & self.tiles[colour.index()];
        self.take_home(loser, colour);
        if colour == Colour::Red {
            // A temple stays if it holds a treasure, or if it is beside a leader that took no part in the war.
            let mut bystanders = self.standing;
            bystanders.remove(self.leaders[usize::from(winner)][colour.index()]);
            lost = lost & !self.treasures & !bystanders.beside();
        }
        let count = lost.count() as u8;
        self.tiles[colour.index()] &= !lost;
        self.out[colour.index()] += count;
        if count > 0 {
            self.log_event(EventKind::Removed, loser, 0, colour as u8, NOWHERE, [count, 0]);
        }
        self.tally[usize::from(winner)].conflicts += u16::from(count) + 1;
        self.score(winner, colour, count + 1);
    }
}
