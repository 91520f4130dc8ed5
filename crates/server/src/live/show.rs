//! What of a table is shown, and to whom.

use catalog::Table;
use game::{Seat, Words};

use super::{Live, TableState};
use crate::clock::{now, rfc3339};
use crate::phrases;
use crate::store::{Forfeit, OutcomeRow, SeatKind, Status, TableRow};
use crate::wire::{
    ActionEvent, ClockBody, HandoverBody, OptionsBody, SeatBody, SeriesBody, TableBody, UndoBody,
    ViewBody,
};

/// A row of a list, as everybody may see it. Who is there, and what clocks show, is known of tables in memory only.
/// Bots think only where that is attended.
pub(crate) fn table_body(row: &TableRow, spectators: usize, attended: bool) -> TableBody {
    let (progress, now) = (&row.progress, now());
    let due_in = progress.due.map(|due| (due - now).max(0));
    let seats = (0u8..).zip(&row.seats).map(|(number, seat)| SeatBody {
        seat: number,
        kind: seat.kind,
        name: seat.name.clone(),
        level: seat.level.clone(),
        thinking: seat.kind == SeatKind::Bot
            && progress.status == Status::Playing
            && !row.archived
            && attended
            && progress.turn == Some(number),
        away: None,
    });
    TableBody {
        id: row.id.clone(),
        game: row.game.clone(),
        variant: row.variant.clone(),
        options: OptionsBody(row.options.clone()),
        status: progress.status,
        generation: row.stamp.generation,
        epoch: row.stamp.epoch,
        turn: progress.turn,
        outcome: progress.result.clone(),
        created: rfc3339(row.created),
        private: row.private,
        seats: seats.collect(),
        spectators,
        undo: row.undo_asked().map(|undo| UndoBody { by: undo.by, epoch: undo.epoch }),
        next: row.next.clone(),
        declined: row.terms.declined.clone(),
        clock: row.terms.clock.map(|control| ClockBody { control, left: Vec::new(), due_in }),
        help: row.allows_help(),
        handover: row.terms.handover.as_ref().map(|asked| HandoverBody {
            by: asked.asker().to_vec(),
            seats: asked.seats.clone(),
            take: asked.take.clone(),
        }),
        claim_in: None,
        said: row.terms.said.iter().filter_map(|said| phrases::said(said, now)).collect(),
        series: row.series().map(|series| SeriesBody {
            games: series.games,
            points: series.points.iter().map(|&doubled| f64::from(doubled) / 2.0).collect(),
        }),
    }
}

impl Live {
    /// The table as everybody may see it.
    pub fn body(&self, state: &TableState) -> TableBody {
        // Whoever is shown it attends to it.
        let mut body = table_body(&state.row, self.spectators(), true);
        body.claim_in = self.claim_in(state);
        for seat in body.seats.iter_mut().filter(|seat| seat.kind == SeatKind::Person) {
            seat.away = self.presence.away(seat.seat);
        }
        if let (Some(clock), Some(left)) = (&mut body.clock, state.time_left(now())) {
            clock.left = left;
        }
        body
    }
}

impl TableState {
    /// The present game as the holder of these seats sees it.
    pub fn view(&self, held: &[u8]) -> ViewBody {
        self.view_of(&*self.game, held)
    }

    /// The game on a board of this table, at whatever epoch that board is.
    pub fn view_of(&self, game: &dyn Table, held: &[u8]) -> ViewBody {
        let epoch = game.epoch() as u32;
        let present = epoch == self.row.stamp.epoch;
        let turn = game.turn().seat().map(|Seat(seat)| seat);
        let seat = held.iter().copied().find(|&s| Some(s) == turn).or(held.first().copied());
        let may_play = present
            && self.row.progress.status == Status::Playing
            && turn.is_some_and(|turn| held.contains(&turn));
        ViewBody {
            epoch,
            generation: self.row.stamp.generation,
            seat,
            view: game.view(seat.map(Seat)),
            turn,
            outcome: self.row.progress.result.clone().filter(|_| present),
            legal: if may_play { game.legal() } else { Vec::new() },
            back: may_play && self.step_back(held),
        }
    }

    /// The `action` event of the move that led to a board's position.
    pub fn action(&self, game: &dyn Table, held: &[u8]) -> ActionEvent {
        let view = self.view_of(game, held);
        let last = game.epoch().saturating_sub(1) as u32;
        let (seat, text) = self.played(last, held).unwrap_or_default();
        ActionEvent {
            seat,
            text,
            epoch: view.epoch,
            generation: view.generation,
            view: view.view,
            turn: view.turn,
            outcome: view.outcome,
            legal: view.legal,
            back: view.back,
            left: self.time_left(now()),
        }
    }

    /// Who moved at an epoch, and what, as the holder of these seats may see it.
    pub fn played(&self, epoch: u32, held: &[u8]) -> Option<(u8, String)> {
        let at = epoch as usize;
        let (&Seat(seat), text) = (self.game.movers().get(at)?, self.game.record().moves.get(at)?);
        let open = held.contains(&seat) || self.row.progress.status == Status::Over;
        Some((seat, if open { text.clone() } else { self.game.public_text(text) }))
    }
}

/// How a game ended, as it is sent; none while it is in play.
pub(crate) fn outcome_of(game: &dyn Table) -> Option<OutcomeRow> {
    // The seat's name is known here, not where outcomes are made.
    Some(OutcomeRow { why: game.why()?, ..OutcomeRow::from(game.outcome()?) })
}

/// How the game of a table ended, as it is stored and sent.
pub(super) fn table_outcome(game: &dyn Table, row: &TableRow) -> Option<OutcomeRow> {
    let outcome = outcome_of(game)?;
    // Whoever lost without a move is called by name, which the game does not know.
    let name = row.resigned.and_then(|seat| row.seats.get(usize::from(seat))?.name.as_deref());
    let why = match (name, row.terms.forfeit) {
        (Some(name), None) => Words::new(format!("{name} resigned"), format!("{name} a abandonné")),
        (_, Some(forfeit)) => {
            let side = row.resigned.and_then(|seat| game.about().seats.get(usize::from(seat)));
            let en = name.or(side.map(|side| side.en)).unwrap_or("a player");
            let fr = name.or(side.map(|side| side.fr)).unwrap_or("un joueur");
            match forfeit {
                Forfeit::Time => {
                    Words::new(format!("{en} ran out of time"), format!("{fr} a dépassé le temps"))
                }
                Forfeit::Absence => {
                    Words::new(format!("{en} left the game"), format!("{fr} a quitté la partie"))
                }
                Forfeit::Fault => Words::new(
                    format!("{en} stopped working and could not play on"),
                    format!("{fr} est tombé en panne et n’a pas pu continuer"),
                ),
            }
        }
        (None, None) => return Some(outcome),
    };
    Some(OutcomeRow { why, ..outcome })
}
