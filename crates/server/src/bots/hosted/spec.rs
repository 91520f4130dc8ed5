//! How a host names a bot of their own.

use game::Words;

use crate::names::person_name;

/// The most characters of a bot's name, as for people.
const LONGEST_NAME: usize = 24;

/// What stands before a bot's name where a level is named.
const PREFIX: &str = "bot:";

/// A program that speaks the engine protocol, and the game that it plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    /// The game's id.
    pub game: String,
    /// What people call it.
    pub name: String,
    /// The program with its arguments.
    pub command: String,
}

impl BotSpec {
    /// Reads `GAME:NAME=COMMAND`, as in `quoridor:Ada=python3 ada.py`.
    pub fn parse(text: &str) -> Result<Self, Words> {
        let parts = text.split_once('=').and_then(|(who, command)| {
            let (game, name) = who.split_once(':')?;
            Some((game.trim(), name, command.trim())).filter(|(.., command)| !command.is_empty())
        });
        let Some((game, name, command)) = parts else {
            return Err(Words::new(
                format!("“{text}”: write GAME:NAME=COMMAND, as in quoridor:Ada=python3 ada.py"),
                format!("« {text} » : écrire JEU:NOM=COMMANDE, comme quoridor:Ada=python3 ada.py"),
            ));
        };
        let entry = catalog::find(game).map_err(|unknown| unknown.0)?;
        let name = person_name(name, LONGEST_NAME).ok_or_else(|| {
            Words::new(
                format!("“{text}”: a name has 1 to {LONGEST_NAME} characters that can be seen"),
                format!("« {text} » : un nom a de 1 à {LONGEST_NAME} caractères visibles"),
            )
        })?;
        Ok(Self { game: entry.about().id.to_owned(), name, command: command.to_owned() })
    }

    /// Reads several, one a line.
    pub fn parse_lines(text: &str) -> Result<Vec<Self>, Words> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(Self::parse).collect()
    }

    /// The first that has the name of another of the same game.
    pub fn first_twice(bots: &[Self]) -> Option<&Self> {
        let same = |a: &Self, b: &Self| (&a.game, &a.name) == (&b.game, &b.name);
        bots.iter()
            .enumerate()
            .find(|(at, bot)| bots[..*at].iter().any(|b| same(b, bot)))
            .map(|(_, bot)| bot)
    }

    /// The name of its level in requests.
    pub fn level(&self) -> String {
        format!("{PREFIX}{}", self.name)
    }

    /// Whether a level's name is that of some host's bot.
    pub(crate) fn is_level(level: &str) -> bool {
        level.starts_with(PREFIX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_has_a_game_a_name_and_a_command() {
        let bot = BotSpec::parse("quoridor:Ada L=python3 'my bot.py' --depth=2").unwrap();
        assert_eq!((&*bot.game, &*bot.name), ("quoridor", "Ada L"));
        assert_eq!((&*bot.command, &*bot.level()), ("python3 'my bot.py' --depth=2", "bot:Ada L"));
        let two = BotSpec::parse_lines("connect4:A=a\n\n connect4:B=b c \n").unwrap();
        assert_eq!(two.iter().map(|bot| &bot.command[..]).collect::<Vec<_>>(), ["a", "b c"]);
        for (text, reason) in [
            ("Ada=python3 ada.py", "GAME:NAME=COMMAND"),
            ("quoridor:Ada=", "GAME:NAME=COMMAND"),
            ("chess:Ada=ada", "chess"),
            ("quoridor: =ada", "1 to 24 characters"),
        ] {
            let refused = BotSpec::parse(text).unwrap_err();
            assert!(refused.en.contains(reason), "{refused}");
            assert_ne!(refused.en, refused.fr);
        }
    }
}
