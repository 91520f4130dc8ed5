//! What is said of a game afterwards: points and where they came from, wars and revolts.

use game::{Game, Phrase, Seat, Words};
use search::Statistic;

use crate::log::{EventKind, points};
use crate::moves::Move;
use crate::pieces::Colour;
use crate::rules::Tigris;

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

/// Where points came from; wars and revolts won and lost.
#[derive(Clone, Default)]
struct Tally {
    tiles: f64,
    monuments: f64,
    conflicts: f64,
    wars: [f64; 2],
    revolts: [f64; 2],
}

/// Points by source, wars and revolts, points by turn.
pub(crate) fn statistics(states: &mut dyn Iterator<Item = Tigris>) -> Vec<Statistic> {
    let (mut tallies, mut course): (Vec<Tally>, Vec<Vec<f64>>) = (Vec::new(), Vec::new());
    let (mut seen, mut in_war, mut treasures) = (0, false, Vec::new());
    for state in states {
        let seats = state.seats();
        tallies.resize(seats, Tally::default());
        course.resize_with(seats, Vec::new);
        // Points that come right after a conflict was won are its own.
        let mut fought = false;
        for event in state.log.since(seen) {
            let Some(own) = tallies.get_mut(usize::from(event.seat)) else { continue };
            match event.kind {
                EventKind::War => in_war = true,
                EventKind::Revolt => in_war = false,
                EventKind::Won => {
                    let kind = |tally: &mut Tally, side: usize| match in_war {
                        true => tally.wars[side] += 1.0,
                        false => tally.revolts[side] += 1.0,
                    };
                    kind(own, 0);
                    if let Some(loser) = tallies.get_mut(usize::from(event.other)) {
                        kind(loser, 1);
                    }
                    fought = true;
                    continue;
                }
                EventKind::Points if fought => own.conflicts += f64::from(event.n[0]),
                EventKind::Points => own.tiles += f64::from(event.n[0]),
                EventKind::Income => own.monuments += f64::from(event.n[0]),
                EventKind::Tile | EventKind::Leader => fought = false,
                _ => {}
            }
        }
        seen = state.log.number();
        treasures =
            (0..seats as u8).map(|seat| f64::from(state.treasures_of(Seat(seat)))).collect();
        for (seat, course) in course.iter_mut().enumerate() {
            let all: u16 = state.points(Seat(seat as u8)).iter().sum();
            course.push(f64::from(all));
        }
    }
    let each = |pick: fn(&Tally) -> f64| tallies.iter().map(pick).collect::<Vec<_>>();
    vec![
        Statistic::course(Phrase::new("Points in all colours", "Points, toutes couleurs"), course),
        Statistic::totals(Phrase::new("Points for tiles", "Points des tuiles"), each(|t| t.tiles)),
        Statistic::totals(
            Phrase::new("Points from conflicts", "Points des conflits"),
            each(|t| t.conflicts),
        ),
        Statistic::totals(
            Phrase::new("Points from monuments", "Points des monuments"),
            each(|t| t.monuments),
        ),
        Statistic::totals(Phrase::new("Treasures", "Trésors"), treasures),
        Statistic::totals(Phrase::new("Wars won", "Guerres gagnées"), each(|t| t.wars[0])),
        Statistic::totals(Phrase::new("Wars lost", "Guerres perdues"), each(|t| t.wars[1])),
        Statistic::totals(Phrase::new("Revolts won", "Révoltes gagnées"), each(|t| t.revolts[0])),
        Statistic::totals(Phrase::new("Revolts lost", "Révoltes perdues"), each(|t| t.revolts[1])),
    ]
}
