//! Runs every scenario of every `*.md` in `tests/scenarios/`: a heading `## ID title`, a ```map of the
//! board, and a ```json of who has what, the steps, and what must hold after each. A file that is
//! dropped there is run too; `tests/scenarios/rules.md` says what the words mean. `facedown`, a list of cells, names
//! face-down tiles, in the position or in what must hold. A treasure that leaves no choice is taken at once, so the
//! phase `treasure` is shown only where the rules have a choice.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use game::{Game, Seat, play_text};
use serde::Deserialize;
use serde_json::{Map, Value};
use tigris::{Colour, Phase, Tigris};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    id: String,
    players: usize,
    active: u8,
    action: u8,
    #[serde(default)]
    hands: BTreeMap<String, String>,
    #[serde(default)]
    bag: String,
    #[serde(default)]
    leaders: Vec<(u8, String, Cell)>,
    #[serde(default)]
    monuments: Vec<([String; 2], Cell, String)>,
    #[serde(default)]
    vp: BTreeMap<String, String>,
    #[serde(default)]
    treasures: BTreeMap<String, u8>,
    #[serde(default)]
    catastrophes: BTreeMap<String, u8>,
    /// Face-down tiles, as `#` of the map has them: each must lie under one of the monuments.
    #[serde(default)]
    facedown: Vec<Cell>,
    #[serde(default)]
    board: Option<String>,
    #[serde(default)]
    english: bool,
    steps: Vec<Step>,
}

type Cell = [u8; 2];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    #[serde(rename = "do")]
    act: Vec<Value>,
    illegal: Option<String>,
    #[serde(default)]
    expect: Map<String, Value>,
}

fn name([row, column]: Cell) -> String {
    format!("{}{}", char::from(b'a' + column), row + 1)
}

fn cell(value: &Value) -> Cell {
    serde_json::from_value(value.clone()).expect("a cell is [row, column]")
}

impl Scenario {
    fn position(&self, map: &[&str]) -> String {
        let seats: Vec<String> = (1..=self.players).map(|seat| seat.to_string()).collect();
        let each =
            |of: &dyn Fn(&String) -> String| seats.iter().map(of).collect::<Vec<_>>().join("/");
        let shown = |row: usize, column: usize, c: char| {
            let hidden = self.facedown.contains(&[row as u8, column as u8]);
            match c {
                _ if hidden && matches!(c, 'T' | '$') => '$',
                _ if hidden => '#',
                c if c.is_ascii_digit() => '.',
                c => c,
            }
        };
        let rows: Vec<String> = map
            .iter()
            .enumerate()
            .map(|(row, text)| {
                text.chars().enumerate().map(|(column, c)| shown(row, column, c)).collect()
            })
            .collect();
        let leaders =
            self.leaders.iter().map(|(s, colour, at)| format!("{s}{colour}:{}", name(*at)));
        let monuments =
            self.monuments.iter().map(|([a, b], at, base)| format!("{a}-{b}:{}:{base}", name(*at)));
        let mut text = format!(
            "players={} active={} action={} board={} english={} map={}",
            self.players,
            self.active,
            self.action,
            self.board.as_deref().unwrap_or("standard"),
            if self.english { "yes" } else { "no" },
            rows.join("/"),
        );
        let _ = write!(
            text,
            " leaders={} monuments={} hands={} bag={} points={} treasures={} catastrophes={}",
            leaders.collect::<Vec<_>>().join(","),
            monuments.collect::<Vec<_>>().join(","),
            each(&|seat| self.hands.get(seat).cloned().unwrap_or_default()),
            self.bag,
            each(&|seat| {
                self.vp.get(seat).map_or("0.0.0.0".into(), |points| points.replace('/', "."))
            }),
            each(&|seat| self.treasures.get(seat).copied().unwrap_or(0).to_string()),
            each(&|seat| self.catastrophes.get(seat).copied().unwrap_or(2).to_string()),
        );
        text
    }
}

/// The move of a step, and the seat that is said to make it.
fn move_of(act: &[Value]) -> (String, Option<u8>) {
    let text = |index: usize| act[index].as_str().unwrap_or_default().to_owned();
    let number = |index: usize| act[index].as_u64().expect("a number") as u8;
    match text(0).as_str() {
        kind @ ("leader" | "tile") => (format!("{kind} {} {}", text(1), name(cell(&act[2]))), None),
        "withdraw" => (format!("withdraw {}", text(1)), None),
        "cata" => (format!("catastrophe {}", name(cell(&act[1]))), None),
        "swap" => {
            let tiles: Vec<String> = text(1).chars().map(String::from).collect();
            (format!("swap {}", tiles.join(" ")), None)
        }
        "pass" => ("pass".into(), None),
        "support" => (format!("support {}", number(2)), Some(number(1))),
        "war" => (format!("war {}", text(1)), None),
        "build" => {
            let [a, b]: [String; 2] = serde_json::from_value(act[1].clone()).expect("two colours");
            (format!("build {a}-{b} {}", name(cell(&act[2]))), None)
        }
        "decline" => ("decline".into(), None),
        "take" => (format!("take {}", name(cell(&act[2]))), Some(number(1))),
        other => panic!("there is no step “{other}”"),
    }
}

/// A treasure that leaves no choice is taken without asking: a step that takes it finds it done.
fn taken_already(game: &Tigris, act: &[Value]) -> Option<Cell> {
    let asked = matches!(game.phase(), Phase::Treasure(_));
    (act[0] == "take" && !asked).then(|| cell(&act[2]))
}

fn run(scenario: &Scenario, map: &[&str]) {
    let text = scenario.position(map);
    let id = &scenario.id;
    let mut game = Tigris::load(&text).unwrap_or_else(|error| panic!("{id}: {error}\n{text}"));
    for (number, step) in scenario.steps.iter().enumerate() {
        let at = format!("{id}, step {}", number + 1);
        if step.act[0] == "final" {
            expect(&at, &game, &step.expect);
            continue;
        }
        let (text, by) = move_of(&step.act);
        let wrong_seat = by.is_some_and(|by| game.turn().seat() != Some(Seat(by - 1)));
        if step.illegal.is_some() {
            let before = game.save();
            if !wrong_seat {
                let refused = play_text(&mut game, &text).expect_err(&format!("{at}: {text}"));
                assert!(!refused.words().fr.is_empty());
            }
            assert_eq!(game.save(), before, "{at}: a refused move changes nothing");
        } else if let Some(cell) = taken_already(&game, &step.act) {
            let view = serde_json::to_value(game.view(None)).expect("a view serializes");
            assert!(!"T$".contains(shown(&view, cell)), "{at}: the treasure still lies there");
        } else {
            assert!(!wrong_seat, "{at}: it is another seat's turn: {:?}", game.turn());
            play_text(&mut game, &text).unwrap_or_else(|error| panic!("{at}: {text}: {error}"));
        }
        expect(&at, &game, &step.expect);
        let again = Tigris::load(&game.save()).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(again.save(), game.save(), "{at}");
    }
}

fn seat(text: &str) -> Seat {
    Seat(text.parse::<u8>().expect("a seat") - 1)
}

fn colour(text: &str) -> Colour {
    let all = Colour::ALL.into_iter();
    all.into_iter().find(|colour| colour.id() == text).expect("a colour")
}

fn letters(hand: [u8; 4]) -> String {
    let mut letters: Vec<char> = Colour::ALL
        .iter()
        .flat_map(|c| std::iter::repeat_n(c.letter(), hand[c.index()].into()))
        .collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn expect(at: &str, game: &Tigris, facts: &Map<String, Value>) {
    let view = serde_json::to_value(game.view(None)).expect("a view serializes");
    let over = matches!(game.phase(), Phase::Over(_));
    for (fact, value) in facts {
        match fact.as_str() {
            "active" => assert_eq!(u64::from(game.active().0) + 1, value.as_u64().unwrap(), "{at}"),
            "action" => assert_eq!(&view["action"], value, "{at}: action"),
            "over" => assert_eq!(over, value.as_bool().unwrap(), "{at}: over"),
            "phase" => {
                let name = match view["phase"].as_str().unwrap() {
                    "war" => "warsup",
                    other => other,
                };
                assert_eq!(name, value.as_str().unwrap(), "{at}: phase");
            }
            "vp" => {
                for (who, points) in object(value) {
                    let own = game.points(seat(who)).map(|n| n.to_string()).join("/");
                    assert_eq!(own, points.as_str().unwrap(), "{at}: points of {who}");
                }
            }
            "treasures" => {
                for (who, count) in object(value) {
                    let own = u64::from(game.treasures_of(seat(who)));
                    assert_eq!(Some(own), count.as_u64(), "{at}: treasures of {who}");
                }
            }
            "catastrophes" => {
                for (who, count) in object(value) {
                    let own = &view["players"][seat(who).index()]["catastrophes"];
                    assert_eq!(own, count, "{at}: catastrophes of {who}");
                }
            }
            "hands" => {
                for (who, hand) in object(value) {
                    let mut hand: Vec<char> = hand.as_str().unwrap().chars().collect();
                    hand.sort_unstable();
                    let hand: String = hand.into_iter().collect();
                    assert_eq!(letters(game.hand(seat(who))), hand, "{at}: hand of {who}");
                }
            }
            "handsize" => {
                for (who, size) in object(value) {
                    let own: u8 = game.hand(seat(who)).iter().sum();
                    assert_eq!(Some(u64::from(own)), size.as_u64(), "{at}: hand of {who}");
                }
            }
            "leaders" => {
                for (who, place) in object(value) {
                    let (owner, kind) = who.split_at(1);
                    let at_now = game.leader(seat(owner), colour(kind));
                    let place = (!place.is_null()).then(|| cell(place));
                    let place = place.map(|[row, column]| row * 16 + column);
                    assert_eq!(at_now, place, "{at}: leader {who}");
                }
            }
            "tiles" => {
                for (place, letter) in object(value) {
                    let (row, column) = place.split_once(',').expect("row,column");
                    let place = [row.parse().unwrap(), column.parse().unwrap()];
                    let shown = shown(&view, place);
                    assert_eq!(shown.to_string(), letter.as_str().unwrap(), "{at}: at {place:?}");
                }
            }
            "facedown" => {
                for place in value.as_array().expect("a list of cells") {
                    let found = shown(&view, cell(place));
                    assert!("#$".contains(found), "{at}: {place} is not face down but {found:?}");
                }
            }
            "board_treasures" => {
                let count = view["treasures"].as_array().unwrap().len();
                assert_eq!(Some(count as u64), value.as_u64(), "{at}: treasures on the board");
            }
            "bag" => assert_eq!(Some(game.bag() as u64), value.as_u64(), "{at}: bag"),
            "kingdoms" => kingdoms(at, &view, value),
            "winners" => {
                let outcome = game.turn().outcome();
                let first: Vec<u64> = match outcome {
                    Some(outcome) => outcome.winners().map(|s| u64::from(s.0) + 1).collect(),
                    None => leaders_of_the_count(game),
                };
                assert_eq!(Value::from(first), *value, "{at}: winners");
            }
            "final" => {
                for (who, ranked) in object(value) {
                    let own = game.count(seat(who)).ranked;
                    assert_eq!(serde_json::to_value(own).unwrap(), *ranked, "{at}: count of {who}");
                }
            }
            other => panic!("{at}: there is no fact “{other}”"),
        }
    }
}

/// Who would come first if the game ended now.
fn leaders_of_the_count(game: &Tigris) -> Vec<u64> {
    let counts: Vec<[u16; 4]> =
        (0..game.seats() as u8).map(|seat| game.count(Seat(seat)).ranked).collect();
    let best = counts.iter().max().expect("there are seats");
    (1..).zip(&counts).filter(|(_, count)| *count == best).map(|(seat, _)| seat).collect()
}

/// What the map of a scenario would show at a cell.
fn shown(view: &Value, place: Cell) -> char {
    let name = Value::from(name(place));
    let listed = |list: &str| view[list].as_array().unwrap().contains(&name);
    let treasure = listed("treasures");
    if let Some(tile) = view["tiles"].as_array().unwrap().iter().find(|tile| tile["at"] == name) {
        return match (tile["colour"].as_str().unwrap(), treasure) {
            ("red", true) => 'T',
            (id, _) => colour(id).tile_letter(),
        };
    }
    if let Some(leader) = view["leaders"].as_array().unwrap().iter().find(|l| l["at"] == name) {
        return char::from(b'1' + leader["seat"].as_u64().unwrap() as u8);
    }
    match () {
        () if listed("buried") && treasure => '$',
        () if listed("buried") => '#',
        () if listed("catastrophes") => 'C',
        () => {
            let [row, column] = place;
            let row = view["map"][usize::from(row)].as_str().unwrap();
            row.chars().nth(column.into()).unwrap()
        }
    }
}

/// Each listed kingdom is there, with exactly these squares.
fn kingdoms(at: &str, view: &Value, listed: &Value) {
    let sorted = |mut squares: Vec<String>| {
        squares.sort();
        squares
    };
    let own: Vec<Vec<String>> = view["kingdoms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|kingdom| sorted(serde_json::from_value(kingdom["squares"].clone()).unwrap()))
        .collect();
    for kingdom in listed.as_array().unwrap() {
        let squares = sorted(kingdom.as_array().unwrap().iter().map(|c| name(cell(c))).collect());
        assert!(own.contains(&squares), "{at}: no kingdom {squares:?} in {own:?}");
    }
}

/// The text between a fence of this kind and its end.
fn fenced<'t>(section: &'t str, kind: &str) -> Option<&'t str> {
    let (_, rest) = section.split_once(&format!("```{kind}\n"))?;
    rest.split_once("\n```").map(|(inside, _)| inside)
}

#[test]
fn every_scenario_holds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut ran, mut failed) = (0, Vec::new());
    for file in files.iter().filter(|file| file.extension().is_some_and(|ext| ext == "md")) {
        let text = std::fs::read_to_string(file).unwrap().replace("\r\n", "\n");
        for section in text.split("\n## ").skip(1) {
            let Some(json) = fenced(section, "json") else { continue };
            let title = section.lines().next().unwrap_or_default();
            let scenario: Scenario = serde_json::from_str(json)
                .unwrap_or_else(|error| panic!("{}: {title}: {error}", file.display()));
            let map = fenced(section, "map").expect("a scenario has a map");
            // The first line numbers the columns, the first word of each row numbers it.
            let rows: Vec<&str> = map
                .lines()
                .skip(1)
                .map(|row| row.split_whitespace().nth(1).expect("a row of the map"))
                .collect();
            ran += 1;
            let outcome = std::panic::catch_unwind(|| run(&scenario, &rows));
            if outcome.is_err() {
                failed.push(scenario.id.clone());
            }
        }
    }
    assert!(ran >= 27, "only {ran} scenarios were found");
    assert!(failed.is_empty(), "of {ran} scenarios these fail: {}", failed.join(" "));
}
