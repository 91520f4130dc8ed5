//! Studies as trees, lines that the engine thinks about, and what is said of a finished game.

use game::{BadRecord, Mark, Record, Study};
use search::{Statistic, StatisticValues};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::study::{IdeaMoveBody, ScoreBody};
use super::{OptionsBody, PositionWish, WordsBody};

/// A seed of 64 bits. It travels as text, since a browser's numbers are too short; a number is read too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToSchema)]
#[schema(as = Seed, value_type = String)]
pub(crate) struct SeedBody(pub u64);

impl Serialize for SeedBody {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for SeedBody {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Number(u64),
            Text(String),
        }
        match Either::deserialize(deserializer)? {
            Either::Number(seed) => Ok(Self(seed)),
            Either::Text(text) => text.parse().map(Self).map_err(|_| D::Error::custom("no seed")),
        }
    }
}

/// A game as a tree: main line, variations, comments.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = Study)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyBody {
    /// The game's id.
    pub game: String,
    /// All options.
    #[serde(default)]
    #[schema(required)]
    pub options: OptionsBody,
    /// What decides the chance in it.
    #[serde(default)]
    #[schema(required)]
    pub seed: SeedBody,
    /// The position that it starts from as the game saves it, if that is not the game's beginning.
    #[serde(default)]
    #[schema(required)]
    pub position: Option<String>,
    /// Who sat where; may be empty.
    #[serde(default)]
    #[schema(required)]
    pub seats: Vec<String>,
    /// The seat that resigned, if one did.
    #[serde(default)]
    #[schema(required)]
    pub resigned: Option<u8>,
    /// What is said of the beginning.
    #[serde(default)]
    #[schema(required)]
    pub comment: String,
    /// The moves, each after the one that it follows. Of those that follow the same one the first continues the line.
    pub moves: Vec<StudyMoveBody>,
}

/// A move of a study.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = StudyMove)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyMoveBody {
    /// The number of the move that it follows, counted from 1; 0 for the beginning.
    pub after: usize,
    /// Its text.
    #[serde(rename = "move")]
    pub text: String,
    /// One of `! ? !! ?? !? ?!`, or nothing.
    #[serde(default)]
    #[schema(required)]
    pub mark: String,
    /// What is said of the position after it.
    #[serde(default)]
    #[schema(required)]
    pub comment: String,
}

impl From<&Study> for StudyBody {
    fn from(study: &Study) -> Self {
        let Record { game, options, seed, seats, resigned, .. } = study.beginning().clone();
        let moves = study.nodes().iter().skip(1).map(|node| StudyMoveBody {
            after: node.parent,
            text: node.text.clone(),
            mark: node.mark.map(Mark::text).unwrap_or_default().to_owned(),
            comment: node.comment.clone(),
        });
        Self {
            game,
            options: OptionsBody(options),
            seed: SeedBody(seed),
            position: study.position.clone(),
            seats,
            resigned,
            comment: study.nodes()[0].comment.clone(),
            moves: moves.collect(),
        }
    }
}

impl StudyBody {
    /// The study; whether its moves are legal is not checked here.
    pub fn read(self) -> Result<Study, BadRecord> {
        let Self { game, options, seed, position, seats, resigned, comment, moves } = self;
        let (options, seed, none) = (options.0, seed.0, Vec::new());
        let record = Record { game, options, seed, seats, resigned, moves: none };
        let mut study = Study::new(record, position);
        study.annotate(0, None, &comment)?;
        // A move that was there twice is one now.
        let mut places = vec![0];
        for StudyMoveBody { after, text, mark, comment } in moves {
            let parent = places.get(after).copied().unwrap_or(usize::MAX);
            let mark = match mark.as_str() {
                "" => None,
                mark => Some(mark.parse().map_err(BadRecord)?),
            };
            let at = study.add(parent, &text)?;
            study.annotate(at, mark, &comment)?;
            places.push(at);
        }
        Ok(study)
    }
}

/// A text that somebody pasted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyTextWish {
    /// A record, a game's own format, a saved position, or moves.
    pub text: String,
    /// The variant that the moves are of; the first if none is named.
    pub variant: Option<String>,
}

/// A study to be written as a file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyFileWish {
    /// `record`, or one of the game's `formats`.
    pub format: Option<String>,
    /// What is to be written.
    pub study: StudyBody,
}

/// A position that the engine is to think about.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinesWish {
    /// The position.
    pub line: PositionWish,
    /// The level that thinks; the strongest if nobody is named.
    pub level: Option<String>,
    /// What the next seat would do if it were to move now.
    #[serde(default)]
    pub threat: bool,
}

/// The best lines that the engine has found so far: the data of the stream's events `lines`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Lines)]
pub(crate) struct LinesBody {
    /// The seat to move.
    pub seat: u8,
    /// At most three, best first.
    pub lines: Vec<LineBody>,
    /// What single moves are worth, where that is known; best first, and not all of many.
    pub scores: Vec<IdeaMoveBody>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions looked at, or simulations played.
    pub nodes: u64,
    /// For how long it has thought, in milliseconds.
    pub millis: u64,
    /// The first score is no estimate but certain.
    pub exact: bool,
    /// It thinks no further.
    pub done: bool,
}

/// A line and what it is worth to the seat that begins it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Line)]
pub(crate) struct LineBody {
    /// The moves.
    pub moves: Vec<String>,
    /// What it is worth.
    pub score: ScoreBody,
    /// The same as an expected share of the result, from 0 to 1.
    pub chance: f32,
    /// The plan behind it in words, where the game has any to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<WordsBody>,
}

/// An event of the stream of lines; `event` and `data` are the stream's own fields.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[allow(dead_code)] // only the document is made of this
pub(crate) enum LinesEvent {
    /// Better lines than before.
    Lines(LinesBody),
}

/// An event of a review; `event` and `data` are the stream's own fields.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[allow(dead_code)] // only the document is made of this
pub(crate) enum ReviewEvent {
    /// A position was judged.
    Position(ReviewPositionBody),
    /// Everything: the last event.
    Review(ReviewBody),
}

/// What is said of a finished game.
#[derive(Serialize, ToSchema)]
#[schema(as = Review)]
pub(crate) struct ReviewBody {
    /// By epoch.
    pub positions: Vec<ReviewPositionBody>,
    /// The moves, in order.
    pub moves: Vec<ReviewMoveBody>,
    /// How well each seat played, from 0 to 100; null for one that was not judged.
    #[schema(required)]
    pub accuracy: Vec<Option<f32>>,
    /// What players of this game want to know.
    pub statistics: Vec<StatisticBody>,
}

/// What the engine thinks of a position of a finished game.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ReviewPosition)]
pub(crate) struct ReviewPositionBody {
    /// The position's epoch.
    pub epoch: u32,
    /// The seat to move.
    #[schema(required)]
    pub seat: Option<u8>,
    /// What it is worth to that seat; null once the game is over.
    #[schema(required)]
    pub score: Option<ScoreBody>,
    /// The expected share of the result of each seat, where it is known, from 0 to 1.
    #[schema(required)]
    pub chances: Vec<Option<f32>>,
    /// How it should go on, beginning with the best move.
    pub line: Vec<String>,
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// It gave away a little.
    Inaccuracy,
    /// It gave away much.
    Mistake,
    /// It gave away very much.
    Blunder,
}

/// What is said of a move of a finished game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ReviewMove)]
pub(crate) struct ReviewMoveBody {
    /// The epoch after the move.
    pub epoch: u32,
    /// Who made it.
    pub seat: u8,
    /// The loss in winning chances, on a scale from -1 to 1; null where nobody knows.
    #[schema(required)]
    pub loss: Option<f32>,
    /// Null for a good move.
    #[schema(required)]
    pub verdict: Option<Verdict>,
    /// The better move; null where the move is good.
    #[schema(required)]
    pub better: Option<String>,
    /// All moves that would have been good enough, the better one first.
    pub accept: Vec<String>,
    /// Any other move that leaves the mover this chance, from 0 to 1, would have been good enough as well; null where the
    /// move is good.
    #[schema(required)]
    pub enough: Option<f32>,
    /// What went wrong, in words.
    #[schema(required)]
    pub says: Option<WordsBody>,
}

/// A figure of a whole game.
#[derive(Serialize, ToSchema)]
#[schema(as = Statistic)]
pub(crate) struct StatisticBody {
    /// What is counted.
    pub name: WordsBody,
    /// For each seat its total; empty where there is a course.
    pub totals: Vec<f64>,
    /// For each seat a number for each epoch; empty where there is a total.
    pub course: Vec<Vec<f64>>,
}

impl From<Statistic> for StatisticBody {
    fn from(Statistic { name, values }: Statistic) -> Self {
        let (totals, course) = match values {
            StatisticValues::Totals(totals) => (totals, Vec::new()),
            StatisticValues::Course(course) => (Vec::new(), course),
        };
        Self { name: name.into(), totals, course }
    }
}
