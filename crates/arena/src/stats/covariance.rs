//! What is known of ratings together: the inverse of the information, with the constant fixed that it leaves open.

use super::matrix::inverse;

/// The information as a matrix that has an inverse. Ratings are known up to a constant: adding one to all cells fixes it
/// and changes nothing else. Where some are held these fix it, and have no part in it themselves. Nor has whoever has met
/// nobody: what is not known at all would drown what is known of the others.
pub(super) fn with_gauge(information: &[Vec<f64>], held: &[bool]) -> Vec<Vec<f64>> {
    let n = information.len() as f64;
    let mut matrix = information.to_vec();
    let any = held.contains(&true);
    let met: Vec<bool> = (0..information.len()).map(|one| information[one][one] > 0.0).collect();
    for (row, cells) in matrix.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            if !any {
                *cell += if met[row] && met[column] { 1.0 / n } else { 0.0 };
            } else if held[row] || held[column] {
                *cell = if row == column { 1.0 } else { 0.0 };
            }
        }
        cells[row] += 1e-9;
    }
    matrix
}

/// The covariance by the model alone: of distances to the weighted mean, or to those that are held.
pub(super) fn covariance(
    information: &[Vec<f64>],
    weights: &[f64],
    held: &[bool],
) -> Vec<Vec<f64>> {
    let inverse = inverse(&with_gauge(information, held));
    if held.contains(&true) { without(inverse, held) } else { centred(&inverse, weights) }
}

/// The same matrix without what concerns those that are held.
pub(super) fn without(mut matrix: Vec<Vec<f64>>, held: &[bool]) -> Vec<Vec<f64>> {
    for (row, cells) in matrix.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            if held[row] || held[column] {
                *cell = 0.0;
            }
        }
    }
    matrix
}

/// The covariance of distances to the weighted mean.
pub(super) fn centred(matrix: &[Vec<f64>], weights: &[f64]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let row = |i: usize| -> f64 { (0..n).map(|k| matrix[i][k] * weights[k]).sum() };
    let rows: Vec<f64> = (0..n).map(row).collect();
    let all: f64 = rows.iter().zip(weights).map(|(row, weight)| row * weight).sum();
    (0..n).map(|i| (0..n).map(|j| matrix[i][j] - rows[i] - rows[j] + all).collect()).collect()
}
