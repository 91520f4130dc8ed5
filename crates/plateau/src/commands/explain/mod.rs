//! `plateau explain`: what a level thinks of a position, and why.

mod dot;
mod terms;
mod tree;

use std::io::{self, Write};

use catalog::{ExplainRequest, Explanation, MAX_EXPLAINED_DEPTH};
use game::{Lang, Words};
use search::{Breakdown, Stop};

use crate::failure::Failure;
use crate::interrupt;
use crate::setup::GameArgs;

/// Show what a level thinks of a position: its evaluation taken apart, and the tree of its search
///
/// The evaluation comes term by term, with the squares that each looks at. Minimax and alpha-beta stand side by side
/// in numbers, and the tree is drawn with the values that go up, the window (α, β) on the way down and the branches
/// that were cut.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// A position to begin from, as text in the game’s notation, instead of a new game
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["variant", "options", "seed"])]
    position: Option<String>,

    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,

    /// Whose thoughts, as in `hard` or `hard:micro=2`; the game's usual one for this if not given
    #[arg(long, value_name = "L")]
    level: Option<String>,

    /// Plies to look ahead; the level's own if not given
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    depth: Option<u32>,

    /// A move: what it changes in the evaluation, term by term
    #[arg(long, value_name = "MOVE", conflicts_with = "dot")]
    change: Option<String>,

    /// Positions after which a search is broken off
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,

    /// Nodes of each tree to draw or write at most; the rest is counted
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    most: u32,

    /// Lines of each tree and each list to print at most
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    lines: u32,

    /// As JSON, for programs
    #[arg(long)]
    json: bool,

    /// The trees for Graphviz: plateau explain … --dot | dot -Tsvg > tree.svg
    #[arg(long, conflicts_with = "json")]
    dot: bool,
}

fn parse_depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_EXPLAINED_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("give a whole number of moves from 1 to {MAX_EXPLAINED_DEPTH}"))
}

/// Explains a position.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let entry = args.game.entry()?;
    let table = args.game.table_from(args.position.as_deref(), args.moves.as_deref())?;
    let request = ExplainRequest {
        level: args.level.as_deref(),
        depth: args.depth,
        nodes: args.nodes,
        most: args.most as usize,
        moves: !args.dot,
    };
    let stop = Stop::by(interrupt::on_interrupt()?);
    let explained = entry.explain(&*table, &request, &stop)?;
    if explained.seat.is_none() {
        return Err(Failure::asked(Words::new(
            "the game is over: there is nothing to think about any more",
            "la partie est terminée : il n’y a plus à réfléchir",
        )));
    }
    if explained.breakdown.is_none() && explained.trees.is_empty() {
        return Err(Failure::asked(nothing_to_show(entry, &*table, &explained)));
    }
    let change = match &args.change {
        Some(text) => Some((text.as_str(), change(entry, &*table, &explained, args, text)?)),
        None => None,
    };
    let mut out = io::stdout().lock();
    if args.json {
        let mut all = serde_json::to_value(&explained)?;
        if let Some((_, change)) = &change {
            all["change"] = serde_json::to_value(change)?;
        }
        return Ok(writeln!(out, "{all}")?);
    }
    if args.dot {
        if explained.trees.is_empty() {
            return Err(Failure::asked(Words::new(
                format!("the search of “{}” makes no tree that can be drawn", explained.level),
                format!("la recherche de « {} » ne se dessine pas en arbre", explained.level),
            )));
        }
        return Ok(dot::write(&mut out, &explained)?);
    }
    let lines = args.lines as usize;
    write!(out, "{}", table.picture(table.turn().seat(), lang).plain())?;
    terms::write(&mut out, &*table, &explained, lines, lang)?;
    if let Some((text, change)) = &change {
        terms::write_change(&mut out, &*table, text, change, lang)?;
    }
    tree::write(&mut out, &explained, lines, lang)?;
    Ok(())
}

/// What a move changes in the level's evaluation.
fn change(
    entry: &dyn catalog::Entry,
    table: &dyn catalog::Table,
    explained: &Explanation,
    args: &Args,
    text: &str,
) -> Result<Breakdown, Failure> {
    let (level, parameters) = entry.chosen(args.level.as_deref().unwrap_or(explained.level))?;
    let after = table.breakdown_after(text, level.id, &parameters);
    let after = after.map_err(|refused| Failure::refused(text, &refused))?;
    let both = explained.breakdown.as_ref().zip(after);
    both.map(|(before, after)| after.since(before)).ok_or_else(|| {
        Failure::asked(Words::new(
            format!("“{}” evaluates nothing after {text}", level.id),
            format!("« {} » n’évalue rien après {text}", level.id),
        ))
    })
}

/// A level that neither evaluates nor searches in a way that can be shown, with those that do.
fn nothing_to_show(
    entry: &dyn catalog::Entry,
    table: &dyn catalog::Table,
    explained: &Explanation,
) -> Words {
    let names = entry.explained_levels(table).join(", ");
    Words::new(
        format!("“{}” has no evaluation that can be shown; there is {names}", explained.level),
        format!(
            "« {} » n’a pas d’évaluation que l’on puisse montrer ; il y a {names}",
            explained.level
        ),
    )
}
