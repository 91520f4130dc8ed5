//! Playing in a terminal: full-screen where there is one, as lines of text everywhere else.

mod advice;
pub mod console_menu;
mod lines;
mod order;
pub mod plain;
pub mod sitting;
mod words;

use std::io::{self, IsTerminal};

/// Whether there is a screen to draw on and a keyboard to read.
pub fn is_screen() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}
