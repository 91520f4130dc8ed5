//! The terminal as a full screen, restored on every way out.

use std::io::{self, Stdout, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::Duration;
use std::{panic, thread};

use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    supports_keyboard_enhancement,
};
use crossterm::{cursor, execute};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// Letters of one word come closer to each other than this.
const STILL_TYPING: Duration = Duration::from_millis(250);

/// Whether the terminal is in full-screen mode; the panic hook reads it.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the terminal says when keys are let go; `restore` reads it.
static REPORTING: AtomicBool = AtomicBool::new(false);

/// While this lives, the terminal says when keys are let go.
pub struct KeyReleases;

impl Drop for KeyReleases {
    fn drop(&mut self) {
        stop_reporting();
    }
}

fn stop_reporting() {
    if REPORTING.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), PopKeyboardEnhancementFlags);
    }
}

/// The terminal in full-screen mode, until this is dropped.
pub struct Screen {
    /// The terminal to draw on.
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
    terminated: Arc<AtomicBool>,
}

impl Screen {
    /// Switches the terminal to full-screen mode.
    pub fn open() -> io::Result<Self> {
        restore_on_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let opened = enable_raw_mode()
            .and_then(|()| {
                execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
            })
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match opened {
            Ok(terminal) => Ok(Self { terminal, terminated: register_sigterm() }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Asks the terminal to say when keys are let go, with the kitty keyboard protocol; none where it does not know it.
    pub fn report_releases(&self) -> Option<KeyReleases> {
        if !supports_keyboard_enhancement().unwrap_or(false) {
            return None;
        }
        let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
            | KeyboardEnhancementFlags::REPORT_EVENT_TYPES;
        execute!(stdout(), PushKeyboardEnhancementFlags(flags)).ok()?;
        REPORTING.store(true, Ordering::SeqCst);
        Some(KeyReleases)
    }

    /// Takes what is still being typed: whoever writes "quit" has left at its first letter, and the shell is not to get
    /// the rest.
    pub fn drain(&self) -> io::Result<()> {
        while self.next_event(STILL_TYPING)?.is_some() {}
        Ok(())
    }

    /// The next event, if one comes in time. After SIGTERM it is an error, so that the program returns and the
    /// terminal is restored.
    pub fn next_event(&self, wait: Duration) -> io::Result<Option<Event>> {
        if self.terminated.load(Ordering::SeqCst) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        Ok(if event::poll(wait)? { Some(event::read()?) } else { None })
    }
}

/// A flag that SIGTERM raises.
fn register_sigterm() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    // A terminal that hangs up needs no restoring, so SIGHUP ends the program as usual. If the handler cannot be
    // registered, SIGTERM does so too.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&flag));
    flag
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal, once. Errors are ignored: nothing more can be done.
fn restore() {
    stop_reporting();
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

/// Restores the terminal before a panic message is printed. A panic in a bot's thread prints nothing: the game shows
/// it, and the message would damage the screen.
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
