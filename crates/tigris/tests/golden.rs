//! A whole game told move by move, as a person would read it: `golden.record` and `golden.story`.
//! `BLESS=1 cargo test -p tigris --test golden` writes the story anew; look at the difference.

#![allow(clippy::unwrap_used)]

use std::fmt::Write as _;

use game::{Game, Record, Seat, play_text};
use tigris::Tigris;

fn story(record: &Record) -> String {
    let beginning = Record { moves: Vec::new(), ..record.clone() };
    let mut game: Tigris = beginning.replay().unwrap();
    let mut text = String::new();
    let mut told = 0;
    for mv in &record.moves {
        let seat = game.turn().seat().unwrap();
        play_text(&mut game, mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        let _ = writeln!(text, "{seat} {mv}");
        let log = game.view(None).log;
        for event in log.iter().filter(|event| event.number >= told) {
            let _ = writeln!(text, "    {} / {}", event.says.en, event.says.fr);
        }
        told = log.last().map_or(told, |event| event.number + 1);
    }
    let _ = writeln!(text, "\n{}", game.picture(None).plain());
    let _ = writeln!(text, "{}", game.save());
    for seat in (0..game.seats() as u8).map(Seat) {
        let _ = writeln!(text, "{seat}: {:?}", game.count(seat));
    }
    if let Some(outcome) = game.turn().outcome() {
        let _ = writeln!(text, "{:?} {}", outcome.places(), outcome.why().en);
    }
    text
}

#[test]
fn the_golden_game_goes_as_it_went() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let record = std::fs::read_to_string(format!("{folder}/golden.record")).unwrap();
    let told = story(&Record::parse(&record).unwrap());
    let path = format!("{folder}/golden.story");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &told).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    assert!(told == golden, "the golden game goes otherwise:\n{told}");
}
