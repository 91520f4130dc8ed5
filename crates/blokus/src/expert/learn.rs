//! Learns the first impressions from games of the expert with itself: softmax regression, so that
//! the model likes the moves that the search chose.

use game::{Game, Rng};
use search::{Limits, Player, Stop};

use super::Expert;
use super::features::{Features, Sight, WEIGHTS};
use super::world::{Code, Stamps, World, code_of, place_of, spot_of};
use crate::mode::Options;
use crate::rules::{Blokus, Move};

/// A position: what each move looks like, and 1 for the one that was chosen.
pub struct Example {
    moves: Vec<(Features, f32)>,
}

/// Plays a game of the expert with itself and keeps what it thought of every position.
pub fn play(options: &Options, simulations: u64, seed: u64) -> Vec<Example> {
    let mut examples = Vec::new();
    let Ok(mut game) = Blokus::new(options, 0) else { return examples };
    let (mut player, mut rng) = (Expert::new(seed), Rng::new(seed));
    let mut recent: Vec<Code> = Vec::new();
    let others = options.mode.colours() - 1;
    while game.turn().seat().is_some() {
        // No tree is kept, so that all positions are thought about equally long.
        player.reset(rng.next_u64());
        let thought = player.think(&game, &Limits::nodes(simulations), &Stop::new(), &mut |_| ());
        let Some(tree) = player.tree.as_ref().map(|(tree, _)| tree) else { break };
        let tried: Vec<(Code, f32)> =
            tree.answers(0).iter().map(|node| (node.code, node.visits as f32)).collect();
        let from = recent.len().saturating_sub(others);
        let Some(mut mv) = thought.best else { break };
        if let (Move::Place(best), true) = (mv, tried.len() > 1) {
            examples.push(example(&World::of(&game), &recent[from..], &tried, code_of(best)));
        }
        // The opening is drawn by visits, so that games differ.
        if recent.len() < 2 * options.mode.colours() {
            let sum: f32 = tried.iter().map(|found| found.1).sum();
            let mut left = rng.unit() * sum;
            for &(code, visits) in &tried {
                left -= visits;
                if left <= 0.0 {
                    mv = Move::Place(spot_of(code));
                    break;
                }
            }
        }
        if let Move::Place(spot) = mv {
            recent.push(code_of(spot));
        }
        game.play(mv);
    }
    examples
}

fn example(world: &World, recent: &[Code], tried: &[(Code, f32)], best: Code) -> Example {
    let stamps = Stamps::get();
    let sight = Sight::of(world, stamps, recent);
    let moves = tried.iter().map(|&(code, _)| {
        let (x, y) = place_of(code);
        let features = sight.features(&sight.windows(x, y), stamps, code);
        (features, if code == best { 1.0 } else { 0.0 })
    });
    Example { moves: moves.collect() }
}

/// Fits the weights to the examples by stochastic gradient descent, beginning at `weights`, and
/// gives the mean surprise (cross-entropy) of the last round.
pub fn fit(examples: &[Example], weights: &mut Vec<f32>, rounds: usize, seed: u64) -> f32 {
    weights.resize(WEIGHTS, 0.0);
    let mut rng = Rng::new(seed);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut squares = vec![1e-3f32; WEIGHTS];
    let mut surprise = 0.0;
    let (mut shares, mut gradient) = (Vec::new(), vec![0.0f32; WEIGHTS]);
    for round in 0..rounds {
        rng.shuffle(&mut order);
        let pace = 0.1 * (1.0 - round as f32 / rounds as f32) + 0.002;
        surprise = 0.0;
        for &at in &order {
            let moves = &examples[at].moves;
            shares.clear();
            let liking = |features: &Features| -> f32 {
                features.iter().map(|&f| weights[usize::from(f)]).sum()
            };
            shares.extend(moves.iter().map(|(features, _)| liking(features)));
            let most = shares.iter().copied().fold(f32::MIN, f32::max);
            let sum: f32 = shares.iter().map(|share| (share - most).exp()).sum();
            gradient.fill(0.0);
            for ((features, wanted), share) in moves.iter().zip(&shares) {
                let share = (share - most).exp() / sum;
                if *wanted > 0.0 {
                    surprise -= wanted * share.max(1e-9).ln();
                }
                for &f in features {
                    gradient[usize::from(f)] += wanted - share;
                }
            }
            for (index, &g) in gradient.iter().enumerate() {
                if g != 0.0 {
                    // Adagrad, with a little pull toward nothing.
                    squares[index] += g * g;
                    weights[index] += pace * g / squares[index].sqrt() - 1e-6 * weights[index];
                }
            }
        }
    }
    surprise / examples.len().max(1) as f32
}
