//! `plateau serve`: the game room, in the browser, for this machine or a whole club.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use game::{Lang, Phrase, Words};
use server::Config;
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

const AT: Phrase = Phrase::new("Plateau is at", "Plateau est à");
const STOP: Phrase = Phrase::new("Ctrl-C stops it.", "Ctrl-C l’arrête.");

/// Open the game room in the browser, for this machine or a whole club
///
/// People play in their browser, alone, together and with computer players.
#[derive(clap::Args, Default)]
pub struct Args {
    /// Where to listen; 0.0.0.0:8421 lets the whole network in
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub bind: Option<SocketAddr>,

    /// sqlite://FILE or postgres://…; a file in your data folder if not given
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,

    /// Open the browser on it
    #[arg(long)]
    pub open: bool,
}

/// Serves until Ctrl-C.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).init();
    let wrong = |error: &dyn std::error::Error| {
        let text = error.to_string();
        Failure::asked(Words::new(text.clone(), text))
    };
    let mut config = Config::from_env().map_err(|error| wrong(&error))?;
    config.bind = args.bind.unwrap_or(config.bind);
    if let Some(database) = &args.database {
        config.database.clone_from(database);
    }
    // Nobody should be sent to a room that cannot open.
    server::store::database_kind(&config.database).map_err(|error| wrong(&error))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = server::listen(config.bind).await.map_err(io::Error::other)?;
        let address = format!("http://{}/", listener.local_addr()?);
        writeln!(io::stderr(), "{} {address}  {}", AT.get(lang), STOP.get(lang))?;
        if args.open {
            open_browser(&address);
        }
        server::run(listener, config, server::shutdown_signal()).await.map_err(io::Error::other)?;
        Ok(())
    })
}

/// Asks the system to show a page; where it cannot, the address stands in the terminal.
fn open_browser(address: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = || Stdio::null();
    let _ =
        Command::new(opener).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}
