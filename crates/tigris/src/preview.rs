//! What each action would do, in a sentence: the move is tried on a copy.

use game::{Game, Seat, Words};
use serde::Serialize;

use crate::bits::beside;
use crate::log::{EventKind, LogEvent, points, tiles};
use crate::moves::Move;
use crate::pieces::{Colour, named};
use crate::rules::{Phase, Tigris};

/// Moves with the same consequences.
#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    /// The consequences.
    pub says: Words,
    /// The moves' texts.
    pub moves: Vec<String>,
}

impl Tigris {
    /// What the active player's tiles, leaders and catastrophes would do, where there is something
    /// to say. It depends on open information only, so it reveals nothing hidden.
    pub(crate) fn placements(&self) -> Vec<Preview> {
        let mut groups: Vec<Preview> = Vec::new();
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        for mv in moves {
            let Some(says) = self.preview(mv) else { continue };
            match groups.iter_mut().find(|group| group.says == says) {
                Some(group) => group.moves.push(mv.to_string()),
                None => groups.push(Preview { says, moves: vec![mv.to_string()] }),
            }
        }
        groups
    }

    /// What an action would do, addressed to the active player; `None` for a piece that touches nothing.
    pub fn preview(&self, mv: Move) -> Option<Words> {
        let square = match mv {
            Move::Tile(_, square) | Move::Leader(_, square) => square,
            Move::Catastrophe(square) if self.tile_at(square).is_some() => square,
            _ => return None,
        };
        if !matches!(mv, Move::Catastrophe(_)) && !beside(square).meets(self.occupied()) {
            return None;
        }
        let mut after = self.clone();
        after.play(mv);
        let mut parts: Vec<Words> = Vec::new();
        let before = self.log.number();
        // The first event is the placement itself.
        let events = after.log.since(before).skip(1);
        parts.extend(events.filter_map(|event| self.consequence(event)));
        match after.phase {
            Phase::WarChoice => {
                let wars = after.wars();
                for colour in Colour::ALL.into_iter().filter(|colour| wars[colour.index()]) {
                    if let Some(conflict) = after.war_of(colour) {
                        let [n, more] = after.strengths(conflict);
                        let (seat, other) = (conflict.attacker.0, conflict.defender.0);
                        parts.extend(self.war_words(colour, seat, other, n, more));
                    }
                }
            }
            Phase::Monument => {
                parts.push(Words::new("a monument can be built", "on peut bâtir un monument"));
            }
            Phase::Treasure(seat) => parts.push(self.for_seat(
                seat.0,
                ("you take a treasure", "vous prenez un trésor"),
                ("takes a treasure", "prend un trésor"),
            )),
            _ => (),
        }
        if let Some(first) = self.first_words(mv, square, &parts) {
            parts.insert(0, first);
        }
        let join = |of: fn(&Words) -> &str| {
            let mut text = parts.iter().map(of).collect::<Vec<_>>().join("; ");
            if let Some(first) = text.get(..1).map(str::to_uppercase) {
                text.replace_range(..1, &first);
            }
            text
        };
        (!parts.is_empty())
            .then(|| Words::new(join(|w| &w.en), join(|w| &w.fr).replace("; ", " ; ")))
    }

    /// What the move itself does, before its consequences.
    fn first_words(&self, mv: Move, square: u8, parts: &[Words]) -> Option<Words> {
        match mv {
            Move::Tile(..) => match self.kingdoms_beside(square, 2) {
                0 if parts.is_empty() => {
                    Some(Words::new("no kingdom: no point", "aucun royaume : pas de point"))
                }
                1 if parts.is_empty() => Some(Words::new(
                    "nobody’s point: no leader of this colour, no king",
                    "point pour personne : ni chef de cette couleur, ni roi",
                )),
                2 => Some(Words::new(
                    "unites two kingdoms: no point",
                    "réunit deux royaumes : pas de point",
                )),
                _ => None,
            },
            Move::Leader(colour, square) if parts.is_empty() => {
                let mut after = self.clone();
                after.play(mv);
                let region = after.region(square);
                let led = tiles(colour, (region & after.tiles[colour.index()]).count() as u8);
                let leader = colour.leader();
                Some(Words::new(
                    format!("your {} leads {}", leader.en, led.en),
                    format!("votre {} dirige {}", leader.fr, led.fr),
                ))
            }
            Move::Catastrophe(square) => {
                let tile = self.tile_at(square)?.tile();
                Some(Words::new(format!("destroys {}", tile.en), format!("détruit {}", tile.fr)))
            }
            _ => None,
        }
    }

    fn consequence(&self, event: LogEvent) -> Option<Words> {
        let colour = Colour::ALL[usize::from(event.colour) % 4];
        let [n, more] = event.n;
        match event.kind {
            EventKind::Points => {
                let points = points(colour, n);
                let who = named(event.seat).object;
                Some(if event.seat == self.active {
                    Words::new(format!("{} for you", points.en), format!("{} pour vous", points.fr))
                } else {
                    Words::new(
                        format!("{} for {}", points.en, who.en),
                        format!("{} pour {}", points.fr, who.fr),
                    )
                })
            }
            EventKind::Revolt => {
                let rival = named(event.other).owner;
                let (temples, leader) = (tiles(Colour::Red, n), colour.leader());
                Some(Words::new(
                    format!(
                        "revolt against the {} {}: {} against {more}",
                        leader.en, rival.en, temples.en
                    ),
                    format!(
                        "révolte contre le {} {} : {} contre {more}",
                        leader.fr, rival.fr, temples.fr
                    ),
                ))
            }
            EventKind::War => self.war_words(colour, event.seat, event.other, n, more),
            EventKind::Home => {
                let leader = colour.leader();
                let who = named(event.seat).owner;
                Some(if event.seat == self.active {
                    Words::new(
                        format!("your {} goes home", leader.en),
                        format!("votre {} rentre", leader.fr),
                    )
                } else {
                    Words::new(
                        format!("the {} {} goes home", leader.en, who.en),
                        format!("le {} {} rentre", leader.fr, who.fr),
                    )
                })
            }
            EventKind::Treasure => Some(self.for_seat(
                event.seat,
                ("you take a treasure", "vous prenez un trésor"),
                ("takes a treasure", "prend un trésor"),
            )),
            EventKind::LastTreasures => Some(Words::new("the game ends", "la partie se termine")),
            _ => None,
        }
    }

    fn war_words(&self, colour: Colour, seat: u8, other: u8, n: u8, more: u8) -> Option<Words> {
        let leaders = colour.leaders();
        let name = |seat: u8| -> Words {
            if seat == self.active { Words::new("you", "vous") } else { named(seat).object.into() }
        };
        let (who, whom) = (name(seat), name(other));
        Some(Words::new(
            format!("war of {}, {n} ({}) against {more} ({})", leaders.en, who.en, whom.en),
            format!("guerre des {}, {n} ({}) contre {more} ({})", leaders.fr, who.fr, whom.fr),
        ))
    }

    fn for_seat(&self, seat: u8, you: (&str, &str), other: (&str, &str)) -> Words {
        if Seat(seat) == self.active() {
            return Words::new(you.0.to_owned(), you.1.to_owned());
        }
        let who = named(seat).object;
        Words::new(format!("{} {}", who.en, other.0), format!("{} {}", who.fr, other.1))
    }
}
