//! The best runs of a game in real time. A run comes as the text of its inputs; it is replayed here,
//! from its first tick to its last, before anything of it is believed.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use game::{Arcade, Ranking};

use crate::clock::{now, rfc3339};
use crate::error::{
    Answer, RefusalBody, bad_run, known_run, no_such_game, no_such_mode, no_such_run,
    unfinished_run,
};
use crate::extract::{Path, Query, Text};
use crate::room::Room;
use crate::store::{ScoreList, ScoreRow, StoreError};
use crate::token::{digest, table_id};
use crate::wire::{BestRunBody, BestRunsBody, Entered, FiguresBody, RunBody, ScoresQuery};

/// Enters a run into the list of the best.
#[utoipa::path(post, path = "/games/{game}/scores", operation_id = "enter_run", tag = "scores",
    params(("game" = String, Path)),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 201, body = Entered), (status = 404, body = RefusalBody),
              (status = 409, body = RefusalBody), (status = 422, body = RefusalBody)))]
pub(crate) async fn enter(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    Text { text, _place }: Text,
) -> Answer<(StatusCode, Json<Entered>)> {
    let arcade = arcade(&game)?;
    let text = Arc::<str>::from(text);
    let run = {
        let text = Arc::clone(&text);
        room.replays.run(move || Some(arcade.judge(&text))).await?
    };
    let run = run.map_err(|refused| bad_run(refused.words().clone()))?;
    let ranking = ranking(arcade, &run.mode)?;
    if ranking == Ranking::Ticks && !run.finished {
        return Err(unfinished_run());
    }
    let list = ScoreList { game, mode: run.mode.clone(), kind: run.kind.clone(), ranking };
    let score = ScoreRow {
        id: table_id(),
        list,
        name: room.name(run.name.as_deref().unwrap_or_default())?,
        points: run.points,
        ticks: i64::try_from(run.ticks).unwrap_or(i64::MAX),
        figures: run.figures.clone(),
        at: now(),
    };
    let digest = digest(&run.canonical);
    match room.store.enter_score(&score, &text, &digest).await {
        Err(StoreError::Conflict) => return Err(known_run()),
        entered => entered?,
    }
    let best = room.store.best_scores(&score.list, u32::MAX).await?;
    let rank = best.iter().position(|other| other.id == score.id).map(|index| index + 1);
    Ok((StatusCode::CREATED, Json(Entered { id: score.id, rank, run: RunBody::of(run) })))
}

/// The best of a list.
#[utoipa::path(get, path = "/games/{game}/scores", operation_id = "best_runs", tag = "scores",
    params(("game" = String, Path), ScoresQuery),
    responses((status = 200, body = BestRunsBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn list(
    State(room): State<Arc<Room>>,
    Path(game): Path<String>,
    Query(query): Query<ScoresQuery>,
) -> Answer<Json<BestRunsBody>> {
    let ranking = ranking(arcade(&game)?, &query.mode)?;
    let list = ScoreList { game, mode: query.mode, kind: query.kind, ranking };
    let best = room.store.best_scores(&list, query.limit.unwrap_or(20).min(200)).await?;
    let scores = best.into_iter().zip(1..).map(|(score, rank)| BestRunBody {
        id: score.id,
        rank,
        name: score.name,
        points: score.points,
        ticks: score.ticks,
        figures: FiguresBody(score.figures),
        at: rfc3339(score.at),
    });
    Ok(Json(BestRunsBody { scores: scores.collect() }))
}

/// The inputs of a run, to be watched.
#[utoipa::path(get, path = "/games/{game}/scores/{id}", tag = "scores",
    params(("game" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"),
              (status = 404, body = RefusalBody)))]
pub(crate) async fn run(
    State(room): State<Arc<Room>>,
    Path((game, id)): Path<(String, String)>,
) -> Answer<impl IntoResponse> {
    arcade(&game)?;
    let run = room.store.run(&game, &id).await?.ok_or_else(no_such_run)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], run))
}

/// The real-time side of a game that has one.
pub(super) fn arcade(game: &str) -> Answer<&'static dyn Arcade> {
    let entry = catalog::find(game).map_err(|error| no_such_game(error.0))?;
    entry.arcade().ok_or_else(no_such_mode)
}

fn ranking(arcade: &dyn Arcade, mode: &str) -> Answer<Ranking> {
    let found = arcade.modes().iter().find(|known| known.id == mode);
    found.and_then(|mode| mode.ranked).ok_or_else(no_such_mode)
}
