//! The real-time screen on a terminal made of memory.

use std::any::Any;

use catalog::Setup;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use game::{Arcade, ArcadeMode, Lang};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Map, Value};
use tetris::{Replay, Well, WellSession};

use super::session::RealTimeSession;
use super::{RealtimeRequest, draw, mode, play_setup};
use crate::failure::Failure;
use crate::terminal::palette::Palette;

fn session(
    variant: &str,
    asked: &RealtimeRequest,
    seats: &[&str],
    options: &[(&str, &str)],
) -> RealTimeSession {
    let entry = catalog::find("tetris").unwrap();
    let options: Map<String, Value> =
        options.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    // They begin with an L and with an I.
    let seed = if variant == "modern" { 10 } else { 7 };
    let setup = Setup { variant: Some(variant.into()), options, seed };
    let seats: Vec<String> = seats.iter().map(|&seat| seat.to_owned()).collect();
    let setup = play_setup(entry, &setup, &seats, asked).unwrap();
    RealTimeSession::new(setup, Lang::En, Palette::None).unwrap()
}

fn arcade() -> &'static dyn Arcade {
    catalog::find("tetris").unwrap().arcade().unwrap()
}

fn mode_of(id: &str) -> Option<&'static ArcadeMode> {
    arcade().modes().iter().find(|mode| mode.id == id)
}

/// The game behind the screen.
fn own(session: &RealTimeSession) -> &WellSession {
    let game: &dyn Any = &*session.game;
    game.downcast_ref().unwrap()
}

fn well(session: &RealTimeSession) -> &Well {
    own(session).well()
}

fn modern() -> RealTimeSession {
    session("modern", &RealtimeRequest { seeded: true, ..RealtimeRequest::default() }, &[], &[])
}

fn press(session: &mut RealTimeSession, keys: &[KeyCode]) {
    for &code in keys {
        session.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }
    session.tick();
}

fn seen(session: &RealTimeSession, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw::draw(session, frame)).unwrap();
    terminal.backend().to_string()
}

#[test]
fn a_piece_falls_where_the_keys_send_it() {
    let mut session = modern();
    let shown = seen(&session, 80, 24);
    for expected in ["LLLLLL", "[][][]", "Next", "Hold", "Marathon", "0:00.0", "q quit"] {
        assert!(shown.contains(expected), "{expected}:\n{shown}");
    }
    use KeyCode::{Char, Left, Up};
    press(&mut session, &[Up, Left, Left, Left, Left, Char(' ')]);
    assert_eq!(well(&session).stock().pieces, 1);
    assert_eq!(well(&session).stock().field.rows()[..3], [0b11, 0b01, 0b01]);
    press(&mut session, &[Char('c')]);
    assert!(well(&session).stock().held.is_some());
    let run = own(&session).replay().expect("a run");
    assert_eq!(run.play().unwrap().save(), well(&session).save());
    assert_eq!(Replay::read(&session.game.run().expect("a run")).unwrap(), run);
}

#[test]
fn the_reports_keys() {
    let asked =
        RealtimeRequest { keys: Some("report".into()), seeded: true, ..RealtimeRequest::default() };
    let mut session = session("report", &asked, &[], &[]);
    let before = well(&session).falling().unwrap().body;
    press(&mut session, &[KeyCode::Down]);
    assert_eq!(well(&session).falling().unwrap().body.facing, before.facing.clockwise());
    press(&mut session, &[KeyCode::Up, KeyCode::Up]);
    assert_eq!(well(&session).falling().unwrap().body.facing, before.facing.anticlockwise());
    press(&mut session, &[KeyCode::Char('D')]);
    assert_eq!(well(&session).falling().unwrap().body.y, before.y - 1);
    let shown = seen(&session, 80, 24);
    assert!(shown.contains("↑↓ turn") && !shown.contains("Hold"), "{shown}");
}

#[test]
fn keys_that_do_not_exist_are_refused() {
    let asked = RealtimeRequest { keys: Some("dvorak".into()), ..RealtimeRequest::default() };
    let setup = Setup::default();
    let Err(Failure::Asked(words)) =
        play_setup(catalog::find("tetris").unwrap(), &setup, &[], &asked)
    else {
        panic!("there are no such keys");
    };
    assert!(words.en.contains("modern, report"), "{words}");
}

#[test]
fn a_pause_stops_the_clock() {
    let mut session = modern();
    press(&mut session, &[KeyCode::Char('p')]);
    let ticks = well(&session).ticks();
    press(&mut session, &[KeyCode::Left, KeyCode::Char(' ')]);
    assert_eq!((well(&session).ticks(), well(&session).stock().pieces), (ticks, 0));
    assert!(seen(&session, 80, 24).contains("Paused"));
    press(&mut session, &[KeyCode::Char('p')]);
    assert_eq!(well(&session).ticks(), ticks + 1);
}

#[test]
fn the_machine_plays_and_shows_where() {
    let asked = RealtimeRequest {
        level: Some("no-lookahead".into()),
        seeded: true,
        ..RealtimeRequest::default()
    };
    let mut session = session("modern", &asked, &[], &[]);
    press(&mut session, &[KeyCode::Char('m')]);
    let shown = seen(&session, 80, 24);
    assert!(shown.contains("The computer plays") && shown.contains("<>"), "{shown}");
    for _ in 0..600 {
        session.tick();
    }
    assert!((5..12).contains(&well(&session).stock().pieces), "{}", well(&session).stock().pieces);
    press(&mut session, &[KeyCode::Char('m'), KeyCode::Char('h')]);
    let pieces = well(&session).stock().pieces;
    press(&mut session, &[]);
    assert!(seen(&session, 80, 24).contains("Its advice"));
    assert_eq!(well(&session).stock().pieces, pieces);
}

#[test]
fn the_pages_keys_and_the_reports_players() {
    let mut session = modern();
    press(&mut session, &[KeyCode::Char('g')]);
    assert!(!seen(&session, 80, 24).contains("[]"), "no ghost");
    press(&mut session, &[KeyCode::Char('g'), KeyCode::Char('k')]);
    assert!(seen(&session, 80, 24).contains("Its advice"));
    press(&mut session, &[KeyCode::Char('5')]);
    assert_eq!((own(&session).is_machine(), own(&session).level().id), (true, "no-lookahead"));
    for _ in 0..120 {
        session.tick();
    }
    assert_eq!(
        (own(&session).is_machine(), well(&session).stock().pieces),
        (false, 1),
        "for one piece"
    );
    press(&mut session, &[KeyCode::Char('8')]);
    for _ in 0..240 {
        session.tick();
    }
    assert!(own(&session).is_machine() && well(&session).stock().pieces > 2);
    assert_eq!(own(&session).level().id, "lookahead");
    press(&mut session, &[KeyCode::Char('r')]);
    assert!(!own(&session).is_machine(), "a new game is one's own");
}

#[test]
fn escape_pauses_before_it_leaves() {
    let mut session = modern();
    press(&mut session, &[KeyCode::Esc]);
    assert!(session.paused && !session.left);
    press(&mut session, &[KeyCode::Esc]);
    assert!(session.left);
}

#[test]
fn what_is_left_is_said() {
    let of = |mode| {
        session(
            "modern",
            &RealtimeRequest { mode: mode_of(mode), ..RealtimeRequest::default() },
            &[],
            &[],
        )
    };
    assert!(seen(&of("sprint"), 80, 24).contains("0/40"));
    assert!(seen(&of("ultra"), 80, 24).contains("2:00.0"));
}

#[test]
fn a_level_in_the_seat_is_watched() {
    let asked = RealtimeRequest { mode: mode_of("sprint"), ..RealtimeRequest::default() };
    let session = session("modern", &asked, &["random"], &[]);
    assert!(own(&session).is_machine());
    assert_eq!(own(&session).level().id, "random");
    assert_eq!(session.game.mode(), "sprint");
}

#[test]
fn practice_takes_back() {
    let asked =
        RealtimeRequest { mode: mode_of("practice"), seeded: true, ..RealtimeRequest::default() };
    let mut session = session("modern", &asked, &[], &[("start", "four")]);
    assert_eq!(well(&session).stock().field.tallest(), 4);
    press(&mut session, &[KeyCode::Char(' ')]);
    press(&mut session, &[KeyCode::Char(' ')]);
    press(&mut session, &[KeyCode::Char('u'), KeyCode::Char('u')]);
    assert_eq!(well(&session).stock().pieces, 0);
    assert_eq!(session.game.run(), None);
}

#[test]
fn it_ends_and_begins_again() {
    let mut session = modern();
    for _ in 0..40 {
        press(&mut session, &[KeyCode::Char(' ')]);
    }
    assert!(well(&session).is_over());
    assert!(seen(&session, 80, 24).contains("Game over"));
    press(&mut session, &[KeyCode::Char('r')]);
    assert!(!well(&session).is_over() && well(&session).stock().pieces == 0);
    press(&mut session, &[KeyCode::Char('l')]);
    assert!(seen(&session, 80, 24).contains("Réserve"));
    press(&mut session, &[KeyCode::Char('q')]);
    assert!(session.left);
}

/// A key goes down, repeats or is let go, at a terminal that tells all of that.
fn key(session: &mut RealTimeSession, code: KeyCode, kind: KeyEventKind) {
    let event = KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind);
    session.handle(&Event::Key(event));
}

#[test]
fn keys_repeat_by_our_clock_where_the_terminal_tells_of_releases() {
    use KeyEventKind::{Press, Release, Repeat};
    let column = |session: &RealTimeSession| well(session).falling().unwrap().body.x;
    let mut session = modern();
    session.releases = true;
    let first = column(&session);
    key(&mut session, KeyCode::Right, Press);
    session.tick();
    assert_eq!(column(&session), first + 1);
    // The system's repetition says nothing new.
    for _ in 0..8 {
        key(&mut session, KeyCode::Right, Repeat);
        session.tick();
    }
    assert_eq!(column(&session), first + 1, "not before its time");
    session.tick();
    assert_eq!(column(&session), first + 2);
    session.tick();
    session.tick();
    assert_eq!(column(&session), first + 3);
    key(&mut session, KeyCode::Right, Release);
    for _ in 0..20 {
        session.tick();
    }
    assert_eq!(column(&session), first + 3, "let go");
    // A turn and a drop happen once, however long their keys are held.
    let facing = |session: &RealTimeSession| well(session).falling().unwrap().body.facing;
    let before = facing(&session);
    key(&mut session, KeyCode::Up, Press);
    for _ in 0..30 {
        session.tick();
    }
    assert_eq!(facing(&session), before.clockwise());
    key(&mut session, KeyCode::Char(' '), Press);
    for _ in 0..30 {
        session.tick();
    }
    assert_eq!(well(&session).stock().pieces, 1);
}

#[test]
fn of_two_directions_the_one_pressed_last_runs() {
    use KeyEventKind::{Press, Release};
    let column = |session: &RealTimeSession| well(session).falling().unwrap().body.x;
    let mut session = modern();
    session.releases = true;
    let first = column(&session);
    key(&mut session, KeyCode::Left, Press);
    session.tick();
    key(&mut session, KeyCode::Right, Press);
    for _ in 0..60 {
        session.tick();
    }
    let right = column(&session);
    assert!(right > first + 2, "it runs to the right, and does not tremble");
    key(&mut session, KeyCode::Right, Release);
    for _ in 0..4 {
        session.tick();
    }
    assert_eq!(column(&session), right - 2, "the other takes over without waiting anew");
}

#[test]
fn every_mode_fits_the_smallest_terminal() {
    for variant in ["modern", "report"] {
        for mode in arcade().modes().iter().filter(|mode| mode.alone) {
            let asked =
                RealtimeRequest { mode: Some(mode), seeded: true, ..RealtimeRequest::default() };
            let mut session = session(variant, &asked, &[], &[]);
            for lang in [Lang::En, Lang::Fr] {
                session.lang = lang;
                let shown = seen(&session, 80, 24);
                assert!(shown.contains('└'), "{variant}, {}: {shown}", mode.id);
            }
        }
    }
}

#[test]
fn the_keys_fit_a_line() {
    for (variant, hold) in [("modern", true), ("report", false)] {
        let session = session(variant, &RealtimeRequest::default(), &[], &[]);
        for layout in arcade().layouts() {
            for lang in [Lang::En, Lang::Fr] {
                let keys = super::words::keys(&*session.game, layout, lang);
                assert!(keys.chars().count() <= 80, "{keys}");
                assert_eq!(keys.contains(" c "), hold, "{keys}");
            }
        }
    }
}

#[test]
fn tab_goes_through_the_modes() {
    let mut session = modern();
    let mut modes = Vec::new();
    let all = arcade().modes().iter().filter(|mode| mode.alone).count();
    for _ in 0..all {
        press(&mut session, &[KeyCode::Tab]);
        modes.push(session.game.mode());
    }
    assert_eq!(modes.last(), Some(&"marathon"), "all the way round");
    modes.sort_unstable();
    modes.dedup();
    assert_eq!(modes.len(), all, "each once: {modes:?}");
}

#[test]
fn a_small_window_says_so() {
    assert!(seen(&modern(), 40, 24).contains("too small"));
    assert!(seen(&modern(), 80, 22).contains("too small"));
    let report = session("report", &RealtimeRequest::default(), &[], &[]);
    assert!(!seen(&report, 80, 24).contains("too small"), "22 rows fit 24 lines");
}

#[test]
fn a_small_well_needs_room_for_its_sides() {
    for rules in ["modern", "report"] {
        let entry = catalog::find("tetris").unwrap();
        let options = [("width", 4), ("height", 4)].map(|(name, n)| (name.to_owned(), n.into()));
        let setup =
            Setup { variant: Some(rules.into()), options: options.into_iter().collect(), seed: 1 };
        let setup = play_setup(entry, &setup, &[], &RealtimeRequest::default()).unwrap();
        let session = RealTimeSession::new(setup, Lang::En, Palette::None).unwrap();
        for height in 1..24 {
            let shown = seen(&session, 80, height);
            assert!(height < 14 || shown.contains("Score") || shown.contains("too small"));
        }
        assert!(seen(&session, 80, 24).contains("q quit"));
    }
}

#[test]
fn modes_are_read_in_words() {
    let read = |text| mode(arcade(), text).map(|mode| mode.map(|mode| mode.id));
    assert_eq!(read("sprint"), Ok(Some("sprint")));
    assert_eq!(read("placements"), Ok(None));
    assert!(read("race").is_err() && read("dash").is_err());
}

#[test]
fn help_stops_the_clock_and_any_key_closes_it() {
    let mut session = modern();
    assert!(seen(&session, 80, 24).contains("? help"));
    press(&mut session, &[KeyCode::Char('?')]);
    let shown = seen(&session, 80, 24);
    for expected in [" Help ", "the computer plays", "quit", "the other language"] {
        assert!(shown.contains(expected), "{expected}:\n{shown}");
    }
    let before = well(&session).save();
    // A letter that would quit or drop only closes the page.
    press(&mut session, &[KeyCode::Char('q')]);
    assert!(!session.left && !session.help && session.paused);
    assert_eq!(well(&session).save(), before, "the clock stood still");
    session.lang = Lang::Fr;
    press(&mut session, &[KeyCode::Char('?')]);
    assert!(seen(&session, 80, 24).contains("l’ordinateur joue"));
}
