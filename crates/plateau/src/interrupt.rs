//! Ctrl-C as a wish to end well: long work looks at a flag, and says what it has so far.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that Ctrl-C raises. A second Ctrl-C ends the program at once, whatever it is doing.
pub fn on_interrupt() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag down and only raises it.
        flag::register_conditional_shutdown(signal, 1, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}
