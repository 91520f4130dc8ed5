//! A whole game told move by move, as a person would read it: `golden.record` and `golden.golden`.

use std::path::Path;

use game::{Game, Seat, testkit};
use tigris::Tigris;

#[test]
fn the_golden_game_goes_as_it_went() {
    let mut next = 0;
    testkit::golden_story(Path::new("tests/golden.record"), |game: &Tigris| {
        let log = game.view(None).log;
        let new = log.iter().filter(|event| event.number >= next);
        let mut lines: Vec<String> =
            new.map(|event| format!("{} / {}", event.says.en, event.says.fr)).collect();
        next = log.last().map_or(next, |event| event.number + 1);
        if game.turn().outcome().is_some() {
            let seats = (0..game.seats() as u8).map(Seat);
            lines.extend(seats.map(|seat| format!("{seat}: {:?}", game.count(seat))));
        }
        lines
    });
}
