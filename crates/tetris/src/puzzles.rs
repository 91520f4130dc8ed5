//! Puzzles: empty the well, turn a T into its slot, dig through garbage, with the pieces that are shown. Positions are
//! composed, and a search of all placements finds every line that reaches the goal.

use game::{Game, Phrase, Puzzles, Rng, Theme};
use search::{Composer, PuzzleMaking};

use crate::about::Options;
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::colours::Cell;
use crate::rules::pieces::{Body, Facing, Piece, System};
use crate::rules::score::Spin;
use crate::rules::stock::Landing;

static BUNDLED: Puzzles = Puzzles::new(include_str!("../puzzles/puzzles.txt"));

const THEMES: &[Theme] = &[
    Theme {
        id: "clear",
        name: Phrase::new("Empty the well", "Vider le puits"),
        task: Some(Phrase::new(
            "Empty the well with {n} pieces. The hold is yours to use.",
            "Videz le puits en {n} pièces. La réserve est à vous.",
        )),
    },
    Theme {
        id: "spin",
        name: Phrase::new("T-spin", "T-spin"),
        task: Some(Phrase::new(
            "T-spin in {n}: clear two lines or three with it.",
            "T-spin en {n} : effacez ainsi deux lignes ou trois.",
        )),
    },
    Theme {
        id: "dig",
        name: Phrase::new("Dig", "Creuser"),
        task: Some(Phrase::new(
            "Clear all the garbage with {n} pieces.",
            "Effacez toutes les lignes de pénalité en {n} pièces.",
        )),
    },
    Theme::named("hold", Phrase::new("With the hold", "Avec la réserve")),
    Theme::named("slide", Phrase::new("Under a roof", "Sous un toit")),
];

pub(crate) const MAKING: PuzzleMaking<Tetris> = PuzzleMaking {
    themes: THEMES,
    bundled: &BUNDLED,
    variant: "modern",
    players: &[],
    judge: "expert",
    nodes: 0,
    margin: 0.0,
    longest: 4,
    fits: |_| false,
    exact: |_| None,
    name,
    composer: Some(Composer { compose, solve }),
};

const WIDTH: usize = 10;
/// With more right lines than these a position is no puzzle.
const MOST_LINES: usize = 8;

/// Rows from the bottom, a bit a column.
type PuzzleRows = Vec<u16>;

fn compose(seed: u64) -> Option<(Tetris, &'static str, usize)> {
    let mut rng = Rng::new(seed);
    let mut game = Tetris::new(&Options::default(), rng.next_u64()).ok()?;
    // Some pieces in, so that every piece may come first, and the hold may be full.
    for _ in 0..rng.below(7) {
        let shown = game.stock.terms.shown();
        game.stock.supply.take(shown);
    }
    game.body = game.stock.deal();
    let kind = rng.below(20);
    let extra = rng.below(3) as usize;
    let (rows, theme, moves) = match kind {
        0..=8 => (carved(&game, &mut rng, 2 + extra)?, "clear", 2 + extra),
        // With more pieces these take long to search, and have too many ways.
        9..=14 => (slot(&mut rng), "spin", 1 + extra % 2),
        _ => (garbage(&mut rng), "dig", 2 + extra % 2),
    };
    if rows.contains(&((1 << WIDTH) - 1)) {
        return None;
    }
    for (y, &row) in rows.iter().enumerate() {
        game.stock.field.rows_mut()[y] = row;
        for x in (0..WIDTH).filter(|x| row >> x & 1 == 1) {
            game.stock.colours.put(x as i8, y as i8, Cell::Garbage);
        }
    }
    // Nothing shorter must do, or the number of pieces would be wrong.
    let shorter =
        (1..moves).any(|fewer| solve(&game, theme, fewer).is_none_or(|all| !all.is_empty()));
    (!shorter).then_some((game, theme, moves))
}

/// A full block, out of which the coming pieces are cut in the reverse order.
fn carved(game: &Tetris, rng: &mut Rng, pieces: usize) -> Option<PuzzleRows> {
    let height = 2 + rng.below(3) as usize;
    let mut rows = vec![(1u16 << WIDTH) - 1; height];
    let queue = game.stock.supply.queue();
    let order: Vec<Piece> =
        game.body.iter().map(|body| body.piece).chain(queue.iter().copied()).collect();
    for &piece in order.get(..pieces)?.iter().rev() {
        let mut places = Vec::new();
        for facing in Facing::ALL {
            for (x, y) in (-2..WIDTH as i8).flat_map(|x| (-2..height as i8).map(move |y| (x, y))) {
                let squares = Body { piece, facing, x, y }.squares(System::Modern);
                if squares.iter().all(|&square| is_free_above(&rows, square, &squares)) {
                    places.push(squares);
                }
            }
        }
        for &(x, y) in rng.pick(&places)? {
            rows[y as usize] &= !(1 << x);
        }
    }
    Some(rows)
}

/// Whether a square of the block is filled, and nothing but the piece itself lies over it.
fn is_free_above(rows: &[u16], (x, y): (i8, i8), own: &[(i8, i8)]) -> bool {
    let filled = |x: i8, y: i8| rows[y as usize] >> x & 1 == 1;
    (0..WIDTH as i8).contains(&x)
        && (0..rows.len() as i8).contains(&y)
        && filled(x, y)
        && (y + 1..rows.len() as i8).all(|up| !filled(x, up) || own.contains(&(x, up)))
}

/// Two rows with the hole of a T, with or without its roof, and an uneven surface over them.
fn slot(rng: &mut Rng) -> PuzzleRows {
    let full = (1u16 << WIDTH) - 1;
    let centre = 1 + rng.below(8) as u16;
    let mut rows = vec![full & !(1 << centre), full & !(0b111 << (centre - 1))];
    // Some pieces are missing on one side, for the coming ones to bring.
    if rng.below(2) == 0 {
        let from = rng.below(WIDTH as u32) as u16;
        rows[1] &= !(1 << from);
    }
    let mut above = [0u16; 2];
    for x in 0..WIDTH as u16 {
        let beside = x.abs_diff(centre) <= 1;
        let height = if beside { rng.below(5) / 4 } else { rng.below(3) };
        if x != centre {
            (0..height as usize).for_each(|y| above[y] |= 1 << x);
        }
    }
    rows.extend(above.into_iter().filter(|&row| row != 0));
    rows
}

/// Rows of garbage with a gap each, and some of a stack over them.
fn garbage(rng: &mut Rng) -> PuzzleRows {
    let full = (1u16 << WIDTH) - 1;
    let count = 2 + rng.below(3);
    let mut rows: PuzzleRows = (0..count).map(|_| full & !(1 << rng.below(WIDTH as u32))).collect();
    let (from, wide) = (rng.below(WIDTH as u32), 2 + rng.below(5));
    let stack = (from..from + wide).fold(0u16, |row, x| row | 1 << (x % WIDTH as u32));
    if rng.below(3) > 0 {
        rows.push(stack);
    }
    rows
}

fn solve(game: &Tetris, theme: &str, moves: usize) -> Option<Vec<Vec<Placement>>> {
    let goal = match theme {
        "clear" => Goal::Clear,
        "spin" => Goal::Spin,
        "dig" => Goal::Dig,
        _ => return None,
    };
    let mut search = GoalSearch { goal, line: Vec::new(), found: Vec::new() };
    search.deepen(game, moves).then_some(search.found)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Clear,
    Spin,
    Dig,
}

struct GoalSearch {
    goal: Goal,
    line: Vec<Placement>,
    found: Vec<Vec<Placement>>,
}

impl GoalSearch {
    /// Tries all placements of so many pieces; false when there are too many lines.
    fn deepen(&mut self, game: &Tetris, left: usize) -> bool {
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        for mv in moves {
            if left == 1 && self.goal == Goal::Spin && !mv.spin {
                continue;
            }
            let mut next = game.clone();
            let Some(landing) = next.place(mv) else { continue };
            self.line.push(mv);
            if left == 1 {
                if self.is_reached(&next, &landing) {
                    self.found.push(self.line.clone());
                }
            } else if next.body.is_some()
                && self.is_possible(&next, left - 1)
                && !self.deepen(&next, left - 1)
            {
                return false;
            }
            self.line.pop();
            if self.found.len() > MOST_LINES {
                return false;
            }
        }
        true
    }

    fn is_reached(&self, game: &Tetris, landing: &Landing) -> bool {
        match self.goal {
            Goal::Clear => game.stock.field.rows()[0] == 0,
            Goal::Spin => landing.clear.spin == Spin::Full && landing.clear.lines >= 2,
            Goal::Dig => garbage_rows(game) == 0,
        }
    }

    /// Whether the goal can still be reached with so many pieces, as far as counting squares tells.
    fn is_possible(&self, game: &Tetris, left: usize) -> bool {
        let rows = game.stock.field.rows();
        match self.goal {
            Goal::Clear => {
                let squares: usize = rows.iter().map(|row| row.count_ones() as usize).sum();
                let all = squares + 4 * left;
                all.is_multiple_of(WIDTH) && game.stock.field.tallest() <= all / WIDTH
            }
            Goal::Spin => {
                let supply = game.body.iter().map(|body| body.piece);
                let held = game.stock.held;
                let queue = game.stock.supply.queue().iter().copied();
                supply.chain(held).chain(queue).take(left + 2).any(|piece| piece == Piece::T)
            }
            // A piece clears at most four lines, and at most that many squares of gaps are filled.
            Goal::Dig => {
                let gaps: usize =
                    (0..garbage_rows(game)).map(|y| WIDTH - rows[y].count_ones() as usize).sum();
                gaps <= 4 * left
            }
        }
    }
}

/// How many rows from the bottom have garbage in them: it is always at the bottom.
fn garbage_rows(game: &Tetris) -> usize {
    let has =
        |&y: &usize| (0..WIDTH).any(|x| game.stock.colours.at(x as i8, y as i8) == Cell::Garbage);
    (0..game.stock.field.tallest()).take_while(has).count()
}

fn name(game: &Tetris, line: &[Placement]) -> Vec<&'static str> {
    let mut names = Vec::new();
    let (mut at, mut held, mut roofed) = (game.clone(), false, false);
    for &mv in line {
        held |= at.body.is_some_and(|body| body.piece != mv.piece);
        let squares = mv.body(System::Modern).squares(System::Modern);
        let top = at.stock.field.tallest() as i8;
        let under = |&(x, y): &(i8, i8)| (y + 1..top).any(|up| at.stock.field.is_filled(x, up));
        roofed |= squares.iter().any(under);
        at.place(mv);
    }
    if held {
        names.push("hold");
    }
    if roofed {
        names.push("slide");
    }
    names
}
