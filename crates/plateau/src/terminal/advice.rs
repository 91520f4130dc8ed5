//! What a computer player thinks, in words.

use catalog::Idea;
use game::Words;
use search::{Level, Score};

use super::words::{self, fill, same};

/// The advice of a level, and why.
pub fn advice(level: &Level, idea: &Idea) -> Words {
    let Some(best) = &idea.best else { return words::NO_HINT.into() };
    // A player that looked at one position only has no opinion worth repeating.
    if idea.nodes < 2 {
        return fill(words::HINT, &[same(best)]);
    }
    fill(words::HINT_WHY, &[same(best), level.name.into(), worth(idea)])
}

fn worth(idea: &Idea) -> Words {
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
