//! The bodies of requests and answers, and nothing else goes over the wire: the OpenAPI document is made
//! from these types, and the page's types from the document. docs/http-api.md says what they mean.
//!
//! A body is a type of its own even where a crate below has nearly the same one, so that those crates
//! stay free of HTTP and may change without changing the API. A `Body` is what is sent; the document
//! drops that ending. A `Wish` is the body of a request, a `Query` what stands after the question mark.

mod arcade;
mod arena;
mod events;
mod explain;
mod games;
mod play;
mod puzzles;
mod study;
mod tables;
mod trees;
mod words;

pub(crate) use arcade::{
    AimWish, BestRunBody, BestRunsBody, BotsWish, BundleWish, DoubtBody, Entered, FedBody,
    MachineRunWish, NewRace, RaceBody, RaceNote, RaceSeatBody, RaceSeated, RacesQuery, RunBody,
    ScoresQuery, SealedBody, TicketBody, TicketWish,
};
pub(crate) use arena::{ArenaBody, LadderBody, LaddersEvent};
pub(crate) use events::{
    ActionEvent, AfterQuery, EventId, RaceEvent, ResetEvent, TableEvent, ThinkingEvent,
};
pub(crate) use explain::{ExplainWish, ExplanationBody};
pub(crate) use games::{
    GameBody, LessonBody, PlayedBody, PositionBody, PositionWish, ThinkWish, VersionBody,
};
pub(crate) use play::{
    ActionBody, ActionWish, ActionsBody, EpochBody, EpochQuery, LegalBody, StateBody, UndoWish,
    ViewBody, YesNo,
};
pub(crate) use puzzles::{
    DayBody, GamePuzzlesBody, ListedPuzzleBody, PuzzleAnswerBody, PuzzleAnswerWish, PuzzleBody,
    PuzzleSolutionBody, PuzzleStepBody, PuzzlesBody, PuzzlesQuery, has,
};
pub(crate) use study::{
    AnalysisAnswer, AnalysisBody, FormatQuery, HintBody, IdeaBody, IdeaMoveBody, ScoreBody,
};
pub(crate) use tables::{
    ClaimKind, ClaimWish, ClockBody, FromWish, HandoverBody, HandoverWish, JoinWish, Joined,
    LeaveQuery, LobbyBody, LobbyQuery, NameWish, NewTable, PassBody, PassWish, PhraseBody,
    PlayerBody, SaidBody, SayWish, SeatBody, SeatToken, SeatWish, Seated, SeekWish, SeriesBody,
    TableBody, UndoBody,
};
pub(crate) use trees::{
    LineBody, LinesBody, LinesEvent, LinesWish, ReviewBody, ReviewEvent, ReviewMoveBody,
    ReviewPositionBody, SeedBody, StudyBody, StudyFileWish, StudyTextWish, Verdict,
};
pub(crate) use words::{FiguresBody, OptionsBody, WordsBody};
