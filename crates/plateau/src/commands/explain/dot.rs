//! Search trees for Graphviz.

use std::io::{self, Write};

use catalog::Explanation;
use search::{Algorithm, Score, SearchNode};

use super::tree::score;

/// A text inside double quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn label(node: &SearchNode<String>, algorithm: Algorithm) -> String {
    let value = node.value.map_or_else(|| "?".to_owned(), score);
    match algorithm {
        _ if node.cut => "✂".to_owned(),
        Algorithm::MonteCarlo | Algorithm::Rollouts => {
            format!("{value}\\n{}", node.visits.unwrap_or(0))
        }
        Algorithm::AlphaBeta if node.parent.is_some() => {
            let bound = |bound: Option<Score>, infinite: &str| {
                bound.map_or_else(|| infinite.to_owned(), score)
            };
            format!("{value}\\nα {} β {}", bound(node.alpha, "-∞"), bound(node.beta, "∞"))
        }
        _ => value,
    }
}

/// Writes one graph with every tree in a cluster of its own. Boxes look for the most, ellipses for the least; cut
/// branches are dashed.
pub fn write(out: &mut impl Write, explained: &Explanation) -> io::Result<()> {
    writeln!(out, "digraph thoughts {{")?;
    writeln!(out, "  node [fontname=\"sans-serif\", fontsize=10];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=9, arrowsize=0.5];")?;
    for (number, tree) in explained.trees.iter().enumerate() {
        let title = format!("{}: {}", tree.algorithm.name().en, tree.searched);
        writeln!(out, "  subgraph cluster_{number} {{ label=\"{}\";", quoted(&title))?;
        for (at, node) in tree.nodes.iter().enumerate() {
            let shape = if node.maximises { "box" } else { "ellipse" };
            let style = if node.cut { ", style=dashed, color=gray" } else { "" };
            let text = label(node, tree.algorithm).replace('"', "\\\"");
            writeln!(out, "    t{number}n{at} [shape={shape}, label=\"{text}\"{style}];")?;
            if let (Some(parent), Some(mv)) = (node.parent, &node.mv) {
                let mv = quoted(mv);
                writeln!(out, "    t{number}n{parent} -> t{number}n{at} [label=\"{mv}\"{style}];")?;
            }
        }
        writeln!(out, "  }}")?;
    }
    writeln!(out, "}}")
}
