//! Puzzles: positions with one move that wins, or one that saves the game. The solver knows them all.

use game::{Game, Phrase, Puzzles, Seat, Theme};
use search::PuzzleMaking;

use crate::perfect::shared_solver;
use crate::solver::Position;
use crate::{Column, Connect4};

static BUNDLED: Puzzles = Puzzles::new(include_str!("../puzzles/puzzles.txt"));

const THEMES: &[Theme] = &[
    Theme {
        id: "win",
        name: Phrase::new("Find the win", "Trouver le gain"),
        task: Some(Phrase::new(
            "Only one column wins. Which one?",
            "Une seule colonne gagne. Laquelle ?",
        )),
    },
    Theme {
        id: "save",
        name: Phrase::new("Save the game", "Sauver la partie"),
        task: Some(Phrase::new(
            "Every column loses but one. Hold on!",
            "Toutes les colonnes perdent, sauf une. Tenez bon !",
        )),
    },
    Theme::named("fork", Phrase::new("Two threats at once", "Double menace")),
    Theme::named("threat", Phrase::new("A threat to begin with", "Commencer par une menace")),
    Theme::named("quiet", Phrase::new("Quiet move", "Coup tranquille")),
    Theme::named("long", Phrase::new("Long way to the win", "Gain de longue haleine")),
];

pub(crate) const MAKING: PuzzleMaking<Connect4> = PuzzleMaking {
    themes: THEMES,
    bundled: &BUNDLED,
    variant: "standard",
    players: &["medium", "hard", "mcts:nodes=300", "mcts:nodes=2000", "random"],
    judge: "perfect",
    nodes: 0,
    margin: 0.0,
    longest: 5,
    fits,
    exact,
    name,
    composer: None,
};

/// Before this many discs the solver takes long, and a person cannot see so far.
const FEWEST: u32 = 12;

/// The columns in which a disc of a seat would make four.
fn winning(game: &Connect4, seat: Seat) -> usize {
    let mut moves = Vec::new();
    let game = Connect4 { mover: seat.0, ..game.clone() };
    game.legal_moves(&mut moves);
    let wins = |&&mv: &&Column| {
        let mut next = game.clone();
        next.play(mv);
        next.won
    };
    moves.iter().filter(wins).count()
}

/// Nobody can make four at once: there is nothing to find where a move is forced.
fn fits(game: &Connect4) -> bool {
    game.plies() >= FEWEST
        && game.count_moves() >= 3
        && winning(game, Seat(0)) == 0
        && winning(game, Seat(1)) == 0
}

fn exact(game: &Connect4) -> Option<Vec<(Column, f32)>> {
    let position = Position::try_from(game).ok()?;
    let scores = shared_solver().scores(&position);
    let worth = |score: i32| (score.signum() + 1) as f32 / 2.0;
    let columns = scores.into_iter().zip(0u8..);
    Some(columns.filter_map(|(score, at)| Some((Column(at), worth(score?)))).collect())
}

fn name(game: &Connect4, line: &[Column]) -> Vec<&'static str> {
    let (Some(&first), Some(seat)) = (line.first(), game.turn().seat()) else { return Vec::new() };
    let worths = exact(game).unwrap_or_default();
    let wins = worths.iter().any(|&(mv, worth)| mv == first && worth == 1.0);
    let mut next = game.clone();
    next.play(first);
    let mut names = vec![if wins { "win" } else { "save" }];
    names.push(match winning(&next, seat) {
        0 => "quiet",
        1 => "threat",
        _ => "fork",
    });
    if wins && line.len() >= 5 {
        names.push("long");
    }
    names
}
