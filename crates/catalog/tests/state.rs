//! Every game as a state in numbers, beside the table that everybody else uses.

use catalog::{Setup, State};
use game::{Rng, Seat};

fn every_variant(mut check: impl FnMut(&'static dyn catalog::Entry, Setup)) {
    for game in catalog::games() {
        for variant in game.about().variants {
            let variant = Some(variant.id.to_owned());
            check(*game, Setup { variant, seed: 7, ..Setup::default() });
        }
    }
}

/// Plays so many random moves.
fn advance(state: &mut dyn State, rng: &mut Rng, plies: usize) {
    for _ in 0..plies {
        let Some(action) = state.random_action(rng) else { return };
        state.play_action(action).expect("a random action is legal");
    }
}

#[test]
fn a_state_plays_as_a_table_does() {
    every_variant(|game, setup| {
        let (mut state, mut table) = (game.state(&setup).unwrap(), game.table(&setup).unwrap());
        let mut rng = Rng::new(1);
        for _ in 0..60 {
            assert_eq!(state.turn(), table.turn());
            assert_eq!(state.legal(), table.legal());
            let Some(action) = state.random_action(&mut rng) else { break };
            let text = state.move_of(action).unwrap();
            assert_eq!(state.action_of(&text), Ok(action));
            state.play_action(action).unwrap();
            table.play(&text).unwrap();
            assert_eq!(state.position().save(), table.save());
        }
        assert_eq!(state.record().as_ref(), Some(table.record()));
        let replayed = game.replay_state(table.record()).unwrap();
        assert_eq!(replayed.position().save(), table.save());
    });
}

#[test]
fn what_is_no_action_is_refused_and_changes_nothing() {
    every_variant(|game, setup| {
        let mut state = game.state(&setup).unwrap();
        let mut mask = vec![false; state.actions()];
        state.mask(&mut mask);
        let illegal = mask.iter().position(|legal| !legal);
        let absurd = [state.actions() as u32, u32::MAX].into_iter();
        for action in absurd.chain(illegal.map(|action| action as u32)) {
            let before = state.position().save();
            assert!(state.check_action(action).is_err() && state.move_of(action).is_err());
            assert!(state.play_action(action).unwrap_err().to_string().len() > 3);
            assert_eq!((state.position().save(), state.epoch()), (before, 0));
        }
    });
}

#[test]
fn games_begin_anew_with_the_same_options() {
    every_variant(|game, setup| {
        let mut state = game.state(&setup).unwrap();
        let first = state.position().save();
        advance(&mut *state, &mut Rng::new(2), 9);
        assert_eq!(state.epoch(), 9);
        assert!(state.restart(setup.seed));
        assert_eq!((state.position().save(), state.epoch()), (first.clone(), 0));
        let mut loaded = game.load_state(&first).unwrap();
        assert!(!loaded.restart(1) && loaded.record().is_none());
        state.forget_moves();
        assert!(state.restart(5) && state.record().is_none());
    });
}

#[test]
fn an_imagined_state_looks_the_same_and_has_no_past() {
    every_variant(|game, setup| {
        let mut state = game.state(&setup).unwrap();
        advance(&mut *state, &mut Rng::new(3), 12);
        let world = state.imagine(Some(Seat(0)), 4);
        let length = state.observation().len();
        let (mut real, mut imagined) = (vec![0.0; length], vec![0.0; length]);
        state.observe(Seat(0), &mut real);
        world.observe(Seat(0), &mut imagined);
        assert!(real == imagined && world.record().is_none());
        assert_eq!((world.epoch(), state.fork().epoch()), (12, 12));
    });
}
