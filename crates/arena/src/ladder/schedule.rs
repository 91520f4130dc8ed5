//! Who meets whom, and what is played next.

use std::collections::BTreeSet;

use crate::stats::Ratings;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderFormat {
    /// Everybody meets everybody.
    RoundRobin,
    /// The contestant of this number meets everybody else.
    Gauntlet(usize),
}

/// All lineups for games of so many sides. Where there are fewer contestants, all of them share the sides.
pub fn lineups(contestants: usize, sides: usize, format: LadderFormat) -> Vec<Vec<usize>> {
    let size = sides.min(contestants);
    let mut list = Vec::new();
    choose(contestants, size, &mut Vec::new(), &mut list);
    if let LadderFormat::Gauntlet(one) = format {
        list.retain(|lineup| lineup.contains(&one));
    }
    list
}

/// All subsets of a size, in order.
fn choose(from: usize, size: usize, chosen: &mut Vec<usize>, list: &mut Vec<Vec<usize>>) {
    if chosen.len() == size {
        list.push(chosen.clone());
        return;
    }
    for next in chosen.last().map_or(0, |last| last + 1)..from {
        chosen.push(next);
        choose(from, size, chosen, list);
        chosen.pop();
    }
}

/// So many lineups of each contestant are enough to begin with: of many seats there are thousands.
const ENOUGH: usize = 12;

/// The lineups of one round of everybody, by their numbers: in an order in which all contestants get on evenly, so that a
/// ladder that is stopped early knows something of each; and not all of them where there are very many.
pub(super) fn first_round(lineups: &[Vec<usize>]) -> Vec<usize> {
    let contestants = lineups.iter().flatten().max().map_or(0, |last| last + 1);
    let mut played = vec![0usize; contestants];
    let mut open: Vec<usize> = (0..lineups.len()).collect();
    let mut order = Vec::new();
    // Two sides always meet everybody.
    let all = lineups.iter().all(|lineup| lineup.len() <= 2);
    while all || played.iter().any(|&count| count < ENOUGH) {
        let burden = |&(_, &at): &(usize, &usize)| {
            let counts = lineups[at].iter().map(|&one| played[one]);
            (counts.clone().max(), counts.sum::<usize>())
        };
        let Some((place, _)) = open.iter().enumerate().min_by_key(burden) else { break };
        let next = open.remove(place);
        lineups[next].iter().for_each(|&one| played[one] += 1);
        order.push(next);
    }
    order
}

/// The lineups with which a ladder begins that chooses by what is known from its first games on: each contestant that is
/// asked for with those that are listed beside it, or nearest to it where these do not play. A gauntlet's one meets everybody.
pub(super) fn neighbours(
    lineups: &[Vec<usize>],
    format: LadderFormat,
    asked: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    if let LadderFormat::Gauntlet(_) = format {
        return first_round(lineups);
    }
    let close = |lineup: &[usize]| lineup.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let mut chosen: Vec<usize> = (0..lineups.len()).filter(|&at| close(&lineups[at])).collect();
    for one in lineups.iter().flatten().copied().collect::<BTreeSet<_>>() {
        let plays = |at: &usize| lineups[*at].contains(&one);
        if asked(one) && !chosen.iter().any(plays) {
            let wide =
                |at: &usize| lineups[*at].last().zip(lineups[*at].first()).map(|(a, b)| a - b);
            chosen.extend((0..lineups.len()).filter(plays).min_by_key(wide));
        }
    }
    chosen
}

/// The lineup, by its number, whose held contestants are nearest to the middle of all that are held.
pub(super) fn middle_one(lineups: &[Vec<usize>], held: &[(usize, f64)]) -> Vec<usize> {
    let middle = held.iter().map(|&(_, elo)| elo).sum::<f64>() / held.len().max(1) as f64;
    let elo = |one: &usize| held.iter().find(|(other, _)| other == one).map(|&(_, elo)| elo);
    let away = |lineup: &[usize]| {
        let away: Vec<f64> =
            lineup.iter().filter_map(elo).map(|elo| (elo - middle).abs()).collect();
        if away.is_empty() { f64::INFINITY } else { away.iter().sum::<f64>() / away.len() as f64 }
    };
    let nearest = |a: &usize, b: &usize| away(&lineups[*a]).total_cmp(&away(&lineups[*b]));
    (0..lineups.len()).min_by(nearest).into_iter().collect()
}

/// Whoever is this far above another, in Elo points, loses to it three times in a thousand games: however cheap they are,
/// more of them tell next to nothing.
const FAR: f64 = 1000.0;

/// Whoever is to be placed among known ones meets nobody in more than one round of so many, as long as there are others
/// this near to its rating. A rating from one opponent alone tells how one fares against that one.
const SPREAD: usize = 3;
const LIKE: f64 = 400.0;

/// What is to be found out, and what that costs.
pub(super) struct Aim<'a> {
    /// Ratings that are known this well are left alone, in Elo points.
    pub(super) enough: f64,
    /// Whose ratings are asked for.
    pub(super) asked: &'a dyn Fn(usize) -> bool,
    /// What a round of a lineup costs, in any unit.
    pub(super) cost: &'a dyn Fn(&[usize]) -> f64,
    /// Rounds of each lineup so far, where these are to be spread over several; empty where they need not be.
    pub(super) spread: &'a [usize],
}

/// The lineups of the next rounds, by their numbers: one after another the one that takes most from the variances of
/// all ratings that are not known well enough, for what it costs. (To take always the least known one would spend most
/// games on the ends of the ladder, whose distance to the field is the longest, and hardly help the others.)
pub(super) fn most_telling(
    ratings: &Ratings,
    lineups: &[Vec<usize>],
    count: usize,
    aim: &Aim<'_>,
) -> Vec<usize> {
    let mut ratings = ratings.clone();
    let mut chosen = Vec::new();
    let contestants = ratings.elo().len();
    let plays: Vec<bool> = (0..contestants)
        .map(|one| (aim.asked)(one) && lineups.iter().any(|lineup| lineup.contains(&one)))
        .collect();
    let mut rounds = aim.spread.to_vec();
    for _ in 0..count {
        let unsure = |one: usize| ratings.error(one).is_none_or(|error| error > aim.enough);
        let open: Vec<bool> = (0..contestants).map(|one| plays[one] && unsure(one)).collect();
        let worth = |lineup: &[usize]| {
            ratings.gain(lineup, lineup.len(), &|one| open[one]) / (aim.cost)(lineup).max(1e-9)
        };
        // Without somebody who is to get known better, and somebody else within its reach, a game may be cheap, but
        // tells nothing that is asked for.
        let elo = ratings.elo();
        let near = |one: usize, other: usize| one != other && (elo[one] - elo[other]).abs() < FAR;
        let helps = |lineup: &[usize]| {
            lineup.iter().any(|&one| open[one] && lineup.iter().any(|&other| near(one, other)))
        };
        let helpful: Vec<usize> = (0..lineups.len()).filter(|&at| helps(&lineups[at])).collect();
        let even = |at: &&usize| {
            let [one, other] = lineups[**at][..] else { return true };
            (elo[one] - elo[other]).abs() < LIKE
        };
        let total: usize = rounds.iter().sum();
        let rested = |at: &&usize| rounds.get(**at).is_none_or(|&played| played * SPREAD <= total);
        let rested: Vec<usize> = helpful.iter().filter(even).filter(rested).copied().collect();
        let open_to = if rounds.is_empty() || rested.is_empty() { helpful } else { rested };
        let best = (open_to.into_iter().map(|at| (at, worth(&lineups[at]))))
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((best, _)) = best else { break };
        if let Some(played) = rounds.get_mut(best) {
            *played += 1;
        }
        ratings.expect(&lineups[best], lineups[best].len());
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{RatedRound, Ratings, expected, fit, fit_held};

    #[test]
    fn everybody_meets_everybody_or_one_does() {
        assert_eq!(lineups(4, 2, LadderFormat::RoundRobin).len(), 6);
        assert_eq!(lineups(6, 4, LadderFormat::RoundRobin).len(), 15);
        let gauntlet = lineups(4, 2, LadderFormat::Gauntlet(2));
        assert_eq!(gauntlet, [vec![0, 2], vec![1, 2], vec![2, 3]]);
        assert_eq!(lineups(3, 4, LadderFormat::RoundRobin), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_first_round_gets_everybody_on_evenly() {
        let pairs = lineups(6, 2, LadderFormat::RoundRobin);
        let order = first_round(&pairs);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..15).collect::<Vec<_>>(), "everybody meets everybody");
        let mut first: Vec<usize> = order[..3].iter().flat_map(|&at| pairs[at].clone()).collect();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2, 3, 4, 5], "nobody waits for the others");
        let fours = lineups(16, 4, LadderFormat::RoundRobin);
        let order = first_round(&fours);
        assert!(order.len() < 80, "{} of {}", order.len(), fours.len());
        let count = |one: usize| order.iter().filter(|&&at| fours[at].contains(&one)).count();
        assert!((0..16).all(|one| (ENOUGH..ENOUGH + 3).contains(&count(one))));
        assert!(first_round(&[]).is_empty());
    }

    #[test]
    fn whoever_is_known_least_plays_against_those_near_it() {
        let pair = |a: usize, b: usize, places: [u8; 2]| RatedRound {
            lineup: vec![a, b],
            games: vec![vec![(a, places[0]), (b, places[1])], vec![(a, 2), (b, 1)]],
        };
        let mut rounds = vec![pair(0, 1, [1, 2]); 60];
        // 2 is far weaker than both, 3 is as strong and hardly known.
        rounds.extend(vec![pair(2, 0, [2, 1]); 57]);
        rounds.extend(vec![pair(2, 0, [1, 2]); 3]);
        rounds.extend(vec![pair(1, 3, [1, 2]); 3]);
        let all = lineups(4, 2, LadderFormat::RoundRobin);
        let ratings = fit(4, &rounds);
        let all_asked = Aim { enough: 1.0, asked: &|_| true, cost: &|_| 1.0, spread: &[] };
        let next = most_telling(&ratings, &all, 4, &all_asked);
        assert_eq!(next.len(), 4);
        assert!(next.iter().any(|&at| all[at].contains(&3)), "{next:?}");
        let one_asked = Aim { asked: &|one| one == 2, ..all_asked };
        let of_one = most_telling(&ratings, &all, 4, &one_asked);
        assert!(of_one.len() == 4 && of_one.iter().all(|&at| all[at].contains(&2)), "{of_one:?}");
        // Games with 3 cost a hundred times as much as all others.
        let cost = |lineup: &[usize]| if lineup.contains(&3) { 100.0 } else { 1.0 };
        let cheap = most_telling(&ratings, &all, 4, &Aim { cost: &cost, ..all_asked });
        assert!(!cheap.iter().any(|&at| all[at].contains(&3)), "{cheap:?}");
        // However cheap the others are, it is 3 that is asked for.
        let dear = Aim { asked: &|one| one == 3, cost: &cost, ..all_asked };
        let dear = most_telling(&ratings, &all, 4, &dear);
        assert!(dear.len() == 4 && dear.iter().all(|&at| all[at].contains(&3)), "{dear:?}");
    }

    #[test]
    fn whoever_always_loses_does_not_use_up_the_games() {
        let lost = |a: usize, b: usize| RatedRound {
            lineup: vec![a, b],
            games: vec![vec![(a, 2), (b, 1)], vec![(b, 1), (a, 2)]],
        };
        let drawn = |a: usize, b: usize| RatedRound {
            lineup: vec![a, b],
            games: vec![vec![(a, 1), (b, 2)], vec![(b, 1), (a, 2)]],
        };
        let pairs = lineups(3, 2, LadderFormat::RoundRobin);
        // Games with 0 cost next to nothing, but it has no chance.
        let cost = |lineup: &[usize]| if lineup.contains(&0) { 0.001 } else { 10.0 };
        let aim = Aim { enough: 5.0, asked: &|_| true, cost: &cost, spread: &[] };
        let mut rounds = vec![drawn(1, 2); 4];
        rounds.extend(vec![lost(0, 1); 5]);
        let next = most_telling(&fit(3, &rounds), &pairs, 4, &aim);
        assert!(next.iter().any(|&at| pairs[at].contains(&0)), "after ten games it may have one");
        rounds.extend(vec![lost(0, 1); 5000]);
        let next = most_telling(&fit(3, &rounds), &pairs, 4, &aim);
        assert_eq!(next, [2; 4], "those that are near each other");
    }

    #[test]
    fn whoever_is_placed_among_known_ones_meets_several_of_them() {
        let drawn = |other: usize| RatedRound {
            lineup: vec![0, other],
            games: vec![vec![(0, 1), (other, 2)], vec![(0, 2), (other, 1)]],
        };
        // 1 costs next to nothing; 5 is out of reach.
        let held = [(1, 1000.0), (2, 950.0), (3, 1100.0), (4, 1250.0), (5, 1700.0)];
        let ratings = fit_held(6, &vec![drawn(1); 6], &held);
        let pairs = lineups(6, 2, LadderFormat::Gauntlet(0));
        let cost = |lineup: &[usize]| if lineup.contains(&1) { 0.01 } else { 1.0 };
        let asked = |one: usize| one == 0;
        let played = [6, 0, 0, 0, 0];
        let aim = Aim { enough: 5.0, asked: &asked, cost: &cost, spread: &played };
        let next = most_telling(&ratings, &pairs, 24, &aim);
        let count = |other: usize| next.iter().filter(|&&at| pairs[at] == [0, other]).count();
        assert_eq!(next.len(), 24);
        assert!((4..=5).contains(&count(1)), "a third of thirty: {next:?}");
        assert!(count(2) >= 6 && count(3) >= 6 && count(5) == 0, "{next:?}");
        // Without this it would be the cheap one alone.
        let next = most_telling(&ratings, &pairs, 24, &Aim { spread: &[], ..aim });
        assert!(next.iter().all(|&at| pairs[at] == [0, 1]), "{next:?}");
        // Where nobody else is near there is nothing to spread.
        let held = [(1, 1000.0), (2, 100.0), (3, 1700.0)];
        let ratings = fit_held(4, &vec![drawn(1); 6], &held);
        let pairs = lineups(4, 2, LadderFormat::Gauntlet(0));
        let next = most_telling(&ratings, &pairs, 6, &Aim { spread: &[6, 0, 0], ..aim });
        assert!(next.iter().all(|&at| pairs[at] == [0, 1]), "{next:?}");
    }

    #[test]
    fn a_ladder_may_begin_with_neighbours_alone() {
        let pairs = lineups(5, 2, LadderFormat::RoundRobin);
        let first: Vec<&Vec<usize>> = neighbours(&pairs, LadderFormat::RoundRobin, &|_| true)
            .iter()
            .map(|&at| &pairs[at])
            .collect();
        assert_eq!(first, [&[0, 1], &[1, 2], &[2, 3], &[3, 4]]);
        let fours = lineups(6, 4, LadderFormat::RoundRobin);
        assert_eq!(neighbours(&fours, LadderFormat::RoundRobin, &|_| true).len(), 3);
        let gauntlet = lineups(4, 2, LadderFormat::Gauntlet(1));
        assert_eq!(neighbours(&gauntlet, LadderFormat::Gauntlet(1), &|_| true).len(), 3);
        // Where everybody beside somebody rests it begins with the next ones.
        let left: Vec<Vec<usize>> =
            pairs.iter().filter(|pair| !pair.contains(&1) && !pair.contains(&3)).cloned().collect();
        let of = |asked: &dyn Fn(usize) -> bool| -> Vec<&Vec<usize>> {
            neighbours(&left, LadderFormat::RoundRobin, asked).iter().map(|&at| &left[at]).collect()
        };
        assert_eq!(of(&|one| one == 2), [&[0, 2]]);
        assert_eq!(of(&|_| true), [&[0, 2], &[2, 4]]);
        // Among known ones it begins with the one in their middle.
        let held = [(0, 0.0), (2, 1100.0), (3, 2000.0)];
        assert_eq!(gauntlet[middle_one(&gauntlet, &held)[0]], [1, 2]);
        assert!(middle_one(&[], &held).is_empty());
    }

    /// Plays a ladder of players of known strength as a real one is played, for so many rounds.
    fn scheduled(truth: &[f64], count: usize, rng: &mut game::Rng) -> Ratings {
        let pairs = lineups(truth.len(), 2, LadderFormat::RoundRobin);
        let aim = Aim { enough: 5.0, asked: &|_| true, cost: &|_| 1.0, spread: &[] };
        let mut next = neighbours(&pairs, LadderFormat::RoundRobin, &|_| true);
        let mut rounds = Vec::new();
        loop {
            for at in next {
                let [one, other] = pairs[at][..] else { unreachable!("pairs") };
                let chance = expected(truth[one], truth[other]);
                let mut game = || {
                    let won = f64::from(rng.unit()) < chance;
                    vec![(one, 2 - u8::from(won)), (other, 1 + u8::from(won))]
                };
                rounds.push(RatedRound { lineup: pairs[at].clone(), games: vec![game(), game()] });
            }
            let ratings = fit(truth.len(), &rounds);
            if rounds.len() >= count {
                return ratings;
            }
            next = most_telling(&ratings, &pairs, 8, &aim);
        }
    }

    #[test]
    fn what_is_chosen_by_what_is_known_keeps_its_intervals() {
        let truth = [0.0, 350.0, 500.0, 700.0, 720.0, 900.0, 1100.0, 1250.0];
        let mut rng = game::Rng::new(5);
        let (mut held, mut all) = (0, 0);
        for _ in 0..150 {
            let ratings = scheduled(&truth, 160, &mut rng);
            for one in 0..truth.len() {
                // To the field, and to the next one above.
                let weights = ratings.weights();
                let middle: f64 = truth.iter().zip(weights).map(|(one, weight)| one * weight).sum();
                let error = ratings.error(one).unwrap();
                held += usize::from((ratings.elo()[one] - (truth[one] - middle)).abs() <= error);
                all += 1;
                let Some(&above) = truth.get(one + 1) else { continue };
                let gap = ratings.difference(one + 1, one);
                held += usize::from((gap.elo - (above - truth[one])).abs() <= gap.error.unwrap());
                all += 1;
            }
        }
        let covered = 100.0 * f64::from(held as u32) / f64::from(all);
        assert!((93.0..=97.0).contains(&covered), "{covered}%");
    }
}
