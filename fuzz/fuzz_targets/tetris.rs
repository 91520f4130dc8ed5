//! No text panics a parser of Tetris: placements, positions, records, runs, bundles of a race.
#![no_main]

use game::{Arcade, Game, testkit};
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;
use serde_json::Map;
use tetris::{Options, RealTime, Tetris};

fuzz_target!(|text: &str| {
    let game = Tetris::new(&Options::default(), 0).expect("the usual well");
    testkit::survives(&game, text);
    let _ = RealTime.judge(text);
    let mut race = RealTime.race(&Map::new(), 2, 0).expect("a race of two");
    let end = race.bundle_end(text);
    if race.feed(0, text).is_ok() {
        assert_eq!(end, Some(race.tick(0)), "a bundle goes as far as it says");
    }
});
