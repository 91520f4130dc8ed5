//! Which colours this terminal can show, and what each kind of ink looks like in them. Shape,
//! weight and underlining say the same without any colour.

use game::Ink;
use ratatui::style::{Color, Modifier, Style};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// None, as `NO_COLOR` asks for.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// The 256 of most terminals.
    Indexed,
    /// All.
    True,
}

/// Blue, yellow, red and green as each palette has them.
const SEATS: [(Color, u8, (u8, u8, u8)); 4] = [
    (Color::LightBlue, 33, (0x4a, 0x86, 0xf0)),
    (Color::Yellow, 178, (0xe2, 0xae, 0x00)),
    (Color::LightRed, 167, (0xdc, 0x55, 0x4b)),
    (Color::Green, 35, (0x37, 0xa3, 0x62)),
];

impl Palette {
    /// The palette that the environment variables of the terminal announce.
    pub fn of_system() -> Self {
        let var = |name| std::env::var(name).unwrap_or_default();
        Self::of(&var("NO_COLOR"), &var("COLORTERM"), &var("TERM"))
    }

    fn of(no_color: &str, colorterm: &str, term: &str) -> Self {
        match () {
            () if !no_color.is_empty() || term == "dumb" => Self::None,
            () if matches!(colorterm, "truecolor" | "24bit") => Self::True,
            () if term.contains("256") || term.contains("kitty") => Self::Indexed,
            () => Self::Sixteen,
        }
    }

    /// A colour as this palette has it: by name, by number, or exactly.
    pub fn pick(self, basic: Color, index: u8, (r, g, b): (u8, u8, u8)) -> Option<Color> {
        match self {
            Self::None => None,
            Self::Sixteen => Some(basic),
            Self::Indexed => Some(Color::Indexed(index)),
            Self::True => Some(Color::Rgb(r, g, b)),
        }
    }

    fn ink(color: Option<Color>) -> Style {
        color.map_or_else(Style::new, |color| Style::new().fg(color))
    }

    /// The colour of a seat.
    pub fn seat(self, seat: u8) -> Style {
        let (basic, index, rgb) = SEATS[usize::from(seat) % SEATS.len()];
        Self::ink(self.pick(basic, index, rgb)).add_modifier(Modifier::BOLD)
    }

    /// The colour of actions and of the cursor.
    pub fn accent(self) -> Style {
        Self::ink(self.pick(Color::Cyan, 73, (0x5f, 0xb8, 0xb1)))
    }

    /// The colour of what went wrong.
    pub fn danger(self) -> Style {
        Self::ink(self.pick(Color::LightRed, 167, (0xe0, 0x5f, 0x55))).add_modifier(Modifier::BOLD)
    }

    /// The colour of what is not important.
    pub fn quiet(self) -> Style {
        match self.pick(Color::DarkGray, 245, (0x8a, 0x92, 0xa0)) {
            Some(color) => Style::new().fg(color),
            None => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// The style of an ink. `lit` alternates while a finished game glows.
    pub fn style(self, ink: Ink, lit: bool) -> Style {
        match ink {
            Ink::Plain => Style::new(),
            Ink::Quiet => self.quiet(),
            Ink::Board => self.accent(),
            Ink::Seat(seat) => self.seat(seat),
            Ink::Last(seat) => match self.pick(Color::DarkGray, 238, (0x44, 0x48, 0x52)) {
                Some(ground) => self.seat(seat).bg(ground),
                None => self.seat(seat).add_modifier(Modifier::UNDERLINED),
            },
            Ink::Glow(seat) if lit => self.seat(seat).add_modifier(Modifier::REVERSED),
            Ink::Glow(seat) => self.style(Ink::Last(seat), lit),
        }
    }
}

/// The marks of the seats, so that they differ without colour.
pub const MARKS: [char; 4] = ['●', '◇', '✚', '○'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_says_what_it_can_show() {
        assert_eq!(Palette::of("1", "truecolor", "xterm-256color"), Palette::None);
        assert_eq!(Palette::of("", "truecolor", "xterm"), Palette::True);
        assert_eq!(Palette::of("", "", "screen-256color"), Palette::Indexed);
        assert_eq!(Palette::of("", "", "linux"), Palette::Sixteen);
    }

    #[test]
    fn without_colours_the_inks_still_differ() {
        let style = |ink| Palette::None.style(ink, true);
        assert_eq!(style(Ink::Seat(0)).fg, None);
        assert_ne!(style(Ink::Seat(0)), style(Ink::Last(0)));
        assert_ne!(style(Ink::Last(0)), style(Ink::Glow(0)));
        assert_ne!(style(Ink::Quiet), style(Ink::Plain));
    }
}
