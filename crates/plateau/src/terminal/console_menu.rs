//! The menu as lines of text: each choice has a number.

use std::io::{BufRead, Write};

use catalog::{Entry, Setup};
use game::{Lang, Phrase, Variant};

use super::lines::next_line;
use super::local_game::LocalGame;
use super::plain::{self, ConsoleExit};
use super::words::{self, fill, same, strength};
use crate::failure::Failure;
use crate::setup::fresh_seed;

/// Offers games until the person leaves.
pub fn run(lang: Lang, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "P L A T E A U\n{}", words::TITLE_LINE.get(lang))?;
    while let Some(entry) = choose_game(lang, input, out)? {
        let Some(variant) = choose_variant(entry, lang, input, out)? else { continue };
        let Some(players) = choose_players(entry, variant, lang, input, out)? else {
            break;
        };
        let variant = Some(variant.id.to_owned());
        let setup = Setup { variant, seed: fresh_seed(), ..Setup::default() };
        let game = LocalGame::new(entry, setup, &players, None)?;
        if plain::play(game, lang, input, out)? == ConsoleExit::EndOfInput {
            break;
        }
    }
    Ok(())
}

fn choose_game(
    lang: Lang,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<&'static dyn Entry>, Failure> {
    let games = catalog::games();
    let mut lines: Vec<String> = games
        .iter()
        .map(|game| {
            let about = game.about();
            format!("{} – {}", about.name.get(lang), about.tagline.get(lang))
        })
        .collect();
    lines.push(words::EXIT.get(lang).to_owned());
    let chosen = choose(words::WHICH_GAME, &lines, lang, input, out)?;
    Ok(chosen.and_then(|number| games.get(number).copied()))
}

fn choose_variant(
    entry: &dyn Entry,
    lang: Lang,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<&'static Variant>, Failure> {
    let variants = entry.about().variants;
    if let [only] = variants {
        return Ok(Some(only));
    }
    let lines: Vec<String> =
        variants.iter().map(|v| format!("{} – {}", v.name.get(lang), v.about.get(lang))).collect();
    let chosen = choose(words::WHICH_VARIANT, &lines, lang, input, out)?;
    Ok(chosen.map(|number| &variants[number]))
}

/// Who plays each seat; `None` if the person leaves.
fn choose_players(
    entry: &dyn Entry,
    variant: &Variant,
    lang: Lang,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<Vec<String>>, Failure> {
    let seats = variant.seats;
    let [people, machine] =
        if seats == 1 { [words::ALONE, words::WATCH] } else { [words::PEOPLE, words::MACHINE] };
    let lines = [people, machine, words::EXIT].map(|phrase| phrase.get(lang).to_owned());
    match choose(entry.about().name, &lines, lang, input, out)? {
        Some(0) => Ok(Some(vec!["human".to_owned(); seats])),
        Some(1) => {
            let levels = entry.offered(variant.id);
            let lines: Vec<String> = levels
                .iter()
                .map(|level| {
                    format!(
                        "{} – {}",
                        level.name.get(lang),
                        strength(entry, level, variant.id).get(lang)
                    )
                })
                .collect();
            let chosen = choose(words::WHICH_LEVEL, &lines, lang, input, out)?;
            Ok(chosen.map(|number| {
                let mut players = vec![levels[number].id.to_owned(); seats];
                if seats > 1 {
                    players[0] = "human".to_owned();
                }
                players
            }))
        }
        _ => Ok(None),
    }
}

/// The index of the line that a person chose; `None` at the end of the input.
fn choose(
    title: Phrase,
    lines: &[String],
    lang: Lang,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<usize>, Failure> {
    writeln!(out, "\n{}", title.get(lang))?;
    for (index, line) in lines.iter().enumerate() {
        writeln!(out, "  {}  {line}", index + 1)?;
    }
    loop {
        write!(out, "{} > ", words::YOUR_CHOICE.get(lang))?;
        out.flush()?;
        let Some(line) = next_line(input)? else {
            writeln!(out)?;
            return Ok(None);
        };
        match line.parse::<usize>() {
            Ok(number) if (1..=lines.len()).contains(&number) => return Ok(Some(number - 1)),
            _ => {
                let count = same(lines.len().to_string());
                writeln!(out, "{}", fill(words::CHOOSE_NUMBER, &[count]).get(lang))?;
            }
        }
    }
}
