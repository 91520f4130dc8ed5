//! Every combination of values on a grid.

use game::Parameter;

/// The values of each number, none of them written out: a person may ask for more than there is room for.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    axes: Vec<Axis>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    first: f64,
    step: f64,
    count: usize,
}

impl Axis {
    fn value(self, index: usize) -> f64 {
        self.first + index as f64 * self.step
    }
}

impl Grid {
    /// From the least to the most of each parameter, by its step; one value where there is no step.
    pub fn new(parameters: &[Parameter]) -> Self {
        let axis = |parameter: &Parameter| {
            if parameter.step <= 0.0 || parameter.high <= parameter.low {
                return Axis { first: parameter.usual, step: 0.0, count: 1 };
            }
            // A hair more, for steps that are no whole numbers.
            let steps = ((parameter.high - parameter.low) / parameter.step + 1e-9).floor() as usize;
            Axis { first: parameter.low, step: parameter.step, count: steps.saturating_add(1) }
        };
        Self { axes: parameters.iter().map(axis).collect() }
    }

    /// How many points it has; none if there are too many to count.
    pub fn len(&self) -> Option<usize> {
        self.axes.iter().try_fold(1usize, |product, axis| product.checked_mul(axis.count))
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
                let value = axis.value(number % axis.count);
                number /= axis.count;
                value
            })
            .collect();
        point.reverse();
        point
    }

    /// The axes that have more than one value.
    pub fn open_axes(&self) -> Vec<usize> {
        (0..self.axes.len()).filter(|&axis| self.axes[axis].count > 1).collect()
    }

    /// The values of an axis.
    pub fn axis(&self, axis: usize) -> Vec<f64> {
        let axis = self.axes[axis];
        (0..axis.count).map(|index| axis.value(index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_once_and_both_ends() {
        let parameter = |low, high, step| Parameter::new("x", low, (low, high), step);
        let grid = Grid::new(&[
            parameter(2000.0, 5250.0, 250.0),
            parameter(1.0, 1.0, 0.0),
            parameter(10.0, 35.0, 5.0),
        ]);
        assert_eq!(grid.len(), Some(14 * 6));
        assert_eq!(grid.point(0), [2000.0, 1.0, 10.0]);
        assert_eq!(grid.point(1), [2000.0, 1.0, 15.0]);
        assert_eq!(grid.point(83), [5250.0, 1.0, 35.0]);
        assert_eq!(grid.open_axes(), [0, 2]);
        assert_eq!(grid.axis(2), [10.0, 15.0, 20.0, 25.0, 30.0, 35.0]);
    }

    #[test]
    fn a_grid_without_end_is_counted_or_given_up_not_written_out() {
        let parameter = |step| Parameter::new("x", 1.0, (1.0, 2.0), step);
        assert_eq!(Grid::new(&[parameter(1e-12)]).len(), Some(1_000_000_000_001));
        assert_eq!(Grid::new(&[parameter(1e-300), parameter(1e-300)]).len(), None);
    }
}
