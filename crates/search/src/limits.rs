//! What a player may spend on a move, and how it is told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use game::{Parameter, Parameters};
use serde::{Deserialize, Serialize};

/// A budget: whichever of these is reached first ends the search. Nothing set means no limit.
///
/// With nodes or depth and a seed a search is reproducible; with time it is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time on the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Time that the processor works for the thread that thinks: on a busy machine it measures the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<Duration>,
    /// Positions looked at, or simulations played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Where a level's own time holds, counts it as the processor's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_cpu: bool,
    /// Threads to think on; 0 and 1 both mean one.
    #[serde(skip)]
    pub threads: usize,
    /// Find what every move is worth, not only which is best: for those who study a position.
    #[serde(skip)]
    pub study: bool,
    /// A level's usual budget, which nobody has asked for. A level that spends more or less on some variants puts
    /// its own nodes in place of these.
    #[serde(skip)]
    pub usual: bool,
}

impl Limits {
    /// No limit but the game's own end.
    pub const NONE: Self = Self {
        time: None,
        cpu: None,
        nodes: None,
        depth: None,
        own_cpu: false,
        threads: 1,
        study: false,
        usual: false,
    };

    /// This many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// This many plies.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::NONE }
    }

    /// This long.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// The same, but never longer than this.
    pub const fn within(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Whether nothing but the game's own end bounds the search.
    pub const fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.cpu.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    /// Each limit of `self`, or where it has none, that of `other`.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            time: self.time.or(other.time),
            cpu: self.cpu.or(other.cpu),
            nodes: self.nodes.or(other.nodes),
            depth: self.depth.or(other.depth),
            own_cpu: self.own_cpu || other.own_cpu,
            threads: self.threads.max(other.threads),
            study: self.study || other.study,
            usual: self.usual || other.usual,
        }
    }

    /// A level's budget as numbers that can be changed: `depth`, `nodes`, and with them `seconds`, the cap of time.
    /// Looking a single move ahead is no budget.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut list = Vec::new();
        if let Some(depth) = self.depth.filter(|&depth| depth > 1) {
            list.push(Parameter::whole("depth", depth.into(), (1.0, 64.0), 1.0));
        }
        if let Some(nodes) = self.nodes {
            let step = (nodes as f64 / 10.0).ceil();
            list.push(Parameter::whole("nodes", nodes as f64, (1.0, 1e9), step));
        }
        if let (Some(time), false) = (self.time, list.is_empty()) {
            list.push(Parameter::new("seconds", time.as_secs_f64(), (0.001, 3600.0), 0.1));
        }
        list
    }

    /// The budget with its numbers as the parameters have them.
    #[must_use]
    pub fn changed_by(self, parameters: &Parameters) -> Self {
        let mut limits = self;
        for Parameter { name, .. } in self.parameters() {
            let Some(value) = parameters.get(&name) else { continue };
            match name.as_str() {
                "depth" => limits.depth = Some(value as u32),
                "nodes" => limits.nodes = Some(value as u64),
                _ => limits.time = Some(Duration::from_secs_f64(value)),
            }
        }
        limits
    }
}

/// Tells a search to stop: by hand from another thread, or by the clock.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// The thread's CPU time at which it falls.
    cpu_deadline: Option<Duration>,
}

impl Stop {
    /// A stop that nobody has pulled.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same flag, which also falls after the time of these limits. CPU time is that of the calling thread.
    pub fn with(&self, limits: &Limits) -> Self {
        let own = limits.time.and_then(|time| Instant::now().checked_add(time));
        let deadline = match (self.deadline, own) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let cpu_deadline = limits.cpu.map(|time| cpu_time() + time).or(self.cpu_deadline);
        Self { flag: Arc::clone(&self.flag), deadline, cpu_deadline }
    }

    /// Stops every search that was handed this.
    pub fn pull(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether to stop now. It may look at the clock: searches ask every few hundred nodes.
    pub fn is_pulled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|at| Instant::now() >= at)
            || self.cpu_deadline.is_some_and(|at| cpu_time() >= at)
    }

    /// A stop that falls when this flag is raised, by a signal for instance.
    pub fn by(flag: Arc<AtomicBool>) -> Self {
        Self { flag, deadline: None, cpu_deadline: None }
    }

    /// The flag itself, for a search that looks at its own clock.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }
}

/// CPU time of the calling thread, to a few milliseconds; time on the clock where the system does not report it.
fn cpu_time() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = text.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_numbers_that_can_be_changed() {
        let budget = Limits::nodes(5_000).within(Duration::from_secs(2));
        let usual = Parameters::from(budget.parameters());
        assert_eq!(budget.changed_by(&usual), budget);
        let changed = usual.changed("nodes=70,seconds=0.5").unwrap();
        assert_eq!(
            budget.changed_by(&changed),
            Limits::nodes(70).within(Duration::from_millis(500))
        );
        assert!(Limits::depth(1).within(Duration::from_secs(1)).parameters().is_empty());
        assert_eq!(Limits::depth(4).parameters()[0].name, "depth");
    }

    #[test]
    fn a_thread_that_sleeps_spends_no_cpu_time() {
        let cpu = Some(Duration::from_millis(20));
        let stop = Stop::new().with(&Limits { cpu, ..Limits::NONE });
        if std::path::Path::new("/proc/thread-self/schedstat").exists() {
            std::thread::sleep(Duration::from_millis(60));
            assert!(!stop.is_pulled());
        }
        let start = Instant::now();
        while !stop.is_pulled() {
            std::hint::spin_loop();
        }
        assert!(start.elapsed() >= Duration::from_millis(10));
    }
}
