//! A game on the full screen: what is going on, and what each key and click does to it.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use catalog::Bot;
use game::{Lang, Phrase, Seat, Words};

use super::advice::advice;
use super::canvas::Canvas;
use super::cursor;
use super::order::Order;
use super::palette::Palette;
use super::sitting::Sitting;
use super::thinking::{Progress, Thinking};
use super::words::{self, fill, other, same, sentence};
use crate::failure::Failure;
use crate::setup::fresh_seed;

/// A machine's move comes no faster than an eye can follow.
const SHORTEST_THOUGHT: Duration = Duration::from_millis(350);

/// The board where it was last drawn, for the mouse and the arrows.
#[derive(Default)]
pub struct Shown {
    /// The board in cells.
    pub canvas: Canvas,
    /// Its left column on the screen.
    pub x: u16,
    /// Its top row on the screen.
    pub y: u16,
}

/// A game on the full screen.
pub struct Room {
    /// The game.
    pub sitting: Sitting,
    /// The language of the words.
    pub lang: Lang,
    /// The colours.
    pub palette: Palette,
    /// What has been typed.
    pub input: String,
    /// Whether it was refused as it stands: the next letter begins anew.
    pub refused: bool,
    /// What to tell, and whether something went wrong.
    pub message: Option<(Words, bool)>,
    /// The region that the cursor is on.
    pub cursor: Option<usize>,
    /// Whether it was moved since the last letter was typed: Enter then means its spot.
    pub aimed: bool,
    /// The move that was advised.
    pub hint: Option<String>,
    /// The bot whose turn it is.
    pub thinking: Option<(Seat, Thinking)>,
    /// A request that wants to be made twice.
    pub sure: Option<Order>,
    /// Whether the page of help lies over the board.
    pub help: bool,
    /// How far the list of moves is scrolled up from its end.
    pub scroll: usize,
    /// The board where it was last drawn.
    pub shown: Shown,
    /// The legal moves.
    pub legal: Vec<String>,
    /// When the game was opened, for what moves on the screen.
    pub opened: Instant,
    advising: Option<Thinking>,
    bots: HashMap<Seat, Box<dyn Bot>>,
    /// The letters that moves of this game begin with, as far as we have seen. They stay, so that a
    /// key does not change its meaning from one turn to the next.
    letters: BTreeSet<char>,
    left: bool,
}

impl Room {
    /// Opens a game.
    pub fn new(sitting: Sitting, lang: Lang, palette: Palette) -> Self {
        let mut room = Self {
            sitting,
            lang,
            palette,
            input: String::new(),
            refused: false,
            message: None,
            cursor: None,
            aimed: false,
            hint: None,
            thinking: None,
            sure: None,
            help: false,
            scroll: 0,
            shown: Shown::default(),
            legal: Vec::new(),
            opened: Instant::now(),
            advising: None,
            bots: HashMap::new(),
            letters: BTreeSet::new(),
            left: false,
        };
        room.position_changed();
        room
    }

    /// Whether the person has left.
    pub fn is_left(&self) -> bool {
        self.left
    }

    /// Whether a plain letter is free to be a command now.
    pub fn is_command_key(&self, key: char) -> bool {
        let over = self.sitting.turn().outcome().is_some();
        self.input.is_empty() && (over || !self.letters.contains(&key.to_ascii_lowercase()))
    }

    /// Sets machines to work, and plays what they have found.
    pub fn tick(&mut self) {
        if let Some(advising) = &self.advising {
            match advising.progress() {
                Progress::Waiting => (),
                Progress::Done(bot, idea) => {
                    self.say(advice(bot.level(), &idea));
                    self.hint = idea.best;
                    self.point_at_hint();
                    self.advising = None;
                }
                Progress::Lost => {
                    self.note(words::NO_HINT);
                    self.advising = None;
                }
            }
        }
        if let Some((seat, thinking)) = &self.thinking {
            if thinking.since.elapsed() < SHORTEST_THOUGHT {
                return;
            }
            match thinking.progress() {
                Progress::Waiting => (),
                Progress::Done(bot, idea) => {
                    self.bots.insert(*seat, bot);
                    self.thinking = None;
                    // A bot answers with a legal move; should one fail, the game goes on.
                    if let Some(text) = idea.best.or_else(|| self.legal.first().cloned()) {
                        self.play(&text);
                    }
                }
                Progress::Lost => {
                    let name = self.sitting.player_name(*seat);
                    self.warn(fill(words::STUMBLED, &[name]));
                    self.thinking = None;
                }
            }
        } else if let Some(seat) = self.sitting.machine_to_move()
            && let Some(bot) = self.bots.remove(&seat).or_else(|| self.sitting.bot(seat))
        {
            self.thinking = Some((seat, Thinking::start(bot, self.sitting.table().fork())));
        }
    }

    /// Plays what the cursor points at, or takes it as the beginning of a move.
    pub fn choose(&mut self, region: usize) {
        let Some(region) = self.shown.canvas.regions.get(region) else { return };
        let spot = region.text.clone();
        // A spot goes on from what is typed, where that makes a move.
        let joined = ["", " ", ","].map(|between| format!("{}{between}{spot}", self.input));
        let begins = |text: &str| self.legal.iter().any(|legal| legal.starts_with(text));
        if let Some(text) = joined.into_iter().find(|text| begins(text)) {
            return self.propose(text);
        }
        // Something is in hand that may not go there: the rules say why.
        if !self.input.is_empty() && begins(&format!("{} ", self.input.trim_end())) {
            return self.propose(format!("{} {spot}", self.input.trim_end()));
        }
        let mut things: Vec<&str> = self
            .legal
            .iter()
            .filter_map(|legal| legal.strip_suffix(&spot)?.strip_suffix(' '))
            .collect();
        things.dedup();
        if things.is_empty() || self.sitting.table().check(&spot).is_ok() {
            return self.propose(spot);
        }
        let things = same(things.join(", "));
        self.say(fill(words::CHOOSE_FIRST, &[same(spot), things]));
    }

    /// Plays what is typed.
    pub fn enter(&mut self) {
        let text = self.input.trim().to_owned();
        // Words such as “quit” and “back” are orders where no move is meant, as in the plain console.
        let word = text.len() > 1
            && self.sitting.table().check(&text).is_err()
            && !self.legal.iter().any(|legal| legal.starts_with(&text))
            && Order::parse(&text).is_some();
        if word || text.starts_with([':', '/']) {
            match Order::parse(&text) {
                Some(order) => {
                    self.input.clear();
                    self.obey(order);
                }
                None => self.warn(fill(words::UNKNOWN_ORDER, &[same(text)])),
            }
        } else if !text.is_empty() && (!self.aimed || self.sitting.table().check(&text).is_ok()) {
            self.propose(text);
        } else if let Some(cursor) = self.cursor {
            self.choose(cursor);
        } else {
            self.cursor = Some(cursor::middle(&self.shown.canvas.regions));
            self.note(words::NO_MOVE_YET);
        }
    }

    fn propose(&mut self, text: String) {
        if let Some(seat) = self.sitting.machine_to_move() {
            let name = self.sitting.player_name(seat);
            return self.warn(fill(words::NOT_YOUR_TURN, &[name]));
        }
        let more: Vec<&str> = self
            .legal
            .iter()
            .filter(|legal| legal.len() > text.len() && legal.starts_with(&text))
            .map(String::as_str)
            .collect();
        match self.sitting.table().check(&text) {
            Ok(proper) if self.sitting.human_to_move().is_some() => self.play(&proper),
            Err(_) if !more.is_empty() => {
                let shown = more[..more.len().min(12)].join("  ");
                self.say(fill(words::MORE_TO_TYPE, &[same(shown)]));
                self.input = text;
            }
            Ok(_) => self.warn_phrase(words::OVER),
            Err(refused) => {
                self.refused = true;
                self.warn(refused.words().clone());
            }
        }
    }

    fn play(&mut self, text: &str) {
        match self.sitting.play(text) {
            Ok((seat, text)) => {
                let name = self.sitting.player_name(seat);
                let text = self.sitting.shown(&text, seat);
                self.say(fill(words::PLAYED, &[name, same(text)]));
                self.position_changed();
                self.keep_record();
            }
            Err(refused) => self.warn(refused.words().clone()),
        }
    }

    fn position_changed(&mut self) {
        self.legal = self.sitting.table().legal();
        if self.sitting.turn().outcome().is_some() {
            self.legal.clear();
        }
        let first = |text: &String| text.chars().next().map(|c| c.to_ascii_lowercase());
        self.letters.extend(self.legal.iter().filter_map(first));
        if self.sitting.has_human() {
            self.input.clear();
        }
        (self.hint, self.advising, self.sure, self.scroll) = (None, None, None, 0);
        if let Some(ending) = self.sitting.ending() {
            self.say(ending);
        }
    }

    /// Does what was asked for. What ends a game in play wants to be asked for twice.
    pub fn obey(&mut self, order: Order) {
        let in_play = self.sitting.turn().outcome().is_none()
            && self.sitting.has_human()
            && !self.sitting.movers().is_empty();
        let ask = match order {
            Order::Quit if in_play => Some(words::SURE_QUIT),
            Order::New if in_play => Some(words::SURE_NEW),
            Order::Resign if in_play => Some(words::SURE_RESIGN),
            _ => None,
        };
        if let Some(question) = ask
            && self.sure.as_ref() != Some(&order)
        {
            self.sure = Some(order);
            return self.warn(question.into());
        }
        self.sure = None;
        match order {
            Order::Undo => {
                self.thinking = None;
                if self.sitting.undo() {
                    self.note(words::UNDONE);
                    self.position_changed();
                    self.keep_record();
                } else {
                    self.note(words::NOTHING_TO_UNDO);
                }
            }
            Order::Hint => self.ask_for_hint(),
            Order::New => match self.sitting.again(fresh_seed()) {
                Ok(()) => {
                    self.thinking = None;
                    self.bots.clear();
                    self.note(words::NEW_GAME);
                    self.position_changed();
                }
                Err(Failure::Asked(words)) => self.warn(words),
                Err(Failure::Io(error)) => self.warn(same(error.to_string())),
            },
            Order::Resign if self.sitting.turn().outcome().is_some() => {
                self.warn_phrase(words::OVER);
            }
            Order::Resign => {
                self.thinking = None;
                if self.sitting.resign() {
                    self.position_changed();
                } else {
                    self.note(words::NO_PERSON);
                }
            }
            Order::Save(file) => self.save(file),
            Order::Language => self.lang = other(self.lang),
            Order::Help => self.help = true,
            Order::Moves => self.say(same(self.legal.join("  "))),
            Order::Board => {
                self.message = None;
                self.input.clear();
            }
            Order::Quit => {
                self.thinking = None;
                self.left = true;
            }
        }
    }

    fn ask_for_hint(&mut self) {
        if self.sitting.turn().outcome().is_some() {
            self.warn_phrase(words::OVER);
        } else if let Some(seat) = self.sitting.machine_to_move() {
            let name = self.sitting.player_name(seat);
            self.warn(fill(words::NOT_YOUR_TURN, &[name]));
        } else if self.advising.is_none()
            && let Some(bot) = self.sitting.adviser()
        {
            self.say(fill(words::ASKING, &[bot.level().name.into()]));
            self.advising = Some(Thinking::start(bot, self.sitting.table().fork()));
        }
    }

    /// Puts the cursor on the spot that says most of the advised move.
    fn point_at_hint(&mut self) {
        let Some(hint) = &self.hint else { return };
        let regions = self.shown.canvas.regions.iter().enumerate();
        let best = regions
            .filter(|(_, region)| hint.starts_with(&region.text))
            .max_by_key(|(_, region)| region.text.len());
        if let Some((index, _)) = best {
            self.cursor = Some(index);
        }
    }

    fn save(&mut self, file: Option<String>) {
        let path = file.map_or_else(|| self.sitting.fresh_file(), PathBuf::from);
        let name = same(path.display().to_string());
        match self.sitting.save(&path) {
            Ok(()) => self.say(fill(words::SAVED, &[name])),
            Err(error) => self.warn(fill(words::NOT_SAVED, &[name, same(error.to_string())])),
        }
    }

    fn keep_record(&mut self) {
        if let Err(error) = self.sitting.keep_record() {
            self.warn(fill(words::NOT_SAVED, &[same("--record"), same(error.to_string())]));
        }
    }

    /// Completes what is typed as far as all legal moves agree.
    pub fn complete(&mut self) {
        let typed = &self.input;
        let mut fitting = self.legal.iter().filter(|legal| legal.starts_with(typed.as_str()));
        let Some(first) = fitting.next() else { return };
        let common = fitting.fold(first.as_str(), |common, legal| {
            let same = common.chars().zip(legal.chars()).take_while(|(a, b)| a == b);
            let length: usize = same.map(|(a, _)| a.len_utf8()).sum();
            &common[..length]
        });
        self.input = common.to_owned();
    }

    /// Something to tell.
    pub fn say(&mut self, words: Words) {
        self.message = Some((words, false));
    }

    fn note(&mut self, phrase: Phrase) {
        self.say(phrase.into());
    }

    fn warn(&mut self, words: Words) {
        let both = Words::new(sentence(&words.en), sentence(&words.fr));
        self.message = Some((both, true));
    }

    fn warn_phrase(&mut self, phrase: Phrase) {
        self.warn(phrase.into());
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

    use super::*;

    fn room() -> Room {
        let entry = catalog::find("connect4").unwrap();
        let seats = ["human".to_owned(), "human".to_owned()];
        let sitting = Sitting::new(entry, catalog::Setup::default(), &seats, None).unwrap();
        Room::new(sitting, Lang::En, Palette::None)
    }

    fn press(room: &mut Room, keys: &str) {
        for key in keys.chars() {
            let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            room.handle(&Event::Key(key));
        }
    }

    #[test]
    fn a_letter_that_begins_moves_is_no_command() {
        let mut room = room();
        room.letters.extend(['h', 'q']);
        press(&mut room, "h5");
        assert_eq!(room.input, "h5");
        assert!(room.advising.is_none());
        room.input.clear();
        press(&mut room, "q");
        assert!(!room.is_left());
        room.input = ":quit".into();
        room.enter();
        assert!(room.is_left());
    }

    #[test]
    fn words_are_orders_and_what_was_refused_is_typed_over() {
        let mut room = room();
        room.letters.extend(['q', 'b', '9']);
        press(&mut room, "99");
        room.enter();
        assert_eq!((room.input.as_str(), room.refused), ("99", true));
        press(&mut room, "q");
        assert_eq!(room.input, "q", "the next letter begins anew");
        room.input = "back".into();
        room.enter();
        assert!(room.input.is_empty() && !room.is_left());
        room.input = "quit".into();
        room.enter();
        assert!(room.is_left());
    }

    #[test]
    fn the_beginning_of_several_moves_waits_for_the_rest() {
        let mut room = room();
        room.legal = vec!["e2h".into(), "e2v".into(), "e3".into()];
        room.propose("e2".into());
        assert_eq!(room.input, "e2");
        assert!(room.message.as_ref().is_some_and(|(words, wrong)| {
            !wrong && words.en.contains("e2h  e2v") && !words.en.contains("e3")
        }));
        room.input = "e".into();
        room.complete();
        assert_eq!(room.input, "e");
        room.input = "e3".into();
        room.complete();
        assert_eq!(room.input, "e3");
    }

    #[test]
    fn a_spot_goes_on_from_what_is_typed() {
        let mut room = room();
        room.legal = vec!["take e2".into(), "take e3".into()];
        room.input = "take".into();
        let region =
            super::super::canvas::Region { text: "e".into(), x: 0, y: 0, width: 1, height: 1 };
        room.shown.canvas.regions.push(region);
        room.choose(0);
        assert_eq!(room.input, "take e");
    }
}
