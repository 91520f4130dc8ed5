//! A playout policy that plays as the greedy level does, but faster: the move that most increases the difference between
//! the nearest opponent's distance and one's own, with ties broken at random. Used for games of four.

use game::{Game, MAX_SEATS, Rng, Turn};

use crate::Quoridor;
use crate::maze::{Passages, squares};
use crate::moves::{Move, Square, WallOrientation};
use crate::shape::bit;

/// Plays a game to its end; returns the seat that arrived, if one did.
pub(crate) fn play_out(game: &mut Quoridor, rng: &mut Rng) -> Option<u8> {
    while let Turn::Of(_) = game.turn() {
        let mv = choose(game, rng);
        game.play(mv);
    }
    game.won().then(|| game.mover_before())
}

/// The greedy choice. A wall that does not cut the nearest opponent's path cannot increase the difference, so only walls
/// that do are considered. Without any such wall or step, a random move is as good as the greedy player's.
pub(crate) fn choose(game: &Quoridor, rng: &mut Rng) -> Move {
    let (own, passages) = (game.mover, game.passages());
    let far = distances(game, passages);
    let nearest = others(game).map(|other| far[usize::from(other)]).min().unwrap_or(0);
    let mut best = Best::new(rng);
    let mut reached = game.goal_line(own);
    let steps = game.steps();
    // Breadth-first search from the goal, until all steps are reached.
    let (mut away, mut rest) = (0, steps);
    while rest != 0 {
        for square in squares(reached & rest) {
            // Arriving wins: nothing is better.
            let gain = if away == 0 { i32::MAX } else { nearest - away };
            best.offer(gain, Move::Step(square));
        }
        rest &= !reached;
        let next = passages.spread(reached);
        if next == reached {
            break;
        }
        reached = next;
        away += 1;
    }
    if game.left[usize::from(own)] > 0 {
        let leader = others(game).find(|&other| far[usize::from(other)] == nearest);
        if let Some(leader) = leader {
            let from = bit(game.pawns[usize::from(leader)].0);
            let fits = game.maze.fitting(game.shape);
            let cutting = fits.and(passages.cuts(from, game.goal_line(leader)));
            for (anchor, orientation) in cutting.each() {
                if let Some(gain) = gain_of(game, anchor, orientation, best.gain) {
                    best.offer(gain, Move::Wall(anchor, orientation));
                }
            }
        }
    }
    match best.mv {
        Some(mv) => mv,
        None => game.random_move(rng, &mut Vec::new()).unwrap_or(Move::Pass),
    }
}

/// The difference after a wall; `None` if it is less than `least` or the wall shuts a pawn in.
fn gain_of(
    game: &Quoridor,
    anchor: Square,
    orientation: WallOrientation,
    least: i32,
) -> Option<i32> {
    let passages = game.maze.with(anchor, orientation).passages(game.shape);
    let far = |seat: u8| {
        let from = bit(game.pawns[usize::from(seat)].0);
        passages.distance(from, game.goal_line(seat)).map(i32::from)
    };
    let mine = far(game.mover)?;
    let mut nearest = i32::MAX;
    for other in others(game) {
        nearest = nearest.min(far(other)?);
        if nearest - mine < least {
            return None;
        }
    }
    Some(nearest - mine)
}

fn distances(game: &Quoridor, passages: Passages) -> [i32; MAX_SEATS] {
    let mut far = [0; MAX_SEATS];
    for seat in 0..game.seats {
        let from = bit(game.pawns[usize::from(seat)].0);
        far[usize::from(seat)] =
            passages.distance(from, game.goal_line(seat)).map_or(99, i32::from);
    }
    far
}

fn others(game: &Quoridor) -> impl Iterator<Item = u8> + use<> {
    let own = game.mover;
    (0..game.seats).filter(move |&seat| seat != own)
}

/// The best move so far; among equal moves each is chosen with the same probability (reservoir sampling).
struct Best<'r> {
    gain: i32,
    mv: Option<Move>,
    equals: u32,
    rng: &'r mut Rng,
}

impl<'r> Best<'r> {
    fn new(rng: &'r mut Rng) -> Self {
        Self { gain: i32::MIN, mv: None, equals: 0, rng }
    }

    fn offer(&mut self, gain: i32, mv: Move) {
        if gain > self.gain {
            (self.gain, self.mv, self.equals) = (gain, Some(mv), 1);
        } else if gain == self.gain {
            self.equals += 1;
            if self.rng.below(self.equals) == 0 {
                self.mv = Some(mv);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng, Seat, Turn};

    use super::choose;
    use crate::{Options, Quoridor, path_difference};

    /// The greedy player's value of a move.
    fn value(game: &Quoridor, mv: crate::Move) -> i32 {
        let mut next = game.clone();
        let seat = Seat(game.mover);
        next.play(mv);
        if next.won() { i32::MAX } else { path_difference(&next, seat) }
    }

    #[test]
    fn it_chooses_what_trying_every_move_would() {
        let mut rng = Rng::new(3);
        let (mut moves, mut compared) = (Vec::new(), 0);
        for (players, walls) in [(4, 5), (2, 10)] {
            let options = Options { players, walls, ..Options::default() };
            for _ in 0..20 {
                let mut game = Quoridor::new(&options, 0).unwrap();
                while let Turn::Of(_) = game.turn() {
                    let chosen = choose(&game, &mut rng);
                    assert_eq!(game.check(chosen), Ok(()));
                    game.legal_moves(&mut moves);
                    let best = moves.iter().map(|&mv| value(&game, mv)).max();
                    assert_eq!(Some(value(&game, chosen)), best, "{}", game.save());
                    compared += 1;
                    // SideFeatures of the game by chance, so that walls stand in odd places too.
                    let other = *rng.pick(&moves).unwrap();
                    game.play(if rng.below(2) == 0 { chosen } else { other });
                }
            }
        }
        assert!(compared > 1_000, "{compared}");
    }
}
