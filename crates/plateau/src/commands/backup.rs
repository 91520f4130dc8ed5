//! `plateau backup`: copies the database to a file, while a server uses it.

use std::io::{self, Write};
use std::path::PathBuf;

use game::{Lang, Words};
use server::store;

use super::host_database::{database, postgres_hint, refused};
use crate::failure::Failure;

/// Copy the database to a file, while the server runs
///
/// The file takes its place only when it is complete: a backup of that name stays until then. `plateau restore` puts
/// it back.
#[derive(clap::Args)]
pub struct Args {
    /// Where to; a backup of this name is replaced
    file: PathBuf,

    /// sqlite://FILE; PLATEAU_DATABASE or the file in your data folder if not given
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Writes the backup and says what is in it.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let url = database(args.database.as_deref())?;
    postgres_hint(&url, |url| {
        format!("pg_dump --format=custom --file={} {url}", args.file.display())
    })?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let made =
        runtime.block_on(store::backup(&url, &args.file)).map_err(|error| refused(&error))?;
    let (file, size) = (args.file.display(), made.bytes as f64 / 1e6);
    let (tables, moves) = (made.tables, made.moves);
    let words = Words::new(
        format!("{file} ({size:.1} MB), tables: {tables}, moves: {moves}"),
        format!("{file} ({size:.1} Mo), tables : {tables}, coups : {moves}"),
    );
    writeln!(io::stdout(), "{}", words.get(lang))?;
    Ok(())
}
