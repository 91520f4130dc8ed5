//! A host's own bots at tables: real programs that play, crash, hang, cheat and eat memory.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use server::BotSpec;

use crate::support::{Client, House, config};

/// Plays the last legal move; `$go` is what it does when it is asked for one.
fn script(go: &str) -> String {
    format!(
        r#"legal() {{ echo legal; while read -r l && [ "$l" != legalok ]; do move=${{l#legal }}; done; }}
while read -r line; do
    case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*) {go} ;;
    quit) exit ;;
    esac
done
"#
    )
}

const PLAYS: &str = r#"legal; echo "bestmove $move""#;

/// A server with one bot of Connect Four, "Ada", that is this script.
async fn house(folder: &Path, go: &str) -> House {
    house_with(folder, go, PATIENT).await
}

/// Longer than any bot takes that answers at all, however busy the machine is.
const PATIENT: Duration = Duration::from_secs(60);

/// The same with this time for a move.
async fn house_with(folder: &Path, go: &str, time: Duration) -> House {
    let file = folder.join("ada.sh");
    std::fs::write(&file, script(go)).unwrap();
    let command = format!("sh '{}'", file.display());
    house_of(&command, time).await
}

async fn house_of(command: &str, time: Duration) -> House {
    let mut config = config();
    config.bots.hosted = vec![BotSpec::parse(&format!("connect4:Ada={command}")).unwrap()];
    (config.bots.usual, config.bots.most) = (time, time);
    config.bots.confinement.memory = 256 << 20;
    House::with(config).await
}

fn seats() -> Value {
    json!([{"kind": "person", "name": "Bob"}, {"kind": "bot", "level": "bot:Ada"}])
}

/// The bot as the list of games shows it.
async fn shown(client: &Client) -> Value {
    let games = client.get("/api/games").await.ok(200);
    let levels = games[0]["levels"].as_array().unwrap();
    levels.iter().find(|level| level["hosted"] == true).unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_sits_at_a_table_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path(), PLAYS).await;
    let client = house.client();
    let level = shown(&client).await;
    assert_eq!((&level["id"], &level["name"]["fr"]), (&json!("bot:Ada"), &json!("Ada")));
    assert_eq!((&level["out_of_order"], &level["study"]), (&Value::Null, &json!(false)));
    let (table, people) = client.table(seats()).await;
    people[0].play(&table, 0, "4").await.ok(201);
    let now = people[0].until(&table, |table| table["epoch"] == 2).await;
    assert_eq!((&now["seats"][1]["name"], &now["turn"]), (&json!("Ada"), &json!(0)));
    // Moves that are taken back begin its game anew.
    people[0].post(&format!("{table}/undo"), json!({})).await.ok(200);
    let now = people[0].get(&table).await.ok(200);
    let epoch = now["epoch"].as_u64().unwrap() as u32;
    people[0].play(&table, epoch, "1").await.ok(201);
    people[0].until(&table, |table| table["epoch"] == u64::from(epoch) + 2).await;
    // Machines among themselves, at two tables at once, with processes for both.
    let (bot, random) =
        (json!({"kind": "bot", "level": "bot:Ada"}), json!({"kind": "bot", "level": "random"}));
    let (first, _) = client.table(json!([bot, random])).await;
    let (second, _) = client.table(json!([bot, bot])).await;
    client.until(&first, |table| table["status"] == "over").await;
    client.until(&second, |table| table["status"] == "over").await;
    // Nobody else's bots are known here, nor bots where only levels think.
    let other = json!({"game": "quoridor", "seats": [{"kind": "bot", "level": "bot:Ada"}]});
    assert_eq!(client.post("/api/tables", other).await.code().0, 422);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_restarted_when_it_crashes_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("crashed");
    let go = format!("[ -e '{0}' ] || {{ touch '{0}'; exit 3; }}; {PLAYS}", mark.display());
    let house = house(folder.path(), &go).await;
    let (table, people) = house.client().table(seats()).await;
    people[0].play(&table, 0, "4").await.ok(201);
    people[0].until(&table, |table| table["epoch"] == 2).await;
    assert!(mark.exists());
    assert_eq!(shown(&house.client()).await["out_of_order"], Value::Null);
}

/// Whatever it does wrong, it has lost in the end, everybody is told, and nobody else can begin a game against it.
async fn loses(go: &str, time: Duration, what: &str) {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with(folder.path(), go, time).await;
    let (table, people) = house.client().table(seats()).await;
    people[0].play(&table, 0, "4").await.ok(201);
    let over = people[0].until(&table, |table| table["status"] == "over").await;
    assert_eq!(over["outcome"]["winners"], json!([0]), "{over}");
    let why = over["outcome"]["why"]["en"].as_str().unwrap();
    assert_eq!(why, "Ada stopped working and could not play on");
    let reason = shown(&house.client()).await["out_of_order"]["en"].clone();
    assert_eq!(reason, format!("Ada is out of order: it {what}"));
    let refused =
        house.client().post("/api/tables", json!({"game": "connect4", "seats": seats()})).await;
    let (status, code) = refused.code();
    assert_eq!((status, &*code), (422, "bad-setup"));
    assert!(refused.text.contains("Ada est en panne"), "{}", refused.text);
    // The room goes on.
    let (other, people) =
        house.client().table(json!([{"kind": "person"}, {"kind": "bot", "level": "random"}])).await;
    people[0].play(&other, 0, "4").await.ok(201);
    people[0].until(&other, |table| table["epoch"] == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_always_crashes_has_lost() {
    loses("exit 1", PATIENT, "crashed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_hangs_has_lost() {
    loses("sleep 1000", Duration::from_millis(200), "was late").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_cheats_has_lost() {
    loses("echo bestmove 99", PATIENT, "played an illegal move").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_eats_memory_has_lost() {
    loses("x=0123456789; while :; do x=$x$x; done", PATIENT, "crashed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_prints_no_text_has_lost() {
    loses(r"printf '\377\n'", PATIENT, "printed no text").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_does_not_start_is_out_of_order_at_once() {
    let house = house_of("/no/such/bot", PATIENT).await;
    for _ in 0..400 {
        if !shown(&house.client()).await["out_of_order"].is_null() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("it is shown as if it worked");
}

#[tokio::test(flavor = "multi_thread")]
async fn its_processes_end_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let house = house(folder.path(), &format!("echo $$ >'{}'; {PLAYS}", file.display())).await;
    let (table, people) = house.client().table(seats()).await;
    people[0].play(&table, 0, "4").await.ok(201);
    people[0].until(&table, |table| table["epoch"] == 2).await;
    let pid = std::fs::read_to_string(&file).unwrap();
    let process = format!("/proc/{}", pid.trim());
    assert!(Path::new(&process).exists());
    house.close().await;
    assert!(!Path::new(&process).exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_move_at_the_pace_that_was_chosen() {
    let house = House::open().await;
    let bot = json!({"kind": "bot", "level": "random"});
    let body = json!({"game": "connect4", "seats": [bot, bot], "pace": 5000});
    let (table, _) = house.client().table_with(body).await;
    let begun = std::time::Instant::now();
    house.client().until(&table, |table| table["epoch"] == 1).await;
    assert!(begun.elapsed() >= Duration::from_millis(4900), "{:?}", begun.elapsed());
    let body = json!({"game": "connect4", "seats": [bot, bot], "pace": 10_001});
    assert_eq!(house.client().post("/api/tables", body).await.code().0, 422);
}
