//! A bad move gets a sentence from the terms of an evaluation where its game has none of its own.

use std::slice::from_ref;

use catalog::Setup;
use game::Rng;

#[test]
fn what_a_move_cost_is_named_with_both_counts() {
    let entry = catalog::find("quoridor").unwrap();
    let mut table = entry.table(&Setup::default()).unwrap();
    for text in ["e2", "e8", "e3", "e7"] {
        table.play(text).unwrap();
    }
    // Back instead of on: the way is two steps longer.
    let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let remark = |played, better| entry.remark_by_terms(&*table, &line(played), &line(better));
    let said = remark("e2", "e4").unwrap();
    assert_eq!(said.en, "steps to the goal: 7 instead of 5");
    assert_eq!(said.fr, "pas jusqu’au but : 7 au lieu de 5");
    assert_eq!(remark("e4", "e4"), None, "the same move cost nothing");
    assert_eq!(remark("z9", "e4"), None);
    // The same first move: what it costs shows later. A line ends where it cannot be played.
    let said = remark("e4 e6 e3 e5 e2 e9", "e4 e6 e5 e7 e6 e8").unwrap();
    assert!(said.en.starts_with("4 moves later, ") && said.fr.starts_with("4 coups plus loin, "));
    // What the other has more of is told, where the mover has lost nothing.
    let said = remark("e4 e6", "e4 e8").unwrap();
    assert_eq!(said.en, "one move later, Yellow, steps to the goal: 5 instead of 7");
    // What shows at once is told, as long as it is most of it.
    assert_eq!(remark("e2 e6", "e4 e6").unwrap().en, "steps to the goal: 7 instead of 5");
}

#[test]
fn every_game_finds_words_for_some_moves_in_both_languages() {
    for entry in catalog::games() {
        let id = entry.about().id;
        let (mut rng, mut said) = (Rng::new(5), 0);
        for seed in 0..3 {
            let mut table = entry.table(&Setup { seed, ..Setup::default() }).unwrap();
            for _ in 0..12 {
                let legal = table.legal();
                let Some(played) = rng.pick(&legal).cloned() else { break };
                let better = rng.pick(&legal).unwrap();
                if let Some(words) =
                    entry.remark_by_terms(&*table, from_ref(&played), from_ref(better))
                {
                    // Nothing but the counts follows the term: a move's notation is not French.
                    let both = |text: &str, between: &str| {
                        let (before, after) = text.split_once(between)?;
                        let number = |text: &str| text.trim().replace(',', ".").parse::<f64>().ok();
                        Some((number(before.rsplit_once(':')?.1)?, number(after)?))
                    };
                    let [en, fr] =
                        [both(&words.en, " instead of "), both(&words.fr, " au lieu de ")];
                    assert!(en.is_some_and(|(real, best)| real != best), "{id}: {}", words.en);
                    assert_eq!(en, fr, "{id}: {}", words.fr);
                    assert!(!words.fr.contains('.'), "{id}: {}", words.fr);
                    // The term stands there without the name of its model.
                    assert_eq!(words.en.matches(": ").count(), 1, "{id}: {}", words.en);
                    said += 1;
                }
                table.play(&played).unwrap();
            }
        }
        assert!(said > 0, "{id}: nothing was said of any move");
    }
}
