//! How far play is from perfection: what every move of a game gives away, where a game has an exact solver.

use std::collections::HashMap;

use catalog::{Entry, Setup};
use game::{Seat, Words};
use search::{Fault, SolveOptions, SolvePosition, Stop};
use serde::Serialize;

use crate::event::{Event, run};
use crate::match_game::MatchGame;

/// Memory of each thread's solver.
const TABLE_BYTES: usize = 64 << 20;

/// What a contestant has given away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ExactErrors {
    /// Moves that were judged.
    pub moves: u64,
    /// Moves after which the perfect result was worse than before.
    pub mistakes: u64,
    /// What was given away in all; a won game that is thrown away is 1, half of it a half.
    pub given_away: f64,
}

impl ExactErrors {
    /// What a move gives away in the mean; none before the first.
    pub fn a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.given_away / self.moves as f64)
    }

    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.mistakes += other.mistakes;
        self.given_away += other.given_away;
    }
}

/// Judges every move that contestants chose in these games. What the solver cannot judge is left out.
pub fn errors(
    game: &'static dyn Entry,
    setup: &Setup,
    contestants: usize,
    games: &[MatchGame],
    threads: usize,
    stop: &Stop,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<ExactErrors>, Fault> {
    let solver = game.solver().ok_or_else(|| {
        let name = game.about().name;
        let known = catalog::games().iter().filter(|game| game.solver().is_some());
        let names = known.map(|game| game.about().id).collect::<Vec<_>>().join(", ");
        Fault::Unknown(Words::new(
            format!("{} has no exact solver; there is one for {names}", name.en),
            format!("{} n’a pas de solveur exact ; il y en a un pour {names}", name.fr),
        ))
    })?;
    let event = Judging { game, setup, start: &|| (solver.start)(&OPTIONS) };
    let judged = run(&event, games, threads, stop, &|_| progress())?;
    let mut all = vec![ExactErrors::default(); contestants];
    for (one, errors) in judged.iter().flatten() {
        all[*one].add(errors);
    }
    Ok(all)
}

const OPTIONS: SolveOptions =
    SolveOptions { weak: true, scores: false, book: true, threads: 1, table_bytes: TABLE_BYTES };

/// The games, one after another on each thread's own solver.
struct Judging<'a> {
    game: &'static dyn Entry,
    setup: &'a Setup,
    start: &'a (dyn Fn() -> Box<dyn SolvePosition> + Sync),
}

/// A solver, and what it has found: many games begin alike.
struct SolvedPositions {
    solver: Box<dyn SolvePosition>,
    known: HashMap<String, Option<f64>>,
}

impl SolvedPositions {
    fn worth(&mut self, moves: &[String], saved: String) -> Option<f64> {
        if let Some(&known) = self.known.get(&saved) {
            return known;
        }
        let worth = self.solver.worth(moves, &saved);
        self.known.insert(saved, worth);
        worth
    }
}

impl Event for Judging<'_> {
    type Kept = SolvedPositions;
    type Task = MatchGame;
    type Game = Vec<(usize, ExactErrors)>;

    fn set_up(&self) -> Result<SolvedPositions, Fault> {
        Ok(SolvedPositions { solver: (self.start)(), known: HashMap::new() })
    }

    fn play(
        &self,
        judge: &mut SolvedPositions,
        played: &MatchGame,
        stop: &Stop,
    ) -> Result<Option<Self::Game>, Fault> {
        let setup = Setup { seed: played.seed, ..self.setup.clone() };
        let mut table = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut found: Vec<(usize, ExactErrors)> = Vec::new();
        for (epoch, text) in played.moves.iter().enumerate() {
            if stop.is_pulled() {
                return Ok(None);
            }
            let Some(Seat(mover)) = table.turn().seat() else { break };
            let chosen = epoch >= played.opening;
            let before =
                chosen.then(|| judge.worth(&played.moves[..epoch], table.save())).flatten();
            table.play(text).map_err(|refused| Fault::Unknown(refused.words().clone()))?;
            let Some(before) = before else { continue };
            let after = match (table.outcome(), table.turn().seat()) {
                (Some(outcome), _) => Some(f64::from(outcome.share(Seat(mover)))),
                (None, Some(Seat(next))) => {
                    let worth = judge.worth(&played.moves[..=epoch], table.save());
                    worth.map(|worth| if next == mover { worth } else { 1.0 - worth })
                }
                (None, None) => None,
            };
            let Some(after) = after else { continue };
            let given_away = (before - after).max(0.0);
            let mistakes = u64::from(given_away > 0.0);
            let one = played.seated[usize::from(mover)];
            found.push((one, ExactErrors { moves: 1, mistakes, given_away }));
        }
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer_time::AnswerTime;
    use crate::contestant::Contestant;
    use crate::game_runner::{MatchRules, Meeting};
    use crate::match_::Match;
    use crate::openings::OpeningSource;
    use search::Limits;

    fn played(
        game: &str,
        options: &str,
        contestants: &[&str],
        openings: usize,
    ) -> Vec<ExactErrors> {
        let game = catalog::find(game).unwrap();
        let options = serde_json::from_str(options).unwrap();
        let setup = Setup { variant: None, options, seed: 3 };
        let rules = MatchRules {
            game,
            setup: setup.clone(),
            meeting: Meeting::Table,
            openings: OpeningSource::Random(openings),
            limits: Limits::NONE,
            time: AnswerTime::default(),
            moves: None,
        };
        let list: Vec<Contestant> =
            contestants.iter().map(|&name| Contestant::Own(name.to_owned())).collect();
        let count = list.len();
        let played = Match { rules, contestants: list, games: 6, sprt: None, threads: 1 };
        let report = played.run(&Stop::new(), &|_| ()).unwrap();
        errors(game, &setup, count, &report.games, 1, &Stop::new(), &|| ()).unwrap()
    }

    #[test]
    fn a_perfect_player_gives_nothing_away_and_a_random_one_a_lot() {
        let found = played("connect4", "{}", &["perfect", "random"], 14);
        assert_eq!((found[0].mistakes, found[0].given_away), (0, 0.0), "{found:?}");
        assert!(found[0].moves > 10 && found[1].a_move().unwrap() > 0.02, "{found:?}");
        // On a small board the solver of the other game.
        let small = r#"{ "size": 3, "walls": 1 }"#;
        let found = played("quoridor", small, &["hard", "random"], 2);
        assert!(found[0].moves > 5 && found[0].a_move() < found[1].a_move(), "{found:?}");
        // A board that no solver knows is not judged.
        assert_eq!(played("connect4", r#"{ "width": 5 }"#, &["medium", "random"], 2)[0].moves, 0);
    }

    #[test]
    fn games_without_a_solver_are_refused() {
        let game = catalog::find("blokus").unwrap();
        let refused = errors(game, &Setup::default(), 2, &[], 1, &Stop::new(), &|| ()).unwrap_err();
        assert!(refused.to_string().contains("there is one for connect4, quoridor"), "{refused}");
    }
}
