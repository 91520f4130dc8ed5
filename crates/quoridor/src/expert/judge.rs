//! A position as the expert judges it where its search ends, with everything that goes into it.

use super::distances::{DistanceField, ShortestPaths};
use super::evaluate::{SideFeatures, Weights, race};
use super::features::FeatureSet;
use super::net::{self, Sums};
use super::state::{TwoPlayerState, goal};
use crate::Quoridor;

/// The parts of a judgement. The move is with `me`.
pub(crate) struct Judgement {
    pub me: usize,
    pub left: [u8; 2],
    pub distances: [usize; 2],
    pub paths: [ShortestPaths; 2],
    /// The value for the side that moves, if no wall can stop the race any more; nothing else counts then.
    pub race: Option<i32>,
    /// What the network adds for the side that moves.
    pub net: i32,
}

impl Judgement {
    /// Judges a position of two.
    pub fn of(game: &Quoridor) -> Self {
        let state = TwoPlayerState::of(game);
        let (me, passages) = (state.me(), state.maze.passages(game.shape));
        let (mut field, fits) = (DistanceField::EMPTY, state.maze.fitting(game.shape));
        let mut distances = [0; 2];
        let paths = [0, 1].map(|seat| {
            field.fill(passages, goal(game.shape, seat));
            distances[seat] = field.distance(state.pawn(seat), 8);
            field.shortest_paths(passages, state.pawn(seat), distances[seat], fits)
        });
        let side = |seat: usize| (distances[seat], state.left[seat]);
        let net = if net::fits(game.size(), state.left) {
            let (net, [first, second]) = (net::trained(), &paths);
            let features = FeatureSet::of(game.shape, &state, distances, [first, second]);
            Sums::empty(net).changed_to(features, net).evaluate(net, me, state.left)
        } else {
            0
        };
        let race = race(side(me), side(1 - me));
        Self { me, left: state.left, distances, paths, race, net }
    }

    /// The value for the side that moves.
    pub fn value(&self, weights: &Weights) -> i32 {
        let side = |seat: usize| SideFeatures {
            distance: self.distances[seat],
            left: self.left[seat],
            paths: &self.paths[seat],
        };
        self.race.unwrap_or_else(|| weights.evaluate(side(self.me), side(1 - self.me)) + self.net)
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng};
    use search::Stop;

    use super::super::alphabeta::{ExpertSearch, NodeInfo};
    use super::super::{Expert, net};
    use super::*;
    use crate::Options;

    #[test]
    fn it_is_what_the_search_sees_where_it_ends() {
        let (mut rng, mut scratch, stop) = (Rng::new(3), Vec::new(), Stop::new());
        let (weights, mut expert) = (Weights::tuned(), Expert::new());
        let (mut same, mut races) = (0, 0);
        for _ in 0..30 {
            let mut game = Quoridor::new(&Options::default(), 0).unwrap();
            while game.turn().seat().is_some() {
                let (state, judgement) = (TwoPlayerState::of(&game), Judgement::of(&game));
                let me = state.me();
                let wins_at_once = state.steps(game.shape) & goal(game.shape, me) != 0;
                if !wins_at_once {
                    let mut search = ExpertSearch::new(
                        game.shape,
                        weights,
                        &mut expert.table,
                        &mut expert.ordering,
                        &mut expert.eval_cache,
                        &stop,
                    );
                    search.use_net(net::trained());
                    search.begin(&state);
                    let seen = search.search(&state, NodeInfo::ROOT, 0, -29_000, 29_000);
                    assert_eq!(judgement.value(weights), seen);
                    same += 1;
                    races += u32::from(judgement.race.is_some());
                }
                for _ in 0..7 {
                    if let Some(mv) = game.random_move(&mut rng, &mut scratch) {
                        game.play(mv);
                    }
                }
            }
        }
        assert!(same > 100 && races > 5, "{same} positions, {races} races");
    }
}
