//! Rate limits by client address: a token bucket of requests, new tables an hour, streams at once.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::ServerLimits;
use crate::error::{Answer, too_many_requests, too_many_streams, too_many_tables};

const HOUR: Duration = Duration::from_secs(3600);
/// Dropping idle addresses walks over all of them: it is done once in so many new ones.
const SWEEP: usize = 1024;

/// Counts what each client address has used up.
pub(crate) struct RateLimiter {
    limits: ServerLimits,
    addresses: Mutex<HashMap<IpAddr, Usage>>,
}

struct Usage {
    tokens: f64,
    filled: Instant,
    tables: u32,
    hour: Instant,
    streams: u32,
}

impl RateLimiter {
    pub fn new(limits: ServerLimits) -> Arc<Self> {
        Arc::new(Self { limits, addresses: Mutex::default() })
    }

    pub fn limits(&self) -> &ServerLimits {
        &self.limits
    }

    /// Counts a request.
    pub fn request(&self, from: IpAddr) -> Answer<()> {
        if self.limits.requests_per_second.is_infinite() {
            return Ok(());
        }
        self.with(from, |usage, now| {
            let refill = now.duration_since(usage.filled).as_secs_f64();
            usage.filled = now;
            usage.tokens =
                (usage.tokens + refill * self.limits.requests_per_second).min(self.limits.burst);
            if usage.tokens < 1.0 {
                return Err(too_many_requests());
            }
            usage.tokens -= 1.0;
            Ok(())
        })
    }

    /// Counts a new table.
    pub fn table(&self, from: IpAddr) -> Answer<()> {
        self.with(from, |usage, now| {
            if now.duration_since(usage.hour) >= HOUR {
                (usage.hour, usage.tables) = (now, 0);
            }
            if usage.tables >= self.limits.tables_per_hour {
                return Err(too_many_tables(self.limits.tables_per_hour));
            }
            usage.tables += 1;
            Ok(())
        })
    }

    /// Counts a stream for as long as the answer lives.
    pub fn stream(self: &Arc<Self>, from: IpAddr) -> Answer<StreamPlace> {
        self.with(from, |usage, _| {
            if usage.streams >= self.limits.streams {
                return Err(too_many_streams(self.limits.streams));
            }
            usage.streams += 1;
            Ok(())
        })?;
        Ok(StreamPlace { limiter: Arc::clone(self), from })
    }

    fn with<T>(&self, from: IpAddr, change: impl FnOnce(&mut Usage, Instant) -> T) -> T {
        let now = Instant::now();
        let mut addresses = self.lock();
        let from = client_key(from);
        if addresses.len() % SWEEP == SWEEP - 1 && !addresses.contains_key(&from) {
            addresses.retain(|_, usage| {
                usage.streams > 0 || now.duration_since(usage.filled.max(usage.hour)) < HOUR
            });
        }
        let usage = addresses.entry(from).or_insert_with(|| Usage {
            tokens: self.limits.burst,
            filled: now,
            tables: 0,
            hour: now,
            streams: 0,
        });
        change(usage, now)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Usage>> {
        // The counts are plain numbers: a panic elsewhere cannot leave them half changed.
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the streams that an address has open; dropping it makes room for another.
pub(crate) struct StreamPlace {
    limiter: Arc<RateLimiter>,
    from: IpAddr,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        if let Some(usage) = self.limiter.lock().get_mut(&client_key(self.from)) {
            usage.streams = usage.streams.saturating_sub(1);
        }
    }
}

/// What a client is counted by: an IPv4 address, or the /64 subnet that one IPv6 customer has.
fn client_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn a_burst_is_allowed_and_then_refused() {
        let limits =
            ServerLimits { requests_per_second: 0.001, burst: 3.0, ..ServerLimits::default() };
        let limiter = RateLimiter::new(limits);
        assert!((0..3).all(|_| limiter.request(HERE).is_ok()));
        assert!(limiter.request(HERE).is_err());
        assert!(limiter.request("10.0.0.1".parse().unwrap()).is_ok());
    }

    #[test]
    fn a_stream_that_ends_makes_place() {
        let limiter = RateLimiter::new(ServerLimits { streams: 1, ..ServerLimits::default() });
        let place = limiter.stream(HERE).unwrap();
        assert!(limiter.stream(HERE).is_err());
        drop(place);
        assert!(limiter.stream(HERE).is_ok());
    }

    #[test]
    fn addresses_of_one_v6_subnet_count_together() {
        let [a, b] = ["2001:db8::1", "2001:db8::2"].map(|text| client_key(text.parse().unwrap()));
        assert_eq!(a, b);
        assert_eq!(client_key("::ffff:127.0.0.1".parse().unwrap()), HERE);
    }
}
