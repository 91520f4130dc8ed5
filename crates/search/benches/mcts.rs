//! Simulations a second of the Monte Carlo player, and positions a second of alpha-beta.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::cards::Cards;
use common::four::Four;
use common::noughts::{self, Noughts};
use game::Game;
use search::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Player};

fn measure<G: Game>(name: &str, player: &mut dyn Player<G>, game: &G, limits: Limits) {
    let begin = Instant::now();
    let thought = common::ask(player, game, limits);
    let seconds = begin.elapsed().as_secs_f64();
    let rate = thought.nodes as f64 / seconds / 1e6;
    eprintln!("{name:<36} {:>9} nodes {rate:>7.3} million/s  {:?}", thought.nodes, thought.score);
}

fn main() {
    let options = MctsOptions::default();
    let four = Four::default();
    for nodes in [10_000, 100_000, 1_000_000, 3_000_000] {
        measure("four in a row", &mut Mcts::new(options, 1), &four, Limits::nodes(nodes));
    }
    let two = Limits { threads: 2, ..Limits::nodes(1_000_000) };
    measure("four in a row, two threads", &mut Mcts::new(options, 1), &four, two);
    let rave = MctsOptions { rave: Some(300.0), ..options };
    measure("four in a row, rave", &mut Mcts::new(rave, 1), &four, Limits::nodes(300_000));
    let open = MctsOptions { solve: false, ..options };
    let empty = Noughts::default();
    measure("noughts, unsolved", &mut Mcts::new(open, 1), &empty, Limits::nodes(300_000));
    let determinize = MctsOptions { determinize: true, ..options };
    measure(
        "cards, many worlds",
        &mut Mcts::new(determinize, 1),
        &Cards::deal(1),
        Limits::nodes(300_000),
    );
    let mut alphabeta = AlphaBeta::new(|_: &Four, _| 0, AlphaBetaOptions::default());
    measure("four in a row, alpha-beta", &mut alphabeta, &four, Limits::depth(12));
    let mut alphabeta = AlphaBeta::new(noughts::judge, AlphaBetaOptions::default());
    measure("noughts, alpha-beta", &mut alphabeta, &empty, Limits::NONE);
}
