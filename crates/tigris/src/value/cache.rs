//! The hopes found so far. In a search most colours of most dynasties look as they did a few positions ago, and a look into a
//! table costs far less than the network.

use super::features::COLOUR_FEATURES;

/// Places of the table. It stays in the second cache of a core.
const PLACES: usize = 1 << 12;

/// Hopes by the inputs that gave them. It must not be shared between networks.
#[derive(Clone, Debug)]
pub(crate) struct HopeCache {
    /// Two hashes of the inputs, and the hope; a place with 0 is empty.
    places: Vec<(u64, f32)>,
}

impl Default for HopeCache {
    fn default() -> Self {
        Self { places: vec![(0, 0.0); PLACES] }
    }
}

impl HopeCache {
    /// The hope for these inputs: the known one if they were seen.
    #[inline]
    pub fn get(&mut self, inputs: &[f32; COLOUR_FEATURES], find: impl FnOnce() -> f32) -> f32 {
        let key = key(inputs);
        let place = &mut self.places[key as usize % PLACES];
        if place.0 != key {
            *place = (key, find());
        }
        place.1
    }
}

/// Factors for each input: odd, without a pattern.
const FACTORS: [[u32; COLOUR_FEATURES]; 2] = {
    let mut factors = [[0; COLOUR_FEATURES]; 2];
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut at = 0;
    while at < 2 * COLOUR_FEATURES {
        // A step of SplitMix64 (Steele, Lea and Flood, 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        factors[at % 2][at / 2] = (word >> 32) as u32 | 1;
        at += 1;
    }
    factors
};

/// Two hashes of 32 bits in one number that is never 0. Two rows that differ have the same with a chance of about 2^-60.
#[inline]
fn key(inputs: &[f32; COLOUR_FEATURES]) -> u64 {
    // Loops this simple become instructions for several numbers at once.
    let mut mixed = [0; COLOUR_FEATURES];
    for (mixed, input) in mixed.iter_mut().zip(inputs) {
        // Simple numbers have only high bits, and a product carries bits upwards only.
        let bits = input.to_bits();
        *mixed = bits ^ bits >> 16 ^ bits >> 23;
    }
    let [high, low] = FACTORS.map(|factors| {
        mixed
            .iter()
            .zip(&factors)
            .fold(0u32, |sum, (bits, factor)| sum.wrapping_add(bits.wrapping_mul(*factor)))
    });
    u64::from(high) << 32 | u64::from(low ^ high >> 15) | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_inputs_have_other_keys() {
        let mut keys = std::collections::HashSet::new();
        let steps = [0.0, 0.25, 1.0 / 3.0, 0.5, 1.0];
        let mut rows = 0;
        for first in 0..COLOUR_FEATURES {
            for second in first + 1..COLOUR_FEATURES {
                for (a, b) in (1..steps.len()).flat_map(|a| (1..steps.len()).map(move |b| (a, b))) {
                    let mut inputs = [0.0; COLOUR_FEATURES];
                    (inputs[first], inputs[second]) = (steps[a], steps[b]);
                    rows += 1;
                    assert!(keys.insert(key(&inputs)), "{first}, {second}, {a}, {b}");
                }
            }
        }
        assert_eq!(keys.len(), rows);
    }

    #[test]
    fn a_known_hope_is_not_sought_again() {
        let mut known = HopeCache::default();
        let (one, two) = ([0.5; COLOUR_FEATURES], [0.25; COLOUR_FEATURES]);
        assert_eq!(known.get(&one, || 3.0).to_bits(), 3.0f32.to_bits());
        assert_eq!(known.get(&two, || 4.0).to_bits(), 4.0f32.to_bits());
        assert_eq!(known.get(&one, || unreachable!()).to_bits(), 3.0f32.to_bits());
    }
}
