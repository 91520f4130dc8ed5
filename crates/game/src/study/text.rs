//! A study as a text file: a record whose lines that begin with `#` hold what is beside the main line.
//!
//! A program that knows nothing of studies reads the same file as the record of the main line. After a move come
//! `#= !?` (its mark), `#: text` (a comment, a line each), and `#(` … `#)` around a variation: moves, each after `#.`,
//! that could have been played instead of the last one.

use super::{MAX_COMMENT, Study};
use crate::record::{Header, read_header};
use crate::{BadRecord, Words};

/// What is still to be written.
enum Unwritten {
    /// What follows a node.
    After(usize),
    /// A variation that begins with this node.
    Variation(usize),
    /// The end of a variation.
    End,
}

impl Study {
    /// The study as the text of a file.
    pub fn to_text(&self) -> String {
        let header = Header::of(&self.beginning, self.position.clone());
        let mut text = format!("{}\n", serde_json::json!(header));
        self.write_remarks(&mut text, 0);
        let children = self.children();
        let (mut tasks, mut depth) = (vec![Unwritten::After(0)], 0);
        while let Some(task) = tasks.pop() {
            match task {
                Unwritten::After(node) => {
                    let Some((&next, others)) = children[node].split_first() else { continue };
                    self.write_move(&mut text, next, depth);
                    tasks.push(Unwritten::After(next));
                    for &other in others.iter().rev() {
                        tasks.extend([Unwritten::End, Unwritten::Variation(other)]);
                    }
                }
                Unwritten::Variation(node) => {
                    text.push_str("#(\n");
                    depth += 1;
                    self.write_move(&mut text, node, depth);
                    tasks.push(Unwritten::After(node));
                }
                Unwritten::End => {
                    text.push_str("#)\n");
                    depth -= 1;
                }
            }
        }
        text
    }

    fn write_move(&self, text: &mut String, node: usize, depth: usize) {
        if depth > 0 {
            text.push_str("#. ");
        }
        text.push_str(&self.nodes[node].text);
        text.push('\n');
        self.write_remarks(text, node);
    }

    fn write_remarks(&self, text: &mut String, node: usize) {
        let node = &self.nodes[node];
        if let Some(mark) = node.mark {
            text.push_str(&format!("#= {mark}\n"));
        }
        if !node.comment.is_empty() {
            for line in node.comment.lines() {
                text.push_str(&format!("#: {line}\n"));
            }
        }
    }

    /// Reads a study, or a record, which is one without variations. Whether its moves are legal is not checked here.
    pub fn parse(text: &str) -> Result<Self, BadRecord> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let kept = |line: &&str| !line.is_empty() && !is_ignored(line);
        let header = lines.find(|(_, line)| kept(line));
        let (line, header) = header.ok_or_else(|| {
            let words = Words::new("the record is empty", "la partie enregistrée est vide");
            BadRecord(words)
        })?;
        let header = read_header(header).map_err(|words| BadRecord::at_line(line, &words))?;
        let (record, position) = header.into_record();
        let mut study = Self::new(record, position);
        let (mut at, mut open) = (0, Vec::new());
        for (number, line) in lines.filter(|(_, line)| kept(line)) {
            let bad = |words: Words| BadRecord::at_line(number, &words);
            match read_line(line) {
                TextLine::Move(text) if open.is_empty() => at = study.add(at, text)?,
                TextLine::Move(_) => return Err(bad(unclosed())),
                TextLine::Variation(text) if !open.is_empty() => at = study.add(at, text)?,
                TextLine::Variation(_) => return Err(bad(unopened())),
                TextLine::Begin if at == 0 => return Err(bad(too_early())),
                TextLine::Begin => {
                    open.push(at);
                    at = study.nodes[at].parent;
                }
                TextLine::End => at = open.pop().ok_or_else(|| bad(unopened()))?,
                TextLine::Mark(mark) => study.nodes[at].mark = Some(mark.parse().map_err(bad)?),
                TextLine::Comment(said) => {
                    let comment = &mut study.nodes[at].comment;
                    if comment.len() + said.len() > MAX_COMMENT {
                        return Err(bad(Words::new(
                            "the comment is too long",
                            "le commentaire est trop long",
                        )));
                    }
                    if !comment.is_empty() {
                        comment.push('\n');
                    }
                    comment.push_str(said);
                }
            }
        }
        if !open.is_empty() {
            return Err(BadRecord(unclosed()));
        }
        Ok(study)
    }
}

/// A line after the first.
enum TextLine<'t> {
    Move(&'t str),
    Variation(&'t str),
    Begin,
    End,
    Mark(&'t str),
    Comment(&'t str),
}

/// A remark for whoever reads the file, as records have always had them.
fn is_ignored(line: &str) -> bool {
    let mut chars = line.chars();
    chars.next() == Some('#') && !matches!(chars.next(), Some('=' | ':' | '(' | ')' | '.'))
}

fn read_line(line: &str) -> TextLine<'_> {
    let Some(line) = line.strip_prefix('#') else { return TextLine::Move(line) };
    let rest = line.get(1..).unwrap_or_default().trim();
    match line.as_bytes().first() {
        Some(b'.') => TextLine::Variation(rest),
        Some(b'=') => TextLine::Mark(rest),
        Some(b'(') => TextLine::Begin,
        Some(b')') => TextLine::End,
        _ => TextLine::Comment(rest),
    }
}

fn too_early() -> Words {
    Words::new(
        "a variation comes after the move that it replaces",
        "une variante vient après le coup qu’elle remplace",
    )
}

fn unopened() -> Words {
    Words::new(
        "this is outside of a variation, which begins with #(",
        "ceci est hors d’une variante, qui commence par #(",
    )
}

fn unclosed() -> Words {
    Words::new("a variation is not closed with #)", "une variante n’est pas fermée par #)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mark, Record};

    const HEAD: &str =
        r#"{"game":"connect4","options":{},"plateau":1,"seats":["Ada","Bo"],"seed":7}"#;

    fn sample() -> String {
        let lines = [
            HEAD,
            "#: A short game.",
            "4",
            "#= !",
            "4",
            "#: Not bad.",
            "#: Not good either.",
            "#(",
            "#. 3",
            "#= ?!",
            "#(",
            "#. 2",
            "#)",
            "#. 5",
            "#)",
            "#(",
            "#. 1",
            "#)",
            "3",
        ];
        lines.map(|line| format!("{line}\n")).concat()
    }

    #[test]
    fn a_study_reads_as_it_was_written() {
        let study = Study::parse(&sample()).unwrap();
        assert_eq!(study.nodes()[1].mark, Some(Mark::Good));
        assert_eq!(study.nodes()[2].comment, "Not bad.\nNot good either.");
        assert_eq!(study.children()[1].len(), 4, "4, 3, 2 and 1 after the first move");
        let again = Study::parse(&study.to_text()).unwrap();
        assert_eq!(again.to_text(), study.to_text());
        assert_eq!(again.record().unwrap().moves, ["4", "4", "3"]);
    }

    #[test]
    fn whoever_knows_no_studies_reads_the_main_line() {
        let record = Record::parse(&sample()).unwrap();
        assert_eq!(record, Study::parse(&sample()).unwrap().record().unwrap());
        let old = format!("{HEAD}\n# a remark\n4\n\n3\n");
        assert_eq!(Study::parse(&old).unwrap().record(), Record::parse(&old));
        assert_eq!(Study::from(record.clone()).to_text(), record.to_text());
    }

    #[test]
    fn a_study_of_a_position_is_no_record() {
        let text = r#"{"plateau":1,"game":"connect4","position":"7x6 7/7/7/7/7/3x3 4"}"#;
        let study = Study::parse(text).unwrap();
        assert_eq!(study.position.as_deref(), Some("7x6 7/7/7/7/7/3x3 4"));
        assert_eq!(Study::parse(&study.to_text()), Ok(study.clone()));
        let refused = Record::parse(text).unwrap_err();
        assert_eq!(Err(refused), study.record());
    }

    #[test]
    fn deep_and_broken_trees_are_refused_in_words() {
        let deep = format!("{HEAD}\n4\n{}", "#(\n#. 3\n".repeat(60_000));
        assert!(Study::parse(&deep).is_err());
        for (lines, reason) in [
            ("#(\n", "line 2: a variation comes after"),
            ("4\n#. 3\n", "line 3: this is outside"),
            ("4\n#)\n", "line 3: this is outside"),
            ("4\n#(\n#. 3\n4\n", "line 5: a variation is not closed"),
            ("4\n#(\n#. 3\n", "a variation is not closed"),
            ("4\n#= !!!\n", "line 3: “!!!” is no mark"),
        ] {
            let error = Study::parse(&format!("{HEAD}\n{lines}")).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{lines}: {error}");
        }
    }
}
