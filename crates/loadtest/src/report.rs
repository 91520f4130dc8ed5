//! The results of a benchmark as a table.

use std::fmt;

/// All figures.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In the order in which they were measured.
    pub figures: Vec<Figure>,
    /// What was found wrong, in sentences.
    pub findings: Vec<String>,
}

/// A measured value and its target.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What was measured, with its unit.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The target, and whether the value should be above it.
    pub target: Option<(f64, bool)>,
}

impl Figure {
    pub(super) fn at_least(name: impl Into<String>, value: f64, target: f64) -> Self {
        Self { name: name.into(), value, target: Some((target, true)) }
    }

    pub(super) fn at_most(name: impl Into<String>, value: f64, target: f64) -> Self {
        Self { name: name.into(), value, target: Some((target, false)) }
    }

    pub(super) fn note(name: impl Into<String>, value: f64) -> Self {
        Self { name: name.into(), value, target: None }
    }

    /// Whether it meets its target.
    pub fn is_met(&self) -> bool {
        match self.target {
            Some((target, true)) => self.value >= target,
            Some((target, false)) => self.value <= target,
            None => true,
        }
    }
}

impl Report {
    pub(super) fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// Whether all values meet their targets.
    pub fn is_met(&self) -> bool {
        self.figures.iter().all(Figure::is_met)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.figures.iter().map(|figure| figure.name.chars().count()).max();
        let width = width.unwrap_or(0);
        for figure in &self.figures {
            write!(f, "{:width$}  {:>10.1}", figure.name, figure.value)?;
            match figure.target {
                Some((target, above)) => {
                    let sign = if above { '≥' } else { '≤' };
                    let met = if figure.is_met() { "met" } else { "MISSED" };
                    writeln!(f, "   {sign} {target:<7} {met}")?;
                }
                None => writeln!(f)?,
            }
        }
        self.findings.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
}
