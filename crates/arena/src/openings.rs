//! Where games begin: every opening is played from all sides, so that none favours anybody.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use catalog::{Bot, Entry, Setup, Table};
use game::{Rng, Words};
use search::{Fault, Limits, Score, Stop};
use serde::{Deserialize, Serialize};

use crate::event::seed_of;

/// So often another opening is tried before one is taken that is known or decided: small games have few.
const TRIES: u64 = 60;

/// What the usual level may spend on a look at an opening.
const LOOK: Limits = Limits { nodes: Some(5_000), ..Limits::depth(2) };

/// Between two, a position in which one has this chance to win is decided.
const DECIDED: f32 = 0.9;

/// How a match begins its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningSource {
    /// So many random plies, kept only if the game is not decided.
    Random(usize),
    /// These moves, one opening after another and again from the first.
    Listed(Vec<Vec<String>>),
}

/// An opening: all chance of the game, and its first moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The seed of every game with it.
    pub seed: u64,
    /// The moves.
    pub moves: Vec<String>,
}

impl OpeningSource {
    /// What is played if nobody says otherwise: two random plies for each of two sides, one for each of more. Where a
    /// seed deals every game differently, none.
    pub fn usual(table: &dyn Table) -> Self {
        Self::Random(if table.hides() { 0 } else { table.seats().max(4) })
    }

    /// Reads openings, a line each; `#` begins a comment. What is no opening is named with its line.
    pub fn read(game: &dyn Entry, setup: &Setup, text: &str) -> Result<Self, Words> {
        let mut list = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let mut table = game.table(setup).map_err(|bad| bad.0)?;
            let wrong = |why: Words| {
                let number = number + 1;
                Words::new(
                    format!("line {number}: {}", why.en),
                    format!("ligne {number} : {}", why.fr),
                )
            };
            table.play_all(line).map_err(|(text, refused)| {
                let why = refused.words();
                wrong(Words::new(
                    format!("“{text}”: {}", why.en),
                    format!("« {text} » : {}", why.fr),
                ))
            })?;
            if table.outcome().is_some() {
                return Err(wrong(Words::new("the game is over", "la partie est terminée")));
            }
            list.push(table.record().moves.clone());
        }
        if list.is_empty() {
            return Err(Words::new("there is no opening", "il n’y a pas d’ouverture"));
        }
        Ok(Self::Listed(list))
    }
}

/// The openings of a match by their number, the same for the same seed.
pub struct Openings {
    game: &'static dyn Entry,
    setup: Setup,
    source: OpeningSource,
    made: Mutex<Made>,
}

/// Those that were asked for so far. They are made in order, since none should come twice.
#[derive(Default)]
struct Made {
    openings: Vec<Opening>,
    positions: HashSet<String>,
    judge: Option<Box<dyn Bot>>,
}

impl Openings {
    /// The openings of a game; the setup's seed decides them.
    pub fn new(game: &'static dyn Entry, setup: Setup, source: OpeningSource) -> Self {
        Self { game, setup, source, made: Mutex::default() }
    }

    /// The opening of a number.
    pub fn get(&self, number: usize) -> Result<Opening, Fault> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        while made.openings.len() <= number {
            let next = made.openings.len();
            let opening = match &self.source {
                OpeningSource::Listed(list) => {
                    Opening { seed: self.seed(next), moves: list[next % list.len()].clone() }
                }
                OpeningSource::Random(plies) => self.draw(&mut made, next, *plies)?,
            };
            made.openings.push(opening);
        }
        Ok(made.openings[number].clone())
    }

    /// Seeds travel as JSON, in which whole numbers are exact only up to 2^53.
    fn seed(&self, number: usize) -> u64 {
        seed_of(self.setup.seed, number as u64) >> 11
    }

    fn draw(&self, made: &mut Made, number: usize, plies: usize) -> Result<Opening, Fault> {
        let seed = self.seed(number);
        let setup = Setup { seed, ..self.setup.clone() };
        let start = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut found = None;
        for attempt in 0..TRIES {
            let mut table = start.fork();
            random_moves(&mut *table, plies, &mut Rng::new(seed_of(seed, attempt)));
            let moves = table.record().moves.clone();
            let new = !made.positions.contains(&table.save());
            if plies == 0 || (new && !self.is_decided(made, &*table)?) {
                made.positions.insert(table.save());
                return Ok(Opening { seed, moves });
            }
            // What cannot be better is rather a repetition than a decided game.
            if found.is_none() || !new {
                found = Some(moves);
            }
        }
        Ok(Opening { seed, moves: found.unwrap_or_default() })
    }

    /// Whether the game's usual level sees at a glance who wins.
    fn is_decided(&self, made: &mut Made, table: &dyn Table) -> Result<bool, Fault> {
        let judge = match &mut made.judge {
            Some(judge) => judge,
            none => {
                let level = self.game.usual_level().id;
                none.insert(self.game.bot(level, 0).map_err(|unknown| Fault::Unknown(unknown.0))?)
            }
        };
        judge.reset(0);
        let idea = judge.think(table, &LOOK, &Stop::new(), &mut |_| ());
        let lopsided = idea.chance > DECIDED || idea.chance < 1.0 - DECIDED;
        Ok(matches!(idea.score, Score::Win(_) | Score::Loss(_)) || (table.seats() == 2 && lopsided))
    }
}

/// Random moves that leave the game in play.
fn random_moves(table: &mut dyn Table, plies: usize, rng: &mut Rng) {
    for _ in 0..plies {
        let mut moves = table.legal();
        rng.shuffle(&mut moves);
        let goes_on = |text: &String| {
            let mut next = table.fork();
            next.play(text).is_ok() && next.outcome().is_none()
        };
        let Some(text) = moves.into_iter().find(goes_on) else { return };
        // It was legal a moment ago.
        let _ = table.play(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(game: &str, plies: usize) -> Openings {
        let game = catalog::find(game).unwrap();
        Openings::new(game, Setup { seed: 5, ..Setup::default() }, OpeningSource::Random(plies))
    }

    #[test]
    fn openings_differ_are_open_and_come_again_by_their_seed() {
        let (one, other) = (openings("connect4", 4), openings("connect4", 4));
        let mut positions = HashSet::new();
        for number in 0..150 {
            let opening = one.get(number).unwrap();
            let mut table = one.game.table(&Setup::default()).unwrap();
            table.play_all(&opening.moves.join(" ")).unwrap();
            assert_eq!((table.epoch(), table.outcome()), (4, None));
            assert!(positions.insert(table.save()), "{number} came before");
        }
        assert_eq!(other.get(149), one.get(149), "asked for in another order");
        // A game this small has few openings, and still one for every number.
        let few = openings("connect4", 1);
        assert!((0..20).all(|number| few.get(number).unwrap().moves.len() == 1));
    }

    #[test]
    fn a_decided_game_is_no_opening() {
        let made = openings("connect4", 7);
        let mut hard = made.game.bot("hard", 0).unwrap();
        for number in 0..30 {
            let mut table = made.game.table(&Setup::default()).unwrap();
            table.play_all(&made.get(number).unwrap().moves.join(" ")).unwrap();
            let idea = hard.think(&*table, &Limits::depth(1), &Stop::new(), &mut |_| ());
            assert!(!matches!(idea.score, Score::Win(1)), "{:?}", table.record().moves);
        }
    }

    #[test]
    fn a_list_of_openings_is_read_with_its_mistakes() {
        let game = catalog::find("connect4").unwrap();
        let setup = Setup::default();
        let read = |text: &str| OpeningSource::read(game, &setup, text);
        let list = vec![vec!["4".to_owned(), "4".into()], vec!["1".into()]];
        assert_eq!(read("# two\n4 4\n\n1 # corner\n"), Ok(OpeningSource::Listed(list)));
        assert!(read("4 4\n9\n").unwrap_err().en.contains("line 2: “9”"));
        assert!(read("1212121").unwrap_err().en.contains("line 1: the game is over"));
        assert!(read("# nothing").is_err());
    }

    #[test]
    fn usually_chance_or_random_plies_make_games_differ() {
        for game in catalog::games() {
            let table = game.table(&Setup { seed: 1, ..Setup::default() }).unwrap();
            let OpeningSource::Random(plies) = OpeningSource::usual(&*table) else { panic!() };
            assert_eq!(plies == 0, table.hides(), "{}", game.about().id);
        }
    }
}
