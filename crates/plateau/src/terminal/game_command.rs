//! What a person can ask for besides a move, in English or French.

/// A command of the person at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameCommand {
    /// Go back to the person's previous turn.
    Undo,
    /// Ask the strongest level for a move.
    Hint,
    /// List the legal moves.
    Moves,
    /// Show the board again and clear the input.
    Board,
    /// Start a new game with the same setup.
    New,
    /// Resign.
    Resign,
    /// Write the record, to this file if one is named.
    Save(Option<String>),
    /// Show what a level looks at over the board: the next layer, then none.
    Layers,
    /// Switch to the other language.
    Language,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

impl GameCommand {
    /// Reads a command such as `undo`, `:undo` or `enregistrer partie.record`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix([':', '/']).unwrap_or(text);
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let command = match name.to_lowercase().as_str() {
            "u" | "undo" | "annuler" => Self::Undo,
            "h" | "hint" | "indice" => Self::Hint,
            "moves" | "coups" => Self::Moves,
            "board" | "plateau" | "back" | "retour" => Self::Board,
            "n" | "new" | "nouvelle" => Self::New,
            "r" | "resign" | "abandonner" => Self::Resign,
            "s" | "save" | "enregistrer" => {
                return Some(Self::Save((!rest.is_empty()).then(|| rest.to_owned())));
            }
            "layers" | "couches" => Self::Layers,
            "l" | "lang" | "language" | "langue" => Self::Language,
            "?" | "help" | "aide" => Self::Help,
            "q" | "quit" | "exit" | "quitter" => Self::Quit,
            _ => return None,
        };
        rest.is_empty().then_some(command)
    }

    /// The command of a plain key, if no move begins with its letter.
    pub fn of_key(key: char) -> Option<Self> {
        Some(match key.to_ascii_lowercase() {
            'u' => Self::Undo,
            '?' => Self::Help,
            'h' => Self::Hint,
            'n' => Self::New,
            'r' => Self::Resign,
            's' => Self::Save(None),
            'l' => Self::Language,
            'q' => Self::Quit,
            _ => return None,
        })
    }

    /// The command of Ctrl and a letter. It works in every game.
    ///
    /// Ctrl-H is the backspace of many terminals, so a hint is Ctrl-T, a tip.
    pub fn of_ctrl(key: char) -> Option<Self> {
        Some(match key.to_ascii_lowercase() {
            'u' | 'z' => Self::Undo,
            't' => Self::Hint,
            'n' => Self::New,
            'r' => Self::Resign,
            's' => Self::Save(None),
            'l' => Self::Language,
            'q' | 'c' => Self::Quit,
            _ => return None,
        })
    }

    /// The command of a function key.
    pub fn of_function_key(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Help,
            2 => Self::Hint,
            3 => Self::Undo,
            4 => Self::New,
            5 => Self::Save(None),
            6 => Self::Resign,
            7 => Self::Language,
            8 => Self::Layers,
            10 => Self::Quit,
            _ => return None,
        })
    }

    /// The words that must be confirmed when only their first letter was pressed.
    pub fn names(&self) -> &'static [&'static str] {
        match self {
            Self::Quit => &["quit", "quitter"],
            Self::New => &["new", "nouvelle"],
            Self::Resign => &["resign"],
            _ => &[],
        }
    }

    /// The keys of this command: a plain letter, and a key that works in every game.
    pub fn keys(&self) -> (Option<char>, &'static str) {
        match self {
            Self::Help => (Some('?'), "F1"),
            Self::Hint => (Some('h'), "F2"),
            Self::Undo => (Some('u'), "F3"),
            Self::New => (Some('n'), "F4"),
            Self::Save(_) => (Some('s'), "F5"),
            Self::Resign => (Some('r'), "F6"),
            Self::Language => (Some('l'), "F7"),
            Self::Layers => (None, "F8"),
            Self::Quit => (Some('q'), "F10"),
            Self::Moves => (None, ":moves"),
            Self::Board => (None, ":board"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_both_languages() {
        for (text, command) in [
            ("undo", GameCommand::Undo),
            (" :Undo ", GameCommand::Undo),
            ("annuler", GameCommand::Undo),
            ("?", GameCommand::Help),
            ("indice", GameCommand::Hint),
            ("save", GameCommand::Save(None)),
            ("enregistrer ma partie.record", GameCommand::Save(Some("ma partie.record".into()))),
            ("/quit", GameCommand::Quit),
            ("retour", GameCommand::Board),
            (":couches", GameCommand::Layers),
        ] {
            assert_eq!(GameCommand::parse(text), Some(command), "{text}");
        }
        for text in ["", ":", "undoing", "undo 3", "4", "e2", "\u{fffd}"] {
            assert_eq!(GameCommand::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_keys_that_are_shown_do_what_they_say() {
        use GameCommand::*;
        for command in [Help, Hint, Undo, New, Save(None), Resign, Language, Layers, Quit] {
            let (letter, function) = command.keys();
            let number = function[1..].parse().unwrap();
            assert_eq!(GameCommand::of_function_key(number).as_ref(), Some(&command));
            if let Some(letter) = letter {
                assert_eq!(GameCommand::of_key(letter).as_ref(), Some(&command));
            }
        }
    }
}
