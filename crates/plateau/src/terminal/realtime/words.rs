//! What the real-time screen says of itself, in both languages. The rest are the game's words.

use game::{ArcadeSession, KeyLayout, Lang, Phrase};

pub const PAUSED: Phrase = Phrase::new("Paused", "En pause");
pub const GO_ON: Phrase = Phrase::new("p to go on", "p pour continuer");
pub const DONE: Phrase = Phrase::new("Done!", "Terminé !");
pub const LOST: Phrase = Phrase::new("Game over", "Partie finie");
pub const AGAIN: Phrase = Phrase::new("r again, q quit", "r rejouer, q quitter");
pub const OTHER_MODE: Phrase = Phrase::new("Tab: other modes", "Tab : autre mode");
pub const UNDO: Phrase = Phrase::new("u back", "u annuler");
pub const HELP: Phrase = Phrase::new("? help", "? aide");

/// What our own keys do, for the help page; the letter, unless the game uses it itself.
pub const ORDER_HELP: [(char, Phrase); 8] = [
    ('p', Phrase::new("pause, and go on", "mettre en pause, et continuer")),
    ('r', Phrase::new("a new game; Tab for another mode", "nouvelle partie ; Tab change de mode")),
    (
        'm',
        Phrase::new(
            "the computer plays; + and - change its pace",
            "l’ordinateur joue ; + et - changent sa vitesse",
        ),
    ),
    ('k', Phrase::new("what the computer would do", "ce que ferait l’ordinateur")),
    ('u', Phrase::new("back by one piece, in practice", "annuler une pièce, à l’entraînement")),
    ('l', Phrase::new("the other language", "l’autre langue")),
    ('q', Phrase::new("quit", "quitter")),
    ('?', Phrase::new("this page, which any key closes", "cette page, qu’une touche ferme")),
];

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
