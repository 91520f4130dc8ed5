//! What a file says of the occasion: date, event, round and time. A study has no fields for these; they are lines at
//! the head of its first comment, and become properties again when it is written.

use std::fmt::Write as _;

use super::tree::{SgfNode, escaped};

const LINES: [(&str, &str); 4] =
    [("EV", "Event: "), ("RO", "Round: "), ("DT", "Date: "), ("TM", "Time: ")];

/// The comment of the beginning with what the root says of the occasion before it.
pub(super) fn read(root: &SgfNode) -> String {
    let said = LINES.iter().filter_map(|(name, label)| {
        let value = root.get(name)?.split_whitespace().collect::<Vec<_>>().join(" ");
        (!value.is_empty()).then(|| format!("{label}{value}"))
    });
    let comment = root.get("C").unwrap_or_default();
    said.chain((!comment.is_empty()).then(|| comment.to_owned())).collect::<Vec<_>>().join("\n")
}

/// The properties of the lines at the head of a comment, and the rest of it.
pub(super) fn write(comment: &str) -> (String, &str) {
    let (mut properties, mut rest) = (String::new(), comment);
    for (name, label) in LINES {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        if let Some(value) = line.strip_prefix(label).filter(|value| !value.is_empty()) {
            // Writing to a string cannot fail.
            let _ = write!(properties, "{name}[{}]", escaped(value));
            rest = after;
        }
    }
    (properties, rest)
}
