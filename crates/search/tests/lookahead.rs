//! Every lookahead search finds what a naive one finds.

mod common;

use common::forest::{self, Forest};
use common::nim::Nim;
use common::noughts::{self, Noughts};
use common::trio::{self, Trio};
use common::{ask, moves_of, naive, number, play_out, random_position};
use game::{Game, Seat, Turn};
use search::{AlphaBeta, AlphaBetaOptions, Evaluate, Greedy, Limits, MaxN, Minimax, Random, Score};

/// Every way to search, and whether to study.
fn every_option() -> Vec<(AlphaBetaOptions, bool)> {
    let mut all = Vec::new();
    for bits in 0..32 {
        let options = AlphaBetaOptions {
            depth: None,
            deepening: bits & 1 != 0,
            // A small table, so that entries replace each other.
            table_bits: (bits & 2 != 0).then_some(if bits & 1 != 0 { 4 } else { 16 }),
            ordering: bits & 4 != 0,
            null_window: bits & 8 != 0,
        };
        all.push((options, bits & 16 != 0));
    }
    all
}

/// All searches agree on a position; gives the nodes of minimax and of plain alpha-beta.
fn agree<G: Game>(
    game: &G,
    depth: u32,
    judge: impl Fn(&G, Seat) -> i32 + Copy + Send + Sync,
) -> (u64, u64) {
    let seat = game.turn().seat().expect("in play");
    let (value, best) = naive(game, seat, depth, 0, &judge);
    let limits = Limits::depth(depth);
    let minimax = ask(&mut Minimax::new(judge, depth), game, Limits::NONE);
    assert_eq!((number(minimax.score), minimax.best), (value, best), "minimax, depth {depth}");
    assert_eq!(minimax.moves.len(), moves_of(game).len());
    for (options, study) in every_option() {
        let mut player = AlphaBeta::new(judge, options);
        let thought = ask(&mut player, game, Limits { study, ..limits });
        let found = (number(thought.score), thought.best);
        assert_eq!(found, (value, best), "depth {depth}, {options:?}");
        assert_eq!(thought.line.first(), best.as_ref());
        assert_eq!(thought.moves[0].mv, best.expect("a move"));
        line_is_legal(game, &thought.line);
        if study && !options.deepening {
            assert_eq!(thought.moves.len(), minimax.moves.len());
            for scored in &thought.moves {
                let same = minimax
                    .moves
                    .iter()
                    .find(|other| other.mv == scored.mv)
                    .expect("the same moves");
                assert_eq!(number(scored.score), number(same.score), "every move's value");
            }
        }
    }
    let plain = AlphaBetaOptions::plain(depth);
    let pruned = ask(&mut AlphaBeta::new(judge, plain), game, Limits::NONE);
    assert!(pruned.nodes <= minimax.nodes);
    (minimax.nodes, pruned.nodes)
}

fn line_is_legal<G: Game>(game: &G, line: &[G::Move]) {
    let mut game = game.clone();
    for &mv in line {
        assert_eq!(game.check(mv), Ok(()), "a line can be played");
        game.play(mv);
    }
}

#[test]
fn noughts_and_crosses() {
    let (mut all, mut pruned) = (0, 0);
    for seed in 0..60 {
        let Some(game) = random_position(Noughts::default(), 2 + seed as u32 % 6, seed) else {
            continue;
        };
        for depth in 1..=5 {
            let (a, b) = agree(&game, depth, noughts::judge);
            all += a;
            pruned += b;
        }
    }
    eprintln!("minimax looked at {all} positions, alpha-beta at {pruned}");
    assert!(pruned * 2 < all);
}

#[test]
fn forests() {
    let (mut all, mut pruned) = (0, 0);
    for seed in 0..250 {
        let forest = Forest::grow(seed, seed % 2 == 1);
        let depth = 1 + seed as u32 % 7;
        let (a, b) = agree(&forest, depth, forest::judge);
        all += a;
        pruned += b;
    }
    eprintln!("minimax looked at {all} positions, alpha-beta at {pruned}");
    assert!(pruned < all);
}

#[test]
fn a_seat_that_moves_twice() {
    // When the tree is searched completely, the value depends on no evaluation, whatever the path was.
    for heap in 1..=9 {
        for mover in 0..2 {
            agree(&Nim { heap, mover }, 10, |_: &Nim, _| 0);
        }
    }
}

#[test]
fn one_player_through_a_whole_game() {
    // Table entries of earlier moves do no harm.
    for seed in 0..20 {
        let mut game = Noughts::default();
        let mut player = AlphaBeta::new(noughts::judge, AlphaBetaOptions::default());
        let mut chance = Random::new(seed);
        while let Turn::Of(seat) = game.turn() {
            let thought = ask(&mut player, &game, Limits::depth(9));
            assert_eq!(number(thought.score), naive(&game, seat, 9, 0, &noughts::judge).0);
            let mv = if seed % 3 == 0 {
                thought.best
            } else {
                ask(&mut chance, &game, Limits::NONE).best
            };
            game.play(mv.unwrap());
        }
    }
}

#[test]
fn the_empty_board_is_a_draw_and_all_help_counts() {
    let game = Noughts::default();
    let mut nodes = Vec::new();
    let minimax = ask(&mut Minimax::new(noughts::judge, 9), &game, Limits::NONE);
    assert_eq!(minimax.score, Score::Draw);
    nodes.push(minimax.nodes);
    for options in [AlphaBetaOptions::plain(9), AlphaBetaOptions::default()] {
        let thought = ask(&mut AlphaBeta::new(noughts::judge, options), &game, Limits::NONE);
        assert_eq!((thought.score, thought.best), (Score::Draw, minimax.best));
        nodes.push(thought.nodes);
    }
    eprintln!("minimax, alpha-beta, with all its help: {nodes:?} positions");
    assert!(nodes[1] * 10 < nodes[0] && nodes[2] * 2 < nodes[1]);
}

#[test]
fn quicker_wins_and_slower_losses() {
    // A heap of three: take all of it at once.
    let thought = ask(&mut Minimax::new(|_: &Nim, _| 0, 9), &Nim::of(3), Limits::NONE);
    assert_eq!((thought.best, thought.score), (Some(3), Score::Win(1)));
}

#[test]
fn greedy_sees_one_move() {
    let game = Noughts { marks: [0b000_000_011, 0b001_010_000] };
    let mut greedy = Greedy::new(noughts::judge, 5);
    assert_eq!(ask(&mut greedy, &game, Limits::NONE).best, Some(2));
    // Ties are broken by the seed.
    let flat = |_: &Noughts, _: Seat| 0;
    let first = |seed| ask(&mut Greedy::new(flat, seed), &Noughts::default(), Limits::NONE).best;
    assert_eq!(first(1), first(1));
    assert!((0..20).any(|seed| first(seed) != first(1)));
}

/// Naive max-n.
fn naive_maxn(game: &Trio) -> [i32; 3] {
    let seat = match game.turn() {
        Turn::Over(outcome) => {
            return [0, 1, 2].map(|seat| (outcome.share(Seat(seat)) * 12.0).round() as i32);
        }
        Turn::Of(seat) => seat.index(),
    };
    let mut best = [-1; 3];
    for mv in moves_of(game) {
        let mut next = game.clone();
        next.play(mv);
        let worths = naive_maxn(&next);
        if worths[seat] > best[seat] {
            best = worths;
        }
    }
    best
}

#[test]
fn three_play_each_for_itself() {
    for seed in 0..40 {
        let game = Trio::lay(seed);
        let mut player = MaxN::new(trio::judge, 9);
        let thought = ask(&mut player, &game, Limits::NONE);
        let mut next = game.clone();
        next.play(thought.best.unwrap());
        assert_eq!(naive_maxn(&next)[0], naive_maxn(&game)[0], "the best there is, seed {seed}");
        line_is_legal(&game, &thought.line);
        assert!(ask(&mut player, &game, Limits::depth(3)).depth == 3);
    }
    let mut players = (MaxN::new(trio::judge, 4), Random::new(1), Random::new(2));
    let mut first = 0.0;
    for seed in 0..100 {
        let players: &mut [&mut dyn search::Player<Trio>] =
            &mut [&mut players.0, &mut players.1, &mut players.2];
        first += play_out(Trio::lay(seed), players, Limits::NONE).share(Seat(0));
    }
    assert!(first > 60.0, "max-n has {first} of 100 against chance");
}

#[test]
fn evaluations_may_be_closures_or_types() {
    struct Judge;
    impl Evaluate<Noughts> for Judge {
        fn evaluate(&self, game: &Noughts, seat: Seat) -> i32 {
            noughts::judge(game, seat)
        }
    }
    let options = AlphaBetaOptions::default();
    let mut boxed: Vec<Box<dyn search::Player<Noughts>>> = vec![
        Box::new(Random::new(1)),
        Box::new(Greedy::new(Judge, 1)),
        Box::new(Minimax::new(Judge, 2)),
        Box::new(AlphaBeta::new(Judge, options)),
    ];
    for player in &mut boxed {
        player.reset(4);
        let thought = ask(player.as_mut(), &Noughts::default(), Limits::depth(2));
        assert!(thought.best.is_some());
    }
    let over = Noughts { marks: [0b111, 0b11000] };
    for player in &mut boxed {
        assert_eq!(ask(player.as_mut(), &over, Limits::depth(2)).best, None, "none when over");
    }
}
