//! Training a network by games against itself: self-play, a fit, a sequential test against the best so far, and again.
//! All that is known stands in a folder, from which a training that was killed goes on to the same networks.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use catalog::{Entry, Setup};
use game::{Rng, Words};
use neural::{Episode, Fit, Losses, PolicyValueNet};
use search::{Fault, Limits, Stop};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer_time::AnswerTime;
use crate::contestant::Contestant;
use crate::crew::Crew;
use crate::event::{EventError, seed_of};
use crate::game_runner::{MatchRules, Meeting};
use crate::job::JobSpec;
use crate::journal::{BadJournal, Journal};
use crate::match_::Match;
use crate::openings::OpeningSource;
use crate::self_play_job::{SelfPlayJob, SelfPlayed};
use crate::stats::{Sprt, SprtVerdict};

/// What is trained, and how.
#[derive(Clone)]
pub struct Training {
    /// The game.
    pub game: &'static dyn Entry,
    /// Variant and options; its seed decides everything.
    pub setup: Setup,
    /// Where all that is known is kept.
    pub folder: PathBuf,
    /// Units of each hidden layer.
    pub hidden: usize,
    /// Games of a generation.
    pub games: usize,
    /// Simulations a move, in self-play and in the test.
    pub nodes: u64,
    /// How often each position is used in a generation.
    pub epochs: usize,
    /// It learns from the games of so many generations.
    pub window: usize,
    /// The test that a network must pass.
    pub sprt: Sprt,
    /// Games of the test at most.
    pub gate: usize,
    /// Games of a test at a time.
    pub threads: usize,
}

/// What a generation came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1; its network is `net-NUMBER.safetensors`.
    pub number: usize,
    /// Positions that it learned from.
    pub positions: usize,
    /// The policy's loss on positions that were held back, before and after.
    pub policy_loss: [f32; 2],
    /// The value's loss on them.
    pub value_loss: [f32; 2],
    /// Games of the test.
    pub games: usize,
    /// Its rating, in Elo points above the network that knew nothing.
    pub elo: f64,
    /// Whether it passed, and is the best so far.
    pub accepted: bool,
}

/// What a training is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Plays against itself: games so far, of so many.
    Playing(usize, usize),
    /// Learns.
    Learning,
    /// Is tested: games so far, of at most so many.
    Testing(usize, usize),
}

/// Who plays the games of a training against itself.
pub trait Crews {
    /// Calls a crew together for a job, and lets it play.
    fn with(&self, job: &JobSpec, play: &mut CrewPlay<'_>) -> Result<(), EventError>;
}

/// What a crew is called together for.
pub type CrewPlay<'a> = dyn FnMut(&Crew<'_>) -> Result<(), EventError> + 'a;

/// So many threads of this program.
pub struct Threads(pub usize);

impl Crews for Threads {
    fn with(&self, _: &JobSpec, play: &mut CrewPlay<'_>) -> Result<(), EventError> {
        play(&Crew::threads(self.0))
    }
}

impl Training {
    /// The file of a generation's network; 0 is the one that knows nothing.
    pub fn net(&self, generation: usize) -> PathBuf {
        self.folder.join(format!("net-{generation:03}.safetensors"))
    }

    /// The file of the best network so far.
    pub fn best(&self) -> PathBuf {
        self.folder.join("best.safetensors")
    }

    /// Trains until there are so many generations, or somebody stops it. The crews play its games against itself; tests
    /// are played here. `news` is told what it is at, and `done` of
    /// every generation that ends now.
    pub fn run(
        &self,
        generations: usize,
        crews: &dyn Crews,
        stop: &Stop,
        news: &(dyn Fn(Stage) + Sync),
        done: &dyn Fn(&Generation),
    ) -> Result<Vec<Generation>, EventError> {
        let shape = self.game.net_shape(&self.setup).map_err(|bad| Fault::Unknown(bad.0))?;
        if shape.seats < 2 {
            let name = self.game.about().name;
            return Err(EventError::Fault(Fault::Unknown(Words::new(
                format!("{} is played alone: there is no result to learn from, tune it", name.en),
                format!(
                    "{} se joue seul : il n’y a pas d’issue à apprendre ; essayer tune",
                    name.fr
                ),
            ))));
        }
        fs::create_dir_all(&self.folder)?;
        let mut journal = open::<Generation>(&self.folder.join("train.jsonl"), &self.head())?;
        if journal.known.is_empty() {
            let shape = neural::NetShape { hidden: self.hidden, ..shape };
            let net = PolicyValueNet::new(shape, &mut Rng::new(self.setup.seed));
            write(&self.net(0), &net.to_bytes(self.game.about().id))?;
            fs::copy(self.net(0), self.best())?;
        }
        let mut all = std::mem::take(&mut journal.known);
        while all.len() < generations && !stop.is_pulled() {
            let Some(next) = self.generation(&all, crews, stop, news)? else { break };
            if next.accepted {
                write(&self.best(), &fs::read(self.net(next.number))?)?;
            }
            journal.write(&next)?;
            done(&next);
            all.push(next);
        }
        Ok(all)
    }

    /// What decides the networks. How many generations there are to be does not: a training can be made longer.
    fn head(&self) -> serde_json::Value {
        json!({
            "plateau": "train", "game": self.game.about().id, "variant": self.setup.variant,
            "options": self.setup.options, "seed": self.setup.seed, "hidden": self.hidden,
            "games": self.games, "nodes": self.nodes, "epochs": self.epochs, "window": self.window,
            "gate": self.gate, "sprt": self.sprt,
        })
    }

    fn generation(
        &self,
        before: &[Generation],
        crews: &dyn Crews,
        stop: &Stop,
        news: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<Generation>, EventError> {
        let number = before.len() + 1;
        let best = before.iter().rev().find(|one| one.accepted);
        let (best, strength) = best.map_or((0, 0.0), |one| (one.number, one.elo));
        let Some(mut games) = self.play(number, &self.net(best), crews, stop, news)? else {
            return Ok(None);
        };
        for earlier in number.saturating_sub(self.window - 1).max(1)..number {
            games.extend(self.journal_of(earlier)?.known);
        }
        games.sort_by_key(|played| played.number);
        let games: Vec<Episode> = games.into_iter().map(|played| played.episode).collect();
        news(Stage::Learning);
        let state = self.game.state(&self.setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let seed = seed_of(self.setup.seed, number as u64);
        let fit = Fit { epochs: self.epochs, seed, ..Fit::default() };
        let start = neural::load(&self.net(number - 1)).map_err(|bad| Fault::Unknown(bad.0))?;
        let (net, losses) = fit.fit(&start, &games, &state.symmetries());
        write(&self.net(number), &net.to_bytes(self.game.about().id))?;
        let Some((played, elo, accepted)) = self.test(number, best, stop, news)? else {
            return Ok(None);
        };
        let (first, last) = (losses[0], losses.last().copied().unwrap_or_default());
        let pair = |of: fn(&Losses) -> f32| [of(&first), of(&last)];
        Ok(Some(Generation {
            number,
            positions: games.iter().map(|game| game.positions.len()).sum(),
            policy_loss: pair(|losses| losses.policy),
            value_loss: pair(|losses| losses.value),
            games: played,
            elo: strength + elo,
            accepted,
        }))
    }

    fn journal_of(&self, generation: usize) -> Result<Journal<SelfPlayed>, EventError> {
        let path = self.folder.join(format!("games-{generation:03}.jsonl"));
        let mut head = self.head();
        head["generation"] = json!(generation);
        open(&path, &head)
    }

    /// Plays the games of a generation that are not known yet; all of them, or none when it was stopped.
    fn play(
        &self,
        generation: usize,
        net: &Path,
        crews: &dyn Crews,
        stop: &Stop,
        news: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<Vec<SelfPlayed>>, EventError> {
        let mut journal = self.journal_of(generation)?;
        let mut games = std::mem::take(&mut journal.known);
        let base = (generation - 1) * self.games;
        let known: Vec<usize> = games.iter().map(|played| played.number).collect();
        let tasks: Vec<usize> =
            (base..base + self.games).filter(|number| !known.contains(number)).collect();
        let job = SelfPlayJob::new(self.game, self.setup.clone(), self.nodes, &fs::read(net)?);
        let event = job.open()?;
        let so_far = Mutex::new((journal, games.len(), Ok(())));
        news(Stage::Playing(games.len(), self.games));
        let mut played = Vec::new();
        if !tasks.is_empty() {
            crews.with(&JobSpec::SelfPlay(job), &mut |crew| {
                played = crew.play(&event, &tasks, stop, &|played| {
                    let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
                    let (journal, count, written) = &mut *so_far;
                    *count += 1;
                    let line = journal.write(played);
                    *written = std::mem::replace(written, Ok(())).and(line);
                    news(Stage::Playing(*count, self.games));
                })?;
                Ok(())
            })?;
        }
        so_far.into_inner().unwrap_or_else(PoisonError::into_inner).2?;
        games.extend(played);
        Ok((games.len() == self.games).then_some(games))
    }

    /// The games of the test, by how much the new network is better than the best so far, and whether that is sure;
    /// none when it was stopped.
    fn test(
        &self,
        number: usize,
        best: usize,
        stop: &Stop,
        news: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<(usize, f64, bool)>, EventError> {
        // A cap of time would make the result a matter of the machine.
        let contestant = |generation: usize| {
            let (file, nodes) = (self.net(generation).display().to_string(), self.nodes);
            Contestant::Own(format!("mcts:net={file},nodes={nodes},seconds=3600"))
        };
        let setup =
            Setup { seed: seed_of(self.setup.seed, number as u64) >> 11, ..self.setup.clone() };
        let table = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let rules = MatchRules {
            game: self.game,
            openings: OpeningSource::usual(&*table),
            setup,
            meeting: Meeting::Table,
            limits: Limits::NONE,
            time: AnswerTime::default(),
            moves: None,
        };
        let contest = Match {
            rules,
            contestants: vec![contestant(number), contestant(best)],
            games: self.gate,
            sprt: Some(self.sprt),
            threads: self.threads,
        };
        let count = Mutex::new(0);
        // The test pulls its own stop when it is decided.
        let own = Stop::new();
        let report = contest.run(&own, &|_| {
            let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
            *count += 1;
            news(Stage::Testing(*count, self.gate));
            if stop.is_pulled() {
                own.pull();
            }
        })?;
        if stop.is_pulled() {
            return Ok(None);
        }
        let elo =
            report.ratings.as_ref().map_or(0.0, |ratings| ratings.elo()[0] - ratings.elo()[1]);
        let accepted = report.sprt.is_some_and(|(_, _, verdict)| verdict == SprtVerdict::Second);
        Ok(Some((report.games.len(), (elo * 10.0).round() / 10.0, accepted)))
    }
}

fn open<T: Serialize + serde::de::DeserializeOwned>(
    path: &Path,
    head: &serde_json::Value,
) -> Result<Journal<T>, EventError> {
    Journal::open(path, head).map_err(|bad| match bad {
        BadJournal::Io(error) => EventError::Io(error),
        BadJournal::Other(words) => EventError::Fault(Fault::Unknown(words)),
    })
}

/// Writes a file so that nobody ever sees half of it.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let half = path.with_extension("part");
    fs::write(&half, bytes)?;
    fs::rename(half, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn training(folder: &Path) -> Training {
        Training {
            game: catalog::find("connect4").unwrap(),
            setup: Setup {
                options: serde_json::from_str(r#"{"width":4,"height":4}"#).unwrap(),
                seed: 5,
                ..Setup::default()
            },
            folder: folder.to_owned(),
            hidden: 8,
            games: 6,
            nodes: 8,
            epochs: 2,
            window: 2,
            sprt: Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 },
            gate: 4,
            threads: 2,
        }
    }

    #[test]
    fn a_training_that_was_stopped_goes_on_to_the_same_networks() {
        let base = std::env::temp_dir().join(format!("plateau-train-{}", std::process::id()));
        let (whole, pieces) = (base.join("whole"), base.join("pieces"));
        let run = |folder: &Path, generations: usize, stop: &Stop, most: usize| {
            let count = Mutex::new(0);
            let news = |stage: Stage| {
                if let Stage::Playing(..) | Stage::Testing(..) = stage {
                    let mut count = count.lock().unwrap();
                    *count += 1;
                    if *count >= most {
                        stop.pull();
                    }
                }
            };
            training(folder).run(generations, &Threads(2), stop, &news, &|_| ()).unwrap()
        };
        let undisturbed = run(&whole, 2, &Stop::new(), usize::MAX);
        assert_eq!(undisturbed.len(), 2);
        // Stopped in the middle of its games, of its test, and again and again, each time a little later.
        let mut tries = 0;
        while run(&pieces, 2, &Stop::new(), 3 + tries).len() < 2 {
            tries += 1;
            assert!(tries < 60, "it does not get on");
        }
        assert!(tries > 1, "it was stopped at least twice");
        for file in ["net-000", "net-001", "net-002", "best"] {
            let read =
                |folder: &Path| fs::read(folder.join(format!("{file}.safetensors"))).unwrap();
            assert_eq!(read(&pieces), read(&whole), "{file}");
        }
        assert_eq!(run(&pieces, 2, &Stop::new(), usize::MAX), undisturbed);
        // Another training does not go on in this folder.
        let other = Training { nodes: 9, ..training(&pieces) };
        assert!(other.run(2, &Threads(2), &Stop::new(), &|_| (), &|_| ()).is_err());
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn a_game_for_one_is_refused_in_words() {
        let folder = std::env::temp_dir().join("plateau-train-never");
        let alone = Training {
            game: catalog::find("tetris").unwrap(),
            setup: Setup::default(),
            ..training(&folder)
        };
        let refused =
            alone.run(1, &Threads(1), &Stop::new(), &|_| (), &|_| ()).unwrap_err().to_string();
        assert!(refused.contains("is played alone"), "{refused}");
        assert!(!folder.exists());
    }
}
