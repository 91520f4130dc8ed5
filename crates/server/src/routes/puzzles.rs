//! Puzzles: lists, one of them, the day's, and answers, which are checked here.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use catalog::{Entry, PuzzleMaker, Table};
use game::{Puzzle, Rng, Seat, Words};

use crate::error::{Answer, RefusalBody, illegal_at, no_such_game, no_such_puzzle, unavailable};
use crate::extract::{Body, Path, Query};
use crate::routes::games::position_of;
use crate::wire::{
    DayBody, GamePuzzlesBody, ListedPuzzleBody, PositionBody, PuzzleAnswerBody, PuzzleAnswerWish,
    PuzzleBody, PuzzleSolutionBody, PuzzleStepBody, PuzzlesBody, PuzzlesQuery, has,
};

const DAY: u64 = 24 * 60 * 60;

/// What puzzles there are, and the one of the day.
#[utoipa::path(get, path = "/puzzles", operation_id = "list_puzzles", tag = "puzzles",
    responses((status = 200, body = PuzzlesBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn overview() -> Answer<Json<PuzzlesBody>> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|_| unavailable())?;
    let day = puzzle_of(now.as_secs() / DAY).ok_or_else(no_such_puzzle)?;
    let body = |(entry, maker): (&'static dyn Entry, &'static dyn PuzzleMaker)| {
        GamePuzzlesBody::of(entry.about().id, maker)
    };
    Ok(Json(PuzzlesBody { day, games: with_puzzles().map(body).collect() }))
}

/// The puzzles of a game, easiest first.
#[utoipa::path(get, path = "/games/{game}/puzzles", tag = "puzzles",
    params(("game" = String, Path), PuzzlesQuery),
    responses((status = 200, body = Vec<ListedPuzzleBody>), (status = 404, body = RefusalBody)))]
pub(crate) async fn list(
    Path(game): Path<String>,
    Query(query): Query<PuzzlesQuery>,
) -> Answer<Json<Vec<ListedPuzzleBody>>> {
    let all = maker(&game)?.1.bundled().iter();
    let wanted = |puzzle: &&Puzzle| query.theme.as_ref().is_none_or(|theme| has(puzzle, theme));
    let mut list: Vec<_> = all.filter(wanted).map(ListedPuzzleBody::of).collect();
    list.sort_by_key(|puzzle| (puzzle.rating, puzzle.id));
    Ok(Json(list))
}

/// One puzzle, at its beginning.
#[utoipa::path(get, path = "/games/{game}/puzzles/{id}", tag = "puzzles",
    params(("game" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = PuzzleBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn show(Path((game, id)): Path<(String, String)>) -> Answer<Json<PuzzleBody>> {
    let Open { maker, puzzle, table, solver } = open(&game, &id)?;
    let mut at = table.fork();
    let mut moves = 0;
    for text in &puzzle.lines[0] {
        moves += usize::from(at.turn().seat() == Some(solver));
        at.play(text).map_err(|_| unavailable())?;
    }
    let task = puzzle.themes.first().and_then(|id| maker.theme(id)).and_then(|theme| theme.task);
    let task = task.ok_or_else(unavailable)?;
    let count = moves.to_string();
    let task = Words::new(task.en.replace("{n}", &count), task.fr.replace("{n}", &count));
    Ok(Json(PuzzleBody {
        id: &puzzle.id,
        rating: puzzle.rating,
        themes: &puzzle.themes,
        task: task.into(),
        seat: solver.0,
        moves,
        exact: puzzle.proof == game::Proof::Exact,
        position: seen(&*table, solver),
    }))
}

/// Whether the solver's last move is right, and how it goes on. Nothing is stored.
#[utoipa::path(post, path = "/games/{game}/puzzles/{id}/answer", tag = "puzzles",
    params(("game" = String, Path), ("id" = String, Path)),
    request_body = PuzzleAnswerWish,
    responses((status = 200, body = PuzzleAnswerBody), (status = 404, body = RefusalBody),
              (status = 422, body = RefusalBody)))]
pub(crate) async fn answer(
    Path((game, id)): Path<(String, String)>,
    Body(wish): Body<PuzzleAnswerWish>,
) -> Answer<Json<PuzzleAnswerBody>> {
    let Open { puzzle, mut table, solver, .. } = open(&game, &id)?;
    let (mut played, mut steps) = (Vec::new(), Vec::new());
    // A line is a few moves long: whatever comes after its end is not looked at.
    for (index, text) in wish.moves.into_iter().enumerate() {
        if puzzle.lines.contains(&played) {
            break;
        }
        steps.clear();
        let bad = |refused| illegal_at((index, text.clone(), refused));
        let own = table.play(&text).map_err(bad)?;
        steps.push(PuzzleStepBody::new(own.clone(), solver, seen(&*table, solver)));
        played.push(own);
        let Some(line) = puzzle.lines_after(&played).next() else {
            return Ok(Json(PuzzleAnswerBody { right: false, done: false, steps }));
        };
        while let (Some(reply), Some(seat)) = (line.get(played.len()), table.turn().seat())
            && seat != solver
        {
            let reply = table.play(reply).map_err(|_| unavailable())?;
            steps.push(PuzzleStepBody::new(reply.clone(), seat, seen(&*table, solver)));
            played.push(reply);
        }
    }
    let done = puzzle.lines.contains(&played);
    Ok(Json(PuzzleAnswerBody { right: true, done, steps }))
}

/// The right lines of a puzzle, for those who give up on it or want a hint.
#[utoipa::path(get, path = "/games/{game}/puzzles/{id}/solution", tag = "puzzles",
    params(("game" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = PuzzleSolutionBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn solution(
    Path((game, id)): Path<(String, String)>,
) -> Answer<Json<PuzzleSolutionBody>> {
    Ok(Json(PuzzleSolutionBody { lines: &open(&game, &id)?.puzzle.lines }))
}

fn with_puzzles() -> impl Iterator<Item = (&'static dyn Entry, &'static dyn PuzzleMaker)> {
    let games = catalog::games().iter().copied();
    games
        .filter_map(|entry| Some((entry, entry.puzzles()?)))
        .filter(|(_, maker)| !maker.bundled().is_empty())
}

fn maker(game: &str) -> Answer<(&'static dyn Entry, &'static dyn PuzzleMaker)> {
    let entry = catalog::find(game).map_err(|error| no_such_game(error.0))?;
    Ok((entry, entry.puzzles().ok_or_else(no_such_puzzle)?))
}

/// A puzzle that was asked for.
struct Open {
    maker: &'static dyn PuzzleMaker,
    puzzle: &'static Puzzle,
    table: Box<dyn Table>,
    solver: Seat,
}

fn open(game: &str, id: &str) -> Answer<Open> {
    let (entry, maker) = maker(game)?;
    let puzzle = maker.bundled().iter().find(|puzzle| puzzle.id == id);
    let puzzle = puzzle.ok_or_else(no_such_puzzle)?;
    // A test of the catalogue plays all puzzles that come with the program.
    let table = entry.load(&puzzle.position).map_err(|_| unavailable())?;
    let solver = table.turn().seat().ok_or_else(unavailable)?;
    Ok(Open { maker, puzzle, table, solver })
}

/// A position as the solver sees it, whoever is to move.
fn seen(table: &dyn Table, solver: Seat) -> PositionBody {
    let turn = table.turn().seat();
    PositionBody {
        // The others' moves come from the puzzle.
        legal: if turn == Some(solver) { table.legal() } else { Vec::new() },
        // No more than the solver may know.
        state: table.imagine(Some(solver), 0).save(),
        ..position_of(table, Some(solver))
    }
}

/// The puzzle of a day since 1970: the games take turns, and chance that depends on the day alone chooses.
fn puzzle_of(day: u64) -> Option<DayBody> {
    let games: Vec<_> = with_puzzles().collect();
    let &(entry, maker) = games.get(usize::try_from(day).ok()?.checked_rem(games.len())?)?;
    let puzzle = Rng::new(day).pick(maker.bundled())?;
    Some(DayBody { date: date_of(day), game: entry.about().id, id: &puzzle.id })
}

/// A day since 1970 in the Gregorian calendar (Howard Hinnant's `civil_from_days`).
fn date_of(day: u64) -> String {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let date = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{date:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (day, date) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_774, "2026-11-17")]
        {
            assert_eq!(date_of(day), date);
        }
    }

    #[test]
    fn every_day_has_its_puzzle_and_the_games_take_turns() {
        let games = with_puzzles().count() as u64;
        for day in 20_000..20_100 {
            let puzzle = puzzle_of(day).unwrap();
            assert_eq!(puzzle_of(day).unwrap().id, puzzle.id);
            assert_eq!(puzzle_of(day + games).unwrap().game, puzzle.game);
            open(puzzle.game, puzzle.id).unwrap();
        }
    }
}
