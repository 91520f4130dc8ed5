//! What can be said at a table: a few phrases, so that everybody reads them in their own language and nobody has to
//! be kept from writing others.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::store::SaidRow;
use crate::wire::{PhraseBody, SaidBody, WordsBody};

/// The phrases are data: `data/phrases.json`.
static PHRASES: LazyLock<Vec<Saying>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/phrases.json"))
        .expect("our own file is right: a test reads it")
});

#[derive(Deserialize)]
struct Saying {
    id: String,
    en: String,
    fr: String,
}

impl Saying {
    fn text(&self) -> WordsBody {
        WordsBody { en: Cow::Owned(self.en.clone()), fr: Cow::Owned(self.fr.clone()) }
    }
}

/// Whether there is such a phrase.
pub(crate) fn is_known(id: &str) -> bool {
    find(id).is_some()
}

/// All of them, in the order in which they are offered.
pub(crate) fn all() -> Vec<PhraseBody> {
    PHRASES.iter().map(|each| PhraseBody { id: each.id.clone(), text: each.text() }).collect()
}

/// A phrase that was said, as it is sent; none if a later version took it out of the list.
pub(crate) fn said(row: &SaidRow, now: i64) -> Option<SaidBody> {
    let text = find(&row.phrase)?.text();
    Some(SaidBody { n: row.n, seat: row.seat, text, ago: (now - row.at).max(0) })
}

fn find(id: &str) -> Option<&'static Saying> {
    PHRASES.iter().find(|each| each.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_short_complete_and_without_twins() {
        let all = all();
        assert!((5..=16).contains(&all.len()));
        for (index, phrase) in all.iter().enumerate() {
            assert!(!phrase.text.en.is_empty() && !phrase.text.fr.is_empty());
            assert!(all[index + 1..].iter().all(|other| other.id != phrase.id), "{}", phrase.id);
        }
    }
}
