//! Runs of hands and of machines are told apart, as far as that can be.

mod hands;

use game::{Arcade, MachineRun, Run};
use hands::{Habits, Hand};
use tetris::{Mode, Op, RealTime, Replay};

/// It plays well, and never looks at the clock.
const LEVEL: &str = "dellacherie";

fn judged(run: &Replay) -> Run {
    RealTime.judge(&run.write()).expect("a run that can have happened")
}

#[test]
fn nobody_who_plays_by_hand_is_doubted() {
    for skill in 0..10 {
        for seed in 0..3 {
            let mut hand = Hand::new(Habits::person(skill), seed);
            let run = judged(&hand.play(LEVEL, Mode::Sprint, 1000 * seed + u64::from(skill)));
            let pace = run.figures["pieces"].as_f64().unwrap_or_default() * 60.0 / run.ticks as f64;
            assert!(run.finished, "skill {skill}, seed {seed}: {run:?}");
            assert!(run.doubts.is_empty(), "skill {skill}, {pace:.1} a second: {:?}", run.doubts);
        }
    }
}

#[test]
fn a_level_at_its_own_pace_is_regular() {
    for level in [LEVEL, "bcts", "lookahead"] {
        let setup = MachineRun { variant: "modern", mode: "sprint", level, seed: 5 };
        let mut machine = RealTime.solo_machine(&setup).expect("a machine");
        let text = std::iter::repeat_with(|| machine.go_on()).flatten().next().expect("a run");
        let run = RealTime.judge(&text).expect("it can have happened");
        assert!(run.doubts.contains(&"regular"), "{level}: {:?}", run.doubts);
    }
    for (variant, mode, level) in
        [("modern", "race", LEVEL), ("modern", "sprint", "nobody"), ("x", "sprint", LEVEL)]
    {
        let setup = MachineRun { variant, mode, level, seed: 5 };
        assert!(RealTime.solo_machine(&setup).is_err(), "{setup:?}");
    }
}

#[test]
fn machines_behind_hands_are_doubted() {
    let metronome =
        Habits { between: 5.0, look: 20.0, spread: 0.0, slip: 0, pause: 0, at_once: false };
    for (habits, doubt) in [
        (metronome, "regular"),
        (Habits { between: 2.0, look: 9.0, ..metronome }, "regular"),
        // What a program adds to its times by chance does not make it slip.
        (Habits { spread: 0.15, ..metronome }, "faultless"),
        (Habits { spread: 0.3, between: 6.0, look: 12.0, ..metronome }, "faultless"),
        (Habits { look: 1.0, spread: 0.4, at_once: true, ..Habits::person(9) }, "too-fast"),
    ] {
        for seed in 0..3 {
            let run = judged(&Hand::new(habits, seed).play(LEVEL, Mode::Sprint, seed));
            assert!(run.doubts.contains(&doubt), "{habits:?}: {doubt} in {:?}", run.doubts);
        }
    }
}

#[test]
fn all_keys_of_a_piece_in_one_tick_are_doubted() {
    let habits = Habits { at_once: true, ..Habits::person(6) };
    let run = judged(&Hand::new(habits, 3).play(LEVEL, Mode::Sprint, 3));
    assert!(run.doubts.contains(&"at-once"), "{:?}", run.doubts);
}

#[test]
fn keys_that_change_nothing_make_no_other_run() {
    let run = Hand::new(Habits::person(5), 8).play(LEVEL, Mode::Sprint, 8);
    let first = judged(&run);
    let mut padded = run.clone();
    let (tick, ops) = padded.inputs.ticks.last_mut().expect("it has inputs");
    // There and back, before the last drop.
    ops.splice(0..0, [Op::Clockwise, Op::Anticlockwise]);
    let tick = *tick;
    let second = judged(&padded);
    assert_ne!(first.canonical, second.canonical, "at {tick}");
    assert_eq!(first.laid, second.laid);
    let other = judged(&Hand::new(Habits::person(5), 9).play(LEVEL, Mode::Sprint, 9));
    assert_ne!(first.laid, other.laid);
}
