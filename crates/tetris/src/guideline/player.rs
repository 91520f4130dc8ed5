//! The expert at the placement game.

use game::Game;
use search::{Limits, MoveScore, Player, Score, SearchTree, Stop, Thought, TraceRequest};

use crate::guideline::reachable::LockedPiece;
use crate::guideline::search::AttackSearch;
use crate::guideline::situation::Situation;
use crate::guideline::snapshot::most_promising;
use crate::guideline::weights::AttackWeights;
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::pieces::System;

/// It remembers what it thought about the placement that it chose.
pub struct Attacker {
    weights: AttackWeights,
    search: Option<(AttackSearch, LockedPiece)>,
}

impl Attacker {
    /// Ready for a new game, with these weights.
    pub fn new(weights: AttackWeights) -> Self {
        Self { weights, search: None }
    }

    /// The search about a situation, with what it had found before if the game went as it wanted.
    fn search(&mut self, situation: Situation) -> AttackSearch {
        if let Some((mut search, chosen)) = self.search.take()
            && search.advance(chosen)
        {
            let known = search.situation().queue.len();
            if let Some(new) = situation.queue.get(known..) {
                new.iter().for_each(|&piece| search.add(piece));
            }
            if *search.situation() == situation {
                return search;
            }
        }
        AttackSearch::new(self.weights.clone(), situation)
    }
}

impl Default for Attacker {
    /// With the expert's own weights.
    fn default() -> Self {
        Self::new(AttackWeights::own().clone())
    }
}

/// How the placement game writes it.
pub(super) fn named(placement: LockedPiece) -> Placement {
    let spins = placement.spin != crate::rules::score::Spin::None;
    Placement::of(System::Modern, placement.body(), spins)
}

impl Player<Tetris> for Attacker {
    fn think(
        &mut self,
        game: &Tetris,
        limits: &Limits,
        stop: &Stop,
        _report: &mut dyn FnMut(&Thought<Placement>),
    ) -> Thought<Placement> {
        let stop = stop.with(limits);
        let mut search = self.search(Situation::from(game));
        let before = search.nodes();
        let enough = |search: &AttackSearch| {
            limits.nodes.is_some_and(|nodes| search.nodes() - before >= nodes) || stop.is_pulled()
        };
        while search.round() && !enough(&search) {}
        let ranking = search.ranking();
        // Where pieces may only be dropped straight, the search has seen too much.
        let legal = |placement: LockedPiece| game.check(named(placement)).is_ok();
        let Some(&(chosen, worth)) = ranking.iter().find(|&&(placement, _)| legal(placement))
        else {
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            return Thought::unscored(moves.first().copied());
        };
        let line = search.line();
        let line = if line.first() == Some(&chosen) { line } else { vec![chosen] };
        let scored = |&(placement, worth): &(LockedPiece, i32)| MoveScore {
            mv: named(placement),
            score: Score::Points(worth),
        };
        let shown = if limits.study { &ranking[..] } else { &[] };
        let thought = Thought {
            best: Some(named(chosen)),
            score: Score::Points(worth),
            depth: line.len() as u32,
            line: line.into_iter().map(named).collect(),
            moves: shown.iter().filter(|&&(placement, _)| legal(placement)).map(scored).collect(),
            nodes: search.nodes() - before,
        };
        self.search = Some((search, chosen));
        thought
    }

    fn trace(
        &mut self,
        game: &Tetris,
        request: &TraceRequest,
        stop: &Stop,
    ) -> Option<SearchTree<Placement>> {
        game.turn().seat()?;
        let thought = self.think(game, &Limits::nodes(request.nodes), stop, &mut |_| ());
        let (search, _) = self.search.take()?;
        Some(most_promising(&search, game, &thought, request))
    }

    fn reset(&mut self, _seed: u64) {
        self.search = None;
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.search.as_ref().map_or(0, |(search, _)| search.bytes())
    }
}
