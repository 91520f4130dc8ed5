//! A game on the full screen: its state, and what commands and chosen squares do to it.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use catalog::Bot;
use game::{Lang, Phrase, Seat, Words};

use super::board_area::BoardArea;
use super::cursor;
use super::game_command::GameCommand;
use super::hand::Hand;
use super::hint::hint_words;
use super::local_game::LocalGame;
use super::palette::Palette;
use super::thinking::{Thinking, ThinkingStatus};
use super::words::{self, fill, other, same, sentence};
use crate::failure::Failure;
use crate::setup::fresh_seed;

/// A bot's move is shown no sooner than this, so that people can follow it.
const SHORTEST_THOUGHT: Duration = Duration::from_millis(350);

/// A game on the full screen.
pub struct GameScreen {
    /// The game.
    pub game: LocalGame,
    /// The language of all texts.
    pub lang: Lang,
    /// The colours.
    pub palette: Palette,
    /// The text typed so far.
    pub input: String,
    /// Whether this text was refused: the next letter then starts a new one.
    pub refused: bool,
    /// The message line, and whether it is a warning.
    pub message: Option<(Words, bool)>,
    /// The region under the cursor.
    pub cursor: Option<usize>,
    /// Whether the cursor moved after the last letter was typed: Enter then chooses its region.
    pub cursor_moved: bool,
    /// The move of the last hint.
    pub hint: Option<String>,
    /// The bot to move, if it is thinking.
    pub thinking: Option<(Seat, Thinking)>,
    /// A command that must be given again to take effect.
    pub confirming: Option<GameCommand>,
    /// Whether the help page is shown.
    pub help: bool,
    /// How far the list of moves is scrolled up from its end.
    pub scroll: usize,
    /// Where the board was last drawn.
    pub board_area: BoardArea,
    /// The legal moves.
    pub legal: Vec<String>,
    /// Which layer of a level's thoughts is shown over the board.
    pub layer: Option<usize>,
    /// The piece in hand, in games where pieces are laid.
    pub hand: Option<Hand>,
    /// When the game was opened, for animations.
    pub opened: Instant,
    /// The bot that thinks about a hint.
    pub advising: Option<Thinking>,
    bots: HashMap<Seat, Box<dyn Bot>>,
    /// The first letters of all moves that were legal so far. They are kept, so that a key does not change its
    /// meaning from one turn to the next.
    letters: BTreeSet<char>,
    left: bool,
}

impl GameScreen {
    /// Opens a game.
    pub fn new(game: LocalGame, lang: Lang, palette: Palette) -> Self {
        let mut screen = Self {
            game,
            lang,
            palette,
            input: String::new(),
            refused: false,
            message: None,
            cursor: None,
            cursor_moved: false,
            hint: None,
            thinking: None,
            confirming: None,
            help: false,
            scroll: 0,
            board_area: BoardArea::default(),
            legal: Vec::new(),
            layer: None,
            hand: None,
            opened: Instant::now(),
            advising: None,
            bots: HashMap::new(),
            letters: BTreeSet::new(),
            left: false,
        };
        screen.position_changed();
        screen
    }

    /// Whether the person has left.
    pub fn is_left(&self) -> bool {
        self.left
    }

    /// Whether a plain letter is a command now.
    pub fn is_command_key(&self, key: char) -> bool {
        let over = self.game.turn().outcome().is_some();
        self.input.is_empty() && (over || !self.letters.contains(&key.to_ascii_lowercase()))
    }

    /// Starts bots, and plays the moves that they have found.
    pub fn tick(&mut self) {
        if let Some(advising) = &self.advising {
            match advising.status() {
                ThinkingStatus::Waiting => (),
                ThinkingStatus::Done(bot, idea) => {
                    self.say(hint_words(bot.level(), &idea));
                    self.hint = idea.best;
                    self.point_at_hint();
                    self.advising = None;
                }
                ThinkingStatus::Lost => {
                    self.note(words::NO_HINT);
                    self.advising = None;
                }
            }
        }
        if let Some((seat, thinking)) = &self.thinking {
            if thinking.since.elapsed() < SHORTEST_THOUGHT {
                return;
            }
            match thinking.status() {
                ThinkingStatus::Waiting => (),
                ThinkingStatus::Done(bot, idea) => {
                    self.bots.insert(*seat, bot);
                    self.thinking = None;
                    // A bot answers with a legal move. If it fails to, the game goes on with the first one.
                    if let Some(text) = idea.best.or_else(|| self.legal.first().cloned()) {
                        self.play(&text);
                    }
                }
                ThinkingStatus::Lost => {
                    let name = self.game.player_name(*seat);
                    self.warn(fill(words::STUMBLED, &[name]));
                    self.thinking = None;
                }
            }
        } else if let Some(seat) = self.game.machine_to_move()
            && let Some(bot) = self.bots.remove(&seat).or_else(|| self.game.bot(seat))
        {
            self.thinking = Some((seat, Thinking::start(bot, self.game.table().fork())));
        }
    }

    /// Plays the move of a region, or takes its text as a part of one.
    pub fn choose(&mut self, region: usize) {
        let Some(region) = self.board_area.canvas.regions.get(region) else { return };
        let spot = region.text.clone();
        // The region's text continues what is typed, if that begins a move.
        let joined = ["", " ", ","].map(|between| format!("{}{between}{spot}", self.input));
        let begins = |text: &str| self.legal.iter().any(|legal| legal.starts_with(text));
        if let Some(text) = joined.into_iter().find(|text| begins(text)) {
            return self.propose(text);
        }
        // What is typed needs a square, but not this one: the rules say why.
        if !self.input.is_empty() && begins(&format!("{} ", self.input.trim_end())) {
            return self.propose(format!("{} {spot}", self.input.trim_end()));
        }
        let mut things: Vec<&str> = self
            .legal
            .iter()
            .filter_map(|legal| legal.strip_suffix(&spot)?.strip_suffix(' '))
            .collect();
        things.dedup();
        if things.is_empty() || self.game.table().check(&spot).is_ok() {
            return self.propose(spot);
        }
        let things = same(things.join(", "));
        self.say(fill(words::CHOOSE_FIRST, &[same(spot), things]));
    }

    /// Plays the typed move, or runs the typed command.
    pub fn enter(&mut self) {
        let text = self.input.trim().to_owned();
        // Words such as “quit” and “back” are commands unless they begin a move, as in the plain console.
        let word = text.len() > 1
            && self.game.table().check(&text).is_err()
            && !self.legal.iter().any(|legal| legal.starts_with(&text))
            && GameCommand::parse(&text).is_some();
        if word || text.starts_with([':', '/']) {
            match GameCommand::parse(&text) {
                Some(command) => {
                    self.input.clear();
                    // A word and Enter are no slip of a finger: nothing is asked again.
                    self.confirming = Some(command.clone());
                    self.run_command(command);
                }
                None => self.warn(fill(words::UNKNOWN_COMMAND, &[same(text)])),
            }
        } else if !text.is_empty() && (!self.cursor_moved || self.game.table().check(&text).is_ok())
        {
            self.propose(text);
        } else if let Some(cursor) = self.cursor {
            self.choose(cursor);
        } else {
            self.cursor = Some(cursor::middle(&self.board_area.canvas.regions));
            self.note(words::NO_MOVE_YET);
        }
    }

    pub(super) fn propose(&mut self, text: String) {
        if let Some(seat) = self.game.machine_to_move() {
            let name = self.game.player_name(seat);
            return self.warn(fill(words::NOT_YOUR_TURN, &[name]));
        }
        let more: Vec<&str> = self
            .legal
            .iter()
            .filter(|legal| legal.len() > text.len() && legal.starts_with(&text))
            .map(String::as_str)
            .collect();
        match self.game.table().check(&text) {
            Ok(proper) if self.game.human_to_move().is_some() => self.play(&proper),
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
        match self.game.play(text) {
            Ok((seat, text)) => {
                let name = self.game.player_name(seat);
                let text = self.game.shown(&text, seat);
                self.say(fill(words::PLAYED, &[name, same(text)]));
                self.position_changed();
                self.keep_record();
            }
            Err(refused) => self.warn(refused.words().clone()),
        }
    }

    fn position_changed(&mut self) {
        self.legal = self.game.table().legal();
        if self.game.turn().outcome().is_some() {
            self.legal.clear();
        }
        let first = |text: &String| text.chars().next().map(|c| c.to_ascii_lowercase());
        self.letters.extend(self.legal.iter().filter_map(first));
        if self.game.has_human() {
            self.input.clear();
        }
        (self.hint, self.advising, self.confirming, self.scroll) = (None, None, None, 0);
        self.hand = None;
        if let Some(ending) = self.game.ending() {
            self.say(ending);
        }
    }

    /// Runs a command. Commands that end a game in play must be given twice.
    pub fn run_command(&mut self, command: GameCommand) {
        let in_play = self.game.turn().outcome().is_none()
            && self.game.has_human()
            && !self.game.movers().is_empty();
        let ask = match command {
            GameCommand::Quit if in_play => Some(words::SURE_QUIT),
            GameCommand::New if in_play => Some(words::SURE_NEW),
            GameCommand::Resign if in_play => Some(words::SURE_RESIGN),
            _ => None,
        };
        if let Some(question) = ask
            && self.confirming.as_ref() != Some(&command)
        {
            self.confirming = Some(command);
            return self.warn(question.into());
        }
        self.confirming = None;
        match command {
            GameCommand::Undo => {
                self.thinking = None;
                if self.game.undo() {
                    self.note(words::UNDONE);
                    self.position_changed();
                    self.keep_record();
                } else {
                    self.note(words::NOTHING_TO_UNDO);
                }
            }
            GameCommand::Hint => self.ask_for_hint(),
            GameCommand::New => match self.game.restart(fresh_seed()) {
                Ok(()) => {
                    self.thinking = None;
                    self.bots.clear();
                    self.note(words::NEW_GAME);
                    self.position_changed();
                }
                Err(Failure::Asked(words) | Failure::Words(words)) => self.warn(words),
                Err(Failure::Io(error)) => self.warn(same(error.to_string())),
            },
            GameCommand::Resign if self.game.turn().outcome().is_some() => {
                self.warn_phrase(words::OVER);
            }
            GameCommand::Resign => {
                self.thinking = None;
                if self.game.resign() {
                    self.position_changed();
                } else {
                    self.note(words::NO_PERSON);
                }
            }
            GameCommand::Save(file) => self.save(file),
            GameCommand::Language => self.lang = other(self.lang),
            GameCommand::Layers => self.next_layer(),
            GameCommand::Help => self.help = true,
            GameCommand::Moves => self.say(same(self.legal.join("  "))),
            GameCommand::Board => {
                self.message = None;
                self.input.clear();
            }
            GameCommand::Quit => {
                self.thinking = None;
                self.left = true;
            }
        }
    }

    fn ask_for_hint(&mut self) {
        if self.game.turn().outcome().is_some() {
            self.warn_phrase(words::OVER);
        } else if let Some(seat) = self.game.machine_to_move() {
            let name = self.game.player_name(seat);
            self.warn(fill(words::NOT_YOUR_TURN, &[name]));
        } else if self.advising.is_none()
            && let Some(bot) = self.game.adviser()
        {
            self.say(fill(words::ASKING, &[bot.level().name.into()]));
            self.advising = Some(Thinking::start(bot, self.game.table().fork()));
        }
    }

    /// Puts the cursor on the region that matches most of the hint.
    fn point_at_hint(&mut self) {
        let Some(hint) = &self.hint else { return };
        let regions = self.board_area.canvas.regions.iter().enumerate();
        let best = regions
            .filter(|(_, region)| hint.starts_with(&region.text))
            .max_by_key(|(_, region)| region.text.len());
        if let Some((index, _)) = best {
            self.cursor = Some(index);
            self.board_area.show_region(index);
        }
    }

    fn save(&mut self, file: Option<String>) {
        let path = file.map_or_else(|| self.game.fresh_file(), PathBuf::from);
        let name = same(path.display().to_string());
        match self.game.save(&path) {
            Ok(()) => self.say(fill(words::SAVED, &[name])),
            Err(error) => self.warn(fill(words::NOT_SAVED, &[name, same(error.to_string())])),
        }
    }

    fn keep_record(&mut self) {
        if let Err(error) = self.game.keep_record() {
            self.warn(fill(words::NOT_SAVED, &[same("--record"), same(error.to_string())]));
        }
    }

    /// Completes the typed text as far as all matching moves agree.
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

    /// Shows a message.
    pub fn say(&mut self, words: Words) {
        self.message = Some((words, false));
    }

    pub(super) fn note(&mut self, phrase: Phrase) {
        self.say(phrase.into());
    }

    pub(super) fn warn(&mut self, words: Words) {
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

    fn screen() -> GameScreen {
        let entry = catalog::find("connect4").unwrap();
        let seats = ["human".to_owned(), "human".to_owned()];
        let game = LocalGame::new(entry, catalog::Setup::default(), &seats, None).unwrap();
        GameScreen::new(game, Lang::En, Palette::None)
    }

    fn press(screen: &mut GameScreen, keys: &str) {
        for key in keys.chars() {
            let key = KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE);
            screen.handle(&Event::Key(key));
        }
    }

    #[test]
    fn a_letter_that_begins_moves_is_no_command() {
        let mut screen = screen();
        screen.letters.extend(['h', 'q']);
        press(&mut screen, "h5");
        assert_eq!(screen.input, "h5");
        assert!(screen.advising.is_none());
        screen.input.clear();
        press(&mut screen, "q");
        assert!(!screen.is_left());
        screen.input = ":quit".into();
        screen.enter();
        assert!(screen.is_left());
    }

    #[test]
    fn words_are_commands_and_what_was_refused_is_typed_over() {
        let mut screen = screen();
        screen.letters.extend(['q', 'b', '9']);
        press(&mut screen, "99");
        screen.enter();
        assert_eq!((screen.input.as_str(), screen.refused), ("99", true));
        press(&mut screen, "q");
        assert_eq!(screen.input, "q", "the next letter begins anew");
        screen.input = "back".into();
        screen.enter();
        assert!(screen.input.is_empty() && !screen.is_left());
        screen.input = "quit".into();
        screen.enter();
        assert!(screen.is_left());
    }

    #[test]
    fn the_beginning_of_several_moves_waits_for_the_rest() {
        let mut screen = screen();
        screen.legal = vec!["e2h".into(), "e2v".into(), "e3".into()];
        screen.propose("e2".into());
        assert_eq!(screen.input, "e2");
        assert!(screen.message.as_ref().is_some_and(|(words, wrong)| {
            !wrong && words.en.contains("e2h  e2v") && !words.en.contains("e3")
        }));
        screen.input = "e".into();
        screen.complete();
        assert_eq!(screen.input, "e");
        screen.input = "e3".into();
        screen.complete();
        assert_eq!(screen.input, "e3");
    }

    #[test]
    fn a_spot_goes_on_from_what_is_typed() {
        let mut screen = screen();
        screen.legal = vec!["take e2".into(), "take e3".into()];
        screen.input = "take".into();
        let region =
            super::super::canvas::Region { text: "e".into(), x: 0, y: 0, width: 1, height: 1 };
        screen.board_area.canvas.regions.push(region);
        screen.choose(0);
        assert_eq!(screen.input, "take e");
    }
}
