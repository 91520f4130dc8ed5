//! `plateau`: play, learn, study and measure board games from one command.

mod commands;
mod failure;
mod http_client;
mod interrupt;
mod numbers;
mod results;
mod service_manager;
mod setup;
mod terminal;
mod text;
mod usage;

use std::process::ExitCode;

use clap::Parser;
use game::Lang;

use commands::Command;

#[global_allocator]
static ALLOCATOR: allocator::MiMalloc = allocator::MiMalloc;

/// Play board games in the browser or the terminal, study them, and build and measure computer
/// players.
///
/// Without a command it opens the game room in the browser.
#[derive(Parser)]
#[command(name = "plateau", version, max_term_width = 100)]
struct Cli {
    /// Language of the messages: en or fr; the system's if not given
    #[arg(long, global = true, value_name = "LANG", value_parser = parse_lang)]
    lang: Option<Lang>,

    #[command(subcommand)]
    command: Option<Command>,
}

fn parse_lang(text: &str) -> Result<Lang, String> {
    match text {
        "en" => Ok(Lang::En),
        "fr" => Ok(Lang::Fr),
        _ => Err("choose en or fr".into()),
    }
}

/// The language that the system speaks, by the usual variables in their usual order.
fn system_lang() -> Lang {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .map(|locale| Lang::of_locale(&locale))
        .unwrap_or_default()
}

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => {
            return usage::report(&error, usage::asked_lang(&args).unwrap_or_else(system_lang));
        }
    };
    let lang = cli.lang.unwrap_or_else(system_lang);
    match commands::run(cli.command, lang) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
