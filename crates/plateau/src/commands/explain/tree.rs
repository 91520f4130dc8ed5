//! Search trees drawn with lines, and their numbers side by side.

use std::io::{self, Write};

use catalog::Explanation;
use game::{Lang, Phrase};
use search::{Algorithm, Score, SearchNode, SearchTree};

const SEARCHED: Phrase = Phrase::new("positions searched", "positions examinées");
const SIMULATED: Phrase = Phrase::new("simulations", "simulations");
const CUT: Phrase = Phrase::new("branches cut", "branches coupées");
const ONE_PLY: Phrase = Phrase::new("ply deep", "demi-coup");
const DEPTH: Phrase = Phrase::new("plies deep", "demi-coups");
const OWN: Phrase = Phrase::new(
    "The level itself, with all refinements of its search",
    "Le niveau lui-même, avec tous ses raffinements",
);
const BROKEN: Phrase = Phrase::new(
    "broken off at its budget: values are not final",
    "interrompu à la limite : les valeurs ne sont pas définitives",
);
const NOT_DRAWN: Phrase = Phrase::new(
    "deeper plies are counted, not recorded",
    "les demi-coups plus profonds sont comptés, non dessinés",
);

/// A score as people write it in a tree; values are for the seat at the root.
pub fn score(score: Score) -> String {
    match score {
        Score::Win(plies) => format!("+#{plies}"),
        Score::Loss(plies) => format!("-#{plies}"),
        Score::Draw => "=".to_owned(),
        Score::Points(0) => "0".to_owned(),
        Score::Points(points) => format!("{points:+}"),
        Score::Chance(chance) => format!("{:.1}%", 100.0 * chance),
    }
}

/// Writes the numbers of all trees, then draws the last one: alpha-beta where there are two.
pub fn write(
    out: &mut impl Write,
    explained: &Explanation,
    lines: usize,
    lang: Lang,
) -> io::Result<()> {
    let Some(drawn) = explained.trees.last() else { return Ok(()) };
    writeln!(out)?;
    for tree in &explained.trees {
        let what = if tree.algorithm.simulates() { SIMULATED } else { SEARCHED };
        write!(out, "{}: {} {}", tree.algorithm.name().get(lang), tree.searched, what.get(lang))?;
        let plies = if tree.depth == 1 { ONE_PLY } else { DEPTH };
        write!(out, ", {} {}", tree.depth, plies.get(lang))?;
        if tree.algorithm == Algorithm::AlphaBeta {
            write!(out, ", {} {}", tree.cut, CUT.get(lang))?;
        }
        if let Some(best) = &tree.best {
            write!(out, ", → {best}")?;
        }
        writeln!(out)?;
        if !tree.complete {
            writeln!(out, "  {}", BROKEN.get(lang))?;
        }
    }
    if let Some(own) = &explained.own {
        let best = own.best.as_deref().unwrap_or("-");
        let searched = SEARCHED.get(lang);
        writeln!(out, "{}: {} {searched}, → {best}", OWN.get(lang), own.nodes)?;
    }
    writeln!(out, "\n{} ({})", drawn.algorithm.name().get(lang), legend(drawn.algorithm, lang))?;
    if drawn.recorded_plies < drawn.by_ply.len() as u32 {
        writeln!(out, "{}", NOT_DRAWN.get(lang))?;
    }
    draw(out, drawn, lines, lang)
}

fn legend(algorithm: Algorithm, lang: Lang) -> &'static str {
    match (algorithm, lang) {
        (Algorithm::MonteCarlo, Lang::En) => "move, chance, visits",
        (Algorithm::MonteCarlo, Lang::Fr) => "coup, chances, visites",
        (Algorithm::Rollouts, Lang::En) => "move, value, visits; 0 visits: planned, not simulated",
        (Algorithm::Rollouts, Lang::Fr) => "coup, valeur, visites ; 0 : prévu, non simulé",
        (Algorithm::Exhaustive | Algorithm::BestFirst, Lang::En) => {
            "placement, and the value of the best well below it"
        }
        (Algorithm::Exhaustive | Algorithm::BestFirst, Lang::Fr) => {
            "pose, et valeur du meilleur puits qui la suit"
        }
        (_, Lang::En) => "▲ the mover wants most, ▼ least; [α, β] on the way in; ✂ cut",
        (_, Lang::Fr) => "▲ cherche le plus, ▼ le moins ; [α, β] en entrant ; ✂ coupé",
    }
}

/// One node's text.
fn label(node: &SearchNode<String>, algorithm: Algorithm) -> String {
    let name = node.mv.clone().unwrap_or_else(|| "●".to_owned());
    if node.cut {
        return format!("{name} ✂");
    }
    let value = node.value.map_or_else(|| "?".to_owned(), score);
    if let Some(visits) = node.visits {
        return format!("{name}  {value}  ({visits})");
    }
    if matches!(algorithm, Algorithm::Exhaustive | Algorithm::BestFirst) {
        return format!("{name}  {value}");
    }
    let role = match node.mover {
        None => "■",
        Some(_) if node.maximises => "▲",
        Some(_) => "▼",
    };
    let bound =
        |bound: Option<Score>, infinite: &str| bound.map_or_else(|| infinite.to_owned(), score);
    let window = if algorithm == Algorithm::AlphaBeta && node.parent.is_some() {
        format!("  [{}, {}]", bound(node.alpha, "-∞"), bound(node.beta, "∞"))
    } else {
        String::new()
    };
    format!("{name} {role} {value}{window}")
}

/// Draws a tree from the root down; of long lists of siblings only the first.
fn draw(
    out: &mut impl Write,
    tree: &SearchTree<String>,
    lines: usize,
    lang: Lang,
) -> io::Result<()> {
    let mut children = vec![Vec::new(); tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(at);
        }
    }
    let mut left = lines;
    let mut stack: Vec<(usize, String, bool)> = vec![(0, String::new(), true)];
    while let Some((at, indent, last)) = stack.pop() {
        if left == 0 {
            let rest = match lang {
                Lang::En => "… (--lines N shows more)",
                Lang::Fr => "… (--lines N en montre davantage)",
            };
            return writeln!(out, "{indent}{rest}");
        }
        left -= 1;
        let node = &tree.nodes[at];
        let below =
            if children[at].is_empty() && node.below > 0 && !node.cut && node.visits.is_none() {
                format!("  … {}", node.below)
            } else {
                String::new()
            };
        if node.parent.is_none() {
            writeln!(out, "{}", label(node, tree.algorithm))?;
        } else {
            let branch = if last { "└─ " } else { "├─ " };
            writeln!(out, "{indent}{branch}{}{below}", label(node, tree.algorithm))?;
        }
        let deeper = match (node.parent, last) {
            (None, _) => String::new(),
            (_, true) => format!("{indent}   "),
            (_, false) => format!("{indent}│  "),
        };
        let count = children[at].len();
        for (number, &child) in children[at].iter().enumerate().rev() {
            stack.push((child, deeper.clone(), number + 1 == count));
        }
    }
    Ok(())
}
