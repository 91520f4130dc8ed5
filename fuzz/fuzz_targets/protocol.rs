//! No line panics the engine protocol.
#![no_main]

use arena::{Info, Request};
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;

fuzz_target!(|line: &str| {
    let _ = Request::parse(line);
    let _ = Info::parse(line);
});
