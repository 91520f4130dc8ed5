//! What a player with lapses may do, and what it never does.

mod common;

use common::noughts::{self, Noughts};
use common::{ask, random_position};
use game::Game;
use search::{
    AlphaBeta, AlphaBetaOptions, Fallible, Lapses, Limits, MoveScore, Player, Score, Stop, Thought,
};

const UNIT: f32 = 20.0;
const DEPTH: Limits = Limits::depth(3);

fn search() -> AlphaBeta<Noughts, fn(&Noughts, game::Seat) -> i32> {
    AlphaBeta::new(noughts::judge, AlphaBetaOptions { table_bits: Some(8), ..Default::default() })
}

fn fallible(lapses: Lapses, seed: u64) -> Fallible<Noughts> {
    Fallible::new(search(), UNIT, lapses, seed).by_first_sight()
}

fn positions() -> Vec<Noughts> {
    (0..300).filter_map(|seed| random_position(Noughts::default(), seed % 6, seed.into())).collect()
}

/// The moves in the order of the first sight, with what they are worth.
fn first_sight(game: &Noughts) -> Vec<MoveScore<u8>> {
    let limits = Limits { study: true, ..DEPTH };
    let mut first = Vec::new();
    search().think(game, &limits, &Stop::new(), &mut |thought| {
        if first.is_empty() {
            first.clone_from(&thought.moves);
        }
    });
    first
}

#[test]
fn without_lapses_it_plays_the_best_move_of_the_search() {
    for game in positions() {
        let best = ask(&mut search(), &game, Limits { study: true, ..DEPTH });
        let chosen = ask(&mut fallible(Lapses::NONE, 1), &game, DEPTH);
        assert_eq!((chosen.best, chosen.score), (best.best, best.score));
    }
}

#[test]
fn it_plays_nothing_but_what_comes_to_mind() {
    for (seed, game) in (0..).zip(positions()) {
        for width in 1..4 {
            let lapses = Lapses::new(5.0, width, 0.3);
            let mv = ask(&mut fallible(lapses, seed), &game, DEPTH).best.expect("a move");
            assert_eq!(game.check(mv), Ok(()));
            let seen: Vec<u8> = first_sight(&game).iter().map(|known| known.mv).collect();
            assert!(
                seen[..width.min(seen.len())].contains(&mv),
                "{mv} is not among the first {width}"
            );
        }
    }
}

#[test]
fn a_win_is_missed_as_often_as_its_number_says_and_no_more() {
    let wins = |game: &Noughts| {
        let best = ask(&mut search(), game, DEPTH);
        matches!(best.score, Score::Win(1))
    };
    let wins: Vec<Noughts> = positions().into_iter().filter(wins).collect();
    assert!(wins.len() > 20, "there are positions with a win");
    for overlook in [0.0, 0.2, 0.5] {
        let (mut missed, mut asked) = (0.0, 0.0);
        for (seed, game) in (0..2_000).zip(wins.iter().cycle()) {
            let chosen = ask(&mut fallible(Lapses::new(2.0, 9, overlook), seed), game, DEPTH);
            missed += f32::from(u8::from(!matches!(chosen.score, Score::Win(1))));
            asked += 1.0;
        }
        // Three standard deviations of 2,000 throws at most.
        let most = overlook + 3.0 * (overlook * (1.0 - overlook) / asked).sqrt();
        assert!(missed / asked <= most, "missed {missed} of {asked} at {overlook}");
        assert!(overlook == 0.0 || missed > 0.0, "lapses happen");
    }
}

#[test]
fn better_moves_are_chosen_more_often_and_heat_evens_them_out() {
    let start = Noughts::default();
    let share = |temperature: f32| {
        let mut counts = [0u32; 9];
        for seed in 0..600 {
            let lapses = Lapses::new(temperature, 9, 0.0);
            let chosen = ask(&mut fallible(lapses, seed), &start, DEPTH);
            counts[usize::from(chosen.best.expect("a move"))] += 1;
        }
        counts
    };
    let best = ask(&mut search(), &start, DEPTH).best.expect("a move");
    let [cool, warm, hot] = [0.1, 1.0, 50.0].map(|heat| share(heat)[usize::from(best)]);
    assert!(cool > warm && warm > hot, "{cool} {warm} {hot}");
    assert!(
        share(50.0).iter().all(|&count| count > 0),
        "all moves of an empty board are plausible"
    );
}

#[test]
fn the_same_seed_errs_in_the_same_way() {
    let lapses = Lapses::new(1.0, 6, 0.2);
    let line = |player: &mut Fallible<Noughts>| -> Vec<Thought<u8>> {
        positions().iter().map(|game| ask(player, game, DEPTH)).collect()
    };
    let mut player = fallible(lapses, 7);
    let first = line(&mut player);
    assert_eq!(first, line(&mut fallible(lapses, 7)));
    player.reset(7);
    assert_eq!(first, line(&mut player));
    player.reset(8);
    assert_ne!(first, line(&mut player));
}

#[test]
fn whoever_studies_gets_the_search_as_it_is() {
    let study = Limits { study: true, ..DEPTH };
    for game in positions().iter().take(50) {
        let mut weak = fallible(Lapses::new(9.0, 1, 0.9), 3);
        assert_eq!(ask(&mut weak, game, study), ask(&mut search(), game, study));
    }
}
