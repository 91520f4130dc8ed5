//! The engine protocol, spoken for real: over a pipe of bytes, and with any bytes at all.

use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex};

use arena::{Go, Request, serve};
use proptest::prelude::*;

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What an engine answers to these bytes.
fn answers(input: impl Read) -> String {
    let game = catalog::find("connect4").expect("a game");
    let bot = game.bot("medium", 1).expect("a level");
    let output = Output::default();
    serve(game, ("medium", bot), BufReader::new(input), output.clone())
        .expect("no error of reading");
    let bytes = output.0.lock().expect("nobody panics while writing").clone();
    String::from_utf8(bytes).expect("an engine writes text")
}

#[test]
fn a_conversation() {
    let said = answers(
        "ugi\nisready\nnewgame variant small seed 3\nposition start moves 1 2 1 2 1 2\n\ngo depth 2\n"
            .as_bytes(),
    );
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[1..4], ["id game connect4", "ugiok", "readyok"]);
    assert!(
        lines.iter().any(|line| line.starts_with("info depth") && line.contains("score win 1"))
    );
    assert_eq!(*lines.last().unwrap(), "bestmove 1");
}

#[test]
fn bad_lines_are_answered_and_change_nothing() {
    let said = answers(
        "hello\nposition\nposition start moves 4 9\nnewgame variant giant\ngo nodes many\nshow\n"
            .as_bytes(),
    );
    let errors = said.lines().filter(|line| line.starts_with("error ")).count();
    assert_eq!(errors, 5, "{said}");
    assert!(!said.contains('●'), "the refused position left the board empty: {said}");
}

#[test]
fn a_position_may_come_as_a_state() {
    // Three of seat 1 in column 1; then the moves from the start count again.
    let saved = "position state 7x6 7/7/7/x6/xo5/xo5 1\ngo depth 2\n";
    let said = answers(format!("{saved}position start moves 4\nshow\n").as_bytes());
    assert!(said.contains("bestmove 1"), "{said}");
    // The board is shown while the engine thinks, or after that: it alone has discs.
    assert_eq!(said.matches('●').count(), 1, "{said}");
    let said = answers("position state nonsense\nposition state\n".as_bytes());
    assert_eq!(said.lines().filter(|line| line.starts_with("error ")).count(), 2, "{said}");
}

#[test]
fn stop_is_heard_while_thinking() {
    // An endless search ends because the host says stop, or hangs up.
    let game = catalog::find("connect4").expect("a game");
    let bot = game.bot("mcts", 1).expect("a level");
    let output = Output::default();
    let input = "go movetime 3600000\nstop\n";
    serve(game, ("mcts", bot), input.as_bytes(), output.clone()).expect("no error of reading");
    let said = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    assert!(said.contains("bestmove "), "{said}");
}

#[test]
fn an_engine_tells_the_rules() {
    let said = answers("position start moves 4\nlegal after 4 4 4 4 4\nstate\nresult\n".as_bytes());
    let lines: Vec<&str> = said.lines().collect();
    let legal = ["legal 1", "legal 2", "legal 3", "legal 5", "legal 6", "legal 7", "legalok"];
    assert_eq!(lines[..7], legal, "{said}");
    assert_eq!(lines[7..], ["state 7x6 7/7/7/7/7/3x3 4", "result none"], "{said}");
    let said =
        answers("position start moves 1 2 1 2 1 2\nresult after 1\nlegal after 1\n".as_bytes());
    assert_eq!(said, "result 1 2\nlegalok\n", "whoever has four in a row is first");
    let said = answers("legal after 9\nlegal now\n".as_bytes());
    assert_eq!(said.lines().filter(|line| line.starts_with("error ")).count(), 2, "{said}");
}

#[test]
fn no_move_after_the_end() {
    let said = answers("position start moves 1 2 1 2 1 2 1\ngo depth 3\n".as_bytes());
    assert!(said.ends_with("bestmove none\n"), "{said}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        answers(&bytes[..]);
    }

    #[test]
    fn go_reads_as_it_is_written(nodes: Option<u64>, movetime: Option<u64>, cputime: Option<u64>, depth: Option<u32>) {
        let go = Go { nodes, movetime, cputime, depth };
        prop_assert_eq!(Request::parse(&go.to_string()), Ok(Some(Request::Go(go))));
    }

    #[test]
    fn requests_never_panic(line in "(ugi|newgame|position|go|stop)?( [a-z=0-9]{0,9}){0,6}") {
        let _ = Request::parse(&line);
    }
}

#[test]
fn a_network_for_another_board_is_refused_in_words() {
    let game = catalog::find("connect4").expect("a game");
    let own = |width: u64| {
        let options = [("width".to_owned(), width.into())].into_iter().collect();
        catalog::Setup { options, ..catalog::Setup::default() }
    };
    let shape = game.net_shape(&own(5)).expect("a board");
    let shape = neural::NetShape { hidden: 8, ..shape };
    let net = neural::PolicyValueNet::new(shape, &mut game::Rng::new(1));
    let file = std::env::temp_dir().join(format!("plateau-small-{}", std::process::id()));
    std::fs::write(&file, net.to_bytes("connect4")).expect("a file");
    let player = format!("mcts:net={},nodes=10", file.display());
    let bot = game.bot(&player, 1).expect("a network");
    let output = Output::default();
    let input = "go\nnewgame option width=5\ngo\n";
    serve(game, (&player, bot), input.as_bytes(), output.clone()).expect("no error of reading");
    let said = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    std::fs::remove_file(&file).expect("the file");
    let (refused, played) = said.split_once('\n').expect("two answers");
    assert!(refused.starts_with("error ") && refused.contains("another game or variant"), "{said}");
    assert!(played.contains("bestmove ") && !played.contains("error"), "{said}");
}
