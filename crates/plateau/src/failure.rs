//! Errors of commands, with a sentence and an exit code: 2 for a wrong request, 1 for what could not be done or a
//! contestant at fault, 0 when the reader of our output closed the pipe.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use arena::Fault;
use catalog::Unknown;
use game::{BadOptions, BadRecord, Lang, Refused, Words};

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The request was wrong; the words say what would be right.
    Asked(Words),
    /// The request was right, but could not be met, or a contestant was at fault; the words say why.
    Words(Words),
    /// The system refused something.
    Io(io::Error),
}

impl Failure {
    /// A wrong request.
    pub fn asked(words: impl Into<Words>) -> Self {
        Self::Asked(words.into())
    }

    /// A named file that cannot be read.
    pub fn unreadable(file: &Path, error: &io::Error) -> Self {
        let (name, why) = (file.display(), file_trouble(error));
        Self::Asked(Words::new(
            format!("{name} cannot be read: {}", why.en),
            format!("on ne peut pas lire {name} : {}", why.fr),
        ))
    }

    /// A named file that cannot be written.
    pub fn unwritable(file: &Path, error: &io::Error) -> Self {
        let (name, why) = (file.display(), file_trouble(error));
        Self::Asked(Words::new(
            format!("{name} cannot be written: {}", why.en),
            format!("on ne peut pas écrire {name} : {}", why.fr),
        ))
    }

    /// A refused move of a list.
    pub fn refused(text: &str, refused: &Refused) -> Self {
        let words = refused.words();
        Self::Asked(Words::new(
            format!("“{text}”: {}", words.en),
            format!("« {text} » : {}", words.fr),
        ))
    }

    /// A failure if one of these contestants was at fault so many times.
    pub fn if_faulty<'n>(contestants: impl Iterator<Item = (&'n str, u32)>) -> Result<(), Self> {
        let faulty: Vec<_> = contestants.filter(|&(_, faults)| faults > 0).collect();
        if faulty.is_empty() {
            return Ok(());
        }
        let list = |times: &str| {
            let one = |&(name, faults): &(&str, u32)| format!("{name} ({faults} {times})");
            faulty.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        Err(Self::Words(Words::new(
            format!("at fault: {}", list("games")),
            format!("en faute : {}", list("parties")),
        )))
    }

    /// Prints the message, and returns the exit code.
    pub fn report(self, lang: Lang) -> ExitCode {
        let (message, code) = match self {
            Self::Asked(words) => (words.get(lang).to_owned(), 2),
            Self::Words(words) => (words.get(lang).to_owned(), 1),
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Io(error) => (error.to_string(), 1),
        };
        // If even standard error is closed, the exit code stays the same.
        let _ = writeln!(io::stderr(), "plateau: {message}");
        ExitCode::from(code)
    }
}

/// Why a file cannot be used. What is rare is said by the system, in its own words.
fn file_trouble(error: &io::Error) -> Words {
    match error.kind() {
        io::ErrorKind::NotFound => {
            Words::new("there is no such file or folder", "ce fichier ou ce dossier n’existe pas")
        }
        io::ErrorKind::PermissionDenied => {
            Words::new("permission denied", "l’accès n’est pas autorisé")
        }
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            Words::new("it is no folder", "ce n’est pas un dossier")
        }
        io::ErrorKind::IsADirectory => Words::new("it is a folder", "c’est un dossier"),
        _ => Words::new(error.to_string(), error.to_string()),
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}

impl From<Unknown> for Failure {
    fn from(unknown: Unknown) -> Self {
        Self::Asked(unknown.0)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unknown(_) | Fault::NoStart { .. } => Self::Asked(fault.words()),
            other => Self::Words(other.words()),
        }
    }
}

impl From<BadOptions> for Failure {
    fn from(bad: BadOptions) -> Self {
        Self::Asked(bad.0)
    }
}

impl From<BadRecord> for Failure {
    fn from(bad: BadRecord) -> Self {
        Self::Asked(bad.0)
    }
}
