//! Levels against each other on one thread, without the rest of the house:
//! `cargo bench -p tigris --bench match -- heuristic random --games 100 [--seats 4] [--nodes N]
//! [--ms N] [--weights FILE] [--losses]`. The first plays against as many of the second as there are other seats; seats turn.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use game::{Game, Rng, Seat};
use search::{Levels, Limits, Stop};
use tigris::{Expert, Options, Tigris, Weights};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|text| text != "--bench").collect();
    let number = |name: &str, usual: u64| {
        let at = args.iter().position(|text| text == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(usual)
    };
    let (hero, other) = (args[0].as_str(), args[1].as_str());
    let (games, seats, first) = (number("--games", 100), number("--seats", 2), number("--seed", 0));
    let given = Limits {
        nodes: Some(number("--nodes", 0)).filter(|&n| n > 0),
        time: Some(number("--ms", 0)).filter(|&n| n > 0).map(Duration::from_millis),
        ..Limits::NONE
    };
    let weights: Option<Weights> = args
        .iter()
        .position(|text| text == "--weights")
        .map(|at| serde_json::from_str(&std::fs::read_to_string(&args[at + 1]).unwrap()).unwrap());
    let (mut wins, mut draws, mut plies, mut longest) = (0, 0, 0u64, Duration::ZERO);
    let (mut thought, mut decisions, mut margin) = (Duration::ZERO, 0u32, 0i64);
    for number in 0..games {
        let seed = first + number / seats;
        let options = Options { players: seats as u8, ..Options::default() };
        let mut game = Tigris::new(&options, seed).unwrap();
        let own = Seat((number % seats) as u8);
        let mut rng = Rng::new(number);
        let levels: Vec<&str> =
            (0..seats as u8).map(|s| if Seat(s) == own { hero } else { other }).collect();
        let mut players: Vec<_> =
            levels.iter().map(|level| Tigris::player(level, rng.next_u64()).unwrap()).collect();
        if let Some(weights) = &weights {
            players[own.index()] = Box::new(Expert::new(weights.clone(), rng.next_u64()));
        }
        while let Some(seat) = game.turn().seat() {
            let world = game.imagine(Some(seat), &mut rng);
            let level = Tigris::LEVELS.iter().find(|l| l.id == levels[seat.index()]).unwrap();
            let limited = seat == own && (given.nodes.is_some() || given.time.is_some());
            let limits = if limited { given } else { level.limits };
            let start = Instant::now();
            let stop = Stop::new().with(&limits);
            let thinking = players[seat.index()].think(&world, &limits, &stop, &mut |_| ());
            if seat == own {
                longest = longest.max(start.elapsed());
                thought += start.elapsed();
                decisions += 1;
            }
            let mv = thinking.best.unwrap();
            assert!(game.check(mv).is_ok(), "{mv} in {}", game.save());
            game.play(mv);
            plies += 1;
            assert!(plies < games * 5_000, "it ends: {}", game.save());
        }
        let outcome = game.turn().outcome().unwrap();
        let alone = outcome.winners().count() == 1;
        wins += u64::from(alone && outcome.place(own) == 1);
        draws += u64::from(!alone && outcome.place(own) == 1);
        let best_other = (0..seats as usize).filter(|&s| s != own.index());
        let best_other = best_other.map(|s| outcome.points()[s]).max().unwrap();
        margin += i64::from(outcome.points()[own.index()] - best_other);
        if args.contains(&"--losses".to_owned()) && outcome.place(own) > 1 {
            let counts = (0..seats as u8).map(|s| format!("{:?}", game.count(Seat(s))));
            println!(
                "{own}: {}\n{}",
                counts.collect::<Vec<_>>().join("\n   "),
                game.picture(None).plain()
            );
        }
        if (number + 1) % 10 == 0 || number + 1 == games {
            println!(
                "{} games: {hero} first {wins}, shared {draws}, margin {:.2}, {} plies a game, \
                 mean {:?} a decision, longest {longest:?}",
                number + 1,
                margin as f64 / (number + 1) as f64,
                plies / (number + 1),
                thought / decisions,
            );
        }
    }
}
