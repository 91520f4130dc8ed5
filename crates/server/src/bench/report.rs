//! What was measured, as a table.

use std::fmt;

/// All figures.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In the order in which they were measured.
    pub figures: Vec<Figure>,
}

/// One figure, and what it should be.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What was measured, with its unit.
    pub name: String,
    /// The value.
    pub value: f64,
    /// The bar, and whether the value should be above it.
    pub bar: Option<(f64, bool)>,
}

impl Figure {
    pub(super) fn at_least(name: impl Into<String>, value: f64, bar: f64) -> Self {
        Self { name: name.into(), value, bar: Some((bar, true)) }
    }

    pub(super) fn at_most(name: impl Into<String>, value: f64, bar: f64) -> Self {
        Self { name: name.into(), value, bar: Some((bar, false)) }
    }

    pub(super) fn note(name: impl Into<String>, value: f64) -> Self {
        Self { name: name.into(), value, bar: None }
    }

    /// Whether it is as it should be.
    pub fn is_met(&self) -> bool {
        match self.bar {
            Some((bar, true)) => self.value >= bar,
            Some((bar, false)) => self.value <= bar,
            None => true,
        }
    }
}

impl Report {
    pub(super) fn add(&mut self, figure: Figure) {
        self.figures.push(figure);
    }

    /// Whether all figures are as they should be.
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
            match figure.bar {
                Some((bar, above)) => {
                    let sign = if above { '≥' } else { '≤' };
                    let met = if figure.is_met() { "met" } else { "MISSED" };
                    writeln!(f, "   {sign} {bar:<7} {met}")?;
                }
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}
