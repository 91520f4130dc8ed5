//! The hopes found last. From one position of a search to the next most colours of most dynasties see the same, and a
//! comparison costs far less than the network.

use super::features::COLOUR_FEATURES;
use crate::rules::SEATS;

/// For each seat and colour, the inputs that were seen last and the hope that they gave. It must not be shared between networks.
#[derive(Clone, Debug)]
pub(crate) struct HopeCache {
    inputs: [[[u32; COLOUR_FEATURES]; 4]; SEATS],
    hopes: [[Option<f32>; 4]; SEATS],
}

impl Default for HopeCache {
    fn default() -> Self {
        Self { inputs: [[[0; COLOUR_FEATURES]; 4]; SEATS], hopes: [[None; 4]; SEATS] }
    }
}

impl HopeCache {
    /// The hope for these inputs: the known one if they are the same, bit for bit, as the last ones.
    #[inline]
    pub fn get(
        &mut self,
        seat: usize,
        colour: usize,
        inputs: &[f32; COLOUR_FEATURES],
        find: impl FnOnce() -> f32,
    ) -> f32 {
        let last = &mut self.inputs[seat][colour];
        // No early exit, so that the compiler compares many at once.
        let different = last.iter().zip(inputs).fold(0, |sum, (a, b)| sum | (a ^ b.to_bits()));
        if different == 0
            && let Some(hope) = self.hopes[seat][colour]
        {
            return hope;
        }
        *last = inputs.map(f32::to_bits);
        let hope = find();
        self.hopes[seat][colour] = Some(hope);
        hope
    }
}
