//! Measuring the server, and what tests and measurements share.

mod postgres;

pub use postgres::{PostgresError, PrivatePostgres};
