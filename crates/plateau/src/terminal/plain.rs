//! A game as lines of text: the board after each move, one move or command a line. For pipes, tests and simple
//! terminals.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use catalog::Bot;
use game::{Lang, Phrase, Seat, Words};
use search::{Limits, Stop};

use super::game_command::GameCommand;
use super::hint::hint_words;
use super::lines::next_line;
use super::local_game::LocalGame;
use super::words::{self, fill, other, same, sentence};
use crate::failure::Failure;
use crate::setup::fresh_seed;

/// How a game in the console ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleExit {
    /// The person quit, or only bots played and their game is over.
    Quit,
    /// The input ended.
    EndOfInput,
}

struct Console<'io, I, O> {
    game: LocalGame,
    bots: HashMap<Seat, Box<dyn Bot>>,
    lang: Lang,
    input: &'io mut I,
    out: &'io mut O,
}

/// Plays until the person leaves.
pub fn play(
    game: LocalGame,
    lang: Lang,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<ConsoleExit, Failure> {
    let mut console = Console { game, bots: HashMap::new(), lang, input, out };
    console.run()
}

impl<I: BufRead, O: Write> Console<'_, I, O> {
    fn run(&mut self) -> Result<ConsoleExit, Failure> {
        let about = self.game.entry().about();
        self.say(&about.name.into())?;
        self.board()?;
        loop {
            while let Some(seat) = self.game.machine_to_move() {
                self.machine_moves(seat)?;
            }
            if self.game.turn().outcome().is_some() && !self.game.has_human() {
                return Ok(ConsoleExit::Quit);
            }
            self.prompt()?;
            let Some(line) = next_line(self.input)? else {
                writeln!(self.out)?;
                return Ok(ConsoleExit::EndOfInput);
            };
            if line.is_empty() {
                continue;
            }
            // A legal move is played, even if a command has the same name.
            let command =
                GameCommand::parse(&line).filter(|_| self.game.table().check(&line).is_err());
            match command {
                Some(GameCommand::Quit) => {
                    self.say(&words::GOODBYE.into())?;
                    return Ok(ConsoleExit::Quit);
                }
                Some(command) => self.run_command(command)?,
                None => self.person_moves(&line)?,
            }
        }
    }

    fn person_moves(&mut self, text: &str) -> Result<(), Failure> {
        match self.game.play(text) {
            Ok((seat, text)) => self.show_move(seat, &text),
            Err(refused) => {
                let reason = sentence(refused.words().get(self.lang));
                let help = words::HELP_SHORT.get(self.lang);
                Ok(writeln!(self.out, "{reason} ({help})")?)
            }
        }
    }

    fn machine_moves(&mut self, seat: Seat) -> Result<(), Failure> {
        let game = &self.game;
        let bot = self.bots.entry(seat).or_insert_with(|| {
            // The seat's level is from the catalogue, which can create all its levels.
            game.bot(seat).expect("a machine's seat has a level")
        });
        let idea = bot.think(game.table(), &Limits::NONE, &Stop::new(), &mut |_| ());
        // A bot answers with a legal move. If it fails to, the game goes on with the first one.
        let text = idea.best.or_else(|| game.table().legal().into_iter().next());
        if let Some(Ok((seat, text))) = text.map(|text| self.game.play(&text)) {
            self.show_move(seat, &text)?;
        }
        Ok(())
    }

    fn show_move(&mut self, seat: Seat, text: &str) -> Result<(), Failure> {
        let name = self.game.player_name(seat);
        let text = self.game.shown(text, seat);
        self.say(&fill(words::PLAYED, &[name, same(text)]))?;
        self.board()?;
        self.keep_record()?;
        match self.game.ending() {
            Some(ending) => self.say(&ending),
            None => Ok(()),
        }
    }

    fn run_command(&mut self, command: GameCommand) -> Result<(), Failure> {
        match command {
            GameCommand::Undo if self.game.undo() => {
                self.say(&words::UNDONE.into())?;
                self.board()?;
                self.keep_record()
            }
            GameCommand::Undo => self.say(&words::NOTHING_TO_UNDO.into()),
            GameCommand::Hint => self.hint(),
            GameCommand::Moves => {
                let moves = self.game.table().legal().join(" ");
                Ok(writeln!(self.out, "{moves}")?)
            }
            GameCommand::Board => self.board(),
            GameCommand::New => {
                self.game.restart(fresh_seed())?;
                self.bots.clear();
                self.say(&words::NEW_GAME.into())?;
                self.board()
            }
            GameCommand::Resign => {
                if self.game.turn().outcome().is_some() {
                    return self.say_sentence(words::OVER);
                }
                self.game.resign();
                self.game.ending().map_or(Ok(()), |ending| self.say(&ending))
            }
            GameCommand::Save(file) => {
                let path = file.map_or_else(|| self.game.fresh_file(), PathBuf::from);
                let name = same(path.display().to_string());
                match self.game.save(&path) {
                    Ok(()) => self.say(&fill(words::SAVED, &[name])),
                    Err(error) => {
                        self.say(&fill(words::NOT_SAVED, &[name, same(error.to_string())]))
                    }
                }
            }
            GameCommand::Language => {
                self.lang = other(self.lang);
                let about = self.game.entry().about();
                self.say(&about.tagline.into())
            }
            // Nothing can be laid over lines of text.
            GameCommand::Layers => self.say(&words::LAYERS_PLAIN.into()),
            GameCommand::Help => self.say(&words::HELP_PLAIN.into()),
            // `run` handles it.
            GameCommand::Quit => Ok(()),
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.game.turn().outcome().is_some() {
            return self.say_sentence(words::OVER);
        }
        let Some(mut bot) = self.game.adviser() else {
            return self.say(&words::NO_HINT.into());
        };
        let idea = bot.think(self.game.table(), &Limits::NONE, &Stop::new(), &mut |_| ());
        self.say(&hint_words(bot.level(), &idea))
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        let who = match self.game.human_to_move() {
            Some(seat) => self.game.player_name(seat),
            None => words::AFTER_PLAIN.into(),
        };
        write!(self.out, "{} > ", who.get(self.lang))?;
        Ok(self.out.flush()?)
    }

    fn board(&mut self) -> Result<(), Failure> {
        Ok(writeln!(self.out, "\n{}", self.game.picture(self.lang).plain())?)
    }

    fn keep_record(&mut self) -> Result<(), Failure> {
        Ok(self.game.keep_record()?)
    }

    fn say(&mut self, words: &Words) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", words.get(self.lang))?)
    }

    fn say_sentence(&mut self, phrase: Phrase) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", sentence(phrase.get(self.lang)))?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Valid lines, nearly valid ones, and noise. Saving is left out, since it writes files.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        let noise = proptest::collection::vec(any::<u8>(), 0..12);
        let words = proptest::sample::select(vec![
            "1",
            "2",
            "4",
            "7",
            "8",
            "0",
            "-1",
            "undo",
            "moves",
            "resign",
            "new",
            "lang",
            "help",
            "board",
            "annuler",
            ":u",
            "4 4",
            "é",
            "99999999999999999999",
            "",
        ]);
        prop_oneof![4 => words.prop_map(|word| word.as_bytes().to_vec()), 1 => noise].prop_filter(
            "writes no files and asks no strong player",
            |line| {
                let text = String::from_utf8_lossy(line);
                let harmless = |part: &str| {
                    !matches!(
                        GameCommand::parse(part),
                        Some(GameCommand::Save(_) | GameCommand::Hint | GameCommand::Quit)
                    )
                };
                text.split('\n').all(|part| {
                    harmless(&part.chars().filter(|c| !c.is_control()).collect::<String>())
                })
            },
        )
    }

    proptest! {
        #[test]
        fn no_input_breaks_the_console(
            lines in proptest::collection::vec(line(), 0..60),
            machine in any::<bool>(),
        ) {
            for entry in catalog::games() {
                let setup = catalog::Setup::default();
                let weakest = entry.levels()[0].id;
                let seats = entry.table(&setup).unwrap().seats();
                let mut asked = vec!["human".to_owned(); seats];
                if machine && seats > 1 {
                    asked[seats - 1] = weakest.to_owned();
                }
                let game = LocalGame::new(*entry, setup, &asked, None).unwrap();
                let input = lines.join(&b'\n');
                let left = play(game, Lang::Fr, &mut &input[..], &mut Vec::new()).unwrap();
                prop_assert_eq!(left, ConsoleExit::EndOfInput);
            }
        }
    }
}
