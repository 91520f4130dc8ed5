//! What of a table is shown, and to whom.

use catalog::Table;
use game::Seat;

use super::{Live, State};
use crate::clock::rfc3339;
use crate::store::{OutcomeRow, SeatKind, Status, TableRow};
use crate::wire::{ActionEvent, OptionsBody, SeatBody, TableBody, UndoBody, ViewBody};

/// A row of the lobby or a table in memory, as everybody may see it.
pub(crate) fn table_body(row: &TableRow, spectators: usize) -> TableBody {
    let progress = &row.progress;
    let seats = (0u8..).zip(&row.seats).map(|(number, seat)| SeatBody {
        seat: number,
        kind: seat.kind,
        name: seat.name.clone(),
        level: seat.level.clone(),
        thinking: seat.kind == SeatKind::Bot
            && progress.status == Status::Playing
            && !row.archived
            && progress.turn == Some(number),
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
    }
}

impl Live {
    /// The table as everybody may see it.
    pub fn body(&self, state: &State) -> TableBody {
        table_body(&state.row, self.spectators())
    }
}

impl State {
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
            outcome: outcome_of(game),
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

/// How a game ended, as it is stored and sent; none while it is in play.
pub(crate) fn outcome_of(game: &dyn Table) -> Option<OutcomeRow> {
    // The seat's name is known here, not where outcomes are made.
    Some(OutcomeRow { why: game.why()?, ..OutcomeRow::from(game.outcome()?) })
}
