//! The evaluations of the levels, term by term, with the paths and the squares that the path finders look at.

use game::{Game, Phrase, Seat, Words};
use search::{BoardLayer, Breakdown, Evaluate, EvaluationTerm, LayerCell};

use crate::expert::Judgement;
use crate::maze::squares;
use crate::moves::Square;
use crate::runner::{astar, bfs};
use crate::{Evaluation, Quoridor, Weights, path_difference};

const STEPS: Phrase = Phrase::new("steps to the goal", "pas jusqu’au but");
const NEAREST: Phrase = Phrase::new("steps of the nearest opponent", "pas du rival le plus proche");
const WALLS: Phrase = Phrase::new("walls in hand", "murs en main");
const TEMPO: Phrase = Phrase::new("having the move", "avoir le trait");
const NARROW: Phrase = Phrase::new("bottlenecks on its paths", "goulots sur ses chemins");
const WIDE: Phrase = Phrase::new("spare squares on its paths", "cases de rechange sur ses chemins");
const NET: Phrase = Phrase::new("what the network adds", "ce qu’ajoute le réseau de neurones");
const RACE: Phrase = Phrase::new("the race is decided", "la course est jouée");
const RIVALS: Phrase = Phrase::new("the opponents together", "les adversaires ensemble");

/// What the points of the path finders count a step as.
const STEP: f64 = -100.0;

/// The evaluation of a level of this game, as a function of the position.
pub(crate) fn evaluation(level: &str, weights: Weights) -> Option<Box<dyn Evaluate<Quoridor>>> {
    match level {
        "runner" | "astar" => Some(Box::new(|game: &Quoridor, seat: Seat| {
            STEP as i32 * i32::from(game.distance(seat))
        })),
        "walls" => Some(Box::new(path_difference)),
        "mcts" => Some(Box::new(Evaluation::new(weights))),
        "hard" | "expert" => Some(Box::new(move |game: &Quoridor, seat: Seat| {
            if game.seats() != 2 {
                return path_difference(game, seat);
            }
            let judgement = Judgement::of(game);
            let value = judgement.value(&weights);
            if judgement.me == seat.index() { value } else { -value }
        })),
        _ => None,
    }
}

/// The position as a level sees it; none once the game is over.
pub(crate) fn breakdown(game: &Quoridor, level: &str, weights: Weights) -> Option<Breakdown> {
    game.turn().seat()?;
    let two = game.seats() == 2;
    let terms = match level {
        "runner" | "astar" => vec![EvaluationTerm::alone("steps", STEPS, STEP, distances(game))],
        "hard" | "expert" if two => expert_terms(game, &weights),
        "walls" => path_terms(game),
        "mcts" => evaluation_terms(game, &weights),
        // Among four, `hard` and `expert` evaluate nothing: they play games out.
        _ => return None,
    };
    let evaluation = evaluation(level, weights)?;
    let totals = seats(game).map(|seat| evaluation.evaluate(game, seat).into()).collect();
    Some(Breakdown { terms, totals, layers: layers(game) })
}

fn seats(game: &Quoridor) -> impl Iterator<Item = Seat> + use<> {
    (0..game.seats).map(Seat)
}

fn distances(game: &Quoridor) -> Vec<f64> {
    seats(game).map(|seat| game.distance(seat).into()).collect()
}

fn path_terms(game: &Quoridor) -> Vec<EvaluationTerm> {
    let own = distances(game);
    let least = |seat: usize| {
        let others = own.iter().enumerate().filter(|&(other, _)| other != seat);
        others.map(|(_, &distance)| distance).fold(f64::INFINITY, f64::min)
    };
    let nearest = (0..own.len()).map(least).collect();
    vec![
        EvaluationTerm::alone("steps", STEPS, -1.0, own),
        EvaluationTerm::alone("nearest", NEAREST, 1.0, nearest),
    ]
}

/// The terms of what the expert judges by.
fn expert_terms(game: &Quoridor, weights: &Weights) -> Vec<EvaluationTerm> {
    let judgement = Judgement::of(game);
    let of_mover = |value: f64| if judgement.me == 0 { [value, -value] } else { [-value, value] };
    if let Some(value) = judgement.race {
        let counts = judgement.distances.map(|distance| distance as f64).to_vec();
        let points = of_mover(value.into()).to_vec();
        return vec![EvaluationTerm::computed("race", RACE, counts, points)];
    }
    let by = |of: &dyn Fn(usize) -> f64| [of(0), of(1)];
    // What the evaluation counts only against an opponent who still has walls.
    let against = |seat: usize| judgement.left[1 - seat] > 0;
    let narrow = |seat: usize| {
        let count = judgement.paths[seat].bottlenecks.min(6);
        if against(seat) { f64::from(count) } else { 0.0 }
    };
    let wide = |seat: usize| {
        let paths = &judgement.paths[seat];
        let spare = paths.squares.count_ones() as i32 - judgement.distances[seat] as i32;
        if against(seat) { f64::from(spare.min(20)) } else { 0.0 }
    };
    let walls = by(&|seat| f64::from(weights.walls(judgement.left[seat])));
    let left = judgement.left.map(f64::from).to_vec();
    let has_move = by(&|seat| f64::from(u8::from(judgement.me == seat)));
    let net = of_mover(judgement.net.into());
    let difference = |id, name, weight: i32, of: &dyn Fn(usize) -> f64| {
        EvaluationTerm::difference(id, name, weight.into(), by(of))
    };
    vec![
        difference("steps", STEPS, -weights.step, &|seat| judgement.distances[seat] as f64),
        EvaluationTerm::computed(
            "walls",
            WALLS,
            left,
            vec![walls[0] - walls[1], walls[1] - walls[0]],
        ),
        difference("narrow", NARROW, -weights.narrow, &narrow),
        difference("wide", WIDE, weights.wide, &wide),
        EvaluationTerm::difference("tempo", TEMPO, weights.tempo.into(), has_move),
        EvaluationTerm::computed("net", NET, net.to_vec(), net.to_vec()),
    ]
}

/// The terms of the evaluation for any number of seats.
fn evaluation_terms(game: &Quoridor, weights: &Weights) -> Vec<EvaluationTerm> {
    let totals = Evaluation::new(weights.clone()).values(game);
    let totals: Vec<f64> = totals[..game.seats()].iter().map(|&value| value.into()).collect();
    if Evaluation::race_is_decided(game) {
        return vec![EvaluationTerm::computed("race", RACE, distances(game), totals)];
    }
    let count = game.seats() as i32;
    let wait = |seat: Seat| (i32::from(seat.0) + count - i32::from(game.mover)) % count;
    let steps = EvaluationTerm::alone("steps", STEPS, f64::from(-weights.step), distances(game));
    let left = seats(game).map(|seat| f64::from(game.walls_left(seat))).collect();
    let worth = seats(game).map(|seat| f64::from(weights.walls(game.walls_left(seat)))).collect();
    let walls = EvaluationTerm::computed("walls", WALLS, left, worth);
    let tempo = EvaluationTerm::computed(
        "tempo",
        TEMPO,
        seats(game).map(|seat| f64::from(wait(seat))).collect(),
        seats(game).map(|seat| f64::from(-(2 * weights.tempo * wait(seat) / count))).collect(),
    );
    let own = |seat: usize| steps.points[seat] + walls.points[seat] + tempo.points[seat];
    let alone: Vec<f64> = (0..game.seats()).map(own).collect();
    // How the opponents are weighed, with its rounding, is the evaluation's own business.
    let rivals = totals.iter().zip(&alone).map(|(total, alone)| total - alone).collect();
    let rivals = EvaluationTerm::computed("rivals", RIVALS, alone, rivals);
    vec![steps, walls, tempo, rivals]
}

/// Each seat's shortest path, and the squares that breadth-first search and A* look at to find it, numbered in their
/// order.
fn layers(game: &Quoridor) -> Vec<BoardLayer> {
    let mut layers = Vec::new();
    for seat in seats(game) {
        // In the order in which they were found, or just marked.
        let mut layer = |id, name: Words, found: Vec<Square>, ordered: bool| {
            let cell = |(at, square): (usize, &Square)| {
                let value = if ordered { 1.0 + at as f64 } else { 1.0 };
                LayerCell { x: square.file(), y: square.rank(), value }
            };
            let cells = found.iter().enumerate().map(cell).collect();
            let (width, height) = (game.size(), game.size());
            layers.push(BoardLayer { id, name, seat: Some(seat.0), width, height, cells });
        };
        let (mut breadth, mut star) = (Vec::new(), Vec::new());
        bfs::search(game, seat, game.pawn(seat), &mut |square| breadth.push(square));
        astar::search(game, seat, game.pawn(seat), &mut |square| star.push(square));
        let searched = |by: (&str, &str), count: usize| {
            Words::new(
                format!("{}: {count} squares searched", by.0),
                format!("{} : {count} cases examinées", by.1),
            )
        };
        let name = searched(("breadth-first search", "parcours en largeur"), breadth.len());
        layer("bfs", name, breadth, true);
        layer("astar", searched(("A*", "A*"), star.len()), star, true);
        let path = game.path(seat);
        let name = Words::new(
            format!("a shortest path: {} steps", path.len().saturating_sub(1)),
            format!("un plus court chemin : {} pas", path.len().saturating_sub(1)),
        );
        layer("steps", name, path, true);
        if game.seats() == 2 {
            let judgement = Judgement::of(game);
            let on_paths = judgement.paths[seat.index()].squares;
            let name = Words::new(
                "all squares on shortest paths",
                "toutes les cases des plus courts chemins",
            );
            layer("wide", name, squares(on_paths).collect(), false);
        }
    }
    layers
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::*;
    use crate::Options;

    #[test]
    fn the_terms_add_up_to_the_evaluation_that_the_level_uses() {
        let (mut rng, mut scratch, mut positions) = (Rng::new(6), Vec::new(), 0);
        for seats in [2, 4] {
            for _ in 0..6 {
                let options = Options { players: seats, ..Options::default() };
                let mut game = Quoridor::new(&options, 0).unwrap();
                while game.turn().seat().is_some() {
                    for level in ["runner", "astar", "walls", "mcts", "hard", "expert"] {
                        let weights = Weights::tuned().clone();
                        let Some(breakdown) = breakdown(&game, level, weights.clone()) else {
                            assert!(seats == 4 && matches!(level, "hard" | "expert"));
                            continue;
                        };
                        let evaluation = evaluation(level, weights).unwrap();
                        for seat in super::seats(&game) {
                            let value = f64::from(evaluation.evaluate(&game, seat));
                            assert_eq!(breakdown.sum(seat.index()), value, "{level}");
                            assert_eq!(breakdown.totals[seat.index()], value, "{level}");
                        }
                        positions += 1;
                    }
                    for _ in 0..5 {
                        if let Some(mv) = game.random_move(&mut rng, &mut scratch) {
                            game.play(mv);
                        }
                    }
                }
            }
        }
        assert!(positions > 500);
    }

    #[test]
    fn searched_squares_are_those_that_the_players_count() {
        let mut game = Quoridor::new(&Options::default(), 0).unwrap();
        for text in ["e2", "e8", "e3h", "c7h"] {
            game::play_text(&mut game, text).unwrap();
        }
        let layers = layers(&game);
        for seat in super::seats(&game) {
            let of = |id| {
                let layer = |layer: &&BoardLayer| layer.id == id && layer.seat == Some(seat.0);
                layers.iter().find(layer).unwrap().cells.len() as u64
            };
            assert_eq!(of("bfs"), bfs::find(&game, seat, game.pawn(seat)).visited);
            assert_eq!(of("astar"), astar::find(&game, seat, game.pawn(seat)).visited);
            assert_eq!(of("steps"), 1 + u64::from(game.distance(seat)));
            assert!(of("astar") < of("bfs"), "A* looks at fewer");
        }
    }
}
