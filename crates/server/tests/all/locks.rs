//! Another program that writes to the same file: people hear that it is busy, and nothing is lost.

use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use crate::support::{House, config};

#[tokio::test(flavor = "multi_thread")]
async fn a_write_lock_that_another_program_holds_is_said_and_waited_out() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/plateau.db", folder.path().display());
    let house = House::with(server::Config { database: database.clone(), ..config() }).await;
    let (table, ada, bob) = house.client().two().await;
    let mut other = SqliteConnection::connect(&database).await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let refused = ada.play(&table, 0, "4").await;
    assert_eq!(refused.code(), (503, "unavailable".into()), "{refused:?}");
    ada.get(&table).await.ok(200);
    sqlx::query("ROLLBACK").execute(&mut other).await.unwrap();
    ada.play(&table, 0, "4").await.ok(201);
    bob.play(&table, 1, "4").await.ok(201);
    house.close().await;
}
