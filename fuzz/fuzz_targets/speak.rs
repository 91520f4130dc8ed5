//! No lines panic or hang a session of any game's own protocols.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;
use search::Limits;

fuzz_target!(|input: (u8, &str)| {
    let (which, lines) = input;
    let protocols = catalog::games()
        .iter()
        .flat_map(|entry| entry.protocols().into_iter().map(move |(id, _)| (*entry, id)));
    let protocols: Vec<_> = protocols.collect();
    let (entry, protocol) = protocols[usize::from(which) % protocols.len()];
    let weakest = entry.levels()[0].id;
    let limits = Limits { nodes: Some(10), ..Limits::NONE };
    let mut output = Vec::new();
    let _ = entry.speak(protocol, (weakest, 1), &limits, &mut lines.as_bytes(), &mut output);
});
