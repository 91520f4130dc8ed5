//! Tests that every game must pass. A game's own tests call them with its type; they panic where something fails.

mod encoding;

pub use encoding::{encodes, variants_encode};

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Map, Value};

use crate::{Game, Lang, Lesson, Record, Rng, Seat, Turn, Words, options_for, perft, play_text};

/// Texts that are no moves in any game. They must be refused without a panic.
const NONSENSE: &[&str] =
    &["", " ", "-", "no such move", "99999999999999999999", "é", "\u{0}", "🦀🦀🦀", "-1", "4 4"];

/// How many illegal moves are tried as text in each position; games with a thousand moves have more.
const REFUSALS: usize = 60;

/// A game that is longer than this is taken to be endless.
const TOO_LONG: usize = 10_000;

/// Plays `games` random games and checks the invariants at every epoch: legal moves are
/// legal and `check` agrees with them, move texts are unique and round-trip, an illegal move is
/// refused with a reason and changes nothing, the state saves and loads, views and moves depend on
/// nothing that the viewer cannot know, the game ends, and its record replays to the same state.
pub fn random_play<G: Game>(options: &G::Options, games: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    // Every move ever seen is a candidate for being illegal now.
    let mut seen = HashSet::new();
    for _ in 0..games {
        let game_seed = rng.next_u64();
        let mut game = G::new(options, game_seed).expect("the options are good");
        let mut record = Record::new::<G>(options, game_seed);
        let mut moves = Vec::new();
        while let Turn::Of(seat) = game.turn() {
            assert!(seat.index() < game.seats(), "the seat to move exists");
            game.legal_moves(&mut moves);
            moves_hold(&game, &moves, &seen);
            state_holds(&game, &mut rng);
            seen.extend(moves.iter().copied());
            let mv = game.random_move(&mut rng, &mut moves).expect("a game in play has a move");
            record.moves.push(mv.to_string());
            game.play(mv);
            assert!(record.moves.len() < TOO_LONG, "the game ends");
        }
        over_holds(&game, &seen);
        state_holds(&game, &mut rng);
        let read = Record::parse(&record.to_text()).expect("our own record reads");
        assert_eq!(read, record, "a record reads as it was written");
        let replayed: G = read.replay().expect("our own record replays");
        assert_eq!(replayed.save(), game.save(), "a record replays to the same state");
    }
}

fn moves_hold<G: Game>(game: &G, moves: &[G::Move], seen: &HashSet<G::Move>) {
    assert_eq!(game.count_moves(), moves.len(), "moves are counted as they are listed");
    let legal: HashSet<G::Move> = moves.iter().copied().collect();
    assert_eq!(legal.len(), moves.len(), "no move is listed twice");
    let mut texts = HashMap::new();
    for &mv in moves {
        assert_eq!(game.check(mv), Ok(()), "a listed move is legal: {mv}");
        let text = mv.to_string();
        assert_eq!(game.parse(&text), Ok(mv), "a move's text reads as the move: {text}");
        assert_eq!(texts.insert(text, mv), None, "a move's text is its own: {mv}");
    }
    for (index, &mv) in seen.difference(&legal).enumerate() {
        if index < REFUSALS {
            refused(game, &mv.to_string());
        }
        reason(&game.check(mv).expect_err("a move that is not listed is illegal").0);
    }
    for text in NONSENSE.iter().filter(|text| !texts.contains_key(text.trim())) {
        refused(game, text);
    }
}

fn state_holds<G: Game>(game: &G, rng: &mut Rng) {
    let saved = game.save();
    assert!(!saved.contains('\n'), "a saved state is one line");
    let loaded = G::load(&saved).unwrap_or_else(|error| panic!("{saved} does not load: {error}"));
    assert_eq!(loaded.save(), saved, "a saved state loads to the same");
    assert_eq!(loaded.key(), game.key(), "equal states have equal keys");
    assert_eq!(loaded.turn(), game.turn(), "a loaded state goes on in the same way");

    let viewers = (0..game.seats() as u8).map(|seat| Some(Seat(seat))).chain([None]);
    for viewer in viewers {
        let world = game.imagine(viewer, rng);
        let see = |game: &G| serde_json::to_value(game.view(viewer)).expect("a view serializes");
        assert_eq!(see(&world), see(game), "a view shows only what its viewer knows");
        assert_eq!(see(&loaded), see(game), "a loaded state looks the same");
        assert_eq!(
            world.picture(viewer, Lang::En),
            game.picture(viewer, Lang::En),
            "and so does a picture"
        );
        assert_eq!(world.turn(), game.turn(), "whose turn it is, everybody knows");
        if viewer.is_some() && viewer == game.turn().seat() {
            assert_eq!(move_list(&world), move_list(game), "a seat knows its own moves");
        }
    }
}

fn over_holds<G: Game>(game: &G, seen: &HashSet<G::Move>) {
    assert!(move_list(game).is_empty(), "nobody moves when the game is over");
    assert_eq!(game.count_moves(), 0);
    assert_eq!(game.random_move(&mut Rng::new(0), &mut Vec::new()), None);
    for (index, mv) in seen.iter().enumerate() {
        reason(&game.check(*mv).expect_err("no move is legal when the game is over").0);
        if index < REFUSALS {
            refused(game, &mv.to_string());
        }
    }
    let outcome = game.turn().outcome().expect("the game is over");
    assert_eq!(outcome.seats(), game.seats());
    assert!(outcome.winners().next().is_some(), "somebody comes first");
    reason(&outcome.why().into());
}

/// A move text must be refused with a reason, and leave the state as it was.
fn refused<G: Game>(game: &G, text: &str) {
    let before = game.save();
    let mut after = game.clone();
    let refused = play_text(&mut after, text).expect_err("it is not a legal move");
    reason(refused.words());
    assert_eq!(after.save(), before, "a refused move changes nothing");
}

fn reason(words: &Words) {
    assert!(words.en.len() > 3 && words.fr.len() > 3, "a reason is given in words: {words:?}");
}

fn move_list<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    moves
}

/// No text makes a parser panic, and what loads can be saved and loaded again. For property tests and fuzzing.
pub fn survives<G: Game>(game: &G, text: &str) {
    if let Ok(mv) = game.parse(text) {
        let _ = game.check(mv);
    }
    if let Ok(loaded) = G::load(text) {
        state_holds(&loaded, &mut Rng::new(1));
        // Random play must work from any state that loads.
        random_moves(loaded, 30);
    }
    if let Ok(record) = Record::parse(text) {
        let _ = record.replay::<G>();
        assert_eq!(Record::parse(&record.to_text()), Ok(record));
    }
}

fn random_moves<G: Game>(mut game: G, plies: usize) {
    let (mut rng, mut scratch) = (Rng::new(2), Vec::new());
    for _ in 0..plies {
        let Some(mv) = game.random_move(&mut rng, &mut scratch) else {
            return;
        };
        game.play(mv);
    }
}

/// Every variant that the game names can be played, and has the seats that it says.
pub fn variants_play<G: Game>() {
    for variant in G::ABOUT.variants {
        let options = options_for::<G>(Some(variant.id), &Map::new())
            .unwrap_or_else(|error| panic!("{}: {error}", variant.id));
        let game = G::new(&options, 1).unwrap_or_else(|error| panic!("{}: {error}", variant.id));
        assert_eq!(game.seats(), variant.seats, "{}", variant.id);
        assert!(game.seats() <= G::ABOUT.seats.len(), "every seat of {} has a name", variant.id);
        random_moves(game, 200);
        let preset = serde_json::from_str(variant.options).expect("the options of a variant");
        options_for::<G>(None, &preset)
            .unwrap_or_else(|error| panic!("{} by its options: {error}", variant.id));
    }
    let unknown = options_for::<G>(Some("no-such-variant"), &Map::new());
    reason(&unknown.expect_err("an unknown variant is refused").0);
    let absurd = Map::from_iter([("no-such-option".to_owned(), Value::from(1))]);
    reason(&options_for::<G>(None, &absurd).expect_err("an unknown option is refused").0);
}

/// Checks every row of a perft table: `variant; moves; count count …`, `#` for a comment.
pub fn perft_table<G: Game>(table: &str) {
    let mut rows = 0;
    for row in table.lines().filter(|row| !row.trim().is_empty() && !row.starts_with('#')) {
        let [variant, moves, counts] = row.split(';').collect::<Vec<_>>()[..] else {
            panic!("a row is “variant; moves; counts”: {row}");
        };
        let options = options_for::<G>(Some(variant.trim()), &Map::new()).expect("a variant");
        let mut game = G::new(&options, 0).expect("a game");
        for text in moves.split_whitespace() {
            play_text(&mut game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        for (index, count) in counts.split_whitespace().enumerate() {
            let count: u64 = count.parse().expect("a count");
            assert_eq!(perft(&game, index as u32 + 1), count, "{row}: depth {}", index + 1);
        }
        rows += 1;
    }
    assert!(rows > 0, "the table has rows");
}

/// Replays a record and compares picture, saved state, moves and view at every epoch with the golden text beside it.
///
/// `BLESS=1` rewrites the text; read the difference before you commit it.
pub fn golden<G: Game>(record: &Path) {
    compare(record, playthrough::<G>);
}

/// The same for a game whose positions are too long to be written down one by one: every move with
/// what `tell` says of the position after it, a line each, and the last position in full.
pub fn golden_story<G: Game>(record: &Path, mut tell: impl FnMut(&G) -> Vec<String>) {
    compare(record, |record| {
        let beginning = Record { moves: Vec::new(), ..record.clone() };
        let mut game: G = beginning.replay().expect("the record begins");
        let mut shown = String::new();
        for text in &record.moves {
            let seat = game.turn().seat().expect("the record ends with the game");
            play_text(&mut game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let _ = writeln!(shown, "{seat} {text}");
            for line in tell(&game) {
                let _ = writeln!(shown, "    {line}");
            }
        }
        shown.push('\n');
        show(&mut shown, &game);
        shown
    });
}

/// Compares what is shown of a record with the golden text beside it.
fn compare(record: &Path, show: impl FnOnce(&Record) -> String) {
    let text = std::fs::read_to_string(record).expect("the record is there");
    let shown = show(&Record::parse(&text).expect("the record reads"));
    let path = record.with_extension("golden");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &shown).expect("the golden text can be written");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden text is there");
    assert!(shown == golden, "{} is no longer what is shown:\n{shown}", path.display());
}

fn playthrough<G: Game>(record: &Record) -> String {
    let mut shown = String::new();
    for epoch in 0..=record.moves.len() {
        let head = Record { moves: record.moves[..epoch].to_vec(), ..record.clone() };
        let game: G = head.replay().expect("the record replays");
        let _ = writeln!(shown, "== epoch {epoch}");
        show(&mut shown, &game);
        if let Some(next) = record.moves.get(epoch) {
            let _ = writeln!(shown, "plays {next}\n");
        }
    }
    shown
}

/// All that there is to see of a position.
fn show<G: Game>(shown: &mut String, game: &G) {
    shown.push_str(&game.picture(None, Lang::En).plain());
    let _ = writeln!(shown, "saved: {}", game.save());
    match game.turn() {
        Turn::Of(seat) => {
            let moves: Vec<_> = move_list(game).iter().map(ToString::to_string).collect();
            let _ = writeln!(shown, "seat {seat} of {}: {}", game.seats(), moves.join(" "));
        }
        Turn::Over(outcome) => {
            let _ = writeln!(shown, "over: {:?} {}", outcome.places(), outcome.why().en);
        }
    }
    let view = serde_json::to_string(&game.view(None)).expect("a view serializes");
    let _ = writeln!(shown, "view: {view}");
}

/// Every lesson's position can be reached, and its steps can be played as they say.
pub fn lessons_play<G: Game>(lessons: &[Lesson]) {
    let mut ids = HashSet::new();
    for lesson in lessons {
        let id = &lesson.id;
        assert!(ids.insert(id), "lesson {id} is there twice");
        let words =
            lesson.text.iter().chain([&lesson.title, &lesson.task, &lesson.hint, &lesson.praise]);
        words.for_each(reason);
        assert!(!lesson.steps.is_empty(), "lesson {id} asks for something");
        let options = options_for::<G>(None, &lesson.options).expect("options");
        let mut game = G::new(&options, lesson.seed).expect("a game");
        for text in &lesson.moves {
            play_text(&mut game, text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
        }
        for step in &lesson.steps {
            if let Some(text) = &step.before {
                play_text(&mut game, text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
            }
            let accepted = match &step.accept[..] {
                [] => vec![move_list(&game).first().expect("a legal move").to_string()],
                some => some.to_vec(),
            };
            let mut after = None;
            for text in accepted {
                let mut next = game.clone();
                play_text(&mut next, &text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
                if let Some(reply) = &step.reply {
                    play_text(&mut next, reply).unwrap_or_else(|e| panic!("{id}: {reply}: {e}"));
                }
                after.get_or_insert(next);
            }
            game = after.expect("a step accepts something");
        }
    }
}
