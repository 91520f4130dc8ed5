//! The terminal as a screen: taken over at the beginning, given back on every way out.

use std::io::{self, Stdout, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;
use std::{panic, thread};

use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// Whether the terminal is ours right now; a panic must know.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A terminal that is ours until this is dropped.
pub struct Screen {
    /// What to draw on.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
    told_to_end: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Self> {
        restore_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let opened = enable_raw_mode()
            .and_then(|()| {
                execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
            })
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match opened {
            Ok(terminal) => Ok(Self { terminal, told_to_end: listen_for_the_end() }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// The next event, if one comes in time. A program that is told to end gets an error, so that
    /// it leaves on the way on which the terminal is given back.
    pub fn next_event(&self, wait: Duration) -> io::Result<Option<Event>> {
        if self.told_to_end.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(if event::poll(wait)? { Some(event::read()?) } else { None })
    }
}

/// A flag that the signals raise which ask a program to end.
fn listen_for_the_end() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    // A terminal that hangs up needs no giving back: SIGHUP ends the program as it always does.
    // Without a handler SIGTERM would too.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&flag));
    flag
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, once. What fails here cannot be helped.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = disable_raw_mode();
    }
}

/// A panic must not leave the terminal without echo, and its message must be readable. A bot's
/// thread that panics stays silent: its game says so, and the message would tear the screen.
fn restore_on_panic() {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() == Some("main") || !TAKEN.load(Ordering::SeqCst) {
                restore();
                usual(info);
            }
        }));
    });
}
