//! Why the database could not be used, in words.

use std::io;

use game::Words;
use thiserror::Error;

/// Why the database could not be used.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// The address is of something else.
    #[error("{0}")]
    Asked(Words),
    /// The system refused something.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The database did.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// A job in it cannot be read.
    #[error("a job in the database cannot be read: {0}")]
    Job(#[from] serde_json::Error),
}

impl ExchangeError {
    /// For people.
    pub fn words(&self) -> Words {
        match self {
            Self::Asked(words) => words.clone(),
            Self::Io(error) => Words::new(error.to_string(), error.to_string()),
            Self::Database(error) => {
                let why = database_trouble(error);
                Words::new(
                    format!("the database cannot be used: {}", why.en),
                    format!("la base de données est inutilisable : {}", why.fr),
                )
            }
            Self::Job(error) => Words::new(
                format!("a job in the database cannot be read: {error}"),
                format!("une tâche de la base de données est illisible : {error}"),
            ),
        }
    }
}

/// What the database has against it, in its own words where it has some.
fn database_trouble(error: &sqlx::Error) -> Words {
    match error {
        sqlx::Error::PoolTimedOut => Words::new(
            "it cannot be reached at this address",
            "elle est injoignable à cette adresse",
        ),
        sqlx::Error::Database(said) => {
            Words::new(said.message().to_owned(), said.message().to_owned())
        }
        other => Words::new(other.to_string(), other.to_string()),
    }
}

impl From<ExchangeError> for io::Error {
    fn from(error: ExchangeError) -> Self {
        match error {
            ExchangeError::Io(error) => error,
            other => Self::other(other),
        }
    }
}
