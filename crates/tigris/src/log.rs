//! The log of the latest events, small enough to be part of the state, and its sentences.

use game::{Phrase, Words};

use crate::bits::{NOWHERE, SQUARES};
use crate::notation::{monument_name, square_name};
use crate::pieces::{Colour, MONUMENTS, Naming};

/// A kind of event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum EventKind {
    #[default]
    Pass,
    Tile,
    Points,
    Leader,
    Withdraw,
    Catastrophe,
    Swap,
    Revolt,
    War,
    Support,
    Won,
    Removed,
    Home,
    Monument,
    Decline,
    Treasure,
    Income,
    LastTreasures,
    EmptyBag,
}

const KINDS: [EventKind; 19] = [
    EventKind::Pass,
    EventKind::Tile,
    EventKind::Points,
    EventKind::Leader,
    EventKind::Withdraw,
    EventKind::Catastrophe,
    EventKind::Swap,
    EventKind::Revolt,
    EventKind::War,
    EventKind::Support,
    EventKind::Won,
    EventKind::Removed,
    EventKind::Home,
    EventKind::Monument,
    EventKind::Decline,
    EventKind::Treasure,
    EventKind::Income,
    EventKind::LastTreasures,
    EventKind::EmptyBag,
];

/// An event. What its numbers mean depends on its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LogEvent {
    pub kind: EventKind,
    pub seat: u8,
    pub other: u8,
    /// A colour, or a monument.
    pub colour: u8,
    pub square: u8,
    pub n: [u8; 2],
}

/// How many events the log keeps.
const KEPT: usize = 24;

/// The latest events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Log {
    events: [LogEvent; KEPT],
    /// How many events there have been since the game began.
    total: u32,
}

impl Log {
    #[inline]
    pub fn add(&mut self, event: LogEvent) {
        self.events[self.total as usize % KEPT] = event;
        self.total = self.total.wrapping_add(1);
    }

    /// How many events there have been.
    pub fn number(&self) -> u32 {
        self.total
    }

    /// The events from this number on, as far as the log keeps them.
    pub fn since(&self, number: u32) -> impl Iterator<Item = LogEvent> + '_ {
        let first = number.max(self.total.saturating_sub(KEPT as u32));
        (first..self.total).map(|number| self.events[number as usize % KEPT])
    }

    /// The number of the first event that the log keeps, and the events from there on.
    pub fn latest(&self) -> (u32, impl Iterator<Item = LogEvent> + '_) {
        let first = self.total.saturating_sub(KEPT as u32);
        (first, (first..self.total).map(|number| self.events[number as usize % KEPT]))
    }

    /// As `120:1.0.0.2.33.0.0,…`: the number of the first, then each event's numbers.
    pub fn to_text(&self) -> String {
        let (first, events) = self.latest();
        let event = |e: LogEvent| {
            let [n, more] = e.n;
            let numbers = [e.kind as u8, e.seat, e.other, e.colour, e.square, n, more];
            numbers.map(|number| number.to_string()).join(".")
        };
        format!("{first}:{}", events.map(event).collect::<Vec<_>>().join(","))
    }

    pub fn from_text(text: &str) -> Option<Self> {
        let (first, events) = text.split_once(':')?;
        // A game has some thousands of events at most.
        let first: u32 = first.parse().ok().filter(|&first| first < 1_000_000)?;
        let mut log = Self { total: first, ..Self::default() };
        let events: Vec<&str> = events.split(',').filter(|text| !text.is_empty()).collect();
        if events.len() > KEPT || (first > 0 && events.len() < KEPT) {
            return None;
        }
        for text in events {
            let numbers: Vec<u8> =
                text.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
            let &[kind, seat, other, colour, square, n, more] = &numbers[..] else { return None };
            let kind = *KINDS.get(usize::from(kind))?;
            log.add(LogEvent { kind, seat, other, colour, square, n: [n, more] });
        }
        Some(log)
    }
}

/// “a point” or “3 points”, of a colour.
pub(crate) fn points(colour: Colour, n: u8) -> Words {
    let name = colour.name();
    match n {
        1 => Words::new(format!("one {} point", name.en), format!("un point {}", name.fr)),
        n => Words::new(format!("{n} {} points", name.en), format!("{n} points {}s", name.fr)),
    }
}

/// “2 temples”, “1 temple”, “no temple”.
pub(crate) fn tiles(colour: Colour, n: u8) -> Words {
    let (many, one) = (colour.tiles(), colour.tile());
    // “a temple” without its article.
    let bare = |text: &'static str| text.split_once(' ').map_or(text, |(_, noun)| noun);
    match n {
        0 => Words::new(format!("no {}", bare(one.en)), format!("0 {}", bare(one.fr))),
        1 => Words::new(format!("1 {}", bare(one.en)), format!("1 {}", bare(one.fr))),
        n => Words::new(format!("{n} {}", many.en), format!("{n} {}", many.fr)),
    }
}

impl LogEvent {
    /// The event as a sentence.
    pub fn words(&self, naming: Naming) -> Words {
        // Saved positions may hold any numbers. Every combination has a sentence.
        let (own, other) = (naming(self.seat), naming(self.other));
        let (who, whom) = (own.subject, other.object);
        let colour = Colour::ALL[usize::from(self.colour) % 4];
        let leader = colour.leader();
        let at = if self.square < SQUARES { square_name(self.square) } else { "-".into() };
        let [n, more] = self.n;
        let say = |en: String, fr: String| {
            Words::new(format!("{} {en}", who.en), format!("{} {fr}", who.fr))
        };
        match self.kind {
            EventKind::Pass => say("lets an action go by.".into(), "passe une action.".into()),
            EventKind::Tile => {
                let tile = colour.tile();
                say(format!("lays {} at {at}.", tile.en), format!("pose {} en {at}.", tile.fr))
            }
            EventKind::Points => {
                let points = points(colour, n);
                say(format!("gets {}.", points.en), format!("gagne {}.", points.fr))
            }
            EventKind::Leader if n == 0 => say(
                format!("places the {} at {at}.", leader.en),
                format!("place son {} en {at}.", leader.fr),
            ),
            EventKind::Leader => say(
                format!("moves the {} to {at}.", leader.en),
                format!("déplace son {} en {at}.", leader.fr),
            ),
            EventKind::Withdraw => say(
                format!("takes the {} back from the board.", leader.en),
                format!("retire son {} du plateau.", leader.fr),
            ),
            EventKind::Catastrophe if self.colour < 4 => {
                let tile = colour.tile();
                say(
                    format!("brings a catastrophe to {at}: {} is lost.", tile.en),
                    format!("frappe {at} d’une catastrophe : {} disparaît.", tile.fr),
                )
            }
            EventKind::Catastrophe => say(
                format!("brings a catastrophe to {at}."),
                format!("frappe {at} d’une catastrophe."),
            ),
            EventKind::Swap if n == 1 => say("swaps a tile.".into(), "échange une tuile.".into()),
            EventKind::Swap => say(format!("swaps {n} tiles."), format!("échange {n} tuiles.")),
            EventKind::Revolt | EventKind::War => {
                let (name, force) = match self.kind {
                    EventKind::Revolt => (Phrase::new("Revolt", "Révolte"), Colour::Red),
                    _ => (Phrase::new("War", "Guerre"), colour),
                };
                let (leaders, force) = (colour.leaders(), tiles(force, n));
                Words::new(
                    format!(
                        "{} of {}: {} with {} against {} with {more}.",
                        name.en, leaders.en, who.en, force.en, whom.en
                    ),
                    format!(
                        "{} des {} : {} avec {} contre {} avec {more}.",
                        name.fr, leaders.fr, own.object.fr, force.fr, whom.fr
                    ),
                )
            }
            EventKind::Support if n == 0 => say("adds nothing.".into(), "n’ajoute rien.".into()),
            EventKind::Support => {
                let added = tiles(colour, n);
                say(format!("adds {}.", added.en), format!("ajoute {}.", added.fr))
            }
            EventKind::Won => say(
                format!("wins, {n} to {more}: the {} {} goes home.", leader.en, other.owner.en),
                format!("l’emporte, {n} à {more} : le {} {} rentre.", leader.fr, other.owner.fr),
            ),
            EventKind::Removed => {
                let lost = tiles(colour, n);
                say(
                    format!("loses {} on the board.", lost.en),
                    format!("perd {} sur le plateau.", lost.fr),
                )
            }
            EventKind::Home => Words::new(
                format!("The {} {} has no temple left and goes home.", leader.en, own.owner.en),
                format!("Le {} {} n’a plus de temple et rentre.", leader.fr, own.owner.fr),
            ),
            EventKind::Monument => {
                let monument = monument_name(self.colour % MONUMENTS.len() as u8);
                say(
                    format!("builds the {} monument at {at}.", monument.en),
                    format!("bâtit le monument {} en {at}.", monument.fr),
                )
            }
            EventKind::Decline => {
                say("builds no monument.".into(), "ne bâtit pas de monument.".into())
            }
            EventKind::Treasure => {
                say(format!("takes the treasure at {at}."), format!("prend le trésor en {at}."))
            }
            EventKind::Income => {
                let points = points(colour, n);
                say(
                    format!("gets {} from monuments.", points.en),
                    format!("reçoit {} de ses monuments.", points.fr),
                )
            }
            EventKind::LastTreasures => Words::new(
                "No more than two treasures are left: the game is over.",
                "Il reste deux trésors au plus : la partie est terminée.",
            ),
            EventKind::EmptyBag => Words::new(
                "The bag does not hold enough tiles: the game is over.",
                "Le sac ne contient plus assez de tuiles : la partie est terminée.",
            ),
        }
    }

    /// Its part in a conflict, if it has one, so that the page can show a conflict as a whole.
    pub fn conflict_part(&self) -> Option<&'static str> {
        match self.kind {
            EventKind::Revolt | EventKind::War => Some("begins"),
            EventKind::Support => Some("support"),
            EventKind::Won => Some("won"),
            EventKind::Removed => Some("lost"),
            _ => None,
        }
    }

    /// The square where it happened.
    pub fn place(&self) -> Option<u8> {
        Some(self.square).filter(|&square| square != NOWHERE && square < SQUARES)
    }
}
