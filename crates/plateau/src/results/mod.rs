//! What came of an event, for people and for programs: a writer for each kind.

pub mod ladder;
pub mod ladder_solo;
pub mod matches;
mod page;
pub mod solo;

use std::io::Write;

use crate::failure::Failure;
use arena::stats::Rating;
use game::Lang;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on the error stream, hidden where programs read.
pub fn progress_bar(length: u64, hidden: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    // The template is a constant that the library reads in every run.
    if let Ok(style) =
        ProgressStyle::with_template("{bar:32.cyan/dim} {human_pos}/{human_len} {msg}  {eta} left")
    {
        bar.set_style(style);
    }
    if hidden {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// A table for people.
    Text,
    /// One JSON value.
    Json,
    /// Comma-separated lines, one a game.
    Csv,
}

/// A field of comma-separated lines.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A table for people: the first column to the left, all others to the right.
fn write_table(out: &mut dyn Write, head: &[&str], rows: &[Vec<String>]) -> Result<(), Failure> {
    let wide = |text: &str| text.chars().count();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| wide(cell));
        cells.chain(head.get(column).map(|cell| wide(cell))).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (column, cell) in cells.enumerate() {
            let width = widths[column];
            text.push_str(&if column == 0 {
                format!("{cell:<width$}")
            } else {
                format!("  {cell:>width$}")
            });
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(&mut head.iter().copied())?;
    for row in rows {
        line(&mut row.iter().map(String::as_str))?;
    }
    Ok(())
}

/// A text in the reader's language.
fn pick<'t>(lang: Lang, en: &'t str, fr: &'t str) -> &'t str {
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
    }
}

/// As in `1250 ± 31`.
fn rating(rating: &Rating) -> String {
    match rating.error {
        Some(error) => format!("{:.0} ± {error:.0}", rating.elo),
        None => "?".into(),
    }
}
