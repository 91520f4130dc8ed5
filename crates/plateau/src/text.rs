//! Formatting that several commands share.

use std::time::Duration;

/// A rate with three figures, as in `1.23 M`.
pub fn rate(count: u64, time: Duration) -> String {
    let rate = count as f64 / time.as_secs_f64().max(1e-9);
    match rate {
        r if r >= 1e9 => format!("{:.2} G", r / 1e9),
        r if r >= 1e6 => format!("{:.2} M", r / 1e6),
        r if r >= 1e3 => format!("{:.1} k", r / 1e3),
        r => format!("{r:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_three_figures() {
        let second = Duration::from_secs(1);
        assert_eq!(rate(7, second), "7.0");
        assert_eq!(rate(12_345, second), "12.3 k");
        assert_eq!(rate(5_673_234, second), "5.67 M");
    }
}
