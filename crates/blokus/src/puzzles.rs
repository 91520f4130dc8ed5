//! Puzzles: the end of a game of two, in which one move decides who wins. All are searched to the end.

use game::{Game, Phrase, Puzzles, Theme};
use search::{PuzzleMaking, exact_moves};

use crate::moves::Move;
use crate::pieces::Pieces;
use crate::rules::Blokus;

static BUNDLED: Puzzles = Puzzles::new(include_str!("../puzzles/puzzles.txt"));

const THEMES: &[Theme] = &[
    Theme {
        id: "win",
        name: Phrase::new("Win the endgame", "Gagner la fin de partie"),
        task: Some(Phrase::new(
            "The board is nearly full. Only one move wins the game.",
            "Le plateau est presque plein. Un seul coup gagne la partie.",
        )),
    },
    Theme {
        id: "save",
        name: Phrase::new("Save the draw", "Sauver la nulle"),
        task: Some(Phrase::new(
            "Every move loses but one, which holds the draw.",
            "Tous les coups perdent sauf un, qui tient la nulle.",
        )),
    },
    Theme::named("block", Phrase::new("In the way", "Barrer la route")),
    Theme::named("room", Phrase::new("Keep room for later", "Garder de la place")),
    Theme::named("large", Phrase::new("A large piece", "Une grande pièce")),
    Theme::named("small", Phrase::new("A small piece", "Une petite pièce")),
];

pub(crate) const MAKING: PuzzleMaking<Blokus> = PuzzleMaking {
    themes: THEMES,
    bundled: &BUNDLED,
    variant: "duo",
    players: &["medium", "mcts:nodes=40", "mcts:nodes=150", "hard:nodes=200"],
    judge: "mcts",
    nodes: 0,
    margin: 0.0,
    longest: 3,
    fits,
    exact,
    name,
    composer: None,
};

/// With more moves than this, for both colours together, a search to the end takes too long.
const MOST_MOVES: usize = 70;
const NODES: u64 = 60_000;

fn fits(game: &Blokus) -> bool {
    let Some(colour) = game.colour_to_move() else { return false };
    let moves = [0, 1].map(|colour| game.moves_of(colour).len());
    moves[colour] >= 4 && moves[0] + moves[1] <= MOST_MOVES
}

fn exact(game: &Blokus) -> Option<Vec<(Move, f32)>> {
    if game.seats() != 2 || game.mode().colours() != 2 {
        return None;
    }
    exact_moves(game, NODES)
}

fn name(game: &Blokus, line: &[Move]) -> Vec<&'static str> {
    let (Some(&first), Some(colour)) = (line.first(), game.colour_to_move()) else {
        return Vec::new();
    };
    let worths = exact(game).unwrap_or_default();
    let wins = worths.iter().any(|&(mv, worth)| mv == first && worth == 1.0);
    let mut names = vec![if wins { "win" } else { "save" }];
    let Move::Place(spot) = first else { return names };
    let mut next = game.clone();
    next.play(first);
    let (before, after) = (game.moves_of(1 - colour).len(), next.moves_of(1 - colour).len());
    if after * 2 < before {
        names.push("block");
    } else if !next.moves_of(colour).is_empty() {
        names.push("room");
    }
    match Pieces::get().pieces[usize::from(spot.shape().piece)].size {
        5.. => names.push("large"),
        0..=2 => names.push("small"),
        _ => (),
    }
    names
}
