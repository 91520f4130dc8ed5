//! Positions as one line of text: fields of the form `name=value`, in any order.
//!
//! `map` has the rows from the top: `s t f m` tiles, `T` a temple with a treasure, `#` a face-down
//! tile under a monument, `$` the same with a treasure, `C` a catastrophe, numbers for squares with
//! none of these. `leaders` are as in `1black:e10`, `monuments` as in `red-blue:g5:red` (its colours,
//! its top left square, the colour of the tiles under it), hands, bag and discards letters `k r b g`,
//! the bag drawn from its end. Seats count from 1 and are separated by `/`. Fields that are missing are as at the
//! start of a game, with empty hands and an empty bag. `tally` has, for each seat, points for tiles, from conflicts and
//! from monuments, wars won and lost, revolts won and lost.

mod checks;
mod fields;

use std::fmt::Write as _;

use game::{BadPosition, Game, Seat};

use crate::about::Totals;
use crate::bits::{Bits, COLUMNS, NOWHERE, ROWS, Square, block};
use crate::log::Log;
use crate::notation::{monument_id, read_colour, read_monument, read_square, square_name};
use crate::pieces::{Colour, TILES};
use crate::rules::{ACTIONS, BAG, CATASTROPHES, Conflict, Ending, HAND, Phase, Tally, Tigris};

use fields::Fields;

/// More points than any game brings.
const MOST_POINTS: u16 = 9_999;

fn bad(en: impl Into<String>, fr: impl Into<String>) -> BadPosition {
    BadPosition::new(en.into(), fr.into())
}

impl Tigris {
    pub(crate) fn to_text(&self) -> String {
        let seats = 0..self.seats();
        let letters = |tiles: &[u8; 4]| -> String {
            let of = |c: Colour| c.letter().to_string().repeat(tiles[c.index()].into());
            Colour::ALL.map(of).concat()
        };
        let each =
            |text: &dyn Fn(usize) -> String| seats.clone().map(text).collect::<Vec<_>>().join("/");
        // What is as at the beginning is left out: a position from before these were kept says the same.
        let turn = match self.turns {
            0 => String::new(),
            turns => format!(" turn={}", turns.saturating_add(1)),
        };
        let counted = self.tally.iter().any(|tally| *tally != Tally::default());
        let tally = if counted {
            format!(" tally={}", each(&|seat| self.tally[seat].to_text()))
        } else {
            String::new()
        };
        let mut text = format!(
            "players={} board={} totals={} english={} active={} action={}{} phase={}",
            self.options.players,
            self.options.board.id(),
            if self.options.totals == Totals::Open { "open" } else { "hidden" },
            if self.options.english { "yes" } else { "no" },
            self.active + 1,
            self.action + 1,
            turn,
            phase_text(self.phase),
        );
        let _ = write!(text, " map={}", self.map_text());
        let mut leaders = Vec::new();
        for seat in seats.clone() {
            for colour in Colour::ALL {
                if let Some(square) = self.leader(Seat(seat as u8), colour) {
                    leaders.push(format!("{}{}:{}", seat + 1, colour.id(), square_name(square)));
                }
            }
        }
        let monument = |m: u8| {
            let index = usize::from(m);
            let at = square_name(self.monuments[index]);
            format!("{}:{at}:{}", monument_id(m), self.bases[index].id())
        };
        let built = (0..6).filter(|&m| self.monuments[usize::from(m)] != NOWHERE);
        let monuments: Vec<_> = built.map(monument).collect();
        let bag: String = self.bag[..self.bag()]
            .iter()
            .map(|&tile| Colour::ALL[usize::from(tile)].letter())
            .collect();
        let placed = if self.placed == NOWHERE { "-".into() } else { square_name(self.placed) };
        let _ = write!(
            text,
            " leaders={} monuments={} hands={} bag={bag} discards={} points={} treasures={} \
             catastrophes={} placed={placed}{tally} log={}",
            leaders.join(","),
            monuments.join(","),
            each(&|seat| letters(&self.hands[seat])),
            each(&|seat| letters(&self.discards[seat])),
            each(&|seat| self.points[seat].map(|n| n.to_string()).join(".")),
            each(&|seat| self.won[seat].to_string()),
            each(&|seat| self.catastrophes[seat].to_string()),
            self.log.to_text(),
        );
        text
    }

    fn map_text(&self) -> String {
        let mut text = String::new();
        for row in 0..ROWS {
            let mut empty = 0;
            for column in 0..COLUMNS {
                let square = row * COLUMNS + column;
                let treasure = self.treasures.has(square);
                let letter = match self.tile_at(square) {
                    Some(Colour::Red) if treasure => 'T',
                    Some(colour) => colour.tile_letter(),
                    None if self.buried.has(square) && treasure => '$',
                    None if self.buried.has(square) => '#',
                    None if self.ruins.has(square) => 'C',
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    let _ = write!(text, "{empty}");
                    empty = 0;
                }
                text.push(letter);
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            if row + 1 < ROWS {
                text.push('/');
            }
        }
        text
    }

    pub(crate) fn from_text(text: &str) -> Result<Self, BadPosition> {
        let fields = Fields::read(text)?;
        let options = fields.options()?;
        let mut game = Self::bare(options);
        game.active = fields.number("active", 1, options.players.into())? as u8 - 1;
        game.action = fields.number("action", 1, ACTIONS.into())? as u8 - 1;
        game.turns = fields.number("turn", 1, u16::MAX.into())? as u16 - 1;
        let hash = game.read_map(fields.get("map").unwrap_or_default())?;
        game.read_leaders(fields.get("leaders").unwrap_or_default())?;
        game.read_monuments(fields.get("monuments").unwrap_or_default(), hash)?;
        game.hands = fields.hands("hands")?;
        game.discards = fields.hands("discards")?;
        if game.hands.iter().any(|hand| hand.iter().sum::<u8>() > HAND) {
            return Err(bad("a hand holds six tiles at most", "une main a six tuiles au plus"));
        }
        game.read_bag(fields.get("bag").unwrap_or_default())?;
        fields.each("points", |seat, text| {
            let points: Option<Vec<u16>> = text.split('.').map(|n| n.parse().ok()).collect();
            let points: [u16; 4] = points?.try_into().ok()?;
            game.points[seat] = points;
            points.iter().all(|&n| n <= MOST_POINTS).then_some(())
        })?;
        fields.each("treasures", |seat, text| {
            game.won[seat] = text.parse().ok().filter(|&n: &u8| n <= 14)?;
            Some(())
        })?;
        fields.each("catastrophes", |seat, text| {
            game.catastrophes[seat] = text.parse().ok().filter(|&n| n <= CATASTROPHES)?;
            Some(())
        })?;
        fields.each("tally", |seat, text| {
            game.tally[seat] = Tally::from_text(text)?;
            // More than a game brings would overflow while it goes on.
            let Tally { tiles, conflicts, monuments, .. } = game.tally[seat];
            [tiles, conflicts, monuments].iter().all(|&n| n <= MOST_POINTS).then_some(())
        })?;
        game.placed = match fields.get("placed") {
            None | Some("-") => NOWHERE,
            Some(name) => read_square(name).ok_or_else(|| no_such("placed", name))?,
        };
        if let Some(log) = fields.get("log") {
            game.log = Log::from_text(log).ok_or_else(|| no_such("log", log))?;
        }
        game.count_the_rest()?;
        let phase = fields.get("phase").unwrap_or("action");
        game.phase = read_phase(phase).ok_or_else(|| no_such("phase", phase))?;
        game.check_leaders()?;
        game.check_phase()?;
        Ok(game)
    }

    /// Reads the tiles; returns the face-down ones.
    fn read_map(&mut self, text: &str) -> Result<Bits, BadPosition> {
        let wrong = || {
            bad(
                "the map has 11 rows of 16 squares, parted by “/”",
                "la carte a 11 rangées de 16 cases, séparées par « / »",
            )
        };
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(ROWS) {
            return Err(wrong());
        }
        let mut hash = Bits::NONE;
        for (row, text) in rows.iter().enumerate() {
            let mut column = 0u32;
            let mut number = 0u32;
            for letter in text.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    number = (number * 10 + digit).min(99);
                    continue;
                }
                column += std::mem::take(&mut number);
                if column >= COLUMNS.into() {
                    return Err(wrong());
                }
                let square = row as Square * COLUMNS + column as Square;
                match letter {
                    '.' | '~' => (),
                    'C' => self.ruins.add(square),
                    '#' => hash.add(square),
                    '$' => {
                        hash.add(square);
                        self.treasures.add(square);
                    }
                    'T' => {
                        self.tiles[Colour::Red.index()].add(square);
                        self.treasures.add(square);
                    }
                    other => {
                        let colour = Colour::ALL.into_iter().find(|c| c.tile_letter() == other);
                        self.tiles[colour.ok_or_else(wrong)?.index()].add(square);
                    }
                }
                column += 1;
            }
            if column + number != u32::from(COLUMNS) {
                return Err(wrong());
            }
        }
        let [black, red, blue, green] = self.tiles;
        if blue.meets(!self.map.river) || (black | red | green).meets(self.map.river) {
            return Err(bad(
                "farms lie on the rivers, and nothing else does",
                "les fermes sont sur les fleuves, et rien d’autre",
            ));
        }
        Ok(hash)
    }

    fn read_leaders(&mut self, text: &str) -> Result<(), BadPosition> {
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let read = || {
                let (who, at) = part.split_once(':')?;
                let seat = who.chars().next()?.to_digit(10)?.checked_sub(1)? as usize;
                let colour = read_colour(who.get(1..)?)?;
                (seat < self.seats()).then_some((seat, colour, read_square(at)?))
            };
            let (seat, colour, square) = read().ok_or_else(|| no_such("leaders", part))?;
            let free = self.empty().has(square) && !self.map.river.has(square);
            if !free || self.leaders[seat][colour.index()] != NOWHERE {
                return Err(bad(
                    format!("no leader can stand as in “{part}”"),
                    format!("aucun chef ne peut se trouver comme dans « {part} »"),
                ));
            }
            self.leaders[seat][colour.index()] = square;
            self.standing.add(square);
        }
        Ok(())
    }

    fn read_monuments(&mut self, text: &str, hash: Bits) -> Result<(), BadPosition> {
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let words: Vec<&str> = part.split(':').collect();
            let read = || {
                let &[name, at, base] = &words[..] else { return None };
                let (monument, square) = (read_monument(name)?, read_square(at)?);
                Some((usize::from(monument), square, read_colour(base)?, block(square)?))
            };
            let (monument, square, colour, base) =
                read().ok_or_else(|| no_such("monuments", part))?;
            let water = base & self.map.river;
            let fits = base & hash == base
                && !base.meets(self.buried)
                && self.monuments[monument] == NOWHERE
                && if colour == Colour::Blue { water == base } else { water.is_empty() };
            if !fits {
                return Err(bad(
                    format!("no monument can stand as in “{part}”"),
                    format!("aucun monument ne peut se dresser comme dans « {part} »"),
                ));
            }
            self.buried |= base;
            self.monuments[monument] = square;
            self.bases[monument] = colour;
        }
        if self.buried != hash {
            return Err(bad(
                "every face-down tile lies under a monument",
                "toute tuile retournée est sous un monument",
            ));
        }
        Ok(())
    }

    fn read_bag(&mut self, text: &str) -> Result<(), BadPosition> {
        for letter in text.chars() {
            let colour = Colour::of_letter(letter).ok_or_else(|| no_such("bag", text))?;
            if self.bag() == BAG {
                return Err(bad(
                    format!("the bag holds {BAG} tiles at most"),
                    format!("le sac contient {BAG} tuiles au plus"),
                ));
            }
            self.bag[self.bag()] = colour as u8;
            self.bag_len += 1;
        }
        Ok(())
    }

    /// Counts the tiles that are nowhere else as out of the game; refuses more tiles than there are.
    fn count_the_rest(&mut self) -> Result<(), BadPosition> {
        self.out = [0; 4];
        for colour in Colour::ALL {
            let (seen, all) = (self.tiles_of(colour), u32::from(TILES[colour.index()]));
            if seen > all {
                return Err(bad(
                    format!("there are {all} {}, not {seen}", colour.tiles().en),
                    format!("il y a {all} {}, pas {seen}", colour.tiles().fr),
                ));
            }
            self.out[colour.index()] = (all - seen) as u8;
        }
        Ok(())
    }
}

fn no_such(name: &str, value: &str) -> BadPosition {
    bad(format!("“{name}={value}” cannot be read"), format!("« {name}={value} » est illisible"))
}

fn phase_text(phase: Phase) -> String {
    let conflict = |name: &str, c: Conflict| {
        let committed = c.committed.map_or("-".into(), |n| n.to_string());
        format!("{name}:{}:{}:{}:{committed}", c.colour.id(), c.attacker, c.defender)
    };
    match phase {
        Phase::Action => "action".into(),
        Phase::Revolt(c) => conflict("revolt", c),
        Phase::WarChoice => "warchoice".into(),
        Phase::War(c) => conflict("war", c),
        Phase::Monument => "monument".into(),
        Phase::Treasure(seat) => format!("treasure:{seat}"),
        Phase::Over(Ending::Treasures) => "over:treasures".into(),
        Phase::Over(Ending::Bag) => "over:bag".into(),
    }
}

fn read_phase(text: &str) -> Option<Phase> {
    let seat = |text: &str| match text {
        "1" | "2" | "3" | "4" => Some(Seat(text.as_bytes()[0] - b'1')),
        _ => None,
    };
    let words: Vec<&str> = text.split(':').collect();
    Some(match words[..] {
        ["action"] => Phase::Action,
        ["warchoice"] => Phase::WarChoice,
        ["monument"] => Phase::Monument,
        ["treasure", owner] => Phase::Treasure(seat(owner)?),
        ["over", "treasures"] => Phase::Over(Ending::Treasures),
        ["over", "bag"] => Phase::Over(Ending::Bag),
        [kind @ ("revolt" | "war"), colour, attacker, defender, committed] => {
            let committed = match committed {
                "-" => None,
                n => Some(n.parse().ok()?),
            };
            let conflict = Conflict {
                colour: read_colour(colour)?,
                attacker: seat(attacker)?,
                defender: seat(defender)?,
                committed,
            };
            if kind == "war" { Phase::War(conflict) } else { Phase::Revolt(conflict) }
        }
        _ => return None,
    })
}
