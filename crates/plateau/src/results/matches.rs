//! The result of a match: who is stronger, by how much, and how sure that is.

use std::io::Write;

use arena::{Interval, MatchGame, MatchReport, MatchResult, Standing, elo};
use game::Lang;
use serde_json::json;

use super::{Output, quoted};
use crate::failure::Failure;

/// Writes a match of which so many games were asked for.
pub fn write(
    out: &mut impl Write,
    report: &MatchReport,
    asked: usize,
    output: Output,
    lang: Lang,
) -> Result<(), Failure> {
    match output {
        Output::Json => write_json(out, report),
        Output::Csv => write_csv(out, report),
        Output::Text => write_text(out, report, asked, lang),
    }
}

fn write_json(out: &mut impl Write, report: &MatchReport) -> Result<(), Failure> {
    let standings: Vec<_> = report
        .contestants
        .iter()
        .zip(&report.standings)
        .map(|(name, standing)| {
            let interval = standing.interval();
            json!({
                "bot": name, "games": standing.games(), "wins": standing.wins,
                "draws": standing.draws, "losses": standing.losses, "score": standing.score(),
                "score_95": interval,
                // JSON has no infinity: a clean sweep has no finite rating.
                "elo": finite(elo(standing.score())),
                "elo_95": [finite(elo(interval.low)), finite(elo(interval.high))],
            })
        })
        .collect();
    serde_json::to_writer_pretty(
        &mut *out,
        &json!({ "standings": standings, "games": report.games }),
    )?;
    Ok(writeln!(out)?)
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn write_csv(out: &mut impl Write, report: &MatchReport) -> Result<(), Failure> {
    writeln!(out, "game,seed,seats,shares,places,plies,why")?;
    for game in &report.games {
        let seats: Vec<_> =
            game.seated.iter().map(|&one| report.contestants[one].as_str()).collect();
        let shares: Vec<_> = game.shares().iter().map(ToString::to_string).collect();
        let places: Vec<_> = game.places().iter().map(ToString::to_string).collect();
        writeln!(
            out,
            "{},{},{},{},{},{},{}",
            game.number + 1,
            game.seed,
            quoted(&seats.join(" ")),
            shares.join(" "),
            places.join(" "),
            game.plies(),
            quoted(&why(game, Lang::En)),
        )?;
    }
    Ok(())
}

/// Why a game ended.
fn why(game: &MatchGame, lang: Lang) -> String {
    match &game.result {
        MatchResult::Table(result) => result.why.clone(),
        MatchResult::Duel(result) => {
            let ends = result.sides.iter().filter_map(|side| side.end.as_ref());
            ends.map(|end| end.get(lang)).collect::<Vec<_>>().join("; ")
        }
    }
}

fn write_text(
    out: &mut impl Write,
    report: &MatchReport,
    asked: usize,
    lang: Lang,
) -> Result<(), Failure> {
    for game in &report.games {
        write_duel(out, report, game, lang)?;
    }
    let played = report.games.len();
    if played < asked {
        writeln!(out, "stopped after {played} of {asked} games")?;
    }
    let width = report.contestants.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max(4);
    writeln!(
        out,
        "{:<width$} {:>6} {:>6} {:>6} {:>8}   {:<18} Elo difference, 95%",
        "bot", "wins", "draws", "losses", "score", "95%"
    )?;
    for (name, standing) in report.contestants.iter().zip(&report.standings) {
        let Interval { low, high } = standing.interval();
        writeln!(
            out,
            "{name:<width$} {:>6} {:>6} {:>6} {:>7.1}%   {:<18} {}",
            standing.wins,
            standing.draws,
            standing.losses,
            100.0 * standing.score(),
            format!("{:.1}% to {:.1}%", 100.0 * low, 100.0 * high),
            if report.contestants.len() == 2 { rating(standing) } else { String::from("-") },
        )?;
    }
    Ok(())
}

/// A line for a duel: what each side came to, and who won.
fn write_duel(
    out: &mut impl Write,
    report: &MatchReport,
    game: &MatchGame,
    lang: Lang,
) -> Result<(), Failure> {
    let MatchResult::Duel(result) = &game.result else { return Ok(()) };
    write!(out, "game {}  seed {} ", game.number + 1, game.seed)?;
    for (side, &one) in result.sides.iter().zip(&game.seated) {
        write!(out, " {}:", report.contestants[one])?;
        for (name, value) in &side.figures {
            write!(out, " {name} {value}")?;
        }
        write!(out, " in {} moves", side.moves)?;
        if let Some(end) = &side.end {
            write!(out, " ({})", end.get(lang))?;
        }
        write!(out, ";")?;
    }
    let winner = game.seated.iter().zip(&result.shares).find(|&(_, &share)| share == 1.0);
    let winner = winner.map_or("nobody", |(&one, _)| report.contestants[one].as_str());
    Ok(writeln!(out, " {winner} wins")?)
}

/// As in `+191 (+120 to +280)`; a clean sweep has only one end.
fn rating(standing: &Standing) -> String {
    let Interval { low, high } = standing.interval();
    let (middle, low, high) = (elo(standing.score()), elo(low), elo(high));
    match (middle.is_finite(), middle > 0.0) {
        (true, _) => format!("{middle:+.0} ({low:+.0} to {high:+.0})"),
        (false, true) => format!("more than {low:+.0}"),
        (false, false) => format!("less than {high:+.0}"),
    }
}
