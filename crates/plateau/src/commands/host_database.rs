//! The database that a host's commands work on, and what they say where it is PostgreSQL.

use game::Words;
use server::Config;
use server::store::{BackupError, DatabaseKind, database_kind};

use crate::failure::Failure;

/// The database that was asked for, or that the server would use.
pub fn database(asked: Option<&str>) -> Result<String, Failure> {
    let config = Config::from_env().map_err(|error| {
        let text = error.to_string();
        Failure::asked(Words::new(text.clone(), text))
    })?;
    Ok(asked.map_or(config.database, str::to_owned))
}

/// PostgreSQL has programs of its own: says which to run, with the URL's password left out.
pub fn postgres_hint(url: &str, command: impl Fn(&str) -> String) -> Result<(), Failure> {
    let kind = database_kind(url).map_err(|error| Failure::asked(error.words()))?;
    if kind != DatabaseKind::Postgres {
        return Ok(());
    }
    let command = command(&format!("'{}'", without_secret(url)));
    Err(Failure::asked(Words::new(
        format!(
            "this database is in PostgreSQL, which has its own programs for this:\n  {command}"
        ),
        format!(
            "cette base est dans PostgreSQL, qui a ses propres programmes pour cela :\n  {command}"
        ),
    )))
}

/// The URL with its user and without its password.
fn without_secret(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let Some((user, rest)) = rest.split_once('@') else { return url.to_owned() };
    let user = user.split(':').next().unwrap_or_default();
    format!("{scheme}://{user}@{rest}")
}

/// Why a backup was not made or put back.
pub fn refused(error: &BackupError) -> Failure {
    Failure::Words(error.words())
}

#[cfg(test)]
mod tests {
    use super::without_secret;

    #[test]
    fn the_user_stays_and_the_password_goes() {
        assert_eq!(without_secret("postgres://ada:secret@db/plateau"), "postgres://ada@db/plateau");
        assert_eq!(without_secret("postgres://db/plateau"), "postgres://db/plateau");
    }
}
