//! `plateau restore`: puts a backup in the place of the database.

use std::io::{self, Write};
use std::path::PathBuf;

use game::{Lang, Words};
use server::store;

use super::host_database::{database, postgres_hint, refused};
use crate::failure::Failure;

/// Put a backup in the place of the database
///
/// The backup is checked first, and the database that is there is kept under another name. A server that uses it must
/// be stopped before.
#[derive(clap::Args)]
pub struct Args {
    /// A file that `plateau backup` made
    file: PathBuf,

    /// sqlite://FILE; PLATEAU_DATABASE or the file in your data folder if not given
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Puts it back and says where the earlier database is.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let url = database(args.database.as_deref())?;
    postgres_hint(&url, |url| {
        let file = args.file.display();
        format!("pg_restore --clean --if-exists --single-transaction --dbname={url} {file}")
    })?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let done =
        runtime.block_on(store::restore(&args.file, &url)).map_err(|error| refused(&error))?;
    let (tables, moves) = (done.contents.tables, done.contents.moves);
    let database = done.database.display();
    let words = Words::new(
        format!("{database} is the backup now; tables: {tables}, moves: {moves}"),
        format!("{database} est maintenant la sauvegarde ; tables : {tables}, coups : {moves}"),
    );
    let mut out = io::stdout().lock();
    writeln!(out, "{}", words.get(lang))?;
    if let Some(kept) = done.kept {
        let kept = kept.display();
        let words = Words::new(
            format!("what was there is kept as {kept}"),
            format!("ce qui s’y trouvait est gardé sous {kept}"),
        );
        writeln!(out, "{}", words.get(lang))?;
    }
    Ok(())
}
