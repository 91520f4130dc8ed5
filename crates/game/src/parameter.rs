//! The numbers that a computer player plays by, as data: search depth, nodes, exploration, evaluation
//! weights. Whoever names a level may change them, as in `hard:micro=2,macro=0`, and a tuner searches them.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Words;

/// One number that a player plays by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// What it is called, as in `depth` or `large.micro`.
    pub name: String,
    /// Its value unless somebody changes it.
    pub usual: f64,
    /// The least that makes sense.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// A step that makes a difference: that of a grid, or the first spread of a search.
    pub step: f64,
    /// Whether only whole numbers make sense.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

impl Parameter {
    /// A number with its usual value, its bounds and its step.
    pub fn new(name: impl Into<String>, usual: f64, (low, high): (f64, f64), step: f64) -> Self {
        Self { name: name.into(), usual, low, high, step, whole: false }
    }

    /// The same for whole numbers.
    pub fn whole(name: impl Into<String>, usual: f64, bounds: (f64, f64), step: f64) -> Self {
        Self { whole: true, ..Self::new(name, usual, bounds, step) }
    }

    /// Whether a person may mean this parameter by that name: the end of a name is enough, so that
    /// `micro` means both `large.micro` and `small.micro`.
    fn is_meant_by(&self, name: &str) -> bool {
        self.name.strip_suffix(name).is_some_and(|before| before.ends_with('.'))
    }

    /// Its name with its bounds, for a sentence that lists what there is.
    fn described(&self) -> String {
        format!("{} ({} to {})", self.name, self.low, self.high)
    }
}

/// Why numbers cannot be changed as somebody asked, with what there is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct BadParameter(pub Words);

/// All numbers of a player, each with the value that it has now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    list: Vec<Parameter>,
    values: Vec<f64>,
}

impl From<Vec<Parameter>> for Parameters {
    /// Every number as it usually is.
    fn from(list: Vec<Parameter>) -> Self {
        let values = list.iter().map(|parameter| parameter.usual).collect();
        Self { list, values }
    }
}

impl Parameters {
    /// What there is.
    pub fn list(&self) -> &[Parameter] {
        &self.list
    }

    /// The values, in the order of the list.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The value of a number; none if there is no such number.
    pub fn get(&self, name: &str) -> Option<f64> {
        let at = self.list.iter().position(|parameter| parameter.name == name)?;
        Some(self.values[at])
    }

    /// The numbers that a name means: the one of just this name, or all that it is the end of.
    fn meant(&self, name: &str) -> Vec<usize> {
        meant(&self.list, name)
    }

    /// The same with some numbers changed, as in `micro=2,macro=0`.
    pub fn changed(&self, text: &str) -> Result<Self, BadParameter> {
        let mut changed = self.clone();
        for change in text.split(',') {
            let (name, number) = change.split_once('=').ok_or_else(|| self.unread(change))?;
            let number: f64 = number.trim().parse().map_err(|_| self.unread(change))?;
            changed.set(name.trim(), number)?;
        }
        Ok(changed)
    }

    /// Changes the numbers that a name means.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), BadParameter> {
        let meant = self.meant(name);
        if meant.is_empty() {
            return Err(self.unknown(name));
        }
        for at in meant {
            let Parameter { low, high, whole, .. } = self.list[at];
            if !(low..=high).contains(&value) || whole && value.fract() != 0.0 {
                return Err(out_of_bounds(&self.list[at], value));
            }
            self.values[at] = value;
        }
        Ok(())
    }

    /// The same with these values, in the order of the list, brought inside the bounds: what a tuner tries.
    #[must_use]
    pub fn with_values(&self, values: &[f64]) -> Self {
        let inside = |(parameter, &value): (&Parameter, &f64)| {
            let value = value.clamp(parameter.low, parameter.high);
            if parameter.whole { value.round() } else { value }
        };
        let mut next = self.clone();
        for ((slot, parameter), value) in next.values.iter_mut().zip(&self.list).zip(values) {
            *slot = inside((parameter, value));
        }
        next
    }

    /// What differs from the usual values, as a level's name has it: `micro=2,macro=0`.
    pub fn changes(&self) -> String {
        let mut text = String::new();
        for (parameter, &value) in self.list.iter().zip(&self.values) {
            if value != parameter.usual {
                let comma = if text.is_empty() { "" } else { "," };
                let _ = write!(text, "{comma}{}={value}", parameter.name);
            }
        }
        text
    }

    fn unread(&self, change: &str) -> BadParameter {
        let (en, fr) = self.what_there_is();
        BadParameter(Words::new(
            format!("“{change}” changes no number: write NAME=VALUE; {en}"),
            format!("« {change} » ne change aucun nombre : écrire NOM=VALEUR ; {fr}"),
        ))
    }

    fn unknown(&self, name: &str) -> BadParameter {
        let (en, fr) = self.what_there_is();
        BadParameter(Words::new(
            format!("there is no number “{name}”; {en}"),
            format!("il n’y a pas de nombre « {name} » ; {fr}"),
        ))
    }

    fn what_there_is(&self) -> (String, String) {
        if self.list.is_empty() {
            return ("there are none to change".into(), "il n’y en a pas à changer".into());
        }
        let names = self.list.iter().map(Parameter::described).collect::<Vec<_>>().join(", ");
        (format!("there is {names}"), format!("il y a {}", names.replace(" to ", " à ")))
    }
}

/// The numbers of a list that a name means: the one of just this name, or all that it is the end of.
pub fn meant(list: &[Parameter], name: &str) -> Vec<usize> {
    match list.iter().position(|parameter| parameter.name == name) {
        Some(at) => vec![at],
        None => (0..list.len()).filter(|&at| list[at].is_meant_by(name)).collect(),
    }
}

fn out_of_bounds(parameter: &Parameter, value: f64) -> BadParameter {
    let Parameter { name, low, high, whole, .. } = parameter;
    let (en, fr) =
        if *whole { ("whole numbers", "des nombres entiers") } else { ("numbers", "des nombres") };
    BadParameter(Words::new(
        format!("{name} cannot be {value}: it takes {en} from {low} to {high}"),
        format!("{name} ne peut valoir {value} : il prend {fr} de {low} à {high}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters() -> Parameters {
        Parameters::from(vec![
            Parameter::whole("depth", 4.0, (1.0, 64.0), 1.0),
            Parameter::new("large.micro", 0.3, (-10.0, 10.0), 0.1),
            Parameter::new("small.micro", 0.1, (-10.0, 10.0), 0.1),
        ])
    }

    #[test]
    fn numbers_are_changed_by_their_names_or_by_the_end_of_it() {
        let changed = parameters().changed("depth=5,micro=-2").unwrap();
        assert_eq!(changed.values(), [5.0, -2.0, -2.0]);
        assert_eq!(changed.changes(), "depth=5,large.micro=-2,small.micro=-2");
        assert_eq!(parameters().changed(&changed.changes()), Ok(changed));
        assert!(parameters().changed("icro=1").is_err(), "parts of names are whole words");
        let one = parameters().changed("small.micro=1").unwrap();
        assert_eq!(one.values(), [4.0, 0.3, 1.0]);
        assert_eq!(parameters().changes(), "");
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_there_is() {
        for (text, reason) in [
            ("", "write NAME=VALUE"),
            ("depth", "there is depth (1 to 64), large.micro (-10 to 10)"),
            ("depth=", "changes no number"),
            ("depth=much", "changes no number"),
            ("mega=1", "no number “mega”; there is depth (1 to 64)"),
            ("depth=0", "depth cannot be 0: it takes whole numbers from 1 to 64"),
            ("depth=2.5", "whole numbers"),
            ("micro=11", "from -10 to 10"),
            ("micro=NaN", "cannot be NaN"),
            ("micro=inf", "cannot be inf"),
            ("micro=1,", "changes no number"),
        ] {
            let refused = parameters().changed(text).unwrap_err();
            assert!(refused.0.en.contains(reason), "{text}: {refused}");
            assert_ne!(refused.0.en, refused.0.fr);
        }
        let none = Parameters::default().changed("depth=1").unwrap_err();
        assert!(none.0.en.contains("none to change"), "{none}");
    }

    #[test]
    fn what_a_tuner_tries_is_brought_inside_the_bounds() {
        let tried = parameters().with_values(&[99.7, 0.25, -11.0]);
        assert_eq!(tried.values(), [64.0, 0.25, -10.0]);
        assert_eq!(parameters().with_values(&[2.4]).get("depth"), Some(2.0));
    }
}
