//! No line panics the solver's reader, and no bytes its book's.
#![no_main]

use connect4::solver::Position;
use connect4::solver::book::Book;
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Position::from_columns(text);
    }
    // Shallow, so that a claimed depth does not list half of the game.
    let _ = Book::from_bytes(&[b"C4B2\x01\x02\x01\x00\xff", bytes].concat());
});
