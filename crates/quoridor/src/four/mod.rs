//! The strongest player for four seats: a Monte Carlo tree whose leaves are evaluated by a small network instead of
//! being played out.

mod exp;
mod net;
mod paths;
mod tree;

use game::Game;
use search::{Limits, Player, Stop, Thought};

use self::tree::Tree;
use crate::Quoridor;
use crate::moves::{Move, Square};

pub use self::net::{FourNet, HIDDEN, INPUTS, inputs};

/// Simulations between two looks at the clock.
const CHECK_EVERY: u64 = 8;
/// Simulations before the first report; each later one comes after twice as many.
const FIRST_REPORT: u64 = 64;

/// The player.
pub struct FourExpert {
    net: FourNet,
    /// Where the pawn was when it moved since the last wall, so that it does not go back and forth.
    visited: Vec<Square>,
    /// What tells that the game has gone on without a wall: the walls, and the moves played.
    walls: u32,
    plies: u32,
    seat: u8,
}

impl FourExpert {
    /// With the trained network.
    pub fn new() -> Self {
        Self::with(net::trained().clone())
    }

    /// With this network.
    pub fn with(net: FourNet) -> Self {
        Self { net, visited: Vec::new(), walls: 0, plies: 0, seat: 0 }
    }

    /// Notes where the pawn is, and forgets where it was before the last wall or in another game.
    fn remember(&mut self, game: &Quoridor) {
        let walls = game.maze.count();
        if walls != self.walls || game.plies() <= self.plies || game.mover != self.seat {
            self.visited.clear();
        }
        (self.walls, self.plies, self.seat) = (walls, game.plies(), game.mover);
        self.visited.push(game.pawns[usize::from(game.mover)]);
    }

    /// Thinks, and also says how likely each seat is to win.
    pub fn judge(
        &mut self,
        game: &Quoridor,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> (Thought<Move>, [f32; 4]) {
        if game.turn().seat().is_none() || game.seats() != 4 {
            return (Thought::default(), [0.25; 4]);
        }
        let stop = stop.with(limits);
        let simulations = limits.nodes.unwrap_or(u64::MAX).max(1);
        self.remember(game);
        let mut tree = Tree::new(game, &self.net, &self.visited);
        let (mut spent, mut next_report) = (0, FIRST_REPORT);
        while spent < simulations && !(spent % CHECK_EVERY == 0 && spent > 0 && stop.is_pulled()) {
            tree.simulate();
            spent += 1;
            if spent == next_report {
                report(&tree.thought(spent));
                next_report *= 2;
            }
        }
        let thought = tree.thought(spent);
        report(&thought);
        (thought, tree.chances())
    }
}

impl Default for FourExpert {
    fn default() -> Self {
        Self::new()
    }
}

impl Player<Quoridor> for FourExpert {
    fn think(
        &mut self,
        game: &Quoridor,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        self.judge(game, limits, stop, report).0
    }

    fn reset(&mut self, _seed: u64) {
        self.visited.clear();
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng, play_text};
    use search::{Limits, Player, Stop};

    use super::FourExpert;
    use crate::{Options, Quoridor};

    fn start() -> Quoridor {
        Quoridor::new(&Options { players: 4, walls: 5, ..Options::default() }, 0).unwrap()
    }

    #[test]
    fn the_same_simulations_give_the_same_answer_and_chances_add_up() {
        let (mut game, mut rng) = (start(), Rng::new(2));
        for _ in 0..12 {
            let mv = game.random_move(&mut rng, &mut Vec::new()).unwrap();
            game.play(mv);
        }
        let ask = || {
            let limits = Limits::nodes(200);
            FourExpert::new().judge(&game, &limits, &Stop::new(), &mut |_| ())
        };
        let (first, second) = (ask(), ask());
        assert_eq!(first, second);
        assert!((first.1.iter().sum::<f32>() - 1.0).abs() < 0.1, "{:?}", first.1);
    }

    /// Who is one step from the goal steps there. The last who moves before places a wall in front of it.
    #[test]
    fn it_arrives_when_it_can_and_stops_who_is_about_to() {
        let mut game = start();
        for text in
            "f1 a6 e8 i4 f2 a5 e9 i5 f3 a6 e8 i4 f4 a5 e9 i5 f5 a6 e8 i4 f6 a5 e9 i5 f7 a6 d9 i4 f8"
                .split(' ')
        {
            play_text(&mut game, text).unwrap();
        }
        let think = |game: &Quoridor| {
            let limits = Limits::nodes(300);
            FourExpert::new().think(game, &limits, &Stop::new(), &mut |_| ()).best.unwrap()
        };
        for text in ["a5", "e9"] {
            play_text(&mut game, text).unwrap();
        }
        let stops = think(&game).to_string();
        assert!(["e8h", "f8h"].contains(&stops.as_str()), "{stops}");
        play_text(&mut game, "i5").unwrap();
        assert_eq!(think(&game).to_string(), "f9");
    }
}
