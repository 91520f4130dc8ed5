//! `plateau train`: a network for a game, by games against itself.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use arena::chart::{self, Series};
use arena::stats::Sprt;
use arena::train::{CrewPlay, Crews, Generation, Stage, Training};
use arena::{Crew, EventError, Fault, JobSpec};
use catalog::Setup;
use exchange::{ExchangeError, JobBoard};
use game::{Lang, Words};
use indicatif::ProgressBar;
use search::Stop;

use super::crew::{CrewArgs, heard};
use super::event::cores;
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::results::progress_bar;
use crate::setup::GameArgs;

/// Train a network for a game by playing against itself
///
/// Each generation plays games against itself with the best network so far, learns from them, and takes its place if a
/// sequential test says that it is stronger. Everything stands in a folder: killed at any time, the same command goes on
/// to the same networks. The best is FOLDER/best.safetensors, and plays as mcts:net=FOLDER/best.safetensors.
/// As in: plateau train connect4 --generations 10
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Where networks, games and charts go; train-GAME if not given
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,

    /// How many generations there are to be in all
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parse_count)]
    generations: usize,

    /// Games against itself in each
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_count)]
    games: usize,

    /// Simulations a move
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Units of each hidden layer
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = parse_count)]
    hidden: usize,

    /// How often each position is learned from in a generation
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parse_count)]
    epochs: usize,

    /// Learn from the games of so many generations
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parse_count)]
    window: usize,

    /// Games of the test at most
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_count)]
    gate: usize,

    #[command(flatten)]
    crew: CrewArgs,
}

fn parse_count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if (1..=1_000_000).contains(&count) => Ok(count),
        _ => Err("write a whole number from 1 to 1000000".into()),
    }
}

/// What a network must be stronger by to take the place of the best.
const GATE: Sprt = Sprt { elo0: 0.0, elo1: 35.0, alpha: 0.05, beta: 0.05 };

/// Trains, prints a line for every generation, and draws; Ctrl-C ends it early.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = args.game.entry()?;
    let folder = args.folder.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(format!("train-{}", args.game.game)));
    let training = Training {
        game,
        // The same command trains the same networks: it could not be gone on with otherwise.
        setup: Setup { seed: args.game.seed.unwrap_or(1), ..args.game.setup() },
        folder,
        hidden: args.hidden,
        games: args.games,
        nodes: args.nodes,
        epochs: args.epochs,
        window: args.window,
        sprt: GATE,
        gate: args.gate,
        threads: args.crew.threads.unwrap_or_else(cores).max(1),
    };
    let stop = Stop::by(on_interrupt()?);
    let bar = progress_bar(args.games as u64, false);
    let news = |stage: Stage| match stage {
        Stage::Playing(done, of) => {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.set_message("self-play");
        }
        Stage::Learning => bar.set_message("learning"),
        Stage::Testing(done, of) => {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.set_message("test");
        }
    };
    let done = |generation: &Generation| {
        let line = line(generation);
        bar.suspend(|| {
            let _ = writeln!(io::stdout(), "{}", line.get(lang));
        });
    };
    let threads = args.crew.threads.unwrap_or_else(cores);
    let board = args.crew.board()?;
    let crews = LabCrews { board: board.as_ref(), threads, bar: &bar };
    let all = training.run(args.generations, &crews, &stop, &news, &done);
    bar.finish_and_clear();
    let all = all.map_err(|error| match error {
        EventError::Io(error) if !training.folder.is_dir() => {
            Failure::unwritable(&training.folder, &error)
        }
        other => other.into(),
    })?;
    for (name, svg) in charts(&all) {
        let path = training.folder.join(name);
        fs::write(&path, svg).map_err(|error| Failure::unwritable(&path, &error))?;
    }
    let best = training.best();
    let best = best.display();
    let passed = all.iter().filter(|one| one.accepted).count();
    let end = Words::new(
        format!(
            "{} generations, {passed} passed the test; the best plays as “mcts:net={best}”",
            all.len()
        ),
        format!(
            "{} générations, dont {passed} ont réussi l’épreuve ; la meilleure joue sous « mcts:net={best} »",
            all.len()
        ),
    );
    writeln!(io::stdout(), "{}", end.get(lang))?;
    Ok(())
}

/// Threads of this program, and with a database the workers of other machines.
struct LabCrews<'a> {
    board: Option<&'a JobBoard>,
    threads: usize,
    bar: &'a ProgressBar,
}

impl Crews for LabCrews<'_> {
    fn with(&self, spec: &JobSpec, play: &mut CrewPlay<'_>) -> Result<(), EventError> {
        let Some(board) = self.board else { return play(&Crew::threads(self.threads.max(1))) };
        let job = board.job(spec, heard(self.bar)).map_err(|error| match error {
            ExchangeError::Io(error) => EventError::Io(error),
            other => EventError::Fault(Fault::Unknown(other.words())),
        })?;
        play(&Crew::shared(self.threads, &job))
    }
}

fn line(one: &Generation) -> Words {
    let Generation { number, positions, policy_loss, value_loss, games, elo, accepted } = one;
    let ([p0, p1], [v0, v1]) = (policy_loss, value_loss);
    let (en, fr) = match accepted {
        true => ("passed", "réussi"),
        false => ("not passed", "échoué"),
    };
    Words::new(
        format!(
            "generation {number}: {positions} positions, loss of the policy {p0:.3} to {p1:.3}, of the value {v0:.3} to {v1:.3}; {elo:+.0} Elo after {games} games, {en}"
        ),
        format!(
            "génération {number} : {positions} positions, perte de la politique {p0:.3} à {p1:.3}, de la valeur {v0:.3} à {v1:.3} ; {elo:+.0} Elo après {games} parties, {fr}"
        ),
    )
}

fn charts(all: &[Generation]) -> [(&'static str, String); 2] {
    let series = |name: &str, of: &dyn Fn(&Generation) -> f64| Series {
        name: name.to_owned(),
        points: all.iter().map(|one| (one.number as f64, of(one))).collect(),
    };
    let losses = [
        series("policy", &|one| one.policy_loss[1].into()),
        series("value", &|one| one.value_loss[1].into()),
    ];
    let mut best = 0.0;
    let kept: Vec<f64> = all
        .iter()
        .map(|one| {
            best = if one.accepted { one.elo } else { best };
            best
        })
        .collect();
    let strength =
        [series("tested", &|one| one.elo), series("best so far", &|one| kept[one.number - 1])];
    [
        ("loss.svg", chart::lines(&losses, "generation", "loss on positions held back")),
        ("strength.svg", chart::lines(&strength, "generation", "Elo above the untrained network")),
    ]
}
