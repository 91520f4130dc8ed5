//! From keys and clicks to what a game does with them.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::cursor::{Direction, middle, nearest, step};
use super::order::Order;
use super::room::Room;

/// No move is longer; a pasted book stays outside.
const MAX_INPUT: usize = 60;

impl Room {
    /// Takes an event from the terminal.
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
        let asked = self.sure.take();
        let order = self.order_of(key);
        if let (Some(sure), Some(order)) = (&asked, &order)
            && sure == order
        {
            self.sure = asked;
            return self.obey(order.clone());
        }
        if asked.is_some() {
            // Any other key withdraws the question, and does nothing else by accident.
            self.message = None;
            return;
        }
        match order {
            Some(order) => self.obey(order),
            None => self.plain_key(key.code),
        }
    }

    fn order_of(&self, key: KeyEvent) -> Option<Order> {
        match key.code {
            KeyCode::F(number) => Order::of_function_key(number),
            KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::CONTROL) => Order::of_ctrl(c),
            KeyCode::Char(c) if self.is_command_key(c) => Order::of_key(c),
            KeyCode::Esc if self.input.is_empty() => Some(Order::Quit),
            _ => None,
        }
    }

    fn plain_key(&mut self, code: KeyCode) {
        if std::mem::take(&mut self.refused) && matches!(code, KeyCode::Char(_)) {
            self.input.clear();
        }
        match code {
            KeyCode::Enter => self.enter(),
            KeyCode::Char(' ') if self.input.is_empty() || self.aimed => self.enter(),
            KeyCode::Char(c) => self.type_letter(c),
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Esc => self.input.clear(),
            KeyCode::Tab if !self.input.is_empty() => self.complete(),
            KeyCode::Tab => self.move_cursor(|regions, from| step(regions, from, false)),
            KeyCode::BackTab => self.move_cursor(|regions, from| step(regions, from, true)),
            KeyCode::Up => self.move_cursor(|r, from| nearest(r, from, Direction::Up)),
            KeyCode::Down => self.move_cursor(|r, from| nearest(r, from, Direction::Down)),
            KeyCode::Left => self.move_cursor(|r, from| nearest(r, from, Direction::Left)),
            KeyCode::Right => self.move_cursor(|r, from| nearest(r, from, Direction::Right)),
            KeyCode::PageUp => self.scroll_moves(5),
            KeyCode::PageDown => self.scroll_moves(-5),
            _ => (),
        }
    }

    fn type_letter(&mut self, letter: char) {
        self.aimed = false;
        if !letter.is_control() && self.input.chars().count() < MAX_INPUT {
            self.input.push(letter);
        }
    }

    fn move_cursor(&mut self, to: impl Fn(&[super::canvas::Region], usize) -> usize) {
        let regions = &self.shown.canvas.regions;
        // The first arrow shows where the cursor is; the next one moves it.
        self.cursor = Some(match self.cursor {
            Some(from) if from < regions.len() => to(regions, from),
            _ => middle(regions),
        });
        self.aimed = true;
    }

    fn scroll_moves(&mut self, by: isize) {
        self.scroll = self.scroll.saturating_add_signed(by).min(self.sitting.movers().len());
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let x = mouse.column.checked_sub(self.shown.x).map(usize::from);
        let y = mouse.row.checked_sub(self.shown.y).map(usize::from);
        let region = x.zip(y).and_then(|(x, y)| self.shown.canvas.region_at(x, y));
        match mouse.kind {
            MouseEventKind::Moved | MouseEventKind::Drag(_) if region.is_some() => {
                self.cursor = region;
            }
            MouseEventKind::Down(MouseButton::Left) => {
                self.sure = None;
                if std::mem::take(&mut self.help) {
                    return;
                }
                if let Some(region) = region {
                    self.cursor = Some(region);
                    self.choose(region);
                }
            }
            MouseEventKind::ScrollUp => self.scroll_moves(2),
            MouseEventKind::ScrollDown => self.scroll_moves(-2),
            _ => (),
        }
    }
}
