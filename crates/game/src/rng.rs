//! The random generator: xoshiro256++ (Blackman and Vigna, 2019), seeded by SplitMix64.
//!
//! Records depend on it, so it never changes: the golden values below hold for ever.

use serde::{Deserialize, Serialize};

/// A seeded generator; the same seed gives the same sequence on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A generator for this seed. Every seed is a good one.
    pub fn new(seed: u64) -> Self {
        let mut splitmix = seed;
        let state = std::array::from_fn(|_| {
            splitmix = splitmix.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = splitmix;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        });
        Self { state }
    }

    /// The generator with this state of four words; `None` if all are zero, from which it would never get away.
    pub fn of_words(state: [u64; 4]) -> Option<Self> {
        (state != [0; 4]).then_some(Self { state })
    }

    /// The state of the generator: four words for [`of_words`](Self::of_words).
    pub const fn words(&self) -> [u64; 4] {
        self.state
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let c2 = c ^ a;
        let d2 = d ^ b;
        self.state = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        result
    }

    /// A number from 0 to `n - 1`, each equally likely (Lemire's multiplication, with rejection).
    ///
    /// # Panics
    /// When `n` is 0: there is nothing to choose from.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "below(0) has nothing to choose from");
        loop {
            let product = (self.next_u64() >> 32) * u64::from(n);
            // Rejecting the first 2^32 mod n values of the low half keeps the result unbiased.
            let low = product as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// A number from 0 up to, not including, 1.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// One of the items, each equally likely; `None` if there are none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len() as u32) as usize) }
    }

    /// Every order equally likely (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A new generator for a part of the work. It takes one draw from this one.
    pub fn fork(&mut self) -> Self {
        Self::new(self.next_u64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values_never_change() {
        let mut rng = Rng::new(0);
        assert_eq!(
            [rng.next_u64(), rng.next_u64(), rng.next_u64()],
            [0x5317_5d61_490b_23df, 0x61da_6f3d_c380_d507, 0x5c0f_df91_ec9a_7bfc]
        );
        let mut rng = Rng::new(42);
        let rolls: Vec<u32> = (0..12).map(|_| rng.below(6)).collect();
        assert_eq!(rolls, GOLDEN_ROLLS);
        let mut cards: Vec<u8> = (0..10).collect();
        rng.shuffle(&mut cards);
        assert_eq!(cards, GOLDEN_CARDS);
    }

    const GOLDEN_ROLLS: [u32; 12] = [4, 1, 5, 4, 4, 3, 0, 3, 1, 5, 3, 5];
    const GOLDEN_CARDS: [u8; 10] = [9, 4, 5, 2, 8, 1, 7, 3, 0, 6];

    #[test]
    fn words_go_on_where_they_were_taken() {
        let mut rng = Rng::new(5);
        rng.next_u64();
        let mut again = Rng::of_words(rng.words()).expect("not all zeros");
        assert_eq!(again.next_u64(), rng.next_u64());
        assert_eq!(Rng::of_words([0; 4]), None);
    }

    #[test]
    fn below_is_fair() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Six standard deviations of a binomial with n = 70,000 and p = 1/7.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 556), "{counts:?}");
    }

    #[test]
    fn unit_stays_below_one() {
        let mut rng = Rng::new(1);
        assert!((0..100_000).map(|_| rng.unit()).all(|x| (0.0..1.0).contains(&x)));
    }
}
