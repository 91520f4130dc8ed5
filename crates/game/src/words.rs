//! Text for people, always in English and French.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A language that people read here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Lang {
    /// The language of a locale's name such as `fr_FR.UTF-8`; English when it is any other.
    pub fn of_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("fr") { Self::Fr } else { Self::En }
    }

    /// A number that was written with a point, as this language writes it.
    pub fn number(self, text: &str) -> String {
        match self {
            Self::En => text.to_owned(),
            Self::Fr => text.replace('.', ","),
        }
    }
}

/// A fixed sentence or name, written in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Phrase {
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
}

impl Phrase {
    /// The same text in both languages.
    pub const fn new(en: &'static str, fr: &'static str) -> Self {
        Self { en, fr }
    }

    /// The text in one language.
    pub const fn get(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

/// A sentence made at run time, or read from a file, in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// In English.
    pub en: Cow<'static, str>,
    /// In French.
    pub fr: Cow<'static, str>,
}

impl Words {
    /// The same text in both languages.
    pub fn new(en: impl Into<Cow<'static, str>>, fr: impl Into<Cow<'static, str>>) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }

    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Fr => &self.fr,
        }
    }
}

impl From<Phrase> for Words {
    fn from(phrase: Phrase) -> Self {
        Self::new(phrase.en, phrase.fr)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}
