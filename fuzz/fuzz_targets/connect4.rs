//! No text panics a parser of Connect Four: moves, positions, records.
#![no_main]

use connect4::{Connect4, Options};
use game::{Game, testkit};
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;

fuzz_target!(|text: &str| {
    let game = Connect4::new(&Options::default(), 0).expect("the usual board");
    testkit::survives(&game, text);
});
