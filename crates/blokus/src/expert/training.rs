//! Training data from games of the expert with itself, and training of the prior policy: softmax regression towards
//! the moves that the search chose.
//!
//! A game is a line of text: the id of the mode, then a word a turn, `CODE:BEST:VALUE`: the numbers of the move
//! that was made and of the move that the search found best, and the win probability that it expected. After a quick
//! search `BEST` is that of no placement: its choice is nothing to learn from.

use std::fmt::Write as _;

use game::{Game, Rng};
use search::{Limits, Player, Stop};

use super::Expert;
use super::features::{FeatureIndices, FeatureMasks, WEIGHTS};
use super::footprint::{Footprints, NONE, PlacementCode, code_of, corner_of, spot_of};
use super::node::Edge;
use super::prior::logit;
use super::search_state::SearchState;
use crate::mode::{Mode, Options, Scoring};
use crate::moves::Move;
use crate::rules::Blokus;

/// After the opening one move in so many is drawn by visits.
const DRAWN_MOVES: u32 = 12;

/// One move in so many gets the whole search where others are quick.
const WHOLE_MOVES: u32 = 4;

/// What a search of self-play gets.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Simulations of a whole search.
    pub simulations: u64,
    /// Simulations of a quick one. Results of games need many games,
    /// choices of moves a long search: three quick searches for a whole one give both in the same time.
    pub quick: u64,
}

/// Plays a game of the expert with itself, and returns it as a line of text.
pub fn self_play(player: &mut Expert, options: &Options, effort: Effort, seed: u64) -> String {
    let mut line = options.mode.id().to_owned();
    let Ok(mut game) = Blokus::new(options, 0) else { return line };
    let mut rng = Rng::new(seed);
    let mut turns = 0;
    while game.turn().seat().is_some() {
        // The tree is not kept, so that every position gets the same number of simulations.
        player.reset(rng.next_u64());
        let whole = effort.quick == effort.simulations || rng.below(WHOLE_MOVES) == 0;
        let simulations = if whole { effort.simulations } else { effort.quick };
        let limits = Limits { study: true, ..Limits::nodes(simulations) };
        let thought = player.think(&game, &limits, &Stop::new(), &mut |_| ());
        let Some(tree) = player.tree() else { break };
        let Some(Move::Place(best)) = thought.best else { break };
        let mut made = code_of(best);
        // The opening is drawn by visits, and now and then a later move, so that games differ.
        if turns < 2 * options.mode.colours() || rng.below(DRAWN_MOVES) == 0 {
            let visits = tree.root_edges().iter().map(|edge| edge.visits as f32).sum::<f32>();
            let mut left = rng.unit() * visits;
            for edge in tree.root_edges() {
                left -= edge.visits as f32;
                if left <= 0.0 {
                    made = edge.code;
                    break;
                }
            }
        }
        let value = tree.best_line().first().map_or(0.5, Edge::mean);
        // Writing to a string cannot fail.
        let shown = if whole { code_of(best) } else { NONE };
        let _ = write!(line, " {made}:{shown}:{value:.3}");
        turns += 1;
        game.play(Move::Place(spot_of(made)));
    }
    line
}

/// A turn of a game that is replayed from its line.
pub struct ReplayedTurn {
    /// The position.
    pub state: SearchState,
    /// The latest moves of the other colours.
    pub recent: Vec<PlacementCode>,
    /// The move that the search found best.
    pub best: PlacementCode,
    /// The win probability that it expected.
    pub value: f32,
}

/// Replays the game of a line: its turns and the final position, or `None` if the line is not a game.
pub fn replay(line: &str) -> Option<(Vec<ReplayedTurn>, SearchState)> {
    let mut words = line.split_whitespace();
    let id = words.next()?;
    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == id)?;
    let mut game = Blokus::new(&Options { mode, scoring: Scoring::Official }, 0).ok()?;
    let (mut turns, mut made): (Vec<ReplayedTurn>, Vec<PlacementCode>) = (Vec::new(), Vec::new());
    for word in words {
        let mut parts = word.split(':');
        let code: PlacementCode = parts.next()?.parse().ok()?;
        let (best, value) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let recent = made[made.len().saturating_sub(mode.colours() - 1)..].to_vec();
        turns.push(ReplayedTurn { state: SearchState::of(&game), recent, best, value });
        let mv = Move::Place(spot_of(code));
        game.check(mv).ok()?;
        game.play(mv);
        made.push(code);
    }
    Some((turns, SearchState::of(&game)))
}

/// A training example: the features of each legal move, and which of them was chosen.
pub struct Example {
    moves: Vec<FeatureIndices>,
    chosen: usize,
}

/// The training example of a turn; `None` if there was no choice.
pub fn example(turn: &ReplayedTurn) -> Option<Example> {
    let footprints = Footprints::get();
    let masks = FeatureMasks::of(&turn.state, footprints, &turn.recent);
    let (mut moves, mut chosen) = (Vec::new(), None);
    turn.state.each_move(|code| {
        let (x, y) = corner_of(code);
        if code == turn.best {
            chosen = Some(moves.len());
        }
        moves.push(masks.features(&masks.windows(x, y), footprints, code));
    });
    chosen.filter(|_| moves.len() > 1).map(|chosen| Example { moves, chosen })
}

/// The mean cross-entropy of the chosen moves under these weights.
pub fn cross_entropy(examples: &[Example], weights: &[f32]) -> f32 {
    let mut probabilities = Vec::new();
    let sum: f32 = examples
        .iter()
        .map(|Example { moves, chosen }| {
            softmax(moves, weights, &mut probabilities);
            -probabilities[*chosen].max(1e-9).ln()
        })
        .sum();
    sum / examples.len().max(1) as f32
}

/// The probability of each move.
fn softmax(moves: &[FeatureIndices], weights: &[f32], into: &mut Vec<f32>) {
    into.clear();
    into.extend(moves.iter().map(|features| logit(weights, features)));
    let most = into.iter().copied().fold(f32::MIN, f32::max);
    into.iter_mut().for_each(|probability| *probability = (*probability - most).exp());
    let sum: f32 = into.iter().sum();
    into.iter_mut().for_each(|probability| *probability /= sum);
}

/// Fits the weights to the examples by stochastic gradient descent, starting from `weights`.
pub fn fit(examples: &[Example], weights: &mut Vec<f32>, epochs: usize, seed: u64) {
    weights.resize(WEIGHTS, 0.0);
    let mut rng = Rng::new(seed);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut squares = vec![1e-3f32; WEIGHTS];
    let (mut probabilities, mut gradient) = (Vec::new(), vec![0.0f32; WEIGHTS]);
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        let learning_rate = 0.1 * (1.0 - epoch as f32 / epochs as f32) + 0.002;
        for &at in &order {
            let Example { moves, chosen } = &examples[at];
            softmax(moves, weights, &mut probabilities);
            gradient.fill(0.0);
            for (index, (features, probability)) in moves.iter().zip(&probabilities).enumerate() {
                let target = if index == *chosen { 1.0 } else { 0.0 };
                for &f in features {
                    gradient[usize::from(f)] += target - probability;
                }
            }
            for (index, &g) in gradient.iter().enumerate() {
                if g != 0.0 {
                    // Adagrad, with a little weight decay.
                    squares[index] += g * g;
                    weights[index] +=
                        learning_rate * g / squares[index].sqrt() - 1e-6 * weights[index];
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves made and found best in a game of the first numbers with themselves, as a hash.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn first_numbers_play(mode: Mode) -> u64 {
        use super::super::{PlayoutPolicy, SearchParameters};

        let mut player = Expert::with(SearchParameters::FIRST, PlayoutPolicy::BEST, 5);
        let options = Options { mode, scoring: Scoring::Official };
        let line = self_play(&mut player, &options, Effort { simulations: 20, quick: 20 }, 5);
        let words: Vec<&str> = line
            .split(' ')
            .map(|word| word.rsplit_once(':').map_or(word, |(moves, _)| moves))
            .collect();
        let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        words.join(" ").bytes().fold(0, hash)
    }

    /// The ratings of the rungs were measured so. The mathematics of other systems may round otherwise.
    #[test]
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    fn the_first_numbers_play_as_when_the_rungs_were_rated() {
        let hashes = [Mode::Classic, Mode::Teams, Mode::Three].map(first_numbers_play);
        assert_eq!(hashes, [0x44b9_8f6d_ef04_23f1, 0x8b9a_b54f_29a1_6975, 0x0943_dcf7_780f_a90e]);
    }

    #[test]
    fn what_a_quick_search_chose_is_no_example() {
        let options = Options { mode: Mode::Classic, scoring: Scoring::Official };
        let effort = Effort { simulations: 12, quick: 4 };
        let line = self_play(&mut Expert::new(3), &options, effort, 3);
        let (turns, end) = replay(&line).expect("a game");
        let whole = turns.iter().filter(|turn| turn.best != NONE).count();
        assert!(end.alive == 0 && whole > 0 && whole < turns.len() / 2, "{whole}");
        assert!(turns.iter().all(|turn| turn.best != NONE || example(turn).is_none()));
    }
}
