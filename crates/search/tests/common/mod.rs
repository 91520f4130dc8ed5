//! Small games for the tests, and a minimax too simple to be wrong.
#![allow(dead_code, unused_macros)]

/// Trivial versions of what small games do not need: text, views, pictures.
macro_rules! plain_game {
    ($seats:expr) => {
        type Options = ();
        type View = String;
        const ABOUT: &'static game::About = &game::About {
            id: "small",
            name: game::Phrase::new("Small", "Petit"),
            tagline: game::Phrase::new("A small game.", "Un petit jeu."),
            seats: &[],
            variants: &[],
            settings: &[],
        };
        fn seats(&self) -> usize {
            $seats
        }
        fn parse(&self, text: &str) -> Result<Self::Move, game::BadMove> {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            let found = moves.into_iter().find(|mv| mv.to_string() == text);
            found.ok_or_else(|| game::BadMove::new("no such move", "coup inconnu"))
        }
        fn check(&self, mv: Self::Move) -> Result<(), game::Illegal> {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            let legal = moves.contains(&mv);
            legal.then_some(()).ok_or_else(|| game::Illegal::new("not legal", "illégal"))
        }
        fn save(&self) -> String {
            self.key().to_string()
        }
        fn load(_: &str) -> Result<Self, game::BadPosition> {
            Err(game::BadPosition::new("small games are not loaded", "pas de lecture"))
        }
        fn picture(&self, _: Option<game::Seat>, _: game::Lang) -> game::Picture {
            game::Picture::default()
        }
    };
}

pub mod cards;
pub mod forest;
pub mod four;
pub mod nim;
pub mod noughts;
pub mod trio;

use game::{Game, Phrase, Rng, Seat, Turn};
use search::{Limits, Player, Score, Stop, Thought};

/// Why small games end.
pub const WHY: Phrase = Phrase::new("it is over", "c’est fini");

/// Mixes a number well.
pub fn mix(n: u64) -> u64 {
    Rng::new(n).next_u64()
}

/// Thinks without reports.
pub fn ask<G: Game>(player: &mut dyn Player<G>, game: &G, limits: Limits) -> Thought<G::Move> {
    player.think(game, &limits, &Stop::new(), &mut |_| ())
}

pub fn moves_of<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}

/// The position after this many random moves; none if the game ended before.
pub fn random_position<G: Game>(mut game: G, plies: u32, seed: u64) -> Option<G> {
    let mut rng = Rng::new(seed);
    for _ in 0..plies {
        let mv = game.random_move(&mut rng, &mut Vec::new())?;
        game.play(mv);
    }
    game.turn().seat().is_some().then_some(game)
}

/// A score as one number: wins by distance, draws as no points.
pub fn number(score: Score) -> i64 {
    match score {
        Score::Win(plies) => 1_000_000_000 - i64::from(plies),
        Score::Loss(plies) => i64::from(plies) - 1_000_000_000,
        Score::Draw => 0,
        Score::Points(points) => i64::from(points),
        Score::Chance(_) => panic!("a chance is not a value"),
    }
}

/// Naive minimax: the value for `root`, and the first move that has it.
pub fn naive<G: Game>(
    game: &G,
    root: Seat,
    depth: u32,
    ply: i64,
    evaluate: &dyn Fn(&G, Seat) -> i32,
) -> (i64, Option<G::Move>) {
    let seat = match game.turn() {
        Turn::Over(outcome) => {
            let best_foe = (0..game.seats() as u8)
                .filter(|&seat| !game.allies(root, Seat(seat)))
                .map(|seat| outcome.place(Seat(seat)))
                .min()
                .expect("somebody plays against it");
            let value = match outcome.place(root).cmp(&best_foe) {
                std::cmp::Ordering::Less => 1_000_000_000 - ply,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => ply - 1_000_000_000,
            };
            return (value, None);
        }
        Turn::Of(_) if depth == 0 => return (i64::from(evaluate(game, root)), None),
        Turn::Of(seat) => seat,
    };
    let sign = if game.allies(root, seat) { 1 } else { -1 };
    let mut best = (i64::MIN, None);
    for mv in moves_of(game) {
        let mut next = game.clone();
        next.play(mv);
        let value = sign * naive(&next, root, depth - 1, ply + 1, evaluate).0;
        if value > best.0 {
            best = (value, Some(mv));
        }
    }
    (sign * best.0, best.1)
}

/// Plays a game between players, one a seat; the limits are the same for all.
pub fn play_out<G: Game>(
    mut game: G,
    players: &mut [&mut dyn Player<G>],
    limits: Limits,
) -> game::Outcome {
    loop {
        match game.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Of(seat) => {
                let thought = ask(players[seat.index()], &game, limits);
                let mv = thought.best.expect("a game in play has a move");
                assert_eq!(game.check(mv), Ok(()), "players play legal moves");
                game.play(mv);
            }
        }
    }
}
