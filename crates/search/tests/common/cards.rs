//! Two hands of four hidden cards from a pack of ten; each trick goes to the higher card. Who
//! leads sees nothing of the answer, who answers sees the lead.

use game::{BadOptions, Game, Outcome, Rng, Seat, Turn};

use super::{WHY, mix};

#[derive(Clone, Debug)]
pub struct Cards {
    /// A bit a card.
    pub hands: [u16; 2],
    played: u16,
    lead: Option<u8>,
    mover: u8,
    tricks: [i32; 2],
}

impl Cards {
    pub fn deal(seed: u64) -> Self {
        let mut pack: Vec<u8> = (0..10).collect();
        Rng::new(seed).shuffle(&mut pack);
        let hand = |cards: &[u8]| cards.iter().fold(0, |hand, card| hand | 1 << card);
        let hands = [hand(&pack[..4]), hand(&pack[4..8])];
        Self { hands, played: 0, lead: None, mover: 0, tricks: [0; 2] }
    }
}

impl Game for Cards {
    type Move = u8;
    plain_game!(2);

    fn new((): &(), seed: u64) -> Result<Self, BadOptions> {
        Ok(Self::deal(seed))
    }
    fn turn(&self) -> Turn {
        if self.hands == [0; 2] {
            Turn::Over(Outcome::by_points(&self.tricks, WHY))
        } else {
            Turn::Of(Seat(self.mover))
        }
    }
    fn legal_moves(&self, into: &mut Vec<u8>) {
        into.clear();
        if self.hands != [0; 2] {
            let hand = self.hands[self.mover as usize];
            into.extend((0..10).filter(|card| hand >> card & 1 == 1));
        }
    }
    fn play(&mut self, mv: u8) {
        self.hands[self.mover as usize] &= !(1 << mv);
        self.played |= 1 << mv;
        match self.lead.take() {
            None => {
                self.lead = Some(mv);
                self.mover = 1 - self.mover;
            }
            Some(lead) => {
                if lead > mv {
                    self.mover = 1 - self.mover;
                }
                self.tricks[self.mover as usize] += 1;
            }
        }
    }
    fn view(&self, viewer: Option<Seat>) -> String {
        let hand = viewer.map(|seat| self.hands[seat.index()]);
        format!("{hand:?} {:?} {:?} {}", self.played, self.lead, self.mover)
    }
    fn imagine(&self, viewer: Option<Seat>, rng: &mut Rng) -> Self {
        let own = viewer.map_or(0, |seat| self.hands[seat.index()]);
        let mut unseen: Vec<u8> =
            (0..10).filter(|card| (self.played | own) >> card & 1 == 0).collect();
        rng.shuffle(&mut unseen);
        let mut world = self.clone();
        for seat in (0..2).filter(|&seat| viewer != Some(Seat(seat))) {
            let count = self.hands[seat as usize].count_ones() as usize;
            let drawn = unseen.drain(..count);
            world.hands[seat as usize] = drawn.fold(0, |hand, card| hand | 1 << card);
        }
        world
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.hands[0]) << 32 | u64::from(self.hands[1]) << 16)
            ^ mix(u64::from(self.mover) << 8 | u64::from(self.lead.unwrap_or(99)))
    }
}
