//! What one person waits for who analyses alone: the engine's first line, a whole game judged, and the same once more.

use std::time::Duration;

use super::super::server_process::ServerProcess;
use super::super::{BenchConfig, BenchError, Figure, Report};
use super::middle;
use super::visitor::{Played, Visitor};

/// A game of so many moves is judged.
const MOVES: usize = 40;
/// What a position of it may take, in seconds.
const A_POSITION: f64 = 0.25;
/// The engine is asked about so many positions of each game, spread over it.
const POSITIONS: usize = 10;
/// How long somebody looks at a position; a line that has not come by then counts as this late.
const LOOK: Duration = Duration::from_secs(2);
/// Nobody waits longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Measures; says what it found.
pub(super) async fn measure(
    config: &BenchConfig,
    server: &ServerProcess,
    report: &mut Report,
) -> Result<(), BenchError> {
    let visitor = Visitor { server: server.address, number: 0 };
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    for entry in catalog::games() {
        let Some(game) = Played::new(*entry, config.seed, MOVES) else { continue };
        let mut first = Vec::new();
        for at in (0..game.moves.len()).step_by(MOVES / POSITIONS) {
            first.push(millis(visitor.lines(&game, at, LOOK).await?.unwrap_or(LOOK)));
        }
        let (id, count) = (game.id, game.moves.len());
        let name = format!("analysis: {id}, first line, median of {}, ms", first.len());
        report.add(Figure::at_most(name, middle(&mut first), 200.0));
        let table = visitor.bring(&game).await?;
        let late = || BenchError::Server(format!("a game of {id} was not judged"));
        let judged = visitor.review(&table, PATIENCE).await?.ok_or_else(late)?;
        let name = format!("analysis: {id}, {count} moves judged, s");
        report.add(Figure::at_most(name, judged.as_secs_f64(), A_POSITION * count as f64));
        let again = visitor.review(&table, PATIENCE).await?.ok_or_else(late)?;
        report.add(Figure::at_most(format!("analysis: {id}, again, ms"), millis(again), 300.0));
    }
    Ok(())
}
