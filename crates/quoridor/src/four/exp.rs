//! The exponential, and odds, by plain arithmetic, so that every machine finds the same: the standard library's differ
//! from system to system in the last bit.

/// *e* to the power of `x`, to about one part in 10,000.
#[inline]
pub(super) fn exp(x: f32) -> f32 {
    let power = (x * std::f32::consts::LOG2_E).clamp(-60.0, 60.0);
    let whole = power.floor();
    let part = power - whole;
    let mantissa = 1.0 + part * (0.695_56 + part * (0.226_17 + part * 0.078_27));
    mantissa * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The odds of a chance, kept away from both ends.
#[inline]
pub(super) fn odds(chance: f32) -> f32 {
    let chance = chance.clamp(0.001, 0.999);
    chance / (1.0 - chance)
}

#[cfg(test)]
mod tests {
    use super::exp;

    #[test]
    fn it_is_near() {
        for step in -200..200 {
            let x = step as f32 / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 3e-4, "{x}: {} for {}", exp(x), x.exp());
        }
    }
}
