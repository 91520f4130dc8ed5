//! The Smart Game Format as such: a tree of nodes with properties, without any meaning.

use game::{BadRecord, MAX_STUDY_MOVES};

use super::bad;

/// Longer files are refused.
const LONGEST: usize = 4 << 20;

/// A node and what it says.
#[derive(Default)]
pub(super) struct SgfNode {
    /// The node before it; none for the first.
    pub parent: Option<usize>,
    /// Names in capitals, each with one value; a name may come again.
    pub properties: Vec<(String, String)>,
}

impl SgfNode {
    /// The first value of a property.
    pub fn get(&self, wanted: &str) -> Option<&str> {
        let found = self.properties.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_str())
    }
}

/// The nodes of a file's first game, each after the one that it follows.
pub(super) fn parse(text: &str) -> Result<Vec<SgfNode>, BadRecord> {
    if text.len() > LONGEST {
        return Err(bad("the file is too long", "le fichier est trop long"));
    }
    let mut nodes: Vec<SgfNode> = Vec::new();
    let mut chars = text.trim_start_matches('\u{feff}').chars();
    // Where each open branch began, and the node that comes before the next.
    let (mut open, mut at) = (Vec::new(), None);
    let (mut name, mut fresh) = (String::new(), false);
    while let Some(char) = chars.next() {
        match char {
            '(' => open.push(at),
            ')' => {
                at = open.pop().flatten();
                if open.is_empty() {
                    break;
                }
            }
            ';' => {
                if nodes.len() > MAX_STUDY_MOVES {
                    return Err(bad("the file is too long", "le fichier est trop long"));
                }
                nodes.push(SgfNode { parent: at, ..SgfNode::default() });
                at = Some(nodes.len() - 1);
                name.clear();
            }
            '[' if !nodes.is_empty() => {
                let value = read_value(&mut chars)?;
                if let Some(node) = at.and_then(|at| nodes.get_mut(at)) {
                    node.properties.push((name.clone(), value));
                }
                fresh = true;
            }
            _ if char.is_ascii_alphanumeric() => {
                if std::mem::take(&mut fresh) {
                    name.clear();
                }
                name.push(char.to_ascii_uppercase());
            }
            _ => {}
        }
    }
    if nodes.is_empty() {
        return Err(bad(
            "this is no game file: it should begin as in (;GM[Blokus Duo]…",
            "ce n’est pas un fichier de partie : il devrait commencer comme (;GM[Blokus Duo]…",
        ));
    }
    Ok(nodes)
}

/// What stands up to the closing bracket.
fn read_value(chars: &mut impl Iterator<Item = char>) -> Result<String, BadRecord> {
    let mut value = String::new();
    loop {
        match chars.next() {
            Some(']') => return Ok(value),
            // A line that is broken with a backslash goes on.
            Some('\\') => value.extend(chars.next().filter(|&char| char != '\n')),
            Some(other) => value.push(other),
            None => {
                return Err(bad(
                    "the file ends inside a property",
                    "le fichier s’arrête dans une propriété",
                ));
            }
        }
    }
}

/// A text as the value of a property.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
