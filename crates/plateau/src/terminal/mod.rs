//! Playing in a terminal: full-screen where there is one, as lines of text everywhere else.

mod board_area;
mod canvas;
pub mod console_menu;
mod cursor;
mod draw;
mod frames;
mod game_command;
mod game_screen;
mod hand;
mod hand_keys;
mod hint;
mod key_help;
mod keys;
mod layers;
mod lines;
pub mod local_game;
mod menu;
mod menu_screen;
mod palette;
pub mod plain;
pub mod realtime;
mod screen;
mod shapes;
#[cfg(test)]
mod tests;
mod thinking;
mod words;

use std::io::{self, IsTerminal};
use std::time::Duration;

use game::Lang;

use crate::failure::Failure;
use game_screen::GameScreen;
use local_game::LocalGame;
use menu::{Menu, MenuResult};
use menu_screen::MenuScreen;
use palette::Palette;
use screen::Screen;

/// How long the menu waits for an event; nothing in it moves by itself.
const MENU_FRAME: Duration = Duration::from_millis(250);

/// Whether there is a screen to draw on and a keyboard to read.
pub fn is_screen() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays a game on the full screen until the person leaves.
pub fn play(game: LocalGame, lang: Lang) -> Result<(), Failure> {
    let mut screen = Screen::open()?;
    play_on(&mut screen, game, lang)?;
    Ok(screen.drain()?)
}

/// Offers games on the full screen until the person leaves.
pub fn menu(lang: Lang) -> Result<(), Failure> {
    let mut screen = Screen::open()?;
    let mut menu_screen = MenuScreen::new(Menu::new(lang), Palette::of_system());
    loop {
        screen.terminal.draw(|frame| menu_screen.draw(frame))?;
        let Some(event) = screen.next_event(MENU_FRAME)? else { continue };
        let menu_result = menu_screen.handle(&event);
        let menu = &mut menu_screen.menu;
        match menu_result {
            MenuResult::Stay => (),
            MenuResult::Leave => return Ok(screen.drain()?),
            MenuResult::Play if menu.entry().arcade().is_some() => {
                let setup = realtime::play_setup(
                    menu.entry(),
                    &menu.setup(),
                    &menu.seats(),
                    &realtime::RealtimeRequest::default(),
                )?;
                menu.lang = realtime::play_in_menu(&mut screen, setup, menu.lang)?;
            }
            MenuResult::Play => {
                let game = LocalGame::new(menu.entry(), menu.setup(), &menu.seats(), None)?;
                menu.lang = play_on(&mut screen, game, menu.lang)?;
            }
        }
    }
}

/// Plays a game on an open screen, and returns the language that was chosen last.
fn play_on(screen: &mut Screen, game: LocalGame, lang: Lang) -> io::Result<Lang> {
    let mut game_screen = GameScreen::new(game, lang, Palette::of_system());
    while !game_screen.is_left() {
        game_screen.tick();
        screen.terminal.draw(|frame| draw::draw(&mut game_screen, frame))?;
        // A fast mouse sends many events: all of them are handled before the next frame.
        let mut wait = game_screen.until_next_frame();
        while !game_screen.is_left()
            && let Some(event) = screen.next_event(wait)?
        {
            game_screen.handle(&event);
            wait = Duration::ZERO;
        }
    }
    Ok(game_screen.lang)
}
