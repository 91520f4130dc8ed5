//! Rate limits by client address: a token bucket of requests, new tables an hour, streams at once.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::config::ServerLimits;
use crate::error::{Answer, too_many_requests, too_many_streams, too_many_tables, too_much_work};

const HOUR: Duration = Duration::from_secs(3600);
/// Dropping idle addresses walks over all of them: it is done once in so many new ones.
const SWEEP: usize = 1024;
/// Tickets for runs an hour from one address: a room full of people who begin anew all the time.
const TICKETS: u32 = 2000;
/// Long bodies at once from one address.
const LONG_BODIES: u32 = 4;

/// Counts what each client address has used up.
pub(crate) struct RateLimiter {
    limits: ServerLimits,
    addresses: Mutex<HashMap<IpAddr, Usage>>,
}

struct Usage {
    tokens: f64,
    filled: Instant,
    tables: u32,
    tickets: u32,
    hour: Instant,
    streams: u32,
    connections: u32,
    bodies: u32,
}

impl Usage {
    fn begin_hour(&mut self, now: Instant) {
        if now.duration_since(self.hour) >= HOUR {
            (self.hour, self.tables, self.tickets) = (now, 0, 0);
        }
    }
}

impl RateLimiter {
    pub fn new(limits: ServerLimits) -> Arc<Self> {
        Arc::new(Self { limits, addresses: Mutex::default() })
    }

    pub fn limits(&self) -> &ServerLimits {
        &self.limits
    }

    /// Counts a request. `cost` is 1 for a call of the API.
    pub fn request(&self, from: IpAddr, cost: f64) -> Answer<()> {
        if self.limits.requests_per_second.is_infinite() {
            return Ok(());
        }
        self.with(from, |usage, now| {
            let refill = now.duration_since(usage.filled).as_secs_f64();
            usage.filled = now;
            usage.tokens =
                (usage.tokens + refill * self.limits.requests_per_second).min(self.limits.burst);
            if usage.tokens < cost {
                return Err(too_many_requests());
            }
            usage.tokens -= cost;
            Ok(())
        })
    }

    /// Counts a new table.
    pub fn table(&self, from: IpAddr) -> Answer<()> {
        self.with(from, |usage, now| {
            usage.begin_hour(now);
            if usage.tables >= self.limits.tables_per_hour {
                return Err(too_many_tables(self.limits.tables_per_hour));
            }
            usage.tables += 1;
            Ok(())
        })
    }

    /// Counts a ticket for a run.
    pub fn ticket(&self, from: IpAddr) -> Answer<()> {
        let unlimited = self.limits.requests_per_second.is_infinite();
        self.with(from, |usage, now| {
            usage.begin_hour(now);
            if usage.tickets >= TICKETS && !unlimited {
                return Err(too_many_requests());
            }
            usage.tickets += 1;
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

    /// Counts a connection for as long as it lives; none if there are too many, of all or of this address. When
    /// `open` of `most` are taken, one address may have only some.
    pub fn connection(
        self: &Arc<Self>,
        from: IpAddr,
        open: usize,
        most: usize,
    ) -> Option<ConnectionPlace> {
        if open >= most {
            return None;
        }
        let nearly_full = open > most / 4 * 3;
        let allowed = match self.limits.connections {
            // A proxy has those of many clients.
            _ if self.limits.is_proxy(from) => u32::MAX,
            u32::MAX => u32::MAX,
            connections if nearly_full => (connections / 8).max(8),
            connections => connections,
        };
        self.with(from, |usage, _| (usage.connections < allowed).then(|| usage.connections += 1))?;
        Some(ConnectionPlace { limiter: Arc::clone(self), from })
    }

    /// Counts a long body while it is read and worked on: they take memory.
    pub fn long_body(self: &Arc<Self>, from: IpAddr) -> Answer<BodyPlace> {
        let unlimited = self.limits.requests_per_second.is_infinite();
        self.with(from, |usage, _| {
            if usage.bodies >= LONG_BODIES && !unlimited {
                return Err(too_much_work());
            }
            usage.bodies += 1;
            Ok(())
        })?;
        Ok(BodyPlace { limiter: Arc::clone(self), from })
    }

    fn with<T>(&self, from: IpAddr, change: impl FnOnce(&mut Usage, Instant) -> T) -> T {
        let now = Instant::now();
        let mut addresses = self.lock();
        let from = client_key(from);
        if addresses.len() % SWEEP == SWEEP - 1 && !addresses.contains_key(&from) {
            addresses.retain(|_, usage| {
                usage.streams + usage.connections + usage.bodies > 0
                    || now.duration_since(usage.filled.max(usage.hour)) < HOUR
            });
        }
        let usage = addresses.entry(from).or_insert_with(|| Usage {
            tokens: self.limits.burst,
            filled: now,
            tables: 0,
            tickets: 0,
            hour: now,
            streams: 0,
            connections: 0,
            bodies: 0,
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

/// One of the connections that an address has open.
pub(crate) struct ConnectionPlace {
    limiter: Arc<RateLimiter>,
    from: IpAddr,
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        if let Some(usage) = self.limiter.lock().get_mut(&client_key(self.from)) {
            usage.connections = usage.connections.saturating_sub(1);
        }
    }
}

/// One of the long bodies that an address has sent.
pub(crate) struct BodyPlace {
    limiter: Arc<RateLimiter>,
    from: IpAddr,
}

impl Drop for BodyPlace {
    fn drop(&mut self) {
        if let Some(usage) = self.limiter.lock().get_mut(&client_key(self.from)) {
            usage.bodies = usage.bodies.saturating_sub(1);
        }
    }
}

/// What a client is counted by: an IPv4 address, or the /64 subnet that one IPv6 customer has.
pub(crate) fn client_key(address: IpAddr) -> IpAddr {
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
        assert!((0..3).all(|_| limiter.request(HERE, 1.0).is_ok()));
        assert!(limiter.request(HERE, 1.0).is_err());
        assert!(limiter.request("10.0.0.1".parse().unwrap(), 1.0).is_ok());
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
