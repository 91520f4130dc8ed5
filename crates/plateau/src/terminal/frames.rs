//! When the picture of a game changes although nobody does anything.

use std::time::Duration;

use super::game_screen::GameScreen;

/// While somebody thinks, the screen is drawn so often: it checks on bots and turns the sign that they think.
const FRAME: Duration = Duration::from_millis(60);

/// Signs that blink are lit for so long, then dark for as long.
const BLINK: Duration = Duration::from_millis(600);

impl GameScreen {
    /// Whether blinking signs are lit.
    pub fn is_lit(&self) -> bool {
        (self.opened.elapsed().as_millis() / BLINK.as_millis()).is_multiple_of(2)
    }

    /// How long the picture stays as it is if no key is pressed: until signs blink, where nobody thinks. A board that
    /// waits for a person does not keep the processor busy.
    pub fn until_next_frame(&self) -> Duration {
        let thinks = self.thinking.is_some() || self.advising.is_some();
        if thinks || self.game.machine_to_move().is_some() {
            return FRAME;
        }
        until_blink(self.opened.elapsed())
    }
}

/// From some time after the beginning until signs blink the next time.
fn until_blink(elapsed: Duration) -> Duration {
    let shown = elapsed.as_millis() % BLINK.as_millis();
    BLINK.saturating_sub(Duration::from_millis(shown as u64)).max(FRAME)
}

#[cfg(test)]
mod tests {
    use game::Lang;

    use super::super::local_game::LocalGame;
    use super::super::palette::Palette;
    use super::*;

    fn screen(seats: [&str; 2]) -> GameScreen {
        let entry = catalog::find("connect4").unwrap();
        let game =
            LocalGame::new(entry, catalog::Setup::default(), &seats.map(str::to_owned), None);
        GameScreen::new(game.unwrap(), Lang::En, Palette::True)
    }

    #[test]
    fn the_screen_is_drawn_often_only_while_somebody_thinks() {
        let millis = Duration::from_millis;
        assert_eq!(
            [0, 400, 599, 600, 1000].map(|at| until_blink(millis(at))),
            [600, 200, 60, 600, 200].map(millis)
        );
        assert!(screen(["human", "human"]).until_next_frame() <= BLINK);
        let mut computer = screen(["random", "human"]);
        assert_eq!(computer.until_next_frame(), FRAME, "it is about to think");
        computer.tick();
        assert_eq!(computer.until_next_frame(), FRAME, "it thinks");
    }
}
