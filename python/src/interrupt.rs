//! Long work that Ctrl-C can end, and during which other Python threads run.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use search::Stop;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(50);

/// Does the work on a thread of its own without the interpreter. An interrupt stops it and is raised.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let worker = scope.spawn(move || {
                // Nobody listens any more after an interrupt.
                let _ = sender.send(work());
            });
            loop {
                match receiver.recv_timeout(LOOK) {
                    Ok(done) => return Ok(done),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                            stop.pull();
                            return Err(interrupt);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        let what = match worker.join() {
                            Err(panic) => said(&*panic),
                            Ok(()) => "it ended without a result".to_owned(),
                        };
                        return Err(PyRuntimeError::new_err(format!(
                            "an error of Plateau: {what}"
                        )));
                    }
                }
            }
        })
    })
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
