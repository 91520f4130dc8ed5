//! The solver against known scores, against a search too simple to be wrong, and against itself.

#![allow(clippy::unwrap_used)] // A test may fail.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use connect4::solver::book::{Book, BookError, Generator};
use connect4::solver::{BoardPosition, BoardSolver, Position, PositionError, Solver};

const MEBIBYTE: usize = 1 << 20;

/// Positions of a file with their scores.
fn positions(file: &str) -> Vec<(Position, i32)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| {
            let (columns, score) = line.split_once(' ').unwrap();
            (at(columns), score.trim().parse().unwrap())
        })
        .collect()
}

fn at(columns: &str) -> Position {
    Position::from_columns(columns).unwrap()
}

/// Solves every `step`th position of a file.
fn check(file: &str, step: usize) {
    let mut solver = Solver::new(64 * MEBIBYTE);
    for (number, (position, score)) in positions(file).iter().enumerate().step_by(step) {
        assert_eq!(solver.solve(position).score, *score, "{file}:{}", number + 1);
    }
}

#[test]
fn knows_a_sample_of_every_file() {
    check("end-easy", 1);
    check("middle-easy", 1);
    check("middle-medium", 5);
    check("begin-easy", 5);
    check("begin-medium", 50);
    check("begin-hard", 250);
}

#[test]
#[ignore = "minutes: every position of every file"]
fn knows_every_file() {
    for file in ["middle-medium", "begin-easy", "begin-medium", "begin-hard"] {
        check(file, 1);
    }
}

#[test]
#[ignore = "a minute: the empty board without a book"]
fn the_first_player_wins_with_the_last_stone() {
    let mut solver = Solver::new(256 * MEBIBYTE).with_threads(2);
    assert_eq!(solver.solve(&Position::EMPTY).score, 1);
}

#[test]
fn two_threads_agree_with_one() {
    let mut solver = Solver::new(16 * MEBIBYTE).with_threads(2);
    for (position, score) in positions("begin-medium").iter().step_by(60) {
        assert_eq!(solver.solve(position).score, *score);
    }
}

/// A small random generator, the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    /// A position of random play with so many stones, in which nobody has won.
    fn position(&mut self, stones: u32) -> Position {
        self.position_on(stones)
    }

    fn position_on<const W: usize, const H: usize>(&mut self, stones: u32) -> BoardPosition<W, H> {
        'game: loop {
            let mut position = BoardPosition::EMPTY;
            while position.stones() < stones {
                let open: Vec<usize> = (0..W)
                    .filter(|&column| position.can_play(column) && !position.wins_with(column))
                    .collect();
                if open.is_empty() {
                    continue 'game;
                }
                position = position.after(open[self.roll(open.len())]);
            }
            return position;
        }
    }
}

/// Naive negamax.
fn naive<const W: usize, const H: usize>(position: &BoardPosition<W, H>) -> i32 {
    let win = ((W * H) as i32 + 1 - position.stones() as i32) / 2;
    (0..W)
        .filter(|&column| position.can_play(column))
        .map(
            |column| {
                if position.wins_with(column) { win } else { -naive(&position.after(column)) }
            },
        )
        .max()
        .unwrap_or(0)
}

#[test]
fn agrees_with_a_naive_search() {
    let mut dice = Dice(2026);
    let mut solver = Solver::new(MEBIBYTE);
    for round in 0..600 {
        let position = dice.position(30 + round % 13);
        assert_eq!(solver.solve(&position).score, naive(&position), "{position:?}");
    }
}

/// The same on another board, with few squares left.
fn agrees_on<const W: usize, const H: usize>(rounds: u32) {
    let mut dice = Dice(1988);
    let mut solver = BoardSolver::<W, H>::new(MEBIBYTE);
    for round in 0..rounds {
        let left = 1 + round % 9;
        let position = dice.position_on::<W, H>((W * H) as u32 - left);
        assert_eq!(solver.solve(&position).score, naive(&position), "{W}x{H} {position:?}");
    }
}

#[test]
fn other_boards_agree_with_a_naive_search() {
    agrees_on::<4, 4>(300);
    agrees_on::<5, 4>(300);
    agrees_on::<4, 5>(300);
    agrees_on::<5, 5>(300);
    agrees_on::<6, 5>(300);
    agrees_on::<5, 6>(300);
    agrees_on::<7, 7>(300);
    agrees_on::<8, 7>(300);
}

/// Who wins an empty board: 1 the first player, -1 the second, 0 nobody.
fn winner<const W: usize, const H: usize>() -> i32 {
    BoardSolver::<W, H>::new(16 * MEBIBYTE).solve_weak(&BoardPosition::EMPTY).score
}

/// Who wins, by a search that remembers every position and knows nothing else.
fn remembered<const W: usize, const H: usize>(
    position: &BoardPosition<W, H>,
    known: &mut HashMap<u64, i32>,
) -> i32 {
    if let Some(&score) = known.get(&position.canonical_key()) {
        return score;
    }
    let mut best = if position.is_full() { 0 } else { -1 };
    if position.can_win() {
        best = 1;
    }
    for column in 0..W {
        if best < 1 && position.can_play(column) {
            best = best.max(-remembered(&position.after(column), known));
        }
    }
    known.insert(position.canonical_key(), best);
    best
}

/// The solver and the search above agree about the empty board.
fn agrees_from_the_beginning<const W: usize, const H: usize>() {
    let expected = remembered(&BoardPosition::<W, H>::EMPTY, &mut HashMap::new());
    assert_eq!(winner::<W, H>(), expected, "{W}x{H}");
}

#[test]
fn small_empty_boards_are_solved() {
    agrees_from_the_beginning::<4, 4>();
    agrees_from_the_beginning::<5, 4>();
    agrees_from_the_beginning::<4, 5>();
    assert_eq!((winner::<5, 5>(), winner::<6, 5>(), winner::<5, 6>()), (0, 0, 0));
}

#[test]
#[ignore = "a minute: larger empty boards"]
fn larger_empty_boards_are_solved() {
    agrees_from_the_beginning::<6, 4>();
    agrees_from_the_beginning::<4, 6>();
    agrees_from_the_beginning::<5, 5>();
    // The results that others have published.
    assert_eq!((winner::<6, 6>(), winner::<7, 5>()), (-1, 0));
}

#[test]
fn mirror_images_score_the_same() {
    let mut dice = Dice(7);
    for _ in 0..50 {
        let position = dice.position(20);
        let here = Solver::new(MEBIBYTE).solve(&position).score;
        let there = Solver::new(MEBIBYTE).solve(&position.mirrored()).score;
        assert_eq!(here, there, "{position:?}");
        let position = dice.position_on::<8, 7>(36);
        let mut solver = BoardSolver::new(MEBIBYTE);
        let here = solver.solve(&position).score;
        solver.forget();
        assert_eq!(here, solver.solve(&position.mirrored()).score, "{position:?}");
    }
}

#[test]
fn weak_is_the_sign_of_exact() {
    let mut solver = Solver::new(16 * MEBIBYTE);
    for (position, score) in positions("middle-medium").iter().step_by(5) {
        assert_eq!(solver.solve_weak(position).score, score.signum());
    }
}

#[test]
fn the_best_move_scores_what_the_position_scores() {
    let mut dice = Dice(41);
    let mut solver = Solver::new(4 * MEBIBYTE);
    for round in 0..200 {
        let position = dice.position(20 + round % 22);
        let scores = solver.scores(&position);
        for (column, score) in scores.iter().enumerate() {
            assert_eq!(score.is_some(), position.can_play(column));
        }
        let best = scores.into_iter().flatten().max();
        assert_eq!(best, Some(solver.solve(&position).score), "{position:?}");
    }
}

#[test]
fn the_best_line_ends_as_the_score_says() {
    let mut dice = Dice(99);
    let mut solver = Solver::new(4 * MEBIBYTE);
    for round in 0..100 {
        let mut position = dice.position(20 + round % 22);
        let score = solver.solve(&position).score;
        let (line, start) = (solver.best_line(&position), position.stones());
        let (&last, before) = line.split_last().unwrap();
        for &column in before {
            assert!(position.can_play(column) && !position.wins_with(column));
            position = position.after(column);
        }
        let end = if position.wins_with(last) {
            let won = (43 - position.stones() as i32) / 2;
            if (position.stones() - start).is_multiple_of(2) { won } else { -won }
        } else {
            assert!(position.after(last).is_full());
            0
        };
        assert_eq!(end, score, "{line:?} from {position:?}");
    }
}

#[test]
fn a_raised_flag_stops_the_search() {
    let mut solver = Solver::new(MEBIBYTE).with_threads(2);
    let stop = AtomicBool::new(true);
    assert_eq!(solver.solve_until(&Position::EMPTY, &stop), None);
    assert_eq!(solver.scores_until(&Position::EMPTY, &stop), None);
    assert_eq!(solver.best_line_until(&Position::EMPTY, &stop), None);
    // A stopped search must not leave wrong bounds in the table.
    let (position, score) = positions("middle-medium")[0];
    assert_eq!(solver.solve(&position).score, score);
}

#[test]
fn says_what_is_wrong_with_a_position() {
    let error = |columns| Position::from_columns(columns).unwrap_err();
    assert_eq!(error("48"), PositionError::NotAColumn { number: 2, found: '8', columns: 7 });
    assert_eq!(error("4444444"), PositionError::ColumnFull { number: 7, column: 4 });
    assert_eq!(error("1212121"), PositionError::GameOver { number: 7 });
    assert_eq!(error("12121213"), PositionError::AlreadyWon { number: 8 });
    assert_eq!(error("4x").to_string(), "move 2: “x” is not a column from 1 to 7");
}

#[test]
fn the_bundled_book_agrees_with_known_scores() {
    let book = Book::bundled().expect("the bundled book is whole");
    assert_eq!(book.score(&Position::EMPTY), Some(1));
    for (position, score) in positions("begin-hard") {
        if let Some(found) = book.score(&position) {
            assert_eq!(found, score);
        }
    }
    let mut solver = Solver::new(MEBIBYTE).with_book();
    let first_moves = [-2, -1, 0, 1, 0, -1, -2].map(Some);
    assert_eq!(solver.scores(&Position::EMPTY), first_moves);
}

#[test]
fn a_damaged_book_is_refused() {
    let error = |bytes: &[u8]| Book::from_bytes(bytes).err();
    assert_eq!(error(b""), Some(BookError::NotABook));
    assert_eq!(error(b"nonsense"), Some(BookError::NotABook));
    assert_eq!(error(b"C4B2\xff"), Some(BookError::TooDeep(255)));
    let short = BookError::WrongLength { depth: 1, expected: 4, found: 1 };
    assert_eq!(error(b"C4B2\x01\x02"), Some(short));
    for lines in [&b"\x80"[..], b"\x01", b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00"] {
        let bytes = [b"C4B2\x01\x02\x01\x00\xff", lines].concat();
        assert_eq!(error(&bytes), Some(BookError::BrokenLines), "{lines:?}");
    }
}

#[test]
fn the_generator_goes_on_from_its_journal() {
    let folder = std::env::temp_dir().join(format!("connect4-book-{}", std::process::id()));
    // Known scores of the first moves, in the book's order: columns 7, 6, 5 and 4 or their mirror
    // images; no search is needed to pack them.
    fs::create_dir_all(&folder).unwrap();
    let scores: Vec<u8> = [2i8, 1, 0, -1].iter().map(|&score| score as u8).collect();
    fs::write(folder.join("depth-1.scores"), &scores[..3]).unwrap();
    let mut generator = Generator::open(&folder, vec![Solver::new(MEBIBYTE)]).unwrap();
    assert!(generator.pack().is_err());
    let stopped = generator.solve(1, &AtomicBool::new(true), |_| {}).unwrap();
    assert_eq!((stopped.done, stopped.total), (3, 4));
    fs::write(folder.join("depth-1.scores"), &scores).unwrap();
    let book = Book::from_bytes(&generator.pack().unwrap()).unwrap();
    assert_eq!(book.score(&Position::EMPTY), Some(1));
    assert_eq!(book.score(&at("1")), Some(2));
    assert_eq!(book.score(&at("7")), Some(2));
    assert_eq!(book.score(&at("4")), Some(-1));
    assert_eq!((book.complete_depth(), book.depth()), (1, 1));

    // The perfect player's first move follows from the first ply; then it is stopped.
    assert!(generator.solve_lines(0, &AtomicBool::new(true), |_| {}).unwrap());
    assert!(!generator.solve_lines(3, &AtomicBool::new(true), |_| {}).unwrap());
    // A record that was cut short does no harm.
    let journal = folder.join("lines.scores");
    let whole = fs::read(&journal).unwrap();
    fs::write(&journal, [&whole[..], &[7, 7, 7]].concat()).unwrap();
    assert!(generator.solve_lines(0, &AtomicBool::new(true), |_| {}).unwrap());
    assert_eq!(fs::read(&journal).unwrap(), whole);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn lines_beyond_the_complete_depth_are_packed_and_read() {
    let folder = std::env::temp_dir().join(format!("connect4-lines-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let scores: Vec<u8> = [2i8, 1, 0, -1].iter().map(|&score| score as u8).collect();
    fs::write(folder.join("depth-1.scores"), &scores).unwrap();
    // What is written must be read again, whatever the scores: 44 and 4444 with made-up ones.
    let mut journal = Vec::new();
    for (columns, score) in [("44", 1i8), ("4444", -7)] {
        journal.extend(at(columns).canonical_key().to_le_bytes());
        journal.push(score as u8);
    }
    fs::write(folder.join("lines.scores"), journal).unwrap();
    let generator = Generator::open(&folder, Vec::new()).unwrap();
    let book = Book::from_bytes(&generator.pack().unwrap()).unwrap();
    assert_eq!((book.complete_depth(), book.depth(), book.len()), (1, 4, 7));
    assert_eq!(book.score(&at("44")), Some(1));
    assert_eq!(book.score(&at("4444")), Some(-7));
    assert_eq!(book.score(&at("444")), None);
    fs::remove_dir_all(&folder).unwrap();
}
