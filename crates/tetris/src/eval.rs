//! The report's evaluation: completed lines, squares that stand in the same row, holes under squares.

use serde::{Deserialize, Serialize};

use crate::rules::field::{Field, MAX_WIDTH};

/// What each feature counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportWeights {
    /// A completed line that still stands in the well.
    pub lines: i32,
    /// A pair of squares in the same row, each with itself included.
    pub alignment: i32,
    /// An empty square under a filled one, once for each filled one above it. It is taken off.
    pub holes: i32,
}

impl ReportWeights {
    /// The best that the report found: `data/report.json`.
    pub fn found() -> Self {
        serde_json::from_str(include_str!("../data/report.json"))
            // It is part of the source, and a test reads it.
            .expect("data/report.json holds weights")
    }

    /// What a well is worth in which completed lines have not been taken out yet.
    pub fn worth(&self, field: &Field) -> i32 {
        let full = field.full();
        let (mut lines, mut alignment, mut holes) = (0, 0, 0);
        // How many empty squares each column has so far, from the bottom.
        let mut empty = [0i32; MAX_WIDTH as usize];
        for &row in &field.rows()[..field.tallest()] {
            lines += i32::from(row == full);
            let squares = row.count_ones() as i32;
            alignment += squares * squares;
            for (x, empty) in empty.iter_mut().enumerate().take(field.width().into()) {
                if row >> x & 1 != 0 {
                    holes += *empty;
                } else {
                    *empty += 1;
                }
            }
        }
        self.lines * lines + self.alignment * alignment - self.holes * holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_counted_as_the_report_counts_them() {
        let mut field = Field::new(4, 22);
        field.rows_mut()[..4].copy_from_slice(&[0b1111, 0b0101, 0b0110, 0b0010]);
        let count =
            |lines, alignment, holes| ReportWeights { lines, alignment, holes }.worth(&field);
        assert_eq!(count(1, 0, 0), 1);
        assert_eq!(count(0, 1, 0), 16 + 4 + 4 + 1);
        // Column 1 has a gap in row 1 under two squares; nothing else covers one.
        assert_eq!(count(0, 0, 1), -2);
    }

    #[test]
    fn the_reports_weights() {
        assert_eq!(ReportWeights::found(), ReportWeights { lines: 3500, alignment: 1, holes: 20 });
    }
}
