//! Playing through the real program, one line at a time.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn plateau(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plateau"))
        .args(args)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may close its input early; that is not a failure.
    let _ = child.stdin.take().expect("its input is a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// Its output for two people at Connect Four; it must succeed.
fn pair(args: &[&str], input: &[u8]) -> String {
    let seats = ["play", "connect4", "--seat", "human", "--seat", "human"];
    let output = plateau(&[&seats[..], args].concat(), input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it prints text")
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plateau-play-{}-{name}", std::process::id()))
}

#[test]
fn a_whole_game_and_what_comes_after() {
    let out = pair(&[], b"1\n2\n1\n2\n1\n2\n1\n3\nmoves\nundo\n7\n");
    assert!(out.contains("Blue wins: four in a row."), "{out}");
    assert!(out.contains("The game is over."), "{out}");
    assert!(out.contains("Taken back."), "{out}");
    assert!(out.contains("Blue plays 7"), "{out}");
}

#[test]
fn columns_that_are_wrong_or_full_get_the_reason() {
    let out = pair(&[], b"0\n8\nx\n-1\n1\n1\n1\n1\n1\n1\n1\n");
    assert_eq!(out.matches("Choose a column from 1 to 7.").count(), 4, "{out}");
    assert!(out.contains("Column 1 is full: choose another one."), "{out}");
}

#[test]
fn french_is_spoken_throughout() {
    let out = pair(&["--lang", "fr"], "9\naide\nannuler\nindice\nabandonner\nquitter\n".as_bytes());
    for part in [
        "Choisissez une colonne de 1 à 7.",
        "abandonner la partie",
        "Il n’y a rien à annuler.",
        "Indice : ",
        "Jaune gagne : l’adversaire a abandonné.",
        "Au revoir.",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
}

#[test]
fn the_menu_leads_to_a_game_against_the_machine() {
    let input = b"x\n1\n1\n2\n1\n4\nundo\nundo\nquit\n9\n";
    let output = plateau(&["menu"], input);
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    for part in ["Choose a number", "Play the computer", "Blue (you) plays 4", "Taken back."] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert!(out.contains("There is nothing to take back."), "{out}");
    assert!(plateau(&["menu"], b"").status.success(), "the menu ends with its input");
}

#[test]
fn noise_does_no_harm() {
    let mut noise: Vec<u8> = (0..=255).collect();
    noise.extend(b"\n\x1b[2J\n\xff\xfe\n\0\n4\n");
    noise.extend(vec![b'4'; 100_000]);
    let out = pair(&[], &noise);
    assert!(out.contains("Blue plays 4"), "{out}");
    assert!(!out.contains('\x1b'), "what was typed does not reach the terminal again");
}

#[test]
fn records_are_written_and_replay() {
    let (kept, saved) = (scratch("kept"), scratch("saved"));
    let save = format!("4\n4\nsave {}\n", saved.display());
    pair(&["--record", kept.to_str().unwrap(), "--seed", "7"], save.as_bytes());
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&kept), read(&saved));
    assert!(read(&kept).ends_with("\n4\n4\n"), "{}", read(&kept));
    let record = game::Record::parse(&read(&kept)).unwrap();
    assert_eq!(catalog::find("connect4").unwrap().replay(&record).unwrap().legal().len(), 7);
    let out = pair(&[], b"save /no/such/folder/x\n4\n");
    assert!(out.contains("could not be written") && out.contains("Blue plays 4"), "{out}");
    std::fs::remove_file(kept).unwrap();
    std::fs::remove_file(saved).unwrap();
}

#[test]
fn what_is_asked_wrongly_is_answered_with_code_2() {
    for (args, reason) in [
        (&["play", "go"][..], "there is no game “go”"),
        (&["play", "connect4", "--seat", "god"], "has no level “god”"),
        (&["play", "connect4", "--variant", "huge"], "has no variant “huge”"),
        (&["play", "connect4", "--option", "width=99"], "must be a whole number"),
        (&["play", "connect4", "--seat", "human", "--seat", "human", "--seat", "human"], "2 seats"),
    ] {
        let output = plateau(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let reasons = String::from_utf8_lossy(&output.stderr);
        assert!(reasons.contains(reason), "{reasons}");
    }
}

#[test]
fn machines_play_a_game_by_themselves() {
    let args = ["play", "connect4", "--seat", "random", "--seat", "random", "--seed", "5"];
    let first = plateau(&args, b"");
    assert!(first.status.success());
    assert!(String::from_utf8_lossy(&first.stdout).contains("wins: four in a row."));
    assert_eq!(first.stdout, plateau(&args, b"").stdout, "the same seed, the same game");
}
