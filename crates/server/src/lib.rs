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

mod admin;
mod bots;
mod clock;
mod compress;
mod config;
mod connections;
mod error;
mod event_connection;
mod extract;
mod help;
mod hosts;
mod ladders;
mod limits;
mod live;
mod metrics;
mod names;
mod openapi;
mod phrases;
mod process;
mod races;
mod retention;
mod review;
mod room;
mod router;
mod routes;
mod run;
mod shared_link;
mod static_files;
pub mod store;
mod time_control;
mod token;
mod wire;
mod work;

pub use bots::BotSpec;
pub use config::{
    BadSetting, BotConfig, Config, ConnectionConfig, RaceConfig, Retention, RunClock, ServerLimits,
    default_file, parse_admin,
};
pub use connections::files_allowed;
pub use router::openapi;
pub use run::{ServeError, Server, listen, run, shutdown_signal};
pub use time_control::{ClockStart, TimeControl};
