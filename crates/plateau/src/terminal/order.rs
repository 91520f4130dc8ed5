//! What a person can ask for besides a move, in either language.

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Back to the person's previous turn.
    Undo,
    /// Advice from the strongest level.
    Hint,
    /// The legal moves.
    Moves,
    /// The board again, and nothing typed: back to the beginning of the turn.
    Board,
    /// The same game anew.
    New,
    /// Give up.
    Resign,
    /// Write the record, to this file if one is named.
    Save(Option<String>),
    /// The other language.
    Language,
    /// What can be asked for.
    Help,
    /// Leave.
    Quit,
}

impl Order {
    /// Reads a request such as `undo`, `:undo` or `enregistrer partie.record`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_prefix([':', '/']).unwrap_or(text);
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let order = match name.to_lowercase().as_str() {
            "u" | "undo" | "annuler" => Self::Undo,
            "h" | "?" | "hint" | "indice" => Self::Hint,
            "moves" | "coups" => Self::Moves,
            "board" | "plateau" | "back" | "retour" => Self::Board,
            "n" | "new" | "nouvelle" => Self::New,
            "r" | "resign" | "abandonner" => Self::Resign,
            "s" | "save" | "enregistrer" => {
                return Some(Self::Save((!rest.is_empty()).then(|| rest.to_owned())));
            }
            "l" | "lang" | "language" | "langue" => Self::Language,
            "help" | "aide" => Self::Help,
            "q" | "quit" | "exit" | "quitter" => Self::Quit,
            _ => return None,
        };
        rest.is_empty().then_some(order)
    }

    /// The request that a plain key makes where no move begins with its letter.
    pub fn of_key(key: char) -> Option<Self> {
        Some(match key.to_ascii_lowercase() {
            'u' => Self::Undo,
            'h' | '?' => Self::Hint,
            'n' => Self::New,
            'r' => Self::Resign,
            's' => Self::Save(None),
            'l' => Self::Language,
            'q' => Self::Quit,
            _ => return None,
        })
    }

    /// The request that Ctrl and a letter make, whatever moves begin with.
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

    /// The request that a function key makes.
    pub fn of_function_key(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Help,
            2 => Self::Hint,
            3 => Self::Undo,
            4 => Self::New,
            5 => Self::Save(None),
            6 => Self::Resign,
            7 => Self::Language,
            10 => Self::Quit,
            _ => return None,
        })
    }

    /// The keys that make this request: a plain letter, and one that works in every game.
    pub fn keys(&self) -> (Option<char>, &'static str) {
        match self {
            Self::Help => (None, "F1"),
            Self::Hint => (Some('h'), "F2"),
            Self::Undo => (Some('u'), "F3"),
            Self::New => (Some('n'), "F4"),
            Self::Save(_) => (Some('s'), "F5"),
            Self::Resign => (Some('r'), "F6"),
            Self::Language => (Some('l'), "F7"),
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
    fn orders_are_read_in_both_languages() {
        for (text, order) in [
            ("undo", Order::Undo),
            (" :Undo ", Order::Undo),
            ("annuler", Order::Undo),
            ("?", Order::Hint),
            ("indice", Order::Hint),
            ("save", Order::Save(None)),
            ("enregistrer ma partie.record", Order::Save(Some("ma partie.record".into()))),
            ("/quit", Order::Quit),
            ("retour", Order::Board),
        ] {
            assert_eq!(Order::parse(text), Some(order), "{text}");
        }
        for text in ["", ":", "undoing", "undo 3", "4", "e2", "\u{fffd}"] {
            assert_eq!(Order::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_keys_that_are_shown_do_what_they_say() {
        use Order::*;
        for order in [Help, Hint, Undo, New, Save(None), Resign, Language, Quit] {
            let (letter, function) = order.keys();
            let number = function[1..].parse().unwrap();
            assert_eq!(Order::of_function_key(number).as_ref(), Some(&order));
            if let Some(letter) = letter {
                assert_eq!(Order::of_key(letter).as_ref(), Some(&order));
            }
        }
    }
}
