//! The players that can be tried on their own: who they are, what they play by, under which rules.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use game::{BadOptions, Knob, Phrase, Sample, Subject, Trial, Trials};
use serde_json::{Map, Value};

use crate::features::{
    self, Coefficients, End, FeatureWeights, Linear, MAX_HEIGHT, Pilot, RandomAction, RandomPlace,
    ReportGreedy, Rules, Stacker, StackingWeights, WellCount,
};
use crate::rules::reach::Reach;

/// Tetris' players on trial.
pub struct Lab;

const SUBJECTS: &[Subject] = &[
    subject("random-action", "presses keys at random", "appuie sur les touches au hasard"),
    subject("random", "drops pieces anywhere", "lâche les pièces n’importe où"),
    subject(
        "no-lookahead",
        "the report's evaluation of the piece that falls",
        "l’évaluation du rapport, pour la pièce qui tombe",
    ),
    subject(
        "lookahead",
        "the report's evaluation, the next piece included",
        "l’évaluation du rapport, pièce suivante comprise",
    ),
    subject(
        "dellacherie",
        "Pierre Dellacherie's six features, 2003",
        "les six critères de Pierre Dellacherie, 2003",
    ),
    subject(
        "bcts",
        "eight features, Thiery and Scherrer 2009",
        "huit critères, Thiery et Scherrer 2009",
    ),
    subject(
        "dt10",
        "nine features, for the well of 10x10, Gabillon and others 2013",
        "neuf critères, pour le puits de 10x10, Gabillon et autres 2013",
    ),
    subject(
        "dt20",
        "nine features, for the well of 10x20, Gabillon and others 2013",
        "neuf critères, pour le puits de 10x20, Gabillon et autres 2013",
    ),
    subject(
        "tuned",
        "nine features, tuned here; sees one piece, and thinks twice when the heap is high",
        "neuf critères, réglés ici ; ne voit qu’une pièce, et réfléchit à deux fois quand c’est haut",
    ),
    subject(
        "expert",
        "plays for four rows at once, the next piece included",
        "joue pour quatre lignes à la fois, pièce suivante comprise",
    ),
];

const fn subject(id: &'static str, en: &'static str, fr: &'static str) -> Subject {
    Subject { id, about: Phrase::new(en, fr) }
}

/// A player by features whose weights are data.
macro_rules! weights {
    ($file:literal) => {{
        static WEIGHTS: LazyLock<FeatureWeights> = LazyLock::new(|| {
            let text = include_str!(concat!("../data/", $file, ".json"));
            serde_json::from_str(text).expect("a test reads the file")
        });
        &*WEIGHTS
    }};
}

/// The published weights of this name.
pub fn published(name: &str) -> Option<&'static FeatureWeights> {
    Some(match name {
        "dellacherie" => weights!("dellacherie"),
        "bcts" => weights!("bcts"),
        "dt10" => weights!("dt10"),
        "dt20" => weights!("dt20"),
        _ => return None,
    })
}

/// The weights that were tuned here.
pub fn tuned() -> &'static FeatureWeights {
    weights!("tuned")
}

impl Trials for Lab {
    fn subjects(&self) -> &'static [Subject] {
        SUBJECTS
    }

    fn figures(&self) -> &'static [&'static str] {
        &["score", "lines"]
    }

    fn knobs(&self, subject: &str) -> Option<Vec<Knob>> {
        if !SUBJECTS.iter().any(|known| known.id == subject) {
            return None;
        }
        Some(match subject {
            "no-lookahead" | "lookahead" => Coefficients::knobs(),
            "tuned" => weight_knobs(tuned()),
            "expert" => StackingWeights::knobs(),
            _ => published(subject).map(weight_knobs).unwrap_or_default(),
        })
    }

    fn prepare(
        &self,
        subject: &str,
        options: &Map<String, Value>,
        numbers: Option<&[f64]>,
    ) -> Result<Box<dyn Trial>, BadOptions> {
        let knobs = self.knobs(subject).ok_or_else(|| {
            let names = SUBJECTS.iter().map(|known| known.id).collect::<Vec<_>>().join(", ");
            BadOptions::new(
                format!("there is no player “{subject}” to try; there is {names}"),
                format!("il n’y a pas de joueur « {subject} » à essayer ; il y a {names}"),
            )
        })?;
        let usual: Vec<f64> = knobs.iter().map(|knob| knob.usual).collect();
        let numbers = numbers.unwrap_or(&usual);
        if numbers.len() != knobs.len() {
            return Err(BadOptions::new(
                format!("{subject} plays by {} numbers, not {}", knobs.len(), numbers.len()),
                format!("{subject} joue avec {} nombres, et non {}", knobs.len(), numbers.len()),
            ));
        }
        Ok(Box::new(Prepared {
            subject: subject.to_owned(),
            numbers: numbers.to_vec(),
            rules: rules(subject, options)?,
        }))
    }
}

/// The knobs of a player by features.
fn weight_knobs(weights: &FeatureWeights) -> Vec<Knob> {
    let numbers = weights.numbers();
    // What counts is how the weights stand to each other.
    let scale = numbers.iter().fold(0.0, |most: f64, weight| most.max(weight.abs()));
    let knob = |(&name, &usual): (&&str, &f64)| Knob {
        name: name.into(),
        usual,
        low: -3.0 * scale,
        high: 3.0 * scale,
        step: 0.1 * scale.min(usual.abs() + 0.1 * scale),
    };
    FeatureWeights::NAMES.iter().zip(&numbers).map(knob).collect()
}

/// A subject with its numbers and rules.
struct Prepared {
    subject: String,
    numbers: Vec<f64>,
    rules: Rules,
}

/// Nine numbers as weights.
fn nine(count: WellCount, numbers: &[f64]) -> FeatureWeights {
    FeatureWeights::from_numbers(
        count,
        std::array::from_fn(|i| numbers.get(i).copied().unwrap_or(0.0)),
    )
}

impl Prepared {
    fn pilot(&self, seed: u64) -> Box<dyn Pilot> {
        let (numbers, subject) = (&self.numbers[..], self.subject.as_str());
        match subject {
            "random-action" => Box::new(RandomAction::new(seed)),
            "random" => Box::new(RandomPlace::new(seed)),
            "no-lookahead" => {
                Box::new(ReportGreedy::new(Coefficients::from_numbers(numbers), false))
            }
            "lookahead" => Box::new(ReportGreedy::new(Coefficients::from_numbers(numbers), true)),
            "tuned" => Box::new(Linear::careful(&nine(tuned().count, numbers))),
            "expert" => Box::new(Stacker::from_numbers(numbers)),
            name => {
                let count = published(name).map_or(WellCount::Between, |weights| weights.count);
                Box::new(Linear::new(&nine(count, numbers)))
            }
        }
    }
}

impl Trial for Prepared {
    fn run(&self, seed: u64, most: u64, stop: &AtomicBool) -> Sample {
        features::run(&mut *self.pilot(seed), self.rules, seed, most, stop)
    }
}

/// The rules that the options name: the report's own for the report's players and the expert, else those of research.
fn rules(subject: &str, options: &Map<String, Value>) -> Result<Rules, BadOptions> {
    let researched = published(subject).is_some() || subject == "tuned";
    let mut rules = if researched {
        Rules { width: 10, height: 20, end: End::Simplified, reach: Reach::Straight }
    } else {
        Rules { width: 10, height: 22, end: End::Report, reach: Reach::Straight }
    };
    for (name, value) in options {
        let value = value.as_str().unwrap_or_default();
        match name.as_str() {
            "board" => (rules.width, rules.height) = board(value)?,
            "end" => {
                rules.end = match value {
                    "simplified" => End::Simplified,
                    "standard" => End::Standard,
                    "report" => End::Report,
                    _ => return Err(choose("end", value, "simplified, standard, report")),
                }
            }
            "reach" => {
                rules.reach = match value {
                    "straight" => Reach::Straight,
                    "all" => Reach::All,
                    _ => return Err(choose("reach", value, "straight, all")),
                }
            }
            _ => return Err(choose("option", name, "board, end, reach")),
        }
    }
    Ok(rules)
}

fn choose(what: &str, given: &str, known: &str) -> BadOptions {
    BadOptions::new(
        format!("there is no {what} “{given}”; there is {known}"),
        format!("{what} : « {given} » n’existe pas ; il y a {known}"),
    )
}

/// A size such as `10x20`.
fn board(text: &str) -> Result<(usize, u32), BadOptions> {
    let size = text.split_once('x').and_then(|(width, height)| {
        let (width, height) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
        ((4..=features::MAX_WIDTH).contains(&width) && (4..=MAX_HEIGHT).contains(&height))
            .then_some((width, height))
    });
    size.ok_or_else(|| {
        let (width, height) = (features::MAX_WIDTH, MAX_HEIGHT);
        BadOptions::new(
            format!("“{text}” is no board: write 10x20, from 4x4 to {width}x{height}"),
            format!("« {text} » n’est pas un puits : écrire 10x20, de 4x4 à {width}x{height}"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(pairs: &[(&str, &str)]) -> Map<String, Value> {
        pairs.iter().map(|&(name, value)| (name.to_owned(), Value::from(value))).collect()
    }

    #[test]
    fn everybody_plays_and_the_same_seed_plays_the_same() {
        let stop = AtomicBool::new(false);
        for subject in Lab.subjects() {
            for reach in ["straight", "all"] {
                let trial = Lab.prepare(subject.id, &options(&[("reach", reach)]), None).unwrap();
                let sample = trial.run(5, 40, &stop);
                assert!(sample.moves > 0 && sample.moves <= 40, "{}", subject.id);
                assert_eq!(sample, trial.run(5, 40, &stop), "{}", subject.id);
                assert_eq!(sample.figures.len(), Lab.figures().len());
            }
        }
    }

    #[test]
    fn numbers_other_than_the_usual_play_otherwise() {
        let stop = AtomicBool::new(false);
        let usual: Vec<f64> = Lab.knobs("bcts").unwrap().iter().map(|knob| knob.usual).collect();
        let upside_down: Vec<f64> = usual.iter().map(|number| -number).collect();
        let play = |numbers: &[f64]| {
            let board = options(&[("board", "10x10")]);
            Lab.prepare("bcts", &board, Some(numbers)).unwrap().run(1, 200, &stop)
        };
        assert!(!play(&usual).ended);
        assert!(play(&upside_down).ended, "it builds towers");
    }

    #[test]
    fn mistakes_are_told_in_words() {
        for (subject, pairs) in [
            ("nobody", vec![]),
            ("bcts", vec![("board", "10")]),
            ("bcts", vec![("board", "3x9")]),
            ("bcts", vec![("board", "10x99999999999")]),
            ("bcts", vec![("end", "never")]),
            ("bcts", vec![("reach", "far")]),
            ("bcts", vec![("colour", "red")]),
        ] {
            let Err(refused) = Lab.prepare(subject, &options(&pairs), None) else {
                panic!("{subject} {pairs:?}");
            };
            assert!(refused.0.en != refused.0.fr);
        }
        assert!(Lab.prepare("bcts", &Map::new(), Some(&[1.0])).is_err());
    }
}
