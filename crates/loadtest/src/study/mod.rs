//! Analysis: what one person waits for; then fifty people at once, each of whom steps through games with the engine
//! beside the board, and now and then brings in a finished one to have it judged. The server's memory must not grow
//! from round to round.

mod alone;
mod visitor;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::server_process::ServerProcess;
use super::{BenchConfig, BenchError, Figure, Report};
use visitor::{Played, Visitor};

/// How many people there are. Each has an address of its own in the loopback network.
const PEOPLE: u8 = 50;
/// How long each looks at a position.
const LOOK: Duration = Duration::from_millis(1_500);
/// A game is stepped through so far, and a finished one is judged after so many games.
const STEPS: usize = 20;
const REVIEW_EVERY: u64 = 4;
/// The time is divided into so many rounds. In the first, memory still finds its level.
const ROUNDS: usize = 6;
/// A shorter time only tries the program.
const SHORT: Duration = Duration::from_secs(120);
/// Between two looks at the server.
const EVERY: Duration = Duration::from_millis(500);
/// So long after everybody has left, memory is looked at again.
const AFTER: Duration = Duration::from_secs(10);

/// What people have seen.
#[derive(Default)]
struct Seen {
    positions: AtomicU64,
    reviews: AtomicU64,
    refused: AtomicU64,
    /// Milliseconds until the first line of each position.
    first_lines: Mutex<Vec<f64>>,
}

/// Measures; says what it found.
pub(super) async fn measure(
    config: &BenchConfig,
    database: &str,
    report: &mut Report,
) -> Result<(), BenchError> {
    let server = ServerProcess::start_with(&config.server, database, &[]).await?;
    alone::measure(config, &server, report).await?;
    let seen = Arc::new(Seen::default());
    let people: Vec<_> = (0..PEOPLE)
        .map(|number| tokio::spawn(analyst(server.address, number, config.seed, Arc::clone(&seen))))
        .collect();
    report.add(Figure::note("people who analyse", f64::from(PEOPLE)));
    let mut rounds = Vec::with_capacity(ROUNDS);
    for round in 1..=ROUNDS {
        let began = Instant::now();
        let mut samples = Vec::new();
        while began.elapsed() < config.study / ROUNDS as u32 {
            tokio::time::sleep(EVERY).await;
            samples.push(server.memory()?);
        }
        let memory = middle(&mut samples);
        report.add(Figure::note(format!("analysis: memory in round {round}, MB"), memory));
        rounds.push(memory);
    }
    people.iter().for_each(tokio::task::JoinHandle::abort);
    tokio::time::sleep(AFTER).await;
    report.add(Figure::note("analysis: memory after all have left, MB", server.memory()?));
    let count = |counted: &AtomicU64| counted.load(Relaxed) as f64;
    report.add(Figure::note("analysis: positions looked at", count(&seen.positions)));
    report.add(Figure::note("analysis: games judged", count(&seen.reviews)));
    report.add(Figure::note("analysis: requests refused", count(&seen.refused)));
    let mut first = std::mem::take(&mut *lock(&seen.first_lines));
    report.add(Figure::note("analysis: first line, median of all, ms", middle(&mut first)));
    let growth = rounds[ROUNDS - 1] / rounds[1];
    let name = "analysis: memory of the last round, times that of the second";
    report.add(match config.study < SHORT {
        true => Figure::note(name, growth),
        false => Figure::at_most(name, growth, 1.1),
    });
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The middle one of some values; 0 where there are none.
fn middle(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// Somebody who studies game after game until the measurement is over.
async fn analyst(server: SocketAddr, number: u8, seed: u64, seen: Arc<Seen>) {
    let visitor = Visitor { server, number };
    for turn in 0.. {
        let games = catalog::games();
        let entry = games[(usize::from(number) + turn as usize) % games.len()];
        let seed = seed.wrapping_add(turn << 8 | u64::from(number));
        let Some(game) = Played::new(entry, seed, 2 * STEPS) else { continue };
        let done = match turn % REVIEW_EVERY == u64::from(number) % REVIEW_EVERY {
            true => review(&visitor, &game, &seen).await,
            false => step_through(&visitor, &game, &seen).await,
        };
        if done.is_err() {
            seen.refused.fetch_add(1, Relaxed);
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// Looks at one position after the other.
async fn step_through(visitor: &Visitor, game: &Played, seen: &Seen) -> Result<(), BenchError> {
    for played in 0..game.moves.len().min(STEPS) {
        if let Some(first) = visitor.lines(game, played, LOOK).await? {
            lock(&seen.first_lines).push(first.as_secs_f64() * 1e3);
        }
        seen.positions.fetch_add(1, Relaxed);
    }
    Ok(())
}

/// Has a game judged to its end, or for as long as they would look at all its positions.
async fn review(visitor: &Visitor, game: &Played, seen: &Seen) -> Result<(), BenchError> {
    let table = visitor.bring(game).await?;
    let done = visitor.review(&table, LOOK * STEPS as u32).await?;
    seen.reviews.fetch_add(u64::from(done.is_some()), Relaxed);
    Ok(())
}
