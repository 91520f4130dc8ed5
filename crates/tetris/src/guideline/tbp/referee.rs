//! Bots at play, alone and against each other: who places what, what it earns, and who is left.

use std::thread;
use std::time::{Duration, Instant};

use game::{Game, Rng, Words};
use search::Limits;
use serde::Serialize;

use crate::about::Options;
use crate::guideline::tbp::host::{Bot, BotName};
use crate::guideline::{LockedPiece, Situation};
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::ops::MAX_GARBAGE;
use crate::rules::pieces::{Body, System};
use crate::rules::score::{Clear, Spin};
use crate::rules::stock::Landing;

/// How often, and after what pause, a bot that knows no placement is asked again before it has given up.
const PATIENCE: u32 = 3;
const PAUSE: Duration = Duration::from_millis(100);

/// What a bot came to in a game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Pieces placed.
    pub pieces: u32,
    /// Lines of attack made, those that took away waiting rubbish included.
    pub attack: u32,
    /// Lines cleared.
    pub lines: u32,
    /// Points of the guideline at level 1, without drops.
    pub points: u32,
    /// Points that the report's rules give for the same clears.
    pub report_points: u32,
    /// Spins with lines, clears of four, emptied wells.
    pub spins: u32,
    /// Clears of four.
    pub fours: u32,
    /// Emptied wells.
    pub empties: u32,
    /// Why it lost, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Words>,
    /// Whether it lost by its well and not by a fault.
    pub died: bool,
}

impl Tally {
    fn count(&mut self, clear: Clear) {
        self.pieces += 1;
        self.attack += clear.attack(System::Modern);
        self.lines += u32::from(clear.lines);
        self.points += clear.points(System::Modern, 1);
        self.report_points += clear.points(System::Report, 1);
        self.spins += u32::from(clear.lines > 0 && clear.spin != Spin::None);
        self.fours += u32::from(clear.lines == 4);
        self.empties += u32::from(clear.empty);
    }
}

/// One bot's side of a game.
struct Side {
    bot: Box<dyn Bot>,
    game: Tetris,
    tally: Tally,
}

impl Side {
    fn new(name: &BotName, limits: Limits, seed: u64) -> Result<Self, Words> {
        let game = Tetris::new(&Options::default(), seed).map_err(|bad| bad.0)?;
        let mut bot = name.call(limits)?;
        bot.start(&Situation::from(&game))?;
        Ok(Self { bot, game, tally: Tally::default() })
    }

    /// Takes the bot's answer, makes the placement and shows what has become of it. None when that was its last.
    fn place(&mut self) -> Option<Landing> {
        match self.try_to_place() {
            Ok(_) if self.game.stock().over => {
                self.tally.died = true;
                self.tally.end = Some(Words::new("its well is full", "son puits est plein"));
                None
            }
            Ok(landing) => Some(landing),
            Err(why) => {
                self.tally.end = Some(why);
                None
            }
        }
    }

    fn try_to_place(&mut self) -> Result<Landing, Words> {
        let mut moves = self.bot.answer()?;
        // A program that the machine has left no time to begin gets another chance.
        for _ in 0..PATIENCE {
            if !moves.is_empty() {
                break;
            }
            thread::sleep(PAUSE);
            self.bot.ask()?;
            moves = self.bot.answer()?;
        }
        let (placement, body) = self.chosen(&moves)?;
        let drawn = 1 + usize::from(
            self.game.stock().held.is_none()
                && self.game.body().map(|body| body.piece) != Some(body.piece),
        );
        let landing = self
            .game
            .place(placement)
            .ok_or_else(|| Words::new("the game is over", "la partie est finie"))?;
        self.tally.count(landing.clear);
        let situation = Situation::from(&self.game);
        if landing.rose > 0 {
            self.bot.start(&situation)?;
        } else {
            self.bot.play(LockedPiece { spin: landing.clear.spin, ..LockedPiece::plain(body) })?;
            let known = situation.queue.len().saturating_sub(drawn);
            situation.queue[known..].iter().try_for_each(|&piece| self.bot.add(piece))?;
        }
        Ok(landing)
    }

    /// The first of the placements that can be made. The spin is what it really is: where a bot is wrong about that, the
    /// well is right.
    fn chosen(&self, moves: &[LockedPiece]) -> Result<(Placement, Body), Words> {
        for wanted in moves {
            let spins = wanted.spin != Spin::None;
            for spin in [spins, !spins] {
                let placement = Placement::of(System::Modern, wanted.body(), spin);
                if self.game.check(placement).is_ok() {
                    return Ok((placement, wanted.body()));
                }
            }
        }
        Err(match moves.first() {
            None => {
                let rows = self.game.stock().field.tallest();
                Words::new(
                    format!("it gave up, its stack {rows} rows high"),
                    format!("il abandonne, sa pile haute de {rows} rangées"),
                )
            }
            Some(wanted) => {
                let placement = Placement::of(System::Modern, wanted.body(), false);
                Words::new(
                    format!("it cannot place {placement}"),
                    format!("il ne peut pas poser {placement}"),
                )
            }
        })
    }
}

/// What every game of a measurement has in common.
#[derive(Clone, Copy, Debug)]
pub struct DuelTerms {
    /// How many pieces a bot places at most.
    pub pieces: u32,
    /// How long it thinks about each.
    pub time: Duration,
    /// How many wells our own looks at for each instead, to be the same on every machine.
    pub nodes: Option<u64>,
}

impl DuelTerms {
    const fn limits(self) -> Limits {
        Limits { nodes: self.nodes, ..Limits::NONE }
    }
}

/// Lets a bot place its pieces alone.
pub fn solo(name: &BotName, terms: DuelTerms, seed: u64) -> Result<Tally, Words> {
    let mut side = Side::new(name, terms.limits(), seed)?;
    while side.tally.pieces < terms.pieces {
        thread::sleep(terms.time);
        if let Err(why) = side.bot.ask() {
            side.tally.end = Some(why);
            break;
        }
        if side.place().is_none() {
            break;
        }
    }
    Ok(side.tally)
}

/// How a duel ended.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// What each came to.
    pub tallies: [Tally; 2],
    /// Lines that each sent.
    pub sent: [u32; 2],
    /// Who won; none in a draw.
    pub winner: Option<usize>,
}

/// Two bots with the same pieces. Both think all the while, on a core each; every so often both are asked, and place one after
/// the other: `first` first. What one sends waits with the other. Whose well is over loses; after so many pieces, who has
/// sent less.
pub fn duel(
    names: &[BotName; 2],
    first: usize,
    terms: DuelTerms,
    seed: u64,
) -> Result<Duel, Words> {
    let mut rng = Rng::new(seed);
    let pieces = rng.next_u64();
    let limits = terms.limits();
    let mut sides = [Side::new(&names[0], limits, pieces)?, Side::new(&names[1], limits, pieces)?];
    let mut sent = [0; 2];
    let mut next = Instant::now() + terms.time;
    for _ in 0..terms.pieces {
        thread::sleep(next.saturating_duration_since(Instant::now()));
        next = Instant::now() + terms.time;
        for side in &mut sides {
            if let Err(why) = side.bot.ask() {
                side.tally.end.get_or_insert(why);
            }
        }
        for own in [first, 1 - first] {
            let Some(landing) = sides[own].place() else {
                return Ok(Duel {
                    tallies: sides.map(|side| side.tally),
                    sent,
                    winner: Some(1 - own),
                });
            };
            sent[own] += landing.sent;
            if landing.sent > 0 {
                let gap = rng.below(u32::from(sides[own].game.stock().terms.width)) as u8;
                let lines = landing.sent.min(u32::from(MAX_GARBAGE)) as u8;
                sides[1 - own].game.stock.waiting.push((lines, gap));
            }
        }
    }
    let winner = match sent[0].cmp(&sent[1]) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
    };
    Ok(Duel { tallies: sides.map(|side| side.tally), sent, winner })
}
