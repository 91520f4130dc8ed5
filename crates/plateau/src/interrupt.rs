//! Ctrl-C ends long work gracefully: a flag is raised, and the work reports what it has so far.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that Ctrl-C raises. A second Ctrl-C ends the program at once.
pub fn on_interrupt() -> io::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // The order matters: at the first signal the flag is not raised yet, so it is only raised.
        flag::register_conditional_shutdown(signal, 1, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}
