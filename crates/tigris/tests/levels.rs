//! The computer players: legal, reproducible, blind to what their seat cannot know, and each
//! stronger than the one before.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use game::{Game, Rng, Seat};
use search::{Level, Levels, Limits, Player, Stop};
use tigris::{Move, Options, Tigris};

/// Positions of all kinds from random games in which pieces mostly touch.
fn positions(players: u8, seed: u64, every: usize) -> Vec<Tigris> {
    let mut game = Tigris::new(&Options { players, ..Options::default() }, seed).unwrap();
    let (mut rng, mut scratch, mut found, mut plies) = (Rng::new(seed), Vec::new(), Vec::new(), 0);
    while let Some(mut mv) = game.random_move(&mut rng, &mut scratch) {
        for _ in 0..12 {
            if game.phase() != tigris::Phase::Action || game.preview(mv).is_some() {
                break;
            }
            mv = game.random_move(&mut rng, &mut scratch).unwrap();
        }
        if plies % every == 0 || game.phase() != tigris::Phase::Action {
            found.push(game.clone());
        }
        plies += 1;
        game.play(mv);
    }
    found
}

fn limits(level: &Level) -> Limits {
    // Enough for a few imagined worlds.
    if level.id == "expert" { Limits::nodes(6_000) } else { level.limits }
}

fn ask(player: &mut dyn Player<Tigris>, game: &Tigris, limits: &Limits) -> Move {
    player.think(game, limits, &Stop::new(), &mut |_| ()).best.unwrap()
}

#[test]
fn the_expert_begins_by_building() {
    for seed in 0..6 {
        let options = Options { players: 2 + (seed % 3) as u8, ..Options::default() };
        let mut game = Tigris::new(&options, seed).unwrap();
        let mut player = Tigris::usual_player("expert", seed).unwrap();
        // The first turn of each seat.
        let mut actions = 0;
        while actions < 2 * options.players {
            let mv = ask(&mut *player, &game, &Limits::nodes(2_000));
            if game.phase() == tigris::Phase::Action {
                actions += 1;
                assert!(matches!(mv, Move::Tile(..) | Move::Leader(..)), "{mv}: {}", game.save());
            }
            game.play(mv);
        }
    }
}

#[test]
fn every_level_plays_legally_and_by_what_it_may_know() {
    for players in [2, 4] {
        for game in positions(players, 11, 40) {
            let seat = game.turn().seat();
            for level in Tigris::LEVELS {
                let limits = limits(level);
                let play = |world: u64| {
                    let world = game.imagine(seat, &mut Rng::new(world));
                    ask(&mut *Tigris::usual_player(level.id, 5).unwrap(), &world, &limits)
                };
                let mv = play(1);
                assert!(game.check(mv).is_ok(), "{}: {mv} in {}", level.id, game.save());
                let other = play(2);
                assert_eq!(mv, other, "{} in {}", level.id, game.save());
            }
        }
    }
    assert!(Tigris::usual_player("no such level", 1).is_none());
}

#[test]
fn expert_answers_at_once_when_it_is_stopped() {
    let game = Tigris::new(&Options::default(), 3).unwrap();
    let stop = Stop::new();
    stop.pull();
    let mut expert = Tigris::usual_player("expert", 1).unwrap();
    let thought = expert.think(&game, &Limits::NONE, &stop, &mut |_| ());
    assert!(game.check(thought.best.unwrap()).is_ok());
    assert!(thought.nodes < 50_000, "{} positions after being stopped", thought.nodes);
}

/// How many games the first wins of a match with as many of the second as there are seats left.
fn wins(one: &str, two: &str, seats: u8, games: u64) -> u64 {
    let mut wins = 0;
    for number in 0..games {
        let own = Seat((number % u64::from(seats)) as u8);
        let options = Options { players: seats, ..Options::default() };
        let mut game = Tigris::new(&options, number / u64::from(seats)).unwrap();
        let mut rng = Rng::new(number);
        let id = |seat: Seat| if seat == own { one } else { two };
        let mut players: Vec<_> = (0..seats)
            .map(|seat| Tigris::usual_player(id(Seat(seat)), rng.next_u64()).unwrap())
            .collect();
        while let Some(seat) = game.turn().seat() {
            let level = Tigris::LEVELS.iter().find(|level| level.id == id(seat)).unwrap();
            let world = game.imagine(Some(seat), &mut rng);
            game.play(ask(&mut *players[seat.index()], &world, &limits(level)));
        }
        let outcome = game.turn().outcome().unwrap();
        wins += u64::from(outcome.place(own) == 1 && outcome.winners().count() == 1);
    }
    println!("{one} wins {wins} of {games} against {two} with {seats} seats");
    wins
}

#[test]
fn heuristic_beats_random() {
    assert!(wins("heuristic", "random", 2, 30) >= 29);
}

#[test]
#[ignore = "matches of the stronger players take minutes"]
fn each_level_beats_the_one_before() {
    assert!(wins("heuristic", "random", 2, 100) >= 99);
    assert!(wins("advanced", "heuristic", 2, 200) >= 120);
    assert!(wins("expert", "advanced", 2, 40) >= 34);
    assert!(wins("expert", "advanced", 4, 40) >= 22);
}
