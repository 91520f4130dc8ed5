//! The Go Text Protocol and `.blksgf` files.

use blokus::{Blokus, Mode, Options, Scoring, gtp, sgf};
use game::{Game, Record, play_text};
use search::{Levels, Limits};

fn talk(commands: &str) -> Vec<String> {
    let player = Blokus::usual_player("easy", 1).expect("a level");
    let mut said = Vec::new();
    gtp::serve(player, &Limits::NONE, &mut commands.as_bytes(), &mut said).expect("no errors");
    let said = String::from_utf8(said).expect("text");
    said.split_terminator("\n\n").map(str::to_owned).collect()
}

#[test]
fn a_host_can_referee_a_game() {
    let said = talk(
        "list_commands\n7 name\nset_game Blokus Duo\nplay b f9,e10,f10,g10,f11\nall_legal w\n\
         play w j4,i5,j5,k5,j6 # the same piece\nfinal_score\ngenmove b\nundo\nundo\nplay w a1\n\
         no_such_command\nplay\nplay z a1\nset_game Chess\nplay w j5\nfinal_score\nshowboard\n\
         known_command genmove\nquit\nname\n",
    );
    assert!(said[0].starts_with("= ") && said[0].contains("\nset_game\n"));
    assert_eq!(said[1], "=7 Plateau");
    assert_eq!(said[2].trim_end(), "=");
    assert_eq!(said[4].lines().count(), 414);
    assert_eq!(said[6], "= 0");
    assert!(said[7].starts_with("= ") && said[7].contains(char::is_numeric), "{}", said[7]);
    assert!(said[10].starts_with("? ") && said[10].contains("must cover j5"), "{}", said[10]);
    assert_eq!(said[11], "? unknown command");
    assert!(said[12..15].iter().all(|answer| answer.starts_with("? ")), "{:?}", &said[12..15]);
    assert_eq!(said[16], "= B+4");
    assert!(said[17].contains('●'));
    assert_eq!(said[18], "= true");
    assert_eq!(said.len(), 20, "nothing is said after quit");
}

#[test]
fn a_game_of_the_engine_with_itself_ends_in_passes() {
    let commands = "set_game Blokus Two-Player\n".to_owned() + &"g\n".repeat(84) + "final_score\n";
    let said = talk(&commands);
    assert_eq!(said.iter().rev().nth(1).map(String::as_str), Some("= pass"));
    let score = said.last().expect("a score");
    assert!(score.starts_with("= B+") || score.starts_with("= W+") || score == "= 0", "{score}");
}

#[test]
fn files_are_read_and_written() {
    let text = "(;GM[Blokus Duo]CA[UTF-8]PB[a \\] name]\n;B[f9,e10,f10,g10,f11]C[good]\n\
                (;W[j4,i5,j5,k5,j6];B[g8,h8])(;W[j5]))";
    let record = sgf::import(text).expect("a game");
    assert_eq!(record.moves, ["f9,e10,f10,g10,f11", "j4,i5,j5,k5,j6", "g8,h8"]);
    assert_eq!(record.seats, ["a ] name", ""]);
    let written = sgf::export(&record).expect("a file");
    assert_eq!(sgf::import(&written).expect("our own file"), record);
    let options = Options { mode: Mode::Two, ..Options::default() };
    let mut four = Record::new::<Blokus>(&options, 0);
    four.moves = ["a20,b20", "t20,t19", "t1", "a1", "pass"].map(str::to_owned).to_vec();
    let written = sgf::export(&four).expect("a file");
    assert!(written.contains("GM[Blokus Two-Player]") && written.contains(";4[a1]"), "{written}");
    let back = sgf::import(&written).expect("our own file");
    assert_eq!(back.moves, ["a20,b20", "t19,t20", "t1", "a1", "pass"], "a colour that gave up");
}

#[test]
fn a_mistake_in_a_variation_is_told_by_its_number_there() {
    let text = "(;GM[Blokus Duo];B[e10](;W[j5];B[d9,c9])(;W[j5,k5];B[a1]))";
    let refused = sgf::import(text).expect_err("no such move").0;
    assert!(refused.en.starts_with("move 3, “a1”"), "{}", refused.en);
}

#[test]
fn variations_comments_and_marks_come_back() {
    let text = "(;GM[Blokus Duo]C[a \\] start]\n;B[f9,e10,f10,g10,f11]C[good]TE[2]\n\
                (;W[j4,i5,j5,k5,j6]BM[1];B[g8,h8]IT[])(;W[j5]C[small]DO[];B[g8,h8]))";
    let study = sgf::read_study(text).expect("a study");
    let marks: Vec<_> = study.nodes().iter().map(|node| node.mark.map(game::Mark::text)).collect();
    assert_eq!(marks, [None, Some("!!"), Some("?"), Some("!?"), Some("?!"), None]);
    assert_eq!(study.nodes()[0].comment, "a ] start");
    assert_eq!(study.children()[1], [2, 4]);
    let written = sgf::write_study(&study).expect("a file");
    assert_eq!(sgf::read_study(&written), Ok(study.clone()), "{written}");
    let own = game::Study::parse(&study.to_text()).expect("our own text");
    assert_eq!(own.to_text(), study.to_text());
    assert_eq!(sgf::write_study(&own), Ok(written));
}

#[test]
fn a_set_up_position_is_a_study() {
    let text = "(;GM[Blokus Duo]AB[f9,e10,f10,g10,f11]AW[j4,i5,j5,k5,j6]PL[W];W[h4])";
    let study = sgf::read_study(text).expect("a study");
    assert!(study.position.as_deref().expect("a position").starts_with("duo official y"));
    assert_eq!(study.nodes().len(), 2);
    let written = sgf::write_study(&study).expect("a file");
    assert_eq!(sgf::read_study(&written), Ok(study), "{written}");
}

#[test]
fn a_break_before_the_first_node_is_read_as_pentobi_writes_it() {
    let text = "(\n;GM[Blokus Duo]\n;B[f9,e10,f10,g10,f11]\n)\n";
    assert!(sgf::is(text));
    assert_eq!(sgf::import(text).expect("a game").moves.len(), 1);
    assert!(!sgf::is("(hello;") && !sgf::is("{}"));
}

/// Written by hand as Pentobi 20 writes its files: a break after each bracket, indented variations, the occasion, and
/// on Windows with carriage returns.
#[test]
fn a_whole_file_of_pentobi_opens_and_is_written_to_the_same_game() {
    let text = "(\n ;GM[Blokus Two-Player]\n AP[Pentobi:20.1]\n DT[2024-03-09]\n EV[Club evening]\n\
                 PB[Ada]\n PW[Léo \\\\ 2]\n C[A warm-up,\nnothing more]\n\
                 ;1[a18,a19,a20,b20,c20]\n ;2[t18,t19,r20,s20,t20]C[the mirror \\] of it]\n\
                 (\n ;3[r1,s1,t1,t2,t3]TE[1]\n ;4[a1,b1,c1,a2,a3]\n )\n\
                 (\n ;3[t1,t2,t3,t4,t5]\n DO[]\n )\n)\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        let study = sgf::read_study(&text).expect("a study");
        assert_eq!(study.beginning().seats, ["Ada", "Léo \\ 2"]);
        assert_eq!(study.children()[2], [3, 5], "two ways to go on");
        let comment = &study.nodes()[0].comment;
        let read = "Event: Club evening\nDate: 2024-03-09\nA warm-up,\nnothing more";
        assert_eq!(comment.replace('\r', ""), read);
        assert_eq!(study.nodes()[2].comment, "the mirror ] of it");
        let written = sgf::write_study(&study).expect("a file");
        assert!(written.contains("EV[Club evening]DT[2024-03-09]C[A warm-up"), "{written}");
        assert_eq!(sgf::read_study(&written), Ok(study), "{written}");
    }
}

/// Of a property that comes twice in a node, Pentobi keeps only the last.
#[test]
fn several_pieces_that_are_set_up_are_values_of_one_property() {
    let text =
        "(\n ;GM[Blokus Duo]\n AB[f9,e10,f10,g10,f11][g8,h8]\n AW[j4,i5,j5,k5,j6][h4]\n PL[B]\n)";
    let study = sgf::read_study(text).expect("a study");
    let written = sgf::write_study(&study).expect("a file");
    assert_eq!(
        (written.matches("AB[").count(), written.matches("AW[").count()),
        (1, 1),
        "{written}"
    );
    assert_eq!(written.matches("][").count(), 2, "{written}");
    assert_eq!(sgf::read_study(&written), Ok(study), "{written}");
}

/// In Pentobi's setup mode pieces may be put anywhere, and its menu lets a colour be skipped.
#[test]
fn what_pentobi_allows_beside_the_rules_opens() {
    let text = "(\n ;GM[Blokus Duo]\n AB[a1,b1][a2,b2,c2]\n AW[n14]\n PL[W]\n ;W[l13,m13]\n)";
    let study = sgf::read_study(text).expect("a study");
    assert_eq!(study.position.as_deref(), Some("duo official y y 0 a1,b1/a2,b2,c2 n14"));
    // Where nothing is said of the turn, it is that of the first move.
    let bare = sgf::read_study("(;GM[Blokus Duo]AB[a1,b1];W[j5])").expect("a study");
    assert_eq!(bare.position.as_deref(), Some("duo official y b 0 a1,b1 -"));
    assert_eq!(bare.nodes().len(), 2, "and nobody gave up");
    let refused = sgf::read_study(text).expect("a study").record().expect_err("a position");
    assert!(refused.to_string().contains("the study of a position"), "{refused}");
}

#[test]
fn a_colour_that_is_skipped_for_good_has_given_up() {
    // Red's time is up after its first move; in a variation it is not.
    let text = "(\n ;GM[Blokus]\n ;1[a20]\n ;2[t20]\n ;3[t1]\n ;4[a1]\n ;1[b19,c19]\n\
                (\n ;2[s19,r19]\n ;4[b2,c2]\n ;1[d16,d17,d18]\n )\n\
                (\n ;2[s19,s18]\n ;3[s2,r2]\n )\n)\n";
    let study = sgf::read_study(text).expect("a study");
    let main: Vec<_> = study.record().expect("a game").moves;
    assert_eq!(main[5..], ["r19,s19", "pass", "b2,c2", "d16,d17,d18"]);
    assert_eq!(study.nodes().last().map(|node| &*node.text), Some("r2,s2"), "not there");
    let written = sgf::write_study(&study).expect("a file");
    assert!(written.contains(";XP[3]\n;4[b2,c2]"), "{written}");
    assert_eq!(sgf::read_study(&written), Ok(study), "{written}");
    // Another colour may begin.
    let study = sgf::read_study("(;GM[Blokus Duo];W[j5];B[e10])").expect("a study");
    assert_eq!(study.position.as_deref(), Some("duo official y - 0 - -"));
    let written = sgf::write_study(&study).expect("a file");
    assert_eq!(sgf::read_study(&written), Ok(study), "{written}");
}

/// Its menu lets a colour be skipped that moves again later; by the rules nobody loses a single turn.
#[test]
fn a_turn_that_is_lost_opens_as_a_study() {
    let text = "(\n ;GM[Blokus Duo]\n PB[Ada]\n ;B[e10]\n ;B[f11,g11]C[twice]\n ;W[j5]\n\
                (\n ;B[h12,i12,j12]\n )\n (\n ;W[k6,l6]\n )\n)\n";
    let study = sgf::read_study(text).expect("a study");
    assert_eq!(study.position.as_deref(), Some("duo official b - 0 - - skips"));
    let moves: Vec<_> = study.nodes().iter().map(|node| &*node.text).collect();
    assert_eq!(moves[1..], ["e10", "skip", "f11,g11", "j5", "h12,i12,j12", "pass", "k6,l6"]);
    assert_eq!((&*study.nodes()[3].comment, study.children()[4].len()), ("twice", 2));
    let written = sgf::write_study(&study).expect("a file");
    assert!(written.contains(";XK[W]\n;B[f11,g11]"), "{written}");
    assert_eq!(sgf::read_study(&written), Ok(study), "{written}");
    // One that is skipped for good still gives up.
    let both = "(;GM[Blokus];1[a20];2[t20];3[t1];4[a1];2[s18,s19];3[s2,s3];4[b2,b3];1[b19,c19];3[r4,r5,r6])";
    let study = sgf::read_study(both).expect("a study");
    let moves: Vec<_> = study.nodes().iter().map(|node| &*node.text).collect();
    assert_eq!(moves[5..], ["skip", "s18,s19", "s2,s3", "b2,b3", "b19,c19", "pass", "r4,r5,r6"]);
    // At a table it is refused.
    let game = Blokus::new(&Options::default(), 0).expect("a game");
    let refused = play_text(&mut game.clone(), "skip").expect_err("not by the rules");
    assert!(refused.words().en.contains("nobody loses a single turn"), "{refused:?}");
}

#[test]
fn names_teams_and_scoring_come_back() {
    for mode in Mode::ALL {
        for scoring in [Scoring::Squares, Scoring::Official] {
            let mut record = Record::new::<Blokus>(&Options { mode, scoring }, 0);
            record.seats = (0..mode.seats()).map(|seat| format!("{seat}\\] [Ada")).collect();
            let written = sgf::export(&record).expect("a file");
            assert_eq!(sgf::import(&written).expect("our own file"), record, "{written}");
        }
    }
    // A mode that the file's own name contradicts is not believed.
    let odd = sgf::import("(;GM[Blokus Duo]XM[teams])").expect("a game");
    assert_eq!(odd.options::<Blokus>().expect("options").mode, Mode::Duo);
}

#[test]
fn files_that_are_none_are_refused_in_words() {
    for (text, why) in [
        ("", "no game file"),
        ("hello", "no game file"),
        ("(;GM[Chess])", "no game that is played here"),
        ("(;GM[Blokus Trigon])", "“Blokus Trigon” is no game that is played here"),
        (
            "(\n ;GM[Callisto Two-Player Four-Color]\n)",
            "“Callisto Two-Player Four-Color” is no game",
        ),
        ("(\n ;GM[GembloQ]\n)", "“GembloQ” is no game"),
        ("(\n ;GM[Nexos Two-Player]\n)", "“Nexos Two-Player” is no game"),
        ("(;GM[Blokus Duo];B[a1])", "must cover e10"),
        ("(;GM[Blokus Duo];B[e10];AW[j5]PL[W];W[i4])", "after its beginning"),
        ("(;GM[Blokus Duo];XP[B];XP[W];B[e10])", "cannot move any more"),
        ("(;GM[Blokus Duo];B[e10", "ends inside"),
        ("(;GM[Blokus Duo]AB[e10])", "the study of a position"),
        ("(;GM[Blokus Duo]AB[e10]AW[e10,e11])", "a piece on e10,e11"),
        ("(;GM[Blokus Duo]AB[e10][f11])", "a piece on f11"),
        ("(;GM[Blokus Duo]AB[zz])", "a piece on zz"),
    ] {
        let error = sgf::import(text).expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}
