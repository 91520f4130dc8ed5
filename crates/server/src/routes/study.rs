//! What the engine thinks: a hint for a player, the worth of a position, of a whole game.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use catalog::Table;
use futures_util::future::join_all;
use futures_util::stream;
use search::Stop;

use crate::bots::{StopOnDrop, ThinkRequest};
use crate::error::{
    Answer, RefusalBody, game_over, no_help, not_played_yet, not_your_seat, not_your_turn,
    still_hidden, unavailable,
};
use crate::extract::{Path, Query, Tokens};
use crate::live::{Live, TableState};
use crate::room::Room;
use crate::store::Status;
use crate::wire::{AnalysisAnswer, AnalysisBody, EpochQuery, HintBody};
use crate::work::Payer;

/// For one position.
const MOMENT: Duration = Duration::from_secs(5);
/// For all positions of a game together; most need next to nothing of it.
const WHILE: Duration = Duration::from_secs(60);

/// What the engine would play for the seat to move. Not while people play each other, unless their table allows help.
#[utoipa::path(get, path = "/tables/{id}/hint", tag = "study", params(("id" = String, Path)),
    responses((status = 200, body = HintBody), (status = 403, body = RefusalBody),
              (status = 404, body = RefusalBody), (status = 409, body = RefusalBody)),
    security(("token" = [])))]
pub(crate) async fn hint(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    tokens: Tokens,
) -> Answer<Json<HintBody>> {
    let live = room.table(&id).await?;
    let held = tokens.held();
    let table = room
        .look(&live, |state| {
            let viewer = state.viewer(&held.seats(&state.row)).ok_or_else(not_your_seat)?;
            let turn = state.row.progress.turn.ok_or_else(game_over)?;
            if viewer != turn {
                return Err(not_your_turn());
            }
            if !state.row.allows_help() {
                return Err(no_help());
            }
            Ok(state.at(state.row.stamp.epoch))
        })
        .await?;
    room.note_help(&*table);
    let study = TableStudy { room, live, payer: Payer::current(), within: MOMENT };
    let thought = study.think(table, false).await?;
    let idea = thought.idea.ok_or_else(game_over)?;
    let text = idea.best.ok_or_else(game_over)?;
    Ok(Json(HintBody { text, line: idea.line, score: idea.score }))
}

/// What the engine thinks of the present position, of an epoch, or of every position of a finished
/// game. Where anything is hidden, a game in play is analysed only for the seat that is to move;
/// between people, unless their table allows help, not at all.
#[utoipa::path(get, path = "/tables/{id}/analysis", tag = "study",
    params(("id" = String, Path), EpochQuery),
    responses((status = 200, body = AnalysisAnswer),
              (status = 403, body = RefusalBody), (status = 404, body = RefusalBody)),
    security((), ("token" = [])))]
pub(crate) async fn analysis(
    State(room): State<Arc<Room>>,
    Path(id): Path<String>,
    Query(query): Query<EpochQuery>,
    tokens: Tokens,
) -> Answer<Response> {
    let live = room.table(&id).await?;
    let held = tokens.held();
    let look = |state: &TableState| {
        let over = state.row.progress.status == Status::Over;
        let present = state.row.stamp.epoch;
        let epoch = query.epoch.unwrap_or(present);
        if epoch > present {
            return Err(not_played_yet());
        }
        let held = held.seats(&state.row);
        let own = state.row.progress.turn.is_some_and(|turn| held.contains(&turn));
        if state.hides && !over && !(own && epoch == present) {
            return Err(still_hidden());
        }
        if !state.row.allows_help() {
            return Err(no_help());
        }
        Ok((over, epoch))
    };
    let (over, epoch) = room.look(&live, look).await?;
    if over && query.epoch.is_none() {
        return Ok(whole_game(&room, &live));
    }
    let table = {
        let live = Arc::clone(&live);
        room.replays.run(move || Some(live.read().at(epoch))).await?
    };
    room.note_help(&*table);
    let one = TableStudy { room, live, payer: Payer::current(), within: MOMENT }
        .think(table, true)
        .await?;
    Ok(Json(AnalysisAnswer::One(one)).into_response())
}

/// The analysis of all positions, sent as it is made: nothing of it is kept here but the position that comes next,
/// and it ends when nobody reads it any more.
fn whole_game(room: &Arc<Room>, live: &Arc<Live>) -> Response {
    let board = live.read().at(0);
    let positions = 1 + live.read().row.stamp.epoch;
    // Each position is a thought of its own in the queue, so that others' bots come in between.
    let within = (WHILE / positions).min(MOMENT);
    let (room, live, payer) = (Arc::clone(room), Arc::clone(live), Payer::current());
    let walk = GameWalk { study: TableStudy { room, live, payer, within }, board: Some(board) };
    let parts = stream::unfold(walk, |mut walk| async move {
        let part = walk.next().await?;
        Some((part, walk))
    });
    ([(header::CONTENT_TYPE, "application/json")], Body::from_stream(parts)).into_response()
}

/// On the way through a finished game.
struct GameWalk {
    study: TableStudy,
    /// The first position that is not analysed yet; none after the last.
    board: Option<Box<dyn Table>>,
}

impl GameWalk {
    /// The next part of the answer's text; none after the last.
    async fn next(&mut self) -> Option<Result<String, io::Error>> {
        let mut tables = Vec::new();
        let first = self.board.as_ref()?.epoch() == 0;
        while tables.len() < self.study.room.config.bots.threads
            && let Some(board) = self.board.take()
        {
            let epoch = board.epoch();
            // Without the moves that led there: they would grow with the game.
            tables.push(board.position(epoch));
            let state = self.study.live.read();
            let played = state.game.record().moves.get(epoch);
            self.board = played.and_then(|text| {
                let mut next = board.position(epoch);
                next.play(text).ok().map(|_| next)
            });
        }
        let thoughts = join_all(tables.into_iter().map(|table| self.study.remember(table))).await;
        let mut text = String::from(if first { "{\"positions\":[" } else { "," });
        for (number, thought) in thoughts.into_iter().enumerate() {
            let Ok(thought) = thought else {
                return Some(Err(io::Error::other("the analysis was broken off")));
            };
            if number > 0 {
                text.push(',');
            }
            text.push_str(&thought);
        }
        if self.board.is_none() {
            text.push_str("]}");
        }
        Some(Ok(text))
    }
}

/// Somebody who studies a table.
struct TableStudy {
    room: Arc<Room>,
    live: Arc<Live>,
    payer: Payer,
    /// For each position.
    within: Duration,
}

impl TableStudy {
    /// What was thought about a position of a finished game before, or a new thought.
    async fn remember(&self, table: Box<dyn Table>) -> Answer<Arc<str>> {
        let (thoughts, id, epoch) = (&self.room.thoughts, &self.live.id, table.epoch() as u32);
        if let Some(known) = thoughts.get(id, epoch) {
            return Ok(known);
        }
        let thought = self.think(table, true).await?;
        // Our own bodies always serialize.
        let text: Arc<str> = serde_json::to_string(&thought).unwrap_or_default().into();
        thoughts.keep(id, epoch, Arc::clone(&text));
        Ok(text)
    }

    /// The strongest level's thought about a position.
    async fn think(&self, table: Box<dyn Table>, study: bool) -> Answer<AnalysisBody> {
        let (epoch, seat) = (table.epoch() as u32, table.turn().seat().map(|seat| seat.0));
        if seat.is_none() {
            return Ok(AnalysisBody { epoch, seat, idea: None });
        }
        let level = self.live.entry.levels().last().ok_or_else(unavailable)?.id.to_owned();
        let stop = Stop::new();
        // The thinking ends when the client hangs up.
        let _stop = StopOnDrop(stop.clone());
        let (entry, seed, within) = (self.live.entry, u64::from(epoch), self.within);
        self.room.thinking.check_room(self.payer)?;
        let request = ThinkRequest { entry, table, level, place: None, seed, within, study, stop };
        let idea = request.on(&self.room.thinking, self.payer).await.ok_or_else(unavailable)?;
        Ok(AnalysisBody { epoch, seat, idea: Some(idea.into()) })
    }
}
