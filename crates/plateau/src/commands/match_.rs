//! `plateau match`: which contestant is stronger, by how much, and how sure that is.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use arena::check::{self, CheckStep};
use arena::solo::{self, Plan};
use arena::stats::Sprt;
use arena::{Contestant, Fault, Match, MatchGame, MatchReport, MatchRules, Meeting};
use catalog::Entry;
use game::{Lang, Words};
use search::Stop;

use super::event::{ContestKind, EventArgs, kind, output, save};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::results::solo::SoloOutput;
use crate::results::{Output, matches, progress_bar};
use crate::setup::GameArgs;

/// Games of a sequential test at most, if nobody says otherwise.
const LONGEST_TEST: u32 = 20_000;

/// Let computer players meet, and say who is stronger
///
/// At a table every opening is played from all sides. A game for one is played by each alone, on the same seeds, or in
/// real time against each other where it has duels. Ctrl-C ends it with what was played so far. The exit code is 1 if a
/// contestant was at fault: it crashed, was late, or played what is illegal. As in: plateau match connect4 hard mcts --games 200
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Two or more contestants: names of levels, with numbers changed as in hard:micro=2,macro=0 (`plateau games GAME`
    /// lists them), or programs: "cmd:./program --flag" by the protocol of docs/engine-protocol.md, or a protocol of the
    /// game's own world such as "gtp:…" or "tbp:…"
    #[arg(required_unless_present = "check", num_args = 2..=16, value_name = "CONTESTANT")]
    contestants: Vec<String>,

    /// How many games, or runs of each alone; 100, or 10 in duels if not given
    #[arg(long, visible_alias = "seeds", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    #[command(flatten)]
    event: EventArgs,

    /// Stop as soon as it is clear whether the first contestant is stronger than the second by ELO1 or more, or by ELO0
    /// or less; each answer is wrong in 5% of all tests at most
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_sprt, allow_hyphen_values = true, conflicts_with_all = ["solo", "check"])]
    sprt: Option<Sprt>,

    /// Try a program, and say what is wrong with it
    #[arg(long, value_name = "CONTESTANT", conflicts_with = "contestants")]
    check: Option<String>,

    /// Each alone on the same seeds, also where there are programs
    #[arg(long, conflicts_with = "duel")]
    solo: bool,

    /// Games at a time; all cores if not given, but one duel, whose contestants both think
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Save the record of every game in this folder; of duels and runs, which have none, the result
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// The result as JSON, for programs
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// The games as comma-separated lines, for programs
    #[arg(long)]
    csv: bool,
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[elo0, elo1]) if elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 2000.0 => {
            Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
        }
        _ => Err("write two Elo differences, the lower first, as in 0,20".into()),
    }
}

/// Plays the match; Ctrl-C ends it early with what was played so far.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = args.game.entry()?;
    if let Some(text) = &args.check {
        return try_one(args, game, &Contestant::parse(game, text)?, lang);
    }
    // Whatever is wrong with the setup or a name is said before anything starts.
    let contestants: Vec<Contestant> = args
        .contestants
        .iter()
        .map(|text| Contestant::parse(game, text))
        .collect::<Result<_, _>>()?;
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
    }
    let asked = match (args.solo, args.event.duel) {
        (true, _) => Some(ContestKind::Solo),
        (_, true) => Some(ContestKind::Duel),
        _ => None,
    };
    match asked.unwrap_or_else(|| kind(&args.game, game, &contestants)) {
        ContestKind::Solo => alone(args, game, &contestants, lang),
        kind => together(args, game, contestants, kind, lang),
    }
}

/// No more contestants than a game has sides.
fn check_sides(rules: &MatchRules, contestants: &[Contestant]) -> Result<(), Failure> {
    let (count, sides) = (contestants.len(), rules.sides()?);
    if count <= sides {
        return Ok(());
    }
    let seats = match rules.meeting {
        Meeting::Duel => {
            return Err(Failure::asked(Words::new(
                "a duel is between two contestants",
                "un duel se joue entre deux concurrents",
            )));
        }
        Meeting::Table => rules.game.table(&rules.setup)?.seats(),
    };
    Err(Failure::asked(if seats == sides {
        Words::new(
            format!("{count} bots do not fit on {seats} seats"),
            format!("{count} joueurs pour {seats} places, c’est trop"),
        )
    } else {
        Words::new(
            format!("{count} bots do not fit on {sides} teams: each plays a whole team"),
            format!(
                "{count} joueurs pour {sides} équipes, c’est trop : chacun en joue une entière"
            ),
        )
    }))
}

/// Games at tables, or duels.
fn together(
    args: &Args,
    game: &'static dyn Entry,
    contestants: Vec<Contestant>,
    kind: ContestKind,
    lang: Lang,
) -> Result<(), Failure> {
    let duels = kind == ContestKind::Duel;
    let rules = args.event.rules(game, args.game.setup(), kind)?;
    rules.check(&contestants)?;
    check_sides(&rules, &contestants)?;
    if args.sprt.is_some() && contestants.len() != 2 {
        return Err(Failure::asked(Words::new(
            "--sprt compares two contestants",
            "--sprt compare deux concurrents",
        )));
    }
    let usual = match (args.sprt, duels) {
        (Some(_), _) => LONGEST_TEST,
        (None, true) => 10,
        (None, false) => 100,
    };
    let games = args.games.unwrap_or(usual) as usize;
    let threads = kind.threads(args.threads).max(1);
    let played = Match { rules, contestants, games, sprt: args.sprt, threads };
    let stop = Stop::by(on_interrupt()?);
    let output = output(args.json, args.csv);
    let bar = progress_bar(games as u64, output != Output::Text);
    let sum = std::sync::Mutex::new((0.0, 0u32));
    let progress = |game: &MatchGame| {
        if let Err(failure) = args.records.as_deref().map_or(Ok(()), |to| save(to, game)) {
            bar.println(failure.to_string());
        }
        let mut sum = sum.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        (sum.0, sum.1) = (sum.0 + game.share(0), sum.1 + 1);
        let score = 100.0 * sum.0 / f64::from(sum.1);
        bar.set_message(format!("{} {score:.1}%", played.contestants[0].name()));
        bar.inc(1);
    };
    let report: Result<MatchReport, Fault> = played.run(&stop, &progress);
    bar.finish_and_clear();
    let report = report?;
    let asked =
        matches::MatchRequest { games, time: played.rules.time, limits: played.rules.limits };
    matches::write(&mut io::stdout().lock(), &report, &asked, output, lang)?;
    Failure::if_faulty(
        report
            .contestants
            .iter()
            .zip(&report.stats.standings)
            .map(|(name, standing)| (name.as_str(), standing.faults)),
    )
}

/// Tries a contestant, and says step by step how that went.
fn try_one(
    args: &Args,
    game: &'static dyn Entry,
    contestant: &Contestant,
    lang: Lang,
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    let mut told = |step: &CheckStep| {
        let (mark, text) = match &step.result {
            Ok(seen) => ("ok   ", seen),
            Err(wrong) => ("WRONG", wrong),
        };
        let (what, text) = (step.what.get(lang), text.get(lang));
        let line = writeln!(out, "{mark} {what}: {text}").and_then(|()| out.flush());
        written = std::mem::replace(&mut written, Ok(())).and(line);
    };
    let stop = Stop::by(on_interrupt()?);
    let (setup, limits, time) = (args.game.setup(), args.event.limits(), args.event.time());
    let fine = check::check(game, &setup, contestant, &limits, time, &stop, &mut told)?;
    written?;
    match fine {
        true => Ok(()),
        false => Err(Failure::Words(Words::new(
            format!("{} cannot take part yet", contestant.name()),
            format!("{} ne peut pas encore participer", contestant.name()),
        ))),
    }
}

/// Each alone, on the same seeds.
fn alone(
    args: &Args,
    game: &'static dyn Entry,
    contestants: &[Contestant],
    lang: Lang,
) -> Result<(), Failure> {
    let setup = args.game.setup();
    let terms = args.event.terms(&setup);
    let prepared = solo::prepare(game, contestants, &terms)?;
    let games = args.games.unwrap_or(100) as usize;
    let threads = ContestKind::Solo.threads(args.threads).max(1);
    let plan = Plan { games, moves: prepared.moves, seed: setup.seed, threads };
    let stop = Stop::by(on_interrupt()?);
    let output = output(args.json, args.csv);
    let bar = progress_bar((games * contestants.len()) as u64, output != Output::Text);
    let outcomes = solo::trials(&prepared.runs, &plan, &stop, &|_, _| bar.inc(1));
    bar.finish_and_clear();
    let report = SoloOutput {
        conditions: solo::conditions(game, contestants, &terms),
        game: &args.game.game,
        contestants: contestants.iter().map(|one| one.name().to_owned()).collect(),
        figures: prepared.figures,
        outcomes: &outcomes?,
        options: setup.options,
        seed: setup.seed,
        asked: Some(games),
    };
    if let Some(folder) = &args.records {
        let mut file = fs::File::create(folder.join("runs.json"))?;
        report.write_all(&mut file, Output::Json, lang)?;
    }
    report.write_all(&mut io::stdout().lock(), output, lang)?;
    Failure::if_faulty(report.faults())
}
