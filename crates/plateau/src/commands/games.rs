//! `plateau games`: what there is to play.

use std::io::{self, Write};

use catalog::Entry;
use game::{Kind, Lang, Parameter, Words};
use search::Level;
use serde_json::{Map, Value, json};

use crate::failure::Failure;

/// List the games with their variants, options and levels
#[derive(clap::Args)]
pub struct Args {
    /// Only this game, with the numbers that each level plays by
    game: Option<String>,

    /// As JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Lists the games.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let games = match &args.game {
        Some(id) => vec![catalog::find(id)?],
        None => catalog::games().to_vec(),
    };
    let mut out = io::stdout().lock();
    if args.json {
        let games: Vec<_> = games.into_iter().map(in_json).collect();
        serde_json::to_writer_pretty(&mut out, &games)?;
        return Ok(writeln!(out)?);
    }
    for game in games {
        describe(game, lang, &mut out)?;
        if args.game.is_some() {
            return Ok(describe_numbers(game, lang, &mut out)?);
        }
    }
    let play = Words::new("Play with", "Jouez avec");
    Ok(writeln!(out, "{}  plateau play {}", play.get(lang), catalog::games()[0].about().id)?)
}

/// A game with its levels, each with the numbers that it plays by.
fn in_json(game: &dyn Entry) -> Value {
    let level = |level: &Level| {
        let mut json = json!(level);
        json["parameters"] = json!(game.parameters(level.id));
        let ratings: Map<String, Value> =
            game.elos(level.id).into_iter().map(|(v, elo)| (v.to_owned(), elo.into())).collect();
        json["ratings"] = Value::Object(ratings);
        let means: Map<String, Value> = (game.about().variants.iter())
            .filter_map(|v| Some((v.id.to_owned(), game.mean(level.id, v.id)?.0.into())))
            .collect();
        json["means"] = Value::Object(means);
        json["study"] = json!(game.is_for_study(level.id));
        json
    };
    let levels: Vec<_> = game.levels().iter().map(level).collect();
    json!({ "about": game.about(), "levels": levels, "usual_level": game.usual_level().id })
}

/// The numbers of each level, for whoever names one as in `hard:depth=6`.
fn describe_numbers(game: &dyn Entry, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    let heading = Words::new(
        "numbers that can be changed, as in LEVEL:NAME=VALUE,…",
        "nombres que l’on peut changer, comme NIVEAU:NOM=VALEUR,…",
    );
    writeln!(out, "  {}", heading.get(lang))?;
    for level in game.levels() {
        for Parameter { name, usual, low, high, .. } in game.parameters(level.id) {
            writeln!(out, "    {:<12} {name:<24} {usual:>10}   {low}..{high}", level.id)?;
        }
    }
    Ok(())
}

fn describe(game: &dyn Entry, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    let about = game.about();
    let heading = |en, fr| Words::new(en, fr).get(lang).to_owned();
    writeln!(out, "{}  ({})", about.name.get(lang), about.id)?;
    writeln!(out, "  {}", about.tagline.get(lang))?;
    writeln!(out, "  {}", heading("variants", "variantes"))?;
    for variant in about.variants {
        writeln!(out, "    {:<12} {}", variant.id, variant.about.get(lang))?;
    }
    writeln!(out, "  {}", heading("options", "options"))?;
    for setting in about.settings {
        let range = match setting.kind {
            Kind::Number { min, max, .. } => format!("{min}..{max}"),
            Kind::Flag => "true, false".to_owned(),
            Kind::Choice { of } => of.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", "),
        };
        writeln!(out, "    {:<12} {} ({range})", setting.id, setting.name.get(lang))?;
    }
    writeln!(
        out,
        "  {}",
        heading("levels, weakest first", "niveaux, du plus faible au plus fort")
    )?;
    let variant = about.variants.first().map_or("", |variant| variant.id);
    let mut studied = false;
    for level in game.offered(variant) {
        if game.is_for_study(level.id) && !std::mem::replace(&mut studied, true) {
            writeln!(out, "  {}", heading("players for study", "joueurs pour l’étude"))?;
        }
        write!(out, "    {:<12} {}", level.id, level.about.get(lang))?;
        for (variant, rating) in game.elos(level.id) {
            write!(out, " · {variant}: Elo {rating}")?;
        }
        for variant in about.variants {
            if let Some((mean, of)) = game.mean(level.id, variant.id) {
                write!(out, " · {}: {mean} {}", variant.id, of.get(lang))?;
            }
        }
        let usual = level.id == game.usual_level().id;
        writeln!(
            out,
            "{}",
            if usual { heading(" · usual", " · habituel") } else { String::new() }
        )?;
    }
    writeln!(out)
}
