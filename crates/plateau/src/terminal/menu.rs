//! The menu of the full screen, without drawing: its pages, the choices so far, and what keys do.

use catalog::{Entry, Setup};
use game::{Lang, Words};
use search::Level;

use super::words::{self, same, strength};
use crate::setup::fresh_seed;

/// A page of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuPage {
    /// Choose a game.
    Games,
    /// Choose its variant.
    Variants,
    /// Choose who plays each seat.
    Seats,
}

/// What a key means in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuKey {
    /// One line up.
    Up,
    /// One line down.
    Down,
    /// The previous kind of player.
    Left,
    /// The next kind of player.
    Right,
    /// Choose this line.
    Enter,
    /// Back to the previous page.
    Back,
}

/// What happens after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuResult {
    /// The menu stays open.
    Stay,
    /// The chosen game starts.
    Play,
    /// The person leaves.
    Leave,
}

/// One line of a page.
pub struct MenuItem {
    /// Its name.
    pub name: Words,
    /// A short description.
    pub about: Words,
    /// The seat, on the page of seats.
    pub seat: Option<u8>,
}

/// The menu.
pub struct Menu {
    /// The page that is shown.
    pub page: MenuPage,
    /// The highlighted line.
    pub line: usize,
    /// The language of all texts.
    pub lang: Lang,
    game: usize,
    variant: usize,
    /// For each seat, 0 for a person or the number of a level from 1.
    players: Vec<usize>,
}

impl Menu {
    /// A menu that starts with the page of games.
    pub fn new(lang: Lang) -> Self {
        Self { page: MenuPage::Games, line: 0, lang, game: 0, variant: 0, players: Vec::new() }
    }

    /// The chosen or highlighted game.
    pub fn entry(&self) -> &'static dyn Entry {
        catalog::games()[self.game]
    }

    /// The lines of this page.
    pub fn items(&self) -> Vec<MenuItem> {
        let item = |name: Words, about: Words| MenuItem { name, about, seat: None };
        let about = self.entry().about();
        match self.page {
            MenuPage::Games => {
                let game = |game: &&'static dyn Entry| {
                    item(game.about().name.into(), game.about().tagline.into())
                };
                let exit = item(words::EXIT.into(), same(""));
                catalog::games().iter().map(game).chain([exit]).collect()
            }
            MenuPage::Variants => {
                about.variants.iter().map(|v| item(v.name.into(), v.about.into())).collect()
            }
            MenuPage::Seats => {
                let (levels, variant) = (self.levels(), about.variants[self.variant].id);
                let seat = |(seat, &who): (usize, &usize)| {
                    let level = who.checked_sub(1).and_then(|index| levels.get(index).copied());
                    MenuItem {
                        name: level.map_or(words::PERSON, |level| level.name).into(),
                        about: level.map_or(words::PERSON_ABOUT.into(), |level| {
                            strength(self.entry(), level, variant)
                        }),
                        seat: Some(seat as u8),
                    }
                };
                let play = item(words::PLAY_NOW.into(), same(""));
                self.players.iter().enumerate().map(seat).chain([play]).collect()
            }
        }
    }

    /// Handles a key.
    pub fn press(&mut self, press: MenuKey) -> MenuResult {
        let count = self.items().len();
        let on_seat = self.page == MenuPage::Seats && self.line < self.players.len();
        match press {
            MenuKey::Up => self.line = (self.line + count - 1) % count,
            MenuKey::Down => self.line = (self.line + 1) % count,
            MenuKey::Left if on_seat => self.change_player(true),
            MenuKey::Right if on_seat => self.change_player(false),
            MenuKey::Left | MenuKey::Right => (),
            MenuKey::Enter => return self.enter(on_seat),
            MenuKey::Back => return self.back(),
        }
        MenuResult::Stay
    }

    fn enter(&mut self, on_seat: bool) -> MenuResult {
        match self.page {
            MenuPage::Games if self.line >= catalog::games().len() => return MenuResult::Leave,
            MenuPage::Games => {
                self.game = self.line;
                self.variant = 0;
                if self.entry().about().variants.len() > 1 {
                    (self.page, self.line) = (MenuPage::Variants, 0);
                } else {
                    self.open_seats();
                }
            }
            MenuPage::Variants => {
                self.variant = self.line;
                self.open_seats();
            }
            MenuPage::Seats if on_seat => self.change_player(false),
            MenuPage::Seats => return MenuResult::Play,
        }
        MenuResult::Stay
    }

    fn back(&mut self) -> MenuResult {
        match self.page {
            MenuPage::Games => return MenuResult::Leave,
            MenuPage::Seats if self.entry().about().variants.len() > 1 => {
                (self.page, self.line) = (MenuPage::Variants, self.variant);
            }
            MenuPage::Variants | MenuPage::Seats => {
                (self.page, self.line) = (MenuPage::Games, self.game);
            }
        }
        MenuResult::Stay
    }

    /// Opens the page of seats, at first with one person and bots of the usual level.
    fn open_seats(&mut self) {
        let entry = self.entry();
        let seats = entry.about().variants[self.variant].seats;
        let usual = entry.usual_level().id;
        let number = self.levels().iter().position(|level| level.id == usual);
        self.players = vec![number.map_or(0, |index| index + 1); seats];
        if let Some(first) = self.players.first_mut() {
            *first = 0;
        }
        (self.page, self.line) = (MenuPage::Seats, seats);
    }

    /// The levels in the order in which they are offered: those to play against, then those for study.
    fn levels(&self) -> Vec<&'static Level> {
        self.entry().offered(self.entry().about().variants[self.variant].id)
    }

    fn change_player(&mut self, back: bool) {
        let count = self.entry().levels().len() + 1;
        let who = &mut self.players[self.line];
        *who = (*who + if back { count - 1 } else { 1 }) % count;
    }

    /// The setup of the chosen game.
    pub fn setup(&self) -> Setup {
        let variant = self.entry().about().variants[self.variant].id.to_owned();
        Setup { variant: Some(variant), seed: fresh_seed(), ..Setup::default() }
    }

    /// Who plays each seat, as on the command line.
    pub fn seats(&self) -> Vec<String> {
        let levels = self.levels();
        let name = |&who: &usize| match who.checked_sub(1).and_then(|index| levels.get(index)) {
            Some(level) => level.id.to_owned(),
            None => "human".to_owned(),
        };
        self.players.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_keys_lead_to_a_game() {
        let mut menu = Menu::new(Lang::En);
        assert_eq!(menu.press(MenuKey::Enter), MenuResult::Stay);
        assert_eq!(menu.page, MenuPage::Variants);
        menu.press(MenuKey::Down);
        menu.press(MenuKey::Enter);
        assert_eq!(menu.page, MenuPage::Seats);
        assert_eq!(menu.seats()[0], "human");
        assert_eq!(menu.seats()[1], menu.entry().usual_level().id);
        menu.press(MenuKey::Up);
        let levels = menu.entry().levels().len();
        for _ in 0..=levels {
            menu.press(MenuKey::Right);
        }
        assert_ne!(menu.seats()[1], "human");
        menu.press(MenuKey::Down);
        assert_eq!(menu.press(MenuKey::Enter), MenuResult::Play);
        assert_eq!(menu.setup().variant.as_deref(), Some("small"));
    }

    #[test]
    fn a_level_is_offered_with_its_rating_in_the_variant() {
        let mut menu = Menu::new(Lang::En);
        menu.press(MenuKey::Enter);
        menu.press(MenuKey::Enter);
        menu.press(MenuKey::Up);
        while menu.seats()[1] != "medium" {
            menu.press(MenuKey::Right);
        }
        let about = |menu: &Menu| menu.items()[1].about.en.clone();
        let elo = menu.entry().elo("medium", "standard").expect("it was measured");
        assert_eq!(about(&menu), format!("for study: sees four moves ahead · Elo {elo}"));
        menu.press(MenuKey::Back);
        menu.press(MenuKey::Down);
        menu.press(MenuKey::Enter);
        menu.press(MenuKey::Up);
        while menu.seats()[1] != "medium" {
            menu.press(MenuKey::Right);
        }
        let elo = menu.entry().elo("medium", "small");
        let elo = elo.map(|elo| format!(" · Elo {elo}")).unwrap_or_default();
        assert_eq!(about(&menu), format!("for study: sees four moves ahead{elo}"));
    }

    #[test]
    fn back_leads_out() {
        let mut menu = Menu::new(Lang::Fr);
        menu.press(MenuKey::Enter);
        menu.press(MenuKey::Enter);
        assert_eq!(menu.press(MenuKey::Back), MenuResult::Stay);
        assert_eq!(menu.press(MenuKey::Back), MenuResult::Stay);
        assert_eq!(menu.page, MenuPage::Games);
        assert_eq!(menu.press(MenuKey::Back), MenuResult::Leave);
        menu.press(MenuKey::Up);
        assert_eq!(menu.press(MenuKey::Enter), MenuResult::Leave);
    }
}
