//! No text panics a parser of Blokus: moves, positions, records, game files.
#![no_main]

use blokus::{Blokus, Mode, Options, sgf};
use game::{Game, testkit};
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;

fuzz_target!(|text: &str| {
    let options = Options { mode: Mode::Duo, ..Options::default() };
    let game = Blokus::new(&options, 0).expect("a way to play");
    testkit::survives(&game, text);
    if let Ok(record) = sgf::import(text) {
        assert_eq!(sgf::import(&sgf::export(&record).expect("it was read")), Ok(record));
    }
});
