//! The simulations of a search as a tree: every sequence of moves that was played in imagined worlds, how often it came
//! up, and what the positions at its end were worth.

use game::Seat;
use search::{
    Algorithm, MoveScore, RankedNode, Score, SearchNode, SearchTree, Thought, TraceRequest,
    best_ranked,
};

use super::SCALE;
use crate::moves::Move;

/// A sequence of moves.
#[derive(Clone, Debug, Default)]
struct MoveSequence {
    /// Its last move; none for the root.
    mv: Option<Move>,
    /// Who decided after it, when it came up last.
    mover: Option<Seat>,
    visits: u32,
    /// The sum of the values of the simulations that began with it.
    sum: f32,
    /// What the search makes of a first move, with all that it weighs.
    judged: Option<Score>,
    next: Vec<usize>,
}

/// All simulations of a search.
#[derive(Clone, Debug)]
pub(super) struct RolloutTree {
    /// The root comes first.
    sequences: Vec<MoveSequence>,
    /// The simulation that is running, from the root on.
    path: Vec<usize>,
}

impl RolloutTree {
    pub fn new() -> Self {
        Self { sequences: vec![MoveSequence::default()], path: vec![0] }
    }

    /// The sequence that goes on with a move.
    fn after(&mut self, from: usize, mv: Move) -> usize {
        let known = self.sequences[from].next.iter().copied();
        let known = known.into_iter().find(|&next| self.sequences[next].mv == Some(mv));
        known.unwrap_or_else(|| {
            let at = self.sequences.len();
            self.sequences.push(MoveSequence { mv: Some(mv), ..MoveSequence::default() });
            self.sequences[from].next.push(at);
            at
        })
    }

    /// The running simulation goes on with a seat's move.
    pub fn step(&mut self, mover: Seat, mv: Move) {
        let from = self.path.last().copied().unwrap_or(0);
        self.sequences[from].mover = Some(mover);
        let to = self.after(from, mv);
        self.path.push(to);
    }

    /// The running simulation ends in a position of this value, where this seat is to decide.
    pub fn end(&mut self, mover: Option<Seat>, value: f32) {
        for &at in &self.path {
            self.sequences[at].visits += 1;
            self.sequences[at].sum += value;
        }
        if let Some(&last) = self.path.last() {
            self.sequences[last].mover = mover;
        }
        self.path.truncate(1);
    }

    /// What the search makes of first moves, simulated or not.
    pub fn judge(&mut self, moves: &[MoveScore<Move>]) {
        for &MoveScore { mv, score } in moves {
            let at = self.after(0, mv);
            self.sequences[at].judged = Some(score);
        }
    }

    /// Its most frequent sequences, for the seat that has searched.
    pub fn most_visited(
        &self,
        seat: Seat,
        thought: &Thought<Move>,
        request: &TraceRequest,
    ) -> SearchTree<Move> {
        let show = |at: usize| {
            let sequence = &self.sequences[at];
            let mean = sequence.sum / sequence.visits.max(1) as f32;
            let value = sequence.judged.unwrap_or(Score::Points((mean * SCALE) as i32));
            let mover = if at == 0 { Some(seat) } else { sequence.mover };
            let node = SearchNode {
                mover,
                maximises: mover == Some(seat),
                value: Some(if at == 0 { thought.score } else { value }),
                below: sequence.next.len() as u64,
                visits: Some(sequence.visits.into()),
                ..SearchNode::after(sequence.mv)
            };
            RankedNode { rank: sequence.visits.into(), handle: at, node }
        };
        let tree = best_ranked(Algorithm::Rollouts, show(0), thought, request, |&at, _| {
            self.sequences[at].next.iter().map(|&next| show(next)).collect()
        });
        SearchTree { searched: self.sequences[0].visits.into(), depth: tree.recorded_plies, ..tree }
    }
}
