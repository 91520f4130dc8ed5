//! The games and their lessons, and positions that are at no table.

use std::borrow::Cow;
use std::collections::BTreeMap;

use catalog::{Entry, Setup};
use game::{ArcadeMode, Kind, Lesson, Phrase, Ranking, Setting, Step, Variant, Words};
use search::Level;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{OptionsBody, SeedBody, WordsBody};
use crate::bots::{HostedBot, HostedBots};
use crate::ladders::Ladders;
use crate::store::OutcomeRow;

/// The name and version of the program.
#[derive(Serialize, ToSchema)]
#[schema(as = Version)]
pub(crate) struct VersionBody {
    /// `Plateau`.
    pub name: &'static str,
    /// The version.
    pub version: &'static str,
}

/// A game: what people choose by.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub(crate) struct GameBody {
    /// Its id in addresses.
    pub id: &'static str,
    /// The name that people say.
    pub name: WordsBody,
    /// One line that makes one want to play it.
    pub tagline: WordsBody,
    /// What each seat is called; more than the seats of some variants.
    pub seats: Vec<WordsBody>,
    /// Ways to play it; the first is the usual one.
    pub variants: Vec<VariantBody>,
    /// What can be set beyond the variant.
    pub settings: Vec<SettingBody>,
    /// The options of the first variant.
    pub defaults: OptionsBody,
    /// The ladder of computer players, weakest first; then the host's own programs.
    pub levels: Vec<LevelBody>,
    /// The level of a bot when nobody has chosen one; a newcomer can beat it sometimes.
    pub usual_level: &'static str,
    /// How many lessons there are.
    pub lessons: usize,
    /// How many puzzles there are.
    pub puzzles: usize,
    /// Ways to write its games down, beside `record`.
    pub formats: Vec<&'static str>,
    /// What can be played in real time; null where nothing can.
    #[schema(required)]
    pub modes: Option<Vec<ModeBody>>,
}

impl GameBody {
    pub fn of(entry: &dyn Entry, hosted: &HostedBots, ladders: &Ladders) -> Self {
        let about = entry.about();
        let own = entry.levels().iter().map(|level| LevelBody::of(level, entry));
        let hosted = hosted.of(about.id).map(|bot| LevelBody::hosted(bot, ladders));
        let defaults = entry.table(&Setup::default()).map(|table| table.record().options.clone());
        let arcade = entry.arcade();
        Self {
            id: about.id,
            name: about.name.into(),
            tagline: about.tagline.into(),
            seats: about.seats.iter().map(|&name| name.into()).collect(),
            variants: about.variants.iter().map(VariantBody::of).collect(),
            settings: about.settings.iter().map(SettingBody::of).collect(),
            defaults: OptionsBody(defaults.unwrap_or_default()),
            levels: own.chain(hosted).collect(),
            usual_level: entry.usual_level().id,
            lessons: entry.lessons().len(),
            puzzles: entry.puzzles().map_or(0, |maker| maker.bundled().len()),
            formats: entry.formats().iter().map(|format| format.id).collect(),
            modes: arcade.map(|arcade| arcade.modes().iter().map(ModeBody::of).collect()),
        }
    }
}

/// A named way to play: a set of options.
#[derive(Serialize, ToSchema)]
#[schema(as = Variant)]
pub(crate) struct VariantBody {
    /// Its id.
    pub id: &'static str,
    /// The name that people say.
    pub name: WordsBody,
    /// What is different about it.
    pub about: WordsBody,
    /// How many seats it has.
    pub seats: usize,
    /// The options in which it differs from the first.
    pub options: OptionsBody,
}

impl VariantBody {
    fn of(variant: &Variant) -> Self {
        Self {
            id: variant.id,
            name: variant.name.into(),
            about: variant.about.into(),
            seats: variant.seats,
            // Part of the source; the games' own tests play every variant.
            options: serde_json::from_str(variant.options).unwrap_or_default(),
        }
    }
}

/// One option of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Setting)]
pub(crate) struct SettingBody {
    /// Its name among the options.
    pub id: &'static str,
    /// The name that people say.
    pub name: WordsBody,
    /// What it may be.
    #[serde(flatten)]
    pub kind: SettingKindBody,
}

/// What an option may be.
#[derive(Serialize, ToSchema)]
#[schema(as = SettingKind)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum SettingKindBody {
    /// A whole number in a range.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
        /// From one allowed value to the next.
        step: i64,
    },
    /// Yes or no.
    Flag,
    /// One of several names.
    Choice {
        /// The names in options, and for people.
        of: Vec<(&'static str, WordsBody)>,
    },
}

impl SettingBody {
    fn of(setting: &Setting) -> Self {
        let kind = match setting.kind {
            Kind::Number { min, max, step } => SettingKindBody::Number { min, max, step },
            Kind::Flag => SettingKindBody::Flag,
            Kind::Choice { of } => SettingKindBody::Choice {
                of: of.iter().map(|&(id, name)| (id, name.into())).collect(),
            },
        };
        Self { id: setting.id, name: setting.name.into(), kind }
    }
}

/// A computer player.
#[derive(Serialize, ToSchema)]
#[schema(as = Level)]
pub(crate) struct LevelBody {
    /// Its id.
    #[schema(value_type = String)]
    pub id: Cow<'static, str>,
    /// The name that people say.
    pub name: WordsBody,
    /// How it plays.
    pub about: WordsBody,
    /// Its measured Elo by the variant's id, for the variants in which it was measured.
    pub ratings: BTreeMap<String, i32>,
    /// Whether it is there to be studied rather than to be played against.
    pub study: bool,
    /// Whether it is a program of the host's own. Those play at tables, and nowhere else.
    pub hosted: bool,
    /// Why nobody can begin a game against it at present; null while it works.
    #[schema(required)]
    pub out_of_order: Option<WordsBody>,
    /// Pieces a second in real time; null where the game has none.
    #[schema(required)]
    pub pace: Option<f32>,
}

/// How a host's bot plays, as far as anybody knows.
const HOSTED: Phrase = Phrase::new(
    "a program that the host of this server has brought",
    "un programme apporté par l’hôte de ce serveur",
);

impl LevelBody {
    fn of(level: &Level, entry: &dyn Entry) -> Self {
        Self {
            id: level.id.into(),
            name: level.name.into(),
            about: level.about.into(),
            ratings: entry.elos(level.id).into_iter().map(|(v, elo)| (v.to_owned(), elo)).collect(),
            study: entry.is_for_study(level.id),
            hosted: false,
            out_of_order: None,
            pace: entry.arcade().map(|arcade| arcade.pace(level.id)),
        }
    }

    fn hosted(bot: &HostedBot, ladders: &Ladders) -> Self {
        let name = bot.spec.name.clone();
        Self {
            id: bot.spec.level().into(),
            name: Words::new(name.clone(), name).into(),
            about: HOSTED.into(),
            ratings: ladders.elos(&bot.spec.game, &bot.spec.command),
            study: false,
            hosted: true,
            out_of_order: bot.out_of_order().map(Into::into),
            pace: None,
        }
    }
}

/// Something to play for in real time.
#[derive(Serialize, ToSchema)]
#[schema(as = Mode)]
pub(crate) struct ModeBody {
    /// Its id.
    pub id: &'static str,
    /// The name that people say.
    pub name: WordsBody,
    /// What it is about, in one line.
    pub about: WordsBody,
    /// What a list of the best is ordered by; null where none is kept.
    #[schema(required)]
    pub ranked: Option<RankingBody>,
}

impl ModeBody {
    fn of(mode: &ArcadeMode) -> Self {
        Self {
            id: mode.id,
            name: mode.name.into(),
            about: mode.about.into(),
            ranked: mode.ranked.map(|ranking| match ranking {
                Ranking::Points => RankingBody::Points,
                Ranking::Ticks => RankingBody::Ticks,
            }),
        }
    }
}

/// What is best in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = Ranking)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RankingBody {
    /// The most points.
    Points,
    /// The fewest ticks.
    Ticks,
}

/// A lesson: a page to read and a position in which the learner does the thing.
#[derive(Serialize, ToSchema)]
#[schema(as = Lesson)]
pub(crate) struct LessonBody {
    /// Its id in addresses, unique in the game.
    pub id: &'static str,
    /// The heading.
    pub title: WordsBody,
    /// What there is to know, in paragraphs.
    pub text: Vec<WordsBody>,
    /// Options in which the board differs from the first variant's.
    #[serde(skip_serializing_if = "OptionsBody::is_empty")]
    #[schema(required = false)]
    pub options: OptionsBody,
    /// Decides the chance in it.
    pub seed: u64,
    /// The moves that lead to the position.
    pub moves: &'static [String],
    /// What the learner is asked to do.
    pub task: WordsBody,
    /// Help, when it is asked for.
    pub hint: WordsBody,
    /// What the learner hears when it is done.
    pub praise: WordsBody,
    /// The moves of the learner, in order.
    pub steps: Vec<StepBody>,
}

impl LessonBody {
    pub fn of(lesson: &'static Lesson) -> Self {
        Self {
            id: &lesson.id,
            title: lesson.title.clone().into(),
            text: lesson.text.iter().cloned().map(Into::into).collect(),
            options: OptionsBody(lesson.options.clone()),
            seed: lesson.seed,
            moves: &lesson.moves,
            task: lesson.task.clone().into(),
            hint: lesson.hint.clone().into(),
            praise: lesson.praise.clone().into(),
            steps: lesson.steps.iter().map(StepBody::of).collect(),
        }
    }
}

/// One move of the learner, and the answer on the board.
#[derive(Serialize, ToSchema)]
#[schema(as = Step)]
pub(crate) struct StepBody {
    /// An opponent's move that comes first, once the learner lets it be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<&'static str>,
    /// The moves that are right here; empty means that any legal one is.
    pub accept: &'static [String],
    /// What is said of a legal move that is not right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WordsBody>,
    /// The move that answers it, if the lesson goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<&'static str>,
}

impl StepBody {
    fn of(step: &'static Step) -> Self {
        Self {
            before: step.before.as_deref(),
            accept: &step.accept,
            wrong: step.wrong.clone().map(Into::into),
            reply: step.reply.as_deref(),
        }
    }
}

/// A position to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionWish {
    /// The variant's id.
    pub variant: Option<String>,
    /// Options that differ from the variant's.
    #[serde(default)]
    pub options: OptionsBody,
    /// What decides the chance in it.
    #[serde(default)]
    pub seed: SeedBody,
    /// The position that the moves begin at as the game saves it, in place of the game's beginning.
    pub position: Option<String>,
    /// The moves that lead to it.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Through which seat's eyes it is seen; those of the seat to move if none is named.
    pub viewer: Option<u8>,
}

/// A position that is at no table.
#[derive(Serialize, ToSchema)]
#[schema(as = Position)]
pub(crate) struct PositionBody {
    /// How many moves have been played.
    pub epoch: usize,
    /// What the viewer sees. Each game has its own form: see `view.rs` in its crate.
    pub view: Value,
    /// The moves that can be played.
    pub legal: Vec<String>,
    /// The seat to move.
    #[schema(required)]
    pub turn: Option<u8>,
    /// How many seats there are.
    pub seats: usize,
    /// The moves that led there, as the game writes them, each with who made it.
    pub played: Vec<PlayedBody>,
    /// The position as one line of text.
    pub state: String,
    /// How it ended.
    #[schema(required)]
    pub outcome: Option<OutcomeRow>,
}

/// A move that was played.
#[derive(Serialize, ToSchema)]
#[schema(as = Played)]
pub(crate) struct PlayedBody {
    /// Who made it.
    pub seat: u8,
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
}

/// A position to think about, at no table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThinkWish {
    /// The position as the game saves it.
    pub state: String,
    /// Who is to think; the strongest if nobody is named.
    pub level: Option<String>,
    /// How long at most, in milliseconds.
    pub time: Option<u64>,
    /// Whether the worth of every move is wanted.
    #[serde(default)]
    pub study: bool,
}
