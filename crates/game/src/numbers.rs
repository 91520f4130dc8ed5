//! The numbers inside a value as parameters, and back: a struct of weights needs no list of its fields.

use std::fmt;

use serde::de::{DeserializeOwned, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value};

use crate::{Parameter, Parameters};

/// A number's least value, its most, and the step that makes a difference.
pub type Bounds = (f64, f64, f64);

/// The numbers of a value in the order of its fields, called by the way to them: `attack.0`. What is no number is
/// passed over. A prefix such as `large.` stands before every name.
pub fn numbers_of<T: Serialize>(
    prefix: &str,
    value: &T,
    bounds: impl Fn(&str, f64) -> Bounds,
) -> Vec<Parameter> {
    leaves(value)
        .into_iter()
        .map(|(path, usual, whole)| {
            let (low, high, step) = bounds(&path, usual);
            let [low, high, step] = [low, high, step].map(readable);
            Parameter { name: format!("{prefix}{path}"), usual, low, high, step, whole }
        })
        .collect()
}

/// Without the last digits that come from calculating, since people read it.
fn readable(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// The weights of an evaluation. What counts is how they stand to each other, so each may become some times as much
/// as the greatest of them, for or against.
pub fn weights_of<T: Serialize>(prefix: &str, weights: &T) -> Vec<Parameter> {
    let scale = leaves(weights).iter().fold(0.0, |most: f64, leaf| most.max(leaf.1.abs()));
    let mut list = numbers_of(prefix, weights, |_, usual| {
        (-3.0 * scale, 3.0 * scale, 0.1 * scale.min(usual.abs() + 0.1 * scale))
    });
    for parameter in list.iter_mut().filter(|parameter| parameter.whole) {
        parameter.step = parameter.step.round().max(1.0);
    }
    list
}

/// The value with its numbers as the parameters have them; those that no parameter names stay as they are.
pub fn with_numbers<T>(prefix: &str, value: &T, parameters: &Parameters) -> T
where
    T: Clone + Serialize + DeserializeOwned,
{
    let mut json = as_written(value);
    replace(prefix, &mut json, parameters);
    // Only numbers were replaced, by numbers inside their bounds.
    serde_json::from_value(json).unwrap_or_else(|_| value.clone())
}

/// Through text, in which a number of single precision has no more digits than it needs.
fn as_written<R: DeserializeOwned + Default>(value: &impl Serialize) -> R {
    let text = serde_json::to_string(value).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// The numbers with their paths, and whether they are whole.
fn leaves(value: &impl Serialize) -> Vec<(String, f64, bool)> {
    fn walk(path: &str, tree: &OrderedValue, into: &mut Vec<(String, f64, bool)>) {
        match tree {
            OrderedValue::Number(number, whole) => into.push((path.to_owned(), *number, *whole)),
            OrderedValue::Branch(parts) => {
                for (name, part) in parts {
                    walk(&joined(path, name), part, into);
                }
            }
            OrderedValue::Other => {}
        }
    }
    let mut into = Vec::new();
    walk("", &as_written(value), &mut into);
    into
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() || path.ends_with('.') {
        format!("{path}{name}")
    } else {
        format!("{path}.{name}")
    }
}

fn replace(path: &str, json: &mut Value, parameters: &Parameters) {
    match json {
        Value::Number(number) => {
            let Some(value) = parameters.get(path) else { return };
            if !number.is_f64() {
                *number = Number::from(value.round() as i64);
            } else if let Some(value) = Number::from_f64(value) {
                *number = value;
            }
        }
        Value::Array(parts) => {
            for (index, part) in parts.iter_mut().enumerate() {
                replace(&joined(path, &index.to_string()), part, parameters);
            }
        }
        Value::Object(parts) => {
            for (name, part) in parts {
                replace(&joined(path, name), part, parameters);
            }
        }
        _ => {}
    }
}

/// A value as it is written, its fields in their order.
#[derive(Default)]
enum OrderedValue {
    Number(f64, bool),
    Branch(Vec<(String, OrderedValue)>),
    #[default]
    Other,
}

impl<'de> Deserialize<'de> for OrderedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = OrderedValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_f64<E>(self, number: f64) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Number(number, false))
    }

    fn visit_i64<E>(self, number: i64) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Number(number as f64, true))
    }

    fn visit_u64<E>(self, number: u64) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Number(number as f64, true))
    }

    fn visit_bool<E>(self, _: bool) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Other)
    }

    fn visit_unit<E>(self) -> Result<OrderedValue, E> {
        Ok(OrderedValue::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<OrderedValue, A::Error> {
        let mut branch = Vec::new();
        while let Some(part) = parts.next_element()? {
            branch.push((branch.len().to_string(), part));
        }
        Ok(OrderedValue::Branch(branch))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut parts: A) -> Result<OrderedValue, A::Error> {
        let mut branch = Vec::new();
        while let Some(part) = parts.next_entry()? {
            branch.push(part);
        }
        Ok(OrderedValue::Branch(branch))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Weights {
        tempo: f32,
        attack: [i32; 2],
        open: Option<f32>,
        closed: Option<f32>,
        opening: bool,
        name: String,
    }

    fn weights() -> Weights {
        Weights {
            tempo: 0.1,
            attack: [20, -200],
            open: Some(0.5),
            closed: None,
            opening: true,
            name: "x".into(),
        }
    }

    #[test]
    fn fields_become_parameters_in_their_order() {
        let list = weights_of("two.", &weights());
        let names: Vec<_> = list.iter().map(|parameter| parameter.name.as_str()).collect();
        assert_eq!(names, ["two.tempo", "two.attack.0", "two.attack.1", "two.open"]);
        assert_eq!(list[0].usual, 0.1, "single precision as it is written");
        assert_eq!((list[2].low, list[2].high, list[2].whole), (-600.0, 600.0, true));
    }

    #[test]
    fn and_back() {
        let usual = Parameters::from(weights_of("two.", &weights()));
        assert_eq!(with_numbers("two.", &weights(), &usual), weights());
        let changed = usual.changed("two.attack.1=7,open=0.25").unwrap();
        let expected = Weights { attack: [20, 7], open: Some(0.25), ..weights() };
        assert_eq!(with_numbers("two.", &weights(), &changed), expected);
        assert_eq!(with_numbers("more.", &weights(), &changed), weights(), "another prefix");
    }
}
