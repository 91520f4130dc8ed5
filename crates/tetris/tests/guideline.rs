//! The guideline's expert: what it sees in a well and what it does about it.

use std::collections::BTreeSet;

use game::{Game, Turn};
use proptest::prelude::*;
use tetris::guideline::{AttackSearch, AttackWeights, Bag, Columns, Reachable, Situation};
use tetris::{Piece, Placement, Spin, System, Tetris};

/// A well out of rows from the top.
fn well(rows: &[&str]) -> Columns {
    let mut columns = vec![0; rows[0].len()];
    for (y, row) in rows.iter().rev().enumerate() {
        for (column, square) in columns.iter_mut().zip(row.chars()) {
            *column |= u64::from(square == '#') << y;
        }
    }
    Columns::of(&columns)
}

fn situation(rows: &[&str], held: Option<Piece>, queue: &[Piece]) -> Situation {
    let mut situation = Situation::new(rows[0].len() as u8, 20);
    situation.well = well(rows);
    situation.held = held;
    situation.queue = queue.to_vec();
    situation
}

/// What the first placement earns after so much thought.
fn first_clear(situation: &Situation, nodes: u64) -> tetris::rules::score::Clear {
    let mut search = AttackSearch::new(AttackWeights::own().clone(), situation.clone());
    while search.nodes() < nodes && search.round() {}
    let best = search.best().expect("there is a placement");
    situation.clone().place(best).expect("it can be made")
}

#[test]
fn a_slot_is_worth_what_a_t_would_make_of_it() {
    let only = |slot| AttackWeights {
        attack: 0.0,
        clear: [0.0; 4],
        spin: [0.0; 3],
        mini: [0.0; 2],
        perfect: 0.0,
        wasted_t: 0.0,
        chain: 0.0,
        combo: 0.0,
        tallest: 0.0,
        over_ten: 0.0,
        over_fifteen: 0.0,
        bumps: 0.0,
        cliffs: 0.0,
        holes: 0.0,
        rows_with_holes: 0.0,
        covered: 0.0,
        row_changes: 0.0,
        well: 0.0,
        slot,
        hope: [0.0; 8],
        chance: 0.0,
    };
    let weights = only([1.0, 10.0, 100.0, 1000.0]);
    let worth = |rows: &[&str]| {
        let width = rows[0].len() as u8;
        let best_spin = {
            let well = well(rows);
            let mut best = 0;
            if let Some(reach) = Reachable::new(&well, width, 20, Piece::T) {
                reach.for_each(&well, |place| {
                    let mut after = well;
                    after.fill(place.body());
                    if place.spin == Spin::Full {
                        best = best.max(after.clear(width));
                    }
                });
            }
            best
        };
        (weights.promise(&well(rows), width, false, -1), best_spin)
    };
    // A double under a roof at the left, and its mirror image.
    assert_eq!(worth(&["##........", "#...######", "##.#######"]), (100.0, 2));
    assert_eq!(worth(&["........##", "######...#", "#######.##"]), (100.0, 2));
    // One row has another gap: it clears a single line.
    assert_eq!(worth(&["##........", "#...#####.", "##.#######"]), (10.0, 1));
    // A triple: down two rows round the corner.
    assert_eq!(
        worth(&["#.........", "..........", ".#########", "..########", ".#########"]),
        (1000.0, 3)
    );
    assert_eq!(
        worth(&[".........#", "..........", "#########.", "########..", "#########."]),
        (1000.0, 3)
    );
    // No roof, no slot.
    assert_eq!(worth(&["..........", "#...######", "##.#######"]).0, 0.0);
    assert_eq!(worth(&["###.######", "##...#####", "###.######"]), (0.0, 0));
}

#[test]
fn four_lines_at_once() {
    let rows = ["#########."; 4];
    let seen = situation(&rows, None, &[Piece::I, Piece::O, Piece::S]);
    let clear = first_clear(&seen, 3000);
    assert_eq!((clear.lines, clear.empty), (4, true));
}

#[test]
fn a_double_by_a_spin() {
    let rows = ["##........", "#...######", "##.#######", "########.#", "########.#"];
    let seen = situation(&rows, Some(Piece::T), &[Piece::S, Piece::O, Piece::Z]);
    let clear = first_clear(&seen, 3000);
    assert_eq!((clear.lines, clear.spin, clear.attack(System::Modern, false)), (2, Spin::Full, 4));
}

#[test]
fn a_well_that_can_be_emptied_is_emptied() {
    // Three pieces fit exactly, in one order, one of them out of hold; few wells are looked at.
    let rows = ["####....##", "#####...##", "#####..###", "####...###"];
    let queue = [Piece::L, Piece::J, Piece::O, Piece::S, Piece::I];
    let mut seen = situation(&rows, Some(Piece::I), &queue);
    let mut search = AttackSearch::new(AttackWeights::own().clone(), seen.clone());
    let mut emptied = false;
    for _ in 0..3 {
        for _ in 0..5 {
            search.round();
        }
        let best = search.best().expect("there is a placement");
        emptied = seen.place(best).expect("it can be made").empty;
        assert!(search.advance(best));
        assert_eq!(search.situation(), &seen);
    }
    assert!(emptied, "{seen:?}");
}

#[test]
fn nothing_to_place_is_no_answer() {
    let mut search = AttackSearch::new(AttackWeights::own().clone(), Situation::new(10, 20));
    assert!(!search.round());
    assert_eq!(search.best(), None);
    search.add(Piece::T);
    search.round();
    assert!(search.best().is_some());
    // A full well leaves no room to appear.
    let full = situation(&["####.#####"; 21], None, &[Piece::T, Piece::O]);
    let mut search = AttackSearch::new(AttackWeights::own().clone(), full);
    search.round();
    assert_eq!(search.best(), None);
}

#[test]
fn what_was_thought_is_kept_and_stays_true() {
    let mut seen = Situation::new(10, 20);
    seen.queue = [Piece::T, Piece::S, Piece::O, Piece::I, Piece::L, Piece::J].to_vec();
    seen.bag = Bag::of(&[Piece::Z]);
    let mut search = AttackSearch::new(AttackWeights::own().clone(), seen.clone());
    let mut foreseen = 0;
    // Bags, until a host deals otherwise than it said.
    let rest = Piece::ALL.into_iter().cycle().take(35);
    for piece in [Piece::Z].into_iter().chain(rest).chain([Piece::O; 20]) {
        let before = search.nodes();
        while search.nodes() - before < 300 && search.round() {}
        let line = search.line();
        let mut ahead = seen.clone();
        // The last of a bag is known before it is shown.
        if let [last] = ahead.bag.pieces().collect::<Vec<_>>()[..] {
            ahead.add(last);
        }
        foreseen += usize::from(line.len() == seen.queue.len() + 1);
        for &placement in &line {
            let reach =
                Reachable::new(&ahead.well, 10, 20, placement.piece).expect("room to appear");
            let mut reachable = false;
            reach.for_each(&ahead.well, |place| reachable |= place == placement);
            assert!(reachable, "{placement:?} in {line:?}");
            assert!(ahead.place(placement).is_some());
        }
        let Some(&best) = line.first() else { break };
        assert_eq!(Some(best), search.ranking().first().map(|&(placement, _)| placement));
        seen.place(best);
        assert!(search.advance(best));
        seen.add(piece);
        search.add(piece);
        assert_eq!(search.situation(), &seen);
    }
    assert!(foreseen > 3, "{foreseen}");
}

/// What the search would place: every piece that it may choose, wherever it finds a way.
fn found_by_search(game: &Tetris) -> BTreeSet<String> {
    let seen = Situation::from(game);
    let mut found = BTreeSet::new();
    for piece in seen.choices() {
        let Some(reach) = Reachable::new(&seen.well, seen.width, seen.height, piece) else {
            continue;
        };
        reach.for_each(&seen.well, |place| {
            let placement = Placement::of(System::Modern, place.body(), place.spin != Spin::None);
            found.insert(placement.to_string());
        });
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Near the top a piece that appears a row lower or higher reaches other places.
    #[test]
    fn in_tall_wells_the_search_enters_as_the_game_does(
        low in prop::collection::vec(1u16..1023, 14..17),
        high in prop::collection::vec((0u16..1024, 0u16..1024), 0..7),
        pieces in "[IOTSZJL]{6}", held in "[IOTSZJL]", choices in prop::collection::vec(any::<u16>(), 6),
    ) {
        // The highest rows are the emptiest.
        let rows = low.into_iter().chain(high.into_iter().map(|(one, other)| one & other & 0b11_1011_1101));
        let drawn = |row: u16| (0..10).map(|x| if row >> x & 1 == 0 { '.' } else { 'G' }).collect::<String>();
        let mut rows: Vec<String> = rows.map(drawn).collect();
        rows.reverse();
        let text = format!("{} {} hold={held} {}", &pieces[..1], &pieces[1..], rows.join("/"));
        // Where the first piece has no room there is nothing to compare.
        let Ok(mut game) = Tetris::load(&text) else { return Ok(()) };
        for choice in choices {
            let Turn::Of(_) = game.turn() else { break };
            let mut moves = Vec::new();
            game.legal_moves(&mut moves);
            let legal: BTreeSet<String> = moves.iter().map(ToString::to_string).collect();
            prop_assert_eq!(found_by_search(&game), legal, "in {}", game.save());
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            game.play(mv);
        }
    }
}
