//! What is wrong with a command line, in the reader's language. The parser itself speaks English only.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use game::Lang;

/// The language asked for by `--lang`, looked up before the command line is known to be right.
pub fn asked_lang(args: &[OsString]) -> Option<Lang> {
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next() {
        let value = match arg.strip_prefix("--lang") {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        match value {
            Some("en") => return Some(Lang::En),
            Some("fr") => return Some(Lang::Fr),
            _ => (),
        }
    }
    None
}

/// Prints what is wrong, and gives the exit code. Help and version are pages that were asked for, not errors.
pub fn report(error: &clap::Error, lang: Lang) -> ExitCode {
    let text = match lang {
        Lang::En => None,
        Lang::Fr => french(error),
    };
    // If even standard error is closed, the exit code stays the same.
    let _ = match text {
        Some(text) => writeln!(io::stderr(), "plateau: {text}"),
        None => error.print(),
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// The error in French; none for pages that are not errors.
fn french(error: &clap::Error) -> Option<String> {
    let value = |kind| error.get(kind).map(listed).unwrap_or_default();
    let argument = || value(ContextKind::InvalidArg);
    let text = match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return None,
        ErrorKind::InvalidSubcommand => {
            format!("« {} » n’est pas une commande", value(ContextKind::InvalidSubcommand))
        }
        ErrorKind::UnknownArgument if argument().starts_with('-') => {
            format!("l’option « {} » n’existe pas ici", argument())
        }
        ErrorKind::UnknownArgument => format!("« {} » est de trop ici", argument()),
        ErrorKind::MissingRequiredArgument => format!("il manque {}", argument()),
        ErrorKind::MissingSubcommand => "il manque une commande".to_owned(),
        ErrorKind::InvalidValue if value(ContextKind::InvalidValue).is_empty() => {
            format!("il manque une valeur après « {} »", argument())
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("« {} » ne convient pas pour {}", value(ContextKind::InvalidValue), argument())
        }
        ErrorKind::ArgumentConflict => {
            let other = value(ContextKind::PriorArg);
            format!("« {} » et « {other} » ne vont pas ensemble", argument())
        }
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            format!("« {} » n’a pas le bon nombre de valeurs", argument())
        }
        ErrorKind::NoEquals => format!("« {} » demande un signe égal", argument()),
        ErrorKind::InvalidUtf8 => "un argument n’est pas un texte lisible (UTF-8)".to_owned(),
        _ => "cette ligne de commande n’est pas comprise".to_owned(),
    };
    let mut lines = vec![text];
    let valid = value(ContextKind::ValidValue);
    if !valid.is_empty() {
        lines.push(format!("  valeurs possibles : {valid}"));
    }
    let near =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
            .map(value)
            .into_iter()
            .find(|near| !near.is_empty());
    if let Some(near) = near {
        lines.push(format!("  vouliez-vous dire « {} » ?", near.replace(", ", " » ou « ")));
    }
    lines.push(
        "  « plateau --help » et « plateau COMMANDE --help » montrent ce qui existe".to_owned(),
    );
    Some(lines.join("\n"))
}

/// A value of the parser's as text.
fn listed(value: &ContextValue) -> String {
    match value {
        ContextValue::None => String::new(),
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn error(line: &[&str]) -> String {
        let line = ["plateau"].iter().chain(line);
        let error = crate::Cli::try_parse_from(line).err().expect("it is wrong");
        french(&error).expect("it is an error, not a page")
    }

    #[test]
    fn each_kind_of_error_is_told_in_french() {
        for (line, expected) in [
            (vec!["plai"], "« plai » n’est pas une commande"),
            (vec!["plai"], "vouliez-vous dire « play » ou « explain » ?"),
            (vec!["play", "--vriant", "duo"], "l’option « --vriant » n’existe pas ici"),
            (vec!["play", "--vriant", "duo"], "« --variant »"),
            (vec!["perft"], "il manque <GAME>"),
            (vec!["--lang", "de"], "« de » ne convient pas pour --lang <LANG>"),
            (vec!["bench", "--seconds", "soon"], "« soon » ne convient pas"),
            (vec!["--lang"], "il manque une valeur"),
        ] {
            let text = error(&line);
            assert!(text.contains(expected), "{line:?}: {text}");
            for english in ["error", "unexpected", "argument", "invalid", "tip"] {
                assert!(!text.contains(english), "{line:?}: {text}");
            }
        }
    }

    #[test]
    fn the_language_is_known_before_the_line_is_right() {
        let lang = |line: &[&str]| asked_lang(&line.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(lang(&["plateau", "--lang", "fr", "nonsense"]), Some(Lang::Fr));
        assert_eq!(lang(&["plateau", "nonsense", "--lang=en"]), Some(Lang::En));
        assert_eq!(lang(&["plateau", "--lang"]), None);
        assert_eq!(lang(&["plateau", "--language=fr"]), None);
    }
}
