//! What a game's players want to know of a game that was played.

use game::{Phrase, Words};

/// A figure of a whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistic {
    /// What is counted.
    pub name: Words,
    /// The numbers.
    pub values: StatisticValues,
}

/// The numbers of a figure, by seat.
#[derive(Clone, Debug, PartialEq)]
pub enum StatisticValues {
    /// One for each seat.
    Totals(Vec<f64>),
    /// For each seat one after every move, from the beginning on.
    Course(Vec<Vec<f64>>),
}

impl Statistic {
    /// A number for each seat.
    pub fn totals(name: Phrase, values: Vec<f64>) -> Self {
        Self { name: name.into(), values: StatisticValues::Totals(values) }
    }

    /// Numbers for each seat that change from move to move.
    pub fn course(name: Phrase, values: Vec<Vec<f64>>) -> Self {
        Self { name: name.into(), values: StatisticValues::Course(values) }
    }
}
