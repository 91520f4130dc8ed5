//! Somebody who talks to a server.

use std::time::Duration;

use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use super::contract::{check_answer, check_event};

/// A client, with or without a seat.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    token: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub struct Got {
    pub status: u16,
    pub text: String,
}

impl Got {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    pub fn code(&self) -> (u16, String) {
        (self.status, self.json()["code"].as_str().unwrap_or_default().to_owned())
    }

    /// The body of an answer that must have this status.
    #[track_caller]
    pub fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }
}

impl Client {
    pub fn new(url: &str) -> Self {
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        Self { http, url: url.into(), token: None }
    }

    /// The same client in a seat.
    pub fn with(&self, token: &str) -> Self {
        Self { token: Some(token.into()), ..self.clone() }
    }

    /// The same person at another server.
    pub fn at(&self, url: &str) -> Self {
        Self { url: url.into(), ..self.clone() }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        let request = request.timeout(Duration::from_secs(120));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request whose answer must be as the API's description says.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> Got {
        let got = got(with(self.request(method.clone(), path)).send().await.unwrap()).await;
        check_answer(&method, path, got.status, &got.text);
        got
    }

    pub async fn get(&self, path: &str) -> Got {
        self.send(Method::GET, path, |request| request).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Got {
        self.send(Method::PUT, path, |request| request.json(&body)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Got {
        self.send(Method::POST, path, |request| request.json(&body)).await
    }

    pub async fn post_text(&self, path: &str, text: impl Into<String>) -> Got {
        self.send(Method::POST, path, |request| request.body(text.into())).await
    }

    pub async fn delete(&self, path: &str) -> Got {
        self.send(Method::DELETE, path, |request| request).await
    }

    /// Makes a table of Connect Four; gives its address and a client for each seat taken.
    pub async fn table(&self, seats: Value) -> (String, Vec<Client>) {
        self.table_with(json!({ "game": "connect4", "seats": seats })).await
    }

    pub async fn table_with(&self, body: Value) -> (String, Vec<Client>) {
        let made = self.post("/api/tables", body).await.ok(201);
        let tokens = made["tokens"].as_array().unwrap();
        let people = tokens.iter().map(|t| self.with(t["token"].as_str().unwrap())).collect();
        (format!("/api/tables/{}", made["table"]["id"].as_str().unwrap()), people)
    }

    /// A table for two people who are both here.
    pub async fn two(&self) -> (String, Client, Client) {
        let (table, mut people) = self
            .table(json!([{"kind": "person", "name": "Ada"}, {"kind": "person", "name": "Bob"}]))
            .await;
        let bob = people.pop().unwrap();
        (table, people.pop().unwrap(), bob)
    }

    pub async fn play(&self, table: &str, epoch: u32, text: &str) -> Got {
        self.put(&format!("{table}/actions"), json!({ "epoch": epoch, "move": text })).await
    }

    /// Waits until the table is as it should be.
    pub async fn until(&self, table: &str, what: impl Fn(&Value) -> bool) -> Value {
        // Two minutes, which only a test that would hang reaches.
        for _ in 0..4800 {
            let got = self.get(table).await.json();
            if what(&got) {
                return got;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("it never came to that: {}", self.get(table).await.text);
    }

    /// Listens at a table. The first event is there when this returns: what happens from now on is told by events of its
    /// own, and is not part of the first, however busy the machine is.
    pub async fn events(&self, table: &str, after: &str) -> Events {
        let path = match after {
            "" => format!("{table}/events"),
            after => format!("{table}/events?after={after}"),
        };
        let response = self.request(Method::GET, &path).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let mut events = Events { path, response, rest: String::new(), all: String::new() };
        while !events.rest.contains("\n\n") {
            events.read().await;
        }
        events
    }
}

async fn got(response: Response) -> Got {
    let status = response.status().as_u16();
    Got { status, text: response.text().await.unwrap_or_default() }
}

/// The result if it comes within two minutes, which only a test that would hang reaches. It waits many short times: if
/// the whole machine pauses, its clocks jump, and one long wait would be over before the server could answer.
async fn in_time<F: Future>(wanted: F) -> Option<F::Output> {
    let mut wanted = std::pin::pin!(wanted);
    for _ in 0..1200 {
        let moment = tokio::time::timeout(Duration::from_millis(100), wanted.as_mut());
        if let Ok(came) = moment.await {
            return Some(came);
        }
    }
    None
}

/// A stream of events.
pub struct Events {
    path: String,
    response: Response,
    rest: String,
    /// Everything received, for whoever wants to look for what should not be there.
    pub all: String,
}

impl Events {
    /// The next event: its id, its name, its data.
    pub async fn next(&mut self) -> (String, String, Value) {
        loop {
            if let Some((block, rest)) = self.rest.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.rest = rest;
                let field = |name: &str| {
                    let line = block.lines().find_map(|line| line.strip_prefix(name));
                    line.unwrap_or_default().trim().to_owned()
                };
                if block.starts_with(':') {
                    continue;
                }
                let data = serde_json::from_str(&field("data:")).unwrap();
                let name = field("event:");
                check_event(&self.path, &name, &data);
                return (field("id:"), name, data);
            }
            self.read().await;
        }
    }

    /// Waits for more.
    async fn read(&mut self) {
        let chunk = in_time(self.response.chunk()).await.expect("an event in time");
        let chunk = chunk.unwrap().expect("the stream goes on");
        let text = String::from_utf8(chunk.to_vec()).unwrap();
        self.rest += &text;
        self.all += &text;
    }

    /// The table as soon as it is as it should be, by whichever event says so.
    pub async fn until_table(&mut self, what: impl Fn(&Value) -> bool) -> Value {
        loop {
            let (_, event, mut data) = self.next().await;
            let table = match event.as_str() {
                "reset" => data["table"].take(),
                "table" => data,
                _ => continue,
            };
            if what(&table) {
                return table;
            }
        }
    }

    /// The next event of this name; others are passed over.
    pub async fn wait(&mut self, name: &str) -> (String, Value) {
        loop {
            let (id, event, data) = self.next().await;
            if event == name {
                return (id, data);
            }
        }
    }

    /// Whether the stream ends.
    pub async fn ends(&mut self) -> bool {
        loop {
            match in_time(self.response.chunk()).await {
                Some(Ok(Some(_))) => {}
                Some(_) => return true,
                None => return false,
            }
        }
    }
}
