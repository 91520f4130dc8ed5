//! What a real-time game shows at a terminal: a field of cells and a panel on each side.

/// Everything that is to be seen at one moment.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The playing field with its frame, from top to bottom. All lines are of one width.
    pub field: Vec<Vec<Stroke>>,
    /// At the left of the field.
    pub left: Vec<PanelLine>,
    /// At the right of the field.
    pub right: Vec<PanelLine>,
    /// How many lines the panels may need at any time of the game, so that nothing jumps.
    pub panel_lines: u16,
}

/// A line of a panel.
#[derive(Clone, Debug)]
pub enum PanelLine {
    /// Text and tiles.
    Strokes(Vec<Stroke>),
    /// A title at the left, a value at the right.
    Figure(&'static str, String),
}

/// A part of a line.
#[derive(Clone, Debug)]
pub enum Stroke {
    /// Characters, each one cell wide.
    Text(String, Look),
    /// A filled square, two cells wide: a colour, and a mark so that colour is not the only sign.
    Tile {
        /// What stands in it.
        mark: char,
        /// Its colour.
        tint: Tint,
        /// Whether it is shown as out of use.
        dim: bool,
    },
}

/// What text looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Ordinary.
    #[default]
    Plain,
    /// Bold.
    Strong,
    /// Not important.
    Quiet,
    /// In the colour of frames and signs.
    Accent,
    /// The same, bold.
    StrongAccent,
    /// In the colour of a tile.
    Tinted(Tint),
}

/// A colour, as terminals of different abilities show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// Among the sixteen colours that every terminal has.
    pub ansi: Ansi,
    /// Among the 256 of most terminals.
    pub indexed: u8,
    /// Exactly: red, green, blue.
    pub rgb: (u8, u8, u8),
}

/// The colours that every terminal has, but for black and white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ansi {
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    Gray,
    LightRed,
    LightGreen,
    LightYellow,
    LightBlue,
    LightMagenta,
    LightCyan,
}

impl Stroke {
    /// Ordinary text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::Text(text.into(), Look::Plain)
    }

    /// How many cells wide it is.
    pub fn width(&self) -> usize {
        match self {
            Self::Text(text, _) => text.chars().count(),
            Self::Tile { .. } => 2,
        }
    }
}

impl PanelLine {
    /// A line of text.
    pub fn text(text: impl Into<String>, look: Look) -> Self {
        Self::Strokes(vec![Stroke::Text(text.into(), look)])
    }

    /// An empty line.
    pub const fn empty() -> Self {
        Self::Strokes(Vec::new())
    }
}
