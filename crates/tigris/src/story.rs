//! What happened lately, kept small in the state and told in sentences.

use game::Words;

use crate::bits::{NOWHERE, SQUARES};
use crate::notation::{monument_name, square_name};
use crate::pieces::{Colour, MONUMENTS, named};

/// A kind of event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum What {
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

const KINDS: [What; 19] = [
    What::Pass,
    What::Tile,
    What::Points,
    What::Leader,
    What::Withdraw,
    What::Catastrophe,
    What::Swap,
    What::Revolt,
    What::War,
    What::Support,
    What::Won,
    What::Removed,
    What::Home,
    What::Monument,
    What::Decline,
    What::Treasure,
    What::Income,
    What::LastTreasures,
    What::EmptyBag,
];

/// One thing that happened. What the numbers mean depends on the kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    pub what: What,
    pub seat: u8,
    pub other: u8,
    /// A colour, or a monument.
    pub colour: u8,
    pub square: u8,
    pub n: [u8; 2],
}

/// So many events are remembered.
const KEPT: usize = 24;

/// The latest events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Log {
    events: [Event; KEPT],
    /// How many there have been since the beginning.
    told: u32,
}

impl Log {
    #[inline]
    pub fn add(&mut self, event: Event) {
        self.events[self.told as usize % KEPT] = event;
        self.told = self.told.wrapping_add(1);
    }

    /// How many events there have been.
    pub fn number(&self) -> u32 {
        self.told
    }

    /// The events from this number on, as far as they are remembered.
    pub fn since(&self, number: u32) -> impl Iterator<Item = Event> + '_ {
        let first = number.max(self.told.saturating_sub(KEPT as u32));
        (first..self.told).map(|number| self.events[number as usize % KEPT])
    }

    /// The number of the first event that is still remembered, and the events from there on.
    pub fn latest(&self) -> (u32, impl Iterator<Item = Event> + '_) {
        let first = self.told.saturating_sub(KEPT as u32);
        (first, (first..self.told).map(|number| self.events[number as usize % KEPT]))
    }

    /// As `120:1.0.0.2.33.0.0,…`: the number of the first, then each event's numbers.
    pub fn to_text(&self) -> String {
        let (first, events) = self.latest();
        let event = |e: Event| {
            let [n, more] = e.n;
            let numbers = [e.what as u8, e.seat, e.other, e.colour, e.square, n, more];
            numbers.map(|number| number.to_string()).join(".")
        };
        format!("{first}:{}", events.map(event).collect::<Vec<_>>().join(","))
    }

    pub fn from_text(text: &str) -> Option<Self> {
        let (first, events) = text.split_once(':')?;
        // A game has some thousands of events at most.
        let first: u32 = first.parse().ok().filter(|&first| first < 1_000_000)?;
        let mut log = Self { told: first, ..Self::default() };
        let events: Vec<&str> = events.split(',').filter(|text| !text.is_empty()).collect();
        if events.len() > KEPT || (first > 0 && events.len() < KEPT) {
            return None;
        }
        for text in events {
            let numbers: Vec<u8> =
                text.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
            let &[what, seat, other, colour, square, n, more] = &numbers[..] else { return None };
            let what = *KINDS.get(usize::from(what))?;
            log.add(Event { what, seat, other, colour, square, n: [n, more] });
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

impl Event {
    /// The event as a sentence.
    pub fn words(&self) -> Words {
        // Saved positions may hold any numbers: whatever they are, there is something to say.
        let (own, other) = (named(self.seat), named(self.other));
        let (who, whom) = (own.does, other.whom);
        let colour = Colour::ALL[usize::from(self.colour) % 4];
        let leader = colour.leader();
        let at = if self.square < SQUARES { square_name(self.square) } else { "-".into() };
        let [n, more] = self.n;
        let say = |en: String, fr: String| {
            Words::new(format!("{} {en}", who.en), format!("{} {fr}", who.fr))
        };
        match self.what {
            What::Pass => say("lets an action go by.".into(), "passe une action.".into()),
            What::Tile => {
                let tile = colour.tile();
                say(format!("lays {} at {at}.", tile.en), format!("pose {} en {at}.", tile.fr))
            }
            What::Points => {
                let points = points(colour, n);
                say(format!("gets {}.", points.en), format!("gagne {}.", points.fr))
            }
            What::Leader if n == 0 => say(
                format!("places the {} at {at}.", leader.en),
                format!("place son {} en {at}.", leader.fr),
            ),
            What::Leader => say(
                format!("moves the {} to {at}.", leader.en),
                format!("déplace son {} en {at}.", leader.fr),
            ),
            What::Withdraw => say(
                format!("takes the {} back from the board.", leader.en),
                format!("retire son {} du plateau.", leader.fr),
            ),
            What::Catastrophe if self.colour < 4 => {
                let tile = colour.tile();
                say(
                    format!("brings a catastrophe to {at}: {} is lost.", tile.en),
                    format!("frappe {at} d’une catastrophe : {} disparaît.", tile.fr),
                )
            }
            What::Catastrophe => say(
                format!("brings a catastrophe to {at}."),
                format!("frappe {at} d’une catastrophe."),
            ),
            What::Swap if n == 1 => say("swaps a tile.".into(), "échange une tuile.".into()),
            What::Swap => say(format!("swaps {n} tiles."), format!("échange {n} tuiles.")),
            What::Revolt => {
                let temples = tiles(Colour::Red, n);
                Words::new(
                    format!(
                        "Revolt of {}: {} with {} against {} with {more}.",
                        colour.leaders().en,
                        who.en,
                        temples.en,
                        whom.en
                    ),
                    format!(
                        "Révolte des {} : {} avec {} contre {} avec {more}.",
                        colour.leaders().fr,
                        own.whom.fr,
                        temples.fr,
                        whom.fr
                    ),
                )
            }
            What::War => {
                let force = tiles(colour, n);
                Words::new(
                    format!(
                        "War of {}: {} with {} against {} with {more}.",
                        colour.leaders().en,
                        who.en,
                        force.en,
                        whom.en
                    ),
                    format!(
                        "Guerre des {} : {} avec {} contre {} avec {more}.",
                        colour.leaders().fr,
                        own.whom.fr,
                        force.fr,
                        whom.fr
                    ),
                )
            }
            What::Support if n == 0 => say("adds nothing.".into(), "n’ajoute rien.".into()),
            What::Support => {
                let added = tiles(colour, n);
                say(format!("adds {}.", added.en), format!("ajoute {}.", added.fr))
            }
            What::Won => say(
                format!("wins, {n} to {more}: the {} {} goes home.", leader.en, other.of.en),
                format!("l’emporte, {n} à {more} : le {} {} rentre.", leader.fr, other.of.fr),
            ),
            What::Removed => {
                let lost = tiles(colour, n);
                say(
                    format!("loses {} on the board.", lost.en),
                    format!("perd {} sur le plateau.", lost.fr),
                )
            }
            What::Home => Words::new(
                format!("The {} {} has no temple left and goes home.", leader.en, own.of.en),
                format!("Le {} {} n’a plus de temple et rentre.", leader.fr, own.of.fr),
            ),
            What::Monument => {
                let monument = monument_name(self.colour % MONUMENTS.len() as u8);
                say(
                    format!("builds the {} monument at {at}.", monument.en),
                    format!("bâtit le monument {} en {at}.", monument.fr),
                )
            }
            What::Decline => say("builds no monument.".into(), "ne bâtit pas de monument.".into()),
            What::Treasure => {
                say(format!("takes the treasure at {at}."), format!("prend le trésor en {at}."))
            }
            What::Income => {
                let points = points(colour, n);
                say(
                    format!("gets {} from monuments.", points.en),
                    format!("reçoit {} de ses monuments.", points.fr),
                )
            }
            What::LastTreasures => Words::new(
                "No more than two treasures are left: the game is over.",
                "Il reste deux trésors au plus : la partie est terminée.",
            ),
            What::EmptyBag => Words::new(
                "The bag does not hold enough tiles: the game is over.",
                "Le sac ne contient plus assez de tuiles : la partie est terminée.",
            ),
        }
    }

    /// Which part of a conflict it tells of, if it does: so a page can tell a conflict as a whole.
    pub fn part(&self) -> Option<&'static str> {
        match self.what {
            What::Revolt | What::War => Some("begins"),
            What::Support => Some("support"),
            What::Won => Some("won"),
            What::Removed => Some("lost"),
            _ => None,
        }
    }

    /// The square that it happened on.
    pub fn place(&self) -> Option<u8> {
        Some(self.square).filter(|&square| square != NOWHERE && square < SQUARES)
    }
}
