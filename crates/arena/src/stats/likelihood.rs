//! How likely games are with given strengths, by its derivatives: Plackett and Luce's model, which between two is Bradley
//! and Terry's.

/// The first and the second derivatives of the likelihood.
pub(super) struct LikelihoodSums {
    pub(super) gradient: Vec<f64>,
    /// Minus the second derivatives.
    pub(super) information: Vec<Vec<f64>>,
}

impl LikelihoodSums {
    pub(super) fn new(n: usize) -> Self {
        Self { gradient: vec![0.0; n], information: vec![vec![0.0; n]; n] }
    }

    /// Somebody was chosen among those that were left.
    fn add_choice(&mut self, chosen: usize, left: &[usize], strengths: &[f64], weight: f64) {
        let powers: Vec<f64> = left.iter().map(|&one| strengths[one].exp()).collect();
        let sum: f64 = powers.iter().sum();
        self.gradient[chosen] += weight;
        for (&one, power) in left.iter().zip(&powers) {
            let chance = power / sum;
            self.gradient[one] -= weight * chance;
            self.information[one][one] += weight * chance;
            for (&other, power) in left.iter().zip(&powers) {
                self.information[one][other] -= weight * chance * power / sum;
            }
        }
    }

    /// A game by the places of its sides. Those who share a place may have come in any order. Those who share the last
    /// one have not been compared, unless all share the first.
    pub(super) fn add_game(&mut self, order: &[(usize, u8)], strengths: &[f64], weight: f64) {
        let mut order = order.to_vec();
        order.sort_by_key(|&(_, place)| place);
        let mut left: Vec<usize> = order.iter().map(|&(one, _)| one).collect();
        let mut groups = order.chunk_by(|a, b| a.1 == b.1).peekable();
        let mut first = true;
        while let Some(group) = groups.next() {
            if groups.peek().is_none() && !first {
                return;
            }
            first = false;
            let group: Vec<usize> = group.iter().map(|&(one, _)| one).collect();
            self.add_group(&group, &left, strengths, weight);
            left.drain(..group.len());
        }
    }

    /// Every order of a group, equally likely: the next one is each of them, and so on.
    fn add_group(&mut self, group: &[usize], left: &[usize], strengths: &[f64], weight: f64) {
        let share = weight / group.len() as f64;
        for at in 0..group.len() {
            self.add_choice(group[at], left, strengths, share);
            let rest: Vec<usize> = without(group, at);
            if !rest.is_empty() {
                let place = left.iter().position(|&one| one == group[at]).unwrap_or(0);
                self.add_group(&rest, &without(left, place), strengths, share);
            }
        }
    }
}

fn without(list: &[usize], at: usize) -> Vec<usize> {
    let others = list.iter().enumerate().filter(|&(index, _)| index != at);
    others.map(|(_, &one)| one).collect()
}
