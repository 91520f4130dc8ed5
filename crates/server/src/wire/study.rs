//! What the engine thinks: of a move, of a position, of a whole game.

use catalog::{Idea, IdeaMove};
use search::Score;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What the engine would play.
#[derive(Serialize, ToSchema)]
#[schema(as = Hint)]
pub(crate) struct HintBody {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How it may go on.
    pub line: Vec<String>,
    /// What the position is worth to the seat that moves.
    pub score: ScoreBody,
}

/// What the engine thinks of a position.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Analysis)]
pub(crate) struct AnalysisBody {
    /// The position's epoch.
    pub epoch: u32,
    /// The seat to move in it.
    #[schema(required)]
    pub seat: Option<u8>,
    /// Null once the game is over.
    #[schema(required)]
    pub idea: Option<IdeaBody>,
}

/// What the engine thinks of every position of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = GameAnalysis)]
pub(crate) struct GameAnalysisBody {
    /// One for each epoch.
    pub positions: Vec<AnalysisBody>,
}

/// The answer to a request for an analysis: of one position, or of all positions of a finished game.
#[derive(Serialize, ToSchema)]
#[schema(as = AnalysisAnswer)]
#[serde(untagged)]
pub(crate) enum AnalysisAnswer {
    /// Of one position.
    One(AnalysisBody),
    /// Of a finished game. It is sent in parts, so only the document is made of this.
    #[allow(dead_code)]
    Game(GameAnalysisBody),
}

/// What a computer player thinks of a position.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = Idea)]
pub(crate) struct IdeaBody {
    /// The move to play; null only when the game is over.
    #[schema(required)]
    pub best: Option<String>,
    /// What the position is worth to the seat that moves.
    pub score: ScoreBody,
    /// The expected share of the result, from 0 to 1.
    pub chance: f32,
    /// How it may go on, beginning with the best move.
    pub line: Vec<String>,
    /// What each move is worth, where that is known; best first.
    pub moves: Vec<IdeaMoveBody>,
    /// Positions looked at, or simulations played.
    pub nodes: u64,
    /// Plies looked ahead.
    pub depth: u32,
}

impl From<Idea> for IdeaBody {
    fn from(idea: Idea) -> Self {
        Self {
            best: idea.best,
            score: idea.score.into(),
            chance: idea.chance,
            line: idea.line,
            moves: idea.moves.into_iter().map(Into::into).collect(),
            nodes: idea.nodes,
            depth: idea.depth,
        }
    }
}

/// A move and what it is worth to the seat that makes it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = IdeaMove)]
pub(crate) struct IdeaMoveBody {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its worth.
    pub score: ScoreBody,
    /// Its worth as an expected share of the result, from 0 to 1.
    pub chance: f32,
}

impl From<IdeaMove> for IdeaMoveBody {
    fn from(IdeaMove { text, score, chance }: IdeaMove) -> Self {
        Self { text, score: score.into(), chance }
    }
}

/// What a position is worth to the seat that moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Score)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScoreBody {
    /// Won, in so many plies.
    Win(u32),
    /// Drawn with best play.
    Draw,
    /// Lost, in so many plies.
    Loss(u32),
    /// The evaluation's points.
    Points(i32),
    /// The expected share of the result, from 0 to 1.
    Chance(f32),
}

impl ScoreBody {
    /// Whether it is no estimate.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Win(_) | Self::Draw | Self::Loss(_))
    }

    /// The same for the other side of two, a ply earlier.
    pub fn turned(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
            Self::Points(points) => Self::Points(points.saturating_neg()),
            Self::Chance(chance) => Self::Chance(1.0 - chance),
        }
    }
}

impl From<Score> for ScoreBody {
    fn from(score: Score) -> Self {
        match score {
            Score::Win(plies) => Self::Win(plies),
            Score::Draw => Self::Draw,
            Score::Loss(plies) => Self::Loss(plies),
            Score::Points(points) => Self::Points(points),
            Score::Chance(chance) => Self::Chance(chance),
        }
    }
}

/// How a game is to be written.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// `record`, or one of the game's `formats`.
    pub format: Option<String>,
}
