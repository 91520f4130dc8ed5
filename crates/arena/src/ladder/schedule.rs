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

/// The lineups of the next rounds, by their numbers: one after another the one after which the least is unknown of the
/// contestant of whom the least is known.
pub(super) fn most_telling(
    ratings: &Ratings,
    lineups: &[Vec<usize>],
    count: usize,
    enough: f64,
) -> Vec<usize> {
    let mut ratings = ratings.clone();
    let mut chosen = Vec::new();
    for _ in 0..count {
        let plays = |one: usize| lineups.iter().any(|lineup| lineup.contains(&one));
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
        let next = most_telling(&ratings, &all, 4, 1.0);
        assert_eq!(next.len(), 4);
        assert!(next.iter().any(|&at| all[at].contains(&3)), "{next:?}");
    }
}
