//! All texts of the terminal in both languages. `{0}` and `{1}` are placeholders.

use catalog::Entry;
use game::{Lang, Phrase, Words};
use search::Level;

macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident = $en:expr, $fr:expr;)*) => {
        $($(#[$doc])* pub const $name: Phrase = Phrase::new($en, $fr);)*

        #[cfg(test)]
        const ALL: &[(&str, Phrase)] = &[$((stringify!($name), $name)),*];
    };
}

phrases! {
    // Players and endings.
    YOU = "you", "vous";
    PERSON = "A human", "Un humain";
    PERSON_ABOUT = "somebody at this keyboard", "quelqu’un à ce clavier";
    SEAT_AND_WHO = "{0} ({1})", "{0} ({1})";
    OVER = "the game is over", "la partie est terminée";
    ENDED = "The game is over: {0}.", "La partie est terminée : {0}.";
    DRAWN = "A draw: {0}.", "Partie nulle : {0}.";
    WON = "{0} wins: {1}.", "{0} gagne : {1}.";
    WON_TOGETHER = "{0} win: {1}.", "{0} gagnent : {1}.";
    WITH_POINTS = "{0} Points: {1}", "{0} Points : {1}";

    RATED = "{0} · Elo {1}", "{0} · Elo {1}";
    RATED_ALONE = "{0} · {1} {2}", "{0} · {1} {2}";
    FOR_STUDY = "for study: {0}", "pour l’étude : {0}";

    // Answers.
    TOO_MANY_SEATS = "this game has {0} seats, and --seat was given {1} times",
        "ce jeu a {0} places, et --seat a été donné {1} fois";
    PLAYED = "{0} plays {1}", "{0} joue {1}";
    UNDONE = "Taken back.", "Coup repris.";
    NOTHING_TO_UNDO = "There is nothing to take back.", "Il n’y a rien à annuler.";
    HINT = "Hint: {0}", "Indice : {0}";
    HINT_WHY = "Hint: {0} ({1}: {2})", "Indice : {0} ({1} : {2})";
    NO_HINT = "No hint now.", "Pas d’indice pour l’instant.";
    ASKING = "Asking {0}…", "{0} réfléchit pour vous…";
    SCORE_WIN = "a win in {0}", "gain en {0}";
    SCORE_LOSS = "lost in {0} at best", "perdu en {0} au mieux";
    SCORE_DRAW = "a draw", "nulle";
    SCORE_CHANCE = "{0} % of the result expected", "{0} % du résultat attendu";
    SAVED = "Saved as {0}.", "Enregistré dans {0}.";
    NOT_SAVED = "{0} could not be written: {1}", "Impossible d’écrire {0} : {1}";
    NEW_GAME = "A new game.", "Nouvelle partie.";
    NOT_YOUR_TURN = "It is not your turn: {0} is thinking.", "Ce n’est pas votre tour : {0} réfléchit.";
    NO_PERSON = "Nobody here plays in this game.", "Personne ne joue ici dans cette partie.";
    STUMBLED = "{0} stumbled and thinks again.", "{0} a trébuché et recommence.";
    UNKNOWN_COMMAND = "“{0}” is no command; F1 shows them.", "« {0} » n’est pas une commande ; F1 les montre.";
    NO_MOVE_YET = "Type a move, or choose a spot with the arrows.",
        "Tapez un coup, ou choisissez une case avec les flèches.";
    NO_PIECE_YET = "Tab or a click takes a piece. Or type a move.",
        "Tab ou un clic prend une pièce. Ou tapez un coup.";
    CHOOSE_FIRST = "First choose what comes to {0}: {1}.",
        "Choisissez d’abord ce qui va en {0} : {1}.";
    MORE_TO_TYPE = "Go on: {0}", "Continuez : {0}";

    // The plain console.
    HELP_PLAIN = "\
Type a move, or one of these words:
  moves        the legal moves
  board        the board again
  hint         what the strongest level would play
  undo         back to your previous turn
  resign       give up
  new          a new game
  save FILE    write the record
  lang         English or French
  quit         leave", "\
Tapez un coup, ou l’un de ces mots :
  coups              les coups permis
  plateau            revoir le plateau
  indice             ce que jouerait le niveau le plus fort
  annuler            revenir à votre tour précédent
  abandonner         abandonner la partie
  nouvelle           une nouvelle partie
  enregistrer FICHIER
  langue             français ou anglais
  quitter            partir";
    HELP_SHORT = "help for the commands", "aide pour les commandes";
    AFTER_PLAIN = "new, undo, save or quit?", "nouvelle, annuler, enregistrer ou quitter ?";
    GOODBYE = "Goodbye.", "Au revoir.";

    // Menus.
    WHICH_GAME = "Choose a game", "Choisissez un jeu";
    WHICH_VARIANT = "Choose a variant", "Choisissez une variante";
    WHO_SITS = "Who sits where?", "Qui joue ?";
    WHICH_LEVEL = "Choose a level", "Choisissez un niveau";
    YOUR_CHOICE = "Your choice", "Votre choix";
    CHOOSE_NUMBER = "Choose a number from 1 to {0}.", "Choisissez un numéro de 1 à {0}.";
    PEOPLE = "Player against player", "Joueur contre joueur";
    MACHINE = "Play the computer", "Jouer contre l’ordinateur";
    ALONE = "Play alone", "Jouer seul";
    WATCH = "Watch the computer", "Regarder l’ordinateur";
    EXIT = "Exit", "Quitter";
    PLAY_NOW = "Play", "Jouer";
    TITLE_LINE = "board games for a rainy afternoon, and for every other",
        "des jeux pour un après-midi de pluie, et pour tous les autres";
    MENU_HELP = "\
Choose a game, then how it is played, then who sits where: you, other people at this keyboard, or machines of any level.

↑ ↓ or a number choose a line, ← → change it.
Enter goes on, Esc goes back, the mouse does both.
l speaks French, q leaves.

During a game ? shows its keys.", "\
Choisissez un jeu, puis la façon de le jouer, puis qui joue où : vous, d’autres personnes à ce clavier, ou des machines de tout niveau.

↑ ↓ ou un numéro choisissent une ligne, ← → la changent.
Entrée continue, Échap revient, la souris fait les deux.
l passe en anglais, q quitte.

Pendant une partie, ? montre ses touches.";
    MENU_KEYS = "↑ ↓ choose   ← → change   Enter go on   Esc back   ? help",
        "↑ ↓ choisir   ← → changer   Entrée continuer   Échap retour   ? aide";

    // The full screen.
    PLAYERS = " Players ", " Joueurs ";
    MOVES = " Moves ", " Coups ";
    HELP_TITLE = " Help ", " Aide ";
    TOO_SMALL = "This window is too small: {0}. Plateau needs {1}.",
        "Cette fenêtre est trop petite : {0}. Il faut {1}.";
    SCROLLED = "PgUp and PgDn show the rest of the board; the arrows scroll too.",
        "Page préc. et Page suiv. montrent le reste du plateau ; les flèches aussi.";
    THINKS = "thinks", "réfléchit";
    TO_MOVE = "to play", "à jouer";
    SURE_QUIT = "Leave this game? Press again to leave, any other key to stay.",
        "Quitter cette partie ? Encore une fois pour quitter, une autre touche pour rester.";
    SURE_RESIGN = "Resign? Press again to resign, any other key to play on.",
        "Abandonner ? Encore une fois pour abandonner, une autre touche pour continuer.";
    SURE_NEW = "Begin anew? Press again to begin, any other key to play on.",
        "Recommencer ? Encore une fois pour recommencer, une autre touche pour continuer.";
    KEY_HINT = "hint", "indice";
    KEY_UNDO = "undo", "annuler";
    KEY_NEW = "new", "nouvelle";
    KEY_AGAIN = "again", "rejouer";
    KEY_RESIGN = "resign", "abandon";
    KEY_SAVE = "save", "garder";
    KEY_LANG = "français", "English";
    KEY_HELP = "help", "aide";
    KEY_QUIT = "quit", "quitter";
    HELP_MOVING = "Arrows and Tab move the cursor, Enter or Space plays there. The mouse points and plays too. Or type a move and press Enter; Tab completes it, Esc empties the line.",
        "Les flèches et Tab déplacent le curseur, Entrée ou Espace y joue, la souris aussi. Ou tapez un coup puis Entrée ; Tab le complète, Échap l’efface.";
    HELP_LETTERS = "A plain letter is a command if no move begins with it; the others always are:",
        "Une lettre seule est une commande si aucun coup ne commence par elle ; les autres le sont toujours :";
    HELP_SCROLL = "PgUp and PgDn scroll the list of moves.", "Page préc. et Page suiv. font défiler les coups.";
    HELP_CLOSE = "Any key closes this page.", "Une touche ferme cette page.";
    HELP_UNDO = "back to your previous turn", "revenir à votre tour précédent";
    HELP_HINT = "advice from the best level", "l’avis du meilleur niveau";
    HELP_NEW = "a new game", "une nouvelle partie";
    HELP_RESIGN = "give up", "abandonner";
    HELP_SAVE = "write the record to a file", "la partie dans un fichier";
    HELP_LANG = "the other language", "l’autre langue";
    HELP_QUIT = "leave", "partir";
    HELP_LAYERS = "what a level looks at, over the board", "ce qu’un niveau examine, sur le plateau";
    HELP_HAND = "Tab takes a piece: arrows move it, Space turns it, F flips it, N finds it a place, 1-5 choose by size, Enter lays it, Esc puts it back. The mouse moves and lays it, its wheel turns it, its right button flips it.",
        "Tab prend une pièce : les flèches la déplacent, Espace la tourne, F la retourne, N lui trouve une place, 1-5 choisissent selon la taille, Entrée la pose, Échap la remet. La souris la déplace et la pose, la molette la tourne, le bouton droit la retourne.";
    HAND_KEYS = " Tab piece  arrows move  Space turn  F flip  N place  Enter lay  Esc back",
        " Tab pièce  flèches  Espace tourner  F retourner  N place  Entrée poser  Échap";
    HAND_FITS = "It fits here: Enter lays it.", "Elle va ici : Entrée la pose.";
    LAYER_OF = "{0}, {1}", "{0}, {1}";
    LAYERS_PLAIN = "The full screen shows them with F8; `plateau explain` prints them.",
        "Le plein écran les montre avec F8 ; `plateau explain` les imprime.";
    NO_LAYERS = "No level of this game looks at squares here.", "Aucun niveau de ce jeu n’examine de cases ici.";
}

/// The other language.
pub fn other(lang: Lang) -> Lang {
    match lang {
        Lang::En => Lang::Fr,
        Lang::Fr => Lang::En,
    }
}

/// The same text in both languages.
pub fn same(text: impl Into<String>) -> Words {
    let text = text.into();
    Words::new(text.clone(), text)
}

/// A phrase with its placeholders filled in.
pub fn fill(phrase: Phrase, values: &[Words]) -> Words {
    let filled = |lang| {
        // A single pass, so that a value that contains `{1}` stays as it is.
        let mut rest = phrase.get(lang);
        let mut text = String::new();
        while let Some(at) = rest.find('{') {
            text.push_str(&rest[..at]);
            let gap = rest[at..].find('}').map(|end| &rest[at + 1..at + end]);
            let value = gap.and_then(|gap| gap.parse::<usize>().ok()).and_then(|n| values.get(n));
            match (gap, value) {
                (Some(gap), Some(value)) => {
                    text.push_str(value.get(lang));
                    rest = &rest[at + gap.len() + 2..];
                }
                _ => {
                    text.push('{');
                    rest = &rest[at + 1..];
                }
            }
        }
        text + rest
    };
    Words::new(filled(Lang::En), filled(Lang::Fr))
}

/// What playing against a level is like, and how strong it was measured to be in a variant.
pub fn strength(entry: &dyn Entry, level: &Level, variant: &str) -> Words {
    let about = level.about.into();
    let about = match (entry.elo(level.id, variant), entry.mean(level.id, variant)) {
        (Some(rating), _) => fill(RATED, &[about, same(rating.to_string())]),
        (None, Some((mean, of))) => fill(RATED_ALONE, &[about, same(mean.to_string()), of.clone()]),
        (None, None) => about,
    };
    if entry.is_for_study(level.id) { fill(FOR_STUDY, &[about]) } else { about }
}

/// A reason as a sentence: with a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_the_same_gaps() {
        for (name, phrase) in ALL {
            for gap in ["{0}", "{1}", "{2}", "{3}"] {
                assert_eq!(phrase.en.contains(gap), phrase.fr.contains(gap), "{name} {gap}");
            }
            assert!(!phrase.en.is_empty() && !phrase.fr.is_empty(), "{name}");
        }
    }

    #[test]
    fn gaps_are_filled_once() {
        let words = fill(WON, &[same("{1}"), same("{0")]);
        assert_eq!(words.en, "{1} wins: {0.");
    }
}
