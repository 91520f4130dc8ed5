//! SPSA (Spall, 1992): two candidates a round, on either side of where the search stands, in a random direction; then a
//! step towards the better one. It needs no more games for many numbers than for one, as in the tuning of chess engines.

use game::Rng;

/// How steps and distances shrink, as Spall recommends them.
const STEP_FADES: f64 = 0.602;
const DISTANCE_FADES: f64 = 0.101;

/// Rounds before steps begin to shrink in earnest, as a part of all.
const STABLE: f64 = 0.1;

/// The state of a search for the numbers of the greatest value.
#[derive(Clone, Debug)]
pub struct Spsa {
    start: Vec<f64>,
    /// A difference of each number that matters; 0 for those that stay as they are.
    scale: Vec<f64>,
    /// Where the search stands, in units of the scale, seen from the start.
    place: Vec<f64>,
    /// Where it stood after each round.
    path: Vec<Vec<f64>>,
    perturbation: Vec<f64>,
    /// Mean of the squared gradients so far: values have units that nobody knows before.
    squared_gradient: f64,
    rounds: u64,
    rng: Rng,
}

impl Spsa {
    /// Begins at some numbers, for about so many rounds.
    pub fn new(start: &[f64], scale: &[f64], rounds: u64, seed: u64) -> Self {
        Self {
            start: start.to_vec(),
            scale: scale.to_vec(),
            place: vec![0.0; start.len()],
            path: Vec::new(),
            perturbation: vec![0.0; start.len()],
            squared_gradient: 0.0,
            rounds: rounds.max(1),
            rng: Rng::new(seed),
        }
    }

    /// How many rounds have been judged.
    pub fn round(&self) -> u64 {
        self.path.len() as u64
    }

    fn distance(&self) -> f64 {
        1.0 / (self.round() as f64 + 1.0).powf(DISTANCE_FADES)
    }

    fn numbers(&self, place: &[f64]) -> Vec<f64> {
        let shifts = place.iter().zip(&self.scale).map(|(place, scale)| place * scale);
        self.start.iter().zip(shifts).map(|(start, shift)| start + shift).collect()
    }

    /// Two candidates to be judged on the same games.
    pub fn ask(&mut self) -> Vec<Vec<f64>> {
        let side = |rng: &mut Rng| if rng.below(2) == 0 { 1.0 } else { -1.0 };
        let scale = self.scale.clone();
        self.perturbation = scale
            .iter()
            .map(|&scale| if scale > 0.0 { side(&mut self.rng) } else { 0.0 })
            .collect();
        let far = self.distance();
        let aside = |sign: f64| -> Vec<f64> {
            let parts = self.place.iter().zip(&self.perturbation);
            parts.map(|(place, direction)| place + sign * far * direction).collect()
        };
        vec![self.numbers(&aside(1.0)), self.numbers(&aside(-1.0))]
    }

    /// Learns from the values of the two; more is better.
    pub fn tell(&mut self, values: &[f64]) {
        let gradient = (values[0] - values[1]) / (2.0 * self.distance());
        let count = self.round() as f64 + 1.0;
        self.squared_gradient += (gradient * gradient - self.squared_gradient) / count;
        let settled = STABLE * self.rounds as f64;
        let step = ((1.0 + settled) / (count + settled)).powf(STEP_FADES);
        // A gradient of the usual size is a step of half of what matters at first.
        let by = if self.squared_gradient > 0.0 {
            0.5 * step * gradient / self.squared_gradient.sqrt()
        } else {
            0.0
        };
        for (place, direction) in self.place.iter_mut().zip(&self.perturbation) {
            *place += by * direction;
        }
        self.path.push(self.place.clone());
    }

    /// Where it has come to: the mean of the last quarter of its way, which is steadier than its end.
    pub fn result(&self) -> Vec<f64> {
        let last = &self.path[self.path.len() - self.path.len().div_ceil(4)..];
        if last.is_empty() {
            return self.start.clone();
        }
        let mean =
            |index: usize| last.iter().map(|place| place[index]).sum::<f64>() / last.len() as f64;
        let place: Vec<f64> = (0..self.start.len()).map(mean).collect();
        self.numbers(&place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_climbs_a_hill_through_noise() {
        let mut rng = Rng::new(3);
        let mut spsa = Spsa::new(&[0.0, 0.0, 7.0], &[1.0, 10.0, 0.0], 500, 5);
        while spsa.round() < 500 {
            let candidates = spsa.ask();
            let mut value = |x: &[f64]| {
                let noise = f64::from(rng.unit()) - 0.5;
                -(x[0] - 3.0).powi(2) - ((x[1] + 20.0) / 10.0).powi(2) + noise
            };
            let values = [value(&candidates[0]), value(&candidates[1])];
            spsa.tell(&values);
        }
        let found = spsa.result();
        assert!((found[0] - 3.0).abs() < 0.4 && (found[1] + 20.0).abs() < 4.0, "{found:?}");
        assert_eq!(found[2], 7.0, "what is held stays");
    }
}
