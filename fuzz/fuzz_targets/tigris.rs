//! No text panics a parser of Tigris & Euphrates: moves, positions, records.
#![no_main]

use game::{Game, testkit};
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;
use tigris::{Options, Tigris};

fuzz_target!(|text: &str| {
    let game = Tigris::new(&Options::default(), 0).expect("the usual board");
    testkit::survives(&game, text);
});
