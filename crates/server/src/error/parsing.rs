//! What the parsers of JSON and of queries complain about, in both languages. They speak English, in a few patterns.

use game::Words;

/// The sentence of a parser, with a French one that says the same.
pub(super) fn explain(said: &str) -> Words {
    let said = said.strip_prefix("Failed to deserialize query string: ").unwrap_or(said);
    let (what, place) = match said.rsplit_once(" at line ") {
        Some((what, place)) => (what, french_place(place)),
        None => (said, String::new()),
    };
    Words::new(without_type_names(said), format!("{}{place}", french(&without_type_names(what))))
}

/// Our types' names say nothing to whoever sent the request: `struct FromWish` is an object.
fn without_type_names(said: &str) -> String {
    let mut parts = said.split("struct ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str("an object");
        text.push_str(part.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'));
    }
    text
}

/// `1 column 7` in French.
fn french_place(place: &str) -> String {
    match place.split_once(" column ") {
        Some((line, column)) => format!(", ligne {line}, colonne {column}"),
        None => format!(", ligne {place}"),
    }
}

fn french(what: &str) -> String {
    if let Some(field) = what.strip_prefix("missing field ") {
        return format!("il manque le champ {field}");
    }
    if let Some(field) = what.strip_prefix("duplicate field ") {
        return format!("le champ {field} s’y trouve deux fois");
    }
    let pairs: [(&str, &str); 5] = [
        ("unknown field ", "champ inconnu : "),
        ("unknown variant ", "valeur inconnue : "),
        ("invalid type: ", "mauvais type : "),
        ("invalid value: ", "valeur impossible : "),
        ("invalid length ", "longueur impossible : "),
    ];
    for (english, beginning) in pairs {
        if let Some(rest) = what.strip_prefix(english) {
            let (found, expected) = rest.split_once(", ").unwrap_or((rest, ""));
            let expected = if expected.is_empty() {
                String::new()
            } else {
                format!(" ; {}", french_expected(expected))
            };
            return format!("{beginning}{}{expected}", french_thing(found));
        }
    }
    if what.starts_with("EOF while parsing") {
        return "le texte s’arrête trop tôt".to_owned();
    }
    match what {
        "trailing characters" => "il y a du texte en trop à la fin".to_owned(),
        "expected value" => "une valeur était attendue".to_owned(),
        "expected ident" => "un mot JSON (true, false, null) était attendu".to_owned(),
        "trailing comma" => "il y a une virgule de trop".to_owned(),
        "key must be a string" => "une clé doit être une chaîne entre guillemets".to_owned(),
        "invalid number" => "nombre mal écrit".to_owned(),
        "number out of range" => "nombre hors limites".to_owned(),
        "invalid escape" => "séquence d’échappement inconnue".to_owned(),
        "recursion limit exceeded" => "trop de niveaux imbriqués".to_owned(),
        _ => match what.strip_prefix("expected ") {
            Some(signs) => format!("il était attendu {}", signs.replace(" or ", " ou ")),
            None => "ce n’est pas du JSON de la forme attendue".to_owned(),
        },
    }
}

/// What was expected: ``expected one of `a`, `b` `` or `expected u32`.
fn french_expected(text: &str) -> String {
    match text.strip_prefix("expected ") {
        Some(list) if list.starts_with("one of ") => {
            format!(
                "attendu : l’un de {}",
                list.trim_start_matches("one of ").replace(" or ", " ou ")
            )
        }
        Some(one) => format!("attendu : {}", french_thing(&one.replace("` or `", "` ou `"))),
        None => "rien d’autre n’est permis ici".to_owned(),
    }
}

/// The kinds of values, as serde calls them.
fn french_thing(text: &str) -> String {
    const KINDS: [(&str, &str); 14] = [
        ("string ", "la chaîne "),
        ("integer ", "l’entier "),
        ("floating point ", "le nombre "),
        ("boolean ", "le booléen "),
        ("a string", "une chaîne"),
        ("a boolean", "un booléen"),
        ("a sequence", "une liste"),
        ("sequence", "une liste"),
        ("a map", "un objet"),
        ("map", "un objet"),
        ("null", "null"),
        ("unit value", "rien"),
        ("an object", "un objet"),
        ("a character", "un caractère"),
    ];
    let kind = KINDS.iter().find(|(english, _)| text.starts_with(english));
    match kind {
        Some((english, french)) => format!("{french}{}", &text[english.len()..]),
        None if matches!(text, "u8" | "u16" | "u32" | "u64" | "usize") => {
            format!("un entier positif ({text})")
        }
        None if matches!(text, "i8" | "i16" | "i32" | "i64") => format!("un entier ({text})"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::explain;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Wish {
        game: String,
        seats: Option<Vec<Kind>>,
        epoch: Option<u32>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Person,
        Bot,
    }

    #[test]
    fn whatever_the_parser_says_is_said_in_french() {
        for (text, expected) in [
            ("{}", "il manque le champ `game`, ligne 1, colonne 2"),
            (
                r#"{"game":4}"#,
                "mauvais type : l’entier `4` ; attendu : une chaîne, ligne 1, colonne 9",
            ),
            (
                r#"{"game":"a","epoch":-1}"#,
                "valeur impossible : l’entier `-1` ; attendu : un entier positif (u32), ligne 1, colonne 22",
            ),
            (
                r#"{"game":"a","seats":["x"]}"#,
                "valeur inconnue : `x` ; attendu : `person` ou `bot`, ligne 1, colonne 24",
            ),
            (
                r#"{"game":"a","sits":1}"#,
                "champ inconnu : `sits` ; attendu : l’un de `game`, `seats`, `epoch`, ligne 1, colonne 18",
            ),
            (
                r#"{"game":"a","game":"b"}"#,
                "le champ `game` s’y trouve deux fois, ligne 1, colonne 18",
            ),
            (r#"{"game":"a""#, "le texte s’arrête trop tôt, ligne 1, colonne 11"),
            (r#"{"game":"a"}}"#, "il y a du texte en trop à la fin, ligne 1, colonne 13"),
            ("nonsense", "un mot JSON (true, false, null) était attendu, ligne 1, colonne 2"),
            ("?", "une valeur était attendue, ligne 1, colonne 1"),
            (r#"{"game" 4}"#, "il était attendu `:`, ligne 1, colonne 9"),
            (r#"{"game":"a",}"#, "il y a une virgule de trop, ligne 1, colonne 13"),
        ] {
            let error = serde_json::from_str::<Wish>(text).unwrap_err().to_string();
            let words = explain(&error);
            assert_eq!(words.fr, expected, "{error}");
            assert_eq!(words.en, error);
        }
    }

    #[test]
    fn no_type_of_ours_is_named() {
        let error = serde_json::from_str::<Vec<Wish>>("[3]").unwrap_err().to_string();
        let words = explain(&error);
        assert!(error.contains("struct Wish"), "{error}");
        let expected = "invalid type: integer `3`, expected an object at line 1 column 2";
        assert_eq!(words.en, expected);
        let expected = "mauvais type : l’entier `3` ; attendu : un objet, ligne 1, colonne 2";
        assert_eq!(words.fr, expected);
    }

    #[test]
    fn a_query_is_explained_without_the_name_of_a_library() {
        let words = explain("Failed to deserialize query string: missing field `moves`");
        assert_eq!(
            (&*words.en, &*words.fr),
            ("missing field `moves`", "il manque le champ `moves`")
        );
    }
}
