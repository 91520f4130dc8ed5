//! A game at this terminal: the table, who plays each seat, undo, resignation and saving. The full screen and the
//! plain console both use it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use catalog::{Bot, Entry, Setup, Table};
use game::{Lang, Picture, Refused, Seat, Turn, Words};
use search::Level;

use super::words::{self, fill, same};
use crate::failure::Failure;

/// Who plays a seat.
#[derive(Clone, Copy, Debug)]
pub enum SeatPlayer {
    /// A person at this terminal.
    Human,
    /// A computer player.
    Machine(&'static Level),
}

impl SeatPlayer {
    /// Whether a person plays.
    pub fn is_human(self) -> bool {
        matches!(self, Self::Human)
    }

    /// The name in commands and records.
    pub fn id(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Machine(level) => level.id,
        }
    }
}

/// A game being played at this terminal.
pub struct LocalGame {
    entry: &'static dyn Entry,
    setup: Setup,
    players: Vec<SeatPlayer>,
    table: Box<dyn Table>,
    record: Option<PathBuf>,
}

impl LocalGame {
    /// Starts a game. `asked` names who plays each seat, `human` or a level. The seats that it leaves open go to
    /// one person, if there is none yet, and to bots of the usual level.
    pub fn new(
        entry: &'static dyn Entry,
        setup: Setup,
        asked: &[String],
        record: Option<PathBuf>,
    ) -> Result<Self, Failure> {
        let mut table = entry.table(&setup)?;
        let players = assign_seats(entry, &setup, asked, table.seats())?;
        if let Some(path) = &record {
            // Fail before the game, not after it, if the record cannot be written.
            OpenOptions::new().append(true).create(true).open(path)?;
        }
        // A level that was named with other numbers keeps that name.
        let usual = players.iter().skip(asked.len()).map(|player| player.id().to_owned());
        table.name_seats(asked.iter().cloned().chain(usual).collect());
        Ok(Self { entry, setup, players, table, record })
    }

    /// The game's entry in the catalogue.
    pub fn entry(&self) -> &'static dyn Entry {
        self.entry
    }

    /// The state and its record.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Who plays each seat.
    pub fn players(&self) -> &[SeatPlayer] {
        &self.players
    }

    /// The seat of each move so far.
    pub fn movers(&self) -> &[Seat] {
        self.table.movers()
    }

    /// The seat to move, or the outcome, by the rules or by resignation.
    pub fn turn(&self) -> Turn {
        self.table.turn()
    }

    /// The seat to move, if a person plays it.
    pub fn human_to_move(&self) -> Option<Seat> {
        self.turn().seat().filter(|seat| self.players[seat.index()].is_human())
    }

    /// The seat to move, if a bot plays it.
    pub fn machine_to_move(&self) -> Option<Seat> {
        self.turn().seat().filter(|seat| !self.players[seat.index()].is_human())
    }

    /// Whether any person plays.
    pub fn has_human(&self) -> bool {
        self.players.iter().any(|player| player.is_human())
    }

    /// The board as the person at this terminal may see it: the person to move, else the person who moved last,
    /// else any person. If only bots play, it is a spectator's view.
    pub fn picture(&self, lang: Lang) -> Picture {
        self.table.picture(self.viewer(), lang)
    }

    /// The text of a move as the person at this terminal may see it.
    pub fn shown(&self, text: &str, by: Seat) -> String {
        let open = self.viewer() == Some(by) || self.turn().outcome().is_some();
        if open { text.to_owned() } else { self.table.public_text(text) }
    }

    fn viewer(&self) -> Option<Seat> {
        let human = |seat: &Seat| self.players[seat.index()].is_human();
        self.human_to_move()
            .or_else(|| self.movers().iter().rev().copied().find(human))
            .or_else(|| (0..self.players.len() as u8).map(Seat).find(human))
    }

    /// Plays a move for the seat whose turn it is.
    pub fn play(&mut self, text: &str) -> Result<(Seat, String), Refused> {
        let Some(seat) = self.turn().seat() else {
            return Err(Refused::Illegal(words::OVER.into()));
        };
        let text = self.table.play(text)?;
        Ok((seat, text))
    }

    /// Goes back to the latest earlier turn of a person; false if there is none.
    pub fn undo(&mut self) -> bool {
        if self.table.resigned().is_some() {
            self.table.rewind(self.table.epoch());
            return true;
        }
        let human = |seat: &Seat| self.players[seat.index()].is_human();
        let Some(epoch) = self.movers().iter().rposition(human) else { return false };
        self.table.rewind(epoch);
        true
    }

    /// Resigns for the person to move, or if a bot is to move, for the person who moved last. False if no person
    /// plays.
    pub fn resign(&mut self) -> bool {
        let human = |seat: &Seat| self.players[seat.index()].is_human();
        let by = self
            .human_to_move()
            .or_else(|| self.movers().iter().rev().copied().find(human))
            .or_else(|| (0..self.players.len() as u8).map(Seat).find(human));
        by.is_some_and(|seat| self.table.resign(seat).is_ok())
    }

    /// Starts the same game again with another seed.
    pub fn restart(&mut self, seed: u64) -> Result<(), Failure> {
        let setup = Setup { seed, ..self.setup.clone() };
        let mut table = self.entry.table(&setup)?;
        table.name_seats(self.table.record().seats.clone());
        self.table = table;
        Ok(())
    }

    /// A new bot for a seat that a bot plays.
    pub fn bot(&self, seat: Seat) -> Option<Box<dyn Bot>> {
        let SeatPlayer::Machine(level) = self.players[seat.index()] else { return None };
        let name = self.table.record().seats.get(seat.index()).map_or(level.id, String::as_str);
        self.entry.bot(name, self.table.bot_seed(seat)).ok()
    }

    /// A bot of the strongest level, for hints.
    pub fn adviser(&self) -> Option<Box<dyn Bot>> {
        let level = self.entry.levels().last()?;
        self.entry.bot(level.id, self.table.record().seed).ok()
    }

    /// Writes the record to a file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        fs::write(path, self.table.record().to_text())
    }

    /// Writes the record to the file of `--record`, if one was given.
    pub fn keep_record(&self) -> io::Result<()> {
        self.record.as_deref().map_or(Ok(()), |path| self.save(path))
    }

    /// An unused file name in the current folder.
    pub fn fresh_file(&self) -> PathBuf {
        let game = self.table.game();
        let name = |number: u32| PathBuf::from(format!("{game}-{number}.record"));
        (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
    }

    /// The name of a seat.
    pub fn seat_name(&self, seat: Seat) -> Words {
        match self.entry.about().seats.get(seat.index()) {
            Some(name) => (*name).into(),
            None => same(seat.to_string()),
        }
    }

    /// A seat and who plays it: `Yellow (Random)`, `Blue (you)`.
    pub fn player_name(&self, seat: Seat) -> Words {
        let humans = self.players.iter().filter(|player| player.is_human()).count();
        let who = match self.players[seat.index()] {
            SeatPlayer::Machine(level) => level.name.into(),
            SeatPlayer::Human if humans == 1 => words::YOU.into(),
            SeatPlayer::Human => return self.seat_name(seat),
        };
        fill(words::SEAT_AND_WHO, &[self.seat_name(seat), who])
    }

    /// Who won and why, once the game is over.
    pub fn ending(&self) -> Option<Words> {
        let outcome = self.turn().outcome()?;
        let why: Words = outcome.why().into();
        let winners: Vec<Words> = outcome.winners().map(|seat| self.player_name(seat)).collect();
        let first = if outcome.seats() < 2 {
            fill(words::ENDED, &[why])
        } else if outcome.is_draw() {
            fill(words::DRAWN, &[why])
        } else if let [winner] = &winners[..] {
            fill(words::WON, &[winner.clone(), why])
        } else {
            let join = |names: Vec<&str>| names.join(", ");
            let names = Words::new(
                join(winners.iter().map(|name| &*name.en).collect()),
                join(winners.iter().map(|name| &*name.fr).collect()),
            );
            fill(words::WON_TOGETHER, &[names, why])
        };
        // Games without points count 1 for a win, which adds nothing.
        if outcome.points().iter().all(|points| (0..=1).contains(points)) {
            return Some(first);
        }
        let score = outcome.points().iter().map(ToString::to_string).collect::<Vec<_>>();
        Some(fill(words::WITH_POINTS, &[first, same(score.join(" – "))]))
    }
}

fn assign_seats(
    entry: &'static dyn Entry,
    setup: &Setup,
    asked: &[String],
    seats: usize,
) -> Result<Vec<SeatPlayer>, Failure> {
    if asked.len() > seats {
        let (count, given) = (same(seats.to_string()), same(asked.len().to_string()));
        return Err(Failure::asked(fill(words::TOO_MANY_SEATS, &[count, given])));
    }
    let mut players = Vec::with_capacity(seats);
    for who in asked {
        players.push(match who.as_str() {
            "human" => SeatPlayer::Human,
            level => {
                // A network must be one for this very board.
                entry.check_player(level, Some(setup))?;
                SeatPlayer::Machine(entry.level_of(level)?)
            }
        });
    }
    while players.len() < seats {
        let somebody = players.iter().any(|player| player.is_human());
        players.push(match somebody {
            true => SeatPlayer::Machine(entry.usual_level()),
            false => SeatPlayer::Human,
        });
    }
    Ok(players)
}
