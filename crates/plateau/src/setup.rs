//! The flags that choose a table: game, variant, options, seed and first moves.

use std::hash::{BuildHasher, RandomState};

use catalog::{Entry, Setup, Table};
use clap::Args;
use serde_json::Value;

use crate::failure::Failure;

/// Which game, and in which variant.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// The game; `plateau games` lists them
    pub game: String,

    /// The variant; the usual one if not given
    #[arg(long, value_name = "V")]
    pub variant: Option<String>,

    /// An option, as in --option width=9; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    pub options: Vec<(String, Value)>,

    /// Decides all chance in the game; a fresh one if not given
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

fn parse_option(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    Ok((name.trim().to_owned(), Value::from(value.trim())))
}

impl GameArgs {
    /// The game's entry in the catalogue.
    pub fn entry(&self) -> Result<&'static dyn Entry, Failure> {
        Ok(catalog::find(&self.game)?)
    }

    /// The setup that these flags describe.
    pub fn setup(&self) -> Setup {
        Setup {
            variant: self.variant.clone(),
            options: self.options.iter().cloned().collect(),
            seed: self.seed.unwrap_or_else(fresh_seed),
        }
    }

    /// A new table.
    pub fn table(&self) -> Result<Box<dyn Table>, Failure> {
        Ok(self.entry()?.table(&self.setup())?)
    }

    /// A table after some moves.
    pub fn table_after(&self, moves: Option<&str>) -> Result<Box<dyn Table>, Failure> {
        self.table_from(None, moves)
    }

    /// The same from a position that somebody wrote down, if there is one.
    pub fn table_from(
        &self,
        position: Option<&str>,
        moves: Option<&str>,
    ) -> Result<Box<dyn Table>, Failure> {
        let mut table = match position {
            Some(text) => self.entry()?.load(text).map_err(|bad| Failure::asked(bad.0))?,
            None => self.table()?,
        };
        table
            .play_all(moves.unwrap_or_default())
            .map_err(|(text, refused)| Failure::refused(&text, &refused))?;
        Ok(table)
    }
}

/// A random seed. The standard library seeds its hash maps from the system's randomness.
pub fn fresh_seed() -> u64 {
    // Seeds travel as JSON, in which whole numbers are exact only up to 2^53.
    RandomState::new().hash_one("plateau") >> 11
}
