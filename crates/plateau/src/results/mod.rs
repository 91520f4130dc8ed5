//! What came of an event, for people and for programs: a writer for each kind.

pub mod matches;
pub mod solo;

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
