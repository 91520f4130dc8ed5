//! Keys and mouse on the piece in hand.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};

use super::game_screen::GameScreen;
use super::hand::Hand;
use super::layers::square_of;
use super::words;

impl GameScreen {
    /// Whether pieces are laid here, by the person at this terminal, now.
    fn lays_pieces(&self) -> bool {
        self.game.human_to_move().is_some() && Hand::is_for(&self.legal)
    }

    /// Columns and rows of the board, by the names of its squares.
    fn board_side(&self) -> (usize, usize) {
        let squares = self.board_area.canvas.regions.iter();
        squares
            .filter_map(|region| square_of(&region.text))
            .fold((0, 0), |(width, height), (x, y)| (width.max(x + 1), height.max(y + 1)))
    }

    /// The seat whose colour the piece in hand has: of whoever is to move. Where a seat plays several colours, the
    /// board's own sign beside the tray says which.
    pub fn hand_colour(&self) -> u8 {
        self.game.turn().seat().map_or(0, |seat| seat.0)
    }

    fn take_piece(&mut self, near: Option<(usize, usize)>) {
        self.hand = Hand::take(&self.legal, self.board_side(), near);
        self.cursor = None;
        self.judge_hand();
    }

    /// Says whether the piece fits, or why not.
    fn judge_hand(&mut self) {
        let Some(hand) = &self.hand else { return };
        match self.game.table().check(&hand.text()) {
            Ok(_) => self.note(words::HAND_FITS),
            Err(refused) => self.warn(refused.words().clone()),
        }
    }

    /// Handles a key that is about the piece in hand, or that takes one; says whether it did.
    pub fn hand_key(&mut self, key: KeyEvent) -> bool {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return false;
        }
        let Some(mut hand) = self.hand.take() else {
            let takes = matches!(key.code, KeyCode::Tab | KeyCode::BackTab);
            if !takes || !self.input.is_empty() || !self.lays_pieces() {
                return false;
            }
            self.take_piece(None);
            return true;
        };
        match key.code {
            KeyCode::Tab => hand.choose(&self.legal, false),
            KeyCode::BackTab => hand.choose(&self.legal, true),
            KeyCode::Up => hand.shift(0, 1),
            KeyCode::Down => hand.shift(0, -1),
            KeyCode::Left => hand.shift(-1, 0),
            KeyCode::Right => hand.shift(1, 0),
            KeyCode::Char(' ') => hand.turn(),
            KeyCode::Char('f' | 'F') => hand.flip(),
            KeyCode::Char('n' | 'N') => hand.next_place(&self.legal),
            KeyCode::Char(digit @ '1'..='9') => {
                hand.choose_size(&self.legal, digit as usize - '0' as usize);
            }
            KeyCode::Esc | KeyCode::Backspace => {
                self.message = None;
                return true;
            }
            KeyCode::Enter => {
                self.lay(hand);
                return true;
            }
            _ => {
                self.hand = Some(hand);
                // Function keys keep their meaning; letters would be typed into nothing.
                return matches!(key.code, KeyCode::Char(_));
            }
        }
        self.hand = Some(hand);
        self.judge_hand();
        true
    }

    fn lay(&mut self, hand: Hand) {
        let text = hand.text();
        self.hand = Some(hand);
        if self.legal.contains(&text) {
            self.propose(text);
        } else {
            self.judge_hand();
        }
    }

    /// Handles the mouse on the piece in hand, or lets it take one; says whether it did.
    pub fn hand_mouse(&mut self, kind: MouseEventKind, region: Option<usize>) -> bool {
        let square = region
            .and_then(|region| self.board_area.canvas.regions.get(region))
            .and_then(|region| square_of(&region.text));
        let Some(mut hand) = self.hand.take() else {
            let clicked = matches!(kind, MouseEventKind::Down(MouseButton::Left));
            if !clicked || square.is_none() || !self.input.is_empty() || !self.lays_pieces() {
                return false;
            }
            self.take_piece(square);
            return true;
        };
        match (kind, square) {
            (MouseEventKind::Moved | MouseEventKind::Drag(_), Some(square)) => {
                hand.center_on(square);
            }
            (MouseEventKind::ScrollUp | MouseEventKind::ScrollDown, _) => hand.turn(),
            (MouseEventKind::Down(MouseButton::Right), _) => hand.flip(),
            (MouseEventKind::Down(MouseButton::Left), Some(square)) => {
                if !hand.squares().contains(&square) {
                    hand.center_on(square);
                }
                self.lay(hand);
                return true;
            }
            (MouseEventKind::Down(MouseButton::Left), None) => {
                // Beside the board: it goes back.
                self.message = None;
                return true;
            }
            _ => {
                self.hand = Some(hand);
                return true;
            }
        }
        self.hand = Some(hand);
        self.judge_hand();
        true
    }
}
