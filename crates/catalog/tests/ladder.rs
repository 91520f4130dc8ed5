//! The ladders of all games: enough rungs, the same names everywhere, players for study apart.

use std::collections::HashMap;

use catalog::{Entry, Setup};
use search::{Level, Limits, Stop};

fn ladder(game: &dyn Entry) -> Vec<&'static Level> {
    game.levels().iter().filter(|level| !game.is_for_study(level.id)).collect()
}

#[test]
fn every_game_has_seven_to_nine_rungs_and_the_strongest_is_last() {
    for &game in catalog::games() {
        let rungs = ladder(game);
        assert!((7..=9).contains(&rungs.len()), "{}: {}", game.about().id, rungs.len());
        assert_eq!(rungs[0].id, "newcomer");
        let last = game.levels().last().expect("a ladder");
        assert_eq!(rungs.last().expect("a rung").id, last.id);
        assert!(!game.is_for_study(game.usual_level().id));
    }
}

#[test]
fn a_rung_has_one_name_in_all_games() {
    let mut names = HashMap::new();
    for &game in catalog::games() {
        for rung in ladder(game).iter().filter(|rung| rung.id != "expert") {
            let known = *names.entry(rung.id).or_insert(rung.name);
            assert_eq!((known.en, known.fr), (rung.name.en, rung.name.fr), "{}", rung.id);
        }
    }
}

#[test]
fn a_rung_means_the_same_on_every_machine() {
    for &game in catalog::games() {
        let table = game.table(&Setup { seed: 2, ..Setup::default() }).expect("the usual setup");
        let rungs = ladder(game);
        for rung in &rungs[..rungs.len() - 1] {
            let what = format!("{} {}", game.about().id, rung.id);
            assert!(rung.limits.nodes.or(rung.limits.depth.map(u64::from)).is_some(), "{what}");
            // The strong ones take too long for every test run.
            if rung.limits.nodes.is_some_and(|nodes| nodes > 3_000) {
                continue;
            }
            let think = || {
                let mut bot = game.bot(rung.id, 4).expect("a level");
                bot.think(&*table, &Limits::NONE, &Stop::new(), &mut |_| ()).best
            };
            assert_eq!(think(), think(), "{what}");
        }
    }
}

#[test]
fn levels_are_offered_with_those_for_study_at_the_end() {
    for &game in catalog::games() {
        for variant in game.about().variants {
            let offered = game.offered(variant.id);
            assert_eq!(offered.len(), game.levels().len());
            assert!(offered.is_sorted_by_key(|level| game.is_for_study(level.id)));
            let (rungs, study) = offered.split_at(ladder(game).len());
            for levels in [rungs, study] {
                let elos: Vec<_> = levels.iter().map(|l| game.elo(l.id, variant.id)).collect();
                assert!(elos.contains(&None) || elos.is_sorted(), "{} {elos:?}", variant.id);
            }
        }
    }
}
