//! Which keys do what at a terminal.

use game::{Key, KeyLayout, Phrase, Press};

use crate::rules::ops::Op;

/// The layouts: that of most games today, and the report's.
pub const LAYOUTS: &[KeyLayout] = &[
    KeyLayout { id: "modern", keys: MODERN },
    // Up and down turn, D lowers.
    KeyLayout { id: "report", keys: REPORT },
];

const LEFT: Press = Press::Input("left");
const RIGHT: Press = Press::Input("right");
const CLOCKWISE: Press = Press::Input("clockwise");
const ANTICLOCKWISE: Press = Press::Input("anticlockwise");
const SOFT: Press = Press::Input("soft");
const HARD: Press = Press::Input("hard");
const HOLD: Press = Press::Input("hold");

const MODERN: &[(Key, Press)] = &[
    (Key::Left, LEFT),
    (Key::Right, RIGHT),
    (Key::Up, CLOCKWISE),
    (Key::Char('x'), CLOCKWISE),
    (Key::Char('z'), ANTICLOCKWISE),
    // Where Z is on other keyboards.
    (Key::Char('y'), ANTICLOCKWISE),
    (Key::Char('w'), ANTICLOCKWISE),
    (Key::Down, SOFT),
    (Key::Char('d'), SOFT),
    (Key::Char(' '), HARD),
    (Key::Char('c'), HOLD),
    (Key::Char('g'), Press::Order("ghost")),
    (Key::Char('1'), Press::Order("player 1")),
    (Key::Char('2'), Press::Order("player 2")),
    (Key::Char('3'), Press::Order("player 3")),
    (Key::Char('4'), Press::Order("player 4")),
    (Key::Char('5'), Press::Order("player 5")),
    (Key::Char('6'), Press::Order("player 6")),
    (Key::Char('7'), Press::Order("player 7")),
    (Key::Char('8'), Press::Order("player 8")),
];

const REPORT: &[(Key, Press)] = &{
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
            for (index, (key, press)) in layout.keys.iter().enumerate() {
                assert!(layout.keys[..index].iter().all(|(other, _)| other != key), "{key:?}");
                if let Press::Input(name) = press {
                    assert!(input(name).is_some(), "{name}");
                }
            }
            let inputs = Op::KEYS.iter().filter(|op| {
                layout.keys.iter().any(|(_, press)| match press {
                    Press::Input(name) => input(name) == Some(**op),
                    Press::Order(_) => false,
                })
            });
            assert_eq!(inputs.count(), Op::KEYS.len(), "{}", layout.id);
        }
    }
}
