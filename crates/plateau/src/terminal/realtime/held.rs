//! Keys that are held down, where the terminal says when they are let go: then how they repeat is ours, as in the page,
//! and not the system's.

use game::{Arcade, Key, KeyAction};

/// So many ticks a key is held before it repeats, and then once in so many.
const DELAY: u32 = 10;
const EVERY: u32 = 2;

/// The inputs whose keys are down, the last pressed last, with the ticks since then.
#[derive(Default)]
pub struct HeldKeys {
    down: Vec<(&'static str, u32)>,
}

impl HeldKeys {
    /// A key goes down; false if it was down already.
    pub fn press(&mut self, input: &'static str) -> bool {
        let fresh = self.down.iter().all(|(known, _)| *known != input);
        if fresh {
            self.down.push((input, 0));
        }
        fresh
    }

    /// A key is let go.
    pub fn release(&mut self, input: &str) {
        self.down.retain(|(known, _)| *known != input);
    }

    /// Nothing is held any more.
    pub fn clear(&mut self) {
        self.down.clear();
    }

    /// One tick: adds what repeats in it. Of the two directions to the side the one pressed last runs; when it is let
    /// go, the other takes over at once.
    pub fn tick(&mut self, arcade: &dyn Arcade, into: &mut Vec<&'static str>) {
        let sideways = |input: &str| has_arrow(arcade, input, &[Key::Left, Key::Right]);
        let runs = self.down.iter().rev().find(|(input, _)| sideways(input)).map(|held| held.0);
        for (input, ticks) in &mut self.down {
            *ticks += 1;
            let since = ticks.checked_sub(DELAY);
            let due = since.is_some_and(|since| since % EVERY == 0);
            // What moves to the side or down repeats; everything else happens once a press.
            if due && (runs == Some(*input) || has_arrow(arcade, input, &[Key::Down])) {
                into.push(input);
            }
        }
    }
}

/// Whether the usual layout, which is the first, gives an input one of these arrows. Another layout may turn with them.
fn has_arrow(arcade: &dyn Arcade, input: &str, arrows: &[Key]) -> bool {
    let is_it = |action| matches!(action, KeyAction::Input(name) if name == input);
    let usual = arcade.layouts().first();
    usual.is_some_and(|layout| arrows.iter().filter_map(|key| layout.action(*key)).any(is_it))
}
