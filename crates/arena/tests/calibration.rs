//! Whether intervals and tests are what they say: ladders and sequential tests of players whose strength is known.

use arena::stats::{RatedRound, Scores, Sprt, SprtVerdict, expected, fit};
use game::Rng;

/// The chance of each result of the first against the second: a win, or else a draw, so that the mean is what the
/// ratings say.
fn play(rng: &mut Rng, difference: f64, draws: f64) -> f64 {
    let chance = expected(difference, 0.0);
    let draw = draws * 2.0 * chance.min(1.0 - chance);
    let number = f64::from(rng.unit());
    match number {
        number if number < chance - draw / 2.0 => 1.0,
        number if number < chance + draw / 2.0 => 0.5,
        _ => 0.0,
    }
}

/// The places of two after a result.
fn places(result: f64) -> [u8; 2] {
    [1 + u8::from(result < 0.5), 1 + u8::from(result > 0.5)]
}

/// An opening that favours whoever begins, or the other, by up to so much, played both ways.
fn pair(rng: &mut Rng, ratings: &[f64], one: usize, other: usize, favour: f64) -> RatedRound {
    let tilt = favour * (2.0 * f64::from(rng.unit()) - 1.0);
    let difference = ratings[one] - ratings[other];
    let game = |rng: &mut Rng, tilt: f64| {
        let [own, theirs] = places(play(rng, difference + tilt, 0.3));
        vec![(one, own), (other, theirs)]
    };
    let games = vec![game(rng, tilt), game(rng, -tilt)];
    RatedRound { lineup: vec![one, other], games }
}

/// How many of all intervals hold the true rating, in percent. Ratings are distances to the weighted mean of all.
fn coverage(ladders: usize, truth: &[f64], mut rounds: impl FnMut() -> Vec<RatedRound>) -> f64 {
    let mut held = 0;
    for _ in 0..ladders {
        let ratings = fit(truth.len(), &rounds());
        let weights = ratings.weights();
        let middle: f64 = truth.iter().zip(weights).map(|(one, weight)| one * weight).sum();
        for (one, truth) in truth.iter().enumerate() {
            let error = ratings.error(one).expect("everybody has played");
            held += usize::from((ratings.elo()[one] - (truth - middle)).abs() <= error);
        }
    }
    100.0 * held as f64 / (ladders * truth.len()) as f64
}

#[test]
fn ratings_of_a_thousand_ladders_lie_in_their_intervals() {
    let truth = [0.0, 60.0, 150.0, 240.0, 400.0];
    let mut rng = Rng::new(2024);
    let covered = coverage(1000, &truth, || {
        let mut rounds = Vec::new();
        for one in 0..truth.len() {
            for other in one + 1..truth.len() {
                rounds.extend((0..20).map(|_| pair(&mut rng, &truth, one, other, 80.0)));
            }
        }
        rounds
    });
    assert!((93.0..=97.0).contains(&covered), "{covered}%");
}

#[test]
fn a_gauntlet_with_few_games_keeps_its_word() {
    let truth = [100.0, 0.0, 120.0, 250.0];
    let mut rng = Rng::new(7);
    let covered = coverage(1000, &truth, || {
        let others = (0..36).map(|round| 1 + round % 3);
        others.map(|other| pair(&mut rng, &truth, 0, other, 60.0)).collect()
    });
    assert!((93.0..=97.0).contains(&covered), "{covered}%");
}

#[test]
fn ratings_of_four_at_a_table_lie_in_their_intervals() {
    let truth = [0.0, 80.0, 160.0, 300.0, 120.0];
    let strength: Vec<f64> = truth.iter().map(|elo| 10f64.powf(elo / 400.0)).collect();
    let mut rng = Rng::new(99);
    let covered = coverage(500, &truth, || {
        let mut rounds = Vec::new();
        for round in 0..30 {
            // One sits out, each in turn.
            let lineup: Vec<usize> = (0..5).filter(|one| one % 5 != round % 5).collect();
            let games = (0..4).map(|_| ranking(&mut rng, &lineup, &strength)).collect();
            rounds.push(RatedRound { lineup, games });
        }
        rounds
    });
    assert!((93.0..=97.0).contains(&covered), "{covered}%");
}

/// An order by the model of Plackett and Luce.
fn ranking(rng: &mut Rng, lineup: &[usize], strength: &[f64]) -> Vec<(usize, u8)> {
    let mut left = lineup.to_vec();
    let mut order = Vec::new();
    while !left.is_empty() {
        let sum: f64 = left.iter().map(|&one| strength[one]).sum();
        let mut number = f64::from(rng.unit()) * sum;
        let chosen = left.iter().position(|&one| {
            number -= strength[one];
            number < 0.0
        });
        let one = left.remove(chosen.unwrap_or(left.len() - 1));
        order.push((one, order.len() as u8 + 1));
    }
    order
}

#[test]
fn a_thousand_sequential_tests_err_no_more_than_they_say() {
    let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
    let mut rng = Rng::new(31);
    for (truth, right) in [(0.0, SprtVerdict::First), (50.0, SprtVerdict::Second)] {
        let (mut wrong, mut games) = (0, 0);
        for _ in 0..1000 {
            let mut scores = Scores::default();
            let verdict = loop {
                let tilt = 80.0 * (2.0 * f64::from(rng.unit()) - 1.0);
                let sum = play(&mut rng, truth + tilt, 0.3) + play(&mut rng, truth - tilt, 0.3);
                scores.add(sum / 2.0, 1.0);
                games += 2;
                match sprt.verdict(&scores) {
                    SprtVerdict::Open => {}
                    verdict => break verdict,
                }
            };
            wrong += usize::from(verdict != right);
        }
        assert!(wrong <= 50, "{wrong} of 1000 tests are wrong at {truth}");
        assert!(games / 1000 < 1000, "{games} games for 1000 tests");
    }
}
