//! The plan of a turn in words: each action and what it brings.

use game::{Game, Words};

use crate::about::ABOUT;
use crate::moves::Move;
use crate::notation::{monument_name, square_name};
use crate::pieces::Colour;
use crate::rules::{Phase, Tigris};

/// “King to g3 (…), then market at d4 (…)”: the actions of the active player at the beginning of a line. None where the
/// line begins with another decision. What the others answer is not part of the plan.
pub(crate) fn plan_words(game: &Tigris, line: &[Move]) -> Option<Words> {
    if game.phase != Phase::Action {
        return None;
    }
    let seat = game.active();
    let mut now = game.clone();
    let (mut en, mut fr) = (Vec::new(), Vec::new());
    for &mv in line {
        let action = matches!(
            mv,
            Move::Tile(..)
                | Move::Leader(..)
                | Move::Withdraw(_)
                | Move::Catastrophe(_)
                | Move::Swap(_)
                | Move::Pass
        );
        if now.active() != seat || !action {
            break;
        }
        let name = move_words(mv);
        // After a conflict the second action of a plan is only meant: what it brings depends on the outcome.
        let open = now.phase == Phase::Action && now.check(mv).is_ok();
        let effect = if open { now.preview(mv) } else { None };
        let with = |name: &str, effect: Option<&str>| match effect {
            Some(effect) => format!("{name} ({})", small(effect)),
            None => name.to_owned(),
        };
        en.push(with(&name.en, effect.as_ref().map(|effect| &*effect.en)));
        fr.push(with(&name.fr, effect.as_ref().map(|effect| &*effect.fr)));
        if open {
            now.play(mv);
        }
    }
    let sentence = |parts: Vec<String>, then: &str| {
        let text = parts.join(then);
        let mut letters = text.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    (!en.is_empty()).then(|| Words::new(sentence(en, ", then "), sentence(fr, ", puis ")))
}

/// A sentence as it stands in brackets: it begins with a small letter, unless with a name.
fn small(text: &str) -> String {
    let is_name = |seat: &game::Phrase| text.starts_with(seat.en) || text.starts_with(seat.fr);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !ABOUT.seats.iter().any(is_name) => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// A move without its consequences.
fn move_words(mv: Move) -> Words {
    // “a temple” without its article.
    let bare = |text: &'static str| text.split_once(' ').map_or(text, |(_, noun)| noun);
    let leader = |colour: Colour| colour.leader();
    match mv {
        Move::Tile(colour, square) => {
            let (tile, at) = (colour.tile(), square_name(square));
            Words::new(format!("{} at {at}", bare(tile.en)), format!("{} en {at}", bare(tile.fr)))
        }
        Move::Leader(colour, square) => {
            let (leader, at) = (leader(colour), square_name(square));
            Words::new(format!("{} to {at}", leader.en), format!("{} en {at}", leader.fr))
        }
        Move::Withdraw(colour) => {
            let leader = leader(colour);
            Words::new(
                format!("take the {} back", leader.en),
                format!("reprendre le {}", leader.fr),
            )
        }
        Move::Catastrophe(square) => {
            let at = square_name(square);
            Words::new(format!("catastrophe at {at}"), format!("catastrophe en {at}"))
        }
        Move::Swap(tiles) => match tiles.iter().sum::<u8>() {
            1 => Words::new("swap a tile", "échanger une tuile"),
            n => Words::new(format!("swap {n} tiles"), format!("échanger {n} tuiles")),
        },
        Move::Pass => Words::new("pass", "passer"),
        Move::Build(monument, square) => {
            let (name, at) = (monument_name(monument), square_name(square));
            Words::new(
                format!("build the {} monument at {at}", name.en),
                format!("bâtir le monument {} en {at}", name.fr),
            )
        }
        other => Words::new(other.to_string(), other.to_string()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Options;

    #[test]
    fn a_plan_tells_each_action_and_what_it_brings() {
        let game = Tigris::new(&Options::default(), 1).unwrap();
        let line = ["leader black g3", "tile black g4", "tile red h4"]
            .map(|text| game.parse(text).unwrap());
        let words = plan_words(&game, &line).unwrap();
        assert_eq!(
            words.en,
            "King to g3 (your king leads no settlement), then settlement at g4 (one black point for you)"
        );
        let begins = "Roi en g3 (votre roi ne dirige aucune cité)";
        assert!(words.fr.starts_with(begins), "{}", words.fr);
        assert!(words.fr.contains("), puis cité en g4 ("), "{}", words.fr);
    }
}
