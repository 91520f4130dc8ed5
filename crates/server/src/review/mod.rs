//! The review of a finished game: made once for all who look, told as it comes, and kept.

mod judge;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use catalog::Table;
use futures_util::future::join_all;
use game::{Outcome, Seat};
use search::Stop;
use tokio::sync::watch;

use crate::bots::{PlayerPlace, StopOnDrop, ThinkRequest};
use crate::error::{Answer, unavailable};
use crate::live::Live;
use crate::room::Room;
use crate::wire::{IdeaBody, ReviewBody, ReviewPositionBody};
use crate::work::Payer;
use judge::{JudgedPosition, PlayedGame, accuracy, chances_fall, given_away, with_reason};

/// What a position may take for each thread that thinks about positions at the same time: about an eighth of a second a
/// position on two of them.
const EACH: Duration = Duration::from_millis(120);
const THREADS: usize = 2;
/// So many positions are judged; only runs that machines play are longer.
const MOST: usize = 2_000;
/// For all positions together.
const WHILE: Duration = Duration::from_secs(120);
/// A line has at most so many moves.
const LINE: usize = 8;
/// A move that gives away less than this of the result is as good as the best.
const AS_GOOD: f32 = 0.04;

/// Numbers the reviews that are made.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// The reviews that are being made, by table.
#[derive(Default)]
pub(crate) struct Reviews {
    made: Mutex<HashMap<String, Weak<Review>>>,
}

/// A review that is being made. It ends when nobody holds it any more.
pub(crate) struct Review {
    state: Mutex<ReviewState>,
    bell: watch::Sender<u64>,
}

#[derive(Default)]
struct ReviewState {
    positions: Vec<ReviewPositionBody>,
    /// The whole review as text, once it is made; an error once it has failed.
    done: Option<Result<Arc<str>, ()>>,
}

/// What a listener has not heard yet.
pub(crate) enum ReviewNews {
    Positions(Vec<ReviewPositionBody>),
    Whole(Arc<str>),
    Failed,
    Nothing,
}

impl Review {
    fn lock(&self) -> MutexGuard<'_, ReviewState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn listen(&self) -> watch::Receiver<u64> {
        self.bell.subscribe()
    }

    /// What there is beyond these many positions.
    pub fn news(&self, known: usize) -> ReviewNews {
        let state = self.lock();
        match &state.done {
            Some(Ok(text)) => ReviewNews::Whole(Arc::clone(text)),
            Some(Err(())) => ReviewNews::Failed,
            None if state.positions.len() > known => {
                ReviewNews::Positions(state.positions[known..].to_vec())
            }
            None => ReviewNews::Nothing,
        }
    }

    fn ring(&self) {
        self.bell.send_modify(|rings| *rings += 1);
    }
}

/// What the review of a table is kept under.
pub(crate) fn subject(table: &str) -> String {
    format!("review {table}")
}

impl Reviews {
    /// The review of a table that is over: the one that is being made, or a new one.
    pub fn of(&self, room: &Arc<Room>, live: &Arc<Live>) -> Arc<Review> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.retain(|_, review| review.strong_count() > 0);
        if let Some(known) = made.get(&live.id).and_then(Weak::upgrade)
            && known.lock().done.is_none()
        {
            return known;
        }
        let (state, bell) = (Mutex::default(), watch::Sender::new(0));
        let review = Arc::new(Review { state, bell });
        made.insert(live.id.clone(), Arc::downgrade(&review));
        let work = Work {
            room: Arc::clone(room),
            live: Arc::clone(live),
            payer: Payer::current(),
            review: Arc::downgrade(&review),
            name: format!("review-{}", NEXT.fetch_add(1, Relaxed)),
        };
        tokio::spawn(work.run());
        review
    }
}

/// Making a review, on account of whoever asked first.
struct Work {
    room: Arc<Room>,
    live: Arc<Live>,
    payer: Payer,
    review: Weak<Review>,
    /// The name under which its players wait.
    name: String,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.room.players.forget(&self.name);
    }
}

impl Work {
    async fn run(self) {
        let made = self.make().await;
        let Some(review) = self.review.upgrade() else { return };
        if let Ok(Some(text)) = &made {
            let kept = self.room.store.keep_thought(&subject(&self.live.id), text).await;
            kept.unwrap_or_else(|error| tracing::warn!(%error, "a review was not kept"));
        }
        review.lock().done = Some(match made {
            Ok(Some(text)) => Ok(text),
            _ => Err(()),
        });
        review.ring();
    }

    /// The review as text; none if nobody waits for it any more.
    async fn make(&self) -> Answer<Option<Arc<str>>> {
        let (moves, outcome, mut board) = {
            let state = self.live.read();
            let record = state.game.record();
            let movers = state.game.movers().iter().map(|seat| seat.0);
            let moves: Vec<_> = movers.zip(record.moves.iter().cloned()).take(MOST).collect();
            (moves, state.game.outcome(), Some(state.at(0)))
        };
        let teams = board.as_deref().map(teams).unwrap_or_default();
        let threads = self.room.config.bots.threads.min(THREADS);
        let each = EACH * threads as u32;
        let within = each.min(WHILE * threads as u32 / (1 + moves.len() as u32));
        let mut positions: Vec<JudgedPosition> = Vec::new();
        while board.is_some() {
            let mut tables = Vec::new();
            while tables.len() < threads
                && let Some(table) = board.take()
            {
                let epoch = table.epoch();
                board = moves.get(epoch).and_then(|(_, text)| {
                    let mut next = table.position(epoch);
                    next.play(text).ok().map(|_| next)
                });
                tables.push(table);
            }
            let first = positions.len();
            let mut thoughts = Vec::new();
            for (at, table) in (0u8..).zip(tables) {
                let played = moves.get(first + usize::from(at)).map(|(_, text)| text.as_str());
                thoughts.push(self.think(at, table, played, within));
            }
            for thought in join_all(thoughts).await {
                positions.push(thought?);
            }
            let Some(review) = self.review.upgrade() else { return Ok(None) };
            let told = told(&teams, outcome.as_ref(), &positions, first..positions.len());
            review.lock().positions.extend(told);
            review.ring();
        }
        self.conclude(teams, moves, outcome, positions).await.map(Some)
    }

    /// Judges a position. The player of this number goes on from what it has found about earlier ones; in between it
    /// waits with those of the tables, so that one budget bounds what all of them keep.
    async fn think(
        &self,
        player: u8,
        table: Box<dyn Table>,
        played: Option<&str>,
        within: Duration,
    ) -> Answer<JudgedPosition> {
        let seat = table.turn().seat().map(|seat| seat.0);
        if seat.is_none() {
            return Ok(JudgedPosition::default());
        }
        let entry = self.live.entry;
        let level = entry.levels().last().ok_or_else(unavailable)?.id.to_owned();
        let (players, name) = (Arc::clone(&self.room.players), self.name.clone());
        let place = Some(PlayerPlace { players, table: name, seat: player, generation: 0 });
        let (stop, seed) = (Stop::new(), table.epoch() as u64);
        let _stop = StopOnDrop(stop.clone());
        // Where two play in turn, the next position tells what a move was worth: all the time goes into the best line.
        let study = table.seats() != 2;
        let request = ThinkRequest { entry, table, level, place, seed, within, study, stop };
        let idea = request.on(&self.room.thinking, self.payer).await;
        let idea = IdeaBody::from(idea.ok_or_else(unavailable)?);
        let worth = played.and_then(|played| idea.moves.iter().find(|each| each.text == played));
        let mut good: Vec<String> = idea.best.iter().cloned().collect();
        good.extend(
            idea.moves
                .iter()
                .filter(|each| {
                    Some(&each.text) != idea.best.as_ref() && each.chance >= idea.chance - AS_GOOD
                })
                .map(|each| each.text.clone())
                .take(LINE),
        );
        let mut line = idea.line;
        if line.is_empty() {
            line.extend(idea.best);
        }
        line.truncate(LINE);
        let judged = JudgedPosition {
            seat,
            score: Some(idea.score),
            chance: idea.chance,
            line,
            played: worth.map(|worth| worth.chance),
            good,
        };
        Ok(judged)
    }

    /// Judges the moves and finds the words.
    async fn conclude(
        &self,
        teams: Vec<u8>,
        moves: Vec<(u8, String)>,
        outcome: Option<Outcome>,
        positions: Vec<JudgedPosition>,
    ) -> Answer<Arc<str>> {
        let (entry, live) = (self.live.entry, Arc::clone(&self.live));
        let made = self.room.replays.run_for(self.payer, move || {
            let outcome = outcome.as_ref();
            let game = PlayedGame { teams: &teams, moves: &moves, outcome, positions: &positions };
            let mut said = game.moves();
            let state = live.read();
            for each in said.iter_mut().filter(|each| each.verdict.is_some()) {
                let (before, text) = (state.at(each.epoch - 1), &moves[each.epoch as usize - 1].1);
                let better = each.better.as_deref().unwrap_or_default();
                let at = each.epoch as usize;
                let certain = match teams.len() {
                    2 => given_away(positions[at - 1].score, positions[at].score),
                    _ => None,
                };
                let reason = entry.remark(&*before, text, better);
                let reason = reason.or_else(|| {
                    let played: Vec<_> =
                        std::iter::once(text).chain(&positions[at].line).cloned().collect();
                    entry.remark_by_terms(&*before, &played, &positions[at - 1].line)
                });
                let said = with_reason(certain, reason);
                // Alone nobody wins.
                let lost = each.loss.filter(|_| teams.len() > 1);
                let said =
                    said.or_else(|| lost.map(|loss| chances_fall(positions[at - 1].chance, loss)));
                each.says = said.map(Into::into);
            }
            let statistics = entry.statistics(state.game.record()).unwrap_or_default();
            let whole = ReviewBody {
                accuracy: accuracy(teams.len(), &said),
                moves: said,
                positions: told(&teams, outcome, &positions, 0..positions.len()),
                statistics: statistics.into_iter().map(Into::into).collect(),
            };
            // Our own bodies always serialize.
            Some(serde_json::to_string(&whole).unwrap_or_default())
        });
        Ok(made.await?.into())
    }
}

/// The team of each seat: the first seat that it wins and loses with.
fn teams(table: &dyn Table) -> Vec<u8> {
    let seats = 0..table.seats() as u8;
    let first = |seat: u8| seats.clone().find(|&other| table.allies(Seat(other), Seat(seat)));
    seats.clone().map(|seat| first(seat).unwrap_or(seat)).collect()
}

/// Positions as listeners are told of them.
fn told(
    teams: &[u8],
    outcome: Option<&Outcome>,
    positions: &[JudgedPosition],
    which: std::ops::Range<usize>,
) -> Vec<ReviewPositionBody> {
    let game = PlayedGame { teams, moves: &[], outcome, positions };
    let body = |epoch: usize| ReviewPositionBody {
        epoch: epoch as u32,
        seat: positions[epoch].seat,
        score: positions[epoch].score,
        chances: (0..teams.len() as u8).map(|seat| game.chance(seat, epoch)).collect(),
        line: positions[epoch].line.clone(),
    };
    which.map(body).collect()
}
