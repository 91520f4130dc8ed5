//! What of a table is shown, and to whom.

use catalog::{Entry, Table};
use game::Seat;
use serde_json::Value;

use super::{Live, State};
use crate::clock::rfc3339;
use crate::store::{SeatKind, Status, TableRow};
use crate::wire::{
    ActionEvent, OutcomeBody, SeatBody, TableBody, UndoBody, ViewBody, WordsBody, outcome_json,
};

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
        options: row.options.clone(),
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

    /// The seat that gave up, if that is how it ended.
    pub fn resigned(&self, state: &State) -> Option<Seat> {
        let result =
            state.row.progress.result.as_ref().filter(|_| state.game.outcome().is_none())?;
        let seats = 0..state.game.seats() as u8;
        let gave_up = |&by: &u8| resigned(self.entry, &*state.game, by).as_ref() == Some(result);
        seats.into_iter().find(gave_up).map(Seat)
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
        let turn = if present { self.row.progress.turn } else { game.turn().seat().map(|s| s.0) };
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
            outcome: self.outcome_of(game, present),
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

    /// Who moved at an epoch, and what, as the holder of these seats is told it.
    pub fn played(&self, epoch: u32, held: &[u8]) -> Option<(u8, String)> {
        let at = epoch as usize;
        let (&seat, text) = (self.movers.get(at)?, self.game.record().moves.get(at)?);
        let open = held.contains(&seat) || self.row.progress.status == Status::Over;
        Some((seat, if open { text.clone() } else { self.game.public_text(text) }))
    }

    fn outcome_of(&self, game: &dyn Table, present: bool) -> Option<Value> {
        match present {
            true => self.row.progress.result.clone(),
            false => game.outcome().map(|outcome| outcome_json(&outcome)),
        }
    }
}

/// What giving up comes to: the seat and its allies are last, everybody else first.
pub(crate) fn resigned(entry: &dyn Entry, game: &dyn Table, by: u8) -> Option<Value> {
    let name = entry.about().seats.get(usize::from(by));
    let (en, fr) = name.map_or(("a player", "un joueur"), |name| (name.en, name.fr));
    let why = WordsBody { en: format!("{en} resigned"), fr: format!("abandon ({fr})") };
    let seats = 0..game.seats() as u8;
    let lost: Vec<bool> = seats.map(|seat| game.allies(Seat(seat), Seat(by))).collect();
    let ahead = lost.iter().filter(|lost| !**lost).count() as u8;
    let outcome = OutcomeBody {
        places: lost.iter().map(|&lost| if lost { ahead + 1 } else { 1 }).collect(),
        points: lost.iter().map(|&lost| i32::from(!lost)).collect(),
        why,
        winners: (0u8..).zip(&lost).filter(|(_, lost)| !**lost).map(|(seat, _)| seat).collect(),
    };
    serde_json::to_value(outcome).ok()
}
