//! What is said of a game afterwards: points and where they came from, wars and revolts.

use game::{Game, Phrase, Seat, Words};
use search::Statistic;

use crate::log::points;
use crate::moves::Move;
use crate::pieces::Colour;
use crate::rules::{Tally, Tigris};

/// Whether a move brings points at once, and whether the better one would have.
pub(crate) fn remark(before: &Tigris, played: Move, better: Move) -> Option<Words> {
    let own = before.turn().seat()?;
    let gain = |mv: Move| {
        let mut after = before.clone();
        after.play(mv);
        let (old, new) = (before.points(own), after.points(own));
        std::array::from_fn::<_, 4, _>(|colour| new[colour].saturating_sub(old[colour]))
    };
    let (real, best) = (gain(played), gain(better));
    let lowest = |gains: [u16; 4]| {
        let old = before.points(own);
        (0..4).map(|colour| old[colour] + gains[colour]).min()
    };
    let missed = (0..4).find(|&colour| best[colour] > real[colour])?;
    let what = points(Colour::ALL[missed], u8::try_from(best[missed]).ok()?);
    Some(match lowest(best) > lowest(real) {
        true => Words::new(
            format!("misses {}, in the colour that counts", what.en),
            format!("manque {}, dans la couleur qui compte", what.fr),
        ),
        false => Words::new(format!("misses {}", what.en), format!("manque {}", what.fr)),
    })
}

/// Points by source, wars and revolts, points by turn.
pub(crate) fn statistics(states: &mut dyn Iterator<Item = Tigris>) -> Vec<Statistic> {
    let mut course: Vec<Vec<f64>> = Vec::new();
    let mut last = None;
    for state in states {
        course.resize_with(state.seats(), Vec::new);
        for (seat, course) in course.iter_mut().enumerate() {
            let all: u16 = state.points(Seat(seat as u8)).iter().sum();
            course.push(f64::from(all));
        }
        last = Some(state);
    }
    let Some(last) = last else { return Vec::new() };
    let tallies = &last.tally[..last.seats()];
    let each = |pick: fn(&Tally) -> f64| tallies.iter().map(pick).collect::<Vec<_>>();
    let treasures =
        (0..last.seats() as u8).map(|seat| f64::from(last.treasures_of(Seat(seat)))).collect();
    let total = |en, fr, values| Statistic::totals(Phrase::new(en, fr), values);
    vec![
        Statistic::course(Phrase::new("Points in all colours", "Points, toutes couleurs"), course),
        total("Points for tiles", "Points des tuiles", each(|t| t.tiles.into())),
        total("Points from conflicts", "Points des conflits", each(|t| t.conflicts.into())),
        total("Points from monuments", "Points des monuments", each(|t| t.monuments.into())),
        total("Treasures", "Trésors", treasures),
        total("Wars won", "Guerres gagnées", each(|t| t.wars[0].into())),
        total("Wars lost", "Guerres perdues", each(|t| t.wars[1].into())),
        total("Revolts won", "Révoltes gagnées", each(|t| t.revolts[0].into())),
        total("Revolts lost", "Révoltes perdues", each(|t| t.revolts[1].into())),
    ]
}
