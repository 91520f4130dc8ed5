//! Networks by the commands: trained, killed and gone on with, played with, and positions written for others.

// All of it is test code, of which the lint sees only the tests.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn plateau(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plateau"));
    command.args(["--lang", "en"]).args(args).stdin(Stdio::null());
    command
}

fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8(text).unwrap()
}

const TRAIN: &[&str] = &[
    "train",
    "connect4",
    "--option",
    "width=4",
    "--option",
    "height=4",
    "--generations",
    "2",
    "--games",
    "8",
    "--nodes",
    "10",
    "--hidden",
    "8",
    "--gate",
    "4",
    "--threads",
    "1",
];

#[test]
fn a_training_that_is_killed_comes_to_the_same_network_which_plays() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (whole, killed) = (path("whole"), path("killed"));
    let done = plateau(TRAIN).args(["--folder", &whole]).output().unwrap();
    assert!(done.status.success(), "{}", said(&done));
    assert!(said(&done).contains("2 generations"), "{}", said(&done));

    // Killed as soon as it has written a game, and then left alone.
    let mut first = plateau(TRAIN).args(["--folder", &killed]).spawn().unwrap();
    let games = Path::new(&killed).join("games-001.jsonl");
    let began = Instant::now();
    let lines = || fs::read_to_string(&games).map_or(0, |text| text.lines().count());
    while lines() < 2 && first.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(300), "no game is written");
        std::thread::sleep(Duration::from_millis(2));
    }
    let _ = first.kill();
    first.wait().unwrap();
    let resumed = plateau(TRAIN).args(["--folder", &killed]).output().unwrap();
    assert!(resumed.status.success(), "{}", said(&resumed));
    for file in ["net-001.safetensors", "net-002.safetensors", "best.safetensors", "train.jsonl"] {
        let read = |folder: &str| fs::read(Path::new(folder).join(file)).unwrap();
        assert_eq!(read(&killed), read(&whole), "{file}");
    }
    for chart in ["loss.svg", "strength.svg"] {
        let svg = fs::read_to_string(Path::new(&whole).join(chart)).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("<path"), "{svg}");
    }

    let net = format!("mcts:net={whole}/net-002.safetensors,nodes=10");
    let board = ["--option", "width=4", "--option", "height=4", "--games", "4"];
    let played = plateau(&["match", "connect4", &net, "random"]).args(board).output().unwrap();
    assert!(played.status.success(), "{}", said(&played));
    let refused = plateau(&["match", "connect4", &net, "random", "--games", "2"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("of another game or variant"), "{}", said(&refused));
    let missing = plateau(&["match", "tigris", "mcts:net=/none", "random"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    assert!(said(&missing).contains("/none cannot be read"), "{}", said(&missing));
    let alone = plateau(&["train", "tetris", "--folder", &path("never")]).output().unwrap();
    assert!(
        !alone.status.success() && said(&alone).contains("is played alone"),
        "{}",
        said(&alone)
    );
    let file = path("a-file");
    fs::write(&file, "").unwrap();
    let no_folder = plateau(&["train", "connect4", "--folder", &file]).output().unwrap();
    assert_eq!(no_folder.status.code(), Some(2));
    assert!(said(&no_folder).contains("a-file cannot be written: it is no folder"));
    let other = plateau(TRAIN).args(["--folder", &whole, "--epochs", "9"]).output().unwrap();
    assert!(said(&other).contains("was begun by another request"), "{}", said(&other));
}

/// Reads the arrays with nothing but Python's standard library, as a stranger would.
const READ: &str = "
import ast, struct, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
rows = {}
for name in archive.namelist():
    data = archive.read(name)
    assert data[:8] == b'\\x93NUMPY\\x01\\x00', data[:8]
    length = struct.unpack('<H', data[8:10])[0]
    head = ast.literal_eval(data[10:10 + length].decode())
    size = {'<f4': 4, '<i4': 4, '|b1': 1}[head['descr']]
    count = 1
    for side in head['shape']:
        count *= side
    assert len(data) == 10 + length + count * size, name
    rows[name] = (head['shape'], data[10 + length:], head['descr'])
n = rows['value.npy'][0][0]
assert n > 10, n
assert all(shape[0] == n for shape, _, _ in rows.values())
assert rows['observation.npy'][0] == (n, 84) and rows['legal.npy'][0] == (n, 7)
actions = struct.unpack('<%di' % n, rows['action.npy'][1])
policy = struct.unpack('<%df' % (7 * n), rows['policy.npy'][1])
legal = rows['legal.npy'][1]
result = struct.unpack('<%df' % n, rows['result.npy'][1])
for row, action in enumerate(actions):
    assert policy[7 * row + action] == 1 and sum(policy[7 * row:7 * row + 7]) == 1
    assert legal[7 * row + action] == 1
assert set(result) <= {0, 0.5, 1}
print(' '.join(sorted(rows)))
";

#[test]
fn exported_positions_are_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.npz").display().to_string();
    let export = ["export", "connect4", "--level", "medium:depth=2", "--games", "3", "--seed", "4"];
    let done = plateau(&export).args(["--out", &file]).output().unwrap();
    assert!(done.status.success(), "{}", said(&done));
    assert!(said(&done).contains("positions of 3 games"), "{}", said(&done));
    let read = Command::new("python3").args(["-c", READ, &file]).output().unwrap();
    assert!(read.status.success(), "{}", said(&read));
    let names = "action.npy game.npy legal.npy move_value.npy observation.npy";
    assert!(said(&read).starts_with(names), "{}", said(&read));
    let nowhere = plateau(&export).args(["--out", "/no/such/folder/x.npz"]).output().unwrap();
    assert_eq!(nowhere.status.code(), Some(2), "{}", said(&nowhere));
    let nobody = plateau(&["export", "connect4", "--level", "nobody", "--out", &file]);
    let nobody = { nobody }.output().unwrap();
    assert!(said(&nobody).contains("has no level “nobody”"), "{}", said(&nobody));
}
