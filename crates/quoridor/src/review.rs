//! What is said of a game afterwards: how long everybody's way is.

use game::{Game, Phrase, Seat, Words};
use search::Statistic;

use crate::Quoridor;
use crate::moves::Move;

/// Who of the others is nearest the goal, and how near.
fn rival(game: &Quoridor, own: Seat) -> Option<(Seat, u8)> {
    let others = (0..game.seats() as u8).map(Seat).filter(|&seat| seat != own);
    others.map(|seat| (seat, game.distance(seat))).min_by_key(|&(_, steps)| steps)
}

/// What a move does to the ways, and what the better one would have done.
pub(crate) fn remark(before: &Quoridor, played: Move, better: Move) -> Option<Words> {
    let own = before.turn().seat()?;
    let after = |mv: Move| {
        let mut next = before.clone();
        next.play(mv);
        next
    };
    let (real, best) = (after(played), after(better));
    let (other, steps) = rival(before, own)?;
    let name = Quoridor::colour(other);
    let (blocked, unblocked) = (best.distance(other), real.distance(other));
    if matches!(better, Move::Wall(..)) && blocked > steps && blocked > unblocked {
        return Some(Words::new(
            format!(
                "misses the wall at {better}: {}’s way grows from {steps} to {blocked} steps",
                name.en
            ),
            format!(
                "manque le mur en {better} : le chemin de {} passe de {steps} à {blocked} pas",
                name.fr
            ),
        ));
    }
    let (way, shorter) = (real.distance(own), best.distance(own));
    if shorter < way {
        if shorter == 0 {
            return Some(Words::new(
                format!("misses {better}, which reaches the goal line and wins"),
                format!("manque {better}, qui atteint la ligne d’arrivée et gagne"),
            ));
        }
        return Some(Words::new(
            format!("leaves a way of {way} steps; with {better} it is {shorter}"),
            format!("laisse un chemin de {way} pas ; avec {better}, {shorter}"),
        ));
    }
    if matches!(played, Move::Wall(..)) && unblocked <= steps {
        let steps = if unblocked == 1 { "step" } else { "steps" };
        return Some(Words::new(
            format!("spends a wall, and {}’s way stays at {unblocked} {steps}", name.en),
            format!("dépense un mur, et le chemin de {} reste à {unblocked} pas", name.fr),
        ));
    }
    None
}

/// Path lengths by turn, and walls placed.
pub(crate) fn statistics(states: &mut dyn Iterator<Item = Quoridor>) -> Vec<Statistic> {
    let (mut paths, mut walls): (Vec<Vec<f64>>, Vec<(u8, u8)>) = (Vec::new(), Vec::new());
    for state in states {
        paths.resize_with(state.seats(), Vec::new);
        for (index, course) in paths.iter_mut().enumerate() {
            let seat = Seat(index as u8);
            course.push(f64::from(state.distance(seat)));
            let left = state.walls_left(seat);
            match walls.get_mut(index) {
                Some((_, now)) => *now = left,
                None => walls.push((left, left)),
            }
        }
    }
    let placed = walls.iter().map(|(first, last)| f64::from(first.saturating_sub(*last)));
    vec![
        Statistic::course(Phrase::new("Steps to the goal", "Pas jusqu’au but"), paths),
        Statistic::totals(Phrase::new("Walls placed", "Murs posés"), placed.collect()),
    ]
}
