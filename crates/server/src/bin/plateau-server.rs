//! The server by itself, set up by the environment: what tests and measurements start and kill.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let done = match std::env::args().nth(1).as_deref() {
        None | Some("serve") => serve().await,
        Some("bench") => bench().await,
        Some(other) => Err(format!("there is serve and bench, not {other}").into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plateau-server: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    let config = server::Config::from_env()?;
    let listener = server::listen(config.bind).await?;
    eprintln!("Plateau is at http://{}", listener.local_addr()?);
    server::run(listener, config, server::told_to_stop()).await?;
    Ok(())
}

async fn bench() -> Result<(), Box<dyn std::error::Error>> {
    let report = server::bench::run(&server::bench::BenchConfig::default()).await?;
    eprint!("{report}");
    if report.is_met() { Ok(()) } else { Err("a bar was missed".into()) }
}
