//! Who takes part in an event: a level of ours, with its numbers changed or not, or a program by some protocol.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use catalog::{Bot, Entry, Setup, Table};
use game::{Parameters, Words};
use search::{ContestTerms, Entrant, Fault, Guest, Host, Limits, Solo, Stop};
use serde::{Deserialize, Serialize};

use crate::table_game::too_late;
use crate::ugi::UgiHost;

/// The name of the house's own protocol where a program is named.
const HOUSE: &str = "cmd";

/// A contestant as it is named in commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contestant {
    /// A player of the game's own, as in `hard` or `hard:micro=2,macro=0`.
    Own(String),
    /// A program, as in `cmd:./bot --fast` or `gtp:pentobi-gtp`.
    Program {
        /// The protocol that it speaks.
        protocol: String,
        /// The program with its arguments, separated by spaces.
        command: String,
    },
    /// A player that is not named in commands but handed over by whoever runs the event.
    #[serde(skip)]
    Given(GivenPlayer),
}

/// A player of somebody else's, such as a function in another language.
#[derive(Clone)]
pub struct GivenPlayer {
    /// Its name in tables and records.
    pub name: String,
    /// Brings it to a table: once for each thread, and again after a fault.
    pub invite: Arc<dyn Fn() -> Box<dyn TablePlayer> + Send + Sync>,
}

impl fmt::Debug for GivenPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GivenPlayer").field(&self.name).finish()
    }
}

impl PartialEq for GivenPlayer {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.invite, &other.invite)
    }
}

impl Eq for GivenPlayer {}

impl Contestant {
    /// Reads a name. What stands before the first colon is a protocol of the house or of the game, or else a player.
    pub fn parse(game: &dyn Entry, text: &str) -> Result<Self, Fault> {
        let own = || Ok(Self::Own(text.to_owned()));
        let Some((head, rest)) = text.split_once(':') else { return own() };
        let is_player = game.levels().iter().any(|level| level.id == head)
            || solo_players(game).any(|id| id == head);
        // `name=value` is no program, so the level is what is wrong, and is said to be later.
        if is_player || head == neural::LEVEL.id || (!rest.contains(' ') && rest.contains('=')) {
            return own();
        }
        if head != HOUSE && !game.protocols().iter().any(|&(id, _)| id == head) {
            return Err(Fault::Unknown(game.no_protocol(head, HOUSE).0));
        }
        Ok(Self::Program { protocol: head.to_owned(), command: rest.trim().to_owned() })
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        match self {
            Self::Own(name) => name,
            Self::Program { command, .. } => command,
            Self::Given(player) => &player.name,
        }
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Program { .. })
    }

    /// Whether it is a program by the house's own protocol, which sits at tables.
    pub fn is_house_program(&self) -> bool {
        matches!(self, Self::Program { protocol, .. } if protocol == HOUSE)
    }

    /// Whether it could take a seat at a table, without starting anything.
    pub fn check(&self, game: &dyn Entry) -> Result<(), Fault> {
        match self {
            Self::Own(level) => {
                game.check_player(level, None).map_err(|unknown| Fault::Unknown(unknown.0))
            }
            Self::Given(_) => Ok(()),
            Self::Program { .. } if self.is_house_program() => Ok(()),
            Self::Program { protocol, .. } => {
                let known = game.protocols();
                match known.iter().find(|(id, _)| id == protocol) {
                    Some((_, Host::Table(_))) => Ok(()),
                    _ => Err(Fault::Unknown(Words::new(
                        format!("a program that speaks {protocol} does not sit at a table"),
                        format!("un programme qui parle {protocol} ne s’assied pas à une table"),
                    ))),
                }
            }
        }
    }

    /// Brings the contestant to a table.
    pub fn invite(&self, game: &'static dyn Entry) -> Result<Box<dyn TablePlayer>, Fault> {
        Ok(match self {
            Self::Own(level) => {
                let bot = game.bot(level, 0).map_err(|unknown| Fault::Unknown(unknown.0))?;
                Box::new(Resident(bot, level.clone()))
            }
            Self::Program { command, .. } if self.is_house_program() => {
                Box::new(UgiHost::start(command)?)
            }
            Self::Program { protocol, command } => {
                Box::new(GuestProgram(game.guest(protocol, command)?, command.clone()))
            }
            Self::Given(player) => (player.invite)(),
        })
    }

    /// Brings the contestant to a table again after a fault. Whoever cannot come is there in name, and loses.
    pub fn invite_again(&self, game: &'static dyn Entry) -> Box<dyn TablePlayer> {
        self.invite(game).unwrap_or_else(|fault| Box::new(Absent(fault)))
    }

    /// The contestant as a game is told of it that holds a duel.
    pub fn for_duel(&self, game: &dyn Entry) -> Result<Entrant, Fault> {
        match self {
            Self::Program { .. } | Self::Given(_) => self.program(game),
            Self::Own(text) => {
                let (level, parameters) =
                    game.chosen(text).map_err(|unknown| Fault::Unknown(unknown.0))?;
                Ok(Entrant::Own { player: level.id.to_owned(), parameters })
            }
        }
    }

    /// The contestant as a game is told of it that counts runs alone.
    pub fn for_solo(
        &self,
        game: &dyn Entry,
        solo: &dyn Solo,
        terms: &ContestTerms,
    ) -> Result<Entrant, Fault> {
        let Self::Own(text) = self else { return self.program(game) };
        let (player, changes) =
            text.split_once(':').map_or((&text[..], None), |(a, b)| (a, Some(b)));
        let usual = solo.parameters(player, terms).ok_or_else(|| {
            let names = solo_players(game).collect::<Vec<_>>().join(", ");
            Fault::Unknown(Words::new(
                format!("there is no player “{player}” to try; there is {names}"),
                format!("il n’y a pas de joueur « {player} » à essayer ; il y a {names}"),
            ))
        })?;
        let usual = Parameters::from(usual);
        let parameters = match changes {
            Some(changes) => usual.changed(changes).map_err(|bad| {
                Fault::Unknown(Words::new(
                    format!("{player}: {}", bad.0.en),
                    format!("{player} : {}", bad.0.fr),
                ))
            })?,
            None => usual,
        };
        Ok(Entrant::Own { player: player.to_owned(), parameters })
    }

    /// A program in a duel or alone, where the game itself must know its protocol.
    fn program(&self, game: &dyn Entry) -> Result<Entrant, Fault> {
        let Self::Program { protocol, command } = self else {
            return Err(Fault::Unknown(Words::new(
                "no program is named",
                "aucun programme n’est nommé",
            )));
        };
        let known = game.protocols();
        match known.iter().find(|(id, _)| id == protocol) {
            Some((_, Host::Contest)) => {
                Ok(Entrant::Program { protocol: protocol.clone(), command: command.clone() })
            }
            _ => {
                let can = known.iter().filter(|(_, host)| matches!(host, Host::Contest));
                let names = can.map(|&(id, _)| id).collect::<Vec<_>>().join(", ");
                Err(Fault::Unknown(Words::new(
                    format!("“{protocol}:{command}” only sits at tables; here there is {names}"),
                    format!("« {protocol}:{command} » ne joue qu’à une table ; ici il y a {names}"),
                )))
            }
        }
    }
}

fn solo_players(game: &dyn Entry) -> impl Iterator<Item = &'static str> + use<> {
    game.solo().into_iter().flat_map(|solo| solo.players().iter().map(|player| player.id))
}

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move's text, which may be illegal: the one who asks checks.
    pub text: String,
    /// Positions or simulations that were looked at; 0 where the player does not tell.
    pub nodes: u64,
    /// Plies looked ahead; 0 where the player does not tell.
    pub depth: u32,
}

/// One who chooses moves at a table.
pub trait TablePlayer: Send {
    /// Begins a new game, with a seed of the player's own for whatever it draws by chance.
    fn begin(&mut self, table: &dyn Table, setup: &Setup, seed: u64) -> Result<(), Fault>;

    /// A move for the seat that is to move. A program is waited for as long as the patience lasts.
    fn choose(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Answer, Fault>;

    /// Whether it hears how long it may think, so that it can be held to it.
    fn is_told_the_time(&self) -> bool {
        true
    }

    /// The last lines of a program's error stream.
    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }

    /// The fault of one whose answer has come too late.
    fn late(&self, patience: Duration) -> Fault;
}

/// A bot of our own, and its name.
struct Resident(Box<dyn Bot>, String);

impl TablePlayer for Resident {
    fn begin(&mut self, _table: &dyn Table, _setup: &Setup, seed: u64) -> Result<(), Fault> {
        self.0.reset(seed);
        Ok(())
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        _patience: Duration,
        stop: &Stop,
    ) -> Result<Answer, Fault> {
        let idea = self.0.think(table, limits, stop, &mut |_| ());
        // Nobody is asked to move after the end.
        let text = idea.best.unwrap_or_else(|| "none".into());
        Ok(Answer { text, nodes: idea.nodes, depth: idea.depth })
    }

    fn late(&self, patience: Duration) -> Fault {
        too_late(&self.1, patience)
    }
}

/// A program by a protocol of the game's own, and its command.
struct GuestProgram(Box<dyn Guest>, String);

impl TablePlayer for GuestProgram {
    fn begin(&mut self, table: &dyn Table, _setup: &Setup, seed: u64) -> Result<(), Fault> {
        self.0.begin(table.record(), seed)
    }

    fn choose(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        patience: Duration,
        stop: &Stop,
    ) -> Result<Answer, Fault> {
        let text = self.0.choose(table.record(), limits, patience, stop)?;
        Ok(Answer { text, nodes: 0, depth: 0 })
    }

    fn is_told_the_time(&self) -> bool {
        false
    }

    fn last_lines(&self) -> Vec<String> {
        self.0.last_lines()
    }

    fn late(&self, patience: Duration) -> Fault {
        too_late(&self.1, patience)
    }
}

/// Stands for a contestant that nobody has asked for yet.
pub(crate) fn nobody() -> Box<dyn TablePlayer> {
    Box::new(Absent(Fault::Stopped))
}

/// One that could not be brought to a table again: it loses every game with the same words.
struct Absent(Fault);

impl TablePlayer for Absent {
    fn begin(&mut self, _: &dyn Table, _: &Setup, _: u64) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn choose(
        &mut self,
        _: &dyn Table,
        _: &Limits,
        _: Duration,
        _: &Stop,
    ) -> Result<Answer, Fault> {
        Err(self.0.clone())
    }

    fn late(&self, _: Duration) -> Fault {
        self.0.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(game: &str, text: &str) -> Result<Contestant, Fault> {
        Contestant::parse(catalog::find(game).expect("a game"), text)
    }

    #[test]
    fn a_name_is_a_player_or_a_program_by_some_protocol() {
        let own = |text: &str| Ok(Contestant::Own(text.to_owned()));
        let program = |protocol: &str, command: &str| {
            Ok(Contestant::Program { protocol: protocol.into(), command: command.into() })
        };
        assert_eq!(parse("blokus", "hard"), own("hard"));
        assert_eq!(parse("blokus", "hard:micro=2"), own("hard:micro=2"));
        assert_eq!(parse("blokus", "genius:micro=2"), own("genius:micro=2"));
        assert_eq!(parse("blokus", "cmd:./bot -x a:b=c"), program("cmd", "./bot -x a:b=c"));
        assert_eq!(parse("blokus", "gtp:pentobi-gtp -g duo"), program("gtp", "pentobi-gtp -g duo"));
        let refused = parse("connect4", "gtp:pentobi-gtp").unwrap_err().to_string();
        assert!(refused.contains("does not speak “gtp”; there is cmd"), "{refused}");
    }

    #[test]
    fn whoever_cannot_sit_there_is_refused_before_anything_starts() {
        let blokus = catalog::find("blokus").expect("a game");
        for (text, reason) in [
            ("genius", "no level “genius”"),
            ("hard:mega=1", "there is nodes (1 to 1000000000)"),
            ("hard:micro=99", "micro cannot be 99"),
        ] {
            let refused = parse("blokus", text).unwrap().check(blokus).unwrap_err();
            assert!(refused.to_string().contains(reason), "{refused}");
        }
        assert_eq!(parse("blokus", "hard:micro=2,macro=0").unwrap().check(blokus), Ok(()));
    }
}
