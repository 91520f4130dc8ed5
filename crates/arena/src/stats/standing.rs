//! The games of a match added up, those that were played before counted once.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::rating::RatedRound;
use super::scores::Scores;
use crate::match_game::MatchGame;
use crate::table_game::Spent;

/// What one contestant has got.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standing {
    /// Games alone in first place.
    pub wins: u32,
    /// Games shared first.
    pub draws: u32,
    /// All other games.
    pub losses: u32,
    /// Games lost because it could not play on.
    pub faults: u32,
    /// What it has spent on moves.
    pub spent: Spent,
    /// The share of first places, by rounds.
    #[serde(skip)]
    pub scores: Scores,
}

impl Standing {
    /// Games that count.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// All games added up.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// What each contestant has got, repeated rounds left out.
    pub standings: Vec<Standing>,
    /// Games played.
    pub played: usize,
    /// How many of them differ.
    pub different: usize,
    /// The rounds that count, for a rating.
    pub rounds: Vec<RatedRound>,
}

impl Stats {
    /// Adds games up, in the order of their rounds. A round has as many games as there are contestants in it; one whose
    /// games were all played before in the same way says nothing new and does not count.
    pub fn of<'g>(contestants: usize, games: impl Iterator<Item = &'g MatchGame>) -> Self {
        let mut games: Vec<&MatchGame> = games.collect();
        games.sort_by_key(|game| game.number);
        let standings = vec![Standing::default(); contestants];
        let mut stats = Self { standings, played: games.len(), ..Self::default() };
        let (mut known_games, mut known_rounds) = (HashSet::new(), HashSet::new());
        for round in rounds(&games) {
            for game in &round {
                stats.different += usize::from(known_games.insert(game.key));
                stats.count_costs(game);
            }
            if known_rounds.insert(round.iter().map(|game| game.key).collect::<Vec<_>>()) {
                stats.count(&round);
            }
        }
        stats
    }

    /// Faults and time count however often the same game was played.
    fn count_costs(&mut self, game: &MatchGame) {
        for (seat, &one) in game.seated.iter().enumerate() {
            if let Some(spent) = game.spent.get(seat) {
                self.standings[one].spent.add(spent);
            }
        }
        for one in game.at_fault() {
            self.standings[one].faults += 1;
        }
    }

    fn count(&mut self, round: &[&MatchGame]) {
        let lineup = &round[0].lineup;
        let mut members = lineup.clone();
        members.sort_unstable();
        members.dedup();
        for &one in &members {
            let standing = &mut self.standings[one];
            let mut sum = 0.0;
            for game in round {
                let share = game.share(one);
                sum += share;
                match share {
                    share if share >= 1.0 => standing.wins += 1,
                    share if share > 0.0 => standing.draws += 1,
                    _ => standing.losses += 1,
                }
            }
            let games = round.len() as f64;
            standing.scores.add(sum / games, games / lineup.len() as f64);
        }
        let orders = round.iter().map(|game| game.order()).collect();
        self.rounds.push(RatedRound { lineup: members, games: orders });
    }
}

/// The games of each round, in the order in which the rounds began. A ladder that went on under another plan may have
/// numbered its games anew.
fn rounds<'g>(games: &[&'g MatchGame]) -> Vec<Vec<&'g MatchGame>> {
    let mut places: HashMap<(usize, &[usize]), usize> = HashMap::new();
    let mut rounds: Vec<Vec<&MatchGame>> = Vec::new();
    for &game in games {
        let place = *places.entry((game.round, &game.lineup)).or_insert(rounds.len());
        if place == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[place].push(game);
    }
    rounds
}

/// What two contestants have got against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Encounter {
    /// Games in which both took part.
    pub games: u32,
    /// Games in which the first came before the second.
    pub ahead: u32,
    /// Games in which they shared a place.
    pub level: u32,
}

impl Encounter {
    /// The share of the first, a shared place half; none where they have not met.
    pub fn share(&self) -> Option<f64> {
        let points = f64::from(self.ahead) + f64::from(self.level) / 2.0;
        (self.games > 0).then(|| points / f64::from(self.games))
    }
}

impl Stats {
    /// Everybody against everybody: row against column. Whoever holds several sides counts with its best.
    pub fn cross_table(&self) -> Vec<Vec<Encounter>> {
        let count = self.standings.len();
        let mut table = vec![vec![Encounter::default(); count]; count];
        for game in self.rounds.iter().flat_map(|round| &round.games) {
            let best = |one: usize| {
                game.iter().filter(|&&(own, _)| own == one).map(|&(_, place)| place).min()
            };
            for (one, row) in table.iter_mut().enumerate() {
                for (other, cell) in row.iter_mut().enumerate().filter(|&(other, _)| other != one) {
                    let (Some(own), Some(theirs)) = (best(one), best(other)) else { continue };
                    cell.games += 1;
                    cell.ahead += u32::from(own < theirs);
                    cell.level += u32::from(own == theirs);
                }
            }
        }
        table
    }
}
