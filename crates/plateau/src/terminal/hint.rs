//! A hint in words: the move that a level would play, and its score.

use catalog::Idea;
use game::Words;
use search::{Level, Score};

use super::words::{self, fill, same};

/// The hint of a level, and why.
pub fn hint_words(level: &Level, idea: &Idea) -> Words {
    let Some(best) = &idea.best else { return words::NO_HINT.into() };
    // A score from a single position says nothing.
    if idea.nodes < 2 {
        return fill(words::HINT, &[same(best)]);
    }
    fill(words::HINT_WHY, &[same(best), level.name.into(), score_words(idea)])
}

fn score_words(idea: &Idea) -> Words {
    let number = |number: u32| [same(number.to_string())];
    match idea.score {
        // Plies are counted from now; people count the moves of the side that wins.
        Score::Win(plies) => fill(words::SCORE_WIN, &number(plies.div_ceil(2))),
        Score::Loss(plies) => fill(words::SCORE_LOSS, &number(plies.div_ceil(2))),
        Score::Draw => words::SCORE_DRAW.into(),
        Score::Points(_) | Score::Chance(_) => {
            fill(words::SCORE_CHANCE, &number((idea.chance * 100.0).round() as u32))
        }
    }
}
