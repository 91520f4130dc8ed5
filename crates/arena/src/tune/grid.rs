//! Every combination of values on a grid.

use game::Knob;

/// The values of each number.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    axes: Vec<Vec<f64>>,
}

impl Grid {
    /// From the least to the most of each knob, by its step; one value where there is no step.
    pub fn new(knobs: &[Knob]) -> Self {
        let axis = |knob: &Knob| {
            if knob.step <= 0.0 || knob.high <= knob.low {
                return vec![knob.usual];
            }
            // A hair more, for steps that are no whole numbers.
            let steps = ((knob.high - knob.low) / knob.step + 1e-9).floor() as usize;
            (0..=steps).map(|step| knob.low + step as f64 * knob.step).collect()
        };
        Self { axes: knobs.iter().map(axis).collect() }
    }

    /// How many points it has; none if there are too many to count.
    pub fn len(&self) -> Option<usize> {
        self.axes.iter().try_fold(1usize, |product, axis| product.checked_mul(axis.len()))
    }

    /// Whether it has no point.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// A point by its number; the last axis changes first.
    pub fn point(&self, mut number: usize) -> Vec<f64> {
        let mut point: Vec<f64> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let value = axis[number % axis.len()];
                number /= axis.len();
                value
            })
            .collect();
        point.reverse();
        point
    }

    /// The axes that have more than one value.
    pub fn open_axes(&self) -> Vec<usize> {
        (0..self.axes.len()).filter(|&axis| self.axes[axis].len() > 1).collect()
    }

    /// The values of an axis.
    pub fn axis(&self, axis: usize) -> &[f64] {
        &self.axes[axis]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_once_and_both_ends() {
        let knob = |low, high, step| Knob { name: "x".into(), usual: low, low, high, step };
        let grid =
            Grid::new(&[knob(2000.0, 5250.0, 250.0), knob(1.0, 1.0, 0.0), knob(10.0, 35.0, 5.0)]);
        assert_eq!(grid.len(), Some(14 * 6));
        assert_eq!(grid.point(0), [2000.0, 1.0, 10.0]);
        assert_eq!(grid.point(1), [2000.0, 1.0, 15.0]);
        assert_eq!(grid.point(83), [5250.0, 1.0, 35.0]);
        assert_eq!(grid.open_axes(), [0, 2]);
    }
}
