//! The proof of the simulator: published players reach what others have measured them to reach. Slow; run by
//! `./test --full`, in a build with optimisation.

use game::Rng;
use search::{ContestTerms, Entrant, Solo, Stop};
use tetris::solo::TetrisSolo;

/// The mean of a figure (0 points, 1 lines) over some games, and its standard error.
fn measure(
    bot: &str,
    options: &[(&str, &str)],
    games: u64,
    most: u64,
    figure: usize,
) -> (f64, f64) {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    let terms = ContestTerms { options, ..ContestTerms::default() };
    let parameters = TetrisSolo.parameters(bot, &terms).expect("a known player").into();
    let player = Entrant::Own { player: bot.to_owned(), parameters };
    let prepared = TetrisSolo.prepare(&[player], &terms).expect("good options");
    let play = |seed| prepared.runs[0].run(seed, most, &Stop::new()).expect("no program");
    let mut seeds = Rng::new(2024);
    let values: Vec<f64> = (0..games).map(|_| play(seeds.next_u64()).figures[figure]).collect();
    let mean = values.iter().sum::<f64>() / games as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (games - 1) as f64 / games as f64).sqrt())
}

/// Both means are uncertain: two standard errors of their difference.
fn agrees(bot: &str, games: u64, (known, known_error): (f64, f64)) {
    let small = [("board", "10x10"), ("end", "simplified")];
    let (mean, error) = measure(bot, &small, games, u64::MAX, 1);
    let apart = (mean - known).abs() / error.hypot(known_error);
    assert!(apart < 2.0, "{bot}: {mean:.0} ± {error:.0}, known {known} ± {known_error}");
}

#[test]
#[ignore = "some 30 million pieces"]
fn published_players_reach_what_was_measured() {
    agrees("dellacherie", 2000, (2244.0, 49.0));
    agrees("bcts", 2000, (3869.0, 90.0));
    agrees("dt10", 1000, (5200.0, 166.0));
}

#[test]
#[ignore = "hundreds of games"]
fn the_reports_players_stand_as_in_the_report() {
    let score =
        |bot: &str| measure(bot, &[("end", "report"), ("board", "10x22")], 300, u64::MAX, 0);
    let (alone, error) = score("no-lookahead");
    assert!((alone - 1150.0).abs() < 4.0 * error, "the report has 1150: {alone:.0} ± {error:.0}");
    let (ahead, error) = score("lookahead");
    // The report's 4478 is the best of a table of means of 70 games each, and it says itself that it is lucky.
    assert!((2800.0..4500.0).contains(&ahead), "{ahead:.0} ± {error:.0}");
    assert!(score("random").0 < 40.0 && score("random-action").0 < 40.0);
}

#[test]
#[ignore = "ten thousand pieces of the expert"]
fn the_expert_plays_for_four_and_lives() {
    let (points, _) = measure("expert", &[("end", "report"), ("board", "10x22")], 2, 10_000, 0);
    assert!(points / 10_000.0 >= 80.0, "{points}");
}
