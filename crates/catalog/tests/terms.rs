//! Every game can take its evaluation apart, in both languages.

use std::collections::HashSet;

use catalog::Setup;
use game::{Rng, Turn};

#[test]
fn the_explained_level_of_every_game_has_terms_that_add_up() {
    for entry in catalog::games() {
        let id = entry.about().id;
        let (level, parameters) = (*entry).chosen(entry.explained_level().id).unwrap();
        let mut rng = Rng::new(11);
        let mut table = entry.table(&Setup { seed: 4, ..Setup::default() }).unwrap();
        for _ in 0..30 {
            let Some(here) = table.breakdown(level.id, &parameters) else { break };
            assert_eq!(here.totals.len(), table.seats(), "{id}");
            let mut ids = HashSet::new();
            for term in &here.terms {
                assert!(ids.insert(term.id), "{id}: two terms are called {}", term.id);
                assert!(!term.name.en.is_empty() && !term.name.fr.is_empty(), "{id}");
                assert_eq!((term.counts.len(), term.points.len()), (table.seats(), table.seats()));
            }
            for layer in &here.layers {
                let inside =
                    |cell: &search::LayerCell| cell.x < layer.width && cell.y < layer.height;
                assert!(layer.cells.iter().all(inside), "{id}: {}", layer.id);
            }
            let legal = table.legal();
            let text = rng.pick(&legal).unwrap().clone();
            // Blokus rounds the sum to whole points.
            let close = |sum: f64, total: f64| (sum - total).abs() < 0.501;
            if let Some(after) = table.breakdown_after(&text, level.id, &parameters).unwrap() {
                let change = after.since(&here);
                for seat in 0..table.seats() {
                    assert!(close(here.sum(seat), here.totals[seat]), "{id}");
                    assert!(close(after.sum(seat), after.totals[seat]), "{id}");
                    assert!((change.sum(seat) - after.sum(seat) + here.sum(seat)).abs() < 1e-6);
                }
            }
            assert!(table.breakdown_after("no such move", level.id, &parameters).is_err(), "{id}");
            table.play(&text).unwrap();
        }
        assert!(table.epoch() > 5 || matches!(table.turn(), Turn::Over(_)), "{id}");
    }
}
