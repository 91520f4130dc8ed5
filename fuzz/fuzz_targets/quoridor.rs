//! No text panics a parser of Quoridor: moves, positions, records.
#![no_main]

use game::{Game, testkit};
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;
use quoridor::{Options, Quoridor};

fuzz_target!(|text: &str| {
    let game = Quoridor::new(&Options::default(), 0).expect("the usual board");
    testkit::survives(&game, text);
});
