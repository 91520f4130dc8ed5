//! PostgreSQL over TLS.

use std::process::Command;

use loadtest::PrivatePostgres;

use crate::process::{Process, free_port};

/// Why a server does not start on a database.
fn refused(database: &str) -> String {
    let bind = format!("127.0.0.1:{}", free_port());
    let output = Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(["serve", "--bind", &bind, "--database", database])
        .output()
        .unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_connection_is_encrypted_and_the_server_verified() {
    let port = free_port();
    let postgres = PrivatePostgres::start_with_tls(port).unwrap_or_else(|error| panic!("{error}"));
    let name = |host: &str| format!("postgres://postgres@{host}:{port}/postgres");
    // It takes encrypted connections only.
    assert!(refused(&format!("{}?sslmode=disable", name("localhost"))).contains("no encryption"));
    let required = Process::start(&format!("{}?sslmode=require", name("localhost")), &[]).await;
    let authority = postgres.authority().display().to_string();
    let verified =
        |host: &str| format!("{}?sslmode=verify-full&sslrootcert={authority}", name(host));
    let full = Process::start(&verified("localhost"), &[]).await;
    // Events go through an encrypted connection as well.
    let (table, ada, bob) = required.client().two().await;
    let mut hers = ada.at(&full.url).events(&table, "").await;
    bob.get(&table).await.ok(200);
    ada.play(&table, 0, "4").await.ok(201);
    assert_eq!(hers.wait("action").await.1["epoch"], 1);
    // Without its authority, or under another name, the server is not believed.
    let unknown = refused(&format!("{}?sslmode=verify-full", name("localhost")));
    assert!(unknown.contains("certificate"), "{unknown}");
    let other_name = refused(&verified("127.0.0.1"));
    assert!(other_name.contains("certificate"), "{other_name}");
}
