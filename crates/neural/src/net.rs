//! A network with a policy and a value: two hidden layers over an observation, a number for each action and one for
//! each seat.

use std::path::Path;

use game::{Rng, Words};
use search::tensors::{BadTensors, Tensor, Tensors};
use thiserror::Error;

/// What a file of ours says that it is.
const FORMAT: &str = "plateau-policy-value-1";

/// Why a network cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadNet(pub Words);

impl From<BadTensors> for BadNet {
    fn from(bad: BadTensors) -> Self {
        Self(bad.0)
    }
}

/// The sizes of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetShape {
    /// Numbers of an observation.
    pub inputs: usize,
    /// Units of each hidden layer.
    pub hidden: usize,
    /// Actions.
    pub actions: usize,
    /// Seats, the observer's first and the others in turn.
    pub seats: usize,
}

/// The weights. Rows are contiguous: `first` has a row for each input, so that what is 0 is skipped, all others one
/// for each output.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyValueNet {
    pub(crate) shape: NetShape,
    pub(crate) first: Vec<f32>,
    pub(crate) first_bias: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) second_bias: Vec<f32>,
    pub(crate) policy: Vec<f32>,
    pub(crate) policy_bias: Vec<f32>,
    pub(crate) value: Vec<f32>,
    pub(crate) value_bias: Vec<f32>,
}

/// What a network says of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluated {
    /// How likely each of the asked actions is the one to play; they add up to 1.
    pub policy: Vec<f32>,
    /// The expected share of the result of each seat, the observer's first; they add up to 1.
    pub shares: Vec<f32>,
}

impl PolicyValueNet {
    /// A network that knows nothing yet: small random weights, even answers.
    pub fn new(shape: NetShape, rng: &mut Rng) -> Self {
        let NetShape { inputs, hidden, actions, seats } = shape;
        let mut random = |count: usize, fan_in: usize| -> Vec<f32> {
            let scale = (6.0 / fan_in.max(1) as f32).sqrt();
            (0..count).map(|_| (rng.unit() * 2.0 - 1.0) * scale).collect()
        };
        // Observations are mostly zeros: about a tenth of the inputs speaks at a time.
        let first = random(inputs * hidden, (inputs / 10).max(1));
        let second = random(hidden * hidden, hidden);
        Self {
            shape,
            first,
            first_bias: vec![0.0; hidden],
            second,
            second_bias: vec![0.0; hidden],
            policy: vec![0.0; actions * hidden],
            policy_bias: vec![0.0; actions],
            value: vec![0.0; seats * hidden],
            value_bias: vec![0.0; seats],
        }
    }

    /// Its sizes.
    pub fn shape(&self) -> NetShape {
        self.shape
    }

    /// The hidden layers of an observation, after ReLU.
    pub(crate) fn hidden(&self, observation: &[f32], first: &mut Vec<f32>, second: &mut Vec<f32>) {
        let hidden = self.shape.hidden;
        first.clear();
        first.extend_from_slice(&self.first_bias);
        for (row, &input) in self.first.chunks_exact(hidden).zip(observation) {
            if input != 0.0 {
                for (unit, weight) in first.iter_mut().zip(row) {
                    *unit += input * weight;
                }
            }
        }
        relu(first);
        second.clear();
        second.extend(outputs(&self.second, &self.second_bias, first));
        relu(second);
    }

    /// What it says of an observation, for these actions alone.
    pub fn evaluate(&self, observation: &[f32], actions: &[u32]) -> Evaluated {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        self.hidden(observation, &mut first, &mut second);
        let hidden = self.shape.hidden;
        let logit = |&action: &u32| {
            let action = action as usize;
            let row = &self.policy[action * hidden..(action + 1) * hidden];
            self.policy_bias[action] + dot(row, &second)
        };
        let mut policy: Vec<f32> = actions.iter().map(logit).collect();
        softmax(&mut policy);
        let mut shares: Vec<f32> = outputs(&self.value, &self.value_bias, &second).collect();
        softmax(&mut shares);
        Evaluated { policy, shares }
    }

    /// The parts by name, in the order in which they are written.
    fn parts(&self) -> [(&'static str, &Vec<f32>, [usize; 2]); 8] {
        let NetShape { inputs, hidden, actions, seats } = self.shape;
        [
            ("first.weight", &self.first, [inputs, hidden]),
            ("first.bias", &self.first_bias, [hidden, 1]),
            ("second.weight", &self.second, [hidden, hidden]),
            ("second.bias", &self.second_bias, [hidden, 1]),
            ("policy.weight", &self.policy, [actions, hidden]),
            ("policy.bias", &self.policy_bias, [actions, 1]),
            ("value.weight", &self.value, [seats, hidden]),
            ("value.bias", &self.value_bias, [seats, 1]),
        ]
    }

    /// As a file, with the name of the game that it is for.
    pub fn to_bytes(&self, game: &str) -> Vec<u8> {
        let mut file = Tensors::default();
        file.metadata.insert("format".into(), FORMAT.into());
        file.metadata.insert("game".into(), game.into());
        for (name, numbers, [rows, columns]) in self.parts() {
            let shape = if columns == 1 { vec![rows] } else { vec![rows, columns] };
            file.tensors.insert(name.into(), Tensor::f32(shape, numbers));
        }
        file.to_bytes()
    }

    /// Reads a file. What is not such a network is said in words.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadNet> {
        let file = Tensors::read(bytes)?;
        if file.metadata.get("format").map(String::as_str) != Some(FORMAT) {
            return Err(BadNet(Words::new(
                "its metadata does not name it a network with policy and value (plateau train makes some)",
                "ses métadonnées ne disent pas que c’est un réseau à politique et valeur (plateau train en produit)",
            )));
        }
        let matrix = |name: &str| -> Result<(Vec<f32>, usize, usize), BadNet> {
            let tensor = file.get(name)?;
            let [rows, columns] = tensor.shape[..] else {
                return Err(misshaped(name, &tensor.shape));
            };
            Ok((tensor.floats(name)?, rows, columns))
        };
        let (first, inputs, hidden) = matrix("first.weight")?;
        let (second, rows, columns) = matrix("second.weight")?;
        let (policy, actions, width) = matrix("policy.weight")?;
        let (value, seats, height) = matrix("value.weight")?;
        if [rows, columns, width, height] != [hidden; 4] || hidden == 0 || seats == 0 {
            return Err(misshaped("second.weight", &[rows, columns]));
        }
        let row = |name: &str, length: usize| -> Result<Vec<f32>, BadNet> {
            let tensor = file.get(name)?;
            if tensor.shape != [length] {
                return Err(misshaped(name, &tensor.shape));
            }
            Ok(tensor.floats(name)?)
        };
        let net = Self {
            shape: NetShape { inputs, hidden, actions, seats },
            first,
            first_bias: row("first.bias", hidden)?,
            second,
            second_bias: row("second.bias", hidden)?,
            policy,
            policy_bias: row("policy.bias", actions)?,
            value,
            value_bias: row("value.bias", seats)?,
        };
        if net.parts().iter().any(|(_, numbers, _)| numbers.iter().any(|one| !one.is_finite())) {
            return Err(BadNet(Words::new(
                "one of its weights is not a number",
                "un de ses poids n’est pas un nombre",
            )));
        }
        Ok(net)
    }

    /// Whether it fits a game, in words if not.
    pub fn check(&self, wanted: NetShape) -> Result<(), BadNet> {
        let NetShape { inputs, actions, seats, .. } = self.shape;
        if (inputs, actions, seats) == (wanted.inputs, wanted.actions, wanted.seats) {
            return Ok(());
        }
        let NetShape { inputs: i, actions: a, seats: s, .. } = wanted;
        Err(BadNet(Words::new(
            format!(
                "the network is of another game or variant: it has {inputs} inputs, {actions} actions and {seats} seats rather than {i}, {a} and {s}"
            ),
            format!(
                "le réseau est d’un autre jeu ou d’une autre variante : il a {inputs} entrées, {actions} actions et {seats} sièges au lieu de {i}, {a} et {s}"
            ),
        )))
    }
}

/// Reads a network from a file.
pub(crate) fn read(path: &Path) -> Result<PolicyValueNet, BadNet> {
    let named = |why: &Words| {
        let name = path.display();
        BadNet(Words::new(format!("{name}: {}", why.en), format!("{name} : {}", why.fr)))
    };
    let bytes = search::tensors::read_file(path)?;
    PolicyValueNet::from_bytes(&bytes).map_err(|bad| named(&bad.0))
}

fn misshaped(name: &str, shape: &[usize]) -> BadNet {
    BadNet(Words::new(
        format!("“{name}” has the shape {shape:?}, which does not fit the others"),
        format!("« {name} » a la forme {shape:?}, qui ne va pas avec les autres"),
    ))
}

pub(crate) fn relu(units: &mut [f32]) {
    units.iter_mut().for_each(|unit| *unit = unit.max(0.0));
}

pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A layer's outputs before any activation.
pub(crate) fn outputs<'a>(
    weights: &'a [f32],
    bias: &'a [f32],
    inputs: &'a [f32],
) -> impl Iterator<Item = f32> + 'a {
    let rows = weights.chunks_exact(inputs.len().max(1));
    rows.zip(bias).map(move |(row, bias)| bias + dot(row, inputs))
}

pub(crate) fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: NetShape = NetShape { inputs: 6, hidden: 4, actions: 3, seats: 2 };

    #[test]
    fn a_file_gives_back_the_network() {
        let net = PolicyValueNet::new(SHAPE, &mut Rng::new(1));
        let bytes = net.to_bytes("noughts");
        assert_eq!(PolicyValueNet::from_bytes(&bytes).unwrap(), net);
        let answer = net.evaluate(&[1.0, 0.0, 0.0, 1.0, 0.5, 0.0], &[0, 2]);
        assert_eq!((answer.policy.len(), answer.shares), (2, vec![0.5, 0.5]));
    }

    #[test]
    fn whatever_is_wrong_with_a_file_is_said_in_words() {
        let net = PolicyValueNet::new(SHAPE, &mut Rng::new(1));
        let bytes = net.to_bytes("noughts");
        // Cut or changed anywhere, it is refused or read, and never more.
        for length in 0..bytes.len() {
            assert!(PolicyValueNet::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let mut rng = Rng::new(7);
        for _ in 0..2000 {
            let mut broken = bytes.clone();
            let at = rng.below(broken.len() as u32) as usize;
            broken[at] ^= 1 << rng.below(8);
            let _ = PolicyValueNet::from_bytes(&broken);
        }
        let wanted = NetShape { actions: 9, ..SHAPE };
        let refused = net.check(wanted).unwrap_err().to_string();
        assert!(refused.contains("3 actions and 2 seats rather than 6, 9 and 2"), "{refused}");
        assert!(read(Path::new("/no/such/net")).unwrap_err().to_string().contains("/no/such/net"));
    }
}
