//! People's names, as they are kept: what can be seen, and nothing that only pretends to be a name.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// Characters that count as letters or symbols and show nothing: Hangul fillers and the blank Braille pattern.
const FILLERS: [char; 5] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}', '\u{2800}'];
/// Joiners, which emoji and some scripts need inside a word.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];
/// More marks on one letter than any language has would reach into the lines around.
const MARKS: usize = 2;

/// The name in its composed form; none if it is no name of up to `most` characters.
pub(crate) fn person_name(name: &str, most: usize) -> Option<String> {
    let name: String = name.trim().nfc().take(most + 1).collect();
    let mut marks = 0;
    let mut before: Option<char> = None;
    for c in name.chars() {
        let fits = match c.general_category() {
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => {
                marks += 1;
                before.is_some() && marks <= MARKS
            }
            GeneralCategory::Format => {
                JOINERS.contains(&c)
                    && before.is_some_and(|before| !before.is_ascii() && !JOINERS.contains(&before))
            }
            GeneralCategory::SpaceSeparator => c == ' ',
            GeneralCategory::Control
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::Unassigned => false,
            _ => !FILLERS.contains(&c),
        };
        if !fits {
            return None;
        }
        if !is_mark(c) {
            marks = 0;
        }
        before = Some(c);
    }
    let ends_well = before.is_some_and(|last| !JOINERS.contains(&last));
    (ends_well && name.chars().count() <= most).then_some(name)
}

fn is_mark(c: char) -> bool {
    matches!(c.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

#[cfg(test)]
mod tests {
    use super::person_name;

    #[test]
    fn names_of_people_are_kept() {
        for name in ["Ada", "Zoé", "Nguyễn Ệ", "Ольга", "محمد", "山田", "👩‍💻", "O’Neill", "R2-D2"]
        {
            assert!(person_name(name, 24).is_some(), "{name}");
        }
        assert_eq!(person_name("  Zoe\u{301} ", 24).as_deref(), Some("Zoé"));
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for name in [
            "",
            " ",
            "\u{200b}",
            "\u{200d}",
            "a\u{200d}b",
            "\u{feff}Ada",
            "\u{3164}",
            "\u{2800}",
            "a\u{2028}b",
            "a\u{a0}b",
            "\u{301}",
            "Z\u{301}\u{302}\u{303}\u{304}\u{305}",
            "a\u{202e}b",
            "a\nb",
            "\u{e000}",
        ] {
            assert_eq!(person_name(name, 24), None, "{name:?}");
        }
        assert_eq!(person_name(&"é".repeat(25), 24), None);
    }
}
