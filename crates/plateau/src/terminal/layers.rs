//! What a level looks at, written over the squares of the board: the squares that a search comes to, in their order.

use game::{Parameters, Words};
use search::BoardLayer;

use super::canvas::Region;
use super::game_screen::GameScreen;
use super::words::{self, fill};

/// The column and the row of a square by its name, both from 0, as in `e3`.
pub fn square_of(text: &str) -> Option<(usize, usize)> {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: usize = text[1..].parse().ok().filter(|row| (1..=99).contains(row))?;
    Some((usize::from(letter - b'a'), row - 1))
}

impl GameScreen {
    /// Shows the next layer, or none after the last.
    pub fn next_layer(&mut self) {
        let layers = self.layers();
        let next = self.layer.map_or(0, |layer| layer + 1);
        self.layer = Some(next).filter(|&next| next < layers.len());
        match self.layer.map(|layer| &layers[layer]) {
            Some(layer) => self.say(self.layer_name(layer)),
            None if layers.is_empty() => self.note(words::NO_LAYERS),
            None => self.message = None,
        }
    }

    /// The layers of the position. Where something is hidden there are none: they could tell of it.
    fn layers(&self) -> Vec<BoardLayer> {
        let table = self.game.table();
        if table.hides() {
            return Vec::new();
        }
        let levels = self.game.entry().levels();
        let layers = levels
            .iter()
            .filter_map(|level| Some(table.breakdown(level.id, &Parameters::default())?.layers));
        layers.into_iter().find(|layers| !layers.is_empty()).unwrap_or_default()
    }

    fn layer_name(&self, layer: &BoardLayer) -> Words {
        match layer.seat.and_then(|seat| self.game.entry().about().seats.get(usize::from(seat))) {
            Some(&whose) => fill(words::LAYER_OF, &[whose.into(), layer.name.clone()]),
            None => layer.name.clone(),
        }
    }

    /// What is written over each region, if a layer is shown.
    pub fn layer_marks(&self) -> Vec<(usize, String)> {
        let Some(layer) = self.layer.and_then(|layer| self.layers().into_iter().nth(layer)) else {
            return Vec::new();
        };
        let mark = |(index, region): (usize, &Region)| {
            let (x, y) = square_of(&region.text)?;
            let here = |cell: &&search::LayerCell| (cell.x.into(), cell.y.into()) == (x, y);
            let value = layer.cells.iter().find(here)?.value;
            Some((index, format!("{value:.0}")))
        };
        self.board_area.canvas.regions.iter().enumerate().filter_map(mark).collect()
    }
}
