//! The little linear algebra that a fit of a few dozen contestants needs.

/// A matrix times a vector.
pub(super) fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// A matrix times a matrix.
pub(super) fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = b.first().map_or(0, Vec::len);
    let cell = |row: &[f64], j: usize| row.iter().zip(b).map(|(a, b)| a * b[j]).sum();
    a.iter().map(|row| (0..n).map(|j| cell(row, j)).collect()).collect()
}

/// The inverse, by Gauss and Jordan, with the largest pivot: the matrices here are small.
pub(super) fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut a: Vec<Vec<f64>> = matrix
        .iter()
        .enumerate()
        .map(|(i, row)| {
            let unit = (0..n).map(|j| f64::from(u8::from(i == j)));
            row.iter().copied().chain(unit).collect()
        })
        .collect();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&x, &y| a[x][column].abs().total_cmp(&a[y][column].abs()))
            .unwrap_or(column);
        a.swap(column, pivot);
        let head = a[column][column];
        if head.abs() < 1e-300 {
            continue;
        }
        a[column].iter_mut().for_each(|cell| *cell /= head);
        let own = a[column].clone();
        for (row, cells) in a.iter_mut().enumerate() {
            let factor = cells[column];
            if row != column && factor != 0.0 {
                cells.iter_mut().zip(&own).for_each(|(cell, own)| *cell -= factor * own);
            }
        }
    }
    a.into_iter().map(|row| row[n..].to_vec()).collect()
}
