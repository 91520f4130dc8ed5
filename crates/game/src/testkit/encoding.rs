//! What must hold for every game's encoding.

use std::collections::HashSet;

use serde_json::Map;

use crate::{Encoding, ObservationShape, Rng, Seat, Symmetry, Turn, options_for};

/// Plays `games` random games of these options, at most `plies` moves each, and checks at every epoch: legal moves have
/// indices of their own in the action space, which mean these moves; the mask is the legal moves; an observation is
/// written in full and holds nothing that its seat cannot know; a symmetry takes the game to a game that looks so.
pub fn encodes<G: Encoding>(options: &G::Options, games: u32, plies: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let game_seed = rng.next_u64();
        let mut game = G::new(options, game_seed).expect("the options are good");
        let (actions, shape, symmetries) = (game.actions(), game.observation(), game.symmetries());
        symmetries.iter().for_each(|symmetry| permutes(symmetry, actions, &shape));
        let mut images: Vec<(Symmetry, G)> =
            symmetries.into_iter().map(|symmetry| (symmetry, game.clone())).collect();
        let mut scratch = Vec::new();
        for _ in 0..plies {
            assert_eq!((game.actions(), game.observation()), (actions, shape.clone()));
            actions_hold(&game);
            observation_holds(&game, &shape, &mut rng);
            images.iter().for_each(|(symmetry, image)| looks_so(&game, symmetry, image));
            let Some(mv) = game.random_move(&mut rng, &mut scratch) else { break };
            for (symmetry, image) in &mut images {
                let action = symmetry.actions[game.action_of(mv)] as usize;
                let mv = image.move_of(action).expect("a symmetry takes a move to a move");
                assert_eq!(image.check(mv), Ok(()), "{}: {mv}", symmetry.name);
                image.play(mv);
            }
            game.play(mv);
        }
        if let Turn::Over(_) = game.turn() {
            actions_hold(&game);
            observation_holds(&game, &shape, &mut rng);
        }
    }
}

/// The same for every variant that the game names.
pub fn variants_encode<G: Encoding>(games: u32, plies: usize) {
    for variant in G::ABOUT.variants {
        let options = options_for::<G>(Some(variant.id), &Map::new()).expect("a variant");
        encodes::<G>(&options, games, plies, 1);
    }
}

fn actions_hold<G: Encoding>(game: &G) {
    let (mut moves, mut listed) = (Vec::new(), Vec::new());
    game.legal_moves(&mut moves);
    game.each_action(|action| listed.push(action));
    let encoded: Vec<usize> = moves.iter().map(|&mv| game.action_of(mv)).collect();
    assert_eq!(listed, encoded, "actions are listed as moves are");
    for (&mv, &action) in moves.iter().zip(&encoded) {
        assert!(action < game.actions(), "{mv} is an action");
        assert_eq!(game.move_of(action), Some(mv), "an action means its move");
    }
    let legal: HashSet<usize> = encoded.into_iter().collect();
    assert_eq!(legal.len(), moves.len(), "every move has an action of its own");
    let mut mask = vec![true; game.actions()];
    game.mask(&mut mask);
    for (action, &marked) in mask.iter().enumerate() {
        assert_eq!(marked, legal.contains(&action), "the mask is the legal actions");
        // What an index means here is a move that is refused with a reason, or nothing.
        if let Some(mv) = game.move_of(action).filter(|_| !marked && action % 7 == 0) {
            assert!(game.check(mv).is_err(), "{mv} is not legal");
        }
    }
    assert_eq!(game.move_of(game.actions()), None, "there is nothing after the last action");
    assert_eq!(game.move_of(usize::MAX), None);
}

fn observation_holds<G: Encoding>(game: &G, shape: &ObservationShape, rng: &mut Rng) {
    for seat in (0..game.seats() as u8).map(Seat) {
        let seen = seen_by(game, seat, shape.len());
        assert!(seen.iter().all(|number| number.is_finite()), "all of it is written");
        let world = game.imagine(Some(seat), rng);
        assert!(seen_by(&world, seat, shape.len()) == seen, "a seat observes what it knows");
        let loaded = G::load(&game.save()).expect("a saved state loads");
        assert!(seen_by(&loaded, seat, shape.len()) == seen, "a loaded state looks the same");
    }
}

/// What a seat observes, written over numbers that are none.
fn seen_by<G: Encoding>(game: &G, seat: Seat, length: usize) -> Vec<f32> {
    let mut seen = vec![f32::NAN; length];
    game.observe(seat, &mut seen);
    seen
}

fn permutes(symmetry: &Symmetry, actions: usize, shape: &ObservationShape) {
    for (map, length) in [(&symmetry.actions, actions), (&symmetry.observation, shape.len())] {
        let mut sorted = map.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..length as u32), "{} is a permutation", symmetry.name);
    }
}

/// Whether a position is the image of another one.
fn looks_so<G: Encoding>(game: &G, symmetry: &Symmetry, image: &G) {
    assert_eq!(image.turn(), game.turn());
    let moved = |from: &[f32]| {
        let mut to = vec![f32::NAN; from.len()];
        from.iter().zip(&symmetry.observation).for_each(|(&it, &at)| to[at as usize] = it);
        to
    };
    for seat in (0..game.seats() as u8).map(Seat) {
        let length = symmetry.observation.len();
        let (seen, image) = (seen_by(game, seat, length), seen_by(image, seat, length));
        assert!(moved(&seen) == image, "{} changes what is seen", symmetry.name);
    }
    let (mut legal, mut of_image) = (Vec::new(), Vec::new());
    game.each_action(|action| legal.push(symmetry.actions[action] as usize));
    image.each_action(|action| of_image.push(action));
    legal.sort_unstable();
    of_image.sort_unstable();
    assert_eq!(legal, of_image, "{} changes what is legal", symmetry.name);
}
