//! No bundles panic a race of several seats, and a refused one changes nothing.
#![no_main]

use game::Arcade;
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;
use serde_json::Map;
use tetris::RealTime;

fuzz_target!(|input: (u8, u64, Vec<(u8, &str)>)| {
    let (seats, seed, bundles) = input;
    let seats = 2 + usize::from(seats % 7);
    let mut race = RealTime.race(&Map::new(), seats, seed).expect("a race");
    for (seat, bundle) in bundles.into_iter().take(64) {
        let seat = seat % seats as u8;
        let before = race.so_far(seat);
        let end = race.bundle_end(bundle);
        match race.feed(seat, bundle) {
            Ok(_) => assert_eq!(end, Some(race.tick(seat)), "a bundle goes as far as it says"),
            Err(_) => assert_eq!(race.so_far(seat), before, "a refused bundle changes nothing"),
        }
    }
});
