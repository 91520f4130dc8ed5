//! Games of the expert with itself, as text, and the first impressions learned from them: softmax
//! regression, so that the model likes the moves that the search chose.
//!
//! A game is a line: the name of the way to play, then a word a turn, `CODE:BEST:SHARE`, the numbers of
//! the move that was made and of the one that the search liked best, and the share of a win that it expected.

use std::fmt::Write as _;

use game::{Game, Rng};
use search::{Limits, Player, Stop};

use super::Expert;
use super::features::{Features, Sight, WEIGHTS};
use super::prior::liking;
use super::world::{Code, Stamps, World, code_of, place_of, spot_of};
use crate::mode::{Mode, Options, Scoring};
use crate::moves::Move;
use crate::rules::Blokus;

/// How often a move is drawn by visits after the opening, one in so many.
const ASTRAY: u32 = 12;

/// Plays a game of the expert with itself and tells it as a line.
pub fn play(options: &Options, simulations: u64, seed: u64) -> String {
    let mut line = options.mode.id().to_owned();
    let Ok(mut game) = Blokus::new(options, 0) else { return line };
    let (mut player, mut rng) = (Expert::new(seed), Rng::new(seed));
    let limits = Limits { study: true, ..Limits::nodes(simulations) };
    let mut turns = 0;
    while game.turn().seat().is_some() {
        // No tree is kept, so that all positions are thought about equally long.
        player.reset(rng.next_u64());
        let thought = player.think(&game, &limits, &Stop::new(), &mut |_| ());
        let Some(tree) = player.trees.as_ref().and_then(|(trees, _)| trees.first()) else { break };
        let Some(Move::Place(best)) = thought.best else { break };
        let mut made = code_of(best);
        // The opening is drawn by visits, and now and then a later move, so that games differ.
        if turns < 2 * options.mode.colours() || rng.below(ASTRAY) == 0 {
            let mut left =
                rng.unit() * tree.answers().iter().map(|node| node.visits as f32).sum::<f32>();
            for node in tree.answers() {
                left -= node.visits as f32;
                if left <= 0.0 {
                    made = node.code;
                    break;
                }
            }
        }
        let share = tree.best_line().first().map_or(0.5, super::node::Node::mean);
        // Writing to a text cannot fail.
        let _ = write!(line, " {made}:{}:{share:.3}", code_of(best));
        turns += 1;
        game.play(Move::Place(spot_of(made)));
    }
    line
}

/// A turn of a game that is told again.
pub struct Told {
    /// The position.
    pub world: World,
    /// The latest moves of the other colours.
    pub recent: Vec<Code>,
    /// The move that the search liked best.
    pub best: Code,
    /// What it expected, as a share of a win.
    pub share: f32,
}

/// Goes through a line's game; gives its turns and the position at its end, or nothing if the line is none.
pub fn tell(line: &str) -> Option<(Vec<Told>, World)> {
    let mut words = line.split_whitespace();
    let id = words.next()?;
    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == id)?;
    let mut game = Blokus::new(&Options { mode, scoring: Scoring::Official }, 0).ok()?;
    let (mut turns, mut made): (Vec<Told>, Vec<Code>) = (Vec::new(), Vec::new());
    for word in words {
        let mut parts = word.split(':');
        let code: Code = parts.next()?.parse().ok()?;
        let (best, share) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let from = made.len().saturating_sub(mode.colours() - 1);
        turns.push(Told { world: World::of(&game), recent: made[from..].to_vec(), best, share });
        let mv = Move::Place(spot_of(code));
        game.check(mv).ok()?;
        game.play(mv);
        made.push(code);
    }
    Some((turns, World::of(&game)))
}

/// A position: what each move looks like, and which of them was chosen.
pub struct Example {
    moves: Vec<Features>,
    chosen: usize,
}

/// What the first impressions can learn from a turn; nothing if there was no choice.
pub fn example(told: &Told) -> Option<Example> {
    let stamps = Stamps::get();
    let sight = Sight::of(&told.world, stamps, &told.recent);
    let (mut moves, mut chosen) = (Vec::new(), None);
    told.world.each_move(|code| {
        let (x, y) = place_of(code);
        if code == told.best {
            chosen = Some(moves.len());
        }
        moves.push(sight.features(&sight.windows(x, y), stamps, code));
    });
    chosen.filter(|_| moves.len() > 1).map(|chosen| Example { moves, chosen })
}

/// How much the chosen moves surprise somebody with these weights, in the mean (cross-entropy).
pub fn surprise(examples: &[Example], weights: &[f32]) -> f32 {
    let mut shares = Vec::new();
    let sum: f32 = examples
        .iter()
        .map(|Example { moves, chosen }| {
            softmax(moves, weights, &mut shares);
            -shares[*chosen].max(1e-9).ln()
        })
        .sum();
    sum / examples.len().max(1) as f32
}

/// The share that each move would get.
fn softmax(moves: &[Features], weights: &[f32], shares: &mut Vec<f32>) {
    shares.clear();
    shares.extend(moves.iter().map(|features| liking(weights, features)));
    let most = shares.iter().copied().fold(f32::MIN, f32::max);
    shares.iter_mut().for_each(|share| *share = (*share - most).exp());
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
}

/// Fits the weights to the examples by stochastic gradient descent, beginning at `weights`.
pub fn fit(examples: &[Example], weights: &mut Vec<f32>, rounds: usize, seed: u64) {
    weights.resize(WEIGHTS, 0.0);
    let mut rng = Rng::new(seed);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let mut squares = vec![1e-3f32; WEIGHTS];
    let (mut shares, mut gradient) = (Vec::new(), vec![0.0f32; WEIGHTS]);
    for round in 0..rounds {
        rng.shuffle(&mut order);
        let pace = 0.1 * (1.0 - round as f32 / rounds as f32) + 0.002;
        for &at in &order {
            let Example { moves, chosen } = &examples[at];
            softmax(moves, weights, &mut shares);
            gradient.fill(0.0);
            for (index, (features, share)) in moves.iter().zip(&shares).enumerate() {
                let wanted = if index == *chosen { 1.0 } else { 0.0 };
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
}
