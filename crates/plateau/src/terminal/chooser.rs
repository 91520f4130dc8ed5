//! The menu of the full screen, without its looks: pages of lines, what is chosen, and what keys do.

use catalog::{Entry, Setup};
use game::{Lang, Words};

use super::words::{self, same, strength};
use crate::setup::fresh_seed;

/// What is being chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Which game.
    Games,
    /// Which variant of it.
    Variants,
    /// Who sits where.
    Seats,
}

/// What a person did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// To the line above.
    Up,
    /// To the line below.
    Down,
    /// To the sitter before.
    Left,
    /// To the next sitter.
    Right,
    /// Go on.
    Enter,
    /// Back to the page before.
    Back,
}

/// What comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The menu goes on.
    Stay,
    /// A game begins.
    Play,
    /// The person leaves.
    Leave,
}

/// One line of a page.
pub struct Item {
    /// What it is.
    pub name: Words,
    /// A word more.
    pub about: Words,
    /// The seat that it is about.
    pub seat: Option<u8>,
}

/// The menu.
pub struct Chooser {
    /// What is being chosen.
    pub page: Page,
    /// The line that is lit.
    pub line: usize,
    /// The language of the words.
    pub lang: Lang,
    game: usize,
    variant: usize,
    /// For each seat 0 for a person, else the level's number from 1.
    sitters: Vec<usize>,
}

impl Chooser {
    /// A menu that begins with the games.
    pub fn new(lang: Lang) -> Self {
        Self { page: Page::Games, line: 0, lang, game: 0, variant: 0, sitters: Vec::new() }
    }

    /// The game that is chosen, or lit.
    pub fn entry(&self) -> &'static dyn Entry {
        catalog::games()[self.game]
    }

    /// The lines of this page.
    pub fn items(&self) -> Vec<Item> {
        let item = |name: Words, about: Words| Item { name, about, seat: None };
        let about = self.entry().about();
        match self.page {
            Page::Games => {
                let game = |game: &&'static dyn Entry| {
                    item(game.about().name.into(), game.about().tagline.into())
                };
                let exit = item(words::EXIT.into(), same(""));
                catalog::games().iter().map(game).chain([exit]).collect()
            }
            Page::Variants => {
                about.variants.iter().map(|v| item(v.name.into(), v.about.into())).collect()
            }
            Page::Seats => {
                let levels = self.entry().levels();
                let variant = about.variants[self.variant].id;
                let seat = |(seat, &who): (usize, &usize)| {
                    let level = who.checked_sub(1).and_then(|index| levels.get(index));
                    Item {
                        name: level.map_or(words::PERSON, |level| level.name).into(),
                        about: level
                            .map_or(words::PERSON_ABOUT.into(), |level| strength(level, variant)),
                        seat: Some(seat as u8),
                    }
                };
                let play = item(words::PLAY_NOW.into(), same(""));
                self.sitters.iter().enumerate().map(seat).chain([play]).collect()
            }
        }
    }

    /// Does what a key means.
    pub fn press(&mut self, press: Press) -> Next {
        let count = self.items().len();
        let on_seat = self.page == Page::Seats && self.line < self.sitters.len();
        match press {
            Press::Up => self.line = (self.line + count - 1) % count,
            Press::Down => self.line = (self.line + 1) % count,
            Press::Left if on_seat => self.change_sitter(true),
            Press::Right if on_seat => self.change_sitter(false),
            Press::Left | Press::Right => (),
            Press::Enter => return self.enter(on_seat),
            Press::Back => return self.back(),
        }
        Next::Stay
    }

    fn enter(&mut self, on_seat: bool) -> Next {
        match self.page {
            Page::Games if self.line >= catalog::games().len() => return Next::Leave,
            Page::Games => {
                self.game = self.line;
                self.variant = 0;
                if self.entry().about().variants.len() > 1 {
                    (self.page, self.line) = (Page::Variants, 0);
                } else {
                    self.open_seats();
                }
            }
            Page::Variants => {
                self.variant = self.line;
                self.open_seats();
            }
            Page::Seats if on_seat => self.change_sitter(false),
            Page::Seats => return Next::Play,
        }
        Next::Stay
    }

    fn back(&mut self) -> Next {
        match self.page {
            Page::Games => return Next::Leave,
            Page::Seats if self.entry().about().variants.len() > 1 => {
                (self.page, self.line) = (Page::Variants, self.variant);
            }
            Page::Variants | Page::Seats => (self.page, self.line) = (Page::Games, self.game),
        }
        Next::Stay
    }

    /// One person against machines of the usual level, until somebody says otherwise.
    fn open_seats(&mut self) {
        let entry = self.entry();
        let seats = entry.about().variants[self.variant].seats;
        let usual = entry.usual_level().id;
        let number = entry.levels().iter().position(|level| level.id == usual);
        self.sitters = vec![number.map_or(0, |index| index + 1); seats];
        if let Some(first) = self.sitters.first_mut() {
            *first = 0;
        }
        (self.page, self.line) = (Page::Seats, seats);
    }

    fn change_sitter(&mut self, back: bool) {
        let count = self.entry().levels().len() + 1;
        let who = &mut self.sitters[self.line];
        *who = (*who + if back { count - 1 } else { 1 }) % count;
    }

    /// What was decided about the table.
    pub fn setup(&self) -> Setup {
        let variant = self.entry().about().variants[self.variant].id.to_owned();
        Setup { variant: Some(variant), seed: fresh_seed(), ..Setup::default() }
    }

    /// Who sits where, as commands name them.
    pub fn seats(&self) -> Vec<String> {
        let levels = self.entry().levels();
        let name = |&who: &usize| match who.checked_sub(1).and_then(|index| levels.get(index)) {
            Some(level) => level.id.to_owned(),
            None => "human".to_owned(),
        };
        self.sitters.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_keys_lead_to_a_game() {
        let mut menu = Chooser::new(Lang::En);
        assert_eq!(menu.press(Press::Enter), Next::Stay);
        assert_eq!(menu.page, Page::Variants);
        menu.press(Press::Down);
        menu.press(Press::Enter);
        assert_eq!(menu.page, Page::Seats);
        assert_eq!(menu.seats()[0], "human");
        assert_eq!(menu.seats()[1], menu.entry().usual_level().id);
        menu.press(Press::Up);
        let levels = menu.entry().levels().len();
        for _ in 0..=levels {
            menu.press(Press::Right);
        }
        assert_ne!(menu.seats()[1], "human");
        menu.press(Press::Down);
        assert_eq!(menu.press(Press::Enter), Next::Play);
        assert_eq!(menu.setup().variant.as_deref(), Some("small"));
    }

    #[test]
    fn a_level_is_offered_with_its_rating_in_the_variant() {
        let mut menu = Chooser::new(Lang::En);
        menu.press(Press::Enter);
        menu.press(Press::Enter);
        assert_eq!(menu.items()[1].about.en, "sees four moves ahead · Elo 940");
        menu.press(Press::Back);
        menu.press(Press::Down);
        menu.press(Press::Enter);
        assert_eq!(menu.items()[1].about.en, "sees four moves ahead", "nobody has rated it there");
    }

    #[test]
    fn back_leads_out() {
        let mut menu = Chooser::new(Lang::Fr);
        menu.press(Press::Enter);
        menu.press(Press::Enter);
        assert_eq!(menu.press(Press::Back), Next::Stay);
        assert_eq!(menu.press(Press::Back), Next::Stay);
        assert_eq!(menu.page, Page::Games);
        assert_eq!(menu.press(Press::Back), Next::Leave);
        menu.press(Press::Up);
        assert_eq!(menu.press(Press::Enter), Next::Leave);
    }
}
