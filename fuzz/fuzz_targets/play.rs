//! Any legal moves, in any variant of any game, make a record that is read again and replayed to the same position.
#![no_main]

use catalog::Setup;
use game::Record;
use libfuzzer_sys::fuzz_target;
use plateau_fuzz as _;

fuzz_target!(|input: (u8, u8, u64, &[u8])| {
    let (game, variant, seed, choices) = input;
    let games = catalog::games();
    let entry = games[usize::from(game) % games.len()];
    let variants = entry.about().variants;
    let variant = Some(variants[usize::from(variant) % variants.len()].id.to_owned());
    let setup = Setup { variant, seed, ..Setup::default() };
    let mut table = entry.table(&setup).expect("a variant");
    for &choice in choices.iter().take(100) {
        let moves = table.legal();
        let Some(text) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        table.play(text).expect("a legal move");
    }
    let record = Record::parse(&table.record().to_text()).expect("our own text");
    let again = entry.replay(&record).expect("our own record");
    assert_eq!(again.save(), table.save());
    assert_eq!(entry.load(&table.save()).expect("our own position").save(), table.save());
});
