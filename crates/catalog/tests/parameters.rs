//! The numbers that levels play by, through the interface that everybody else uses.

use std::time::Duration;

use catalog::{Entry, Setup, Table};
use game::{Parameter, Parameters, Rng};
use search::{Level, Limits, Stop};

/// What is checked of every level of every game.
fn for_every_level(check: impl Fn(&'static dyn Entry, &Level, &[Parameter])) {
    for &game in catalog::games() {
        for level in game.levels() {
            check(game, level, &game.parameters(level.id));
        }
    }
}

/// A position that is neither the first nor forced, so that numbers have something to decide.
fn midgame(game: &dyn Entry) -> Box<dyn Table> {
    let setup = Setup { seed: 5, ..Setup::default() };
    let mut table = game.table(&setup).expect("the usual setup");
    for ply in 0..6 {
        let moves = table.legal();
        let Some(text) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        let mut next = table.fork();
        next.play(text).expect("a legal move");
        if next.outcome().is_some() {
            break;
        }
        table = next;
    }
    table
}

/// What a contestant thinks of a position within a small budget that no clock decides.
fn thought(
    game: &dyn Entry,
    name: &str,
    table: &dyn Table,
    limits: Limits,
) -> (Option<String>, u64) {
    let mut bot = game.bot(name, 7).unwrap_or_else(|error| panic!("{name}: {error}"));
    let idea = bot.think(table, &limits, &Stop::new(), &mut |_| ());
    (idea.best, idea.nodes)
}

#[test]
fn usual_values_lie_inside_their_bounds_and_names_are_unique() {
    for_every_level(|game, level, list| {
        let mut names = std::collections::HashSet::new();
        for Parameter { name, usual, low, high, step, whole } in list {
            let what = format!("{} {}: {name}", game.about().id, level.id);
            assert!(names.insert(name.clone()), "{what} stands twice");
            assert!(low < high && low <= usual && usual <= high, "{what}: {low} {usual} {high}");
            assert!(*step > 0.0 && *step <= high - low, "{what}: step {step}");
            assert!(!whole || usual.fract() == 0.0 && low.fract() == 0.0, "{what} is whole");
            assert!(!name.contains([',', '=', ':', ' ']), "{what} can be written");
        }
        // A level's budget is among its numbers as the level has it.
        for Parameter { name, usual, .. } in level.limits.parameters() {
            let own = list.iter().find(|parameter| parameter.name == name);
            assert!(own.is_none_or(|own| own.usual == usual), "{}: {name}", level.id);
        }
    });
}

#[test]
fn whoever_says_the_usual_values_changes_nothing() {
    for_every_level(|game, level, list| {
        if list.is_empty() {
            return;
        }
        let said: Vec<_> = list.iter().map(|one| format!("{}={}", one.name, one.usual)).collect();
        let said = format!("{}:{}", level.id, said.join(","));
        let (_, chosen) = game.chosen(&said).unwrap();
        assert_eq!(chosen, Parameters::from(list.to_vec()), "{said}");
        let (table, limits) = (midgame(game), Limits::nodes(60));
        let usual = thought(game, level.id, &*table, limits);
        assert_eq!(usual, thought(game, &said, &*table, limits), "{said}");
    });
}

#[test]
fn every_number_can_be_changed_alone_and_the_player_still_plays() {
    for_every_level(|game, level, list| {
        let table = midgame(game);
        for one in list {
            // The nearest value that is another one.
            let value = if one.usual + one.step <= one.high {
                one.usual + one.step
            } else {
                one.usual - one.step
            };
            let value = if one.whole { value.round() } else { value };
            let name = format!("{}:{}={value}", level.id, one.name);
            let (_, chosen) = game.chosen(&name).unwrap();
            assert_eq!(chosen.get(&one.name), Some(value), "{name}");
            assert_eq!(
                game.chosen(&format!("{}:{}", level.id, chosen.changes())).unwrap().1,
                chosen
            );
            let (best, _) = thought(game, &name, &*table, Limits::nodes(20));
            assert!(table.legal().contains(&best.unwrap()), "{name}");
        }
    });
}

/// Whether something holds in some position of a short game. A level may know a move at once, without looking ahead.
fn somewhere(game: &dyn Entry, mut holds: impl FnMut(&dyn Table) -> bool) -> bool {
    let (mut table, mut rng) = (midgame(game), Rng::new(3));
    (0..60).any(|_| {
        let Some(text) = rng.pick(&table.legal()).cloned() else { return false };
        let held = holds(&*table);
        table.play(&text).expect("a legal move");
        held
    })
}

#[test]
fn depth_and_nodes_are_kept_to() {
    for_every_level(|game, level, list| {
        let has = |name: &str| list.iter().any(|one| one.name == name);
        let what = format!("{} {}", game.about().id, level.id);
        // Without limits of its own a bot keeps to its level's; the cap of time is far away.
        let looks_further = |less: &str, more: &str| {
            somewhere(game, |table| {
                let looked = |budget: &str| {
                    let name = format!("{}:{budget},seconds=600", level.id);
                    thought(game, &name, table, Limits::NONE).1
                };
                looked(more) > looked(less)
            })
        };
        if has("depth") && has("seconds") {
            assert!(looks_further("depth=1", "depth=2"), "{what}");
        }
        if has("nodes") {
            assert!(looks_further("nodes=5", "nodes=4000"), "{what}");
        }
    });
}

#[test]
fn a_depth_that_is_named_holds_where_a_time_is_given() {
    let game = catalog::find("connect4").unwrap();
    let limits = Limits { time: Some(Duration::from_secs(600)), ..Limits::NONE };
    let nodes = |name: &str| thought(game, name, &*midgame(game), limits).1;
    for level in ["medium", "hard"] {
        assert!(nodes(&format!("{level}:depth=2")) < nodes(level), "{level}");
        assert!(nodes(&format!("{level}:depth=7")) > nodes(level), "{level}");
    }
}

#[test]
fn weights_change_the_play_of_some_position() {
    // Upside down, an evaluation likes what it disliked.
    for (game, usual, other) in [
        ("connect4", "hard", "hard:attack.0=-20,attack.1=-200,attack.2=-500,squares=-1"),
        ("quoridor", "expert", "expert:step=-100"),
        ("blokus", "hard", "hard:naive=-1,micro=-1"),
        ("tetris", "bcts", "bcts:holes=24,landing=12"),
        (
            "tigris",
            "expert:learned=0",
            "expert:learned=0,two.total=1.6,two.leader.0=1.1,two.hand.1=17,two.king=0.8",
        ),
    ] {
        let game = catalog::find(game).unwrap();
        let limits = Limits { depth: Some(2), ..Limits::nodes(3_000) };
        let differs = somewhere(game, |table| {
            thought(game, usual, table, limits).0 != thought(game, other, table, limits).0
        });
        assert!(differs, "{other} plays as {usual} does");
    }
}

#[test]
fn bad_names_and_values_are_refused_with_what_there_is() {
    for_every_level(|game, level, list| {
        let refused = |changes: &str| {
            let name = format!("{}:{changes}", level.id);
            let words = game.bot(&name, 1).err().unwrap_or_else(|| panic!("{name}")).0;
            assert_ne!(words.en, words.fr);
            words.en.into_owned()
        };
        let unknown = refused("no-such-number=1");
        match list.first() {
            Some(first) => assert!(unknown.contains(&first.name), "{unknown}"),
            None => assert!(unknown.contains("none to change"), "{unknown}"),
        }
        for one in list {
            let high = refused(&format!("{}={}", one.name, one.high + 1.0));
            assert!(high.contains(&one.high.to_string()), "{high}");
            refused(&format!("{}=NaN", one.name));
            refused(&one.name);
        }
    });
}
