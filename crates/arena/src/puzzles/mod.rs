//! Puzzles: found in games that contestants play, or composed; proved, named and rated.

mod check;
mod prove;
mod rate;

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use catalog::{Entry, PuzzleMaker, Setup, Table};
use game::{Proof, Puzzle, Rng, Words};
use search::{Fault, Limits, Stop};
use serde::{Deserialize, Serialize};

pub use check::{Checked, check};
use prove::Judge;

use crate::answer_time::AnswerTime;
use crate::contestant::{Contestant, TablePlayer};
use crate::event::{Event, run, seed_of};
use crate::journal::Journal;
use crate::openings::{OpeningSource, Openings};
use crate::table_game::TableGame;

/// Games of a batch: what comes out depends on whole batches alone.
const BATCH: usize = 8;
/// Positions that are composed in one go.
const COMPOSED: u64 = 40;
/// Puzzles that a single game gives at most, so that they differ.
const A_GAME: usize = 3;
/// Positions of a game with fewer moves between them are nearly the same.
const APART: usize = 4;
/// So many batches in a row may bring nothing before the search is given up.
const DRY: usize = 60;

/// What is looked for.
pub struct Hunt {
    /// The game.
    pub game: &'static dyn Entry,
    /// The variant; the one that the game's puzzles are usually of, if none is named.
    pub variant: Option<String>,
    /// How many.
    pub count: usize,
    /// Decides all chance.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

/// What one game, or one go of composing, has brought: an entry of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    number: usize,
    puzzles: Vec<String>,
}

impl Hunt {
    /// A journal's first line: the same search goes on with it, any other is refused.
    pub fn head(&self) -> serde_json::Value {
        serde_json::json!({
            "puzzles": self.game.about().id,
            "variant": self.variant,
            "seed": self.seed,
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    /// Finds the puzzles; fewer if it is stopped, or if games bring no more. `progress` is told how many there are.
    pub fn find(
        &self,
        journal: &mut Journal<Found>,
        stop: &Stop,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Puzzle>, Fault> {
        let maker = maker(self.game)?;
        let variant = self.variant.clone().or_else(|| Some(maker.variant().to_owned()));
        let setup = Setup { variant, seed: self.seed, ..Setup::default() };
        self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut all = std::mem::take(&mut journal.known);
        let (mut batch, mut dry) = (0, 0);
        let journal = Mutex::new(journal);
        loop {
            let known: HashSet<usize> = all.iter().map(|found| found.number).collect();
            let numbers = batch * BATCH..(batch + 1) * BATCH;
            let numbers: Vec<usize> = numbers.filter(|number| !known.contains(number)).collect();
            let before = self.collect(&all, batch * BATCH).len();
            let (game, setup) = (self.game, setup.clone());
            let event = Searching { game, maker, setup };
            let found = run(&event, &numbers, self.threads, stop, &|found: &Found| {
                let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
                // What cannot be written down is found again the next time.
                let _ = journal.write(found);
            })?;
            all.extend(found);
            batch += 1;
            let puzzles = self.collect(&all, batch * BATCH);
            progress(puzzles.len());
            dry = if puzzles.len() > before { 0 } else { dry + 1 };
            if puzzles.len() >= self.count || dry >= DRY || stop.is_pulled() {
                return Ok(puzzles);
            }
        }
    }

    /// The puzzles of all games before a number, in their order, none twice.
    fn collect(&self, all: &[Found], before: usize) -> Vec<Puzzle> {
        let mut all: Vec<&Found> = all.iter().filter(|found| found.number < before).collect();
        all.sort_by_key(|found| found.number);
        let mut seen = HashSet::new();
        let puzzles = all.iter().flat_map(|found| &found.puzzles);
        let puzzles = puzzles.filter_map(|line| Puzzle::parse(line));
        puzzles.filter(|puzzle| seen.insert(puzzle.id.clone())).take(self.count).collect()
    }
}

/// The game's puzzles, or why there are none.
pub fn maker(game: &'static dyn Entry) -> Result<&'static dyn PuzzleMaker, Fault> {
    game.puzzles().ok_or_else(|| {
        let name = game.about().name;
        Fault::Unknown(Words::new(
            format!("{} has no puzzles", name.en),
            format!("{} n’a pas de problèmes", name.fr),
        ))
    })
}

/// Games, and what is found in each.
struct Searching {
    game: &'static dyn Entry,
    maker: &'static dyn PuzzleMaker,
    setup: Setup,
}

/// What a thread keeps: the judge, and the players by their place in the list.
struct Kept {
    judge: Judge,
    players: Vec<Option<Box<dyn TablePlayer>>>,
}

impl Event for Searching {
    type Kept = Kept;
    type Task = usize;
    type Game = Found;

    fn set_up(&self) -> Result<Kept, Fault> {
        let players = self.maker.players().iter().map(|_| None).collect();
        Ok(Kept { judge: Judge::new(self.game, self.maker)?, players })
    }

    fn play(&self, kept: &mut Kept, &number: &usize, stop: &Stop) -> Result<Option<Found>, Fault> {
        let seed = seed_of(self.setup.seed, number as u64) >> 11;
        let puzzles = match self.maker.composes() {
            true => self.compose(kept, seed, stop),
            false => self.search_game(kept, seed, stop)?,
        };
        Ok((!stop.is_pulled())
            .then(|| Found { number, puzzles: puzzles.iter().map(ToString::to_string).collect() }))
    }
}

impl Searching {
    fn compose(&self, kept: &mut Kept, seed: u64, stop: &Stop) -> Vec<Puzzle> {
        let mut puzzles = Vec::new();
        for attempt in 0..COMPOSED {
            if stop.is_pulled() {
                break;
            }
            let Some(made) = self.maker.compose(seed_of(seed, attempt)) else { continue };
            let lines = self.maker.solve(&*made.table, made.theme, made.moves);
            let Some(lines) = lines.filter(|lines| !lines.is_empty()) else { continue };
            let mut themes = vec![made.theme];
            themes.extend(self.maker.name(&*made.table, &lines[0]));
            let rating = kept.judge.rate(&*made.table, &lines, stop);
            puzzles.push(puzzle(&*made.table, themes, Proof::Exact, lines, rating));
        }
        puzzles
    }

    /// Plays a game, and looks at its positions in any order until it has given enough.
    fn search_game(&self, kept: &mut Kept, seed: u64, stop: &Stop) -> Result<Vec<Puzzle>, Fault> {
        let mut rng = Rng::new(seed);
        let setup = Setup { seed, ..self.setup.clone() };
        let start = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let source = OpeningSource::usual(&*start);
        let opening = Openings::new(self.game, setup.clone(), source).get(0)?;
        let setup = Setup { seed: opening.seed, ..setup };
        let chosen: Vec<usize> = (0..start.seats())
            .map(|_| rng.below(self.maker.players().len() as u32) as usize)
            .collect();
        // A player may sit at several seats.
        let mut seated = Vec::new();
        let mut sitting: Vec<usize> = Vec::new();
        for &one in &chosen {
            let at = sitting.iter().position(|&known| known == one);
            seated.push(at.unwrap_or_else(|| {
                sitting.push(one);
                sitting.len() - 1
            }));
        }
        let mut players = Vec::new();
        for &one in &sitting {
            let waiting = kept.players[one].take();
            let name = Contestant::Own(self.maker.players()[one].to_owned());
            players.push(waiting.map_or_else(|| name.invite(self.game), Ok)?);
        }
        let table_game = TableGame {
            game: self.game,
            setup: &setup,
            opening: &opening.moves,
            limits: Limits::NONE,
            time: AnswerTime::default(),
        };
        let played = table_game.play(&mut players, &seated, stop)?;
        for (one, player) in sitting.into_iter().zip(players) {
            kept.players[one] = Some(player);
        }
        let Some(played) = played else { return Ok(Vec::new()) };
        let mut table = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut positions = Vec::new();
        for text in &played.record.moves {
            if self.maker.fits(&*table) {
                positions.push(table.position(table.epoch()));
            }
            if table.play(text).is_err() {
                break;
            }
        }
        rng.shuffle(&mut positions);
        let (mut puzzles, mut taken) = (Vec::new(), Vec::<usize>::new());
        for position in positions {
            if puzzles.len() >= A_GAME || stop.is_pulled() {
                break;
            }
            let epoch = position.epoch();
            if taken.iter().any(|&other| other.abs_diff(epoch) < APART) {
                continue;
            }
            // What it would be loaded as, without what led there.
            let Ok(position) = self.game.load(&position.save()) else { continue };
            let Some((lines, proof)) = kept.judge.prove(&*position, stop) else { continue };
            let themes = self.maker.name(&*position, &lines[0]);
            if themes.is_empty() {
                continue;
            }
            let rating = kept.judge.rate(&*position, &lines, stop);
            puzzles.push(puzzle(&*position, themes, proof, lines, rating));
            taken.push(epoch);
        }
        Ok(puzzles)
    }
}

fn puzzle(
    table: &dyn Table,
    themes: Vec<&'static str>,
    proof: Proof,
    lines: Vec<Vec<String>>,
    rating: u16,
) -> Puzzle {
    let position = table.save();
    let themes = themes.into_iter().map(str::to_owned).collect();
    Puzzle { id: Puzzle::id_of(&position), rating, themes, proof, position, lines }
}
