//! The likeliest strengths from all games at once, with intervals.
//!
//! Between two that is the model of Bradley and Terry (Elo's curve), a draw half a win and half a loss; among more the
//! one of Plackett and Luce: the first place goes to each with a chance in proportion to its strength, then the second
//! among those that are left, and so on. One Newton iteration fits both. Contestants that have met get together one
//! drawn game each on top, so that a clean sweep stays finite.
//!
//! Intervals come from the rounds as they are (the sandwich estimator of Huber, 1967), not from the model: games of a
//! round depend on each other, and draws make results steadier than coins.
//!
//! Some ratings may be held where another ladder has put them (`fit_held`): the others are placed among these, and what
//! they do does not move the scale that they stand on.

use super::covariance::{centred, with_gauge, without};
use super::likelihood::LikelihoodSums;
use super::matrix::{inverse, product, times};
use super::rating::{RatedRound, Ratings, SCALE};
use super::scores::student;

/// What the model's variance counts for beside what was seen: as much as four evenly matched games.
const MODEL: f64 = 1.0;

/// The likeliest ratings.
pub fn fit(contestants: usize, rounds: &[RatedRound]) -> Ratings {
    fit_held(contestants, rounds, &[])
}

/// The likeliest ratings of those that are not held; each of the others has its number and its Elo points.
pub fn fit_held(contestants: usize, rounds: &[RatedRound], anchors: &[(usize, f64)]) -> Ratings {
    let draws = virtual_draws(contestants, rounds);
    let mut held = vec![false; contestants];
    // Whoever is not held begins in the middle of those that are.
    let middle =
        anchors.iter().map(|&(_, elo)| elo / SCALE).sum::<f64>() / anchors.len().max(1) as f64;
    let mut strengths = vec![middle; contestants];
    for &(one, elo) in anchors {
        held[one] = true;
        strengths[one] = elo / SCALE;
    }
    let mut sums = LikelihoodSums::new(contestants);
    for _ in 0..100 {
        sums = LikelihoodSums::new(contestants);
        for round in rounds {
            for game in &round.games {
                sums.add_game(game, &strengths, 1.0);
            }
        }
        for &(one, other, weight) in &draws {
            sums.add_game(&[(one, 1), (other, 1)], &strengths, weight);
        }
        let mut gradient = sums.gradient.clone();
        gradient.iter_mut().zip(&held).filter(|(_, held)| **held).for_each(|(part, _)| *part = 0.0);
        let step = times(&inverse(&with_gauge(&sums.information, &held)), &gradient);
        let longest = step.iter().fold(0.0f64, |most, part| most.max(part.abs()));
        // Far from the top the quadratic is a bad guide.
        let damping = (1.0 / longest).min(1.0);
        strengths.iter_mut().zip(&step).for_each(|(one, part)| *one += damping * part);
        if longest < 1e-9 {
            break;
        }
    }
    let weights = weights(&sums.information);
    let middle: f64 = match anchors {
        [] => strengths.iter().zip(&weights).map(|(one, weight)| one * weight).sum(),
        _ => 0.0,
    };
    // As many numbers as were found: without anchors one of them only sets the scale.
    let fitted = contestants - anchors.len().max(1).min(contestants);
    let bread = inverse(&with_gauge(&sums.information, &held));
    let meat = meat(contestants, rounds, &strengths, fitted);
    let spread = product(&product(&bread, &meat), &bread);
    let spread =
        if anchors.is_empty() { centred(&spread, &weights) } else { without(spread, &held) };
    let scaled = |row: Vec<f64>| row.into_iter().map(|cell| cell * SCALE * SCALE).collect();
    let mut ratings = Ratings {
        elo: strengths.iter().map(|one| (one - middle) * SCALE).collect(),
        covariance: spread.into_iter().map(scaled).collect(),
        unknown: (0..contestants)
            .map(|one| !held[one] && sums.information[one][one] <= 0.0)
            .collect(),
        held,
        point: student(rounds.len() as f64 - fitted as f64),
        modelled: Vec::new(),
        information: sums.information,
        weights,
    };
    ratings.modelled = ratings.modelled_by(&ratings.information);
    ratings
}

/// A drawn game for every contestant, shared among those it has met.
fn virtual_draws(contestants: usize, rounds: &[RatedRound]) -> Vec<(usize, usize, f64)> {
    let mut met = vec![vec![false; contestants]; contestants];
    for round in rounds {
        for &one in &round.lineup {
            for &other in &round.lineup {
                met[one][other] |= one != other;
            }
        }
    }
    let opponents: Vec<usize> =
        met.iter().map(|row| row.iter().filter(|&&met| met).count()).collect();
    let pairs =
        (0..contestants).flat_map(|one| (one + 1..contestants).map(move |other| (one, other)));
    pairs
        .filter(|&(one, other)| met[one][other])
        .map(|(one, other)| (one, other, 2.0 / (opponents[one] + opponents[other]) as f64))
        .collect()
}

/// How far rounds lie from what the fit expects, as a matrix. What a lineup has shown is mixed with what the model
/// expects: after a clean sweep nothing has varied, and nothing would be unsure otherwise. The more its games could tell,
/// the more what they have shown counts.
fn meat(
    contestants: usize,
    rounds: &[RatedRound],
    strengths: &[f64],
    fitted: usize,
) -> Vec<Vec<f64>> {
    let mut lineups: Vec<(&[usize], Vec<&RatedRound>)> = Vec::new();
    for round in rounds {
        match lineups.iter_mut().find(|(lineup, _)| *lineup == round.lineup) {
            Some((_, list)) => list.push(round),
            None => lineups.push((&round.lineup, vec![round])),
        }
    }
    let mut meat = vec![vec![0.0; contestants]; contestants];
    for (lineup, list) in &lineups {
        let mut squares = vec![vec![0.0; contestants]; contestants];
        let mut model = LikelihoodSums::new(contestants);
        for round in list {
            let mut sums = LikelihoodSums::new(contestants);
            round.games.iter().for_each(|game| sums.add_game(game, strengths, 1.0));
            for &one in *lineup {
                for &other in *lineup {
                    squares[one][other] += sums.gradient[one] * sums.gradient[other];
                    model.information[one][other] += sums.information[one][other];
                }
            }
        }
        let told: f64 = lineup.iter().map(|&one| model.information[one][one]).sum();
        let told = told / lineup.len() as f64;
        for &one in *lineup {
            for &other in *lineup {
                meat[one][other] += (told * squares[one][other]
                    + MODEL * model.information[one][other])
                    / (told + MODEL);
            }
        }
    }
    // Some of what rounds vary is taken up by the fit itself.
    let (all, fitted) = (rounds.len() as f64, fitted as f64);
    let lost = if all > fitted { all / (all - fitted) } else { 1.0 };
    meat.iter_mut().flatten().for_each(|cell| *cell *= lost);
    meat
}

/// What each contestant contributes to the field's mean.
fn weights(information: &[Vec<f64>]) -> Vec<f64> {
    let all: f64 = (0..information.len()).map(|one| information[one][one]).sum();
    if all <= 0.0 {
        return vec![1.0 / information.len().max(1) as f64; information.len()];
    }
    (0..information.len()).map(|one| information[one][one] / all).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::rating::expected;
    use super::*;

    pub fn pair(first: usize, second: usize, places: &[[u8; 2]]) -> RatedRound {
        let lineup = vec![first.min(second), first.max(second)];
        let games = places.iter().map(|&[a, b]| vec![(first, a), (second, b)]).collect();
        RatedRound { lineup, games }
    }

    pub const WIN: [u8; 2] = [1, 2];
    pub const LOSS: [u8; 2] = [2, 1];
    pub const DRAW: [u8; 2] = [1, 1];

    #[test]
    fn two_alone_differ_as_their_score_says() {
        let mut rounds = vec![pair(0, 1, &[WIN, WIN]); 100];
        rounds.extend(vec![pair(0, 1, &[WIN, LOSS]); 80]);
        rounds.extend(vec![pair(0, 1, &[DRAW, LOSS]); 20]);
        let ratings = fit(2, &rounds);
        let difference = ratings.elo()[0] - ratings.elo()[1];
        // 290 of 400 and the drawn game on top.
        let score: f64 = 290.5 / 401.0;
        assert!((difference - super::super::elo(score)).abs() < 1e-6, "{difference}");
        let error = ratings.error(0).unwrap();
        assert!((5.0..30.0).contains(&error), "{error}");
    }

    #[test]
    fn strength_is_passed_on_through_others() {
        // 0 beats 1 as often as 1 beats 2; they never meet.
        let mut rounds = vec![pair(0, 1, &[WIN, WIN, WIN, LOSS]); 50];
        rounds.extend(vec![pair(1, 2, &[WIN, WIN, WIN, LOSS]); 50]);
        let elo = fit(3, &rounds).elo().to_vec();
        assert!((elo[0] - elo[1] - (elo[1] - elo[2])).abs() < 1e-6);
        assert!((elo[0] - elo[1] - 190.0).abs() < 5.0);
    }

    #[test]
    fn a_clean_sweep_is_finite_and_unsure() {
        let ratings = fit(2, &vec![pair(0, 1, &[WIN, WIN]); 20]);
        assert!((500.0..900.0).contains(&(ratings.elo()[0] - ratings.elo()[1])));
        assert!(ratings.error(0).unwrap() > 80.0);
    }

    #[test]
    fn several_are_rated_by_plackett_and_luce() {
        // Strengths 4 : 2 : 1 : 1, every order as often as the model says.
        let strengths = [4.0, 2.0, 1.0, 1.0];
        let mut rounds = Vec::new();
        for a in 0..4usize {
            for b in (0..4).filter(|&b| b != a) {
                for c in (0..4).filter(|&c| c != a && c != b) {
                    let d = 6 - a - b - c;
                    let sum = 8.0;
                    let rest = sum - strengths[a];
                    let last = rest - strengths[b];
                    let chance = strengths[a] / sum * strengths[b] / rest * strengths[c] / last;
                    let game = vec![(a, 1), (b, 2), (c, 3), (d, 4)];
                    let round = RatedRound { lineup: vec![0, 1, 2, 3], games: vec![game] };
                    rounds.extend(vec![round; (chance * 5040.0f64).round() as usize]);
                }
            }
        }
        let ratings = fit(4, &rounds);
        let elo = ratings.elo();
        let two = 400.0 * 2f64.log10();
        assert!((elo[0] - elo[1] - two).abs() < 2.0, "{elo:?}");
        assert!((elo[1] - elo[2] - two).abs() < 2.0 && (elo[2] - elo[3]).abs() < 1.0, "{elo:?}");
    }

    #[test]
    fn only_the_winner_is_known_where_all_others_share_the_last_place() {
        let game = |winner: usize| (0..4).map(|one| (one, 1 + u8::from(one != winner))).collect();
        let rounds: Vec<RatedRound> = [0, 0, 0, 0, 1, 1, 2, 3]
            .iter()
            .cycle()
            .take(800)
            .map(|&winner| RatedRound { lineup: vec![0, 1, 2, 3], games: vec![game(winner)] })
            .collect();
        let elo = fit(4, &rounds).elo().to_vec();
        assert!((elo[0] - elo[1] - 400.0 * 2f64.log10()).abs() < 3.0, "{elo:?}");
    }

    #[test]
    fn who_is_held_stays_and_the_others_are_placed_among_them() {
        // 2 is as strong as 1 by their games, but 0, only 100 above, beats it three times of four.
        let mut rounds = vec![pair(1, 2, &[WIN, LOSS]); 200];
        rounds.extend(vec![pair(0, 2, &[WIN, WIN, WIN, LOSS]); 50]);
        let ratings = fit_held(4, &rounds, &[(0, 700.0), (1, 600.0)]);
        assert_eq!((ratings.elo()[0], ratings.elo()[1]), (700.0, 600.0));
        assert_eq!((ratings.error(0), ratings.error(1)), (None, None), "given, not found");
        // Three of four are 190 points. It is placed between, nearer to where more was played.
        let placed = ratings.elo()[2];
        assert!((560.0..590.0).contains(&placed), "{placed}");
        let error = ratings.error(2).unwrap();
        assert!((3.0..30.0).contains(&error), "{error}");
        assert_eq!(ratings.error(3), None, "it has met nobody");
        // A game among those that are held tells nothing.
        let gain = |lineup: &[usize]| ratings.gain(lineup, 2, &|one| one == 2);
        assert!(gain(&[0, 1]).abs() < 1e-9 && gain(&[1, 2]) > 0.0);
        // Those in the middle of a ladder that was fitted freely come out where they were.
        let mut all = rounds.clone();
        all.extend(vec![pair(0, 1, &[WIN, WIN, LOSS, DRAW]); 100]);
        let free = fit(3, &all).anchored(0, 700.0);
        let held = fit_held(3, &all, &[(0, 700.0), (1, free[1].elo)]);
        assert!((held.elo()[2] - free[2].elo).abs() < 1e-6, "{held:?} {free:?}");
    }

    #[test]
    fn intervals_of_those_placed_on_a_scale_hold_the_truth() {
        let truth = [0.0, 200.0, 400.0, 600.0, 330.0];
        let anchors: Vec<(usize, f64)> = (0..4).map(|one| (one, truth[one])).collect();
        let mut rng = game::Rng::new(11);
        let held = (0..600).filter(|_| {
            let rounds: Vec<RatedRound> = (0..60)
                .map(|at| {
                    let other = at % 4;
                    let chance = expected(truth[4], truth[other]);
                    let mut game = || if f64::from(rng.unit()) < chance { WIN } else { LOSS };
                    pair(4, other, &[game(), game()])
                })
                .collect();
            let ratings = fit_held(5, &rounds, &anchors);
            (ratings.elo()[4] - truth[4]).abs() <= ratings.error(4).unwrap()
        });
        let covered = 100.0 * held.count() as f64 / 600.0;
        assert!((93.0..=97.5).contains(&covered), "{covered}%");
    }
}
