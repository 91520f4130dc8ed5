//! Games as text, in and out.

use serde_json::json;

use crate::support::House;

#[tokio::test(flavor = "multi_thread")]
async fn a_record_goes_out_and_comes_in_again() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    for (epoch, column) in (0..).zip(["1", "2", "1", "2", "1", "2", "1"]) {
        let player = if epoch % 2 == 0 { &ada } else { &bob };
        player.play(&table, epoch, column).await.ok(201);
    }
    let record = ada.get(&format!("{table}/record")).await.text;
    let came = house.client().post_text("/api/records", record.clone()).await.ok(201);
    assert_eq!(came["table"]["status"], "over");
    assert_eq!(came["table"]["variant"], "standard");
    assert_eq!(came["table"]["seats"][0]["name"], "Ada");
    let id = came["table"]["id"].as_str().unwrap();
    let again = house.client().get(&format!("/api/tables/{id}/record")).await.text;
    assert_eq!(again, record);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_somebody_gave_up_comes_in_as_it_went_out() {
    let house = House::open().await;
    let (table, ada, bob) = house.client().two().await;
    ada.play(&table, 0, "4").await.ok(201);
    let over = ada.post(&format!("{table}/resign"), json!({})).await.ok(200);
    let record = bob.get(&format!("{table}/record")).await.text;
    assert!(record.contains("\"resigned\":0"), "{record}");
    let came = house.client().post_text("/api/records", record.clone()).await.ok(201);
    assert_eq!(came["table"]["status"], "over");
    assert_eq!(came["table"]["outcome"], over["outcome"]);
    let id = came["table"]["id"].as_str().unwrap();
    let again = house.client().get(&format!("/api/tables/{id}/record")).await.text;
    assert_eq!(again, record);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_game_can_be_played_on() {
    let house = House::open().await;
    let any = house.client();
    let text = "{\"plateau\":1,\"game\":\"connect4\"}\n4\n4\n";
    let came = any.post_text("/api/records", text).await.ok(201);
    assert_eq!((&came["table"]["status"], &came["table"]["epoch"]), (&json!("waiting"), &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_of_a_finished_game_come_in_as_machines() {
    let house = House::open().await;
    let text =
        "{\"plateau\":1,\"game\":\"connect4\",\"seats\":[\"hard\",\"Ada\"]}\n1\n2\n1\n2\n1\n2\n1\n";
    let came = house.client().post_text("/api/records", text).await.ok(201);
    let seats = &came["table"]["seats"];
    assert_eq!((&seats[0]["kind"], &seats[0]["level"]), (&json!("bot"), &json!("hard")));
    assert_eq!((&seats[1]["kind"], &seats[1]["name"]), (&json!("person"), &json!("Ada")));
    // Programs, by how they were called; a name with a colon is still a name.
    let programs = text.replace("hard", "cmd:bot.py").replace("Ada", "Ada: again");
    let came = house.client().post_text("/api/records", &programs).await.ok(201);
    let seats = &came["table"]["seats"];
    assert_eq!((&seats[0]["kind"], &seats[0]["name"]), (&json!("bot"), &json!("cmd:bot.py")));
    assert_eq!(seats[1]["kind"], json!("person"));
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_records_say_where_and_what() {
    let house = House::open().await;
    let any = house.client();
    for (text, reason) in [
        ("", "empty"),
        ("4\n4\n", "line 1"),
        ("{\"plateau\":9,\"game\":\"connect4\"}\n", "newer"),
        ("{\"plateau\":1,\"game\":\"chess\"}\n", "chess"),
        ("{\"plateau\":1,\"game\":\"connect4\"}\n4\n99\n", "move 2"),
        ("{\"plateau\":1,\"game\":\"connect4\"}\n1\n2\n1\n2\n1\n2\n1\n2\n", "move 8"),
        ("{\"plateau\":1,\"game\":\"connect4\",\"options\":{\"width\":-4}}\n", ""),
        ("{\"plateau\":1,\"game\":\"connect4\",\"resigned\":2}\n4\n", "the seats are 0 to 1"),
        ("{\"plateau\":1,\"game\":\"connect4\",\"options\":{\"width\":60000}}\n", ""),
    ] {
        let got = any.post_text("/api/records", text).await;
        assert_eq!(got.code(), (422, "bad-record".into()), "{text}: {}", got.text);
        assert!(got.json()["error"]["en"].as_str().unwrap().contains(reason), "{}", got.text);
    }
    let bytes = any.request(reqwest::Method::POST, "/api/records").body(vec![0xff, 0xfe, 0]);
    assert_eq!(bytes.send().await.unwrap().status(), 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_another_program_comes_in_and_goes_out() {
    let house = House::open().await;
    let any = house.client();
    let text = "(;GM[Blokus Duo]\n;B[e10,e9,f10,g10,g11]\n;W[j5,j4,i5,h5,h6]\n)\n";
    let came = any.post_text("/api/records", text).await.ok(201);
    assert_eq!((&came["table"]["game"], &came["table"]["epoch"]), (&json!("blokus"), &json!(2)));
    let id = came["table"]["id"].as_str().unwrap();
    let out = any.get(&format!("/api/tables/{id}/record?format=blksgf")).await.text;
    assert!(out.starts_with("(;GM[Blokus Duo]") && out.contains(";W["), "{out}");
    let got = any.get(&format!("/api/tables/{id}/record?format=pgn")).await;
    assert_eq!(got.code(), (422, "bad-setup".into()));
    let bad = any.post_text("/api/records", "(;GM[Chess];B[e4])").await;
    assert_eq!(bad.code(), (422, "bad-record".into()));
}
