//! The rungs that the ladders of all games share: the same names for about the same people, so that whoever knows how
//! strong they are in one game finds their opponent in another.

use std::time::Duration;

use game::{Parameter, Parameters, Phrase, with_numbers};

use crate::{Lapses, Level, Limits};

/// A rung below the game's strongest player.
pub struct Rung {
    /// The level.
    pub level: Level,
    /// How it errs.
    pub lapses: Lapses,
}

/// All levels of a game: those to be studied, its rungs and its strongest player.
pub const fn all_levels<const N: usize>(
    study: &[Level],
    rungs: &[Rung],
    strongest: Level,
) -> [Level; N] {
    assert!(N == study.len() + rungs.len() + 1);
    let mut levels = [strongest; N];
    let mut at = 0;
    while at < study.len() {
        levels[at] = study[at];
        at += 1;
    }
    while at < N - 1 {
        levels[at] = rungs[at - study.len()].level;
        at += 1;
    }
    levels
}

/// The lapses of a rung, with the numbers that somebody has changed; none for a level that is no rung.
pub fn lapses(rungs: &[Rung], id: &str, parameters: &Parameters) -> Option<Lapses> {
    let rung = rungs.iter().find(|rung| rung.level.id == id)?;
    Some(with_numbers("", &rung.lapses, parameters))
}

/// The numbers of a rung: its budget and its lapses; none for a level that is no rung.
pub fn rung_parameters(rungs: &[Rung], id: &str) -> Option<Vec<Parameter>> {
    let rung = rungs.iter().find(|rung| rung.level.id == id)?;
    Some([rung.level.limits.parameters(), rung.lapses.parameters()].concat())
}

/// No rung needs as long as this; it is for machines that are busy with something else.
const LONGEST: Duration = Duration::from_secs(4);

macro_rules! rungs {
    ($($name:ident $id:literal $en:literal $fr:literal: $about:literal $sujet:literal;)*) => {$(
        #[doc = $about]
        pub const fn $name(limits: Limits, lapses: Lapses) -> Rung {
            let level = Level {
                id: $id,
                name: Phrase::new($en, $fr),
                about: Phrase::new($about, $sujet),
                limits: limits.within(LONGEST),
            };
            Rung { level, lapses }
        }
    )*};
}

rungs! {
    newcomer "newcomer" "Newcomer" "Novice":
        "learned the rules yesterday and overlooks a lot"
        "a appris les règles hier et ne voit pas grand-chose";
    beginner "beginner" "Beginner" "Débutant":
        "knows what is good, and often forgets that you move too"
        "sait ce qui est bon, et oublie souvent que vous jouez aussi";
    casual "casual" "Casual" "Occasionnel":
        "plays now and then, and sees what is near"
        "joue de temps en temps, et voit ce qui est proche";
    regular "regular" "Regular" "Habitué":
        "plays every week, and slips now and then"
        "joue chaque semaine, et se trompe à l’occasion";
    skilled "skilled" "Skilled" "Aguerri":
        "seldom misses what is near, sometimes what is far"
        "manque rarement ce qui est proche, parfois ce qui est loin";
    seasoned "seasoned" "Seasoned" "Chevronné":
        "has seen it all, and lets little slip"
        "en a vu d’autres, et laisse passer peu de choses";
    club "club" "Club player" "Joueur de club":
        "plans ahead and punishes mistakes"
        "prévoit loin et punit les erreurs";
    strong "strong" "Strong" "Redoutable":
        "makes few mistakes; few people beat it"
        "se trompe peu ; peu de gens le battent";
}
