//! `plateau ladder`: many contestants rated together.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use arena::exact;
use arena::ladder::{Ladder, LadderFormat, LadderReport, Length, SoloLadder, SoloRuns};
use arena::solo;
use arena::{
    BadJournal, Contestant, EventError, JobSpec, Journal, MatchGame, MatchRules, Meeting,
    OpeningSource,
};
use catalog::{Entry, Setup};
use game::{Lang, Words};
use search::Stop;
use serde_json::json;

use super::crew::CrewArgs;
use super::event::{self, ContestKind, EventArgs};
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::results::ladder::{LadderPage, Shown};
use crate::results::ladder_solo::SoloPage;
use crate::results::{Output, progress_bar};
use crate::setup::GameArgs;

/// Games of a ladder that goes on until it knows enough, at most.
const MOST: u32 = 20_000;

/// Rounds of every pairing at first, if nobody says otherwise.
const FIRST: u32 = 4;

/// What `--anchor` says instead of a name and a rating for all ratings that come with the program.
const MEASURED: &str = "measured";

/// Rate many contestants together, from games of all against all
///
/// Every pairing plays its openings from all sides; one fit over all games gives ratings with 95% intervals. With
/// --journal FILE a ladder that was interrupted or killed goes on where it was, with the same games. A game for one is
/// played by each alone, and means are compared. The exit code is 1 if a contestant was at fault. As in: plateau ladder
/// quoridor --gauntlet "cmd:python3 bot.py" --until 50
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Who takes part, as in `plateau match`; all levels if nobody is named. “levels” stands for all of them
    #[arg(value_name = "CONTESTANT")]
    contestants: Vec<String>,

    /// Only this contestant meets the others, not everybody everybody
    #[arg(long, value_name = "CONTESTANT")]
    gauntlet: Option<String>,

    /// Games of every pairing, or runs of each alone; 20, or 100 alone, if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Goes on until every rating, or that of the gauntlet's contestant, is known to within so many Elo points, playing
    /// next what tells most; alone, until every mean is known to so many percent
    #[arg(long, value_name = "ELO", value_parser = parse_until)]
    until: Option<f64>,

    /// With --until: no more games than this in all, or runs of each alone
    #[arg(long, value_name = "N", requires = "until", value_parser = clap::value_parser!(u32).range(1..))]
    most: Option<u32>,

    /// With --until: rounds of every pairing before the next are chosen by what they tell; with 0 only those that are
    /// listed side by side meet before, or, of a gauntlet among several anchors, one round in the middle of these
    #[arg(long, value_name = "N", requires = "until", default_value_t = FIRST, value_parser = clap::value_parser!(u32).range(0..=1000))]
    first: u32,

    /// With --until: choose what tells most for the time it takes, not for the number of games. Slow contestants play
    /// less then, and another machine would choose other games
    #[arg(long, requires = "until")]
    thrifty: bool,

    /// This contestant plays no more for now; what the journal knows of it counts. A slow one would hold up all others
    #[arg(long, value_name = "CONTESTANT")]
    without: Vec<String>,

    /// The rating of one contestant, on which the scale stands, as in hard=1000; the first is 0 if not given. If several
    /// are given they are held, do not meet each other, and all others are placed among them. “measured” holds all
    /// levels at the ratings that `plateau games` shows
    #[arg(long, value_name = "NAME=ELO|measured")]
    anchor: Vec<String>,

    #[command(flatten)]
    event: EventArgs,

    #[command(flatten)]
    crew: CrewArgs,

    /// Keep every game in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,

    /// Save the record of every game in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Also tells how far everybody is from perfection: what a move gives away by the game's exact solver
    #[arg(long)]
    exact: bool,

    /// Write a report with charts to this file: one page of HTML that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// The result as JSON, for programs
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// The games as comma-separated lines, for programs
    #[arg(long)]
    csv: bool,
}

fn parse_until(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && f64::is_finite(number) => Ok(number),
        _ => Err("write a number above 0, as in 20".into()),
    }
}

/// Plays what the journal does not know yet, and prints; Ctrl-C ends it early with what was played so far.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = args.game.entry()?;
    let contestants = contestants(args, game)?;
    if contestants.len() < 2 {
        return Err(Failure::asked(Words::new(
            "a ladder needs two contestants",
            "il faut deux concurrents pour une échelle",
        )));
    }
    if let Some(path) = &args.html {
        writable(path)?;
    }
    if let Some(folder) = &args.records {
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, &error))?;
    }
    let kind = if args.event.duel {
        ContestKind::Duel
    } else {
        event::kind(&args.game, game, &contestants)
    };
    // The same command plays the same games again: a journal could not be gone on with otherwise.
    let setup = Setup { seed: args.game.seed.unwrap_or(1), ..args.game.setup() };
    match kind {
        ContestKind::Solo => alone(args, game, setup, &contestants, lang),
        kind => together(args, game, setup, contestants, kind, lang),
    }
}

/// Nobody plays for an hour to hear then that there is nowhere to write.
fn writable(path: &Path) -> Result<(), Failure> {
    let tried = fs::OpenOptions::new().append(true).create(true).open(path);
    tried.map(drop).map_err(|error| Failure::unwritable(path, &error))
}

/// Everybody once: who is named, all levels where nobody is or where that is said, and the one of the gauntlet.
fn contestants(args: &Args, game: &'static dyn Entry) -> Result<Vec<Contestant>, Failure> {
    let levels = || -> Vec<String> {
        let tables =
            game.about().variants.iter().any(|variant| variant.seats > 1) || args.event.duel;
        match game.solo().filter(|_| !tables) {
            Some(solo) => solo.players().iter().map(|player| player.id.to_owned()).collect(),
            None => game.levels().iter().map(|level| level.id.to_owned()).collect(),
        }
    };
    let mut names = Vec::new();
    if args.contestants.is_empty() {
        names = levels();
    }
    for name in args.contestants.iter().chain(&args.gauntlet) {
        let more = if name == "levels" { levels() } else { vec![name.clone()] };
        let new: Vec<String> = more.into_iter().filter(|name| !names.contains(name)).collect();
        names.extend(new);
    }
    Ok(names.iter().map(|name| Contestant::parse(game, name)).collect::<Result<_, _>>()?)
}

fn together(
    args: &Args,
    game: &'static dyn Entry,
    setup: Setup,
    contestants: Vec<Contestant>,
    kind: ContestKind,
    lang: Lang,
) -> Result<(), Failure> {
    let rules = args.event.rules(game, setup, kind)?;
    rules.check(&contestants)?;
    if args.exact {
        // Nobody plays for an hour to hear then that there is no solver.
        exact::errors(game, &rules.setup, 0, &[], 1, &Stop::new(), &|| ())?;
    }
    let sides = rules.sides()?.min(contestants.len());
    let format = match &args.gauntlet {
        None => LadderFormat::RoundRobin,
        Some(name) => {
            let own = Contestant::parse(game, name)?;
            LadderFormat::Gauntlet(contestants.iter().position(|one| *one == own).unwrap_or(0))
        }
    };
    let length = match args.until {
        Some(error) => Length::Until {
            error,
            most: args.most.unwrap_or(MOST) as usize,
            first: args.first as usize,
            thrifty: args.thrifty,
        },
        None => Length::Rounds((args.games.unwrap_or(20) as usize).div_ceil(sides)),
    };
    let names: Vec<String> = contestants.iter().map(|one| one.name().to_owned()).collect();
    let anchors = anchors(args, game, &rules.setup, &names)?;
    let anchor = anchors.first().copied().unwrap_or((0, 0.0));
    let held = if anchors.len() > 1 { anchors } else { Vec::new() };
    let resting = resting(args, &names)?;
    let ladder = Ladder { rules, contestants, format, length, held, resting };
    if ladder.lineups()?.is_empty() {
        return Err(Failure::asked(Words::new(
            "nobody is left to play: too many are --without",
            "il ne reste personne pour jouer : trop de --without",
        )));
    }
    let mut journal = open_journal(args, &ladder)?;
    let stop = Stop::by(on_interrupt()?);
    let output = event::output(args.json, args.csv);
    let total = match length {
        Length::Until { most, .. } => most,
        Length::Rounds(rounds) => ladder.lineups()?.len() * rounds * sides,
    };
    let bar = progress_bar(total as u64, output != Output::Text);
    let progress = |game: &MatchGame, count: usize| {
        if let Err(failure) = args.records.as_deref().map_or(Ok(()), |to| event::save(to, game)) {
            bar.println(failure.to_string());
        }
        bar.set_position(count as u64);
    };
    let spec =
        JobSpec::Games { rules: ladder.rules.clone(), contestants: ladder.contestants.clone() };
    let threads = kind.threads(args.crew.threads);
    let report: Result<LadderReport, Failure> = args
        .crew
        .with(threads, &spec, &bar, |crew| Ok(ladder.run(crew, &mut journal, &stop, &progress)?));
    bar.finish_and_clear();
    let report = report?;
    let exact = match args.exact {
        false => None,
        true => {
            let bar = progress_bar(report.games.len() as u64, output != Output::Text);
            let MatchRules { game, setup, .. } = &ladder.rules;
            let count = names.len();
            let found =
                exact::errors(*game, setup, count, &report.games, threads.max(1), &stop, &|| {
                    bar.inc(1);
                });
            bar.finish_and_clear();
            Some(found?)
        }
    };
    let page = LadderPage { ladder: &ladder, report: &report, exact, anchor, lang };
    page.write(&mut io::stdout().lock(), output)?;
    if let Some(path) = &args.html {
        let html = page.html();
        fs::write(path, html).map_err(|error| Failure::unwritable(path, &error))?;
    }
    let faults = report.stats.standings.iter().map(|standing| standing.faults);
    Failure::if_faulty(names.iter().map(String::as_str).zip(faults))
}

/// The contestants that play no more.
fn resting(args: &Args, names: &[String]) -> Result<Vec<usize>, Failure> {
    let find = |name: &String| {
        names.iter().position(|own| own == name).ok_or_else(|| {
            let names = names.join(", ");
            Failure::asked(Words::new(
                format!("--without {name}: nobody of that name takes part, only {names}"),
                format!("--without {name} : personne de ce nom ne joue, seulement {names}"),
            ))
        })
    };
    args.without.iter().map(find).collect()
}

/// The contestants that the scale stands on, and their ratings.
fn anchors(
    args: &Args,
    game: &dyn Entry,
    setup: &Setup,
    names: &[String],
) -> Result<Vec<(usize, f64)>, Failure> {
    let mut anchors: Vec<(usize, f64)> = Vec::new();
    if args.anchor.iter().any(|text| text == MEASURED) {
        anchors = measured(game, setup, names)?;
    }
    for text in args.anchor.iter().filter(|text| *text != MEASURED) {
        let found = text.rsplit_once('=').and_then(|(name, elo)| {
            let one = names.iter().position(|own| own == name.trim())?;
            Some((one, elo.trim().parse().ok().filter(|elo: &f64| elo.is_finite())?))
        });
        let Some((one, elo)) = found else {
            let names = names.join(", ");
            return Err(Failure::asked(Words::new(
                format!("“{text}” is no anchor: write NAME=ELO, with a name of {names}"),
                format!(
                    "« {text} » n’est pas un repère : écrire NOM=ELO, avec un nom parmi {names}"
                ),
            )));
        };
        if anchors.iter().any(|&(before, _)| before == one) {
            let name = &names[one];
            return Err(Failure::asked(Words::new(
                format!(
                    "{name} cannot stand at two ratings: give one --anchor for each contestant"
                ),
                format!(
                    "{name} ne peut pas avoir deux classements : un seul --anchor par concurrent"
                ),
            )));
        }
        anchors.push((one, elo));
    }
    if anchors.len() == names.len() && names.len() > 1 {
        return Err(Failure::asked(Words::new(
            "every contestant has an --anchor, so there is nobody left to rate",
            "tous les concurrents ont un --anchor : il ne reste personne à classer",
        )));
    }
    Ok(anchors)
}

/// The levels that take part as they are, at the ratings that they were measured to have in this variant.
fn measured(
    game: &dyn Entry,
    setup: &Setup,
    names: &[String],
) -> Result<Vec<(usize, f64)>, Failure> {
    let variant = setup.variant.as_deref().unwrap_or(game.about().variants[0].id);
    let rated = |(one, name): (usize, &String)| Some((one, f64::from(game.elo(name, variant)?)));
    let anchors: Vec<_> = match setup.options.is_empty() {
        true => names.iter().enumerate().filter_map(rated).collect(),
        // With other options the same levels are as strong as nobody knows.
        false => Vec::new(),
    };
    if anchors.len() < 2 {
        return Err(Failure::asked(Words::new(
            "--anchor measured holds levels that take part at the ratings that `plateau games` shows for a variant \
             without options: here there are fewer than two",
            "--anchor measured pose les niveaux qui jouent au classement que montre `plateau games` pour une variante \
             sans options : ici il y en a moins de deux",
        )));
    }
    Ok(anchors)
}

fn open_journal(args: &Args, ladder: &Ladder) -> Result<Journal<MatchGame>, Failure> {
    let rules = &ladder.rules;
    let openings = match &rules.openings {
        OpeningSource::Random(plies) => json!(plies),
        OpeningSource::Listed(list) => json!(list),
    };
    let gauntlet = match ladder.format {
        LadderFormat::Gauntlet(one) => Some(ladder.contestants[one].name()),
        LadderFormat::RoundRobin => None,
    };
    // How long the ladder is to be, and what is played first, is not part of it: both can be changed.
    let names: Vec<&str> = ladder.contestants.iter().map(Contestant::name).collect();
    let head = json!({
        "plateau": "ladder", "game": args.game.game, "variant": rules.setup.variant,
        "options": rules.setup.options, "seed": rules.setup.seed, "contestants": names,
        "gauntlet": gauntlet, "openings": openings, "limits": rules.limits, "moves": rules.moves,
        "duel": rules.meeting == Meeting::Duel,
    });
    let Some(path) = &args.journal else { return Ok(Journal::none()) };
    Journal::open(path, &head).map_err(|bad| unusable(path, bad))
}

fn unusable(path: &Path, bad: BadJournal) -> Failure {
    match bad {
        BadJournal::Io(error) => Failure::unwritable(path, &error),
        BadJournal::Other(words) => Failure::asked(words),
    }
}

/// Each alone, on the same seeds.
fn alone(
    args: &Args,
    game: &'static dyn Entry,
    setup: Setup,
    contestants: &[Contestant],
    lang: Lang,
) -> Result<(), Failure> {
    if !args.without.is_empty() {
        return Err(Failure::asked(Words::new(
            "--without is for contestants who meet each other: alone, nobody waits for anybody",
            "--without est pour des concurrents qui se rencontrent : seul, personne n’attend personne",
        )));
    }
    let terms = args.event.terms(&setup);
    let prepared = solo::prepare(game, contestants, &terms)?;
    let names: Vec<&str> = contestants.iter().map(Contestant::name).collect();
    let head = json!({
        "plateau": "ladder", "game": args.game.game, "variant": setup.variant,
        "options": setup.options, "seed": setup.seed, "contestants": names, "limits": terms.limits,
        "moves": prepared.moves, "alone": true,
    });
    let mut journal = match &args.journal {
        Some(path) => Journal::open(path, &head).map_err(|bad| unusable(path, bad))?,
        None => Journal::none(),
    };
    let most =
        if args.until.is_some() { args.most.unwrap_or(MOST) } else { args.games.unwrap_or(100) };
    let runs = SoloRuns { runs: prepared.runs, moves: prepared.moves, seed: setup.seed };
    let until = args.until.map(|percent| percent / 100.0);
    let ladder = SoloLadder { event: &runs, games: most as usize, until };
    let stop = Stop::by(on_interrupt()?);
    let output = event::output(args.json, args.csv);
    let total = if args.until.is_some() { 0 } else { most as u64 * contestants.len() as u64 };
    let bar = progress_bar(total, output != Output::Text);
    let conditions = solo::conditions(game, contestants, &terms);
    let contestants = contestants.to_vec();
    let spec = JobSpec::Solo { game, contestants, terms, seed: setup.seed };
    let threads = ContestKind::Solo.threads(args.crew.threads);
    let report = args.crew.with(threads, &spec, &bar, |crew| {
        Ok(ladder.run(crew, &mut journal, &stop, &|_| bar.inc(1))?)
    });
    bar.finish_and_clear();
    let page = SoloPage {
        game,
        names: names.iter().map(|&name| name.to_owned()).collect(),
        figures: prepared.figures,
        conditions,
        report: &report?,
        moves: (prepared.moves < u64::MAX).then_some(prepared.moves),
        seed: setup.seed,
        lang,
    };
    page.write(&mut io::stdout().lock(), output)?;
    if let Some(path) = &args.html {
        fs::write(path, page.html()).map_err(|error| Failure::unwritable(path, &error))?;
    }
    Failure::if_faulty(page.faults())
}

impl From<EventError> for Failure {
    fn from(error: EventError) -> Self {
        match error {
            EventError::Io(error) => Self::Io(error),
            EventError::Fault(fault) => fault.into(),
        }
    }
}
