//! People and bots at a table: they play game after game, and each game is checked when it is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use catalog::{Entry, Setup};
use game::Rng;
use serde_json::{Value, json};

use super::PATIENCE;
use super::check::{FindingKind, Findings};
use super::client::{Call, Nodes};
use super::follower::Follower;

/// Between two moves, and before looking again.
const PAUSE: Duration = Duration::from_millis(40);
/// Some games take thousands of moves: they are left here, and others begun.
const MOST_MOVES: usize = 300;

/// Who sits at a table of which game.
#[derive(Clone, Copy)]
pub(super) struct Seating {
    entry: &'static dyn Entry,
    /// The first seat is a person's, and the others are bots.
    bots: bool,
}

impl Seating {
    /// Each game with people and with bots.
    pub fn all() -> Vec<Self> {
        let games = catalog::games().iter().copied();
        games.flat_map(|entry| [false, true].map(|bots| Self { entry, bots })).collect()
    }

    fn wish(self) -> Value {
        let seats = self.entry.about().variants[0].seats;
        let weakest = self.entry.levels()[0].id;
        let seat = |number: usize| match self.bots && number > 0 {
            true => json!({"kind": "bot", "level": weakest}),
            false => json!({"kind": "person"}),
        };
        let seats: Vec<Value> = (0..seats).map(seat).collect();
        json!({"game": self.entry.about().id, "private": true, "seats": seats})
    }

    /// Whether players do not see everything.
    fn hides(self) -> bool {
        self.entry.table(&Setup::default()).is_ok_and(|table| table.hides())
    }

    fn name(self, table: &str) -> String {
        format!("{} {table}{}", self.entry.about().id, if self.bots { " with bots" } else { "" })
    }
}

/// A game and what of it was acknowledged.
struct TrackedGame {
    seating: Seating,
    table: String,
    /// The tokens of all people, for one header.
    tokens: String,
    /// By epoch.
    acknowledged: Vec<(usize, String)>,
}

/// Plays until it is over.
pub(super) async fn play(
    seating: Seating,
    nodes: Nodes,
    mut rng: Rng,
    over: Arc<AtomicBool>,
    findings: Arc<Findings>,
) {
    while !over.load(Relaxed) {
        let Some(mut game) = begin(seating, &nodes, &findings).await else { return };
        let follower =
            Follower::start(nodes.clone(), &game.table, &game.tokens, Arc::clone(&findings));
        let name = seating.name(&game.table);
        let played = game.play(&nodes, &mut rng, &over).await;
        let checked = match played {
            Ok(()) => game.check(&nodes, &follower).await,
            wrong => wrong,
        };
        if let Err((kind, what)) = checked {
            findings.add(kind, format!("{name}: {what}"));
        }
        let (_, cuts) = follower.moves(0).await;
        findings.checked(game.acknowledged.len(), cuts);
    }
}

async fn begin(seating: Seating, nodes: &Nodes, findings: &Findings) -> Option<TrackedGame> {
    let body = seating.wish().to_string();
    let call = Call { method: "POST", path: "/api/tables", token: "", body: &body };
    let Some((201, made)) = nodes.insist(&call).await else {
        findings.add(FindingKind::Stuck, format!("{}: no table was made", seating.name("")));
        return None;
    };
    let tokens = made["tokens"].as_array().map(Vec::as_slice).unwrap_or_default();
    let tokens: Vec<_> = tokens.iter().filter_map(|token| token["token"].as_str()).collect();
    let table = made["table"]["id"].as_str()?.to_owned();
    Some(TrackedGame { seating, table, tokens: tokens.join(","), acknowledged: Vec::new() })
}

type CheckResult = Result<(), (FindingKind, String)>;

impl TrackedGame {
    /// Plays to the end of the game.
    async fn play(&mut self, nodes: &Nodes, rng: &mut Rng, over: &AtomicBool) -> CheckResult {
        let mut epoch = 0;
        while !over.load(Relaxed) && epoch < MOST_MOVES {
            let Some((now, moves)) = self.turn(nodes, epoch).await? else { return Ok(()) };
            let Some(text) = rng.pick(&moves) else { return Ok(()) };
            epoch = self.act(nodes, now, text).await?;
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    }

    /// Waits until a person is to move at this epoch or later; the epoch and their moves. None once the game is over.
    async fn turn(
        &self,
        nodes: &Nodes,
        known: usize,
    ) -> Result<Option<(usize, Vec<String>)>, (FindingKind, String)> {
        let path = format!("/api/tables/{}/legal", self.table);
        let (mut began, mut last) = (Instant::now(), known);
        loop {
            let (status, legal) = nodes
                .insist(&Call::get(&path, &self.tokens))
                .await
                .ok_or_else(|| (FindingKind::Stuck, "nobody says what may be played".to_owned()))?;
            if status != 200 {
                return Err((FindingKind::Wrong, format!("{status} {legal} for the legal moves")));
            }
            let epoch = number(&legal["epoch"]);
            if epoch > last {
                (began, last) = (Instant::now(), epoch);
            }
            let moves: Vec<String> =
                serde_json::from_value(legal["moves"].clone()).unwrap_or_default();
            match epoch >= known {
                true if legal["seat"].is_null() => return Ok(None),
                true if !moves.is_empty() => return Ok(Some((epoch, moves))),
                _ if began.elapsed() > PATIENCE => {
                    return Err((
                        FindingKind::Stuck,
                        format!("at {epoch} of {known} moves: {legal}"),
                    ));
                }
                // The bots are to move, or this node has not heard of the last move yet.
                _ => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    /// Plays a move until it is acknowledged; the new epoch.
    async fn act(
        &mut self,
        nodes: &Nodes,
        epoch: usize,
        text: &str,
    ) -> Result<usize, (FindingKind, String)> {
        let path = format!("/api/tables/{}/actions", self.table);
        let key = format!("move {epoch}");
        let body = json!({"epoch": epoch, "generation": 0, "key": key, "move": text}).to_string();
        let call = Call { method: "PUT", path: &path, token: &self.tokens, body: &body };
        match nodes.insist(&call).await {
            Some((201, answer)) if number(&answer["epoch"]) == epoch + 1 => {
                self.acknowledged.push((epoch, text.to_owned()));
                Ok(epoch + 1)
            }
            Some((status, said)) => {
                Err((FindingKind::Wrong, format!("{status} {said} for “{text}” at {epoch}")))
            }
            None => Err((FindingKind::Stuck, format!("“{text}” at {epoch} is never answered"))),
        }
    }

    /// Whether every node and the stream have what was acknowledged, once and in order.
    async fn check(&self, nodes: &Nodes, follower: &Follower) -> CheckResult {
        let wanted = self.acknowledged.last().map_or(0, |(epoch, _)| epoch + 1);
        let mut stored = Vec::new();
        for &node in nodes.all() {
            stored = self.stored(nodes, node, wanted).await?;
            for (epoch, text) in &self.acknowledged {
                if stored.get(*epoch) != Some(text) {
                    let there = stored.get(*epoch);
                    return Err((
                        FindingKind::Lost,
                        format!("“{text}” at {epoch}: there is {there:?}"),
                    ));
                }
            }
            if !self.seating.bots && stored.len() > self.acknowledged.len() {
                let (there, own) = (stored.len(), self.acknowledged.len());
                return Err((
                    FindingKind::Twice,
                    format!("{there} moves, of which {own} were played"),
                ));
            }
        }
        let (told, _) = follower.moves(stored.len()).await;
        if told.len() < stored.len() {
            return Err((
                FindingKind::Gap,
                format!("{} moves were told of {}", told.len(), stored.len()),
            ));
        }
        // What a bot did may be told in fewer words than are stored, while something is hidden.
        let own = |epoch: usize| self.acknowledged.iter().any(|(acted, _)| *acted == epoch);
        let hides = self.seating.hides();
        let differs = |&epoch: &usize| told[epoch] != stored[epoch] && (own(epoch) || !hides);
        match (0..stored.len()).find(differs) {
            Some(epoch) => {
                let (told, stored) = (&told[epoch], &stored[epoch]);
                Err((FindingKind::Gap, format!("“{told}” was told for “{stored}” at {epoch}")))
            }
            None => Ok(()),
        }
    }

    /// The moves at a node, once it has at least so many.
    async fn stored(
        &self,
        nodes: &Nodes,
        node: std::net::SocketAddr,
        wanted: usize,
    ) -> Result<Vec<String>, (FindingKind, String)> {
        let path = format!("/api/tables/{}/actions", self.table);
        let began = Instant::now();
        loop {
            let answer = nodes.insist_at(node, &Call::get(&path, &self.tokens)).await;
            let Some((200, body)) = answer else {
                return Err((
                    FindingKind::Stuck,
                    format!("a node does not tell the moves: {answer:?}"),
                ));
            };
            let actions = body["actions"].as_array().map(Vec::as_slice).unwrap_or_default();
            if actions.len() >= wanted || began.elapsed() > PATIENCE {
                let text = |action: &Value| action["move"].as_str().unwrap_or_default().to_owned();
                return Ok(actions.iter().map(text).collect());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(usize::MAX)
}
