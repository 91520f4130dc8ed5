//! Tetris in this terminal, in real time: sixty ticks a second, as in the page.

mod draw;
mod keys;
mod session;
#[cfg(test)]
mod tests;
mod words;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use catalog::{Entry, Setup};
use game::{BadOptions, Lang, Words, options_for};
use tetris::{Mode, Tetris};

use super::palette::Palette;
use super::screen::Screen;
use crate::failure::Failure;
pub use keys::Layout;
use session::Session;
pub use session::Wishes;

/// A sixtieth of a second.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// A program that was held up does not run after all the time that it lost.
const LOST: Duration = Duration::from_millis(250);

/// What the command line says beyond the game, its variant and its options.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// What is played for; marathon if nothing is said.
    pub mode: Option<Mode>,
    /// The level of the first piece.
    pub first: Option<u8>,
    /// Who plays when the machine is asked to.
    pub level: Option<String>,
    /// Which keys do what.
    pub keys: Layout,
    /// Whether the seed was chosen, so that the next game has it too.
    pub seeded: bool,
}

/// What somebody wants to play, checked.
pub fn wishes(
    entry: &'static dyn Entry,
    setup: &Setup,
    seats: &[String],
    asked: &Asked,
) -> Result<Wishes, Failure> {
    let options = options_for::<Tetris>(setup.variant.as_deref(), &setup.options)?;
    let seat = match seats {
        [] => "human",
        [seat] => seat,
        _ => {
            return Err(Failure::asked(Words::new(
                "one plays Tetris alone here; a race is run in the browser",
                "ici, on joue seul à Tetris ; la course se joue dans le navigateur",
            )));
        }
    };
    let level = match (&asked.level, seat) {
        (Some(level), _) => entry.level(level)?,
        (None, "human") => entry.levels().last().map_or_else(|| entry.level(""), Ok)?,
        (None, level) => entry.level(level)?,
    };
    if seat != "human" {
        entry.level(seat)?;
    }
    Ok(Wishes {
        options,
        mode: asked.mode.unwrap_or(Mode::Marathon),
        first: asked.first.unwrap_or(1),
        seed: setup.seed,
        seeded: asked.seeded,
        level,
        watches: seat != "human",
        layout: asked.keys,
    })
}

/// Plays on a screen of its own until the person leaves.
pub fn play(wishes: Wishes, record: Option<PathBuf>, lang: Lang) -> Result<(), Failure> {
    let session = Session::new(wishes, lang, Palette::of_system())?;
    let session = {
        let mut screen = Screen::open()?;
        play_on(&mut screen, session)?
    };
    if let Some(path) = record {
        match session.replay() {
            Some(run) => {
                fs::write(&path, run.write())
                    .map_err(|error| Failure::unwritable(&path, &error))?;
            }
            None => {
                return Err(Failure::asked(words::NOT_RECORDED));
            }
        }
    }
    Ok(())
}

/// Plays on a screen that is open, and gives back the language that was spoken last.
pub fn play_in_menu(screen: &mut Screen, wishes: Wishes, lang: Lang) -> Result<Lang, Failure> {
    let session = Session::new(wishes, lang, Palette::of_system())?;
    Ok(play_on(screen, session)?.lang)
}

fn play_on(screen: &mut Screen, mut session: Session) -> io::Result<Session> {
    let mut next = Instant::now() + TICK;
    while !session.left {
        // Keys come in as they are pressed, until it is time for the tick.
        loop {
            let wait = next.saturating_duration_since(Instant::now());
            let Some(event) = screen.next_event(wait)? else { break };
            session.handle(&event);
            if Instant::now() >= next {
                break;
            }
        }
        session.tick();
        screen.terminal.draw(|frame| draw::draw(&session, frame))?;
        next += TICK;
        if next + LOST < Instant::now() {
            next = Instant::now();
        }
    }
    Ok(session)
}

/// Reads the name of a mode; none of them stands for the placements of the turn-based screen.
pub fn mode(text: &str) -> Result<Option<Mode>, BadOptions> {
    match text {
        "placements" => Ok(None),
        "race" => Err(BadOptions(words::RACE.into())),
        text => Mode::of_id(text).map(Some).ok_or_else(|| {
            BadOptions::new(
                format!("there is no mode “{text}”; there is marathon, sprint, ultra, practice, placements"),
                format!("il n’y a pas de mode « {text} » ; il y a marathon, sprint, ultra, practice, placements"),
            )
        }),
    }
}
