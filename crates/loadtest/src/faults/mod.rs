//! Play on all games while everything breaks: servers are killed and stopped, the disk is full, PostgreSQL restarts
//! and hangs. Whatever was acknowledged must be there, once; no table may stay stuck; no stream may have a gap.
//!
//! One seed decides which faults come when, and every move. What else happens depends on the machine.

mod check;
mod client;
mod follower;
mod mishap;
mod player;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::Rng;

use super::{BenchConfig, BenchError, Figure, PrivatePostgres, Report};
use check::{FindingKind, Findings};
use client::Nodes;
use mishap::House;
use player::Seating;

/// Faults a minute: fifty in ten. A short form has at least a few.
const A_MINUTE: f64 = 5.0;
const AT_LEAST: f64 = 4.0;

/// One node with SQLite, then two with PostgreSQL, each for this long.
pub(super) async fn measure(
    config: &BenchConfig,
    folder: &Path,
    report: &mut Report,
) -> Result<(), BenchError> {
    let mut rng = Rng::new(config.seed);
    let database = format!("sqlite://{}", folder.join("faults.db").display());
    let house = House::one(config, folder, &database).await?;
    endure(config, "one node on SQLite", house, &mut rng, report).await?;
    let postgres = PrivatePostgres::start()?;
    let house = House::two(config, folder, postgres).await?;
    endure(config, "two nodes on PostgreSQL", house, &mut rng, report).await
}

async fn endure(
    config: &BenchConfig,
    name: &str,
    mut house: House,
    rng: &mut Rng,
    report: &mut Report,
) -> Result<(), BenchError> {
    let nodes = Nodes::new(house.addresses());
    let findings = Arc::new(Findings::default());
    let over = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = Seating::all()
        .into_iter()
        .map(|seating| {
            let (nodes, findings) = (nodes.clone(), Arc::clone(&findings));
            tokio::spawn(player::play(seating, nodes, rng.fork(), Arc::clone(&over), findings))
        })
        .collect();
    let count = (config.faults.as_secs_f64() / 60.0 * A_MINUTE).round().max(AT_LEAST);
    let began = Instant::now();
    let mut done = Vec::new();
    for number in 0..count as u32 {
        // Somewhere in its share of the time.
        let due = (f64::from(number) + f64::from(rng.unit()) * 0.8) / count;
        tokio::time::sleep_until((began + config.faults.mul_f64(due)).into()).await;
        done.push(house.mishap(rng).await?);
    }
    tokio::time::sleep_until((began + config.faults).into()).await;
    over.store(true, Relaxed);
    for player in players {
        player.await.map_err(|error| BenchError::Server(error.to_string()))?;
    }
    house.look_for_panics(&findings)?;
    done.sort_unstable();
    for same in done.chunk_by(|a, b| a == b) {
        report.add(Figure::note(format!("{name}: {}", same[0]), same.len() as f64));
    }
    report.add(Figure::note(format!("{name}: games played"), findings.games() as f64));
    report.add(Figure::note(format!("{name}: moves acknowledged"), findings.moves() as f64));
    report.add(Figure::note(format!("{name}: streams that were cut"), findings.cuts() as f64));
    for kind in FindingKind::ALL {
        let count = findings.count(kind) as f64;
        report.add(Figure::at_most(format!("{name}: {}", kind.words()), count, 0.0));
    }
    report.findings.extend(findings.sentences(name));
    Ok(())
}

/// Whatever should happen soon has this long: longer than a pause, a restart and a lease together, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
