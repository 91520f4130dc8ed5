//! Tries a contestant and says what is wrong with it, step by step.

use std::time::{Duration, Instant};

use catalog::{Entry, Setup};
use game::Words;
use search::{ContestTerms, Fault, Limits, Stop};

use crate::answer_time::AnswerTime;
use crate::contestant::Contestant;
use crate::event::{run, seed_of};
use crate::game_runner::{Fixture, GameRunner, MatchRules, Meeting};
use crate::match_game::MatchGame;
use crate::openings::OpeningSource;
use crate::solo;

/// The time for a move if nobody says otherwise.
const TIME: Duration = Duration::from_millis(200);

/// Moves of a run alone.
const MOVES: u64 = 30;

/// What was tried, and how it went.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckStep {
    /// What was tried.
    pub what: Words,
    /// What was seen, or what is wrong.
    pub result: Result<Words, Words>,
}

impl CheckStep {
    fn new(what: Words, result: Result<Words, Fault>) -> Self {
        Self { what, result: result.map_err(|fault| fault.words()) }
    }
}

/// Tries a contestant: whether it starts, whether it plays whole games from every seat by the rules and in time. Each
/// step is told as it ends; the first that goes wrong is the last.
pub fn check(
    game: &'static dyn Entry,
    setup: &Setup,
    contestant: &Contestant,
    limits: &Limits,
    time: AnswerTime,
    stop: &Stop,
    told: &mut dyn FnMut(&CheckStep),
) -> Result<bool, Fault> {
    let limits = if limits.is_unlimited() { Limits::time(TIME) } else { *limits };
    if contestant.check(game).is_err() && game.solo().is_some() {
        return alone(game, setup, contestant, &limits, time, stop, told);
    }
    contestant.check(game)?;
    let start = Instant::now();
    let begun = contestant.invite(game);
    let took = start.elapsed().as_millis();
    let hello = CheckStep::new(
        Words::new("starts and says hello", "démarre et se présente"),
        begun.map(|_| Words::new(format!("after {took} ms"), format!("en {took} ms"))),
    );
    told(&hello);
    if hello.result.is_err() {
        return Ok(false);
    }
    let table = game.table(setup).map_err(|bad| Fault::Unknown(bad.0))?;
    let usual = OpeningSource::usual(&*table);
    let from_start = (OpeningSource::Random(0), 0);
    let sources = if usual == OpeningSource::Random(0) {
        vec![from_start]
    } else {
        vec![from_start, (usual, 1)]
    };
    let weakest = game.levels().first().map_or(String::new(), |level| level.id.to_owned());
    let contestants = vec![contestant.clone(), Contestant::Own(weakest)];
    for (openings, series) in sources {
        let random = openings != OpeningSource::Random(0);
        let setup = Setup { seed: seed_of(setup.seed, series), ..setup.clone() };
        let rules = MatchRules {
            game,
            setup,
            meeting: Meeting::Table,
            openings,
            limits,
            time,
            moves: None,
        };
        let runner = GameRunner::new(rules, contestants.clone());
        let list = [0, 1].map(|turn| Fixture { number: turn, lineup: vec![0, 1], round: 0, turn });
        for fixture in list {
            let turn = fixture.turn;
            let mut games = run(&runner, &[fixture], 1, stop, &|_| ())?;
            let Some(played) = games.pop() else { return Ok(false) };
            let step = CheckStep { what: what(random, turn), result: judged(&played, &limits) };
            told(&step);
            if step.result.is_err() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn what(random: bool, turn: usize) -> Words {
    let (en, fr) = match random {
        false => ("from the start", "depuis le début"),
        true => ("from an opening", "depuis une ouverture"),
    };
    let (first_en, first_fr) =
        if turn == 0 { ("first", "en premier") } else { ("second", "en second") };
    Words::new(
        format!("plays a game {en}, moving {first_en}"),
        format!("joue une partie {fr}, {first_fr}"),
    )
}

/// What was seen in a game, or what the contestant did wrong in it.
fn judged(game: &MatchGame, limits: &Limits) -> Result<Words, Words> {
    let own = |seat: &usize| game.seated[*seat] == 0;
    if let Some(fault) = game.faults.iter().find(|fault| own(&usize::from(fault.seat))) {
        let said = fault.kind.phrase();
        let lines: String = fault.stderr.iter().map(|line| format!("\n      | {line}")).collect();
        let (ply, why) = (game.plies + 1, &fault.why);
        return Err(Words::new(
            format!("at move {ply} it {}: {why}{lines}", said.en),
            format!("au coup {ply} il {} : {why}{lines}", said.fr),
        ));
    }
    let mut spent = crate::table_game::Spent::default();
    let seats = (0..game.seated.len()).filter(own).filter_map(|seat| game.spent.get(seat));
    seats.for_each(|one| spent.add(one));
    let mean = spent.time / spent.moves.max(1) as f64;
    let (moves, longest) = (spent.moves, spent.longest);
    let late = match (limits.time, spent.overruns) {
        (Some(time), overruns) if overruns > 0 => (
            format!("; {overruns} took longer than its {} ms", time.as_millis()),
            format!(" ; {overruns} ont pris plus que leurs {} ms", time.as_millis()),
        ),
        _ => (String::new(), String::new()),
    };
    Ok(Words::new(
        format!("{moves} legal moves, {mean:.1} ms each, {longest:.0} ms at most{}", late.0),
        format!("{moves} coups légaux, {mean:.1} ms chacun, {longest:.0} ms au plus{}", late.1),
    ))
}

/// One that sits at no table is tried alone.
fn alone(
    game: &'static dyn Entry,
    setup: &Setup,
    contestant: &Contestant,
    limits: &Limits,
    time: AnswerTime,
    stop: &Stop,
    told: &mut dyn FnMut(&CheckStep),
) -> Result<bool, Fault> {
    let terms = ContestTerms {
        variant: setup.variant.clone(),
        options: setup.options.clone(),
        limits: *limits,
        moves: Some(MOVES),
        margin: Some(time.margin),
    };
    let prepared = solo::prepare(game, std::slice::from_ref(contestant), &terms)?;
    let what = Words::new(
        format!("starts and makes {MOVES} moves alone"),
        format!("démarre et joue {MOVES} coups en solo"),
    );
    let result = prepared.runs[0].run(setup.seed, MOVES, stop);
    let step = match result {
        Err(fault) => CheckStep::new(what, Err(fault)),
        Ok(sample) => {
            let moves = sample.moves;
            let seen = Words::new(format!("{moves} moves"), format!("{moves} coups"));
            let wrong = sample.fault.and(sample.why);
            CheckStep { what, result: wrong.map_or(Ok(seen), Err) }
        }
    };
    told(&step);
    Ok(step.result.is_ok())
}
