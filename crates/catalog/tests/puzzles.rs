//! The puzzles that come with the program: every one is played through, and those that are quick to prove are proved.

use std::collections::HashSet;

use catalog::{Entry, PuzzleMaker};
use game::{Proof, Puzzle};

/// Every so many puzzles are solved again; `plateau puzzles GAME --check` solves them all.
const EVERY: usize = 10;

fn each(mut look: impl FnMut(&'static dyn Entry, &'static dyn PuzzleMaker, &'static Puzzle)) {
    for game in catalog::games() {
        let Some(maker) = game.puzzles() else { continue };
        for puzzle in maker.bundled() {
            look(*game, maker, puzzle);
        }
    }
}

#[test]
fn every_game_brings_three_hundred_puzzles_in_a_small_file() {
    let mut bytes = 0;
    for game in catalog::games() {
        let bundled = game.puzzles().expect("a game has puzzles").bundled();
        assert!(bundled.len() >= 300, "{}: {}", game.about().id, bundled.len());
        bytes += bundled.iter().map(|puzzle| puzzle.to_string().len() + 1).sum::<usize>();
    }
    assert!(bytes < 700_000, "{bytes} bytes in all");
}

#[test]
fn every_line_of_every_puzzle_is_legal_and_ends_with_the_solver() {
    let mut ids = HashSet::new();
    each(|game, maker, puzzle| {
        let name = format!("{} {}", game.about().id, puzzle.id);
        assert!(ids.insert(name.clone()), "{name} is there twice");
        assert_eq!(Puzzle::id_of(&puzzle.position), puzzle.id, "{name}");
        assert!((500..3_000).contains(&puzzle.rating), "{name}: {}", puzzle.rating);
        let themes: Vec<_> = puzzle.themes.iter().map(|id| maker.theme(id)).collect();
        let with_task = |at: usize| themes[at].expect("a theme of the game").task.is_some();
        assert!(with_task(0) && (1..themes.len()).all(|at| !with_task(at)), "{name}");
        let start = game.load(&puzzle.position).expect("a position");
        assert_eq!(start.save(), puzzle.position, "{name}");
        let solver = start.turn().seat();
        for line in &puzzle.lines {
            let mut table = start.fork();
            let mut last = None;
            for text in line {
                last = table.turn().seat();
                assert_eq!(table.play(text).as_ref(), Ok(text), "{name}");
            }
            assert_eq!(last, solver, "{name}: the last move is the solver's");
        }
        // Moves by two seats: the answer to a move is always the same, whichever line it is in.
        let others = puzzle.lines.iter().skip(1);
        assert!(others.clone().all(|line| line != &puzzle.lines[0]), "{name}");
    });
}

#[test]
fn exact_answers_are_exact() {
    let mut at = 0;
    each(|game, maker, puzzle| {
        at += 1;
        if at % EVERY != 0 || puzzle.proof != Proof::Exact {
            return;
        }
        let table = game.load(&puzzle.position).expect("a position");
        let name = format!("{} {}", game.about().id, puzzle.id);
        if maker.composes() {
            let lines = maker.solve(&*table, &puzzle.themes[0], puzzle.lines[0].len());
            assert_eq!(lines.as_ref(), Some(&puzzle.lines), "{name}");
            return;
        }
        let worths = maker.exact(&*table).expect("an exact proof");
        let best = worths.iter().map(|(_, worth)| *worth).fold(0.0, f32::max);
        let right: Vec<_> = worths.iter().filter(|(_, worth)| *worth == best).collect();
        assert_eq!(right.len(), 1, "{name}");
        assert_eq!(right[0].0, puzzle.lines[0][0], "{name}");
    });
}
