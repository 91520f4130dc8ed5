//! Monte Carlo tree search: its proofs are right, it does not see hidden information, and it is strong.

mod common;

use common::cards::Cards;
use common::forest::Forest;
use common::four::Four;
use common::nim::Nim;
use common::noughts::{self, Noughts};
use common::trio::{self, Trio};
use common::{ask, moves_of, naive, number, play_out, random_position};
use game::{Game, Rng, Seat, Turn};
use search::{Cutoff, EvaluationPrior, Limits, Mcts, MctsOptions, Player, Random, Score};

const ALL: MctsOptions = MctsOptions {
    exploration: 0.7,
    first_play_urgency: None,
    rave: None,
    progressive_bias: 0.0,
    expand_after: 0,
    reuse: false,
    solve: true,
    determinize: false,
    max_nodes: 1_000_000,
    simulations: 1000,
};

/// Every way to search, for tests that hold for all.
fn every_way() -> Vec<MctsOptions> {
    let mut all = Vec::new();
    for bits in 0..32 {
        all.push(MctsOptions {
            first_play_urgency: (bits & 1 != 0).then_some(0.6),
            rave: (bits & 2 != 0).then_some(50.0),
            progressive_bias: if bits & 4 != 0 { 0.5 } else { 0.0 },
            expand_after: bits >> 3 & 1,
            reuse: bits & 16 != 0,
            ..ALL
        });
    }
    all
}

fn evaluation_prior() -> EvaluationPrior<fn(&Noughts, Seat) -> i32> {
    EvaluationPrior { evaluate: noughts::judge, unit: 20.0 }
}

fn same_result(score: Score, value: i64) {
    let (win, loss) = (value > 500_000_000, value < -500_000_000);
    match score {
        Score::Win(_) => assert!(win, "{value}"),
        Score::Loss(_) => assert!(loss, "{value}"),
        Score::Draw => assert!(!win && !loss, "{value}"),
        open => panic!("not settled: {open:?}"),
    }
}

#[test]
fn what_is_settled_is_right() {
    let (mut settled, mut all) = (0, 0);
    for (at, options) in every_way().into_iter().enumerate() {
        for seed in 0..8 {
            let from = seed + 100 * at as u64;
            let Some(game) = random_position(Noughts::default(), 3 + seed as u32 % 4, from) else {
                continue;
            };
            let seat = game.turn().seat().expect("in play");
            let value = naive(&game, seat, 9, 0, &noughts::judge).0;
            let mut player = Mcts::new(options, seed).with_prior(evaluation_prior());
            let thought = ask(&mut player, &game, Limits::nodes(20_000));
            all += 1;
            // A proven draw may keep it from searching worse moves; what it says is still right.
            if !matches!(thought.score, Score::Chance(_)) {
                same_result(thought.score, value);
                settled += 1;
            }
            // The move that it plays keeps what the position was worth.
            let mut next = game.clone();
            next.play(thought.best.unwrap());
            let after = naive(&next, seat, 9, 1, &noughts::judge).0;
            assert_eq!(after / 500_000_000, value / 500_000_000, "{options:?}");
        }
    }
    eprintln!("settled {settled} of {all} positions");
    assert!(settled * 10 > all * 9);
}

#[test]
fn forests_and_teams_and_double_moves_are_settled() {
    for seed in 0..120 {
        let forest = Forest::grow(seed, seed % 2 == 1);
        let seat = forest.turn().seat().expect("in play");
        let thought = ask(&mut Mcts::new(ALL, seed), &forest, Limits::nodes(300_000));
        same_result(thought.score, naive(&forest, seat, 20, 0, &|_, _| 0).0);
    }
    for heap in 1..=12 {
        let game = Nim::of(heap);
        let thought = ask(&mut Mcts::new(ALL, 1), &game, Limits::nodes(100_000));
        same_result(thought.score, naive(&game, Seat(0), 20, 0, &|_, _| 0).0);
        if let Score::Win(plies) = thought.score {
            let shortest = number(Score::Win(plies)) <= naive(&game, Seat(0), 20, 0, &|_, _| 0).0;
            assert!(shortest, "no win is quicker than the quickest");
        }
    }
}

#[test]
fn a_seed_and_a_budget_say_it_all() {
    for options in every_way() {
        let think = |seed| {
            let mut player = Mcts::new(options, seed).with_prior(evaluation_prior());
            let first = ask(&mut player, &Noughts::default(), Limits::nodes(500));
            assert_eq!(first.nodes, 500);
            let mut game = Noughts::default();
            game.play(first.best.unwrap());
            game.play(moves_of(&game)[0]);
            (first, ask(&mut player, &game, Limits::nodes(500)))
        };
        assert_eq!(think(7), think(7));
        let mut player = Mcts::new(options, 7).with_prior(evaluation_prior());
        ask(&mut player, &Noughts::default(), Limits::nodes(300));
        player.reset(7);
        assert_eq!(ask(&mut player, &Noughts::default(), Limits::nodes(500)), think(7).0);
    }
}

#[test]
fn it_beats_chance() {
    let mut won = 0.0;
    let mut player = Mcts::new(MctsOptions::default(), 3);
    for round in 0..100 {
        let mut chance = Random::new(round);
        let seat = (round % 2) as usize;
        let mut players: [&mut dyn Player<Four>; 2] = [&mut chance, &mut player];
        if seat == 0 {
            players.swap(0, 1);
        }
        won += play_out(Four::default(), &mut players, Limits::nodes(300)).share(Seat(seat as u8));
    }
    eprintln!("won {won} of 100 against chance at four in a row");
    assert!(won >= 95.0);
}

#[test]
fn it_never_loses_noughts_and_crosses() {
    for options in every_way() {
        let mut player = Mcts::new(options, 9).with_prior(evaluation_prior());
        for round in 0..6 {
            let mut chance = Random::new(round);
            let mut players: [&mut dyn Player<Noughts>; 2] = [&mut chance, &mut player];
            let outcome = play_out(Noughts::default(), &mut players, Limits::nodes(1500));
            assert!(outcome.share(Seat(1)) >= 0.5, "{options:?}");
        }
    }
}

#[test]
fn reuse_goes_on_from_what_was_found() {
    let options = MctsOptions { reuse: true, ..MctsOptions::default() };
    let mut player = Mcts::new(options, 5);
    let mut chance = Random::new(5);
    let mut game = Four::default();
    for _ in 0..4 {
        for _ in 0..2 {
            let thought = ask(&mut player, &game, Limits::nodes(5000));
            let mut moves: Vec<_> = thought.moves.iter().map(|scored| scored.mv).collect();
            moves.sort_unstable();
            assert_eq!(moves, moves_of(&game), "it knows the moves of this position");
            game.play(thought.best.unwrap());
            if game.turn().seat().is_none() {
                return;
            }
        }
        game.play(ask(&mut chance, &game, Limits::NONE).best.unwrap());
    }
    // Without a budget the answer can only come from the reused tree.
    let mut fresh = Mcts::<Four>::new(options, 5);
    let begin = Four::default();
    ask(&mut fresh, &begin, Limits::nodes(20_000));
    let mut next = begin.clone();
    next.play(3);
    next.play(3);
    let kept = ask(&mut fresh, &next, Limits::nodes(0));
    assert_eq!(kept.nodes, 0);
    assert!(kept.moves.len() == 7 && kept.line.len() > 2, "{kept:?}");
    // Another game altogether does no harm.
    let other = random_position(Four::default(), 9, 77).unwrap();
    assert!(ask(&mut fresh, &other, Limits::nodes(100)).best.is_some());
}

#[test]
fn three_seats_and_cut_playouts() {
    let mut first = 0.0;
    let cutoff = Cutoff { evaluate: trio::judge as fn(&Trio, Seat) -> i32, plies: 2, unit: 6.0 };
    let mut player = Mcts::new(MctsOptions::default(), 1).with_playout(cutoff);
    let (mut second, mut third) = (Random::new(1), Random::new(2));
    for seed in 0..100 {
        let players: &mut [&mut dyn Player<Trio>] = &mut [&mut player, &mut second, &mut third];
        first += play_out(Trio::lay(seed), players, Limits::nodes(500)).share(Seat(0));
    }
    assert!(first > 60.0, "it has {first} of 100 against chance");
}

#[test]
fn what_a_seat_cannot_know_does_not_change_what_it_plays() {
    let options = MctsOptions { determinize: true, ..MctsOptions::default() };
    let mut rng = Rng::new(11);
    let mut differ = 0;
    for seed in 0..40 {
        let Some(game) = random_position(Cards::deal(seed), seed as u32 % 6, seed) else {
            continue;
        };
        let seat = game.turn().seat();
        let other = game.imagine(seat, &mut rng);
        differ += u32::from(other.hands != game.hands);
        assert_eq!(other.view(seat), game.view(seat));
        let think = |game: &Cards| ask(&mut Mcts::new(options, seed), game, Limits::nodes(400));
        assert_eq!(think(&game), think(&other));
    }
    assert!(differ > 20);
}

#[test]
fn many_worlds_win_at_cards() {
    for rave in [None, Some(30.0)] {
        let options = MctsOptions { determinize: true, rave, ..MctsOptions::default() };
        let mut player = Mcts::new(options, 1);
        let (mut won, mut chance) = (0.0, 0.0);
        for seed in 0..200 {
            let (mut a, mut b) = (Random::new(seed), Random::new(seed + 1000));
            chance +=
                play_out(Cards::deal(seed), &mut [&mut a, &mut b], Limits::NONE).share(Seat(0));
            let mut players: [&mut dyn Player<Cards>; 2] = [&mut player, &mut b];
            won += play_out(Cards::deal(seed), &mut players, Limits::nodes(300)).share(Seat(0));
        }
        eprintln!("cards: {won} of 200 against chance; chance itself has {chance}");
        assert!(won > chance + 12.0);
    }
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    for determinize in [false, true] {
        let options = MctsOptions { max_nodes: 60, determinize, ..MctsOptions::default() };
        let thought = ask(&mut Mcts::new(options, 1), &Cards::deal(3), Limits::nodes(3000));
        assert!(thought.best.is_some() && thought.nodes <= 3000);
    }
}

#[test]
fn two_threads_share_the_work() {
    let limits = Limits { threads: 2, ..Limits::nodes(20_001) };
    let think = || ask(&mut Mcts::new(MctsOptions::default(), 1), &Four::default(), limits);
    let thought = think();
    assert_eq!(thought.nodes, 20_001);
    assert_eq!(thought, think(), "a budget of nodes says it all, on any number of threads");
    let mut game = Four::default();
    let mut player = Mcts::new(MctsOptions::default(), 1);
    while let Turn::Of(_) = game.turn() {
        let thought = ask(&mut player, &game, Limits { threads: 2, ..Limits::nodes(400) });
        game.play(thought.best.unwrap());
    }
}

#[test]
fn depth_bounds_the_tree() {
    let thought = ask(&mut Mcts::new(ALL, 1), &Four::default(), Limits::depth(2));
    assert_eq!((thought.nodes, thought.depth), (1000, 2));
}
