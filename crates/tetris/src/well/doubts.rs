//! What speaks against a run having been made by hands: more than fingers can do, the same rhythm throughout, not one
//! slip. `docs/believing-a-run.md` says what this proves and what it cannot.

use std::collections::HashMap;
use std::fmt::Write as _;

use game::{BadMove, Doubt, Phrase, Refused};

use crate::moves::plainest;
use crate::rules::ops::Op;
use crate::rules::pieces::Body;
use crate::rules::terms::Terms;
use crate::well::position::position;
use crate::well::run::Replay;
use crate::well::{Well, WellEvent};

/// All of them.
pub(super) const DOUBTS: &[Doubt] = &[TOO_FAST, AT_ONCE, REGULAR, FAULTLESS];

const TOO_FAST: Doubt = Doubt {
    id: "too-fast",
    why: Phrase::new(
        "faster than hands have ever been",
        "plus vite qu’aucune main ne l’a jamais fait",
    ),
};
const AT_ONCE: Doubt = Doubt {
    id: "at-once",
    why: Phrase::new(
        "again and again several keys in the same sixtieth of a second",
        "sans cesse plusieurs touches dans le même soixantième de seconde",
    ),
};
const REGULAR: Doubt = Doubt {
    id: "regular",
    why: Phrase::new("as regular as a clock", "d’une régularité d’horloge"),
};
const FAULTLESS: Doubt = Doubt {
    id: "faultless",
    why: Phrase::new(
        "no hesitation, and no more than a slip in a hundred pieces",
        "aucune hésitation, et au plus une erreur de doigté sur cent pièces",
    ),
};

/// The fastest sprints that are known lay a little over seven pieces a second; so many within so many ticks, twelve
/// a second, nobody does.
const PIECES: (usize, u64) = (20, 100);
/// Thirty keys a second for four seconds.
const STROKES: (usize, u64) = (120, 240);
/// So many different keys in one tick are a chord that fingers strike now and then, by chance.
const CHORD: usize = 3;
/// Below so many pieces or intervals nothing is said of rhythm.
const SAMPLE: usize = 25;
/// So many pieces have more than one slip in them, if a person laid them.
const FLAWLESS: usize = 100;
/// A piece that was looked at for so many times the usual time is a hesitation.
const HESITATION: f64 = 2.5;
/// Pieces of people differ in time by more than this part of their mean.
const LEAST_SPREAD: f64 = 0.12;
/// One and the same interval makes up at most this part of a person's.
const MOST_ALIKE: f64 = 0.5;
/// The intervals between a person's keys are worth at least so many that are equally frequent (the exponential of
/// their entropy). Twelve keys a second, with people's spread, come to about seven.
const LEAST_VARIETY: f64 = 4.0;

/// What a hand did, piece by piece.
pub(super) struct Hands {
    terms: Terms,
    pieces: Vec<Laid>,
    /// When a key went down, as far as that can be told: a step that repeats another is none of its own.
    strokes: Vec<(u64, Op)>,
    /// When the first key for the present piece was struck.
    struck: Option<u64>,
    /// What was seen at each decision.
    positions: Vec<u64>,
    /// The tick from which on nothing happened any more, whether by hand or by itself.
    quiet: u64,
}

/// A piece on the board.
struct Laid {
    tick: u64,
    body: Body,
    /// How long after the piece before its first key was struck.
    looked: u64,
    /// The steps and turns since it appeared; steps in the same direction are one.
    ways: Vec<Op>,
}

impl Laid {
    /// Whether keys took each other back: to one side and to the other, a turn and its contrary, or three turns where
    /// one would do. To a wall and one step back is good practice and counts as well: people are given the benefit.
    ///
    /// A piece that was lowered by hand may have to go round something: nothing is said of it.
    fn has_slip(&self) -> bool {
        if self.ways.contains(&Op::Soft) {
            return false;
        }
        let count = |op| self.ways.iter().filter(|way| **way == op).count();
        let (clockwise, anticlockwise) = (count(Op::Clockwise), count(Op::Anticlockwise));
        count(Op::Left) > 0 && count(Op::Right) > 0
            || clockwise > 0 && anticlockwise > 0
            || clockwise + anticlockwise > 2
    }
}

impl Hands {
    /// Replays a run and looks at the hands that play it. Gives the well as they leave it.
    pub fn watch(run: &Replay) -> Result<(Well, Self), Refused> {
        let mut well = Well::new(run.terms, run.seed).map_err(|error| BadMove(error.0))?;
        let mut hands = Self {
            terms: run.terms,
            pieces: Vec::new(),
            strokes: Vec::new(),
            struck: None,
            positions: Vec::new(),
            quiet: 0,
        };
        let mut inputs = run.inputs.ticks.iter().peekable();
        let mut ways = Vec::new();
        run.inputs.play_and(&mut well, &mut |well| {
            let tick = well.ticks() - 1;
            let ops = inputs.next_if(|(at, _)| *at == tick).map_or(&[][..], |(_, ops)| ops);
            hands.hear(tick, ops, well, &mut ways);
            if !ops.is_empty() || !well.events().is_empty() {
                hands.quiet = well.ticks();
            }
            if !well.events().is_empty() {
                let piece = well.falling().map(|falling| falling.body.piece);
                hands.positions.extend(position(well.stock(), piece));
            }
        });
        Ok((well, hands))
    }

    /// The tick from which on nothing happened any more.
    pub fn quiet(&self) -> u64 {
        self.quiet
    }

    /// One tick: what was done in it, and the well after it.
    fn hear(&mut self, tick: u64, ops: &[Op], well: &Well, ways: &mut Vec<Op>) {
        let mut landings = well.events().iter().filter_map(|event| match event {
            WellEvent::Locked(landing) => Some(landing.body),
            _ => None,
        });
        // Only what fingers do counts: not garbage, nor anything else that a run may note.
        for &op in ops.iter().filter(|op| Op::KEYS.contains(op)) {
            self.struck.get_or_insert(tick);
            let repeats = matches!(op, Op::Left | Op::Right | Op::Soft)
                && self.strokes.last().is_some_and(|(_, last)| *last == op);
            if !repeats {
                self.strokes.push((tick, op));
            }
            match op {
                Op::Hard => {
                    if let Some(body) = landings.next() {
                        self.land(tick, body, ways);
                    }
                }
                Op::Hold => ways.clear(),
                Op::Left | Op::Right | Op::Soft if ways.last() == Some(&op) => (),
                op => ways.push(op),
            }
        }
        for body in landings {
            self.land(tick, body, ways);
        }
    }

    fn land(&mut self, tick: u64, body: Body, ways: &mut Vec<Op>) {
        let since = self.pieces.last().map_or(0, |last| last.tick);
        let looked = self.struck.take().map_or(0, |struck| struck.saturating_sub(since));
        self.pieces.push(Laid { tick, body, looked, ways: std::mem::take(ways) });
    }

    /// What lies on the board, piece by piece, in the order of laying, with the mode and what decided the pieces.
    pub fn laid(&self) -> String {
        let mut text = format!("{:?}", self.terms);
        for Laid { body, .. } in &self.pieces {
            let Body { piece, facing, x, y } = plainest(self.terms.rules, *body);
            let _ = write!(text, " {}{facing:?}{x}.{y}", piece.letter());
        }
        text
    }

    /// What was seen at each decision, see [`position`].
    pub fn positions(&self) -> Vec<u64> {
        self.positions.clone()
    }

    /// What speaks against hands.
    pub fn doubts(&self) -> Vec<&'static str> {
        let locks: Vec<u64> = self.pieces.iter().map(|piece| piece.tick).collect();
        let presses: Vec<u64> = self.strokes.iter().map(|(tick, _)| *tick).collect();
        let found = [
            (TOO_FAST, crowded(&locks, PIECES) || crowded(&presses, STROKES)),
            (AT_ONCE, self.chords() * 5 > self.pieces.len().max(SAMPLE)),
            (REGULAR, is_regular(&locks) || is_monotonous(&presses)),
            (FAULTLESS, self.is_faultless()),
        ];
        found.into_iter().filter(|(_, speaks)| *speaks).map(|(doubt, _)| doubt.id).collect()
    }

    /// In how many ticks several keys were struck.
    fn chords(&self) -> usize {
        self.strokes.chunk_by(|a, b| a.0 == b.0).filter(|struck| struck.len() >= CHORD).count()
    }

    /// Neither a key too many nor a hesitation in a long run.
    fn is_faultless(&self) -> bool {
        if self.pieces.len() < FLAWLESS {
            return false;
        }
        let mut looks: Vec<u64> = self.pieces.iter().map(|piece| piece.looked).collect();
        looks.sort_unstable();
        let usual = looks[looks.len() / 2].max(1) as f64;
        let hesitates = looks.last().is_some_and(|longest| *longest as f64 > usual * HESITATION);
        let slips = self.pieces.iter().filter(|piece| piece.has_slip()).count();
        !hesitates && slips * FLAWLESS <= self.pieces.len()
    }
}

/// Whether so many of these times lie within so many ticks.
fn crowded(times: &[u64], (count, within): (usize, u64)) -> bool {
    times.windows(count).any(|some| some[count - 1] - some[0] < within)
}

fn intervals(times: &[u64]) -> Vec<u64> {
    times.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Pieces that come down in time, or in the steps of a coarser clock.
fn is_regular(locks: &[u64]) -> bool {
    let gaps = intervals(locks);
    if gaps.len() < SAMPLE {
        return false;
    }
    let count = gaps.len() as f64;
    let mean = gaps.iter().sum::<u64>() as f64 / count;
    let variance = gaps.iter().map(|gap| (*gap as f64 - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt() < LEAST_SPREAD * mean || alike(&gaps) > MOST_ALIKE
}

/// Keys that are struck in time.
fn is_monotonous(presses: &[u64]) -> bool {
    let mut gaps = intervals(presses);
    // Two fingers at once are a habit of people, too.
    gaps.retain(|gap| *gap > 0);
    if gaps.len() < 2 * SAMPLE {
        return false;
    }
    // A program that looks at its clock only every so many ticks.
    let step = gaps.iter().copied().fold(0, gcd);
    step > 1 || alike(&gaps) > MOST_ALIKE || variety(&gaps) < LEAST_VARIETY
}

/// The parts that equal intervals have.
fn parts(gaps: &[u64]) -> impl Iterator<Item = f64> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    gaps.iter().for_each(|gap| *counts.entry(*gap).or_default() += 1);
    let all = gaps.len().max(1) as f64;
    counts.into_values().map(move |count| count as f64 / all)
}

/// The part that the most frequent interval has.
fn alike(gaps: &[u64]) -> f64 {
    parts(gaps).fold(0.0, f64::max)
}

/// How many equally frequent intervals would be as varied.
fn variety(gaps: &[u64]) -> f64 {
    parts(gaps).map(|part| -part * part.ln()).sum::<f64>().exp()
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
