//! What a level thinks of a position that is at no table, and why: terms and search trees. Nothing is stored.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use catalog::{Entry, ExplainRequest, Explanation, Setup, Table, Unknown};
use search::{Limits, Stop};
use tokio::sync::oneshot;

use crate::bots::StopOnDrop;
use crate::error::{Answer, RefusalBody, bad_setup, illegal_at, no_such_game, unavailable};
use crate::extract::{Body, Path};
use crate::room::Room;
use crate::routes::games::{position_of, start_of};
use crate::wire::{ExplainWish, ExplanationBody};
use crate::work::{Job, JobStatus, Payer, Replay, Share};

/// The longest that one explanation takes.
const WITHIN: Duration = Duration::from_secs(4);
/// Positions after which each of its searches is broken off.
const NODES: u64 = 200_000;
/// Nodes of a tree that are sent: more nobody can look at, and each takes some hundred bytes.
const MOST: usize = 4_000;

/// What a level thinks of a position, and why: its evaluation term by term, and the tree of its search.
#[utoipa::path(post, path = "/games/{game}/explain", tag = "games", params(("game" = String, Path)),
    request_body = ExplainWish,
    responses((status = 200, body = ExplanationBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody), (status = 429, body = RefusalBody)))]
pub(crate) async fn explain(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    Body(wish): Body<ExplainWish>,
) -> Answer<Json<ExplanationBody>> {
    let entry = catalog::find(&game).map_err(|error| no_such_game(error.0))?;
    let setup = Setup { variant: wish.variant, options: wish.options.0, seed: wish.seed.0 };
    let table = start_of(entry, wish.position.as_deref(), &setup)?;
    if let Some(level) = &wish.level {
        entry.chosen(level).map_err(|error| bad_setup(error.0))?;
    }
    let moves = table.split_moves(&wish.moves).into_iter().map(ToOwned::to_owned).collect();
    let table = Replay::new(table, moves).on(&room.replays).await?.map_err(illegal_at)?;
    room.note_help(&*table);
    let position = position_of(&*table, table.turn().seat());
    let played = table.record().moves.clone();
    let payer = Payer::current();
    room.thinking.check_room(payer)?;
    let stop = Stop::new();
    // The thinking ends when the client hangs up.
    let _stop = StopOnDrop(stop.clone());
    let (answer, explained) = oneshot::channel();
    let job = ExplainJob {
        entry,
        table,
        level: wish.level,
        depth: wish.depth,
        since: Instant::now(),
        stop,
        answer: Some(answer),
    };
    if !room.thinking.submit(payer, Box::new(job)) {
        return Err(unavailable());
    }
    let (explained, levels) = tokio::select! {
        explained = explained => explained.map_err(|_| unavailable())?,
        () = Payer::gone() => return Err(unavailable()),
    };
    let explained = explained.map_err(|error| bad_setup(error.0))?;
    Ok(Json(ExplanationBody::of(explained, position, played, levels)))
}

/// What is sent back from the pool: the explanation, and the levels that could be asked here.
type Explained = (Result<Explanation, Unknown>, Vec<&'static str>);

/// A position in the queue.
struct ExplainJob {
    entry: &'static dyn Entry,
    table: Box<dyn Table>,
    level: Option<String>,
    depth: Option<u32>,
    since: Instant,
    stop: Stop,
    answer: Option<oneshot::Sender<Explained>>,
}

impl Job for ExplainJob {
    fn is_wanted(&self) -> bool {
        let gone = self.answer.as_ref().is_none_or(oneshot::Sender::is_closed);
        !gone && !self.stop.is_pulled()
    }

    fn run(&mut self, share: Share) -> JobStatus {
        if let Some(answer) = self.answer.take() {
            let rest = WITHIN.saturating_sub(self.since.elapsed()).mul_f64(share.0);
            let stop = self.stop.with(&Limits::time(rest));
            let request = ExplainRequest {
                level: self.level.as_deref(),
                depth: self.depth,
                nodes: NODES,
                most: MOST,
                moves: true,
            };
            let explained = self.entry.explain(&*self.table, &request, &stop);
            let _ = answer.send((explained, self.entry.explained_levels(&*self.table)));
        }
        JobStatus::Done
    }

    fn stop(&self) -> Option<Stop> {
        Some(self.stop.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(stop: &Stop) -> (ExplainJob, oneshot::Receiver<Explained>) {
        let entry = catalog::find("connect4").unwrap();
        let table = entry.table(&Setup::default()).unwrap();
        let (answer, explained) = oneshot::channel();
        let job = ExplainJob {
            entry,
            table,
            level: None,
            depth: Some(8),
            since: Instant::now(),
            stop: stop.clone(),
            answer: Some(answer),
        };
        (job, explained)
    }

    #[test]
    fn nobody_thinks_for_somebody_who_has_gone() {
        let stop = Stop::new();
        let (waiting, explained) = job(&stop);
        assert!(waiting.is_wanted());
        drop(explained);
        assert!(!waiting.is_wanted(), "it is taken out of the queue");

        // Who hangs up later drops this, and the searches end where they are.
        let (mut running, mut explained) = job(&stop);
        drop(StopOnDrop(stop));
        assert!(!running.is_wanted());
        running.run(Share(1.0));
        let (explanation, _) = explained.try_recv().unwrap();
        let trees = explanation.unwrap().trees;
        assert!(!trees.is_empty() && trees.iter().all(|tree| !tree.complete), "{trees:?}");
    }
}
