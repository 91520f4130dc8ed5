//! What is known of how strong computer players are: measured ratings, and ladders that are being played.

use std::collections::BTreeMap;

use arena::ladder::{LadderLog, LogStanding};
use catalog::{Entry, RatingKind, VariantRatings};
use serde::Serialize;
use utoipa::ToSchema;

use super::{OptionsBody, WordsBody};

/// All that is known of the strength of computer players.
#[derive(Serialize, ToSchema)]
#[schema(as = Arena)]
pub(crate) struct ArenaBody {
    /// The ratings that come with the program, by the game's and the variant's ids.
    pub measured: BTreeMap<&'static str, BTreeMap<String, MeasuredBody>>,
    /// Ladders that the host of this server plays, or has played.
    pub ladders: Vec<LadderBody>,
}

impl ArenaBody {
    pub fn of(ladders: &[LadderBody]) -> Self {
        let measured = catalog::games().iter().map(|entry| {
            let variants = entry.ratings().iter();
            let of = |(id, ratings): (&String, &VariantRatings)| {
                (id.clone(), MeasuredBody::of(*entry, ratings))
            };
            (entry.about().id, variants.map(of).collect())
        });
        Self { measured: measured.collect(), ladders: ladders.to_vec() }
    }
}

/// The levels of a game in a variant, as they were measured.
#[derive(Serialize, ToSchema)]
#[schema(as = Measured)]
pub(crate) struct MeasuredBody {
    /// What the values are: `elo` from games against each other, or the `mean` of runs alone.
    #[schema(value_type = String)]
    pub kind: RatingKind,
    /// What the means are of; null with Elo.
    #[schema(required)]
    pub figure: Option<WordsBody>,
    /// In how many games or runs.
    pub games: u64,
    /// Each level, the strongest first.
    pub levels: Vec<MeasuredLevelBody>,
}

/// A level as it was measured.
#[derive(Serialize, ToSchema)]
#[schema(as = MeasuredLevel)]
pub(crate) struct MeasuredLevelBody {
    /// The level's id, or that of a player who plays alone.
    pub id: String,
    /// The name that people say.
    pub name: WordsBody,
    /// Elo points or a mean.
    pub value: f64,
    /// So far to either side with 95% confidence.
    #[schema(required)]
    pub error: Option<f64>,
}

impl MeasuredBody {
    fn of(entry: &dyn Entry, ratings: &VariantRatings) -> Self {
        let level = |(id, rating): (&String, &catalog::LevelRating)| MeasuredLevelBody {
            id: id.clone(),
            name: player_name(entry, id),
            value: rating.value,
            error: rating.error,
        };
        let mut levels: Vec<_> = ratings.levels.iter().map(level).collect();
        levels.sort_by(|a, b| b.value.total_cmp(&a.value));
        let figure = ratings.figure.clone().map(Into::into);
        Self { kind: ratings.kind, figure, games: ratings.games, levels }
    }
}

/// A ladder: contestants who are rated together.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Ladder)]
pub(crate) struct LadderBody {
    /// Its id: the name of its journal.
    pub id: String,
    /// The game's id.
    pub game: &'static str,
    /// The variant's id.
    pub variant: String,
    /// Options that differ from the variant's.
    pub options: OptionsBody,
    /// Whether each plays alone: then ratings are means.
    pub alone: bool,
    /// Whether they meet in real time.
    pub duel: bool,
    /// Whether it is being played at present.
    pub growing: bool,
    /// Games, or runs alone.
    pub played: usize,
    /// Those of them that differ.
    pub different: usize,
    /// The contestants, the strongest first.
    pub contestants: Vec<LadderContestantBody>,
    /// Each against each in the same order: the share of games ahead, a shared place half; null where they have not
    /// met. Empty if each plays alone.
    pub cross: Vec<Vec<Option<f64>>>,
    /// How the ratings became known.
    pub curves: Vec<LadderPointBody>,
}

/// One who takes part in a ladder.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = LadderContestant)]
pub(crate) struct LadderContestantBody {
    /// The name that people say: of a level, or of a program without its path.
    pub name: WordsBody,
    /// Its rating: from the weakest's 0, or, placed among measured levels, on their scale; alone, the mean.
    pub value: f64,
    /// So far to either side with 95% confidence.
    #[schema(required)]
    pub error: Option<f64>,
    /// Games that count, or runs.
    pub games: usize,
    /// The share of games won.
    #[schema(required)]
    pub score: Option<f64>,
    /// Games that it could not play on, was late in, or played illegally in.
    pub faults: u32,
    /// Whether its rating was given, and the others placed beside it.
    #[serde(skip)]
    pub held: bool,
    /// Its name in the journal. A program's command is for the host alone.
    #[serde(skip)]
    pub key: String,
}

/// The ratings after so many games.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = LadderPoint)]
pub(crate) struct LadderPointBody {
    /// Games.
    pub games: usize,
    /// Each contestant's rating, in their order.
    pub values: Vec<f64>,
}

/// What a stream of ladders tells, an event each: `{event, data}` as the stream's own fields.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[schema(as = LaddersEvent)]
#[allow(dead_code, reason = "it describes the stream; events are sent as text")]
pub(crate) enum LaddersEvent {
    /// All ladders as they stand now.
    Ladders(Vec<LadderBody>),
}

impl LadderBody {
    pub fn of(entry: &'static dyn Entry, id: String, log: &mut LadderLog, growing: bool) -> Self {
        let held = measured(entry, log);
        log.hold(held.clone());
        let standings = log.standings();
        let head = &log.head;
        let mut order: Vec<usize> = (0..head.contestants.len()).collect();
        let value = |one: usize| standings.contestants[one].value;
        order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
        // Curves and ratings stand on the weakest, so that nobody is below 0.
        let weakest = order.last().copied().unwrap_or_default();
        let base = if head.alone || !held.is_empty() { 0.0 } else { value(weakest) };
        let contestant = |&one: &usize| {
            let LogStanding { value, error, games, score, faults } = standings.contestants[one];
            let key = head.contestants[one].clone();
            let name = player_name(entry, &key);
            let held = held.iter().any(|&(other, _)| other == one);
            LadderContestantBody {
                name,
                value: value - base,
                error,
                games,
                score,
                faults,
                held,
                key,
            }
        };
        let cross = |&one: &usize| {
            let row = standings.cross.get(one)?;
            Some(order.iter().map(|&other| row[other]).collect())
        };
        let point = |(games, values): &(usize, Vec<f64>)| LadderPointBody {
            games: *games,
            values: order
                .iter()
                .map(|&one| values[one] - if held.is_empty() { values[weakest] } else { 0.0 })
                .collect(),
        };
        let usual = entry.about().variants[0].id;
        Self {
            id,
            game: entry.about().id,
            variant: head.variant.clone().unwrap_or_else(|| usual.to_owned()),
            options: OptionsBody(head.options.clone()),
            alone: head.alone,
            duel: head.duel,
            growing,
            played: standings.played,
            different: standings.different,
            contestants: order.iter().map(contestant).collect(),
            cross: order.iter().filter_map(cross).collect(),
            curves: standings.curves.iter().map(point).collect(),
        }
    }

    /// The variant, the games and the Elo of a program that took part, on the scale of the measured ratings as far as
    /// the levels beside it have one.
    pub fn elo_of(&self, game: &str, command: &str) -> Option<(String, usize, i32)> {
        if self.game != game || self.alone || !self.options.is_empty() {
            return None;
        }
        let own = self.contestants.iter().find(|one| one.key == command && one.games > 0)?;
        if self.contestants.iter().any(|one| one.held) {
            return Some((self.variant.clone(), own.games, own.value.round() as i32));
        }
        let entry = catalog::find(game).ok()?;
        let level = |one: &LadderContestantBody| {
            Some(f64::from(entry.elo(&one.key, &self.variant)?) - one.value)
        };
        let met = self.contestants.iter().filter(|one| one.games > 0);
        let known: Vec<f64> = met.filter_map(level).collect();
        // The scale is moved by what the levels are apart from their measured ratings.
        let shift = known.iter().sum::<f64>() / known.len().max(1) as f64;
        Some((self.variant.clone(), own.games, (own.value + shift).round() as i32))
    }
}

/// Where one is held against all others, those of them whose ratings come with the program: it is placed among them.
fn measured(entry: &dyn Entry, log: &LadderLog) -> Vec<(usize, f64)> {
    let head = &log.head;
    let variant = head.variant.as_deref().unwrap_or(entry.about().variants[0].id);
    let elo = |key: &String| entry.elo(key, variant).map(f64::from);
    let is_new = |own: &String| elo(own).is_none();
    if !head.gauntlet.as_ref().is_some_and(is_new) || head.duel || !head.options.is_empty() {
        return Vec::new();
    }
    let all = head.contestants.iter().enumerate();
    let held: Vec<_> = all.filter_map(|(one, key)| Some((one, elo(key)?))).collect();
    if held.len() < 2 { Vec::new() } else { held }
}

/// What a contestant is called: a level by its name, a program by its last word without its path.
fn player_name(entry: &dyn Entry, key: &str) -> WordsBody {
    if let Ok(level) = entry.level(key) {
        return level.name.into();
    }
    let own = |text: &str| game::Words::new(text.to_owned(), text.to_owned()).into();
    match key.contains([' ', '/']) {
        true => {
            let last = key.split_whitespace().rfind(|word| !word.starts_with('-')).unwrap_or(key);
            own(last.rsplit('/').next().unwrap_or(last))
        }
        false => own(key),
    }
}
