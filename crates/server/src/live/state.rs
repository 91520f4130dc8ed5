//! What is known of a table: its row, and the game.

use catalog::{Entry, Table};
use game::{Record, Seat};

use super::show::outcome_of;
use crate::store::{GameProgress, MoveRow, SeatKind, SeatRow, Status, StoreError, TableRow};
use crate::token::{Token, same_hash};

/// A table as it stands.
pub(crate) struct State {
    pub row: TableRow,
    pub game: Box<dyn Table>,
    /// Whether anything in the game is not for everybody to see.
    pub hides: bool,
}

/// The seats whose tokens somebody holds, by the tokens' hashes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Held {
    hashes: Vec<String>,
}

impl Held {
    pub fn new(tokens: &[Token]) -> Self {
        Self { hashes: tokens.iter().map(Token::hash).collect() }
    }

    /// The seats of this table that are held.
    pub fn seats(&self, row: &TableRow) -> Vec<u8> {
        self.among(&row.seats)
    }

    /// Those of these seats that are held.
    pub fn among(&self, seats: &[SeatRow]) -> Vec<u8> {
        let holds = |seat: &SeatRow| {
            let stored = seat.token.as_deref();
            stored.is_some_and(|stored| self.hashes.iter().any(|own| same_hash(own, stored)))
        };
        (0u8..).zip(seats).filter(|(_, seat)| holds(seat)).map(|(seat, _)| seat).collect()
    }
}

impl State {
    /// The table that a row and its moves describe.
    pub fn build(
        entry: &'static dyn Entry,
        row: TableRow,
        moves: &[MoveRow],
    ) -> Result<Self, StoreError> {
        let record = Record {
            game: row.game.clone(),
            options: row.options.clone(),
            seed: row.seed,
            seats: Vec::new(),
            resigned: row.resigned,
            moves: moves.iter().map(|mv| mv.text.clone()).collect(),
        };
        let game =
            entry.replay(&record).map_err(|error| StoreError::Unreadable(error.to_string()))?;
        let hides = game.hides();
        Ok(Self { row, game, hides })
    }

    /// Who looks, among those who hold these seats: the one to move if they hold it, else the first.
    pub fn viewer(&self, held: &[u8]) -> Option<u8> {
        let turn = self.row.progress.turn;
        held.iter().copied().find(|&seat| Some(seat) == turn).or(held.first().copied())
    }

    /// The bot that is to move, if one is and may.
    pub fn bot_to_move(&self) -> Option<(u8, &str)> {
        let turn = self.row.progress.turn?;
        if self.row.progress.status != Status::Playing || self.row.archived {
            return None;
        }
        let seat = self.row.seats.get(usize::from(turn))?;
        (seat.kind == SeatKind::Bot).then(|| (turn, seat.level.as_deref().unwrap_or_default()))
    }

    /// Whether the holder of these seats may take the last move back and ask nobody: it was a step
    /// of a turn that is still theirs, and it showed them nothing that was hidden.
    pub fn step_back(&self, held: &[u8]) -> bool {
        let (Some(&by), Some(turn)) = (self.game.movers().last(), self.game.turn().seat()) else {
            return false;
        };
        by == turn
            && held.contains(&by.0)
            && self.row.progress.status == Status::Playing
            && !self.showed_hidden(self.row.stamp.epoch - 1, [Some(by)])
    }

    /// Whether a move since this epoch showed one of these viewers what chance had hidden: if so, the
    /// same moves would look otherwise in another world that fitted what they knew then.
    pub fn showed_hidden(
        &self,
        epoch: u32,
        viewers: impl IntoIterator<Item = Option<Seat>>,
    ) -> bool {
        if !self.hides {
            return false;
        }
        let then = self.at(epoch);
        let moves = &self.game.record().moves[epoch as usize..];
        viewers.into_iter().any(|viewer| {
            let seen = self.game.view(viewer);
            (1..=4).any(|seed| {
                let mut world = then.imagine(viewer, seed);
                moves.iter().any(|text| world.play(text).is_err()) || world.view(viewer) != seen
            })
        })
    }

    /// The position after this many moves, on a board of its own on which nobody has resigned.
    pub fn at(&self, epoch: u32) -> Box<dyn Table> {
        let mut game = self.game.fork();
        game.rewind(epoch as usize);
        game
    }
}

/// How far a game has come, given who sits at the table.
pub(crate) fn progress(game: &dyn Table, row: &TableRow) -> GameProgress {
    let turn = game.turn();
    let status = match () {
        () if turn.outcome().is_some() => Status::Over,
        () if row.seats.iter().all(SeatRow::is_ready) => Status::Playing,
        () => Status::Waiting,
    };
    let seat = turn.seat().map(|Seat(seat)| seat);
    let bot = |seat: u8| row.seats.get(usize::from(seat)).map(|s| s.kind) == Some(SeatKind::Bot);
    GameProgress {
        status,
        turn: seat,
        result: outcome_of(game),
        bot_due: status == Status::Playing && !row.archived && seat.is_some_and(bot),
    }
}
