//! One suite for every backend: what each store must do.

use std::sync::Arc;
use std::time::Duration;

use game::{Ranking, Words};
use server::TimeControl;
use server::store::{
    self, Filter, Forfeit, GameProgress, GivenRow, HandoverRow, Keeping, MoveRow, NewMove,
    NodeOptions, OutcomeRow, PassRow, SaidRow, ScoreList, ScoreRow, SeatKind, SeatRow, SeriesRow,
    Shelf, Stamp, Status, Store, StoreError, TableRow, TermsRow, TicketChange, TicketRow, UndoRow,
};

use crate::support::postgres;

/// When the moves here are made.
const AT: i64 = 1_700_000_000_001;

fn options(node: &str) -> NodeOptions {
    NodeOptions {
        node: node.into(),
        lease: Duration::from_secs(3600),
        max_pages: None,
        address: None,
    }
}

fn table(id: &str) -> TableRow {
    let person = |token: &str| SeatRow {
        kind: SeatKind::Person,
        name: Some("Zoé".into()),
        level: None,
        token: Some(token.into()),
    };
    TableRow {
        id: id.into(),
        game: "connect4".into(),
        variant: Some("standard".into()),
        options: serde_json::Map::from_iter([("width".to_owned(), 7.into())]),
        seed: u64::MAX,
        private: false,
        archived: false,
        created: 1_700_000_000_000,
        moved: 1_700_000_000_000,
        stamp: Stamp { version: 0, generation: 0, epoch: 0 },
        progress: playing(0),
        seats: vec![person("a"), person("b")],
        resigned: None,
        undo: None,
        next: None,
        terms: TermsRow::default(),
    }
}

fn playing(turn: u8) -> GameProgress {
    GameProgress {
        status: Status::Playing,
        turn: Some(turn),
        result: None,
        bot_due: false,
        due: None,
    }
}

fn played(table: &str, epoch: u32, text: &str) -> NewMove {
    NewMove {
        table: table.into(),
        generation: 0,
        epoch,
        mv: MoveRow { seat: (epoch % 2) as u8, text: text.into(), at: AT },
        key: None,
        after: playing(((epoch + 1) % 2) as u8),
    }
}

macro_rules! suite {
    (store: $($name:ident),* ; url: $($at:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let folder = tempfile::tempdir().unwrap();
                let url = format!("sqlite://{}/test.db", folder.path().display());
                let store = super::store::open(&url, super::options("a")).await.unwrap();
                super::$name(store.clone()).await;
                store.close().await;
            })*
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $at() {
                let folder = tempfile::tempdir().unwrap();
                super::$at(&format!("sqlite://{}/test.db", folder.path().display())).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let (_running, url) = super::postgres();
                let store = super::store::open(&url, super::options("a")).await.unwrap();
                super::$name(store.clone()).await;
                store.close().await;
            })*
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $at() {
                let (_running, url) = super::postgres();
                super::$at(&url).await;
            })*
        }
    };
}

suite!(
    store: what_is_stored_is_read_again,
    a_long_game_is_not_seen_before_it_is_whole,
    of_two_racing_moves_one_wins,
    a_conflict_in_a_batch_fails_alone,
    moves_are_taken_back,
    a_move_of_an_older_generation_is_refused,
    changes_compare_what_they_saw,
    nobody_moves_after_the_end,
    the_lobby_is_filtered,
    clocks_that_ran_out_are_found,
    tables_are_found_by_their_ids,
    waiting_tables_are_put_away,
    old_tables_are_deleted_with_their_moves,
    many_tables_at_once,
    the_best_come_first_and_once,
    a_ticket_is_spent_once,
    the_latest_thought_is_kept;
    url: turns_are_claimed_once_and_taken_over,
);

async fn what_is_stored_is_read_again(store: Arc<dyn Store>) {
    let mut row = table("a");
    row.stamp.epoch = 1;
    row.undo = Some(UndoRow { by: 1, epoch: 0, asked: 1, agreed: vec![1] });
    row.next = Some("b".into());
    row.resigned = Some(1);
    row.progress.due = Some(AT + 5);
    row.terms = TermsRow {
        clock: Some(TimeControl::Fischer { seconds: 300, increment: 3 }),
        starts: vec![(0, AT)],
        help: true,
        forfeit: Some(Forfeit::Time),
        handover: Some(HandoverRow { seats: vec![0], take: vec![1], by: vec![0], agreed: vec![0] }),
        given: vec![GivenRow { seat: 1, name: Some("Bob".into()), token: "b".into() }],
        series: Some(SeriesRow { games: 3, points: vec![4, 2] }),
        said: vec![SaidRow { n: 1, seat: 0, phrase: "hello".into(), at: AT }],
        passes: vec![PassRow { code: "c".into(), seats: vec![(0, "a".into())], until: AT }],
        declined: vec![1],
        pace: Some(200),
    };
    let first = MoveRow { seat: 0, text: "4".into(), at: AT };
    store.create(&row, std::slice::from_ref(&first)).await.unwrap();
    assert_eq!(store.load("a", 0).await.unwrap(), Some((row.clone(), vec![first])));
    assert_eq!(store.load("a", 1).await.unwrap(), Some((row, vec![])));
    assert_eq!(store.load("nobody", 0).await.unwrap(), None);
    store.ping().await.unwrap();
}

async fn a_long_game_is_not_seen_before_it_is_whole(store: Arc<dyn Store>) {
    const MOVES: u32 = 9_001;
    let text = |epoch: u32| format!("é{epoch}\"");
    let moves = (0..MOVES).map(|epoch| played("long", epoch, &text(epoch)).mv).collect::<Vec<_>>();
    let stamp = Stamp { version: 0, generation: 0, epoch: MOVES };
    let long = TableRow { stamp, ..table("long") };
    let creating = tokio::spawn({
        let (store, long, moves) = (Arc::clone(&store), long.clone(), moves.clone());
        async move { store.create(&long, &moves).await }
    });
    let lobby = Filter { game: None, status: None, since: 0, limit: 10 };
    while store.list(&lobby).await.unwrap().is_empty() {
        assert!(!creating.is_finished() || !store.list(&lobby).await.unwrap().is_empty());
    }
    // Whoever sees it finds all of it, whether its maker has been told or not.
    let (row, stored) = store.load("long", 0).await.unwrap().unwrap();
    assert_eq!((&row, &stored), (&long, &moves));
    creating.await.unwrap().unwrap();
    let (_, last) = store.load("long", MOVES - 1).await.unwrap().unwrap();
    assert_eq!(last, moves[moves.len() - 1..]);
}

async fn of_two_racing_moves_one_wins(store: Arc<dyn Store>) {
    store.create(&table("a"), &[]).await.unwrap();
    let racers = (1..=7).map(|column| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.play(played("a", 0, &column.to_string())).await })
    });
    let mut won = 0;
    for racer in racers.collect::<Vec<_>>() {
        match racer.await.unwrap() {
            Ok(()) => won += 1,
            Err(error) => assert!(matches!(error, StoreError::Conflict), "{error}"),
        }
    }
    assert_eq!(won, 1);
    let (row, moves) = store.load("a", 0).await.unwrap().unwrap();
    assert_eq!((row.stamp.epoch, moves.len(), row.progress.turn), (1, 1, Some(1)));
}

async fn a_conflict_in_a_batch_fails_alone(store: Arc<dyn Store>) {
    for id in ["a", "b", "c"] {
        store.create(&table(id), &[]).await.unwrap();
    }
    let (a, b, c) = tokio::join!(
        store.play(played("a", 0, "1")),
        store.play(played("b", 5, "2")),
        store.play(played("c", 0, "3")),
    );
    assert!(a.is_ok() && c.is_ok());
    assert!(matches!(b, Err(StoreError::Conflict)));
}

async fn moves_are_taken_back(store: Arc<dyn Store>) {
    let mut row = table("a");
    store.create(&row, &[]).await.unwrap();
    for (epoch, text) in (0..).zip(["1", "2", "3"]) {
        store.play(played("a", epoch, text)).await.unwrap();
    }
    row.stamp = Stamp { version: 1, generation: 1, epoch: 1 };
    store.amend(Stamp { version: 0, generation: 0, epoch: 3 }, &row).await.unwrap();
    let (found, moves) = store.load("a", 0).await.unwrap().unwrap();
    assert_eq!(found, row);
    assert_eq!(moves, [MoveRow { seat: 0, text: "1".into(), at: AT }]);
    let again = NewMove { generation: 1, ..played("a", 1, "7") };
    store.play(again).await.unwrap();
    assert_eq!(store.load("a", 1).await.unwrap().unwrap().1[0].text, "7");
}

async fn a_move_of_an_older_generation_is_refused(store: Arc<dyn Store>) {
    let mut row = table("a");
    store.create(&row, &[]).await.unwrap();
    store.play(played("a", 0, "1")).await.unwrap();
    row.stamp = Stamp { version: 1, generation: 1, epoch: 0 };
    store.amend(Stamp { version: 0, generation: 0, epoch: 1 }, &row).await.unwrap();
    let late = store.play(played("a", 0, "2")).await;
    assert!(matches!(late, Err(StoreError::Conflict)));
}

async fn changes_compare_what_they_saw(store: Arc<dyn Store>) {
    let mut row = table("a");
    store.create(&row, &[]).await.unwrap();
    let before = row.stamp;
    row.stamp.version = 1;
    row.seats[1].name = Some("Bob".into());
    store.amend(before, &row).await.unwrap();
    let stale = store.amend(before, &row).await;
    assert!(matches!(stale, Err(StoreError::Conflict)));
    store.play(played("a", 0, "1")).await.unwrap();
    let unaware = store.amend(row.stamp, &row).await;
    assert!(matches!(unaware, Err(StoreError::Conflict)));
}

async fn nobody_moves_after_the_end(store: Arc<dyn Store>) {
    let mut row = table("a");
    let won = OutcomeRow {
        places: vec![1, 2],
        points: vec![1, 0],
        why: Words::new("four in a row", "quatre jetons alignés"),
        winners: vec![0],
    };
    row.progress = GameProgress {
        status: Status::Over,
        turn: None,
        result: Some(won.clone()),
        bot_due: false,
        due: None,
    };
    store.create(&row, &[]).await.unwrap();
    assert!(matches!(store.play(played("a", 0, "1")).await, Err(StoreError::Conflict)));
    assert_eq!(store.load("a", 0).await.unwrap().unwrap().0.progress.result, Some(won));
}

async fn the_lobby_is_filtered(store: Arc<dyn Store>) {
    for (age, id) in ["old", "new", "secret", "gone", "waits", "other"].into_iter().enumerate() {
        let mut row = table(id);
        row.created += age as i64;
        row.private = id == "secret";
        row.archived = id == "gone";
        if id == "waits" {
            row.progress.status = Status::Waiting;
        }
        if id == "other" {
            row.game = "go".into();
        }
        store.create(&row, &[]).await.unwrap();
    }
    let list = async |filter: Filter| -> Vec<String> {
        store.list(&filter).await.unwrap().into_iter().map(|row| row.id).collect()
    };
    let all = Filter { limit: 50, ..Filter::default() };
    assert_eq!(list(all.clone()).await, ["other", "waits", "new", "old"]);
    assert_eq!(list(Filter { limit: 1, ..all.clone() }).await, ["other"]);
    let idle = Filter { since: i64::MAX, ..all.clone() };
    assert_eq!(list(idle).await, ["waits"], "nobody has moved in the others");
    assert_eq!(list(Filter { game: Some("go".into()), ..all.clone() }).await, ["other"]);
    assert_eq!(list(Filter { status: Some(Status::Waiting), ..all }).await, ["waits"]);
}

async fn clocks_that_ran_out_are_found(store: Arc<dyn Store>) {
    for (id, due) in [("a", Some(AT + 10)), ("b", Some(AT + 20)), ("c", None)] {
        let mut row = table(id);
        row.progress.due = due;
        store.create(&row, &[]).await.unwrap();
    }
    let found = async |now| store.out_of_time(now, 10).await.unwrap();
    assert_eq!(found(AT + 9).await, Vec::<String>::new());
    assert_eq!(found(AT + 30).await, ["a", "b"], "the longest first");
    assert_eq!(store.out_of_time(AT + 30, 1).await.unwrap(), ["a"]);
    // A move sets the other one's clock, and the end stops it.
    let mut next = played("a", 0, "1");
    next.after.due = Some(AT + 40);
    store.play(next).await.unwrap();
    assert_eq!(found(AT + 30).await, ["b"]);
    assert_eq!(found(AT + 40).await, ["b", "a"]);
    store.play(played("b", 0, "1")).await.unwrap();
    assert_eq!(found(AT + 40).await, ["a"]);
    let mut row = table("a");
    row.stamp = Stamp { version: 1, generation: 0, epoch: 1 };
    store.amend(Stamp { version: 0, generation: 0, epoch: 1 }, &row).await.unwrap();
    assert_eq!(found(i64::MAX).await, Vec::<String>::new());
}

async fn tables_are_found_by_their_ids(store: Arc<dyn Store>) {
    for id in ["a", "b", "c"] {
        store.create(&TableRow { private: true, ..table(id) }, &[]).await.unwrap();
    }
    let wanted = ["c", "nobody", "a"].map(str::to_owned);
    let mut ids: Vec<_> =
        store.tables(&wanted).await.unwrap().into_iter().map(|row| row.id).collect();
    ids.sort();
    assert_eq!(ids, ["a", "c"]);
    assert_eq!(store.tables(&[]).await.unwrap(), []);
}

/// A lease is an hour or nothing, so that it makes no difference how fast this machine is.
async fn turns_are_claimed_once_and_taken_over(url: &str) {
    let brief = NodeOptions { lease: Duration::ZERO, ..options("a") };
    let own = store::open(url, options("a")).await.unwrap();
    let fleeting = store::open(url, brief).await.unwrap();
    let other = store::open(url, options("b")).await.unwrap();
    let claim = async || other.claim_turns(10).await.unwrap();
    // The lease is over as soon as the clock has gone on.
    let claim_soon = async || {
        for _ in 0..600 {
            let claimed = claim().await;
            if !claimed.is_empty() {
                return claimed;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Vec::new()
    };
    let tables = ["a".to_owned()];
    let mut row = table("a");
    own.create(&row, &[]).await.unwrap();
    assert!(claim().await.is_empty(), "no bot is to move");
    let mut due = played("a", 0, "1");
    due.after.bot_due = true;
    own.play(due).await.unwrap();
    assert!(claim().await.is_empty(), "it is ours from the beginning");
    fleeting.keep_claims(&tables).await.unwrap();
    own.keep_claims(&tables).await.unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    assert!(claim().await.is_empty(), "it is kept");
    fleeting.keep_claims(&tables).await.unwrap();
    assert_eq!(claim_soon().await, ["a"], "it is free after a while");
    assert!(own.claim_turns(10).await.unwrap().is_empty(), "but only for one");
    fleeting.play(played("a", 1, "2")).await.unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    assert!(claim().await.is_empty(), "it was played");
    row.stamp = Stamp { version: 1, generation: 0, epoch: 2 };
    row.progress.bot_due = true;
    let before = Stamp { version: 0, generation: 0, epoch: 2 };
    fleeting.amend(before, &row).await.unwrap();
    assert_eq!(claim_soon().await, ["a"]);
    for store in [own, fleeting, other] {
        store.close().await;
    }
}

async fn waiting_tables_are_put_away(store: Arc<dyn Store>) {
    let mut row = table("a");
    row.progress.status = Status::Waiting;
    store.create(&row, &[]).await.unwrap();
    store.create(&table("b"), &[]).await.unwrap();
    assert_eq!(store.archive_waiting(row.moved).await.unwrap(), 0);
    assert_eq!(store.archive_waiting(row.moved + 1).await.unwrap(), 1);
    let found = store.load("a", 0).await.unwrap().unwrap().0;
    assert!(found.archived && found.stamp.version == 1);
}

async fn old_tables_are_deleted_with_their_moves(store: Arc<dyn Store>) {
    let (old, new) = (1_600_000_000_000, 1_700_000_000_000);
    let mv = MoveRow { seat: 0, text: "4".into(), at: AT };
    let nobody = SeatRow { token: None, ..table("x").seats[0].clone() };
    let bot = SeatRow { kind: SeatKind::Bot, name: None, level: Some("hard".into()), token: None };
    for (id, created, moved, seats) in [
        ("played", old, old, None),
        ("goeson", old, new, None),
        ("recent", new, new, None),
        ("import", old, old, Some(vec![nobody.clone(), nobody])),
        ("robots", old, old, Some(vec![bot.clone(), bot.clone()])),
        ("newbot", new, new, Some(vec![bot.clone(), bot])),
    ] {
        let mut row = TableRow { created, moved, ..table(id) };
        row.stamp.epoch = 1;
        row.seats = seats.unwrap_or(row.seats);
        // A name cannot pass for a token.
        row.seats[0].name = Some("\"token\":".into());
        store.create(&row, std::slice::from_ref(&mv)).await.unwrap();
    }
    let gone = async |which, limit| {
        let mut gone = store.expire(which, old + 1, limit).await.unwrap();
        gone.sort();
        gone
    };
    assert_eq!(gone(Keeping::Games, 10).await, ["played"]);
    let one = gone(Keeping::Imports, 1).await;
    assert_eq!(one.len(), 1, "never more than asked");
    assert_eq!([one, gone(Keeping::Imports, 10).await].concat().len(), 2);
    assert!(
        gone(Keeping::Games, 10).await.is_empty() && gone(Keeping::Imports, 10).await.is_empty()
    );
    for (id, there) in [
        ("played", false),
        ("import", false),
        ("robots", false),
        ("goeson", true),
        ("newbot", true),
    ] {
        assert_eq!(store.load(id, 0).await.unwrap().is_some(), there, "{id}");
    }
    assert!(store.size().await.unwrap() > 0);
}

async fn many_tables_at_once(store: Arc<dyn Store>) {
    let tables: Vec<String> = (0..40).map(|n| format!("table{n}")).collect();
    for id in &tables {
        store.create(&table(id), &[]).await.unwrap();
    }
    let players = tables.iter().cloned().map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for epoch in 0..20 {
                store.play(played(&id, epoch, "x")).await.unwrap();
            }
        })
    });
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
    for id in &tables {
        let (row, moves) = store.load(id, 0).await.unwrap().unwrap();
        assert_eq!((row.stamp.epoch, moves.len()), (20, 20));
    }
}

#[tokio::test]
async fn a_url_without_sense_is_named() {
    let error = store::open("mysql://a:secret@b/c", options("a")).await.err().unwrap().to_string();
    assert!(error.contains("mysql://…@b/c") && error.contains("postgres://"), "{error}");
}

async fn the_latest_thought_is_kept(store: Arc<dyn Store>) {
    assert_eq!(store.thought("a").await.unwrap(), None);
    store.keep_thought("a", "deep").await.unwrap();
    store.keep_thought("b", "é'\"").await.unwrap();
    store.keep_thought("a", "deeper").await.unwrap();
    assert_eq!(store.thought("a").await.unwrap().as_deref(), Some("deeper"));
    assert_eq!(store.thought("b").await.unwrap().as_deref(), Some("é'\""));
}

async fn a_ticket_is_spent_once(store: Arc<dyn Store>) {
    let ticket = TicketRow {
        hash: "t".into(),
        game: "tetris".into(),
        mode: "sprint".into(),
        seed: u64::MAX,
        issued: AT,
        paused: 0,
        pauses: 0,
        paused_at: None,
        sealed: None,
        digest: None,
        score: None,
    };
    store.issue_ticket(&ticket).await.unwrap();
    assert!(matches!(store.issue_ticket(&ticket).await, Err(StoreError::Conflict)));
    assert_eq!(store.ticket("t").await.unwrap().as_ref(), Some(&ticket));
    assert_eq!(store.ticket("u").await.unwrap(), None);
    for (change, changes) in [
        (TicketChange::Resume(AT + 1), false),
        (TicketChange::Pause(AT + 10), true),
        (TicketChange::Pause(AT + 20), false),
        (TicketChange::Resume(AT + 40), true),
        (TicketChange::Seal(AT + 50, "d".into()), true),
        (TicketChange::Seal(AT + 60, "e".into()), false),
        (TicketChange::Pause(AT + 70), false),
    ] {
        assert_eq!(store.change_ticket("t", &change).await.unwrap(), changes, "{change:?}");
    }
    let sealed = TicketRow {
        paused: 30,
        pauses: 1,
        sealed: Some(AT + 50),
        digest: Some("d".into()),
        ..ticket
    };
    assert_eq!(store.ticket("t").await.unwrap().as_ref(), Some(&sealed));
    let list = ScoreList {
        game: "tetris".into(),
        mode: "sprint".into(),
        kind: "modern".into(),
        ranking: Ranking::Ticks,
        shelf: Shelf::People,
    };
    let score = |id: &str| ScoreRow {
        id: id.into(),
        list: list.clone(),
        name: "Zoé".into(),
        points: 1,
        ticks: 1,
        figures: serde_json::Map::new(),
        player: "zoé".into(),
        doubts: Vec::new(),
        paused: 0,
        at: AT,
    };
    store.enter_score(&score("other"), "run", "known", None).await.unwrap();
    // A run that is known leaves the ticket as it was.
    let known = store.enter_score(&score("a"), "run", "known", Some("t")).await;
    assert!(matches!(known, Err(StoreError::Conflict)));
    store.enter_score(&score("b"), "run", "new", Some("t")).await.unwrap();
    let twice = store.enter_score(&score("c"), "run", "newer", Some("t")).await;
    assert!(matches!(twice, Err(StoreError::Conflict)));
    assert_eq!(
        store.ticket("t").await.unwrap().and_then(|ticket| ticket.score).as_deref(),
        Some("b")
    );
    assert_eq!(store.run("tetris", "c").await.unwrap(), None);
    assert_eq!(store.forget_tickets(AT).await.unwrap(), 0);
    assert_eq!(store.forget_tickets(AT + 1).await.unwrap(), 1);
}

async fn the_best_come_first_and_once(store: Arc<dyn Store>) {
    let list = |mode: &str, ranking| ScoreList {
        game: "tetris".into(),
        mode: mode.into(),
        kind: "modern".into(),
        ranking,
        shelf: Shelf::People,
    };
    let (sprint, ultra) = (list("sprint", Ranking::Ticks), list("ultra", Ranking::Points));
    let score = |id: &str, list: &ScoreList, points, ticks| ScoreRow {
        id: id.into(),
        list: list.clone(),
        name: "Zoé".into(),
        points,
        ticks,
        figures: serde_json::Map::from_iter([("lines".to_owned(), 40.into())]),
        player: id.into(),
        doubts: vec!["slow".into()],
        paused: 7,
        at: 1_700_000_000_000,
    };
    let ids = async |list: &ScoreList| {
        let best = store.best_scores(list, 10).await.unwrap();
        best.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    for (id, points, ticks) in [("a", 5, 900), ("b", 9, 700), ("c", 7, 800)] {
        store.enter_score(&score(id, &sprint, points, ticks), "run", id, None).await.unwrap();
        let other = format!("{id}2");
        store
            .enter_score(&score(&other, &ultra, points, ticks), "run", &other, None)
            .await
            .unwrap();
    }
    assert_eq!(ids(&sprint).await, ["b", "c", "a"], "the shortest first");
    assert_eq!(ids(&ultra).await, ["b2", "c2", "a2"], "the most points first");
    let best = store.best_scores(&sprint, 1).await.unwrap();
    assert_eq!(best, [score("b", &sprint, 9, 700)]);
    let twice = store.enter_score(&score("d", &sprint, 1, 1), "run", "a", None).await;
    assert!(matches!(twice, Err(StoreError::Conflict)));
    assert_eq!(store.run("tetris", "c").await.unwrap().as_deref(), Some("run"));
    assert_eq!(store.run("chess", "c").await.unwrap(), None);
    // The same player once more has the better of the two places.
    let better = ScoreRow { player: "a".into(), ..score("e", &sprint, 0, 600) };
    store.enter_score(&better, "run", "e", None).await.unwrap();
    assert_eq!(ids(&sprint).await, ["e", "b", "c"]);
    let machines = ScoreList { shelf: Shelf::Machines, ..sprint.clone() };
    assert!(ids(&machines).await.is_empty(), "a list of their own");
    // A list keeps its best five hundred.
    for number in 0..500 {
        let id = format!("n{number}");
        store.enter_score(&score(&id, &sprint, 0, 10 + number), "run", &id, None).await.unwrap();
    }
    assert_eq!(store.best_scores(&sprint, 1000).await.unwrap().len(), 500);
    assert_eq!(store.run("tetris", "a").await.unwrap(), None, "the slowest are forgotten");
}
