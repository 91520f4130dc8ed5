//! `plateau serve`: the game room, in the browser, for this machine or a whole club.

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::ValueEnum;
use game::{Lang, Phrase, Words};
use server::{BotSpec, Config, Server};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::serve_words::StartFacts;
use crate::failure::Failure;
use crate::service_manager;

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

    /// Where you find metrics and a summary: a port on this machine, or an address
    #[arg(long, value_name = "PORT", value_parser = parse_admin)]
    pub admin: Option<SocketAddr>,

    /// A bot of your own to play against, as in quoridor:Ada=python3 ada.py; may be given several times. It speaks the
    /// protocol of docs/engine-protocol.md
    #[arg(long = "bot", value_name = "GAME:NAME=COMMAND")]
    pub bots: Vec<String>,

    /// A folder with journals of ladders (`plateau ladder --journal FILE.journal`): the page “Arena” shows them as they grow
    #[arg(long, value_name = "DIR")]
    pub ladders: Option<PathBuf>,

    /// How to log: text for people, json for programs (one object a line)
    #[arg(long, value_name = "FORM", value_enum)]
    pub log: Option<LogForm>,

    /// Open the browser on it
    #[arg(long)]
    pub open: bool,

    /// Say the address and nothing else
    #[arg(skip)]
    pub brief: bool,
}

/// The form of the log.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum LogForm {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

fn parse_admin(text: &str) -> Result<SocketAddr, String> {
    server::parse_admin(text)
        .ok_or_else(|| "give a port on this machine, or an address such as 127.0.0.1:8422".into())
}

/// Serves until Ctrl-C.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let log = match (args.log, std::env::var("PLATEAU_LOG").ok().as_deref()) {
        (Some(log), _) => log,
        (None, None) => LogForm::Text,
        (None, Some(name)) => LogForm::from_str(name, false).map_err(|_| {
            let text = format!("PLATEAU_LOG={name}: text or json");
            Failure::asked(Words::new(text.clone(), text))
        })?,
    };
    start_log(log);
    allocator::save_memory();
    let config = config(args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let refused = |error: server::ServeError| Failure::Words(error.words());
        let facts = StartFacts::of(&config);
        // The port first: a server that cannot listen should not touch the database.
        let listener = server::listen(config.bind).await.map_err(refused)?;
        let server = Server::open(listener, config).await.map_err(refused)?;
        let bound = server.address()?;
        let address = format!("http://{bound}/");
        match log {
            LogForm::Json => facts.log(&address, server.admin()),
            LogForm::Text => {
                // A server whose output nobody reads serves all the same.
                let mut out = io::stderr();
                let _ = writeln!(out, "{} {address}  {}", AT.get(lang), STOP.get(lang));
                if !args.brief {
                    let _ = facts.write(&mut out, bound, server.admin(), lang);
                }
            }
        }
        service_manager::ready();
        if args.open {
            open_browser(&address);
        }
        server.serve(server::shutdown_signal()).await.map_err(refused)
    })
}

/// The settings of the environment, and over them those of the command line.
fn config(args: &Args) -> Result<Config, Failure> {
    let mut config = Config::from_env().map_err(|error| {
        let text = error.to_string();
        Failure::asked(Words::new(text.clone(), text))
    })?;
    config.bind = args.bind.unwrap_or(config.bind);
    config.admin = args.admin.or(config.admin);
    if let Some(database) = &args.database {
        config.database.clone_from(database);
    }
    for bot in &args.bots {
        config.bots.hosted.push(BotSpec::parse(bot).map_err(Failure::asked)?);
    }
    if let Some(twice) = BotSpec::first_twice(&config.bots.hosted) {
        let (game, name) = (&twice.game, &twice.name);
        return Err(Failure::asked(Words::new(
            format!("two bots of {game} are called “{name}”"),
            format!("deux bots de {game} s’appellent « {name} »"),
        )));
    }
    config.ladders = args.ladders.clone().or(config.ladders);
    if let Some(folder) = config.ladders.as_ref().filter(|folder| !folder.is_dir()) {
        let folder = folder.display();
        return Err(Failure::asked(Words::new(
            format!("{folder} is no folder: name one with journals of ladders"),
            format!("{folder} n’est pas un dossier : nommez-en un avec des journaux d’échelles"),
        )));
    }
    server::store::database_kind(&config.database)
        .map_err(|error| Failure::asked(error.words()))?;
    Ok(config)
}

/// Writes to stderr what `RUST_LOG` asks for (`info`, `server=debug,sqlx=warn`), else what matters.
fn start_log(log: LogForm) {
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse().ok());
    let usual = Targets::new();
    // Whoever reads objects wants to know when the server started; whoever reads lines sees that anyway.
    let usual = match log {
        LogForm::Text => usual.with_default(LevelFilter::WARN),
        LogForm::Json => {
            usual.with_default(LevelFilter::INFO).with_target("sqlx", LevelFilter::WARN)
        }
    };
    let all = tracing_subscriber::registry().with(asked.unwrap_or(usual));
    // Colours are for people: in a file their codes would only be in the way.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    match log {
        LogForm::Text => all.with(lines).init(),
        LogForm::Json => all.with(lines.json().flatten_event(true)).init(),
    }
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
