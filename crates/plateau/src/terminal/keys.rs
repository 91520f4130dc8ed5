//! Handles keys and clicks during a game.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::cursor::{ArrowKey, middle, nearest, step};
use super::game_command::GameCommand;
use super::game_screen::GameScreen;

/// The longest input that is accepted; no move is longer.
const MAX_INPUT: usize = 60;

impl GameScreen {
    /// Handles an event of the terminal.
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Paste(text) => text.chars().for_each(|c| self.type_letter(c)),
            _ => (),
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if self.help {
            self.help = false;
            return;
        }
        if self.confirming.is_none() && self.hand_key(key) {
            return;
        }
        let asked = self.confirming.take();
        let command = self.command_of(key);
        if let (Some(confirming), Some(command)) = (&asked, &command)
            && confirming == command
        {
            self.confirming = asked;
            return self.run_command(command.clone());
        }
        if let (Some(confirming), KeyCode::Char(letter)) = (&asked, key.code)
            && let Some(word) = self.goes_on(confirming, letter)
        {
            self.message = None;
            self.input = word;
            return;
        }
        if asked.is_some() {
            // Any other key cancels the question and does nothing else, so nothing happens by accident.
            self.message = None;
            return;
        }
        match command {
            Some(command) => self.run_command(command),
            None => self.plain_key(key.code),
        }
    }

    /// Whoever types the whole name of a command, as in “quit”, has asked by its first letter already: the first
    /// two letters then become the beginning of what is typed.
    fn goes_on(&self, confirming: &GameCommand, letter: char) -> Option<String> {
        let first = confirming.keys().0?;
        let begun = format!("{first}{letter}").to_lowercase();
        confirming.names().iter().any(|name| name.starts_with(&begun)).then_some(begun)
    }

    fn command_of(&self, key: KeyEvent) -> Option<GameCommand> {
        match key.code {
            KeyCode::F(number) => GameCommand::of_function_key(number),
            KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                GameCommand::of_ctrl(c)
            }
            KeyCode::Char(c) if self.is_command_key(c) => GameCommand::of_key(c),
            KeyCode::Esc if self.input.is_empty() => Some(GameCommand::Quit),
            _ => None,
        }
    }

    fn plain_key(&mut self, code: KeyCode) {
        if std::mem::take(&mut self.refused) && matches!(code, KeyCode::Char(_)) {
            self.input.clear();
        }
        match code {
            KeyCode::Enter => self.enter(),
            KeyCode::Char(' ') if self.input.is_empty() || self.cursor_moved => self.enter(),
            KeyCode::Char(c) => self.type_letter(c),
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Esc => self.input.clear(),
            KeyCode::Tab if !self.input.is_empty() => self.complete(),
            KeyCode::Tab => self.move_cursor(|regions, from| step(regions, from, false)),
            KeyCode::BackTab => self.move_cursor(|regions, from| step(regions, from, true)),
            KeyCode::Up => self.move_cursor(|r, from| nearest(r, from, ArrowKey::Up)),
            KeyCode::Down => self.move_cursor(|r, from| nearest(r, from, ArrowKey::Down)),
            KeyCode::Left => self.move_cursor(|r, from| nearest(r, from, ArrowKey::Left)),
            KeyCode::Right => self.move_cursor(|r, from| nearest(r, from, ArrowKey::Right)),
            KeyCode::PageUp => self.scroll_up(5),
            KeyCode::PageDown => self.scroll_up(-5),
            _ => (),
        }
    }

    fn type_letter(&mut self, letter: char) {
        self.cursor_moved = false;
        if !letter.is_control() && self.input.chars().count() < MAX_INPUT {
            self.input.push(letter);
        }
    }

    fn move_cursor(&mut self, to: impl Fn(&[super::canvas::Region], usize) -> usize) {
        let regions = &self.board_area.canvas.regions;
        // The first arrow key shows the cursor; the next one moves it.
        self.cursor = Some(match self.cursor {
            Some(from) if from < regions.len() => to(regions, from),
            _ => middle(regions),
        });
        self.cursor_moved = true;
        if let Some(cursor) = self.cursor {
            self.board_area.show_region(cursor);
        }
    }

    /// Scrolls the board where it is larger than the window, else the list of moves.
    fn scroll_up(&mut self, by: isize) {
        if self.board_area.is_scrolled() {
            return self.board_area.scroll(-by);
        }
        self.scroll = self.scroll.saturating_add_signed(by).min(self.game.movers().len());
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let region = self.board_area.region_at(mouse.column, mouse.row);
        if !self.help && self.hand_mouse(mouse.kind, region) {
            return;
        }
        match mouse.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) if region.is_some() => {
                self.cursor = region;
            }
            MouseEventKind::Down(MouseButton::Left) => {
                self.confirming = None;
                if std::mem::take(&mut self.help) {
                    return;
                }
                if let Some(region) = region {
                    self.cursor = Some(region);
                    self.choose(region);
                }
            }
            MouseEventKind::ScrollUp => self.scroll_up(2),
            MouseEventKind::ScrollDown => self.scroll_up(-2),
            _ => (),
        }
    }
}
