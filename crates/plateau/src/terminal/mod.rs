//! Playing in a terminal: full-screen where there is one, as lines of text everywhere else.

mod advice;
mod canvas;
mod chooser;
pub mod console_menu;
mod cursor;
mod draw;
mod keys;
mod legend;
mod lines;
mod menu_screen;
mod order;
mod palette;
pub mod plain;
pub mod realtime;
mod room;
mod screen;
mod shapes;
pub mod sitting;
#[cfg(test)]
mod tests;
mod thinking;
mod words;

use std::io::{self, IsTerminal};
use std::time::Duration;

use game::Lang;

use crate::failure::Failure;
use chooser::{Chooser, Next};
use menu_screen::MenuScreen;
use palette::Palette;
use room::Room;
use screen::Screen;
use sitting::Sitting;

/// How often the screen looks at what bots have found and lets things move.
const FRAME: Duration = Duration::from_millis(60);

/// How often the menu, where nothing moves by itself, looks up.
const MENU_FRAME: Duration = Duration::from_millis(250);

/// Whether there is a screen to draw on and a keyboard to read.
pub fn is_screen() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Plays a game on the full screen until the person leaves.
pub fn play(sitting: Sitting, lang: Lang) -> Result<(), Failure> {
    let mut screen = Screen::open()?;
    play_on(&mut screen, sitting, lang)?;
    Ok(())
}

/// Offers games on the full screen until the person leaves.
pub fn menu(lang: Lang) -> Result<(), Failure> {
    let mut screen = Screen::open()?;
    let mut menu = MenuScreen::new(Chooser::new(lang), Palette::of_system());
    loop {
        screen.terminal.draw(|frame| menu.draw(frame))?;
        let Some(event) = screen.next_event(MENU_FRAME)? else { continue };
        match menu.handle(&event) {
            Next::Stay => (),
            Next::Leave => return Ok(()),
            Next::Play if menu.chooser.entry().arcade().is_some() => {
                let chosen = &menu.chooser;
                let setup = realtime::play_setup(
                    chosen.entry(),
                    &chosen.setup(),
                    &chosen.seats(),
                    &realtime::Asked::default(),
                )?;
                menu.chooser.lang = realtime::play_in_menu(&mut screen, setup, chosen.lang)?;
            }
            Next::Play => {
                let chosen = &menu.chooser;
                let sitting = Sitting::new(chosen.entry(), chosen.setup(), &chosen.seats(), None)?;
                menu.chooser.lang = play_on(&mut screen, sitting, menu.chooser.lang)?;
            }
        }
    }
}

/// Plays a game on a screen that is open, and gives back the language that was spoken last.
fn play_on(screen: &mut Screen, sitting: Sitting, lang: Lang) -> io::Result<Lang> {
    let mut room = Room::new(sitting, lang, Palette::of_system());
    while !room.is_left() {
        room.tick();
        screen.terminal.draw(|frame| draw::draw(&mut room, frame))?;
        // A fast mouse sends many events: all that have come are taken before drawing again.
        let mut wait = FRAME;
        while !room.is_left()
            && let Some(event) = screen.next_event(wait)?
        {
            room.handle(&event);
            wait = Duration::ZERO;
        }
    }
    Ok(room.lang)
}
