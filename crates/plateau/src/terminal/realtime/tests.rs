//! The real-time screen on a terminal made of memory.

use catalog::Setup;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use game::Lang;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Map, Value};
use tetris::{Mode, Replay};

use super::session::Session;
use super::{Asked, Layout, draw, mode, wishes};
use crate::terminal::palette::Palette;

fn session(variant: &str, asked: &Asked, seats: &[&str], options: &[(&str, &str)]) -> Session {
    let entry = catalog::find("tetris").unwrap();
    let options: Map<String, Value> =
        options.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    // They begin with an L and with an I.
    let seed = if variant == "modern" { 10 } else { 7 };
    let setup = Setup { variant: Some(variant.into()), options, seed };
    let seats: Vec<String> = seats.iter().map(|&seat| seat.to_owned()).collect();
    let wishes = wishes(entry, &setup, &seats, asked).unwrap();
    Session::new(wishes, Lang::En, Palette::None).unwrap()
}

fn modern() -> Session {
    session("modern", &Asked { seeded: true, ..Asked::default() }, &[], &[])
}

fn press(session: &mut Session, keys: &[KeyCode]) {
    for &code in keys {
        session.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }
    session.tick();
}

fn seen(session: &Session, width: u16, height: u16) -> String {
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
    assert_eq!(session.well.stock().pieces, 1);
    assert_eq!(session.well.stock().field.rows()[..3], [0b11, 0b01, 0b01]);
    press(&mut session, &[Char('c')]);
    assert!(session.well.stock().held.is_some());
    let run = session.replay().expect("a run");
    assert_eq!(run.play().unwrap().save(), session.well.save());
    assert_eq!(Replay::read(&run.write()).unwrap(), run);
}

#[test]
fn the_reports_keys() {
    let asked = Asked { keys: Layout::Report, seeded: true, ..Asked::default() };
    let mut session = session("report", &asked, &[], &[]);
    let before = session.well.falling().unwrap().body;
    press(&mut session, &[KeyCode::Down]);
    assert_eq!(session.well.falling().unwrap().body.facing, before.facing.clockwise());
    press(&mut session, &[KeyCode::Up, KeyCode::Up]);
    assert_eq!(session.well.falling().unwrap().body.facing, before.facing.anticlockwise());
    press(&mut session, &[KeyCode::Char('D')]);
    assert_eq!(session.well.falling().unwrap().body.y, before.y - 1);
    let shown = seen(&session, 80, 24);
    assert!(shown.contains("↑↓ turn") && !shown.contains("Hold"), "{shown}");
}

#[test]
fn a_pause_stops_the_clock() {
    let mut session = modern();
    press(&mut session, &[KeyCode::Char('p')]);
    let ticks = session.well.ticks();
    press(&mut session, &[KeyCode::Left, KeyCode::Char(' ')]);
    assert_eq!((session.well.ticks(), session.well.stock().pieces), (ticks, 0));
    assert!(seen(&session, 80, 24).contains("Paused"));
    press(&mut session, &[KeyCode::Char('p')]);
    assert_eq!(session.well.ticks(), ticks + 1);
}

#[test]
fn the_machine_plays_and_shows_where() {
    let asked = Asked { level: Some("no-lookahead".into()), seeded: true, ..Asked::default() };
    let mut session = session("modern", &asked, &[], &[]);
    press(&mut session, &[KeyCode::Char('m')]);
    let shown = seen(&session, 80, 24);
    assert!(shown.contains("The machine plays") && shown.contains("<>"), "{shown}");
    for _ in 0..600 {
        session.tick();
    }
    assert!((5..12).contains(&session.well.stock().pieces), "{}", session.well.stock().pieces);
    press(&mut session, &[KeyCode::Char('m'), KeyCode::Char('h')]);
    let pieces = session.well.stock().pieces;
    press(&mut session, &[]);
    assert!(seen(&session, 80, 24).contains("Its advice"));
    assert_eq!(session.well.stock().pieces, pieces);
}

#[test]
fn the_pages_keys_and_the_reports_players() {
    let mut session = modern();
    press(&mut session, &[KeyCode::Char('g')]);
    assert!(!seen(&session, 80, 24).contains("[]"), "no ghost");
    press(&mut session, &[KeyCode::Char('g'), KeyCode::Char('k')]);
    assert!(seen(&session, 80, 24).contains("Its advice"));
    press(&mut session, &[KeyCode::Char('5')]);
    assert_eq!((session.machine, session.wishes.level.id), (true, "no-lookahead"));
    for _ in 0..120 {
        session.tick();
    }
    assert_eq!((session.machine, session.well.stock().pieces), (false, 1), "for one piece");
    press(&mut session, &[KeyCode::Char('8')]);
    for _ in 0..240 {
        session.tick();
    }
    assert!(session.machine && session.well.stock().pieces > 2);
    assert_eq!(session.wishes.level.id, "lookahead");
    press(&mut session, &[KeyCode::Char('r')]);
    assert!(!session.machine, "a new game is one's own");
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
    let of = |mode| session("modern", &Asked { mode: Some(mode), ..Asked::default() }, &[], &[]);
    assert!(seen(&of(Mode::Sprint), 80, 24).contains("0/40"));
    assert!(seen(&of(Mode::Ultra), 80, 24).contains("2:00.0"));
}

#[test]
fn a_level_in_the_seat_is_watched() {
    let asked = Asked { mode: Some(Mode::Sprint), ..Asked::default() };
    let session = session("modern", &asked, &["random"], &[]);
    assert!(session.machine);
    assert_eq!(session.wishes.level.id, "random");
    assert_eq!(session.well.stock().terms.mode, Mode::Sprint);
}

#[test]
fn practice_takes_back() {
    let asked = Asked { mode: Some(Mode::Practice), seeded: true, ..Asked::default() };
    let mut session = session("modern", &asked, &[], &[("start", "four")]);
    assert_eq!(session.well.stock().field.tallest(), 4);
    press(&mut session, &[KeyCode::Char(' ')]);
    press(&mut session, &[KeyCode::Char(' ')]);
    press(&mut session, &[KeyCode::Char('u'), KeyCode::Char('u')]);
    assert_eq!(session.well.stock().pieces, 0);
    assert_eq!(session.replay(), None);
}

#[test]
fn it_ends_and_begins_again() {
    let mut session = modern();
    for _ in 0..40 {
        press(&mut session, &[KeyCode::Char(' ')]);
    }
    assert!(session.well.is_over());
    assert!(seen(&session, 80, 24).contains("Game over"));
    press(&mut session, &[KeyCode::Char('r')]);
    assert!(!session.well.is_over() && session.well.stock().pieces == 0);
    press(&mut session, &[KeyCode::Char('l')]);
    assert!(seen(&session, 80, 24).contains("Réserve"));
    press(&mut session, &[KeyCode::Char('q')]);
    assert!(session.left);
}

#[test]
fn the_keys_fit_a_line() {
    for layout in [Layout::Modern, Layout::Report] {
        for lang in [Lang::En, Lang::Fr] {
            let keys = super::words::keys(layout, true, lang);
            assert!(keys.chars().count() <= 80, "{keys}");
            assert!(!super::words::keys(layout, false, lang).contains(" c "));
        }
    }
}

#[test]
fn tab_goes_through_the_modes() {
    let mut session = modern();
    let mut modes = Vec::new();
    for _ in 0..4 {
        press(&mut session, &[KeyCode::Tab]);
        modes.push(session.well.stock().terms.mode);
    }
    assert_eq!(modes, [Mode::Sprint, Mode::Ultra, Mode::Practice, Mode::Marathon]);
}

#[test]
fn a_small_window_says_so() {
    assert!(seen(&modern(), 40, 24).contains("too small"));
    assert!(seen(&modern(), 80, 22).contains("too small"));
    let report = session("report", &Asked::default(), &[], &[]);
    assert!(!seen(&report, 80, 24).contains("too small"), "22 rows fit 24 lines");
}

#[test]
fn a_small_well_needs_room_for_its_sides() {
    for rules in ["modern", "report"] {
        let entry = catalog::find("tetris").unwrap();
        let options = [("width", 4), ("height", 4)].map(|(name, n)| (name.to_owned(), n.into()));
        let setup =
            Setup { variant: Some(rules.into()), options: options.into_iter().collect(), seed: 1 };
        let wishes = wishes(entry, &setup, &[], &Asked::default()).unwrap();
        let session = Session::new(wishes, Lang::En, Palette::None).unwrap();
        for height in 1..24 {
            let shown = seen(&session, 80, height);
            assert!(height < 14 || shown.contains("Score") || shown.contains("too small"));
        }
        assert!(seen(&session, 80, 24).contains("q quit"));
    }
}

#[test]
fn modes_are_read_in_words() {
    assert_eq!(mode("sprint"), Ok(Some(Mode::Sprint)));
    assert_eq!(mode("placements"), Ok(None));
    assert!(mode("race").is_err() && mode("dash").is_err());
}
