//! Runs and states as texts, and any inputs at all.

use proptest::prelude::*;
use serde_json::{Value, json};
use tetris::Op::{
    Anticlockwise as A, Clockwise as C, Hard as H, Hold as X, Left as L, Right as R, Soft as S,
};
use tetris::{Inputs, Mode, Op, Replay, System, Terms, Well};

use crate::fresh;

#[test]
fn a_run_reads_as_it_was_written() {
    let text = "{\"plateau\":1,\"game\":\"tetris\",\"run\":1,\"rules\":\"modern\",\"width\":10,\
        \"height\":20,\"mode\":\"sprint\",\"first\":1,\"seed\":\"12345\",\"name\":\"Ada\"}\n\
        14 LLC\n31 H\n40 RG2.5A\n1830 .\n";
    let run = Replay::read(text).expect("a run");
    assert_eq!(run.write(), text);
    assert_eq!(run.inputs.write_bundle(), "14 LLC;31 H;40 RG2.5A;1830 .");
    let well = run.play().expect("a well");
    assert_eq!(well.ticks(), 1830);
    assert_eq!(Well::load(&well.save()).expect("it loads").save(), well.save());
}

#[test]
fn what_is_no_run_is_refused_in_words() {
    let head = "{\"plateau\":1,\"game\":\"tetris\",\"run\":1,\"rules\":\"modern\",\"width\":10,\
        \"height\":20,\"mode\":\"sprint\",\"first\":1,\"seed\":\"1\"}";
    for (text, reason) in [
        ("", "a run of Tetris begins"),
        ("{}", "a run of Tetris begins"),
        (&head.replace("\"run\":1", "\"run\":2"), "run 1"),
        (&head.replace("\"width\":10", "\"width\":3"), "4 to 16 columns"),
        (&head.replace("\"first\":1", "\"first\":21"), "first level"),
        (&head.replace("\"seed\":\"1\"", "\"seed\":\"x\""), "seed"),
        (head, "full stop"),
        (&format!("{head}\n5 L"), "full stop"),
        (&format!("{head}\n5 L\n5 R\n9 ."), "grow"),
        (&format!("{head}\n5 L\n5 ."), "grow"),
        (&format!("{head}\n5 L\n9 .\n10 L"), "grow"),
        (&format!("{head}\nL\n9 ."), "not a tick"),
        (&format!("{head}\n05 L\n9 ."), "not a tick"),
        (&format!("{head}\n5 Q\n9 ."), "inputs"),
        (&format!("{head}\n5 G2\n9 ."), "inputs"),
        (&format!("{head}\n5 G2.10\n9 ."), "garbage"),
        (&format!("{head}\n5 G0.1\n9 ."), "garbage"),
        (&format!("{head}\n999999999 ."), "two hours"),
    ] {
        let error = Replay::read(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn what_is_no_state_is_refused_in_words() {
    let saved: Value = serde_json::from_str(&fresh(Mode::Practice).save()).expect("JSON");
    for (name, value) in [
        ("width", json!(3)),
        ("height", json!(21)),
        ("piece", json!("Q")),
        ("piece", Value::Null),
        ("x", json!(100)),
        ("y", json!(-100)),
        ("lock", json!(30)),
        ("fall", json!(65536)),
        ("queue", json!("SZ")),
        ("queue", json!("szjlo")),
        ("bag", json!("II")),
        ("rows", json!(["GGGGGGGGGG"])),
        ("rows", json!([".........."])),
        ("rows", json!(["G"])),
        ("rows", json!(["g........."])),
        ("rng", json!(["0", "0", "0", "0"])),
        (
            "rng",
            json!(["0000000000000000", "0000000000000000", "0000000000000000", "0000000000000000"]),
        ),
        ("waiting", json!([[0, 1]])),
        ("waiting", json!([[1, 10]])),
        ("score", json!(-1)),
        ("level", json!(0)),
        ("over", json!(true)),
        ("done", json!(true)),
        ("lowest", json!(39)),
    ] {
        let mut other = saved.clone();
        other[name] = value.clone();
        assert!(Well::load(&other.to_string()).is_err(), "{name}: {value}");
    }
}

/// Inputs as a hand might make them, and a hand that does not know what it is doing.
fn inputs() -> impl Strategy<Value = Inputs> {
    let op = prop_oneof![
        20 => prop::sample::select(vec![L, R, C, A, S]),
        4 => Just(H),
        1 => Just(X),
        1 => (1u8..10, 0u8..4).prop_map(|(lines, column)| Op::Garbage { lines, column }),
    ];
    prop::collection::vec((1u64..30, prop::collection::vec(op, 1..6)), 0..200).prop_map(|steps| {
        let mut tick = 0;
        let ticks: Vec<_> = steps
            .into_iter()
            .map(|(gap, ops)| {
                tick += gap;
                (tick, ops)
            })
            .collect();
        Inputs { ticks, end: tick + 40 }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_inputs_leave_a_sound_well(
        inputs in inputs(), seed: u64, modern: bool, width in 4u8..=16, height in 4u8..=20, mode in 0usize..5,
    ) {
        let rules = if modern { System::Modern } else { System::Report };
        let terms = Terms { rules, width, height, mode: Mode::ALL[mode], first: 1 + (seed % 15) as u8 };
        let run = Replay { terms, seed, name: None, inputs };
        let read = Replay::read(&run.write()).expect("it reads");
        prop_assert_eq!(&read, &run);
        let well = run.play().expect("a well");
        let saved = well.save();
        let again = Well::load(&saved).expect("a played well loads");
        prop_assert_eq!(again.save(), saved);
        // A well that was saved and loaded half way goes on in the same way.
        let mut first = Well::new(terms, seed).expect("a well");
        let half = run.inputs.ticks.len() / 2;
        let (early, late) = run.inputs.ticks.split_at(half);
        let end = late.first().map_or(run.inputs.end, |&(tick, _)| tick);
        Inputs { ticks: early.to_vec(), end }.play(&mut first);
        let mut second = Well::load(&first.save()).expect("it loads");
        Inputs { ticks: late.to_vec(), end: run.inputs.end }.play(&mut second);
        prop_assert_eq!(second.save(), well.save());
        // Colours and squares say the same.
        for y in 0..40i8 {
            for x in 0..width as i8 {
                let filled = y < terms.ceiling() as i8 && well.stock().field.is_filled(x, y);
                prop_assert_eq!(filled, well.stock().colours.at(x, y).letter() != '.');
            }
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}") {
        let _ = Well::load(&text);
        let _ = Replay::read(&text);
        let _ = Inputs::read_bundle(&text, 0, 10);
    }
}
