//! Puzzles: one wall or one step that decides. Races without walls are solved exactly; everything else is proved by
//! search.

use game::{Game, Phrase, Puzzles, Seat, Theme};
use search::{PuzzleMaking, Stop};

use crate::solver::solve_in;
use crate::{Move, Quoridor};

static BUNDLED: Puzzles = Puzzles::new(include_str!("../puzzles/puzzles.txt"));

const THEMES: &[Theme] = &[
    Theme {
        id: "best",
        name: Phrase::new("The move that decides", "Le coup qui décide"),
        task: Some(Phrase::new(
            "One move is clearly better than all others. Wall or step?",
            "Un coup vaut bien mieux que tous les autres. Un mur ou un pas ?",
        )),
    },
    Theme {
        id: "race",
        name: Phrase::new("The last race", "La dernière course"),
        task: Some(Phrase::new(
            "All walls are placed: run. Only one step is right.",
            "Tous les murs sont posés : courez. Un seul pas est le bon.",
        )),
    },
    Theme::named("wall", Phrase::new("The right wall", "Le bon mur")),
    Theme::named("detour", Phrase::new("A long detour", "Un long détour")),
    Theme::named("guard", Phrase::new("Keep the way open", "Garder la voie libre")),
    Theme::named("step", Phrase::new("The right step", "Le bon pas")),
    Theme::named("jump", Phrase::new("Over the other pawn", "Par-dessus l’autre pion")),
];

pub(crate) const MAKING: PuzzleMaking<Quoridor> = PuzzleMaking {
    themes: THEMES,
    bundled: &BUNDLED,
    variant: "two",
    players: &["walls", "hard:depth=2", "hard:depth=3", "expert:nodes=2000"],
    judge: "expert",
    nodes: 80_000,
    margin: 0.25,
    longest: 3,
    fits,
    exact,
    name,
    composer: None,
};

/// Entries of the table that a race is solved with, as a power of two.
const RACE_TABLE_BITS: u32 = 14;

/// The race is close: whoever is far ahead wins with any move.
fn fits(game: &Quoridor) -> bool {
    let near = [0, 1].map(|seat| i32::from(game.distance(Seat(seat))));
    game.seats() == 2
        && game.size() == 9
        && game.plies() >= 8
        && (near[0] - near[1]).abs() <= 4
        && near.iter().all(|&steps| steps >= 2)
        && game.count_moves() >= 3
}

/// Where nobody has a wall left.
fn exact(game: &Quoridor) -> Option<Vec<(Move, f32)>> {
    let mover = game.turn().seat()?;
    if game.seats() != 2 || (0..2).any(|seat| game.walls_left(Seat(seat)) > 0) {
        return None;
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let worth = |mv: Move| {
        let mut next = game.clone();
        next.play(mv);
        if let Some(outcome) = next.turn().outcome() {
            return if outcome.place(mover) == 1 { 1.0 } else { 0.0 };
        }
        match solve_in(&next, RACE_TABLE_BITS, &Stop::new()) {
            Some(solved) => f32::from(u8::from(solved.winner == mover)),
            None => 0.5,
        }
    };
    Some(moves.into_iter().map(|mv| (mv, worth(mv))).collect())
}

fn name(game: &Quoridor, line: &[Move]) -> Vec<&'static str> {
    let (Some(&first), Some(mover)) = (line.first(), game.turn().seat()) else { return Vec::new() };
    let other = Seat(1 - mover.0.min(1));
    let race = (0..2).all(|seat| game.walls_left(Seat(seat)) == 0);
    let mut names = vec![if race { "race" } else { "best" }];
    let mut next = game.clone();
    next.play(first);
    match first {
        Move::Wall(..) => {
            names.push("wall");
            let longer = |seat| i32::from(next.distance(seat)) - i32::from(game.distance(seat));
            if longer(other) >= 3 {
                names.push("detour");
            } else if longer(other) == 0 {
                names.push("guard");
            }
        }
        Move::Step(to) => {
            names.push("step");
            let from = game.pawn(mover);
            let far = from.file().abs_diff(to.file()) + from.rank().abs_diff(to.rank());
            if far > 1 {
                names.push("jump");
            }
        }
        Move::Pass => (),
    }
    names
}
