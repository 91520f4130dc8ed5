//! The result of a match: who is stronger, by how much, and how sure that is.

use std::io::Write;

use arena::stats::SprtVerdict;
use arena::{AnswerTime, Interval, MatchGame, MatchReport, Spent, Standing, elo};
use game::Lang;
use search::Limits;
use serde_json::{Value, json};

use super::{Output, pick, quoted};
use crate::failure::Failure;

/// So many faults are told in full.
const TOLD: usize = 10;

/// What was asked for.
pub struct MatchRequest {
    /// So many games.
    pub games: usize,
    /// What the clock allows.
    pub time: AnswerTime,
    /// What a move may cost.
    pub limits: Limits,
}

/// Writes a match.
pub fn write(
    out: &mut impl Write,
    report: &MatchReport,
    asked: &MatchRequest,
    output: Output,
    lang: Lang,
) -> Result<(), Failure> {
    match output {
        Output::Json => write_json(out, report, asked),
        Output::Csv => write_csv(out, &report.contestants, &report.games),
        Output::Text => write_text(out, report, asked, lang),
    }
}

fn write_json(
    out: &mut impl Write,
    report: &MatchReport,
    asked: &MatchRequest,
) -> Result<(), Failure> {
    let ratings = report.ratings.as_ref().map(|ratings| ratings.anchored(0, 0.0));
    let standings: Vec<Value> = report
        .contestants
        .iter()
        .zip(&report.stats.standings)
        .enumerate()
        .map(|(one, (name, standing))| {
            let mut json = standing_json(name, standing);
            if report.contestants.len() > 2 {
                json["rating"] = json!(ratings.as_ref().map(|ratings| ratings[one]));
            }
            json
        })
        .collect();
    let sprt = report.sprt.map(|(sprt, ratio, verdict)| {
        let (low, high) = sprt.bounds();
        json!({ "test": sprt, "log_likelihood_ratio": ratio, "bounds": [low, high], "verdict": verdict })
    });
    let stats = &report.stats;
    let spent = report.contestants.iter().zip(&stats.standings);
    let spent: Vec<Value> = spent.map(|(name, standing)| spent_json(name, standing)).collect();
    let mut json = json!({
        "standings": standings, "spent": spent, "played": stats.played, "different_games": stats.different,
        "margin_ms": asked.time.margin.as_millis() as u64, "games": report.games,
    });
    if let Some(sprt) = sprt {
        json["sprt"] = sprt;
    }
    serde_json::to_writer_pretty(&mut *out, &json)?;
    Ok(writeln!(out)?)
}

/// What a contestant has got, for programs.
pub fn standing_json(name: &str, standing: &Standing) -> Value {
    let score = standing.scores.mean();
    let interval = standing.scores.interval();
    json!({
        "bot": name, "games": standing.games(), "wins": standing.wins, "draws": standing.draws,
        "losses": standing.losses, "faults": standing.faults, "score": score,
        "score_95": score.map(|_| interval),
        // JSON has no infinity: a clean sweep has no finite rating.
        "elo": score.and_then(|score| finite(elo(score))),
        "elo_95": score.map(|_| [finite(elo(interval.low)), finite(elo(interval.high))]),
        "rounds": standing.scores.counts(),
    })
}

/// What a contestant has spent, for programs. It stands apart: the same games never take the same time.
pub fn spent_json(name: &str, standing: &Standing) -> Value {
    let spent = &standing.spent;
    let each = |sum: f64| (spent.moves > 0).then(|| sum / spent.moves as f64);
    json!({
        "bot": name, "moves": spent.moves, "ms_per_move": each(spent.time),
        "nodes_per_move": each(spent.nodes as f64), "depth": mean_depth(spent),
        "longest_ms": spent.longest,
        "overruns": spent.overruns,
    })
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

/// A line for each game.
pub fn write_csv(
    out: &mut dyn Write,
    contestants: &[String],
    games: &[MatchGame],
) -> Result<(), Failure> {
    writeln!(out, "game,round,seed,seats,shares,places,plies,fault,why")?;
    for game in games {
        let seats: Vec<_> = game.seated.iter().map(|&one| contestants[one].as_str()).collect();
        let shares: Vec<_> = game.seated.iter().map(|&one| game.share(one).to_string()).collect();
        let places: Vec<_> = game.places.iter().map(ToString::to_string).collect();
        let at_fault: Vec<_> = game.at_fault().map(|one| contestants[one].as_str()).collect();
        writeln!(
            out,
            "{},{},{},{},{},{},{},{},{}",
            game.number + 1,
            game.round + 1,
            game.seed,
            quoted(&seats.join(" ")),
            shares.join(" "),
            places.join(" "),
            game.plies,
            quoted(&at_fault.join(" ")),
            quoted(&game.why),
        )?;
    }
    Ok(())
}

fn write_text(
    out: &mut impl Write,
    report: &MatchReport,
    asked: &MatchRequest,
    lang: Lang,
) -> Result<(), Failure> {
    for game in &report.games {
        write_duel(out, report, game, lang)?;
    }
    let played = report.games.len();
    let decided = report.sprt.is_some_and(|(_, _, verdict)| verdict != SprtVerdict::Open);
    if played == 0 {
        return Ok(writeln!(
            out,
            "{}",
            pick(
                lang,
                "no game was played: nothing is known",
                "aucune partie jouée : on ne sait rien"
            )
        )?);
    }
    if played < asked.games && !decided {
        let all = asked.games;
        let en = format!("stopped after {played} of {all} games");
        writeln!(out, "{}", pick(lang, &en, &format!("arrêté après {played} parties sur {all}")))?;
    }
    let two = report.contestants.len() == 2;
    let width = report.contestants.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or(0).max(8);
    let last = match two {
        true => pick(lang, "Elo difference, 95%", "écart Elo, 95 %"),
        false => pick(lang, "rating ± 95%", "classement ± 95 %"),
    };
    writeln!(
        out,
        "{:<width$} {:>9} {:>6} {:>9} {:>8}   {:<18} {last}",
        "",
        pick(lang, "wins", "victoires"),
        pick(lang, "draws", "nulles"),
        pick(lang, "losses", "défaites"),
        "score",
        "95%",
    )?;
    let ratings = report.ratings.as_ref().map(|ratings| ratings.anchored(0, 0.0));
    for (one, (name, standing)) in
        report.contestants.iter().zip(&report.stats.standings).enumerate()
    {
        let Interval { low, high } = standing.scores.interval();
        let score = standing.scores.mean().unwrap_or_default();
        let rating = match (two, &ratings) {
            (true, _) => difference(standing, lang),
            (false, Some(ratings)) => super::rating(&ratings[one]),
            (false, None) => "-".into(),
        };
        writeln!(
            out,
            "{name:<width$} {:>9} {:>6} {:>9} {:>7.1}%   {:<18} {rating}",
            standing.wins,
            standing.draws,
            standing.losses,
            100.0 * score,
            format!("{:.1}% {} {:.1}%", 100.0 * low, pick(lang, "to", "à"), 100.0 * high),
        )?;
    }
    write_rounds(out, report, lang)?;
    write_sprt(out, report, lang)?;
    write_spent(out, report, width, lang)?;
    write_overruns(out, report, asked, lang)?;
    write_faults(out, &report.contestants, &report.games, lang)
}

/// How pairs ended, and whether the games differ.
fn write_rounds(out: &mut impl Write, report: &MatchReport, lang: Lang) -> Result<(), Failure> {
    let stats = &report.stats;
    if report.contestants.len() == 2 && stats.played > 1 {
        let counts = stats.standings[0].scores.counts();
        let counts = counts.iter().map(|&(score, count)| format!("{} × {count}", 2.0 * score));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let en = format!("points of the first from each opening, both sides played: {counts}");
        let fr = format!("points du premier par ouverture, jouée des deux côtés : {counts}");
        writeln!(out, "{}", pick(lang, &en, &fr))?;
    }
    write_repeats(out, stats.played, stats.different, lang)
}

/// Warns where games were played again move by move.
pub fn write_repeats(
    out: &mut dyn Write,
    played: usize,
    different: usize,
    lang: Lang,
) -> Result<(), Failure> {
    if different < played {
        let en = format!(
            "only {different} different games of {played}: a round that comes again counts once. \
             More random --openings make more of them"
        );
        let fr = format!(
            "seulement {different} parties différentes sur {played} : une série qui revient ne compte \
             qu’une fois. Plus de coups au hasard (--openings) en donnent davantage"
        );
        writeln!(out, "{}", pick(lang, &en, &fr))?;
    }
    Ok(())
}

fn write_sprt(out: &mut impl Write, report: &MatchReport, lang: Lang) -> Result<(), Failure> {
    let Some((sprt, ratio, verdict)) = report.sprt else { return Ok(()) };
    let (low, high) = sprt.bounds();
    let (first, second) = (&report.contestants[0], &report.contestants[1]);
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let said = match verdict {
        SprtVerdict::Second => (
            format!("{first} is stronger than {second} by {elo1} Elo or more"),
            format!("{first} dépasse {second} de {elo1} Elo ou plus"),
        ),
        SprtVerdict::First => (
            format!("{first} is not stronger than {second} by more than {elo0} Elo"),
            format!("{first} ne dépasse pas {second} de plus de {elo0} Elo"),
        ),
        SprtVerdict::Open => ("not clear yet".into(), "pas encore tranché".into()),
    };
    let said = pick(lang, &said.0, &said.1);
    let games = report.games.len();
    let after = pick(lang, "games", "parties");
    Ok(writeln!(
        out,
        "SPRT [{elo0}, {elo1}]: {said} (LLR {ratio:.2}, {low:.2} … {high:.2}, {games} {after})"
    )?)
}

/// How far a contestant looked ahead in the mean of its moves, if it tells.
fn mean_depth(spent: &Spent) -> Option<f64> {
    (spent.depth_moves > 0).then(|| spent.depth as f64 / spent.depth_moves as f64)
}

/// What each contestant spent on a move: positions, plies ahead, milliseconds. Nothing is known of it in duels.
fn write_spent(
    out: &mut impl Write,
    report: &MatchReport,
    width: usize,
    lang: Lang,
) -> Result<(), Failure> {
    let standings = || report.contestants.iter().zip(&report.stats.standings);
    if standings().all(|(_, standing)| standing.spent.moves == 0) {
        return Ok(());
    }
    writeln!(
        out,
        "{:<width$} {:>12} {:>8} {:>10} {:>10}",
        pick(lang, "a move", "par coup"),
        pick(lang, "positions", "positions"),
        pick(lang, "depth", "prof."),
        "ms",
        pick(lang, "ms at most", "ms au plus"),
    )?;
    for (name, standing) in standings() {
        let spent = &standing.spent;
        let unknown = || "-".to_owned();
        let (moves, nodes) = (spent.moves.max(1) as f64, spent.nodes as f64);
        writeln!(
            out,
            "{name:<width$} {:>12} {:>8} {:>10.1} {:>10.1}",
            if spent.nodes == 0 { unknown() } else { format!("{:.0}", nodes / moves) },
            mean_depth(spent).map_or_else(unknown, |depth| format!("{depth:.1}")),
            spent.time / moves,
            spent.longest,
        )?;
    }
    Ok(())
}

/// Moves that took longer than their time, but not so long that they lost.
fn write_overruns(
    out: &mut impl Write,
    report: &MatchReport,
    asked: &MatchRequest,
    lang: Lang,
) -> Result<(), Failure> {
    let Some(time) = asked.limits.time else { return Ok(()) };
    let (time, margin) = (time.as_millis(), asked.time.margin.as_millis());
    for (name, standing) in report.contestants.iter().zip(&report.stats.standings) {
        let spent = &standing.spent;
        if spent.overruns > 0 {
            let (over, moves, longest) = (spent.overruns, spent.moves, spent.longest);
            let en = format!(
                "{name}: {over} of {moves} moves took longer than {time} ms, {longest:.0} ms at most; {margin} ms more are let pass"
            );
            let fr = format!(
                "{name} : {over} coups sur {moves} ont dépassé {time} ms, {longest:.0} ms au plus ; on en laisse passer {margin} de plus"
            );
            writeln!(out, "{}", pick(lang, &en, &fr))?;
        }
    }
    Ok(())
}

/// Who could not play on, in which game and why, with the last lines of its error stream.
pub fn write_faults(
    out: &mut dyn Write,
    contestants: &[String],
    games: &[MatchGame],
    lang: Lang,
) -> Result<(), Failure> {
    let faults = || games.iter().flat_map(|game| game.faults.iter().map(move |f| (game, f)));
    for (game, fault) in faults().take(TOLD) {
        let name = &contestants[game.seated[usize::from(fault.seat)]];
        let (number, said) = (game.number + 1, fault.kind.phrase().get(lang));
        let label = pick(lang, "game", "partie");
        writeln!(out, "{label} {number}: {name} {said}: {}", fault.why)?;
        for line in &fault.stderr {
            writeln!(out, "    | {line}")?;
        }
    }
    let more = faults().count().saturating_sub(TOLD);
    if more > 0 {
        let en = format!("and {more} more faults: --json and --csv list them all");
        let fr = format!("et {more} autres fautes : --json et --csv les donnent toutes");
        writeln!(out, "{}", pick(lang, &en, &fr))?;
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
    if game.sides.is_empty() {
        return Ok(());
    }
    write!(out, "game {}  seed {} ", game.number + 1, game.seed)?;
    for (side, &one) in game.sides.iter().zip(&game.seated) {
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
    let winner = game.seated.iter().find(|&&one| game.share(one) == 1.0);
    let winner = winner.map_or("nobody", |&one| report.contestants[one].as_str());
    Ok(writeln!(out, " {winner} wins")?)
}

/// As in `+191 (+120 to +280)`; a clean sweep has only one end.
fn difference(standing: &Standing, lang: Lang) -> String {
    let Some(score) = standing.scores.mean() else { return "-".into() };
    let Interval { low, high } = standing.scores.interval();
    let (middle, low, high) = (elo(score), elo(low), elo(high));
    let bounds = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{low:+.0} {} {high:+.0}", pick(lang, "to", "à")),
        (true, false) => format!("{} {low:+.0}", pick(lang, "more than", "plus de")),
        (false, true) => format!("{} {high:+.0}", pick(lang, "less than", "moins de")),
        (false, false) => pick(lang, "unknown", "inconnu").to_owned(),
    };
    match middle.is_finite() && (low.is_finite() || high.is_finite()) {
        true => format!("{middle:+.0} ({bounds})"),
        false => bounds,
    }
}
