//! CMA-ES, the evolution strategy that learns which way to go (N. Hansen, "The CMA evolution strategy: a
//! tutorial", 2016): candidates are drawn from a normal distribution, which moves towards the better half
//! of them and takes on the shape of the steps that were good.

use game::Rng;
use serde::{Deserialize, Serialize};

/// The state of a search for the numbers of the greatest value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cma {
    mean: Vec<f64>,
    /// The size of the steps.
    sigma: f64,
    /// The shape of the distribution, symmetric, by rows.
    covariance: Vec<Vec<f64>>,
    /// Paths of the mean: for the shape, and for the size.
    path: Vec<f64>,
    path_sigma: Vec<f64>,
    population: usize,
    generation: u64,
    rng: Rng,
}

/// What follows from the number of dimensions and of candidates, as the tutorial's table 1 has it.
struct Rates {
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    chi: f64,
}

impl Rates {
    fn new(dimensions: usize, population: usize) -> Self {
        let n = dimensions as f64;
        let parents = population / 2;
        let half = (population as f64 + 1.0) / 2.0;
        let raw: Vec<f64> = (1..=parents).map(|rank| half.ln() - (rank as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + mu_eff);
        let c_mu = 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0).powi(2) + mu_eff);
        Self {
            weights,
            mu_eff,
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu: c_mu.min(1.0 - c_1),
            // The length of a normal vector, in the mean.
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Cma {
    /// Begins at some numbers with a first spread for each, 0 for those that stay as they are.
    pub fn new(start: &[f64], spread: &[f64], population: Option<usize>, seed: u64) -> Self {
        let n = start.len();
        let usual = 4 + (3.0 * (n.max(1) as f64).ln()).floor() as usize;
        let mut covariance = vec![vec![0.0; n]; n];
        for (index, spread) in spread.iter().enumerate() {
            covariance[index][index] = spread * spread;
        }
        Self {
            mean: start.to_vec(),
            sigma: 1.0,
            covariance,
            path: vec![0.0; n],
            path_sigma: vec![0.0; n],
            population: population.unwrap_or(usual).max(4),
            generation: 0,
            rng: Rng::new(seed),
        }
    }

    /// The middle of the distribution: the best guess.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// How large the steps are, seen from the first.
    pub const fn sigma(&self) -> f64 {
        self.sigma
    }

    /// How many generations have been judged.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// Candidates to be judged.
    pub fn ask(&mut self) -> Vec<Vec<f64>> {
        let (axes, lengths) = eigen(&self.covariance);
        let n = self.mean.len();
        (0..self.population)
            .map(|_| {
                let z: Vec<f64> = (0..n).map(|_| normal(&mut self.rng)).collect();
                (0..n)
                    .map(|row| {
                        let step: f64 =
                            (0..n).map(|k| axes[row][k] * lengths[k].max(0.0).sqrt() * z[k]).sum();
                        self.mean[row] + self.sigma * step
                    })
                    .collect()
            })
            .collect()
    }

    /// Learns from the values of the candidates that were asked about; more is better.
    pub fn tell(&mut self, candidates: &[Vec<f64>], values: &[f64]) {
        let n = self.mean.len();
        let rates = Rates::new(n, self.population);
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        let steps: Vec<Vec<f64>> = order
            .iter()
            .take(rates.weights.len())
            .map(|&index| {
                (0..n).map(|i| (candidates[index][i] - self.mean[i]) / self.sigma).collect()
            })
            .collect();
        let mut shift = vec![0.0; n];
        for (step, weight) in steps.iter().zip(&rates.weights) {
            shift.iter_mut().zip(step).for_each(|(sum, part)| *sum += weight * part);
        }
        self.mean.iter_mut().zip(&shift).for_each(|(mean, part)| *mean += self.sigma * part);
        self.generation += 1;

        // The path of the size is measured where the distribution is round.
        let (axes, lengths) = eigen(&self.covariance);
        let fade = (rates.c_sigma * (2.0 - rates.c_sigma) * rates.mu_eff).sqrt();
        for i in 0..n {
            let round: f64 = (0..n)
                .filter(|&k| lengths[k] > 1e-300)
                .map(|k| {
                    let along: f64 = (0..n).map(|j| axes[j][k] * shift[j]).sum();
                    axes[i][k] * along / lengths[k].sqrt()
                })
                .sum();
            self.path_sigma[i] = (1.0 - rates.c_sigma) * self.path_sigma[i] + fade * round;
        }
        let length = self.path_sigma.iter().map(|part| part * part).sum::<f64>().sqrt();
        let settled =
            (1.0 - (1.0 - rates.c_sigma).powf(2.0 * self.generation as f64)).max(1e-12).sqrt();
        let calm = length / settled < (1.4 + 2.0 / (n as f64 + 1.0)) * rates.chi;
        let fade = if calm { (rates.c_c * (2.0 - rates.c_c) * rates.mu_eff).sqrt() } else { 0.0 };
        for (path, part) in self.path.iter_mut().zip(&shift) {
            *path = (1.0 - rates.c_c) * *path + fade * part;
        }
        let missed = if calm { 0.0 } else { rates.c_1 * rates.c_c * (2.0 - rates.c_c) };
        for i in 0..n {
            for j in 0..n {
                let ranks: f64 = steps
                    .iter()
                    .zip(&rates.weights)
                    .map(|(step, weight)| weight * step[i] * step[j])
                    .sum();
                self.covariance[i][j] = (1.0 - rates.c_1 - rates.c_mu + missed)
                    * self.covariance[i][j]
                    + rates.c_1 * self.path[i] * self.path[j]
                    + rates.c_mu * ranks;
            }
        }
        self.sigma *= ((rates.c_sigma / rates.d_sigma) * (length / rates.chi - 1.0)).min(1.0).exp();
    }
}

/// A normal number (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let mut unit = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    let (radius, angle) = (unit(), unit());
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// Axes (as columns) and squared lengths of a symmetric matrix, by Jacobi's rotations: plenty for some dozen
/// dimensions.
fn eigen(matrix: &[Vec<f64>]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let n = matrix.len();
    let mut a = matrix.to_vec();
    let mut axes: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..60 {
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j].abs()).sum();
        let whole: f64 = (0..n).map(|i| a[i][i].abs()).sum();
        if off <= 1e-14 * whole {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q].abs() <= 1e-300 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let (c, s) = (1.0 / (t * t + 1.0).sqrt(), t / (t * t + 1.0).sqrt());
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (upper, lower) = a.split_at_mut(q);
                for (one, other) in upper[p].iter_mut().zip(&mut lower[0]) {
                    (*one, *other) = (c * *one - s * *other, s * *one + c * *other);
                }
                for row in &mut axes {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
            }
        }
    }
    let lengths = (0..n).map(|i| a[i][i]).collect();
    (axes, lengths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(n: usize, generations: u64, value: impl Fn(&[f64]) -> f64) -> Cma {
        let mut cma = Cma::new(&vec![3.0; n], &vec![1.0; n], None, 5);
        while cma.generation() < generations {
            let candidates = cma.ask();
            let values: Vec<f64> = candidates.iter().map(|candidate| value(candidate)).collect();
            cma.tell(&candidates, &values);
        }
        cma
    }

    #[test]
    fn it_finds_the_middle_of_a_sphere() {
        let cma = search(8, 200, |x| -x.iter().map(|x| x * x).sum::<f64>());
        assert!(cma.mean().iter().all(|x| x.abs() < 1e-5), "{:?}", cma.mean());
    }

    #[test]
    fn it_learns_the_axes_of_an_ellipsoid() {
        let stretched = |x: &[f64]| {
            -x.iter().enumerate().map(|(i, x)| 1e6f64.powf(i as f64 / 5.0) * x * x).sum::<f64>()
        };
        let cma = search(6, 500, stretched);
        assert!(cma.mean().iter().all(|x| x.abs() < 1e-4), "{:?}", cma.mean());
    }

    #[test]
    fn it_follows_rosenbrocks_valley() {
        let rosenbrock = |x: &[f64]| {
            -x.windows(2)
                .map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2))
                .sum::<f64>()
        };
        let cma = search(5, 700, rosenbrock);
        assert!(cma.mean().iter().all(|x| (x - 1.0).abs() < 1e-4), "{:?}", cma.mean());
    }

    #[test]
    fn what_has_no_spread_stays() {
        let mut cma = Cma::new(&[1.0, 2.0], &[0.0, 1.0], None, 1);
        for _ in 0..20 {
            let candidates = cma.ask();
            let values: Vec<f64> = candidates.iter().map(|c| -c[1].abs()).collect();
            cma.tell(&candidates, &values);
        }
        assert_eq!(cma.mean()[0], 1.0);
        assert!(cma.mean()[1].abs() < 0.3);
    }

    #[test]
    fn axes_and_lengths_make_the_matrix_again() {
        let matrix = vec![vec![4.0, 1.0, -2.0], vec![1.0, 3.0, 0.5], vec![-2.0, 0.5, 5.0]];
        let (axes, lengths) = eigen(&matrix);
        for i in 0..3 {
            for j in 0..3 {
                let again: f64 = (0..3).map(|k| axes[i][k] * lengths[k] * axes[j][k]).sum();
                assert!((again - matrix[i][j]).abs() < 1e-12);
            }
        }
    }
}
