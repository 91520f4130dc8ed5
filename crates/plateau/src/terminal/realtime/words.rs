//! What the real-time screen says, in both languages.

use game::{Lang, Phrase};
use tetris::{Landing, Spin};

use super::keys::Layout;

pub const HOLD: Phrase = Phrase::new("Hold", "Réserve");
pub const NEXT: Phrase = Phrase::new("Next", "À venir");
pub const SCORE: Phrase = Phrase::new("Score", "Score");
pub const LEVEL: Phrase = Phrase::new("Level", "Niveau");
pub const LINES: Phrase = Phrase::new("Lines", "Lignes");
pub const TIME: Phrase = Phrase::new("Time", "Temps");
pub const LEFT: Phrase = Phrase::new("Left", "Reste");
pub const PIECES: Phrase = Phrase::new("Pieces", "Pièces");
pub const PACE: Phrase = Phrase::new("a second", "par seconde");
pub const PAUSED: Phrase = Phrase::new("Paused", "En pause");
pub const GO_ON: Phrase = Phrase::new("p to go on", "p pour continuer");
pub const DONE: Phrase = Phrase::new("Done!", "Terminé !");
pub const FULL: Phrase = Phrase::new("Game over", "Partie finie");
pub const AGAIN: Phrase = Phrase::new("r again, q quit", "r rejouer, q quitter");
pub const MACHINE: Phrase = Phrase::new("The machine plays", "La machine joue");
pub const COACH: Phrase = Phrase::new("Its advice: <>", "Son avis : <>");
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
pub const START: Phrase = Phrase::new(
    "only practice begins with something in the well",
    "seul l’entraînement commence avec quelque chose dans le puits",
);

const MODERN_KEYS: Phrase = Phrase::new(
    "←→ move ↑z turn ↓ soft space drop c hold p pause m machine k advice r new q quit",
    "←→ aller ↑z tourne ↓ bas espace lâche c garde p pause m auto k avis r neuf q fin",
);
const REPORT_KEYS: Phrase = Phrase::new(
    "←→ move ↑↓ turn d down space drop c hold p pause m machine k advice r new q quit",
    "←→ aller ↑↓ tourne d bas espace lâche c garde p pause m auto k avis r neuf q fin",
);

/// The line of keys at the bottom.
pub fn keys(layout: Layout, hold: bool, lang: Lang) -> String {
    let keys = match layout {
        Layout::Modern => MODERN_KEYS,
        Layout::Report => REPORT_KEYS,
    };
    let unwanted = if hold { "" } else { Phrase::new("c hold ", "c garde ").get(lang) };
    keys.get(lang).replace(unwanted, "")
}

/// What a piece came to, in a few words; nothing where it came to nothing.
pub fn landing(landing: &Landing, lang: Lang) -> Vec<String> {
    let clear = landing.clear;
    let lines = match clear.lines {
        0 => Phrase::new("", ""),
        1 => Phrase::new("single", "simple"),
        2 => Phrase::new("double", "double"),
        3 => Phrase::new("triple", "triple"),
        _ => Phrase::new("four lines", "quatre lignes"),
    };
    let spin = match clear.spin {
        Spin::None => "",
        Spin::Mini => "mini T-spin",
        Spin::Full => "T-spin",
    };
    let mut said = vec![format!("{spin} {}", lines.get(lang)).trim().to_owned()];
    if clear.back_to_back {
        said.push(Phrase::new("back to back", "d’affilée").get(lang).to_owned());
    }
    if clear.combo > 0 {
        said.push(format!("combo {}", clear.combo));
    }
    if clear.empty {
        said.push(Phrase::new("all clear", "puits vide").get(lang).to_owned());
    }
    if landing.points > 0 {
        said.push(format!("+{}", landing.points));
    }
    said.retain(|text| !text.is_empty());
    said
}
