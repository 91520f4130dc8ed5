//! Which keys do what at a terminal.

use game::{Key, KeyAction, KeyLayout, Phrase};

use crate::rules::ops::Op;

/// The layouts: that of most games today, and the report's.
pub const LAYOUTS: &[KeyLayout] = &[
    KeyLayout { id: "modern", keys: MODERN },
    // Up and down turn, D lowers.
    KeyLayout { id: "report", keys: REPORT },
];

const LEFT: KeyAction = KeyAction::Input("left");
const RIGHT: KeyAction = KeyAction::Input("right");
const CLOCKWISE: KeyAction = KeyAction::Input("clockwise");
const ANTICLOCKWISE: KeyAction = KeyAction::Input("anticlockwise");
const FLIP: KeyAction = KeyAction::Input("flip");
const SOFT: KeyAction = KeyAction::Input("soft");
const HARD: KeyAction = KeyAction::Input("hard");
const HOLD: KeyAction = KeyAction::Input("hold");

const MODERN: &[(Key, KeyAction)] = &[
    (Key::Left, LEFT),
    (Key::Right, RIGHT),
    (Key::Up, CLOCKWISE),
    (Key::Char('x'), CLOCKWISE),
    (Key::Char('z'), ANTICLOCKWISE),
    // Where Z is on other keyboards.
    (Key::Char('y'), ANTICLOCKWISE),
    (Key::Char('w'), ANTICLOCKWISE),
    (Key::Char('a'), FLIP),
    (Key::Down, SOFT),
    (Key::Char('d'), SOFT),
    (Key::Char(' '), HARD),
    (Key::Char('c'), HOLD),
    (Key::Char('g'), KeyAction::Order("ghost")),
    (Key::Char('1'), KeyAction::Order("player 1")),
    (Key::Char('2'), KeyAction::Order("player 2")),
    (Key::Char('3'), KeyAction::Order("player 3")),
    (Key::Char('4'), KeyAction::Order("player 4")),
    (Key::Char('5'), KeyAction::Order("player 5")),
    (Key::Char('6'), KeyAction::Order("player 6")),
    (Key::Char('7'), KeyAction::Order("player 7")),
    (Key::Char('8'), KeyAction::Order("player 8")),
];

const REPORT: &[(Key, KeyAction)] = &{
    let mut keys = [(Key::Left, LEFT); MODERN.len()];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = match MODERN[index] {
            (Key::Up, _) => (Key::Up, ANTICLOCKWISE),
            (Key::Down, _) => (Key::Down, CLOCKWISE),
            other => other,
        };
        index += 1;
    }
    keys
};

/// The input of a name.
pub fn input(name: &str) -> Option<Op> {
    Some(match name {
        "left" => Op::Left,
        "right" => Op::Right,
        "clockwise" => Op::Clockwise,
        "anticlockwise" => Op::Anticlockwise,
        "flip" => Op::Flip,
        "soft" => Op::Soft,
        "hard" => Op::Hard,
        "hold" => Op::Hold,
        _ => return None,
    })
}

/// What the keys of a layout do, in a few words; with the hold or without.
pub fn legend(layout: &str, hold: bool) -> Phrase {
    match (layout, hold) {
        ("report", true) => Phrase::new(
            "←→ move ↑↓ turn d down space drop c hold",
            "←→ aller ↑↓ tourne d bas espace lâche c garde",
        ),
        ("report", false) => Phrase::new(
            "←→ move ↑↓ turn d down space drop",
            "←→ aller ↑↓ tourne d bas espace lâche",
        ),
        (_, true) => Phrase::new(
            "←→ move ↑z turn ↓ soft space drop c hold",
            "←→ aller ↑z tourne ↓ bas espace lâche c garde",
        ),
        (_, false) => Phrase::new(
            "←→ move ↑z turn ↓ soft space drop",
            "←→ aller ↑z tourne ↓ bas espace lâche",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_of_a_layout_is_known_and_every_key_stands_once() {
        for layout in LAYOUTS {
            for (index, (key, action)) in layout.keys.iter().enumerate() {
                assert!(layout.keys[..index].iter().all(|(other, _)| other != key), "{key:?}");
                if let KeyAction::Input(name) = action {
                    assert!(input(name).is_some(), "{name}");
                }
            }
            let inputs = Op::KEYS.iter().filter(|op| {
                layout.keys.iter().any(|(_, action)| match action {
                    KeyAction::Input(name) => input(name) == Some(**op),
                    KeyAction::Order(_) => false,
                })
            });
            assert_eq!(inputs.count(), Op::KEYS.len(), "{}", layout.id);
        }
    }
}
