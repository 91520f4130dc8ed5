//! The full screen on a terminal in memory: what is drawn, and what keys and clicks do.

use std::time::{Duration, Instant};

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use game::Lang;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};

use super::draw::draw;
use super::game_screen::GameScreen;
use super::local_game::LocalGame;
use super::menu::Menu;
use super::menu_screen::MenuScreen;
use super::palette::Palette;

struct Desk {
    terminal: Terminal<TestBackend>,
    screen: GameScreen,
}

impl Desk {
    fn new(width: u16, height: u16, seats: &[&str], lang: Lang) -> Self {
        Self::of("connect4", width, height, seats, lang)
    }

    fn of(game: &str, width: u16, height: u16, seats: &[&str], lang: Lang) -> Self {
        Self::variant(game, None, (width, height), seats, lang)
    }

    fn variant(
        game: &str,
        variant: Option<&str>,
        (width, height): (u16, u16),
        seats: &[&str],
        lang: Lang,
    ) -> Self {
        let entry = catalog::find(game).unwrap();
        let seats: Vec<String> = seats.iter().map(|&seat| seat.to_owned()).collect();
        let setup =
            catalog::Setup { variant: variant.map(str::to_owned), ..catalog::Setup::default() };
        let game = LocalGame::new(entry, setup, &seats, None).unwrap();
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut desk = Self { terminal, screen: GameScreen::new(game, lang, Palette::True) };
        desk.seen();
        desk
    }

    /// Two people.
    fn pair(width: u16, height: u16) -> Self {
        Self::new(width, height, &["human", "human"], Lang::En)
    }

    fn seen(&mut self) -> String {
        self.terminal.draw(|frame| draw(&mut self.screen, frame)).unwrap();
        self.terminal.backend().to_string()
    }

    fn key(&mut self, code: KeyCode) {
        self.screen.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn ctrl(&mut self, letter: char) {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        self.screen.handle(&Event::Key(key));
    }

    fn type_line(&mut self, text: &str) {
        text.chars().for_each(|c| self.key(KeyCode::Char(c)));
        self.key(KeyCode::Enter);
    }

    fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.screen.handle(&Event::Mouse(mouse));
    }

    fn moves(&self) -> String {
        self.screen.game.table().record().moves.join(" ")
    }

    /// Lets bots think until it is a person's turn or the game is over.
    fn wait(&mut self) {
        self.tick_until(|screen| screen.game.machine_to_move().is_none());
    }

    /// Ticks until something holds. The limit only ends a test that would hang; no slow machine reaches it.
    fn tick_until(&mut self, done: impl Fn(&GameScreen) -> bool) {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(300) {
            self.screen.tick();
            if done(&self.screen) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it never happened");
    }
}

#[test]
fn every_size_shows_board_players_and_keys() {
    for (width, height) in [(60, 20), (80, 24), (100, 40), (200, 60)] {
        let mut desk = Desk::pair(width, height);
        desk.type_line("4");
        let seen = desk.seen();
        for part in ["Connect Four", "Players", "● Blue", "◇ Yellow ◂ to play", "? help", "┻━"]
        {
            assert!(seen.contains(part), "{part} at {width}x{height}:\n{seen}");
        }
    }
    let seen = Desk::pair(59, 20).seen();
    assert!(seen.contains("too small: 59×20"), "{seen}");
    Desk::pair(1, 1).seen();
}

#[test]
fn typed_moves_are_played_and_refusals_keep_what_was_typed() {
    let mut desk = Desk::new(80, 24, &["human", "human"], Lang::Fr);
    desk.type_line("4");
    assert_eq!(desk.moves(), "4");
    desk.type_line("9");
    assert!(desk.seen().contains("! Choisissez une colonne de 1 à 7."));
    assert_eq!(desk.screen.input, "9");
    desk.key(KeyCode::Esc);
    assert_eq!(desk.screen.input, "");
    assert!(!desk.screen.is_left());
}

#[test]
fn a_move_of_two_parts_is_chosen_with_the_cursor_alone() {
    let mut desk = Desk::of("tigris", 100, 40, &["human", "human"], Lang::En);
    let aim = |desk: &mut Desk, text: &str| {
        desk.seen();
        let regions = &desk.screen.board_area.canvas.regions;
        let wanted = regions.iter().position(|region| region.text == text).unwrap();
        while desk.screen.cursor != Some(wanted) {
            desk.key(KeyCode::BackTab);
        }
        assert!(desk.screen.cursor_moved);
    };
    // A square alone is not a move; the message asks for more.
    aim(&mut desk, "g3");
    desk.key(KeyCode::Enter);
    assert!(desk.seen().contains("First choose what comes to g3: "), "{}", desk.seen());
    assert!(desk.seen().contains("leader black"));
    aim(&mut desk, "leader black");
    desk.key(KeyCode::Enter);
    assert_eq!(desk.screen.input, "leader black");
    // The rules say why it may not stand there, and the typed text stays.
    aim(&mut desk, "a6");
    desk.key(KeyCode::Enter);
    assert!(desk.seen().contains("temple"), "{}", desk.seen());
    aim(&mut desk, "g3");
    desk.key(KeyCode::Char(' '));
    assert_eq!(desk.moves(), "leader black g3");
}

#[test]
fn arrows_and_mouse_choose_the_same_columns() {
    let mut desk = Desk::pair(80, 24);
    desk.key(KeyCode::Right);
    desk.key(KeyCode::Right);
    desk.key(KeyCode::Char(' '));
    assert_eq!(desk.moves(), "5");
    desk.seen();
    let (x, y) = (desk.screen.board_area.x, desk.screen.board_area.y);
    desk.mouse(MouseEventKind::Moved, x + 2, y + 3);
    assert_eq!(desk.screen.cursor, Some(0));
    desk.mouse(MouseEventKind::Down(MouseButton::Left), x + 2, y + 3);
    assert_eq!(desk.moves(), "5 1");
    desk.mouse(MouseEventKind::Down(MouseButton::Left), 0, 0);
    desk.mouse(MouseEventKind::Down(MouseButton::Left), 9999, 9999);
    assert_eq!(desk.moves(), "5 1");
}

#[test]
fn leaving_a_game_in_play_is_asked_once() {
    let mut desk = Desk::pair(80, 24);
    desk.type_line("4");
    desk.key(KeyCode::Char('q'));
    assert!(desk.seen().contains("Leave this game?"));
    desk.key(KeyCode::Char('4'));
    assert!(!desk.screen.is_left());
    desk.key(KeyCode::Esc);
    assert!(!desk.screen.is_left());
    desk.ctrl('c');
    assert!(desk.screen.is_left(), "Esc and Ctrl-C ask for the same thing");
    let mut unplayed = Desk::pair(80, 24);
    unplayed.key(KeyCode::Char('q'));
    assert!(unplayed.screen.is_left());
}

#[test]
fn undo_goes_back_to_the_persons_turn() {
    let mut desk = Desk::new(80, 24, &["human", "random"], Lang::En);
    desk.type_line("4");
    desk.wait();
    desk.type_line("1");
    desk.wait();
    assert_eq!(desk.screen.game.movers().len(), 4);
    desk.key(KeyCode::Char('u'));
    assert_eq!(desk.screen.game.movers().len(), 2);
    desk.type_line("1");
    desk.screen.tick();
    assert!(desk.seen().contains("thinks"));
    desk.type_line("2");
    assert!(desk.seen().contains("It is not your turn"));
    desk.key(KeyCode::F(3));
    assert_eq!(desk.screen.game.movers().len(), 2, "the machine's thought is dropped");
    assert!(desk.screen.thinking.is_none());
}

#[test]
fn a_win_glows_and_says_why() {
    let mut desk = Desk::pair(80, 24);
    for column in ["1", "2", "1", "2", "1", "2", "1"] {
        desk.type_line(column);
    }
    let seen = desk.seen();
    assert!(seen.contains("Blue wins: four in a row."), "{seen}");
    assert!(seen.contains("n again"), "{seen}");
    let buffer = desk.terminal.backend().buffer();
    let lit = buffer.content().iter().any(|cell| {
        // The glow pulses; between its pulses the discs keep their background.
        (cell.modifier.contains(Modifier::REVERSED) || cell.bg != Color::Reset)
            && cell.fg == Palette::True.seat(0).fg.unwrap_or_default()
    });
    assert!(lit);
    desk.type_line("3");
    assert!(desk.seen().contains("! The game is over."));
    assert!(desk.seen().contains("Blue wins"), "the ending stays in sight");
    desk.key(KeyCode::Esc);
    desk.key(KeyCode::Char('u'));
    assert_eq!(desk.screen.game.movers().len(), 6);
}

#[test]
fn resigning_ends_the_game_for_the_other_side() {
    let mut desk = Desk::pair(80, 24);
    desk.type_line("4");
    desk.key(KeyCode::Char('r'));
    desk.key(KeyCode::Char('r'));
    assert!(desk.seen().contains("Blue wins: the opponent resigned."));
}

#[test]
fn a_hint_points_at_its_column() {
    let mut desk = Desk::pair(80, 24);
    desk.type_line(":hint");
    desk.tick_until(|screen| screen.hint.is_some());
    let hint = desk.screen.hint.clone().unwrap();
    let cursor = desk.screen.cursor.unwrap();
    assert_eq!(desk.screen.board_area.canvas.regions[cursor].text, hint);
    assert!(desk.seen().contains(&format!("Hint: {hint}")));
}

#[test]
fn help_and_language_are_a_key_away() {
    let mut desk = Desk::pair(60, 20);
    desk.key(KeyCode::F(1));
    assert!(desk.seen().contains("Any key closes this page."));
    desk.key(KeyCode::Char('q'));
    assert!(!desk.screen.is_left(), "the key that closes the page does nothing else");
    desk.key(KeyCode::Char('l'));
    desk.key(KeyCode::F(1));
    assert!(desk.seen().contains("Une touche ferme cette page."));
}

#[test]
fn the_menu_fits_the_smallest_window() {
    for (width, height) in [(60, 20), (80, 24), (100, 40)] {
        for lang in [Lang::En, Lang::Fr] {
            let mut menu = MenuScreen::new(Menu::new(lang), Palette::None);
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            for expected in [catalog::games()[0].about().name.get(lang), "", "●"] {
                terminal.draw(|frame| menu.draw(frame)).unwrap();
                let seen = terminal.backend().to_string();
                assert!(seen.contains(expected) && seen.contains('›'), "{seen}");
                menu.handle(&Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
            }
        }
    }
}

#[test]
fn the_menu_cuts_no_description() {
    for (width, height) in [(60, 20), (80, 24), (100, 40)] {
        for lang in [Lang::En, Lang::Fr] {
            let mut menu = MenuScreen::new(Menu::new(lang), Palette::None);
            let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
            for entry in catalog::games() {
                terminal.draw(|frame| menu.draw(frame)).unwrap();
                let seen = terminal.backend().to_string();
                // A line of the picture has quotes around it, and a description may have several lines.
                let seen = seen.replace('"', " ");
                let seen = seen.split_whitespace().collect::<Vec<_>>().join(" ");
                let tagline = entry.about().tagline.get(lang);
                let tagline = tagline.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(seen.contains(&tagline), "{tagline} at {width}x{height}: {seen}");
                menu.handle(&Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE)));
            }
        }
    }
}

#[test]
fn blokus_grows_with_its_window() {
    let size = |width, height| {
        let mut desk = Desk::of("blokus", width, height, &["human"; 4], Lang::En);
        desk.seen();
        let regions = &desk.screen.board_area.canvas.regions;
        let square = regions.iter().find(|region| region.text == "e5").unwrap();
        (square.width, square.height)
    };
    assert_eq!(size(80, 24), (2, 1));
    assert_eq!(size(130, 50), (4, 2));
    assert_eq!(size(200, 60), (6, 2));
    assert_eq!(size(220, 76), (6, 3));
}

#[test]
fn a_large_board_and_a_hand_fit_and_moves_are_put_together_by_pointing() {
    let mut desk = Desk::of("tigris", 100, 40, &["human", "human"], Lang::En);
    let seen = desk.seen();
    for text in ["11│", " p ", "[tile ", "[leader K]", "[catastrophe]", "[swap all]", "[pass]"] {
        assert!(seen.contains(text), "{text}: {seen}");
    }
    let point = |desk: &mut Desk, spot: &str| {
        let regions = &desk.screen.board_area.canvas.regions;
        let region = regions.iter().position(|region| region.text == spot).unwrap();
        desk.screen.choose(region);
        desk.seen();
    };
    point(&mut desk, "leader black");
    assert_eq!(desk.screen.input, "leader black");
    point(&mut desk, "g3");
    assert_eq!(desk.moves(), "leader black g3");
    assert!(desk.seen().contains("K1"));
    // The other person at this terminal does not see which tiles were swapped.
    let swap = desk.screen.legal.iter().rfind(|mv| mv.starts_with("swap")).unwrap().clone();
    point(&mut desk, &swap);
    assert!(desk.seen().contains("swap 6"), "{}", desk.seen());
}

#[test]
fn every_game_is_playable_in_a_window_of_80_by_24() {
    for &entry in catalog::games() {
        for variant in entry.about().variants {
            let setup = catalog::Setup { variant: Some(variant.id.into()), ..Default::default() };
            let people = vec!["human".to_owned(); entry.table(&setup).unwrap().seats()];
            let game = LocalGame::new(entry, setup, &people, None).unwrap();
            let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            let mut desk =
                Desk { terminal, screen: GameScreen::new(game, Lang::En, Palette::None) };
            // Every region of the board comes into sight when the cursor goes there, and can be clicked there.
            desk.seen();
            let regions = desk.screen.board_area.canvas.regions.len();
            assert!(regions == 0 || !desk.screen.legal.is_empty());
            for wanted in 0..regions {
                desk.screen.board_area.show_region(wanted);
                let area = &desk.screen.board_area;
                let at = |x: usize, y: usize| (area.x + x as u16, area.y + y as u16);
                let region = &area.canvas.regions[wanted];
                let (x, y) = at(region.x - area.scrolled.0, region.y - area.scrolled.1);
                assert_eq!(area.region_at(x, y), Some(wanted), "{} {}", variant.id, region.text);
            }
            let mv = desk.screen.legal[0].clone();
            desk.type_line(&mv);
            assert_eq!(desk.screen.game.movers().len(), 1, "{}", desk.seen());
        }
    }
}

#[test]
fn a_question_mark_opens_the_menus_help() {
    for lang in [Lang::En, Lang::Fr] {
        let mut menu = MenuScreen::new(Menu::new(lang), Palette::None);
        let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
        let mut press = |code: KeyCode| {
            menu.handle(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            terminal.draw(|frame| menu.draw(frame)).unwrap();
            terminal.backend().to_string()
        };
        let (open, close) = match lang {
            Lang::En => ("? shows its keys.", "Any key closes this page."),
            Lang::Fr => ("? montre ses touches.", "Une touche ferme cette page."),
        };
        let page = press(KeyCode::Char('?'));
        assert!(page.contains(open) && page.contains(close), "{page}");
        assert!(!press(KeyCode::Char('q')).contains(close));
    }
}

#[test]
fn quit_can_be_typed_where_its_first_letter_is_a_key() {
    let mut desk = Desk::of("quoridor", 80, 24, &["human", "human"], Lang::En);
    desk.type_line("e2");
    assert_eq!(desk.moves(), "e2");
    for letter in "quit".chars() {
        assert!(!desk.screen.is_left());
        desk.key(KeyCode::Char(letter));
    }
    assert_eq!(desk.screen.input, "quit");
    assert!(!desk.screen.is_left());
    desk.key(KeyCode::Enter);
    assert!(desk.screen.is_left());
}

#[test]
fn labels_follow_the_language() {
    let mut desk = Desk::of("tigris", 100, 40, &["human", "human"], Lang::Fr);
    let seen = desk.seen();
    for text in ["[tuile ", "[chef K]", "[tout échanger]", "[passer]", "sac "] {
        assert!(seen.contains(text), "{text}: {seen}");
    }
    desk.key(KeyCode::F(7));
    assert!(desk.seen().contains("[leader K]"), "{}", desk.seen());
}

#[test]
fn a_piece_is_chosen_turned_moved_and_laid_with_keys() {
    let mut desk = Desk::of("blokus", 100, 40, &["human"; 4], Lang::En);
    assert!(!desk.screen.board_area.is_scrolled(), "the whole board is seen: {}", desk.seen());
    desk.key(KeyCode::Tab);
    let hand = |desk: &Desk| desk.screen.hand.as_ref().unwrap().squares();
    assert!(desk.seen().contains("Enter lays it"), "{}", desk.seen());
    assert_eq!(hand(&desk).len(), 5);
    // Away from the corner it does not fit, and the reason stands under the board.
    for _ in 0..6 {
        desk.key(KeyCode::Right);
    }
    let seen = desk.seen();
    assert!(seen.contains('▒') && seen.contains("a20"), "{seen}");
    desk.key(KeyCode::Enter);
    assert_eq!(desk.moves(), "", "nothing is laid where it does not fit");
    desk.key(KeyCode::Char('1'));
    assert_eq!(hand(&desk), [(0, 19)], "a piece of one square, where it fits");
    desk.key(KeyCode::Char('5'));
    let before = hand(&desk);
    desk.key(KeyCode::Char(' '));
    desk.key(KeyCode::Char('f'));
    desk.key(KeyCode::Char('n'));
    assert!(desk.seen().contains('█'), "{}", desk.seen());
    assert_eq!(hand(&desk).len(), before.len());
    desk.key(KeyCode::Esc);
    assert!(desk.screen.hand.is_none() && !desk.screen.is_left(), "it is back in the tray");
    desk.key(KeyCode::Tab);
    desk.key(KeyCode::Char('1'));
    desk.key(KeyCode::Enter);
    assert_eq!(desk.moves(), "a20");
    assert!(desk.screen.hand.is_none());
}

#[test]
fn a_piece_is_laid_with_the_mouse_in_a_small_window() {
    let mut desk = Desk::variant("blokus", Some("duo"), (80, 24), &["human"; 2], Lang::Fr);
    assert!(!desk.screen.board_area.is_scrolled(), "{}", desk.seen());
    let at = |desk: &Desk, square: &str| {
        let area = &desk.screen.board_area;
        let region = area.canvas.regions.iter().find(|region| region.text == square).unwrap();
        (area.x + region.x as u16, area.y + region.y as u16)
    };
    let click = MouseEventKind::Down(MouseButton::Left);
    let (x, y) = at(&desk, "e10");
    desk.mouse(click, x, y);
    let hand = |desk: &Desk| desk.screen.hand.as_ref().unwrap().squares();
    assert!(hand(&desk).contains(&(4, 9)));
    let before = hand(&desk);
    desk.mouse(MouseEventKind::ScrollDown, x, y);
    desk.mouse(MouseEventKind::Down(MouseButton::Right), x, y);
    desk.key(KeyCode::Char('1'));
    assert_ne!(hand(&desk), before);
    let (away, down) = at(&desk, "c3");
    desk.mouse(MouseEventKind::Moved, away, down);
    assert_eq!(hand(&desk), [(2, 2)]);
    desk.mouse(click, away, down);
    assert!(desk.seen().contains("e10"), "la raison : {}", desk.seen());
    desk.mouse(MouseEventKind::Moved, x, y);
    desk.mouse(click, x, y);
    assert_eq!(desk.moves(), "e10");
}

#[test]
fn the_squares_that_a_search_looks_at_are_shown_over_the_board() {
    let mut desk = Desk::of("quoridor", 80, 24, &["human", "human"], Lang::En);
    let plain = desk.seen();
    desk.key(KeyCode::F(8));
    let seen = desk.seen();
    assert!(seen.contains("breadth-first search"), "{seen}");
    assert_ne!(seen, plain);
    desk.key(KeyCode::F(8));
    let star = desk.seen();
    assert!(star.contains("A*: 9 squares searched") && star.contains(" 9 "), "{star}");
    while desk.screen.layer.is_some() {
        desk.key(KeyCode::F(8));
    }
    let mut hidden = Desk::of("tigris", 100, 40, &["human", "human"], Lang::En);
    hidden.key(KeyCode::F(8));
    assert_eq!(hidden.screen.layer, None, "nothing that is hidden is told");
}
