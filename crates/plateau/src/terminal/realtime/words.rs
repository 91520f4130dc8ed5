//! What the real-time screen says of itself, in both languages. The rest are the game's words.

use game::{ArcadeSession, KeyLayout, Lang, Phrase};

pub const PAUSED: Phrase = Phrase::new("Paused", "En pause");
pub const GO_ON: Phrase = Phrase::new("p to go on", "p pour continuer");
pub const DONE: Phrase = Phrase::new("Done!", "Terminé !");
pub const LOST: Phrase = Phrase::new("Game over", "Partie finie");
pub const AGAIN: Phrase = Phrase::new("r again, q quit", "r rejouer, q quitter");
pub const OTHER_MODE: Phrase = Phrase::new("Tab: other modes", "Tab : autre mode");
pub const UNDO: Phrase = Phrase::new("u back", "u reprendre");

pub const NOT_RECORDED: Phrase = Phrase::new(
    "nothing was written: a game in which something was taken back, or which did not begin empty, is no run",
    "rien n’a été écrit : une partie où l’on est revenu en arrière, ou qui n’a pas commencé vide, ne se rejoue pas",
);
pub const RACE: Phrase = Phrase::new(
    "a race is run in the browser: plateau serve",
    "la course se joue dans le navigateur : plateau serve",
);

const ORDERS: Phrase =
    Phrase::new("p pause m machine k advice r new q quit", "p pause m auto k avis r neuf q fin");

/// The line of keys at the bottom: the game's, then ours.
pub fn keys(session: &dyn ArcadeSession, layout: &KeyLayout, lang: Lang) -> String {
    format!("{} {}", session.legend(layout.id).get(lang), ORDERS.get(lang))
}
