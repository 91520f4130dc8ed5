// One heap, one to three matches at a time; who takes exactly two moves again; who takes the last
// match wins. It stands alone, because the tour in the crate's own documentation plays it too.

use game::{
    About, BadMove, BadOptions, BadPosition, Game, Illegal, Outcome, Phrase, Picture, Seat, Turn,
};

#[derive(Clone, Debug)]
pub struct Nim {
    pub heap: u8,
    pub mover: u8,
}

impl Nim {
    pub fn of(heap: u8) -> Self {
        Self { heap, mover: 0 }
    }
}

impl Game for Nim {
    type Move = u8;
    type Options = ();
    type View = String;
    const ABOUT: &'static About = &About {
        id: "nim",
        name: Phrase::new("Nim", "Nim"),
        tagline: Phrase::new("Take the last match.", "Prenez la dernière allumette."),
        seats: &[],
        variants: &[],
        settings: &[],
    };

    fn new((): &(), _seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::of(21))
    }
    fn seats(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.heap == 0 {
            let why = Phrase::new("the last match is taken", "la dernière allumette est prise");
            Turn::Over(Outcome::win(2, Seat(self.mover), why))
        } else {
            Turn::Of(Seat(self.mover))
        }
    }
    fn legal_moves(&self, into: &mut Vec<u8>) {
        into.clear();
        into.extend(1..=self.heap.min(3));
    }
    fn play(&mut self, mv: u8) {
        self.heap -= mv;
        // The winner of the last match stays named as the mover.
        if mv != 2 && self.heap > 0 {
            self.mover = 1 - self.mover;
        }
    }
    fn parse(&self, text: &str) -> Result<u8, BadMove> {
        text.parse().map_err(|_| BadMove::new("a number is wanted", "il faut un nombre"))
    }
    fn check(&self, mv: u8) -> Result<(), Illegal> {
        let legal = (1..=self.heap.min(3)).contains(&mv);
        legal
            .then_some(())
            .ok_or_else(|| Illegal::new("take one to three", "prenez-en une à trois"))
    }
    fn view(&self, _: Option<Seat>) -> String {
        format!("{self:?}")
    }
    fn key(&self) -> u64 {
        u64::from(self.heap) << 1 | u64::from(self.mover)
    }
    fn save(&self) -> String {
        self.key().to_string()
    }
    fn load(_: &str) -> Result<Self, BadPosition> {
        Err(BadPosition::new("heaps are not loaded", "pas de lecture"))
    }
    fn picture(&self, _: Option<Seat>, _: game::Lang) -> Picture {
        Picture::default()
    }
}
