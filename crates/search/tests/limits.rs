//! Every player keeps its limits, stops at once, and answers with a legal move all the same.

mod common;

use std::time::{Duration, Instant};

use common::four::Four;
use common::noughts::{self, Noughts};
use common::{ask, naive, random_position};
use game::{Game, Seat};
use search::{
    AlphaBeta, AlphaBetaOptions, Greedy, Limits, MaxN, Mcts, MctsOptions, Minimax, Player, Random,
    Score, Stop,
};

fn judge(game: &Four, seat: Seat) -> i32 {
    (game.key() >> (50 + seat.0)) as i32 % 100
}

fn everybody() -> Vec<(&'static str, Box<dyn Player<Four>>)> {
    let plain = AlphaBetaOptions { depth: None, ..AlphaBetaOptions::plain(1) };
    let determinize = MctsOptions { determinize: true, ..MctsOptions::default() };
    vec![
        ("random", Box::new(Random::new(1))),
        ("greedy", Box::new(Greedy::new(judge, 1))),
        ("minimax", Box::new(Minimax::new(judge, 30))),
        ("max-n", Box::new(MaxN::new(judge, 30))),
        ("plain alpha-beta", Box::new(AlphaBeta::new(judge, plain))),
        ("alpha-beta", Box::new(AlphaBeta::new(judge, AlphaBetaOptions::default()))),
        ("monte carlo", Box::new(Mcts::new(MctsOptions::default(), 1))),
        ("many worlds", Box::new(Mcts::new(determinize, 1))),
    ]
}

/// Without a limit most of these searches would go on for years, so this only tells a search that
/// keeps its limit from one that does not, on however busy a machine.
const GENEROUS: Duration = Duration::from_secs(120);

/// Positions that a search may look at before it looks at the stop.
const POLL: u64 = 4096;

#[test]
fn time_is_kept() {
    for threads in [1, 2] {
        let time = Duration::from_millis(50);
        for (name, mut player) in everybody() {
            let begin = Instant::now();
            let limits = Limits { threads, ..Limits::time(time) };
            let thought = player.think(&Four::default(), &limits, &Stop::new(), &mut |_| ());
            let took = begin.elapsed();
            eprintln!("{name}: {took:?}");
            assert!(took < GENEROUS, "{name} took {took:?}");
            Four::default().check(thought.best.unwrap()).unwrap();
        }
    }
}

#[test]
fn nodes_are_kept() {
    for (name, mut player) in everybody() {
        for nodes in [0, 1, 10, 1000] {
            let limits = Limits::nodes(nodes).within(Duration::from_secs(20));
            let thought = player.think(&Four::default(), &limits, &Stop::new(), &mut |_| ());
            assert!(thought.nodes <= nodes, "{name} looked at {}", thought.nodes);
            Four::default().check(thought.best.unwrap()).unwrap();
            player.reset(2);
        }
    }
}

#[test]
fn a_pulled_stop_is_obeyed_at_once() {
    for (name, mut player) in everybody() {
        let stop = Stop::new();
        let pull = stop.clone();
        let puller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            pull.pull();
        });
        // It comes back at all only because it is stopped.
        let thought = player.think(&Four::default(), &Limits::NONE, &stop, &mut |_| ());
        puller.join().unwrap();
        Four::default().check(thought.best.unwrap()).unwrap();
        // Stopped before it begins, it searches next to nothing and still has a move.
        player.reset(2);
        let thought = player.think(&Four::default(), &Limits::NONE, &stop, &mut |_| ());
        assert!(thought.nodes <= POLL, "{name} looked at {} positions", thought.nodes);
        Four::default().check(thought.best.unwrap()).unwrap();
    }
}

#[test]
fn what_is_reported_gets_better() {
    let mut player = AlphaBeta::new(judge, AlphaBetaOptions::default());
    let mut depths = Vec::new();
    player.think(&Four::default(), &Limits::depth(6), &Stop::new(), &mut |thought| {
        depths.push(thought.depth);
    });
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    // Monte Carlo reports by the clock, again and again until it is stopped.
    let (mut reports, stop) = (0, Stop::new());
    let mut player = Mcts::new(MctsOptions::default(), 1);
    player.think(&Four::default(), &Limits::NONE, &stop, &mut |_| {
        reports += 1;
        if reports == 3 {
            stop.pull();
        }
    });
    assert!(reports >= 3, "{reports} reports");
}

#[test]
fn whenever_it_is_stopped_what_it_says_is_true() {
    for seed in 0..40 {
        let Some(game) = random_position(Noughts::default(), 3 + seed as u32 % 4, seed) else {
            continue;
        };
        let seat = game.turn().seat().expect("in play");
        let value = naive(&game, seat, 9, 0, &noughts::judge).0;
        for nodes in (0..60).chain([100, 200, 500, 1000]) {
            let plain = AlphaBetaOptions::plain(9);
            let mut players: Vec<Box<dyn Player<Noughts>>> = vec![
                Box::new(Greedy::new(noughts::judge, seed)),
                Box::new(Minimax::new(noughts::judge, 9)),
                Box::new(Minimax::new(noughts::judge, 3)),
                Box::new(MaxN::new(noughts::judge, 9)),
                Box::new(AlphaBeta::new(noughts::judge, plain)),
                Box::new(AlphaBeta::new(noughts::judge, AlphaBetaOptions::default())),
                Box::new(Mcts::new(MctsOptions::default(), seed)),
            ];
            for (at, player) in players.iter_mut().enumerate() {
                let thought = ask(player.as_mut(), &game, Limits::nodes(nodes));
                let is_true = match thought.score {
                    Score::Win(_) => value > 500_000_000,
                    Score::Loss(_) => value < -500_000_000,
                    Score::Draw => value == 0,
                    Score::Points(_) | Score::Chance(_) => true,
                };
                assert!(is_true, "player {at}, {nodes} nodes: {thought:?}, but {value}");
                game.check(thought.best.expect("a move")).expect("a legal one");
                assert_eq!(thought.line.first(), thought.best.as_ref());
            }
        }
    }
}
