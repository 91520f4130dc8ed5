//! What a viewer can work out about conflicts: what each choice of tiles means in one that is fought now, and who
//! could attack a leader. Everything here follows from the board, the viewer's own hand and the tiles that it has not
//! seen; what the other hands really hold changes nothing.

use game::{Game, Seat};
use serde::Serialize;

use crate::bits::{Bits, NOWHERE, Square, beside};
use crate::expert::odds::at_least;
use crate::pieces::Colour;
use crate::rules::{Conflict, HAND, Tigris};

/// What adding some tiles to a conflict means for the seat that decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChoiceView {
    /// How many tiles are added.
    pub add: u8,
    /// The strength on the board and these.
    pub total: u8,
    /// How many tiles the other side must add to win; null if it has decided already.
    pub needs: Option<u8>,
    /// The probability to win if the other side adds whatever helps, as far as the seat can know.
    pub chance: f32,
}

/// How a leader could be attacked in one action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThreatView {
    /// `revolt` or `war`.
    pub kind: &'static str,
    /// Who could attack.
    pub seat: Seat,
    /// The squares where the attacker would lay the tile or place the leader.
    pub squares: Vec<String>,
    /// The attacker's strength on the board.
    pub attack: u8,
    /// The leader's own strength on the board. It wins a tie.
    pub defence: u8,
    /// The probability that the attack succeeds if both add all they have: known to the two sides only, each from
    /// what it may know.
    pub chance: Option<f32>,
}

impl Tigris {
    /// The probability that a hand holds at least `count` tiles of a colour, as a viewer can compute it.
    pub(crate) fn holds_at_least(
        &self,
        viewer: Option<Seat>,
        seat: Seat,
        colour: Colour,
        count: u8,
    ) -> f32 {
        if viewer == Some(seat) {
            return if self.hand(seat)[colour.index()] >= count { 1.0 } else { 0.0 };
        }
        if count > HAND {
            return 0.0;
        }
        let unseen = self.unseen(viewer);
        let all = unseen.iter().map(|&n| u32::from(n)).sum();
        let held = self.hand(seat).iter().map(|&n| u32::from(n)).sum();
        at_least(all, unseen[colour.index()].into(), held)[usize::from(count)]
    }

    /// What each number of tiles would mean for the seat that decides in a conflict.
    pub(crate) fn conflict_choices(&self, conflict: Conflict) -> Vec<ChoiceView> {
        let seat = conflict.decides();
        let colour = self.support_colour(conflict);
        let [attack, defence] = self.strengths(conflict);
        let (least, most) = self.support_range(conflict);
        std::iter::once(0)
            .chain(least..=most)
            .map(|add| match conflict.committed {
                None => {
                    let total = attack + add;
                    let needs = total.saturating_sub(defence);
                    let held = self.holds_at_least(Some(seat), conflict.defender, colour, needs);
                    ChoiceView { add, total, needs: Some(needs), chance: 1.0 - held }
                }
                Some(first) => {
                    let total = defence + add;
                    let chance = if total >= attack + first { 1.0 } else { 0.0 };
                    ChoiceView { add, total, needs: None, chance }
                }
            })
            .collect()
    }

    /// The attacks that the others could begin against a leader on the board with one action.
    pub(crate) fn threats(
        &self,
        owner: Seat,
        colour: Colour,
        viewer: Option<Seat>,
        name: fn(Square) -> String,
    ) -> Vec<ThreatView> {
        let Some(at) = self.leader(owner, colour) else { return Vec::new() };
        let rivals = (0..self.seats() as u8).map(Seat).filter(|&seat| seat != owner);
        let threat = |kind, seat, squares: Bits, attack, defence, support| ThreatView {
            kind,
            seat,
            squares: squares.iter().map(name).collect(),
            attack,
            defence,
            chance: self.attack_chance(viewer, (seat, attack), (owner, defence), support),
        };
        let mut threats = Vec::new();
        for rival in rivals {
            if let Some((squares, attack)) = self.revolt_squares(rival, at, colour) {
                let defence = self.temples_beside(at);
                threats.push(threat("revolt", rival, squares, attack, defence, Colour::Red));
            }
            if let Some(squares) = self.war_squares(rival, at, colour) {
                let strength = |square| (self.region(square) & self.tiles[colour.index()]).count();
                let rival_at = self.leaders[rival.index()][colour.index()];
                let (attack, defence) = (strength(rival_at) as u8, strength(at) as u8);
                threats.push(threat("war", rival, squares, attack, defence, colour));
            }
        }
        threats
    }

    /// The temples beside a square.
    pub(crate) fn temples_beside(&self, square: Square) -> u8 {
        (beside(square) & self.tiles[Colour::Red.index()]).count() as u8
    }

    /// Where a rival could place its leader for a revolt against the one at `at`: the squares with the most temples.
    fn revolt_squares(&self, rival: Seat, at: Square, colour: Colour) -> Option<(Bits, u8)> {
        let from = self.leaders[rival.index()][colour.index()];
        let mut regions = self.regions();
        if from != NOWHERE {
            regions = regions.without_leader(from);
        }
        let kingdom = Bits::of(at).flood(regions.occupied);
        let open = self.leader_squares() & kingdom.beside() & !regions.contacts()[1];
        let most = open.iter().map(|square| self.temples_beside(square)).max()?;
        let mut best = Bits::NONE;
        open.iter().filter(|&square| self.temples_beside(square) == most).for_each(|s| best.add(s));
        Some((best, most))
    }

    /// Where one tile would unite the kingdoms of two rival leaders.
    fn war_squares(&self, rival: Seat, at: Square, colour: Colour) -> Option<Bits> {
        let from = self.leader(rival, colour)?;
        let (own, other) = (self.region(at), self.region(from));
        let [_, twice, thrice] = self.regions().contacts();
        let squares = self.empty() & own.beside() & other.beside() & twice & !thrice;
        (!own.has(from) && !squares.is_empty()).then_some(squares)
    }

    /// The probability that an attack succeeds if both sides add all the tiles that they have. Only the two sides can
    /// tell, since each knows one of the hands.
    fn attack_chance(
        &self,
        viewer: Option<Seat>,
        (attacker, attack): (Seat, u8),
        (defender, defence): (Seat, u8),
        support: Colour,
    ) -> Option<f32> {
        let own = self.hand(viewer?)[support.index()];
        if viewer == Some(defender) {
            let needs = (defence + own + 1).saturating_sub(attack);
            return Some(self.holds_at_least(viewer, attacker, support, needs));
        }
        let needs = (attack + own).saturating_sub(defence);
        (viewer == Some(attacker))
            .then(|| 1.0 - self.holds_at_least(viewer, defender, support, needs))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Phase;
    use game::{Rng, play_text};

    /// Every way to deal `held` of these tiles to one hand; the share of those with at least `count` of a colour.
    fn by_counting(unseen: [u8; 4], held: usize, colour: usize, count: usize) -> f64 {
        let tiles: Vec<usize> =
            (0..4).flat_map(|c| std::iter::repeat_n(c, usize::from(unseen[c]))).collect();
        let (mut good, mut all) = (0u64, 0u64);
        for set in 0u32..1 << tiles.len() {
            if set.count_ones() as usize != held {
                continue;
            }
            let of_colour =
                tiles.iter().enumerate().filter(|&(i, &c)| set >> i & 1 == 1 && c == colour);
            all += 1;
            good += u64::from(of_colour.count() >= count);
        }
        good as f64 / all as f64
    }

    #[test]
    fn the_odds_are_those_of_counting_every_hand() {
        for unseen in [[3, 5, 2, 4], [0, 1, 7, 6], [6, 0, 4, 2], [2, 9, 1, 3]] {
            for held in [1, 3, 6] {
                let all = unseen.iter().map(|&n| u32::from(n)).sum();
                for (colour, &good) in unseen.iter().enumerate() {
                    let table = at_least(all, good.into(), held as u32);
                    for (count, &found) in table.iter().enumerate() {
                        let exact = by_counting(unseen, held, colour, count);
                        let found = f64::from(found);
                        assert!((exact - found).abs() < 1e-6, "{unseen:?} {held} {colour} {count}");
                    }
                }
            }
        }
    }

    /// The defender's best answer in many imagined worlds agrees with the probability that is told.
    #[test]
    fn a_choice_in_a_revolt_wins_as_often_as_it_says() {
        let mut game = Tigris::new(&crate::Options::default(), 11).unwrap();
        for text in ["leader black g3", "pass", "leader black f2"] {
            play_text(&mut game, text).unwrap();
        }
        let Phase::Revolt(conflict) = game.phase() else { panic!("no revolt") };
        let choices = game.conflict_choices(conflict);
        assert_eq!(choices[0], ChoiceView { add: 0, total: 1, needs: Some(0), chance: 0.0 });
        let mut rng = Rng::new(5);
        const WORLDS: u32 = 20_000;
        for choice in &choices {
            let mut won = 0;
            for _ in 0..WORLDS {
                let world = game.imagine(Some(conflict.attacker), &mut rng);
                let held = world.hand(conflict.defender)[Colour::Red.index()];
                won += u32::from(choice.total > 1 + held);
            }
            let share = f64::from(won) / f64::from(WORLDS);
            assert!((share - f64::from(choice.chance)).abs() < 0.02, "{choice:?}: {share}");
        }
    }

    #[test]
    fn a_leader_is_threatened_by_revolts_and_wars() {
        let text = "players=2 active=1 action=1 phase=action \
            map=10T5/1T13T/5T10/16/4t3t4T2/16/8T7/1T14/14T1/5T10/10T5 \
            leaders=1black:f5,2black:h5 hands=krr/r bag=rrrr";
        let game = Tigris::load(text).unwrap();
        let name = crate::notation::square_name;
        let threats = game.threats(Seat(0), Colour::Black, Some(Seat(0)), name);
        let war = threats.iter().find(|threat| threat.kind == "war").unwrap();
        assert_eq!((war.seat, &war.squares[..], war.attack), (Seat(1), &["g5".to_owned()][..], 0));
        // The other hand is one of five unseen tiles, all red: no settlement comes, and a tie is ours.
        assert_eq!(war.chance, Some(0.0));
        let revolt = threats.iter().find(|threat| threat.kind == "revolt").unwrap();
        assert_eq!((revolt.attack, revolt.defence), (1, 1));
        // One red tile against two of ours.
        assert_eq!(revolt.chance, Some(0.0));
        // A third party is told no odds, and a spectator neither.
        let threats = game.threats(Seat(0), Colour::Black, None, name);
        assert!(threats.iter().all(|threat| threat.chance.is_none()));
        // The attacker: one red tile of its own, against a hand of three among seven unseen.
        let threats = game.threats(Seat(0), Colour::Black, Some(Seat(1)), name);
        let revolt = threats.iter().find(|threat| threat.kind == "revolt").unwrap();
        let none = 1.0 - game.holds_at_least(Some(Seat(1)), Seat(0), Colour::Red, 1);
        assert_eq!(revolt.chance, Some(none));
    }
}
