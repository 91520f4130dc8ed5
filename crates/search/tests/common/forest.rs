//! A game made of hashes: every position has its own moves, ends and values, and many positions
//! can be reached in several ways. It shows any mistake of a clever search.

use game::{BadOptions, Game, Outcome, Seat, Turn};

use super::{WHY, mix};

#[derive(Clone, Debug)]
pub struct Forest {
    seed: u64,
    ply: u32,
    /// Few enough that paths meet.
    spot: u64,
    /// Four seats in two teams, or two seats alone.
    teams: bool,
}

impl Forest {
    pub fn grow(seed: u64, teams: bool) -> Self {
        Self { seed, ply: 0, spot: 0, teams }
    }

    fn hash(&self, salt: u64) -> u64 {
        mix(self.seed ^ mix(u64::from(self.ply) << 32 | self.spot << 8 | salt))
    }
}

/// Different for every position and seat, with many ties.
pub fn judge(game: &Forest, seat: Seat) -> i32 {
    let own = (game.hash(3) % 15) as i32 - 7;
    let side = if seat.0.is_multiple_of(2) { own } else { -own };
    side + (game.hash(4 + u64::from(seat.0)) % 3) as i32
}

impl Game for Forest {
    type Move = u16;
    type Options = ();
    type View = String;
    const ABOUT: &'static game::About = super::noughts::Noughts::ABOUT;

    fn new((): &(), seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::grow(seed, false))
    }
    fn seats(&self) -> usize {
        if self.teams { 4 } else { 2 }
    }
    fn allies(&self, a: Seat, b: Seat) -> bool {
        a.0 % 2 == b.0 % 2
    }
    fn turn(&self) -> Turn {
        let end = self.hash(0) % 16;
        if self.ply >= 12 || (self.ply >= 2 && end < 3) {
            let places = match end % 3 {
                0 => [1, 0],
                1 => [0, 1],
                _ => [0, 0],
            };
            let points: Vec<i32> = (0..self.seats()).map(|seat| places[seat % 2]).collect();
            return Turn::Over(Outcome::by_points(&points, WHY));
        }
        // Whoever moves, it is not always the next one: seats move twice, or are left out.
        Turn::Of(Seat((self.hash(1) % self.seats() as u64) as u8))
    }
    fn legal_moves(&self, into: &mut Vec<u16>) {
        into.clear();
        if self.turn().seat().is_some() {
            let count = 1 + self.hash(2) % 4;
            into.extend((0..count).map(|n| (self.hash(10 + n) % 32) as u16 * 8 + n as u16));
        }
    }
    fn play(&mut self, mv: u16) {
        self.ply += 1;
        self.spot = (self.spot * 5 + u64::from(mv / 8)) % 24;
    }
    fn parse(&self, text: &str) -> Result<u16, game::BadMove> {
        text.parse().map_err(|_| game::BadMove::new("no such move", "coup inconnu"))
    }
    fn check(&self, mv: u16) -> Result<(), game::Illegal> {
        let legal = super::moves_of(self).contains(&mv);
        legal.then_some(()).ok_or_else(|| game::Illegal::new("not legal", "illégal"))
    }
    fn view(&self, _: Option<Seat>) -> String {
        format!("{self:?}")
    }
    fn key(&self) -> u64 {
        self.hash(7)
    }
    fn save(&self) -> String {
        format!("{self:?}")
    }
    fn load(_: &str) -> Result<Self, game::BadPosition> {
        Err(game::BadPosition::new("forests are not loaded", "pas de lecture"))
    }
    fn picture(&self, _: Option<Seat>, _: game::Lang) -> game::Picture {
        game::Picture::default()
    }
}
