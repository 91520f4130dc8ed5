//! What each action would do, in a sentence and in a word: the move is tried on a copy.

use game::{Game, Seat, Words};
use serde::Serialize;

use crate::bits::{Bits, beside};
use crate::log::{EventKind, LogEvent, points, tiles};
use crate::moves::Move;
use crate::pieces::{Colour, Naming, named, slot};
use crate::rules::{Phase, Tigris};

/// What an action brings, the weightiest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Brings {
    /// No point.
    Nothing,
    /// Points or treasures for somebody else only.
    Theirs,
    /// Points, a treasure or a monument for the active player.
    Mine,
    /// A kingdom falls apart, or a leader goes home.
    Split,
    /// A revolt.
    Revolt,
    /// A war.
    War,
}

/// Moves with the same consequences.
#[derive(Clone, Debug, Serialize)]
pub struct Preview {
    /// The consequences.
    pub says: Words,
    /// The same with a slot such as `{0}` in place of each seat's name.
    pub template: Words,
    /// What it comes to.
    pub brings: Brings,
    /// The moves' texts.
    pub moves: Vec<String>,
}

/// What a move that was tried on a copy did.
struct Tried<'g> {
    before: &'g Tigris,
    after: Tigris,
    mv: Move,
    square: u8,
    naming: Naming,
}

impl Tigris {
    /// What the active player's tiles, leaders and catastrophes would do, where there is something
    /// to say. It depends on open information only, so it reveals nothing hidden.
    pub(crate) fn placements(&self) -> Vec<Preview> {
        let mut groups: Vec<Preview> = Vec::new();
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        for mv in moves {
            let Some(mut tried) = self.try_out(mv) else { continue };
            let Some(template) = tried.words() else { continue };
            let brings = tried.brings();
            match groups.iter_mut().find(|g| g.brings == brings && g.template == template) {
                Some(group) => group.moves.push(mv.to_string()),
                None => {
                    tried.naming = named;
                    let says = tried.words().unwrap_or_else(|| template.clone());
                    groups.push(Preview { says, template, brings, moves: vec![mv.to_string()] });
                }
            }
        }
        groups
    }

    /// What an action would do, addressed to the active player; `None` for a piece that touches nothing.
    pub fn preview(&self, mv: Move) -> Option<Words> {
        let mut tried = self.try_out(mv)?;
        tried.naming = named;
        tried.words()
    }

    fn try_out(&self, mv: Move) -> Option<Tried<'_>> {
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
        Some(Tried { before: self, after, mv, square, naming: slot })
    }
}

impl Tried<'_> {
    /// The events that followed the placement itself.
    fn events(&self) -> impl Iterator<Item = LogEvent> + '_ {
        self.after.log.since(self.before.log.number()).skip(1)
    }

    fn brings(&self) -> Brings {
        let active = self.before.active;
        let of = |seat: u8| if seat == active { Brings::Mine } else { Brings::Theirs };
        let from_events = self.events().map(|event| match event.kind {
            EventKind::War => Brings::War,
            EventKind::Revolt => Brings::Revolt,
            EventKind::Home => Brings::Split,
            EventKind::Points | EventKind::Treasure => of(event.seat),
            _ => Brings::Nothing,
        });
        let from_phase = match self.after.phase {
            Phase::WarChoice | Phase::War(_) => Brings::War,
            Phase::Monument => Brings::Mine,
            Phase::Treasure(seat) => of(seat.0),
            _ => Brings::Nothing,
        };
        let split = if self.parts() > 1 { Brings::Split } else { Brings::Nothing };
        from_events.fold(from_phase.max(split), Ord::max)
    }

    fn words(&self) -> Option<Words> {
        let mut parts: Vec<Words> = Vec::new();
        parts.extend(self.events().filter_map(|event| self.consequence(event)));
        match self.after.phase {
            Phase::WarChoice => {
                let wars = self.after.wars();
                for colour in Colour::ALL.into_iter().filter(|colour| wars[colour.index()]) {
                    if let Some(conflict) = self.after.war_of(colour) {
                        let [n, more] = self.after.strengths(conflict);
                        let (seat, other) = (conflict.attacker.0, conflict.defender.0);
                        parts.push(self.war_words(colour, seat, other, n, more));
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
        if let Some(first) = self.first_words(&parts) {
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
    fn first_words(&self, parts: &[Words]) -> Option<Words> {
        match self.mv {
            Move::Tile(..) => match self.before.kingdoms_beside(self.square, 2) {
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
                let region = self.after.region(square);
                let count = (region & self.after.tiles[colour.index()]).count() as u8;
                let (led, leader) = (tiles(colour, count), colour.leader());
                let fr = match count {
                    // "un temple" makes "aucun temple".
                    0 => format!("votre {} ne dirige auc{}", leader.fr, colour.tile().fr),
                    _ => format!("votre {} dirige {}", leader.fr, led.fr),
                };
                Some(Words::new(format!("your {} leads {}", leader.en, led.en), fr))
            }
            Move::Catastrophe(square) => {
                let tile = self.before.tile_at(square)?.tile();
                let split = self.split_words();
                Some(Words::new(
                    format!("destroys {}{}", tile.en, split.en),
                    format!("détruit {}{}", tile.fr, split.fr),
                ))
            }
            _ => None,
        }
    }

    /// Into how many parts a catastrophe breaks the kingdom that held the tile; 1 if it holds together, 0 if there
    /// was no kingdom.
    fn parts(&self) -> u32 {
        let Move::Catastrophe(square) = self.mv else { return 0 };
        let region = self.before.region(square);
        if !region.meets(self.before.standing) {
            return 0;
        }
        let mut rest = region & self.after.occupied();
        let mut parts = 0;
        while let Some(next) = rest.first() {
            rest &= !Bits::of(next).flood(rest);
            parts += 1;
        }
        parts
    }

    /// That a kingdom falls apart, and what each leader in it still leads then.
    fn split_words(&self) -> Words {
        let parts = self.parts();
        if parts < 2 {
            return Words::new("", "");
        }
        let (mut en, mut fr) = (
            format!(" and splits the kingdom in {parts}"),
            format!(" et coupe le royaume en {parts}"),
        );
        for seat in 0..self.before.seats() as u8 {
            for colour in Colour::ALL {
                let count = |game: &Tigris| {
                    let at = game.leader(Seat(seat), colour)?;
                    Some((game.region(at) & game.tiles[colour.index()]).count() as u8)
                };
                let (Some(old), Some(new)) = (count(self.before), count(&self.after)) else {
                    continue;
                };
                if new == old {
                    continue;
                }
                let (leader, left) = (colour.leader(), tiles(colour, new));
                let own = if seat == self.before.active {
                    Words::new(format!("your {}", leader.en), format!("votre {}", leader.fr))
                } else {
                    let owner = (self.naming)(seat).owner;
                    Words::new(
                        format!("the {} {}", leader.en, owner.en),
                        format!("le {} {}", leader.fr, owner.fr),
                    )
                };
                en += &format!("; {} is left with {}", own.en, left.en);
                fr += &format!("; il reste à {} {}", own.fr, left.fr);
            }
        }
        Words::new(en, fr.replace("à le ", "au "))
    }

    fn consequence(&self, event: LogEvent) -> Option<Words> {
        let colour = Colour::ALL[usize::from(event.colour) % 4];
        let active = self.before.active;
        let [n, more] = event.n;
        match event.kind {
            EventKind::Points => {
                let points = points(colour, n);
                let who = (self.naming)(event.seat).object;
                Some(if event.seat == active {
                    Words::new(format!("{} for you", points.en), format!("{} pour vous", points.fr))
                } else {
                    Words::new(
                        format!("{} for {}", points.en, who.en),
                        format!("{} pour {}", points.fr, who.fr),
                    )
                })
            }
            EventKind::Revolt => {
                let rival = (self.naming)(event.other).owner;
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
            EventKind::War => Some(self.war_words(colour, event.seat, event.other, n, more)),
            EventKind::Home => {
                let leader = colour.leader();
                let who = (self.naming)(event.seat).owner;
                Some(if event.seat == active {
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

    fn war_words(&self, colour: Colour, seat: u8, other: u8, n: u8, more: u8) -> Words {
        let leaders = colour.leaders();
        let name = |seat: u8| -> Words {
            if seat == self.before.active {
                Words::new("you", "vous")
            } else {
                (self.naming)(seat).object.into()
            }
        };
        let (who, whom) = (name(seat), name(other));
        Words::new(
            format!("war of {}, {n} ({}) against {more} ({})", leaders.en, who.en, whom.en),
            format!("guerre des {}, {n} ({}) contre {more} ({})", leaders.fr, who.fr, whom.fr),
        )
    }

    fn for_seat(&self, seat: u8, you: (&str, &str), other: (&str, &str)) -> Words {
        if seat == self.before.active {
            return Words::new(you.0.to_owned(), you.1.to_owned());
        }
        let who = (self.naming)(seat).object;
        Words::new(format!("{} {}", who.en, other.0), format!("{} {}", who.fr, other.1))
    }
}
