//! The game room: lobby, tables, live updates, storage, bots, and the page it serves.
//!
//! ```no_run
//! # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let config = server::Config::from_env()?;
//! let listener = server::listen(config.bind).await?;
//! server::run(listener, config, server::shutdown_signal()).await?;
//! # Ok(()) }
//! ```
//!
//! What is where: every route in `router`, the handlers by noun in `routes`, tables in memory in
//! `live`, computer players in `bots`, databases in [`store`].

pub mod bench;
mod bots;
mod clock;
mod config;
mod error;
mod extract;
mod limits;
mod live;
mod metrics;
mod openapi;
mod races;
mod room;
mod router;
mod routes;
mod run;
mod static_files;
pub mod store;
mod token;
mod wire;

pub use config::{BadSetting, BotConfig, Config, RaceConfig, ServerLimits, default_file};
pub use router::openapi;
pub use run::{ServeError, listen, run, shutdown_signal};
