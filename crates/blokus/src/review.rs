//! What is said of a game afterwards: corners opened and blocked, squares placed.

use game::{Game, Phrase, Seat, Words};
use search::Statistic;

use crate::mode::COLOURS;
use crate::moves::Move;
use crate::rules::Blokus;

fn corners(game: &Blokus, colour: usize) -> usize {
    game.usable_corners(colour).len()
}

/// What a move does to the corners where pieces can go, and what the better one would have done.
pub(crate) fn remark(before: &Blokus, played: Move, better: Move) -> Option<Words> {
    let own = before.colour_to_move()?;
    let seat = before.seat_of(own);
    let after = |mv: Move| {
        let mut next = before.clone();
        next.play(mv);
        next
    };
    let (real, best) = (after(played), after(better));
    let (mine, could) = (corners(&real, own), corners(&best, own));
    let against = (0..before.mode().colours())
        .filter(|&colour| !before.allies(seat, before.seat_of(colour)))
        .map(|colour| (colour, corners(&real, colour), corners(&best, colour)))
        .max_by_key(|&(_, left, blocked)| left as i32 - blocked as i32);
    if let Some((colour, left, blocked)) = against
        && left >= blocked + 2
        && left - blocked >= could.saturating_sub(mine)
    {
        let name = COLOURS[colour];
        return Some(Words::new(
            format!("leaves {} {left} corners to play from instead of {blocked}", name.en),
            format!("laisse {left} coins à {} au lieu de {blocked}", name.fr),
        ));
    }
    let squares = |game: &Blokus| game.squares_placed(own);
    match () {
        () if could >= mine + 2 => Some(match mine {
            0 => Words::new(
                format!("keeps no corner open; there was a move that keeps {could}"),
                format!("ne garde aucun coin ouvert ; un coup en gardait {could}"),
            ),
            1 => Words::new(
                format!("keeps one corner open; there was a move that keeps {could}"),
                format!("garde un seul coin ouvert ; un coup en gardait {could}"),
            ),
            _ => Words::new(
                format!("keeps {mine} corners open; there was a move that keeps {could}"),
                format!("garde {mine} coins ouverts ; un coup en gardait {could}"),
            ),
        }),
        () if squares(&best) > squares(&real) => Some(Words::new(
            format!(
                "places a smaller piece: a larger one of {} squares fitted",
                squares(&best) - squares(before)
            ),
            format!(
                "pose une petite pièce : une plus grande de {} cases allait",
                squares(&best) - squares(before)
            ),
        )),
        () => None,
    }
}

/// Squares by turn; corners opened and blocked.
pub(crate) fn statistics(states: &mut dyn Iterator<Item = Blokus>) -> Vec<Statistic> {
    let mut before: Option<Blokus> = None;
    let (mut squares, mut opened, mut blocked) = (Vec::new(), Vec::new(), Vec::new());
    for state in states {
        let (mode, seats) = (state.mode(), state.seats());
        squares.resize_with(seats, Vec::new);
        opened.resize(seats, 0.0);
        blocked.resize(seats, 0.0);
        let colours = |seat: Seat| {
            (0..mode.colours()).filter(move |&colour| mode.owner(colour) == Some(seat))
        };
        for (seat, course) in squares.iter_mut().enumerate() {
            let own = colours(Seat(seat as u8)).map(|colour| state.squares_placed(colour));
            course.push(f64::from(own.sum::<u32>()));
        }
        if let Some((old, colour)) =
            before.as_ref().and_then(|old| Some((old, old.colour_to_move()?)))
        {
            let seat = old.seat_of(colour).index();
            for each in 0..mode.colours() {
                let (was, is) = (old.usable_corners(each), state.usable_corners(each));
                if each == colour {
                    opened[seat] += is.iter().filter(|square| !was.contains(square)).count() as f64;
                } else {
                    blocked[seat] +=
                        was.iter().filter(|square| !is.contains(square)).count() as f64;
                }
            }
        }
        before = Some(state);
    }
    vec![
        Statistic::course(Phrase::new("Squares placed", "Cases posées"), squares),
        Statistic::totals(Phrase::new("Corners opened", "Coins ouverts"), opened),
        Statistic::totals(Phrase::new("Corners blocked", "Coins bloqués"), blocked),
    ]
}
