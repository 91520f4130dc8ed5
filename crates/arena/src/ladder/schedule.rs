//! Who meets whom, and what is played next.

use crate::stats::Ratings;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The contestant of this number meets everybody else.
    Gauntlet(usize),
}

/// All lineups for games of so many sides. Where there are fewer contestants, all of them share the sides.
pub fn lineups(contestants: usize, sides: usize, format: Format) -> Vec<Vec<usize>> {
    let size = sides.min(contestants);
    let mut list = Vec::new();
    choose(contestants, size, &mut Vec::new(), &mut list);
    if let Format::Gauntlet(one) = format {
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

/// The lineups of the next rounds, by their numbers: one after another the one after which the least is unknown of the
/// contestant of whom the least is known, among those that are asked about.
pub(super) fn most_telling(
    ratings: &Ratings,
    lineups: &[Vec<usize>],
    count: usize,
    enough: f64,
    asked: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let mut ratings = ratings.clone();
    let mut chosen = Vec::new();
    for _ in 0..count {
        let plays = |one: usize| asked(one) && lineups.iter().any(|lineup| lineup.contains(&one));
        let Some(widest) = ratings.widest(&plays) else { break };
        // What is expected to be known well enough is left alone.
        if ratings.error(widest).is_some_and(|error| error <= enough) {
            break;
        }
        let width = |lineup: &Vec<usize>| ratings.width_after(lineup, lineup.len(), widest);
        let best = (0..lineups.len())
            .filter(|&at| lineups[at].contains(&widest))
            .map(|at| (at, width(&lineups[at])))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((best, _)) = best else { break };
        ratings.expect(&lineups[best], lineups[best].len());
        chosen.push(best);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{RatedRound, fit};

    #[test]
    fn everybody_meets_everybody_or_one_does() {
        assert_eq!(lineups(4, 2, Format::RoundRobin).len(), 6);
        assert_eq!(lineups(6, 4, Format::RoundRobin).len(), 15);
        let gauntlet = lineups(4, 2, Format::Gauntlet(2));
        assert_eq!(gauntlet, [vec![0, 2], vec![1, 2], vec![2, 3]]);
        assert_eq!(lineups(3, 4, Format::RoundRobin), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_first_round_gets_everybody_on_evenly() {
        let pairs = lineups(6, 2, Format::RoundRobin);
        let order = first_round(&pairs);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..15).collect::<Vec<_>>(), "everybody meets everybody");
        let mut first: Vec<usize> = order[..3].iter().flat_map(|&at| pairs[at].clone()).collect();
        first.sort_unstable();
        assert_eq!(first, [0, 1, 2, 3, 4, 5], "nobody waits for the others");
        let fours = lineups(16, 4, Format::RoundRobin);
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
        rounds.extend(vec![pair(2, 0, [2, 1]); 60]);
        rounds.extend(vec![pair(1, 3, [1, 2]); 3]);
        let all = lineups(4, 2, Format::RoundRobin);
        let ratings = fit(4, &rounds);
        let next = most_telling(&ratings, &all, 4, 1.0, &|_| true);
        assert_eq!(next.len(), 4);
        assert!(next.iter().any(|&at| all[at].contains(&3)), "{next:?}");
        let of_one = most_telling(&ratings, &all, 4, 1.0, &|one| one == 2);
        assert!(of_one.iter().all(|&at| all[at].contains(&2)), "{of_one:?}");
    }
}
