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

    /// One tick: adds what repeats in it.
    pub fn tick(&mut self, arcade: &dyn Arcade, into: &mut Vec<&'static str>) {
        for (input, ticks) in &mut self.down {
            *ticks += 1;
            let since = ticks.checked_sub(DELAY);
            if since.is_some_and(|since| since % EVERY == 0) && moves(arcade, input) {
                into.push(input);
            }
        }
    }
}

/// Whether an input moves: some layout gives it an arrow to the side or down. Others happen once a press.
fn moves(arcade: &dyn Arcade, input: &str) -> bool {
    let arrows = [Key::Left, Key::Right, Key::Down];
    // The first layout is the usual one; another may turn with an arrow.
    let usual = arcade.layouts().first();
    usual.is_some_and(|layout| {
        arrows.iter().any(|key| layout.action(*key) == usual_input(layout, input))
    })
}

fn usual_input(layout: &game::KeyLayout, input: &str) -> Option<KeyAction> {
    let mut actions = layout.keys.iter().map(|(_, action)| *action);
    actions.find(|action| matches!(action, KeyAction::Input(name) if *name == input))
}
