//! What is known of a table: its row, and the game.

use catalog::{Entry, Table};
use game::{Record, Seat};
use serde_json::Value;

use super::show::table_outcome;
use crate::clock::now;
use crate::error::{Answer, game_over, not_started, not_your_seat};
use crate::store::{
    Forfeit, GameProgress, MoveRow, SeatKind, SeatRow, Status, StoreError, TableRow,
};
use crate::time_control::Clocks;
use crate::token::{Token, same_hash};
use crate::work::{Pool, Replay};

/// A table as it stands.
pub(crate) struct TableState {
    pub row: TableRow,
    pub game: Box<dyn Table>,
    /// Whether anything in the game is not for everybody to see.
    pub hides: bool,
    /// Who made each move, and when, in milliseconds since 1970.
    pub times: Vec<(u8, i64)>,
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

    /// The seats of this table that are held, if its game is being played.
    pub fn in_play(&self, row: &TableRow) -> Answer<Vec<u8>> {
        let held = self.seats(row);
        if held.is_empty() {
            return Err(not_your_seat());
        }
        match row.progress.status {
            Status::Over => Err(game_over()),
            Status::Waiting => Err(not_started()),
            Status::Playing => Ok(held),
        }
    }

    /// The seats of this table that their holders handed to a machine, which still plays them.
    pub fn given(&self, row: &TableRow) -> Vec<u8> {
        let given = row.terms.given.iter().filter(|given| {
            let seat = row.seats.get(usize::from(given.seat));
            let is_machine = seat.is_some_and(|seat| seat.kind == SeatKind::Bot);
            is_machine && self.hashes.iter().any(|own| same_hash(own, &given.token))
        });
        given.map(|given| given.seat).collect()
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

impl TableState {
    /// A table, the game that is played there, and who moved when.
    pub fn new(row: TableRow, game: Box<dyn Table>, times: Vec<(u8, i64)>) -> Self {
        let hides = game.hides();
        Self { row, game, hides, times }
    }

    /// The table that a row and its moves describe.
    pub async fn replay(
        pool: &Pool,
        entry: &'static dyn Entry,
        row: TableRow,
        moves: Vec<MoveRow>,
    ) -> Answer<Self> {
        let times = moves.iter().map(|mv| (mv.seat, mv.at)).collect();
        let record = Record {
            game: row.game.clone(),
            options: row.options.clone(),
            seed: row.seed,
            seats: Vec::new(),
            resigned: row.resigned,
            moves: moves.into_iter().map(|mv| mv.text).collect(),
        };
        let game = Replay::record(pool, entry, record).await?;
        let game = game.map_err(|error| StoreError::Unreadable(error.to_string()))?;
        Ok(Self::new(row, game, times))
    }

    /// Who looks, among those who hold these seats: the one to move if they hold it, else the first.
    pub fn viewer(&self, held: &[u8]) -> Option<u8> {
        let turn = self.row.progress.turn;
        held.iter().copied().find(|&seat| Some(seat) == turn).or(held.first().copied())
    }

    /// Whether a person sits here. Bots that are among themselves play only while somebody watches.
    pub fn has_people(&self) -> bool {
        has_people(&self.row)
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
    /// of a turn that is still theirs, and it showed them nothing that was hidden. An answer that ended the turn of
    /// another is no such step: that player may have drawn since.
    pub fn step_back(&self, held: &[u8]) -> bool {
        let (Some(&by), Some(turn)) = (self.game.movers().last(), self.game.turn().seat()) else {
            return false;
        };
        by == turn
            && held.contains(&by.0)
            && self.row.progress.status == Status::Playing
            && !self.showed_hidden(self.row.stamp.epoch - 1, [Some(by)])
            && !self.dealt_to_others(self.row.stamp.epoch - 1, by)
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
        viewers.into_iter().any(|viewer| {
            let seen = self.game.view(viewer);
            self.worlds(&*then, epoch, viewer).any(|view| view.is_none_or(|view| view != seen))
        })
    }

    /// Whether chance showed the others something since this epoch, such as tiles that they drew. What a move showed
    /// of its own player's, they could not know and do not count.
    fn dealt_to_others(&self, epoch: u32, by: Seat) -> bool {
        if !self.hides {
            return false;
        }
        let then = self.at(epoch);
        let others = (0..self.game.seats() as u8).map(Seat).filter(|&seat| seat != by);
        others.map(Some).any(|viewer| {
            let seen = self.game.view(viewer);
            self.worlds(&*then, epoch, viewer).flatten().any(|view| view != seen)
        })
    }

    /// What a viewer would see now in worlds that fitted what they knew at an epoch, `then`; nothing where the moves
    /// since cannot be played.
    fn worlds(
        &self,
        then: &dyn Table,
        epoch: u32,
        viewer: Option<Seat>,
    ) -> impl Iterator<Item = Option<Value>> {
        let moves = &self.game.record().moves[epoch as usize..];
        (1..=4).map(move |seed| {
            let mut world = then.imagine(viewer, seed);
            moves.iter().all(|text| world.play(text).is_ok()).then(|| world.view(viewer))
        })
    }

    /// What everybody has left at this time; none without a clock, or before the game has begun.
    pub fn time_left(&self, now: i64) -> Option<Vec<i64>> {
        let progress = &self.row.progress;
        let running = progress.turn.filter(|_| progress.status == Status::Playing);
        let mut left = clocks(&self.row, &self.times)?.left_at(now, running);
        if self.row.terms.forfeit == Some(Forfeit::Time)
            && let Some(seat) = self.row.resigned
        {
            left[usize::from(seat)] = 0;
        }
        Some(left)
    }

    /// The position after this many moves, on a board of its own on which nobody has resigned.
    pub fn at(&self, epoch: u32) -> Box<dyn Table> {
        self.game.position(epoch as usize)
    }
}

/// Brings the row of a new or changed table in line with its game and the times of its moves. The clock of the
/// present move begins now if nobody could think about it before: the game had not begun, or its answer was `taken_back`.
pub(crate) fn follow(row: &mut TableRow, game: &dyn Table, times: &[(u8, i64)], taken_back: bool) {
    let was = row.progress.status;
    row.progress = progress(game, row, times);
    let begins = was != Status::Playing && row.progress.status == Status::Playing;
    if row.terms.clock.is_some() && (begins || taken_back) {
        let epoch = row.stamp.epoch;
        row.terms.starts.retain(|(at, _)| *at < epoch);
        row.terms.starts.push((epoch, now()));
        row.progress = progress(game, row, times);
    }
}

/// The clocks of a table; none before the game has begun.
fn clocks(row: &TableRow, times: &[(u8, i64)]) -> Option<Clocks> {
    Clocks::after(row.terms.clock?, row.seats.len(), &row.terms.starts, times.iter().copied())
}

/// How far a game has come, given who sits at the table and when the moves were made.
pub(super) fn progress(game: &dyn Table, row: &TableRow, times: &[(u8, i64)]) -> GameProgress {
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
        result: table_outcome(game, row),
        // Turns that any node may take. Bots that are among themselves wait until somebody watches.
        bot_due: status == Status::Playing
            && !row.archived
            && has_people(row)
            && seat.is_some_and(bot),
        due: seat
            .filter(|_| status == Status::Playing)
            .and_then(|seat| clocks(row, times)?.due(seat)),
    }
}

fn has_people(row: &TableRow) -> bool {
    row.seats.iter().any(|seat| seat.kind == SeatKind::Person)
}
