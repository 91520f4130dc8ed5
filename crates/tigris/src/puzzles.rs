//! Puzzles: the last action of a turn, or a decision in a conflict, where one choice is clearly the best by what its
//! seat can know.

use game::{Game, Phrase, Puzzles, Theme};
use search::PuzzleMaking;

use crate::moves::Move;
use crate::rules::{ACTIONS, Phase, Tigris};

static BUNDLED: Puzzles = Puzzles::new(include_str!("../puzzles/puzzles.txt"));

const THEMES: &[Theme] = &[
    Theme {
        id: "action",
        name: Phrase::new("The best action", "La meilleure action"),
        task: Some(Phrase::new(
            "One action of this turn is left. Make the most of it.",
            "Il reste une action à ce tour. Tirez-en le meilleur.",
        )),
    },
    Theme {
        id: "conflict",
        name: Phrase::new("In a conflict", "Dans un conflit"),
        task: Some(Phrase::new(
            "A conflict is to be decided. What do you commit?",
            "Un conflit va se décider. Qu’y engagez-vous ?",
        )),
    },
    Theme {
        id: "choice",
        name: Phrase::new("A choice to make", "Un choix à faire"),
        task: Some(Phrase::new("Which choice is the best?", "Quel est le meilleur choix ?")),
    },
    Theme::named("war", Phrase::new("Go to war", "Déclarer la guerre")),
    Theme::named("revolt", Phrase::new("Start a revolt", "Lancer une révolte")),
    Theme::named("tile", Phrase::new("The right tile", "La bonne tuile")),
    Theme::named("leader", Phrase::new("The right leader", "Le bon chef")),
    Theme::named("monument", Phrase::new("Monument", "Monument")),
    Theme::named("treasure", Phrase::new("Treasure", "Trésor")),
    Theme::named("catastrophe", Phrase::new("Catastrophe", "Catastrophe")),
    Theme::named("support", Phrase::new("How much support", "Combien de renforts")),
];

pub(crate) const MAKING: PuzzleMaking<Tigris> = PuzzleMaking {
    themes: THEMES,
    bundled: &BUNDLED,
    variant: "two",
    players: &["heuristic", "expert:nodes=500", "expert:nodes=2000"],
    judge: "expert",
    nodes: 60_000,
    margin: 0.12,
    longest: 1,
    fits,
    exact: |_| None,
    name,
    composer: None,
};

/// The last action of a turn, since two actions often make the same turn in either order; and everything that is
/// decided in between.
fn fits(game: &Tigris) -> bool {
    let decisive = match game.phase() {
        Phase::Action => game.action + 1 == ACTIONS,
        Phase::Over(_) => false,
        _ => true,
    };
    decisive && game.count_moves() >= 3
}

fn name(game: &Tigris, line: &[Move]) -> Vec<&'static str> {
    let Some(&first) = line.first() else { return Vec::new() };
    let mut names = vec![match game.phase() {
        Phase::Action => "action",
        Phase::Revolt(_) | Phase::War(_) => "conflict",
        _ => "choice",
    }];
    names.push(match first {
        Move::Tile(..) => "tile",
        Move::Leader(..) | Move::Withdraw(_) => "leader",
        Move::Catastrophe(_) => "catastrophe",
        Move::Support(_) => "support",
        Move::Build(..) | Move::Decline => "monument",
        Move::Take(_) => "treasure",
        Move::War(_) => "war",
        // What comes of these is chance, or nothing.
        Move::Swap(_) | Move::Pass => return Vec::new(),
    });
    let mut next = game.clone();
    next.play(first);
    if game.phase() == Phase::Action {
        match next.phase() {
            Phase::Revolt(_) => names.push("revolt"),
            Phase::War(_) | Phase::WarChoice => names.push("war"),
            Phase::Monument => names.push("monument"),
            _ => (),
        }
    }
    names
}
