//! `plateau duel`: Tetris bots against each other with rubbish, or each alone, by the Tetris Bot Protocol.

use std::io::{self, Write};
use std::time::Duration;

use arena::Tally as Score;
use game::{Lang, Words};
use serde_json::json;
use tetris::guideline::tbp::host::BotName;
use tetris::guideline::tbp::referee::{DuelTerms, Tally, duel, solo};

use crate::failure::Failure;

/// Let Tetris bots attack each other, or measure each alone
///
/// The guideline game: the same pieces for both, and what one sends comes up in the other's well.
#[derive(clap::Args)]
pub struct Args {
    /// The game: tetris
    game: String,

    /// Two bots, or any number with --solo: “expert”, or "cmd:./program --flag" for any program that speaks
    /// the Tetris Bot Protocol
    #[arg(required = true, value_name = "BOT")]
    bots: Vec<String>,

    /// Measure each alone: attack, points and deaths, on the same pieces
    #[arg(long)]
    solo: bool,

    /// How many games; alone, how many seeds
    #[arg(long, visible_alias = "seeds", default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// A game ends after so many pieces each; who has sent more lines wins
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pieces: u32,

    /// Milliseconds to think about a piece; both think at the same time, on a core each
    #[arg(long, default_value_t = 100, value_name = "MS")]
    movetime: u64,

    /// Wells that our own bot looks at for a piece, however long it takes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The first seed
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// The result as JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Plays and prints a line a game and then the sum.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let game = catalog::find(&args.game)?;
    if game.about().id != "tetris" {
        return Err(Failure::asked(Words::new(
            "only Tetris has bots that attack each other",
            "seul Tetris a des joueurs qui s’attaquent",
        )));
    }
    let parsed: Result<Vec<BotName>, Words> = args.bots.iter().map(|name| name.parse()).collect();
    let bots = parsed.map_err(Failure::Asked)?;
    let time = Duration::from_millis(if args.nodes.is_some() { 0 } else { args.movetime });
    let terms = DuelTerms { pieces: args.pieces, time, nodes: args.nodes };
    let out = &mut io::stdout().lock();
    if args.solo {
        return alone(args, &bots, terms, lang, out);
    }
    let Ok(bots) = <[BotName; 2]>::try_from(bots) else {
        return Err(Failure::asked(Words::new(
            "a duel is between two bots",
            "un duel se joue entre deux joueurs",
        )));
    };
    against(args, &bots, terms, lang, out)
}

/// Every bot alone on the same seeds.
fn alone(
    args: &Args,
    bots: &[BotName],
    terms: DuelTerms,
    lang: Lang,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut tallies: Vec<Vec<Tally>> = vec![Vec::new(); bots.len()];
    for seed in (args.seed..).take(args.games as usize) {
        for (bot, tallies) in bots.iter().zip(&mut tallies) {
            let tally = solo(bot, terms, seed).map_err(Failure::Asked)?;
            if !args.json {
                let rate = per_piece(&tally, tally.attack);
                let pieces = tally.pieces;
                write!(out, "seed {seed}  {rate:.3} attack a piece in {pieces} pieces  {bot}")?;
                writeln!(out, "{}", ended(&tally, lang))?;
                out.flush()?;
            }
            tallies.push(tally);
        }
    }
    if args.json {
        let all: Vec<_> = bots
            .iter()
            .zip(&tallies)
            .map(|(bot, games)| {
                let (mean, error) = mean(games, |tally| tally.attack);
                json!({ "bot": bot.to_string(), "attack_a_piece": mean, "standard_error": error,
                    "deaths": games.iter().filter(|tally| tally.died).count(),
                    "points_a_piece": self::mean(games, |tally| tally.points).0,
                    "report_points_a_piece": self::mean(games, |tally| tally.report_points).0,
                    "games": games })
            })
            .collect();
        serde_json::to_writer_pretty(&mut *out, &all)?;
        return Ok(writeln!(out)?);
    }
    writeln!(
        out,
        "\n{:>18} {:>7} {:>8} {:>8} {:>8} {:>8} {:>8}  bot",
        "attack a piece", "deaths", "points", "report", "spins", "fours", "emptied"
    )?;
    for (bot, games) in bots.iter().zip(&tallies) {
        let (attack, error) = mean(games, |tally| tally.attack);
        let rate = |of: fn(&Tally) -> u32| mean(games, of).0;
        writeln!(
            out,
            "{:>18} {:>7} {:>8.1} {:>8.1} {:>8.4} {:>8.4} {:>8.4}  {bot}",
            format!("{attack:.3} ± {error:.3}"),
            games.iter().filter(|tally| tally.died).count(),
            rate(|tally| tally.points),
            rate(|tally| tally.report_points),
            rate(|tally| tally.spins),
            rate(|tally| tally.fours),
            rate(|tally| tally.empties),
        )?;
    }
    Ok(())
}

/// Two bots against each other.
fn against(
    args: &Args,
    bots: &[BotName; 2],
    terms: DuelTerms,
    lang: Lang,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut score = Score::default();
    let mut games = Vec::new();
    for seed in (args.seed..).take(args.games as usize) {
        let played = duel(bots, (seed % 2) as usize, terms, seed).map_err(Failure::Asked)?;
        let share = match played.winner {
            None => 0.5,
            Some(0) => 1.0,
            Some(_) => 0.0,
        };
        score.add(share, share > 0.0, share == 1.0);
        if !args.json {
            let winner = played.winner.map_or("-".into(), |winner| bots[winner].to_string());
            let [a, b] = &played.tallies;
            write!(out, "game {seed}  sent {} : {}", played.sent[0], played.sent[1])?;
            write!(
                out,
                "  attack {:.3} : {:.3} a piece",
                per_piece(a, a.attack),
                per_piece(b, b.attack)
            )?;
            write!(out, "  {} pieces  winner {winner}", a.pieces.max(b.pieces))?;
            for (tally, bot) in [a, b].into_iter().zip(bots) {
                if let Some(end) = &tally.end {
                    write!(out, "  ({bot}: {})", end.get(lang))?;
                }
            }
            writeln!(out)?;
            out.flush()?;
        }
        games.push(played);
    }
    let interval = score.interval();
    if args.json {
        let result = json!({ "bots": [bots[0].to_string(), bots[1].to_string()], "wins": score.wins,
            "draws": score.draws, "losses": score.losses, "score": score.score(), "score_95": interval,
            "games": games });
        serde_json::to_writer_pretty(&mut *out, &result)?;
        return Ok(writeln!(out)?);
    }
    let (wins, draws, losses) = (score.wins, score.draws, score.losses);
    let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
    writeln!(
        out,
        "\n{}: {wins} won, {draws} drawn, {losses} lost, {:.1}% ({low:.1}% to {high:.1}%)",
        bots[0],
        100.0 * score.score(),
    )?;
    Ok(())
}

/// How a game ended for a bot, if it lost it.
fn ended(tally: &Tally, lang: Lang) -> String {
    tally.end.as_ref().map_or(String::new(), |why| format!("  ({})", why.get(lang)))
}

fn per_piece(tally: &Tally, count: u32) -> f64 {
    f64::from(count) / f64::from(tally.pieces.max(1))
}

/// The mean over games of a count a piece, and its standard error.
fn mean(games: &[Tally], of: impl Fn(&Tally) -> u32) -> (f64, f64) {
    let rates: Vec<f64> = games.iter().map(|tally| per_piece(tally, of(tally))).collect();
    let count = rates.len().max(1) as f64;
    let mean = rates.iter().sum::<f64>() / count;
    let spread = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>();
    (mean, (spread / (count - 1.0).max(1.0) / count).sqrt())
}
