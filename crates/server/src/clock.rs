//! The time of day, as it is stored and as it is sent.

use jiff::Timestamp;

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// A time as RFC 3339 writes it, in UTC and to the second.
pub(crate) fn rfc3339(millis: i64) -> String {
    let second = Timestamp::from_second(millis.div_euclid(1000));
    // Our own clock wrote it, so it lies within the ten thousand years that a date can say.
    second.unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn dates_are_right() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
        assert_eq!(rfc3339(951_827_696_789), "2000-02-29T12:34:56Z");
        assert_eq!(rfc3339(1_769_860_800_000), "2026-01-31T12:00:00Z");
    }
}
