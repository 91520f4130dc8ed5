//! What a search came to, as text.

use std::io::Write;
use std::time::Duration;

use arena::Mean;
use arena::tune::{JudgedCandidate, Winner};
use game::Parameter;

use crate::failure::Failure;

/// Rows of the printed table.
const TABLE: usize = 15;

/// A mean with the 95% around it.
pub fn interval(mean: &Mean) -> String {
    // Shares of results are small numbers.
    let places = if mean.mean.abs() < 10.0 { 3 } else { 1 };
    match mean.error {
        Some(error) => format!("{:.places$} ± {:.places$}", mean.mean, 1.96 * error),
        None => format!("{:.places$}", mean.mean),
    }
}

/// The best means. Points that have played the very same games stand in one row: with the same seeds for all, a
/// number that changes nothing would fill the table.
pub fn table(
    out: &mut impl Write,
    parameters: &[Parameter],
    done: &[JudgedCandidate],
) -> Result<(), Failure> {
    let mut best: Vec<&JudgedCandidate> = done.iter().collect();
    best.sort_by(|a, b| b.value.total_cmp(&a.value));
    let widths: Vec<usize> = parameters.iter().map(|one| (one.name.len() + 2).max(14)).collect();
    for (parameter, &width) in parameters.iter().zip(&widths) {
        write!(out, "{:>width$}", parameter.name)?;
    }
    writeln!(out, "{:>8}   mean, 95%", "points")?;
    let alike =
        |a: &&JudgedCandidate, b: &&JudgedCandidate| (a.value, a.error) == (b.value, b.error);
    for points in best.chunk_by(alike).take(TABLE) {
        for (index, &width) in widths.iter().enumerate() {
            let numbers = points.iter().map(|judged| (judged.numbers[index] * 1e6).round() / 1e6);
            let low = numbers.clone().fold(f64::INFINITY, f64::min);
            let high = numbers.fold(f64::NEG_INFINITY, f64::max);
            let range = if low < high { format!("{low}…{high}") } else { low.to_string() };
            write!(out, "{range:>width$}")?;
        }
        writeln!(out, "{:>8}   {}", points.len(), interval(&points[0].mean()))?;
    }
    Ok(())
}

/// All candidates as comma-separated lines, best first.
pub fn csv(parameters: &[Parameter], done: &[JudgedCandidate]) -> String {
    let mut best: Vec<&JudgedCandidate> = done.iter().collect();
    best.sort_by(|a, b| b.value.total_cmp(&a.value));
    let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let mut text = format!("rank,round,{},mean,standard_error\n", names.join(","));
    for (rank, judged) in best.iter().enumerate() {
        let numbers: Vec<String> = judged.numbers.iter().map(ToString::to_string).collect();
        let (round, value, error) = (judged.round, judged.value, judged.error);
        text.push_str(&format!("{},{round},{},{value},{error}\n", rank + 1, numbers.join(",")));
    }
    text
}

/// The numbers that a search ended with, beside those with which it began.
pub fn winner(
    out: &mut impl Write,
    confirm: u64,
    parameters: &[Parameter],
    winner: &Winner,
    spent: Duration,
) -> Result<(), Failure> {
    writeln!(out, "\nthe best, after {:.0} s:", spent.as_secs_f64())?;
    let width = parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0).max(18);
    for (parameter, number) in parameters.iter().zip(&winner.numbers) {
        writeln!(out, "  {:<width$}  {number:.4}  (was {})", parameter.name, parameter.usual)?;
    }
    writeln!(out, "in the search     {}", interval(&winner.seen))?;
    writeln!(out, "on {confirm} fresh games  {}", interval(&winner.confirmed))?;
    writeln!(out, "where it began    {}, on the same games", interval(&winner.before))?;
    writeln!(out, "gain, game by game  {}", interval(&winner.gain))?;
    if winner.is_luckier_than_good() {
        writeln!(
            out,
            "warning: fresh games disagree with the search: it was the luckiest of many candidates there"
        )?;
    }
    let said = match winner.is_believed() {
        true => "it is better",
        false => "no fresh games say that it is better: it is not believed",
    };
    Ok(writeln!(out, "{said}")?)
}
