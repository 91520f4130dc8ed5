//! A game as lines of text: the board after each move, one command a line. For pipes, for tests,
//! for terminals that can do no more, and for whoever likes a console.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use catalog::Bot;
use game::{Lang, Phrase, Seat, Words};
use search::{Limits, Stop};

use super::advice::advice;
use super::lines::next_line;
use super::order::Order;
use super::sitting::Sitting;
use super::words::{self, fill, other, same, sentence};
use crate::failure::Failure;
use crate::setup::fresh_seed;

/// How a person left the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// By saying so, or by watching machines to the end.
    Quit,
    /// By the end of the input.
    EndOfInput,
}

struct Console<'io, I, O> {
    sitting: Sitting,
    bots: HashMap<Seat, Box<dyn Bot>>,
    lang: Lang,
    input: &'io mut I,
    out: &'io mut O,
}

/// Plays until somebody leaves.
pub fn play(
    sitting: Sitting,
    lang: Lang,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Left, Failure> {
    let mut console = Console { sitting, bots: HashMap::new(), lang, input, out };
    console.run()
}

impl<I: BufRead, O: Write> Console<'_, I, O> {
    fn run(&mut self) -> Result<Left, Failure> {
        let about = self.sitting.entry().about();
        self.say(&about.name.into())?;
        self.board()?;
        loop {
            while let Some(seat) = self.sitting.machine_to_move() {
                self.machine_moves(seat)?;
            }
            if self.sitting.turn().outcome().is_some() && !self.sitting.has_human() {
                return Ok(Left::Quit);
            }
            self.prompt()?;
            let Some(line) = next_line(self.input)? else {
                writeln!(self.out)?;
                return Ok(Left::EndOfInput);
            };
            if line.is_empty() {
                continue;
            }
            // What is a move is a move, even if a command has the same name.
            let order = Order::parse(&line).filter(|_| self.sitting.table().check(&line).is_err());
            match order {
                Some(Order::Quit) => {
                    self.say(&words::GOODBYE.into())?;
                    return Ok(Left::Quit);
                }
                Some(order) => self.obey(order)?,
                None => self.person_moves(&line)?,
            }
        }
    }

    fn person_moves(&mut self, text: &str) -> Result<(), Failure> {
        match self.sitting.play(text) {
            Ok((seat, text)) => self.show_move(seat, &text),
            Err(refused) => {
                let reason = sentence(refused.words().get(self.lang));
                let help = words::HELP_SHORT.get(self.lang);
                Ok(writeln!(self.out, "{reason} ({help})")?)
            }
        }
    }

    fn machine_moves(&mut self, seat: Seat) -> Result<(), Failure> {
        let sitting = &self.sitting;
        let bot = self.bots.entry(seat).or_insert_with(|| {
            // The seat has a level of the catalogue, which can make all its levels.
            sitting.bot(seat).expect("a machine's seat has a level")
        });
        let idea = bot.think(sitting.table(), &Limits::NONE, &Stop::new(), &mut |_| ());
        // A bot that is to move answers with a legal move; should one fail, the game goes on.
        let text = idea.best.or_else(|| sitting.table().legal().into_iter().next());
        if let Some(Ok((seat, text))) = text.map(|text| self.sitting.play(&text)) {
            self.show_move(seat, &text)?;
        }
        Ok(())
    }

    fn show_move(&mut self, seat: Seat, text: &str) -> Result<(), Failure> {
        let name = self.sitting.player_name(seat);
        let text = self.sitting.shown(text, seat);
        self.say(&fill(words::PLAYED, &[name, same(text)]))?;
        self.board()?;
        self.keep_record()?;
        match self.sitting.ending() {
            Some(ending) => self.say(&ending),
            None => Ok(()),
        }
    }

    fn obey(&mut self, order: Order) -> Result<(), Failure> {
        match order {
            Order::Undo if self.sitting.undo() => {
                self.say(&words::UNDONE.into())?;
                self.board()?;
                self.keep_record()
            }
            Order::Undo => self.say(&words::NOTHING_TO_UNDO.into()),
            Order::Hint => self.hint(),
            Order::Moves => {
                let moves = self.sitting.table().legal().join(" ");
                Ok(writeln!(self.out, "{moves}")?)
            }
            Order::Board => self.board(),
            Order::New => {
                self.sitting.again(fresh_seed())?;
                self.bots.clear();
                self.say(&words::NEW_GAME.into())?;
                self.board()
            }
            Order::Resign => {
                if self.sitting.turn().outcome().is_some() {
                    return self.say_sentence(words::OVER);
                }
                self.sitting.resign();
                self.sitting.ending().map_or(Ok(()), |ending| self.say(&ending))
            }
            Order::Save(file) => {
                let path = file.map_or_else(|| self.sitting.fresh_file(), PathBuf::from);
                let name = same(path.display().to_string());
                match self.sitting.save(&path) {
                    Ok(()) => self.say(&fill(words::SAVED, &[name])),
                    Err(error) => {
                        self.say(&fill(words::NOT_SAVED, &[name, same(error.to_string())]))
                    }
                }
            }
            Order::Language => {
                self.lang = other(self.lang);
                let about = self.sitting.entry().about();
                self.say(&about.tagline.into())
            }
            Order::Help => self.say(&words::HELP_PLAIN.into()),
            // Leaving is seen to by whoever reads the line.
            Order::Quit => Ok(()),
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.sitting.turn().outcome().is_some() {
            return self.say_sentence(words::OVER);
        }
        let Some(mut bot) = self.sitting.adviser() else {
            return self.say(&words::NO_HINT.into());
        };
        let idea = bot.think(self.sitting.table(), &Limits::NONE, &Stop::new(), &mut |_| ());
        self.say(&advice(bot.level(), &idea))
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        let who = match self.sitting.human_to_move() {
            Some(seat) => self.sitting.player_name(seat),
            None => words::AFTER_PLAIN.into(),
        };
        write!(self.out, "{} > ", who.get(self.lang))?;
        Ok(self.out.flush()?)
    }

    fn board(&mut self) -> Result<(), Failure> {
        Ok(writeln!(self.out, "\n{}", self.sitting.picture().plain())?)
    }

    fn keep_record(&mut self) -> Result<(), Failure> {
        Ok(self.sitting.keep_record()?)
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

    /// Lines that make sense, lines that nearly do, and noise. Saving is left out: it writes files.
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
                    !matches!(Order::parse(part), Some(Order::Save(_) | Order::Hint | Order::Quit))
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
                let sitting = Sitting::new(*entry, setup, &asked, None).unwrap();
                let input = lines.join(&b'\n');
                let left = play(sitting, Lang::Fr, &mut &input[..], &mut Vec::new()).unwrap();
                prop_assert_eq!(left, Left::EndOfInput);
            }
        }
    }
}
