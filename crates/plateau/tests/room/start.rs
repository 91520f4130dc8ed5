//! What a server says when it starts, and when it cannot.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::postgres::postgres;
use crate::process::free_port;

fn serve(port: u16, database: &str, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command
        .args(["serve", "--bind", &format!("127.0.0.1:{port}"), "--database", database])
        .args(more)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Everything that it says until a line has this text.
fn until(child: &mut Child, wanted: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in BufReader::new(child.stderr.take().unwrap()).lines() {
        lines.push(line.unwrap());
        if lines.last().is_some_and(|line| line.contains(wanted)) {
            return lines;
        }
    }
    panic!("it never says “{wanted}”: {lines:?}");
}

fn end(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_address_is_told_only_once_the_database_is_open() {
    for (database, why) in [
        ("postgres://nobody@127.0.0.1:1/none", "database"),
        ("sqlite:///proc/none/plateau.db", "/proc/none"),
    ] {
        let output = serve(free_port(), database, &[]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success());
        assert!(said.contains(why) && !said.contains("http://"), "{said}");
    }
}

#[test]
fn a_second_program_on_the_same_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}/plateau.db", folder.path().display());
    let mut first = serve(free_port(), &database, &[]).spawn().unwrap();
    until(&mut first, "Plateau is at");
    let second = serve(free_port(), &database, &[]).output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert!(said.contains(&format!("another Plateau (process {})", first.id())), "{said}");
    assert!(!said.contains("Plateau is at"), "{said}");
    // However the first one ends, the file is free again.
    end(first);
    let mut third = serve(free_port(), &database, &[]).spawn().unwrap();
    until(&mut third, "Plateau is at");
    end(third);
}

#[test]
fn a_host_reads_where_it_is_who_can_come_and_what_is_kept() {
    let (port, admin) = (free_port(), free_port());
    let more = ["--admin", &admin.to_string()];
    let mut child = serve(port, "sqlite::memory:", &more).spawn().unwrap();
    let said = until(&mut child, "metrics").join("\n");
    for part in [
        format!("Plateau is at http://127.0.0.1:{port}/"),
        "database    sqlite::memory:".into(),
        "this machine only".into(),
        "50 requests a second".into(),
        "365 days".into(),
        format!("http://127.0.0.1:{admin}/"),
    ] {
        assert!(said.contains(&part), "{part} in\n{said}");
    }
    end(child);
}

#[test]
fn the_log_can_be_objects() {
    let (_running, database) = postgres();
    let mut child = serve(free_port(), &database, &["--log", "json"]).spawn().unwrap();
    let lines = until(&mut child, "serving");
    for line in &lines {
        let object: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(object["timestamp"].is_string() && object["level"].is_string(), "{line}");
    }
    let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert!(last["address"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{last}");
    end(child);
}

/// As systemd does with `Type=notify`.
#[cfg(target_os = "linux")]
#[test]
fn the_service_manager_hears_when_it_is_ready() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = std::os::unix::net::UnixDatagram::bind(&path).unwrap();
    let mut command = serve(free_port(), "sqlite::memory:", &[]);
    let child = command.env("NOTIFY_SOCKET", &path).spawn().unwrap();
    socket.set_read_timeout(Some(std::time::Duration::from_secs(120))).unwrap();
    let mut said = [0; 64];
    let length = socket.recv(&mut said).unwrap();
    assert_eq!(&said[..length], b"READY=1");
    end(child);
}
