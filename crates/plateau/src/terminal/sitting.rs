//! One game at this terminal: the table, who sits where, and what people may do besides moving.
//! Both ways to show a game stand on this, so that they cannot disagree.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use catalog::{Bot, Entry, Setup, Table};
use game::{Outcome, Picture, Record, Refused, Seat, Turn, Words};
use search::Level;

use super::words::{self, fill, same};
use crate::failure::Failure;

/// Who decides for a seat.
#[derive(Clone, Copy, Debug)]
pub enum Sitter {
    /// Somebody at this terminal.
    Human,
    /// A computer player.
    Machine(&'static Level),
}

impl Sitter {
    /// Whether somebody at this terminal decides.
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
pub struct Sitting {
    entry: &'static dyn Entry,
    setup: Setup,
    sitters: Vec<Sitter>,
    table: Box<dyn Table>,
    /// Who made each move. Seats do not always alternate, and undo looks for a person's turn.
    movers: Vec<Seat>,
    resigned: Option<Seat>,
    record: Option<PathBuf>,
}

impl Sitting {
    /// Sits down. `asked` says who sits where, `human` or a level; seats that it leaves open go to
    /// one person, if there is none yet, and to machines of a middling level.
    pub fn new(
        entry: &'static dyn Entry,
        setup: Setup,
        asked: &[String],
        record: Option<PathBuf>,
    ) -> Result<Self, Failure> {
        let mut table = entry.table(&setup)?;
        let sitters = seat_everybody(entry, asked, table.seats())?;
        if let Some(path) = &record {
            // Better to hear now than after the game that it cannot be written.
            OpenOptions::new().append(true).create(true).open(path)?;
        }
        table.name_seats(sitters.iter().map(|sitter| sitter.id().to_owned()).collect());
        Ok(Self { entry, setup, sitters, table, movers: Vec::new(), resigned: None, record })
    }

    /// The game's place in the catalogue.
    pub fn entry(&self) -> &'static dyn Entry {
        self.entry
    }

    /// The state and its record.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Who sits where.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// Who made each move so far.
    pub fn movers(&self) -> &[Seat] {
        &self.movers
    }

    /// Who decides next, or how it ended, by the rules or by resignation.
    pub fn turn(&self) -> Turn {
        match (self.table.turn(), self.resigned) {
            (Turn::Of(_), Some(seat)) => Turn::Over(self.given_up(seat)),
            (turn, _) => turn,
        }
    }

    /// The seat to move if a person decides for it.
    pub fn human_to_move(&self) -> Option<Seat> {
        self.turn().seat().filter(|seat| self.sitters[seat.index()].is_human())
    }

    /// The seat to move if a machine decides for it.
    pub fn machine_to_move(&self) -> Option<Seat> {
        self.turn().seat().filter(|seat| !self.sitters[seat.index()].is_human())
    }

    /// Whether anybody at this terminal plays.
    pub fn has_human(&self) -> bool {
        self.sitters.iter().any(|sitter| sitter.is_human())
    }

    /// The board as whoever looks at this terminal may see it: the person to move, else the person
    /// who moved last, else any person; a spectator when only machines play.
    pub fn picture(&self) -> Picture {
        self.table.picture(self.viewer())
    }

    /// A move as whoever looks at this terminal may know it.
    pub fn told(&self, text: &str, by: Seat) -> String {
        let open = self.viewer() == Some(by) || self.turn().outcome().is_some();
        if open { text.to_owned() } else { self.table.public_text(text) }
    }

    fn viewer(&self) -> Option<Seat> {
        let human = |seat: &Seat| self.sitters[seat.index()].is_human();
        self.human_to_move()
            .or_else(|| self.movers.iter().rev().copied().find(human))
            .or_else(|| (0..self.sitters.len() as u8).map(Seat).find(human))
    }

    /// Plays a move for the seat whose turn it is.
    pub fn play(&mut self, text: &str) -> Result<(Seat, String), Refused> {
        let Some(seat) = self.turn().seat() else {
            return Err(Refused::Illegal(words::OVER.into()));
        };
        let text = self.table.play(text)?;
        self.movers.push(seat);
        Ok((seat, text))
    }

    /// Goes back to the latest earlier turn of a person; says whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let human = |seat: &Seat| self.sitters[seat.index()].is_human();
        let Some(epoch) = self.movers.iter().rposition(human) else { return false };
        self.table.rewind(epoch);
        self.movers.truncate(epoch);
        true
    }

    /// The person to move gives up, or if a machine is to move, the person who moved last.
    pub fn resign(&mut self) -> bool {
        let human = |seat: &Seat| self.sitters[seat.index()].is_human();
        if self.turn().outcome().is_none() {
            self.resigned = self
                .human_to_move()
                .or_else(|| self.movers.iter().rev().copied().find(human))
                .or_else(|| (0..self.sitters.len() as u8).map(Seat).find(human));
        }
        self.resigned.is_some()
    }

    /// Begins the same game anew with other chance.
    pub fn again(&mut self, seed: u64) -> Result<(), Failure> {
        let setup = Setup { seed, ..self.setup.clone() };
        let mut table = self.entry.table(&setup)?;
        table.name_seats(self.table.record().seats.clone());
        (self.table, self.movers, self.resigned) = (table, Vec::new(), None);
        Ok(())
    }

    /// A new computer player for a seat that one sits at.
    pub fn bot(&self, seat: Seat) -> Option<Box<dyn Bot>> {
        let Sitter::Machine(level) = self.sitters[seat.index()] else { return None };
        // Chance of its own for every seat, and the same game again for the same seed.
        let seed = self.table.record().seed.wrapping_add(1 + u64::from(seat.0));
        self.entry.bot(level.id, seed).ok()
    }

    /// The strongest computer player, to ask for advice.
    pub fn adviser(&self) -> Option<Box<dyn Bot>> {
        let level = self.entry.levels().last()?;
        self.entry.bot(level.id, self.table.record().seed).ok()
    }

    /// Writes the record to a file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let resigned = self.resigned.map(|seat| seat.0);
        let record = Record { resigned, ..self.table.record().clone() };
        fs::write(path, record.to_text())
    }

    /// Writes the record to the file that was asked for, if one was.
    pub fn keep_record(&self) -> io::Result<()> {
        self.record.as_deref().map_or(Ok(()), |path| self.save(path))
    }

    /// A file name in the current folder that is not taken yet.
    pub fn fresh_file(&self) -> PathBuf {
        let game = self.table.game();
        let name = |number: u32| PathBuf::from(format!("{game}-{number}.record"));
        (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
    }

    /// What a seat is called, in both languages.
    pub fn seat_name(&self, seat: Seat) -> Words {
        match self.entry.about().seats.get(seat.index()) {
            Some(name) => (*name).into(),
            None => same(seat.to_string()),
        }
    }

    /// A seat and who sits there: `Yellow (Random)`, `Blue (you)`.
    pub fn player_name(&self, seat: Seat) -> Words {
        let humans = self.sitters.iter().filter(|sitter| sitter.is_human()).count();
        let who = match self.sitters[seat.index()] {
            Sitter::Machine(level) => level.name.into(),
            Sitter::Human if humans == 1 => words::YOU.into(),
            Sitter::Human => return self.seat_name(seat),
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
        // Games without points count one for the win, which says nothing new.
        if outcome.points().iter().all(|points| (0..=1).contains(points)) {
            return Some(first);
        }
        let score = outcome.points().iter().map(ToString::to_string).collect::<Vec<_>>();
        Some(fill(words::WITH_POINTS, &[first, same(score.join(" – "))]))
    }

    fn given_up(&self, seat: Seat) -> Outcome {
        let others = (0..self.sitters.len() as u8).map(Seat);
        let points: Vec<i32> =
            others.map(|other| i32::from(!self.table.allies(seat, other))).collect();
        let why = if points.len() < 2 { words::GAVE_UP } else { words::RESIGNED };
        Outcome::by_points(&points, why)
    }
}

/// The level that a machine plays at when nobody said: `medium`, or else the strongest.
pub fn usual_level(entry: &dyn Entry) -> Option<&'static Level> {
    let levels = entry.levels();
    levels.iter().find(|level| level.id == "medium").or(levels.last())
}

fn seat_everybody(
    entry: &'static dyn Entry,
    asked: &[String],
    seats: usize,
) -> Result<Vec<Sitter>, Failure> {
    if asked.len() > seats {
        let (count, given) = (same(seats.to_string()), same(asked.len().to_string()));
        return Err(Failure::asked(fill(words::TOO_MANY_SEATS, &[count, given])));
    }
    let mut sitters = Vec::with_capacity(seats);
    for who in asked {
        sitters.push(match who.as_str() {
            "human" => Sitter::Human,
            level => Sitter::Machine(entry.level(level)?),
        });
    }
    while sitters.len() < seats {
        let somebody = sitters.iter().any(|sitter| sitter.is_human());
        sitters.push(match usual_level(entry) {
            Some(level) if somebody => Sitter::Machine(level),
            _ => Sitter::Human,
        });
    }
    Ok(sitters)
}
