//! Every game of the catalogue through the interface that everybody else uses.

use catalog::{Setup, Table};
use game::Seat;
use search::{Limits, SolveOptions, Stop};
use serde_json::Value;

#[test]
fn every_level_of_every_game_plays_a_legal_move() {
    for game in catalog::games() {
        let table = game.table(&Setup::default()).unwrap();
        for level in game.levels() {
            let mut bot = game.bot(level.id, 3).unwrap();
            let idea = bot.think(&*table, &Limits::nodes(200), &Stop::new(), &mut |_| ());
            let best = idea.best.unwrap();
            assert!(table.legal().contains(&best), "{} plays {best}", level.id);
            assert!((0.0..=1.0).contains(&idea.chance));
        }
    }
}

#[test]
fn names_are_unique_and_fit_commands_and_addresses() {
    let plain = |id: &str| {
        !id.is_empty()
            && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let mut ids = std::collections::HashSet::new();
    for game in catalog::games() {
        assert!(ids.insert(game.about().id));
        let variants = game.about().variants.iter().map(|variant| variant.id);
        let levels = game.levels().iter().map(|level| level.id);
        assert!(variants.chain(levels).chain([game.about().id]).all(plain));
        // What people read tells the players of a game apart, too.
        let mut names = std::collections::HashSet::new();
        for level in game.levels() {
            for name in [("en", level.name.en), ("fr", level.name.fr)] {
                assert!(names.insert(name), "{}: two are {name:?}", game.about().id);
            }
        }
    }
}

#[test]
fn the_usual_level_is_on_the_ladder_and_not_at_its_top() {
    for game in catalog::games() {
        let (usual, levels) = (game.usual_level().id, game.levels());
        let place = levels.iter().position(|level| level.id == usual).unwrap();
        assert!(0 < place && place < levels.len() - 1, "{}: {usual}", game.about().id);
    }
}

#[test]
fn a_level_has_the_rating_that_was_measured_in_a_variant() {
    let game = catalog::find("connect4").unwrap();
    let elo = |level| game.elo(level, "standard").unwrap();
    assert!(elo("random") < elo("medium") && elo("medium") < elo("perfect"));
    assert_eq!(game.elo("nobody", "standard"), None);
    assert_eq!(game.elo("medium", "of-another-game"), None);
    assert_eq!(game.elos("medium")[0], ("standard", elo("medium")));
}

#[test]
fn a_table_rewinds_forks_and_replays() {
    let game = catalog::find("connect4").unwrap();
    let mut table = game.table(&Setup::default()).unwrap();
    table.play_all("4453").unwrap();
    let fork = table.fork();
    table.rewind(2);
    assert_eq!((table.epoch(), fork.epoch()), (2, 4));
    assert_eq!(table.record().moves, ["4", "4"]);
    table.rewind(9);
    assert_eq!(table.epoch(), 2, "one cannot rewind forwards");
    let replayed = game.replay(fork.record()).unwrap();
    assert_eq!(replayed.save(), fork.save());
}

#[test]
fn whoever_resigns_loses_with_their_allies() {
    let game = catalog::find("blokus").unwrap();
    let mut table = game.table(&Setup::default()).unwrap();
    assert!(table.resign(Seat(4)).unwrap_err().to_string().contains("the seats are 0 to 3"));
    table.resign(Seat(2)).unwrap();
    let outcome = table.outcome().unwrap();
    assert_eq!(outcome.places(), [3, 1, 3, 1], "partners sit opposite each other");
    assert_eq!(table.why().unwrap().en, "Red resigned");
    assert_eq!((table.resigned(), table.turn().seat()), (Some(Seat(2)), None));
    assert!(table.legal().is_empty() && table.resign(Seat(1)).is_err());
    let replayed = game.replay(table.record()).unwrap();
    assert_eq!(replayed.turn(), table.turn());
}

#[test]
fn nothing_is_played_after_a_resignation_unless_it_is_taken_back() {
    let game = catalog::find("connect4").unwrap();
    let mut table = game.table(&Setup::default()).unwrap();
    table.play_all("44").unwrap();
    table.resign(Seat(0)).unwrap();
    assert_eq!(table.play("4").unwrap_err().to_string(), "the game is over");
    assert_eq!(table.check("4").unwrap_err().to_string(), "the game is over");
    let mut bot = game.bot("random", 1).unwrap();
    let idea = bot.think(&*table, &Limits::NONE, &Stop::new(), &mut |_| ());
    assert_eq!(idea.best, None);
    table.rewind(2);
    assert_eq!((table.resigned(), table.turn().seat()), (None, Some(Seat(0))));
    table.play("4").unwrap();
    assert_eq!(table.movers(), [Seat(0), Seat(1), Seat(0)]);
}

#[test]
fn a_player_that_stays_plays_on_after_moves_were_taken_back() {
    for game in catalog::games() {
        for level in game.levels() {
            let mut table = game.table(&Setup { seed: 5, ..Setup::default() }).unwrap();
            let mut bot = game.bot(level.id, 3).unwrap();
            let mut think = |table: &dyn Table| {
                let idea = bot.think(table, &Limits::nodes(60), &Stop::new(), &mut |_| ());
                let best = idea.best.unwrap();
                assert!(table.check(&best).is_ok(), "{} plays {best}", level.id);
                best
            };
            let play_on = |table: &mut Box<dyn Table>,
                           think: &mut dyn FnMut(&dyn Table) -> String| {
                for _ in 0..4 {
                    let best = think(&**table);
                    table.play(&best).unwrap();
                }
            };
            play_on(&mut table, &mut think);
            // Back to a position that it knows, and on by another way.
            table.rewind(1);
            think(&*table);
            let other = table.legal().pop().unwrap();
            table.play(&other).unwrap();
            play_on(&mut table, &mut think);
            // Back to the beginning.
            table.rewind(0);
            think(&*table);
        }
    }
}

#[test]
fn the_games_that_can_be_solved_and_have_a_book() {
    let options =
        SolveOptions { weak: false, scores: true, book: false, threads: 1, table_bytes: 1 << 20 };
    let start = |id: &str| (catalog::find(id).unwrap().solver().unwrap().start)(&options);
    let solved = start("connect4").solve("2252576253462244111563365343671351441").unwrap();
    assert_eq!((&*solved.result, solved.scores.len()), ("-1", 7));
    assert!(start("connect4").solve("x").is_err());
    let solved = start("quoridor").solve("3 b1/b3 0/0 -/- 1 0 -").unwrap();
    assert_eq!(solved.result.split(' ').count(), 2);
    assert!(catalog::find("blokus").unwrap().solver().is_none());
    let books = catalog::games().iter().filter(|game| game.book().is_some());
    assert_eq!(books.map(|game| game.about().id).collect::<Vec<_>>(), ["connect4"]);
}

#[test]
fn what_is_not_there_is_named_with_what_there_is() {
    let unknown = catalog::find("chess").err().unwrap().to_string();
    assert!(unknown.contains("connect4"), "{unknown}");
    let game = catalog::find("connect4").unwrap();
    let changed = game.bot("medium:size=2", 0).err().unwrap().to_string();
    assert!(changed.contains("level “medium”: there is no number “size”"), "{changed}");
    assert!(changed.contains("depth (1 to 64), seconds (0.001 to 3600), squares"), "{changed}");
    let unknown = game.bot("grandmaster", 0).err().unwrap().to_string();
    assert!(unknown.contains("random"), "{unknown}");
    let mut setup = Setup::default();
    setup.options.insert("width".into(), Value::from(1000));
    assert!(game.table(&setup).err().unwrap().to_string().contains("from 4 to 16"));
}

#[test]
fn a_record_that_writes_moves_in_its_own_way_is_kept_in_ours() {
    let game = catalog::find("connect4").unwrap();
    let text = "{\"plateau\":1,\"game\":\"connect4\"}\n04\n 4 \n";
    let table = game.replay(&game::Record::parse(text).unwrap()).unwrap();
    assert_eq!(table.record().moves, ["4", "4"]);
    assert_eq!(table.record().options["width"], 7);
}

#[test]
fn a_position_is_the_one_that_was_and_knows_its_epoch() {
    for game in catalog::games() {
        let mut table = game.table(&Setup { seed: 5, ..Setup::default() }).unwrap();
        let mut rng = game::Rng::new(7);
        let mut saved = vec![table.save()];
        while table.outcome().is_none() && table.epoch() < 300 {
            let legal = table.legal();
            table.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            saved.push(table.save());
        }
        let (end, name) = (table.epoch(), table.game());
        for epoch in (0..=end).step_by(7).chain([end]) {
            let mut position = table.position(epoch);
            assert_eq!((position.epoch(), &position.save()), (epoch, &saved[epoch]), "{name}");
            if let Some(text) = table.record().moves.get(epoch) {
                position.play(text).unwrap();
                assert_eq!((position.epoch(), &position.save()), (epoch + 1, &saved[epoch + 1]));
            }
        }
        // Back and on another way, back before that, and on as it was.
        let moves = table.record().moves.clone();
        table.rewind(end / 2);
        let legal = table.legal();
        table.play(&legal[0]).unwrap();
        table.rewind(end / 3);
        assert_eq!(table.save(), saved[end / 3], "{name}");
        for text in &moves[end / 3..] {
            table.play(text).unwrap();
        }
        assert_eq!(table.save(), saved[end]);
        assert_eq!(table.position(end / 2).save(), saved[end / 2], "{name}");
    }
}
