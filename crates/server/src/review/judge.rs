//! How good the moves of a finished game were, by what the engine thinks of its positions.
//!
//! A move's loss is what it gave away of the winning chances, on a scale from -1 (lost) to 1 (won).

use game::{Outcome, Seat, Words};

use crate::wire::{ReviewMoveBody, ScoreBody, Verdict};

/// The losses from which a move is called by a name.
const INACCURACY: f32 = 0.1;
const MISTAKE: f32 = 0.2;
const BLUNDER: f32 = 0.3;
/// Who has this chance has a won game; a move that keeps it is no error.
const WON: f32 = 0.9;

/// What is known of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct JudgedPosition {
    /// The seat to move.
    pub seat: Option<u8>,
    /// What the position is worth to it.
    pub score: Option<ScoreBody>,
    /// The same as an expected share of the result.
    pub chance: f32,
    /// How it should go on.
    pub line: Vec<String>,
    /// What the move that was played is worth, as an expected share, where the engine told.
    pub played: Option<f32>,
    /// Moves that are nearly as good as the best, best first.
    pub good: Vec<String>,
}

/// A game and how it ended.
pub(crate) struct PlayedGame<'a> {
    /// The team of each seat; who plays alone is a team.
    pub teams: &'a [u8],
    /// Each move with who made it.
    pub moves: &'a [(u8, String)],
    pub outcome: Option<&'a Outcome>,
    /// By epoch: one more than there are moves.
    pub positions: &'a [JudgedPosition],
}

impl PlayedGame<'_> {
    /// The expected share of a seat at an epoch, where it is known: allies have the same, two sides share what there
    /// is, and of more sides only the one to move is judged.
    pub fn chance(&self, seat: u8, epoch: usize) -> Option<f32> {
        let position = self.positions.get(epoch)?;
        match (position.seat, self.outcome) {
            (None, Some(outcome)) => {
                let rival = |other: Seat| self.team(other.0) != self.team(seat);
                Some(outcome.share_against(Seat(seat), rival))
            }
            (Some(own), _) if self.team(own) == self.team(seat) => Some(position.chance),
            (Some(_), _) if self.two_sides() => Some(1.0 - position.chance),
            _ => None,
        }
    }

    fn team(&self, seat: u8) -> u8 {
        self.teams.get(usize::from(seat)).copied().unwrap_or(seat)
    }

    /// Whether somebody plays against somebody, alone or in teams.
    fn two_sides(&self) -> bool {
        let first = self.teams.first();
        let mut others = self.teams.iter().filter(|&team| Some(team) != first);
        others.next().is_some_and(|other| others.all(|team| team == other))
    }

    /// What is said of every move that was judged, without words.
    pub fn moves(&self) -> Vec<ReviewMoveBody> {
        let moves = self.moves.iter().take(self.positions.len().saturating_sub(1)).enumerate();
        moves.map(|(index, (seat, text))| self.judge(index, *seat, text)).collect()
    }

    fn judge(&self, index: usize, seat: u8, text: &str) -> ReviewMoveBody {
        let before = &self.positions[index];
        let best = before.line.first();
        let epoch = index as u32 + 1;
        let none = ReviewMoveBody {
            epoch,
            seat,
            loss: None,
            verdict: None,
            better: None,
            accept: Vec::new(),
            enough: None,
            says: None,
        };
        if best.is_some_and(|best| best == text) {
            return ReviewMoveBody { loss: Some(0.0), ..none };
        }
        let Some(after) = self.after(index, seat) else { return none };
        let loss = (2.0 * (before.chance - after)).max(0.0);
        let verdict = if after >= WON { None } else { verdict(loss) };
        let accept = match verdict {
            Some(_) => before.good.iter().filter(|good| *good != text).cloned().collect(),
            None => Vec::new(),
        };
        let better = best.filter(|_| verdict.is_some()).cloned();
        let enough = verdict.map(|_| (before.chance - INACCURACY / 2.0).min(WON));
        ReviewMoveBody { loss: Some(loss), verdict, better, accept, enough, ..none }
    }

    /// What the mover may expect after the move. The position after it says so where two play in turn; of one alone,
    /// or of more than two, the look at all moves of the position before.
    fn after(&self, index: usize, seat: u8) -> Option<f32> {
        let next = self.chance(seat, index + 1);
        let over = self.positions.get(index + 1).is_some_and(|next| next.seat.is_none());
        if self.teams.len() == 2 || over { next } else { self.positions[index].played.or(next) }
    }
}

/// What a move gave away where both results are certain: scores for its mover before it, and for the other side after.
pub(crate) fn given_away(before: Option<ScoreBody>, after: Option<ScoreBody>) -> Option<Words> {
    use ScoreBody::{Draw, Loss, Win};
    Some(match (before?, after?.turned()) {
        (Win(_), Draw) => Words::new(
            "gives the win away: now it is a draw",
            "laisse échapper le gain : la partie est nulle",
        ),
        (Win(_), Loss(_)) => Words::new(
            "turns a won game into a lost one",
            "transforme une partie gagnée en partie perdue",
        ),
        (Draw, Loss(_)) => {
            Words::new("loses a game that was a draw", "perd une partie qui était nulle")
        }
        _ => return None,
    })
}

/// The result that a move gave away, where it is certain, and what it did to the position.
pub(crate) fn with_reason(result: Option<Words>, reason: Option<Words>) -> Option<Words> {
    match (result, reason) {
        (Some(result), Some(reason)) => Some(Words::new(
            format!("{}; {}", result.en, reason.en),
            format!("{} ; {}", result.fr, reason.fr),
        )),
        (result, reason) => result.or(reason),
    }
}

/// A loss in winning chances, where nothing else can be said of it: `before` is the mover's chance, `loss` on the scale
/// of -1 to 1.
pub(crate) fn chances_fall(before: f32, loss: f32) -> Words {
    let percent = |chance: f32| (chance * 100.0).round() as i32;
    let (from, to) = (percent(before), percent(before - loss / 2.0));
    Words::new(
        format!("lowers the chance to win from {from}% to {to}%"),
        format!("fait passer les chances de gagner de {from} % à {to} %"),
    )
}

fn verdict(loss: f32) -> Option<Verdict> {
    match loss {
        loss if loss >= BLUNDER => Some(Verdict::Blunder),
        loss if loss >= MISTAKE => Some(Verdict::Mistake),
        loss if loss >= INACCURACY => Some(Verdict::Inaccuracy),
        _ => None,
    }
}

/// How well each seat played, from 0 to 100: the mean over its moves of lichess' accuracy of a loss.
pub(crate) fn accuracy(seats: usize, moves: &[ReviewMoveBody]) -> Vec<Option<f32>> {
    let mut sums = vec![(0.0, 0_u32); seats];
    for each in moves {
        if let (Some(loss), Some((sum, count))) = (each.loss, sums.get_mut(usize::from(each.seat)))
        {
            // A loss of 1 on the scale of -1 to 1 is one of 50 percent.
            *sum += (103.1668 * (-0.04354 * loss * 50.0).exp() - 3.1669).clamp(0.0, 100.0);
            *count += 1;
        }
    }
    let mean = |(sum, count): (f32, u32)| (count > 0).then(|| (sum / count as f32).min(100.0));
    sums.into_iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Phrase;

    fn position(seat: u8, chance: f32, best: &str) -> JudgedPosition {
        let line = vec![best.to_owned()];
        let score = Some(ScoreBody::Chance(chance));
        JudgedPosition {
            seat: Some(seat),
            score,
            chance,
            line,
            good: vec![best.into()],
            ..JudgedPosition::default()
        }
    }

    #[test]
    fn allies_share_their_chances_and_two_teams_share_what_there_is() {
        let positions = [position(1, 0.75, "a")];
        let of = |teams: &[u8]| {
            let game = PlayedGame { teams, moves: &[], outcome: None, positions: &positions };
            (0..teams.len() as u8).map(|seat| game.chance(seat, 0)).collect::<Vec<_>>()
        };
        assert_eq!(of(&[0, 1, 0, 1]), [Some(0.25), Some(0.75), Some(0.25), Some(0.75)]);
        assert_eq!(of(&[0, 1]), [Some(0.25), Some(0.75)]);
        assert_eq!(of(&[0, 1, 2]), [None, Some(0.75), None]);
    }

    #[test]
    fn the_last_move_of_a_team_that_wins_is_no_mistake() {
        let positions = [position(3, 1.0, "a"), JudgedPosition::default()];
        let moves = [(3, "x".to_owned())];
        let outcome = Outcome::by_points(&[90, 161, 90, 161], Phrase::new("", ""));
        let (teams, outcome) = (&[0, 1, 0, 1], Some(&outcome));
        let game = PlayedGame { teams, moves: &moves, outcome, positions: &positions };
        assert_eq!(
            (0..4).map(|seat| game.chance(seat, 1)).collect::<Vec<_>>(),
            [Some(0.0), Some(1.0), Some(0.0), Some(1.0)]
        );
        assert_eq!(game.moves()[0].verdict, None);
    }

    fn judged(positions: &[JudgedPosition], seats: usize) -> Vec<ReviewMoveBody> {
        let seat = |each: &JudgedPosition| each.seat.unwrap_or_default();
        let moves: Vec<_> = positions.iter().map(|each| (seat(each), "x".to_owned())).collect();
        let outcome = Outcome::win(seats, Seat(0), Phrase::new("", ""));
        let teams: Vec<u8> = (0..seats as u8).collect();
        PlayedGame { teams: &teams, moves: &moves, outcome: Some(&outcome), positions }.moves()
    }

    #[test]
    fn moves_are_called_by_what_they_lose() {
        for (after, expected) in [
            (0.42, Some(Verdict::Inaccuracy)),
            (0.47, None),
            (0.38, Some(Verdict::Mistake)),
            (0.2, Some(Verdict::Blunder)),
        ] {
            let positions = [position(0, 0.5, "a"), position(1, 1.0 - after, "b")];
            let said = &judged(&positions, 2)[0];
            assert_eq!(said.verdict, expected, "{said:?}");
            assert_eq!(said.better.is_some(), expected.is_some());
            // What leaves as much as that has no name.
            assert_eq!(said.enough, expected.map(|_| 0.45));
        }
    }

    #[test]
    fn a_won_game_that_stays_won_is_no_mistake() {
        let positions = [position(0, 1.0, "a"), position(1, 0.09, "b")];
        assert_eq!(judged(&positions, 2)[0].verdict, None);
        let positions = [position(0, 1.0, "a"), position(1, 0.2, "b")];
        let said = &judged(&positions, 2)[0];
        assert_eq!((said.verdict, said.enough), (Some(Verdict::Blunder), Some(WON)));
    }

    #[test]
    fn the_best_move_loses_nothing_and_the_end_counts() {
        let positions = [position(0, 0.5, "x"), position(1, 0.9, "b"), JudgedPosition::default()];
        let said = judged(&positions, 2);
        assert_eq!(said[0].loss, Some(0.0), "it was the best");
        assert_eq!(said[1].loss, Some(1.8), "seat 0 has won");
        let accuracy = accuracy(2, &said);
        assert!(
            accuracy[0].is_some_and(|own| own > 99.9) && accuracy[1] < Some(10.0),
            "{accuracy:?}"
        );
    }

    #[test]
    fn certain_results_have_words_of_their_own() {
        let (won, drawn) = (Some(ScoreBody::Win(5)), Some(ScoreBody::Draw));
        assert!(given_away(won, drawn).is_some_and(|said| said.en.contains("draw")));
        assert!(given_away(drawn, won).is_some_and(|said| said.en.starts_with("loses")));
        assert_eq!(given_away(won, Some(ScoreBody::Loss(4))), None, "still won");
        assert_eq!(given_away(won, Some(ScoreBody::Points(3))), None, "nobody knows");
    }

    #[test]
    fn a_loss_is_told_in_percent() {
        let said = chances_fall(0.625, 0.5);
        assert_eq!(said.en, "lowers the chance to win from 63% to 38%");
        assert_eq!(said.fr, "fait passer les chances de gagner de 63 % à 38 %");
    }

    #[test]
    fn of_three_only_the_look_at_all_moves_tells() {
        let mut positions = [position(0, 0.5, "a"), position(1, 0.9, "b")];
        assert_eq!(judged(&positions, 3)[0].loss, None);
        positions[0].played = Some(0.25);
        assert_eq!(judged(&positions, 3)[0].verdict, Some(Verdict::Blunder));
    }
}
