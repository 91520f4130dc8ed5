//! What the engine thinks: a hint for a player, the worth of a position, of a whole game.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use catalog::Table;
use futures_util::future::join_all;
use search::Stop;

use crate::bots::{StopOnDrop, ThinkRequest};
use crate::error::{
    Answer, RefusalBody, game_over, not_played_yet, not_your_seat, not_your_turn, still_hidden,
    unavailable,
};
use crate::extract::{Path, Query, Tokens};
use crate::live::Live;
use crate::room::Room;
use crate::store::Status;
use crate::wire::{AnalysisAnswer, AnalysisBody, EpochQuery, GameAnalysisBody, HintBody};

/// For one position.
const MOMENT: Duration = Duration::from_secs(5);
/// For all positions of a game together; most need next to nothing of it.
const WHILE: Duration = Duration::from_secs(60);

/// What the engine would play for the seat to move.
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
    let table = {
        let state = live.read();
        let held = tokens.held().seats(&state.row);
        let viewer = state.viewer(&held).ok_or_else(not_your_seat)?;
        let turn = state.row.progress.turn.ok_or_else(game_over)?;
        if viewer != turn {
            return Err(not_your_turn());
        }
        state.game.fork()
    };
    let thought = think(&room, &live, table, MOMENT, false).await?;
    let idea = thought.idea.ok_or_else(game_over)?;
    let text = idea.best.ok_or_else(game_over)?;
    Ok(Json(HintBody { text, line: idea.line, score: idea.score }))
}

/// What the engine thinks of the present position, of an epoch, or of every position of a finished
/// game. Where anything is hidden, a game in play is analysed only for the seat that is to move.
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
) -> Answer<Json<AnalysisAnswer>> {
    let live = room.table(&id).await?;
    let (over, table) = {
        let state = live.read();
        let over = state.row.progress.status == Status::Over;
        let present = state.row.stamp.epoch;
        let epoch = query.epoch.unwrap_or(present);
        if epoch > present {
            return Err(not_played_yet());
        }
        let held = tokens.held().seats(&state.row);
        let own = state.row.progress.turn.is_some_and(|turn| held.contains(&turn));
        if state.hides && !over && !(own && epoch == present) {
            return Err(still_hidden());
        }
        (over, state.at(epoch))
    };
    if over && query.epoch.is_none() {
        let positions = live.analysis.get_or_try_init(|| whole_game(&room, &live)).await?;
        let positions = positions.clone();
        return Ok(Json(AnalysisAnswer::Game(GameAnalysisBody { positions })));
    }
    Ok(Json(AnalysisAnswer::One(think(&room, &live, table, MOMENT, true).await?)))
}

async fn whole_game(room: &Arc<Room>, live: &Arc<Live>) -> Answer<Vec<AnalysisBody>> {
    let positions: Vec<Box<dyn Table>> = {
        let state = live.read();
        let mut board = state.at(0);
        let mut positions = vec![board.fork()];
        for text in &state.game.record().moves {
            // These very moves were played.
            if board.play(text).is_ok() {
                positions.push(board.fork());
            }
        }
        positions
    };
    // Each position is a thought of its own in the queue, so that others' bots come in between.
    let share = (WHILE / positions.len() as u32).min(MOMENT);
    let mut thoughts = Vec::with_capacity(positions.len());
    let mut positions = positions.into_iter();
    loop {
        let some: Vec<_> = positions.by_ref().take(room.config.bots.threads).collect();
        if some.is_empty() {
            return Ok(thoughts);
        }
        let asked = some.into_iter().map(|table| think(room, live, table, share, true));
        for thought in join_all(asked).await {
            thoughts.push(thought?);
        }
    }
}

/// The strongest level's thought about a position.
async fn think(
    room: &Arc<Room>,
    live: &Arc<Live>,
    table: Box<dyn Table>,
    within: Duration,
    study: bool,
) -> Answer<AnalysisBody> {
    let (epoch, seat) = (table.epoch() as u32, table.turn().seat().map(|seat| seat.0));
    if seat.is_none() {
        return Ok(AnalysisBody { epoch, seat, idea: None });
    }
    let level = live.entry.levels().last().ok_or_else(unavailable)?.id.to_owned();
    let stop = Stop::new();
    // The thinking ends when the client hangs up.
    let _stop = StopOnDrop(stop.clone());
    let (entry, seed) = (live.entry, u64::from(epoch));
    let request = ThinkRequest { entry, table, level, bot: None, seed, within, study, stop };
    let (idea, _) = room.pool.think(request).await.ok_or_else(unavailable)?;
    Ok(AnalysisBody { epoch, seat, idea: Some(idea.into()) })
}
