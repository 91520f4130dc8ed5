//! The board, the hand and the players as a terminal shows them.
//!
//! Tiles are small letters (`s` settlement, `t` temple, `f` farm, `m` market), leaders capitals with
//! the number of their seat (`K1 P2 F3 T4`), `*` is a treasure, `#` a face-down tile under a
//! monument, `X` a catastrophe, `#kr n1` the black and red monument at n1. The piece that was placed last stands between `›` and `‹`.

use game::{Game, Ink, Lang, Phrase, Picture, Seat};

use crate::bits::{COLUMNS, NOWHERE, ROWS, Square};
use crate::notation::square_name;
use crate::pieces::{Colour, DYNASTIES, MONUMENTS};
use crate::rules::{ACTIONS, Conflict, Phase, Tigris};

/// The terminal has four inks for seats: blue, yellow, red and green. Tiles use the ink of their colour; black tiles
/// are plain.
fn ink(colour: Colour) -> Ink {
    match colour {
        Colour::Black => Ink::Plain,
        Colour::Red => Ink::Seat(2),
        Colour::Blue => Ink::Seat(0),
        Colour::Green => Ink::Seat(3),
    }
}

/// Text below the board is no wider than this, so that a window of 80 columns shows it.
const WIDEST: usize = 78;
const LEADERS: [char; 4] = ['K', 'P', 'F', 'T'];

const TURN: Phrase = Phrase::new("turn", "tour");
const BAG: Phrase = Phrase::new("bag", "sac");
const REVOLT: Phrase = Phrase::new("revolt", "révolte");
const WAR: Phrase = Phrase::new("war", "guerre");
const TILE: Phrase = Phrase::new("tile", "tuile");
const LEADER: Phrase = Phrase::new("leader", "chef");
const WITHDRAW: Phrase = Phrase::new("withdraw", "retirer");
const SWAP_ALL: Phrase = Phrase::new("[swap all]", "[tout échanger]");
const PASS: Phrase = Phrase::new("[pass]", "[passer]");

impl Tigris {
    pub(crate) fn drawn(&self, viewer: Option<Seat>, lang: Lang) -> Picture {
        let mut picture = Picture::default();
        picture.line();
        picture.put("   ", Ink::Quiet);
        for column in 0..COLUMNS {
            picture.put(format!(" {} ", char::from(b'a' + column)), Ink::Quiet);
        }
        for row in 0..ROWS {
            picture.line();
            picture.put(format!("{:>2}│", row + 1), Ink::Quiet);
            for column in 0..COLUMNS {
                self.put_square(&mut picture, row * COLUMNS + column);
            }
            picture.put("│", Ink::Quiet);
        }
        // No empty lines: with four players all of it must fit a window of 24 lines.
        picture.begin_text();
        self.put_players(&mut picture, viewer, lang);
        self.put_monuments(&mut picture, lang);
        self.put_decision(&mut picture, viewer, lang);
        picture
    }

    fn put_square(&self, picture: &mut Picture, square: Square) {
        let (text, ink) = if let Some((seat, colour)) = self.leader_at(square) {
            (format!("{}{seat}", LEADERS[colour.index()]), ink(colour))
        } else if let Some(colour) = self.tile_at(square) {
            let treasure = if self.treasures.has(square) { "*" } else { "" };
            (format!("{}{treasure}", colour.tile_letter()), ink(colour))
        } else if self.buried.has(square) {
            let base = (0..6).find(|&m| {
                crate::bits::block(self.monuments[m])
                    .is_some_and(|base| self.monuments[m] != NOWHERE && base.has(square))
            });
            let treasure = if self.treasures.has(square) { "*" } else { "" };
            (format!("#{treasure}"), ink(base.map_or(Colour::Black, |m| self.bases[m])))
        } else if self.ruins.has(square) {
            ("X".into(), Ink::Plain)
        } else if self.map.river.has(square) {
            ("~".into(), Ink::Board)
        } else {
            ("·".into(), Ink::Quiet)
        };
        let shown = match (self.placed == square, text.chars().count()) {
            (true, 1) => format!("›{text}‹"),
            (true, _) => format!("›{text}"),
            (_, 2) => format!(" {text}"),
            _ => format!("{text:^3}"),
        };
        picture.put_spot(shown, ink, square_name(square));
    }

    fn put_players(&self, picture: &mut Picture, viewer: Option<Seat>, lang: Lang) {
        for seat in (0..self.seats() as u8).map(Seat) {
            picture.line();
            let turn = if self.active() == seat { "▸" } else { " " };
            let name = DYNASTIES[seat.index()].get(lang);
            picture.put(format!("{turn}{seat} {name:<8}"), Ink::Seat(seat.0));
            if self.shows_points(seat, viewer) {
                for colour in Colour::ALL {
                    let points = self.points(seat)[colour.index()];
                    picture.put(format!(" {}{points:<3}", colour.letter()), ink(colour));
                }
                picture.put(format!(" *{}", self.treasures_of(seat)), Ink::Plain);
            }
            let held: u8 = self.hand(seat).iter().sum();
            let disasters = self.catastrophes[seat.index()];
            picture.put(format!("  ▤{held}  X{disasters}"), Ink::Quiet);
        }
    }

    fn put_monuments(&self, picture: &mut Picture, lang: Lang) {
        picture.line();
        let turn = u32::from(self.turns) + 1;
        picture.put(
            format!(" {} {turn}  {} {}", TURN.get(lang), BAG.get(lang), self.bag()),
            Ink::Quiet,
        );
        picture.put(format!("  *{}", self.treasures.count()), Ink::Quiet);
        // The letters of their colours, so that all six fit on the line: `#kr n1`.
        for monument in (0..6usize).filter(|&m| self.monuments[m] != NOWHERE) {
            picture.put(" #", Ink::Quiet);
            for colour in MONUMENTS[monument] {
                picture.put(colour.letter().to_string(), ink(colour));
            }
            picture.put(square_name(self.monuments[monument]), Ink::Quiet);
        }
    }

    /// The pending decision, with everything that can be clicked instead of typed.
    fn put_decision(&self, picture: &mut Picture, viewer: Option<Seat>, lang: Lang) {
        picture.line();
        match self.phase {
            Phase::Action => self.put_actions(picture, viewer, lang),
            Phase::Revolt(conflict) => {
                self.put_conflict(picture, REVOLT.get(lang), conflict, viewer);
            }
            Phase::War(conflict) => self.put_conflict(picture, WAR.get(lang), conflict, viewer),
            Phase::WarChoice | Phase::Monument | Phase::Treasure(_) => {
                let mut moves = Vec::new();
                self.legal_moves(&mut moves);
                let mut used = 0;
                for mv in &moves {
                    let width = mv.to_string().chars().count() + 3;
                    if used + width > WIDEST {
                        picture.line();
                        used = 0;
                    }
                    used += width;
                    picture.put(" ", Ink::Quiet);
                    picture.put_spot(format!("[{mv}]"), Ink::Board, mv.to_string());
                }
            }
            Phase::Over(_) => {
                for seat in (0..self.seats() as u8).map(Seat) {
                    let ranked = self.count(seat).ranked.map(|n| n.to_string()).join(" ≤ ");
                    let name = DYNASTIES[seat.index()].get(lang);
                    picture.put(format!(" {name}: {ranked} "), Ink::Seat(seat.0));
                    if seat.0 % 2 == 1 {
                        picture.line();
                    }
                }
            }
        }
    }

    fn put_actions(&self, picture: &mut Picture, viewer: Option<Seat>, lang: Lang) {
        let seat = self.active();
        picture.put(format!(" {}/{ACTIONS}", self.action + 1), Ink::Plain);
        if viewer != Some(seat) {
            return self.put_hand(picture, viewer);
        }
        let hand = self.hand(seat);
        for colour in Colour::ALL.into_iter().filter(|colour| hand[colour.index()] > 0) {
            let text = colour.tile_letter().to_string().repeat(hand[colour.index()].into());
            picture.put(" ", Ink::Quiet);
            picture.put_spot(
                format!("[{} {text}]", TILE.get(lang)),
                ink(colour),
                format!("tile {}", colour.id()),
            );
        }
        picture.line();
        picture.put(" ", Ink::Quiet);
        for colour in Colour::ALL {
            let letter = LEADERS[colour.index()];
            picture.put(" ", Ink::Quiet);
            let spot = format!("leader {}", colour.id());
            picture.put_spot(format!("[{} {letter}]", LEADER.get(lang)), ink(colour), spot);
        }
        picture.line();
        picture.put(" ", Ink::Quiet);
        for colour in Colour::ALL.into_iter().filter(|&colour| self.leader(seat, colour).is_some())
        {
            let letter = LEADERS[colour.index()];
            picture.put(" ", Ink::Quiet);
            let spot = format!("withdraw {}", colour.id());
            picture.put_spot(format!("[{} {letter}]", WITHDRAW.get(lang)), ink(colour), spot);
        }
        picture.line();
        picture.put("  ", Ink::Quiet);
        if self.catastrophes[seat.index()] > 0 {
            picture.put_spot("[catastrophe]", Ink::Plain, "catastrophe");
            picture.put(" ", Ink::Quiet);
        }
        if hand != [0; 4] {
            let all = crate::Move::Swap(hand).to_string();
            picture.put_spot(SWAP_ALL.get(lang), Ink::Plain, all);
            picture.put(" ", Ink::Quiet);
        }
        picture.put_spot(PASS.get(lang), Ink::Plain, "pass");
    }

    /// The viewer's hand.
    fn put_hand(&self, picture: &mut Picture, viewer: Option<Seat>) {
        let Some(seat) = viewer.filter(|seat| seat.index() < self.seats()) else { return };
        for colour in Colour::ALL {
            let count = self.hand(seat)[colour.index()];
            if count > 0 {
                let text = colour.tile_letter().to_string().repeat(count.into());
                picture.put(format!(" {text}"), ink(colour));
            }
        }
    }

    fn put_conflict(
        &self,
        picture: &mut Picture,
        name: &str,
        conflict: Conflict,
        viewer: Option<Seat>,
    ) {
        let [attack, defence] = self.strengths(conflict);
        let committed = conflict.committed.map_or(String::new(), |n| format!(" + {n}"));
        let letter = LEADERS[conflict.colour.index()];
        let (attacker, defender) = (conflict.attacker, conflict.defender);
        picture.put(format!(" {name}: "), Ink::Plain);
        picture.put(format!("{letter}{attacker} {attack}{committed}"), ink(conflict.colour));
        picture.put("  >?  ", Ink::Plain);
        picture.put(format!("{letter}{defender} {defence}"), ink(conflict.colour));
        picture.put("   ", Ink::Quiet);
        self.put_hand(picture, viewer);
        picture.line();
        if viewer == Some(conflict.decides()) {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            for mv in moves {
                picture.put(" ", Ink::Quiet);
                picture.put_spot(
                    format!("[{mv}]").replace("support ", "+"),
                    Ink::Board,
                    mv.to_string(),
                );
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Options;
    use game::Rng;

    /// What a window of 80 by 24 leaves for the board: a line each for messages, input and keys is taken.
    #[test]
    fn four_players_fit_a_window_of_80_by_24() {
        let mut rng = Rng::new(3);
        let mut monuments = 0;
        for seed in 0..40 {
            let options = Options { players: 4, ..Options::default() };
            let mut game = Tigris::new(&options, seed).unwrap();
            let mut scratch = Vec::new();
            while let Some(seat) = game.turn().seat() {
                for lang in [Lang::En, Lang::Fr] {
                    let picture = game.drawn(Some(seat), lang);
                    let text = picture.plain();
                    let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                    assert!(picture.lines.len() <= 21 && widest <= 79, "{text}");
                }
                monuments =
                    monuments.max(6 - game.monuments.iter().filter(|&&m| m == NOWHERE).count());
                let Some(mv) = game.random_move(&mut rng, &mut scratch) else { break };
                game.play(mv);
            }
        }
        assert!(monuments > 0, "no monument was built");
    }
}
