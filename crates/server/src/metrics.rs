//! Counters and histograms in Prometheus' text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of the latency buckets, in milliseconds.
const BUCKETS: [u64; 11] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000];

/// All counters of a server.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Responses by the first digit of their status.
    answers: [AtomicU64; 6],
    /// Those of them that were 429 and 503.
    limited: AtomicU64,
    unavailable: AtomicU64,
    pub moves: AtomicU64,
    pub bot_moves: AtomicU64,
    pub tables_created: AtomicU64,
    pub tables_expired: AtomicU64,
    pub streams: AtomicI64,
    pub request_time: Histogram,
    pub move_time: Histogram,
    pub bot_time: Histogram,
}

/// A histogram of durations.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    pub fn observe(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        if let Some(bucket) = BUCKETS.iter().position(|&most| micros <= most * 1000) {
            self.buckets[bucket].fetch_add(1, Relaxed);
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let mut sum = 0;
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        for (most, bucket) in BUCKETS.iter().zip(&self.buckets) {
            sum += bucket.load(Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", *most as f64 / 1000.0);
        }
        let count = self.count.load(Relaxed);
        let seconds = self.micros.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum {seconds}\n{name}_count {count}");
    }
}

impl Metrics {
    /// Counts a response.
    pub fn answered(&self, status: u16, took: Duration) {
        if let Some(count) = self.answers.get(usize::from(status / 100)) {
            count.fetch_add(1, Relaxed);
        }
        match status {
            429 => self.limited.fetch_add(1, Relaxed),
            503 => self.unavailable.fetch_add(1, Relaxed),
            _ => 0,
        };
        self.request_time.observe(took);
    }

    /// How many responses there were, how many of them were our fault, and how many said “too many”.
    pub fn answered_failed_limited(&self) -> [u64; 3] {
        let all = self.answers.iter().map(|count| count.load(Relaxed)).sum();
        [all, self.answers[5].load(Relaxed), self.limited.load(Relaxed)]
    }

    /// Counts a bot's move.
    pub fn bot_moved(&self, took: Duration) {
        self.moves.fetch_add(1, Relaxed);
        self.bot_moves.fetch_add(1, Relaxed);
        self.bot_time.observe(took);
    }

    /// The metrics as text. The gauges that others keep are passed in.
    pub fn text(&self, tables: usize, bots: &BotGauges) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "# HELP plateau_requests_total Answers by class of status.\n\
             # TYPE plateau_requests_total counter"
        );
        for (class, count) in self.answers.iter().enumerate().skip(1) {
            let count = count.load(Relaxed);
            let _ = writeln!(out, "plateau_requests_total{{status=\"{class}xx\"}} {count}");
        }
        let mut one = |kind: &str, name: &str, help: &str, value: i64| {
            let _ = writeln!(
                out,
                "# HELP plateau_{name} {help}\n# TYPE plateau_{name} {kind}\nplateau_{name} {value}"
            );
        };
        let total = |count: &AtomicU64| count.load(Relaxed).cast_signed();
        one("counter", "moves_total", "Moves stored by this node.", total(&self.moves));
        one("counter", "bot_moves_total", "Those of them by bots.", total(&self.bot_moves));
        one("counter", "limited_total", "Answers of 429.", total(&self.limited));
        one("counter", "unavailable_total", "Answers of 503.", total(&self.unavailable));
        one("counter", "tables_created_total", "New tables.", total(&self.tables_created));
        one(
            "counter",
            "tables_expired_total",
            "Tables deleted by age.",
            total(&self.tables_expired),
        );
        one("gauge", "tables", "Tables in memory.", tables as i64);
        one("gauge", "streams", "Streams of events.", self.streams.load(Relaxed));
        one("gauge", "bot_queue", "Thoughts that wait for a thread.", bots.queue as i64);
        one("gauge", "bots_thinking", "Thoughts under way.", bots.thinking as i64);
        one("gauge", "bot_memory_bytes", "What bots keep between turns.", bots.memory as i64);
        self.request_time.write(&mut out, "plateau_request_seconds", "Time to answer.");
        self.move_time.write(&mut out, "plateau_move_seconds", "Time to store a move.");
        self.bot_time.write(&mut out, "plateau_bot_seconds", "Time from a bot's turn to its move.");
        out
    }
}

/// How busy the bots are, and what they keep in memory between their turns.
#[derive(Default)]
pub(crate) struct BotGauges {
    pub queue: usize,
    pub thinking: usize,
    pub memory: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let metrics = Metrics::default();
        metrics.answered(204, Duration::from_micros(1500));
        metrics.answered(404, Duration::from_secs(60));
        let text = metrics.text(3, &BotGauges::default());
        for line in [
            "plateau_requests_total{status=\"2xx\"} 1",
            "plateau_request_seconds_bucket{le=\"0.001\"} 0",
            "plateau_request_seconds_bucket{le=\"0.002\"} 1",
            "plateau_request_seconds_bucket{le=\"+Inf\"} 2",
            "plateau_tables 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
