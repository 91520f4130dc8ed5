//! No inputs panic the replay of a run, and whatever is accepted is accepted again as it was written.
#![no_main]

use game::Arcade;
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;
use tetris::RealTime;

const RULES: [&str; 2] = ["modern", "report"];
const MODES: [&str; 5] = ["marathon", "sprint", "ultra", "practice", "race"];

fuzz_target!(|input: (u8, u8, u16, &str)| {
    let (rules, mode, seed, lines) = input;
    let rules = RULES[usize::from(rules) % RULES.len()];
    let mode = MODES[usize::from(mode) % MODES.len()];
    let text = format!(
        "{{\"plateau\":1,\"game\":\"tetris\",\"run\":1,\"rules\":\"{rules}\",\"width\":10,\"height\":20,\
         \"mode\":\"{mode}\",\"first\":1,\"seed\":\"{seed}\"}}\n{lines}"
    );
    if let Ok(run) = RealTime.judge(&text) {
        let again = RealTime.judge(&run.canonical).expect("it was accepted");
        assert_eq!(again.canonical, run.canonical);
        assert_eq!(again.points, run.points);
    }
});
