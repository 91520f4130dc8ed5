//! A game of thousands of moves, as an attacker would send one.

use std::sync::LazyLock;

use catalog::Setup;
use search::{Limits, Stop};

static MOVES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let entry = catalog::find("tetris").unwrap();
    let mut table = entry.table(&Setup { seed: 1, ..Setup::default() }).unwrap();
    let mut bot = entry.bot("tuned", 1).unwrap();
    (0..4000)
        .map(|_| {
            let idea = bot.think(&*table, &Limits::NONE, &Stop::new(), &mut |_| ());
            table.play(&idea.best.expect("it hardly ever dies")).unwrap()
        })
        .collect()
});

/// Its moves, from seed 1.
pub fn long_moves() -> &'static [String] {
    &MOVES
}

/// The text of its record, finished by resignation or not.
pub fn long_record(finished: bool) -> String {
    let resigned = if finished { r#","resigned":0"# } else { "" };
    let header = format!(r#"{{"plateau":1,"game":"tetris","seed":1{resigned}}}"#);
    format!("{header}\n{}\n", long_moves().join("\n"))
}
