//! A game in this terminal, in real time: the clock, the keyboard and the screen. What happens at a tick and what
//! there is to see is the game's ([`game::ArcadeSession`]).

mod draw;
mod held;
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
use game::{Arcade, ArcadeMode, BadOptions, KeyLayout, Lang, SessionSetup, Words};

use super::palette::Palette;
use super::screen::Screen;
use crate::failure::Failure;
pub use session::PlaySetup;
use session::RealTimeSession;

/// A program that was held up does not run after all the time that it lost.
const LOST: Duration = Duration::from_millis(250);

/// What the command line says beyond the game, its variant and its options.
#[derive(Clone, Debug, Default)]
pub struct RealtimeRequest {
    /// What is played for; the game's first mode if nothing is said.
    pub mode: Option<&'static ArcadeMode>,
    /// The speed to begin at.
    pub first: Option<u8>,
    /// Who plays when the machine is asked to.
    pub level: Option<String>,
    /// Which keys do what; the game's first layout if nothing is said.
    pub keys: Option<String>,
    /// Whether the seed was chosen, so that the next game has it too.
    pub seeded: bool,
}

/// What somebody wants to play, checked.
pub fn play_setup(
    entry: &'static dyn Entry,
    setup: &Setup,
    seats: &[String],
    asked: &RealtimeRequest,
) -> Result<PlaySetup, Failure> {
    let name = entry.about().name;
    let arcade = entry.arcade().ok_or_else(|| {
        Failure::asked(Words::new(
            format!("{} is not played in real time", name.en),
            format!("{} ne se joue pas en temps réel", name.fr),
        ))
    })?;
    let seat = match seats {
        [] => "human",
        [seat] => seat,
        _ => {
            return Err(Failure::asked(Words::new(
                format!("one plays {} alone here; a race is run in the browser", name.en),
                format!("ici, on joue seul à {} ; la course se joue dans le navigateur", name.fr),
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
    let mode = asked.mode.or_else(|| arcade.modes().first());
    let session = SessionSetup {
        variant: setup.variant.clone(),
        options: setup.options.clone(),
        mode: mode.map_or("", |mode| mode.id),
        first: asked.first,
        seed: setup.seed,
        level: level.id,
        machine: seat != "human",
    };
    let layout = layout(arcade, asked.keys.as_deref())?;
    Ok(PlaySetup { arcade, session, seeded: asked.seeded, layout })
}

/// Plays on a screen of its own until the person leaves.
pub fn play(setup: PlaySetup, record: Option<PathBuf>, lang: Lang) -> Result<(), Failure> {
    let session = RealTimeSession::new(setup, lang, Palette::of_system())?;
    let session = {
        let mut screen = Screen::open()?;
        let session = play_on(&mut screen, session)?;
        screen.drain()?;
        session
    };
    if let Some(path) = record {
        match session.game.run() {
            Some(run) => {
                fs::write(&path, run).map_err(|error| Failure::unwritable(&path, &error))?;
            }
            None => {
                return Err(Failure::asked(words::NOT_RECORDED));
            }
        }
    }
    Ok(())
}

/// Plays on a screen that is open, and gives back the language that was spoken last.
pub fn play_in_menu(screen: &mut Screen, setup: PlaySetup, lang: Lang) -> Result<Lang, Failure> {
    let session = RealTimeSession::new(setup, lang, Palette::of_system())?;
    Ok(play_on(screen, session)?.lang)
}

fn play_on(screen: &mut Screen, mut session: RealTimeSession) -> io::Result<RealTimeSession> {
    // Let go again when this is left, on whatever way.
    let releases = screen.report_releases();
    session.releases = releases.is_some();
    let tick = Duration::from_secs(1) / session.setup.arcade.ticks_per_second();
    let mut next = Instant::now() + tick;
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
        next += tick;
        if next + LOST < Instant::now() {
            next = Instant::now();
        }
    }
    Ok(session)
}

/// Reads the name of a mode. None stands for the turn-based side of the game.
pub fn mode(arcade: &dyn Arcade, text: &str) -> Result<Option<&'static ArcadeMode>, BadOptions> {
    if text == arcade.turn_based() {
        return Ok(None);
    }
    match arcade.modes().iter().find(|mode| mode.id == text) {
        Some(mode) if mode.alone => Ok(Some(mode)),
        Some(_) => Err(BadOptions(words::RACE.into())),
        None => {
            let names = mode_names(arcade).join(", ");
            Err(BadOptions::new(
                format!("there is no mode “{text}”; there is {names}"),
                format!("il n’y a pas de mode « {text} » ; il y a {names}"),
            ))
        }
    }
}

/// The modes that one plays alone, and the turn-based side.
pub fn mode_names(arcade: &dyn Arcade) -> Vec<&'static str> {
    let alone = arcade.modes().iter().filter(|mode| mode.alone).map(|mode| mode.id);
    alone.chain([arcade.turn_based()]).collect()
}

/// The layout of a name; the first if none is given.
fn layout(arcade: &dyn Arcade, name: Option<&str>) -> Result<&'static KeyLayout, BadOptions> {
    let layouts = arcade.layouts();
    let found = match name {
        Some(name) => layouts.iter().find(|layout| layout.id == name),
        None => layouts.first(),
    };
    found.ok_or_else(|| {
        let (name, names) = (name.unwrap_or_default(), layout_names(arcade).join(", "));
        BadOptions::new(
            format!("there are no keys “{name}”; there is {names}"),
            format!("il n’y a pas de touches « {name} » ; il y a {names}"),
        )
    })
}

/// The layouts, the usual one first.
pub fn layout_names(arcade: &dyn Arcade) -> Vec<&'static str> {
    arcade.layouts().iter().map(|layout| layout.id).collect()
}
