//! Perft: counts sequences of moves, to test a move generator and to measure its speed.

use crate::Game;

/// How many sequences of exactly `depth` moves there are; a finished game goes no further.
///
/// Bulk counting: the last ply is counted, not played, where the game can count.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    // One list per depth, reused by all nodes there.
    let mut lists = vec![Vec::new(); depth as usize];
    count(game, &mut lists)
}

fn count<G: Game>(game: &G, lists: &mut [Vec<G::Move>]) -> u64 {
    match lists {
        [] => 1,
        [_] => game.count_moves() as u64,
        [own, deeper @ ..] => {
            game.legal_moves(own);
            own.iter()
                .map(|&mv| {
                    let mut next = game.clone();
                    next.play(mv);
                    count(&next, deeper)
                })
                .sum()
        }
    }
}
