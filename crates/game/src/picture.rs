//! A board for the terminal: lines of coloured text, parts of which can be clicked.

/// What a piece of text is, so that the terminal can choose colours for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// Ordinary text.
    #[default]
    Plain,
    /// Labels, empty squares.
    Quiet,
    /// The board's own material.
    Board,
    /// A piece of this seat.
    Seat(u8),
    /// The piece that this seat moved last.
    Last(u8),
    /// A piece of this seat that decided the game.
    Glow(u8),
}

/// A run of text of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The characters, each one cell wide.
    pub text: String,
    /// What they are.
    pub ink: Ink,
    /// The text that a click on them types: a move, or the beginning of one.
    pub spot: Option<String>,
}

/// The whole board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// From top to bottom.
    pub lines: Vec<Vec<Span>>,
    /// The first line below the board, if there is text: it keeps its size when the board is drawn larger.
    pub text_from: Option<usize>,
}

impl Picture {
    /// Begins a new line at the bottom.
    pub fn line(&mut self) {
        self.lines.push(Vec::new());
    }

    /// The board ends here: the lines from now on are text below it.
    pub fn begin_text(&mut self) {
        self.text_from = Some(self.lines.len());
    }

    /// Adds text to the end of the last line.
    pub fn put(&mut self, text: impl Into<String>, ink: Ink) {
        self.push(Span { text: text.into(), ink, spot: None });
    }

    /// Adds text that can be clicked to the end of the last line.
    pub fn put_spot(&mut self, text: impl Into<String>, ink: Ink, spot: impl Into<String>) {
        self.push(Span { text: text.into(), ink, spot: Some(spot.into()) });
    }

    /// The picture without colours.
    pub fn plain(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let start = out.len();
            line.iter().for_each(|span| out.push_str(&span.text));
            out.truncate(start + out[start..].trim_end().len());
            out.push('\n');
        }
        out
    }

    fn push(&mut self, span: Span) {
        match self.lines.last_mut() {
            Some(line) => line.push(span),
            None => self.lines.push(vec![span]),
        }
    }
}
