//! A game as it travels between machines: by its name in the catalogue.

use catalog::Entry;
use serde::{Deserialize, Deserializer, Serializer, de};

pub fn serialize<S: Serializer>(game: &&'static dyn Entry, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(game.about().id)
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static dyn Entry, D::Error> {
    let id = String::deserialize(from)?;
    catalog::find(&id).map_err(de::Error::custom)
}
