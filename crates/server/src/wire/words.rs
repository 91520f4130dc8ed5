//! What every body uses: text in both languages, and a game's options.

use std::borrow::Cow;

use game::{Phrase, Words};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A sentence or a name in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = Words)]
pub(crate) struct WordsBody {
    /// In English.
    pub en: Cow<'static, str>,
    /// In French.
    pub fr: Cow<'static, str>,
}

impl From<Words> for WordsBody {
    fn from(Words { en, fr }: Words) -> Self {
        Self { en, fr }
    }
}

impl From<Phrase> for WordsBody {
    fn from(Phrase { en, fr }: Phrase) -> Self {
        Self { en: en.into(), fr: fr.into() }
    }
}

/// Options of a game by name; `settings` of the game says which there are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Options, value_type = std::collections::HashMap<String, Value>)]
#[serde(transparent)]
pub(crate) struct OptionsBody(pub Map<String, Value>);

impl OptionsBody {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A JSON object that each game fills in its own way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[schema(as = Figures, value_type = std::collections::HashMap<String, Value>)]
#[serde(transparent)]
pub(crate) struct FiguresBody(pub Map<String, Value>);
