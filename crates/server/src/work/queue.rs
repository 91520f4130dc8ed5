//! The queue before the threads: who comes next, and what each has used up.
//!
//! Each payer has a bucket that work fills, by the time it took, and that leaks at a steady rate. Whoever has least
//! in it comes next, so nobody can starve another by asking for more. Once it is full, its owner comes after
//! everybody else and never holds the last thread.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use super::Payer;

/// What a payer may use up at once before it comes after the others.
const BUDGET: Duration = Duration::from_secs(10);
/// What comes back to it every second.
const LEAK: f64 = 0.25;

/// Jobs by who pays for them.
pub(super) struct FairQueue<J> {
    accounts: HashMap<Payer, Account<J>>,
    threads: usize,
    running: usize,
}

struct Account<J> {
    jobs: VecDeque<J>,
    running: usize,
    /// Seconds of work in the bucket, as of `at`.
    used: f64,
    at: Instant,
}

impl<J> Account<J> {
    fn used(&self, now: Instant) -> f64 {
        (self.used - now.duration_since(self.at).as_secs_f64() * LEAK).max(0.0)
    }
}

/// How busy it is, as seen by the job that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rush {
    /// How many payers wait for a thread, with the one that comes next.
    pub payers: usize,
    /// How many jobs that one has waiting, with this one.
    pub own: usize,
}

impl<J> FairQueue<J> {
    /// An empty queue before this many threads.
    pub fn new(threads: usize) -> Self {
        Self { accounts: HashMap::new(), threads, running: 0 }
    }

    /// How many jobs of this payer wait.
    pub fn waiting_of(&self, payer: Payer) -> usize {
        self.accounts.get(&payer).map_or(0, |account| account.jobs.len())
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.accounts.values().map(|account| account.jobs.len()).sum()
    }

    pub fn push(&mut self, payer: Payer, job: J, now: Instant) {
        let empty = || Account { jobs: VecDeque::new(), running: 0, used: 0.0, at: now };
        self.accounts.entry(payer).or_insert_with(empty).jobs.push_back(job);
    }

    /// The job that comes next; none if nobody waits or may have a thread now.
    pub fn pop(&mut self, now: Instant) -> Option<(Payer, J, Rush)> {
        let threads = self.threads;
        let over = |payer: Payer, account: &Account<J>| {
            payer != Payer::House && account.used(now) > BUDGET.as_secs_f64()
        };
        let last_thread = threads > 1 && self.running + 1 >= threads;
        let payers = self.accounts.values().filter(|account| !account.jobs.is_empty()).count();
        let next = self
            .accounts
            .iter()
            .filter(|(_, account)| !account.jobs.is_empty())
            .map(|(&payer, account)| (over(payer, account), payer, account))
            .filter(|(over, ..)| !(*over && last_thread))
            .min_by(|(over_a, a, x), (over_b, b, y)| {
                let used = x.used(now).total_cmp(&y.used(now));
                over_a.cmp(over_b).then(x.running.cmp(&y.running)).then(used).then(a.cmp(b))
            });
        let (_, payer, _) = next?;
        let account = self.accounts.get_mut(&payer)?;
        let rush = Rush { payers, own: account.jobs.len() };
        let job = account.jobs.pop_front()?;
        account.running += 1;
        self.running += 1;
        Some((payer, job, rush))
    }

    /// A job of this payer has run for so long.
    pub fn ran(&mut self, payer: Payer, took: Duration, now: Instant) {
        self.running = self.running.saturating_sub(1);
        if let Some(account) = self.accounts.get_mut(&payer) {
            account.running = account.running.saturating_sub(1);
            (account.used, account.at) = (account.used(now) + took.as_secs_f64(), now);
        }
        self.accounts.retain(|_, account| {
            account.running > 0 || !account.jobs.is_empty() || account.used(now) > 0.0
        });
    }

    pub fn clear(&mut self) {
        self.accounts.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Payer {
        Payer::Client([10, 0, 0, number].into())
    }

    #[test]
    fn whoever_asks_for_much_does_not_hold_up_whoever_asks_for_little() {
        let (mut queue, now) = (FairQueue::new(1), Instant::now());
        for job in 0..50 {
            queue.push(client(1), job, now);
        }
        queue.push(client(2), 100, now);
        let (first, ..) = queue.pop(now).expect("a job");
        queue.ran(first, Duration::from_secs(1), now);
        let (second, _, rush) = queue.pop(now).expect("another");
        assert_ne!(first, second, "the one who has used less comes next");
        assert_eq!(rush.payers, 2);
    }

    #[test]
    fn a_full_bucket_never_takes_the_last_thread_and_leaks() {
        let (mut queue, now) = (FairQueue::new(2), Instant::now());
        for job in 0..3 {
            queue.push(client(1), job, now);
        }
        let (payer, ..) = queue.pop(now).expect("a job");
        queue.ran(payer, BUDGET * 2, now);
        assert!(queue.pop(now).is_some(), "it may have one of two threads");
        assert!(queue.pop(now).is_none(), "the other is kept for others");
        queue.push(client(2), 9, now);
        assert_eq!(queue.pop(now).map(|(payer, ..)| payer), Some(client(2)));
        queue.ran(client(2), Duration::ZERO, now);
        let later = now + BUDGET * 8;
        assert_eq!(queue.pop(later).map(|(payer, ..)| payer), Some(client(1)), "it has leaked");
    }

    #[test]
    fn accounts_that_owe_nothing_are_forgotten() {
        let (mut queue, now) = (FairQueue::new(1), Instant::now());
        for number in 0..100 {
            queue.push(client(number), 0, now);
        }
        while let Some((payer, ..)) = queue.pop(now) {
            queue.ran(payer, Duration::ZERO, now);
        }
        assert!(queue.accounts.is_empty());
    }
}
