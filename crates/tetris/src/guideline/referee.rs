//! Contestants at the guideline game, alone and against each other: who places what, what it earns, and who is left.

use std::thread;
use std::time::{Duration, Instant};

use game::{BadOptions, Game, Rng, Words, options_for};
use search::{
    ContestTerms, Duel, DuelResult, Duels, Entrant, Fault, FaultKind, Limits, Prepared, RunResult,
    SoloRun, Stop,
};
use serde_json::Value;

use crate::about::Options;
use crate::guideline::placer::{Placer, call, check};
use crate::guideline::{LockedPiece, Situation};
use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::ops::MAX_GARBAGE;
use crate::rules::pieces::{Body, System};
use crate::rules::score::{Clear, Spin};
use crate::rules::stock::Landing;

/// How often, and after what pause, a contestant that knows no placement is asked again before it has given up.
const PATIENCE: u32 = 3;
const PAUSE: Duration = Duration::from_millis(100);

/// What a run or a duel has if nobody says otherwise: pieces, and the time to think about each.
const PIECES: u64 = 500;
const TIME: Duration = Duration::from_millis(100);

/// How long a program may take to answer if nobody says otherwise.
const ANSWER: Duration = Duration::from_secs(10);

/// The option that sends an imagined opponent's garbage into runs alone.
const GARBAGE: &str = "garbage";

/// What an imagined opponent sends at once, about every sixth piece: as much as a good one does.
const ATTACKS: [u8; 5] = [2, 4, 5, 5, 7];

/// What is counted. Attack counts lines that took away waiting garbage, too; points are those of the guideline at level 1,
/// without drops, and those that the report's rules give for the same clears.
const FIGURES: &[&str] =
    &["attack", "points", "report_points", "lines", "spins", "fours", "emptied", "sent"];

/// What a contestant came to.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    pieces: u32,
    attack: u32,
    points: u32,
    report_points: u32,
    lines: u32,
    /// Spins with lines.
    spins: u32,
    /// Clears of four.
    fours: u32,
    /// Emptied wells.
    emptied: u32,
    /// Lines that went over to the other.
    sent: u32,
}

impl Counts {
    fn add(&mut self, landing: &Landing) {
        let clear: Clear = landing.clear;
        self.pieces += 1;
        self.attack += clear.attack(System::Modern, false);
        self.points += clear.points(System::Modern, 1);
        self.report_points += clear.points(System::Report, 1);
        self.lines += u32::from(clear.lines);
        self.spins += u32::from(clear.lines > 0 && clear.spin != Spin::None);
        self.fours += u32::from(clear.lines == 4);
        self.emptied += u32::from(clear.empty);
        self.sent += landing.sent;
    }

    /// In the order of their names.
    fn figures(&self) -> Vec<f64> {
        [
            self.attack,
            self.points,
            self.report_points,
            self.lines,
            self.spins,
            self.fours,
            self.emptied,
            self.sent,
        ]
        .map(f64::from)
        .to_vec()
    }
}

/// Under which terms the guideline game is played.
#[derive(Clone, Copy, Debug)]
struct Ground {
    options: Options,
    /// How long a contestant thinks about each piece.
    time: Duration,
    /// For ours: how many wells it looks at for each piece instead, to be the same on every machine.
    limits: Limits,
    /// How long a program may take to answer once it is asked.
    patience: Duration,
    garbage: bool,
}

impl Ground {
    fn of(terms: &ContestTerms) -> Result<Self, BadOptions> {
        let mut options = terms.options.clone();
        let garbage = match options.remove(GARBAGE) {
            None => false,
            Some(value) => match value.as_bool().or_else(|| value.as_str()?.parse().ok()) {
                Some(garbage) => garbage,
                None => {
                    return Err(BadOptions::new(
                        "garbage is true or false",
                        "garbage vaut true ou false",
                    ));
                }
            },
        };
        let options: Options = options_for::<Tetris>(terms.variant.as_deref(), &options)?;
        if options.rules != System::Modern {
            return Err(BadOptions::new(
                "contestants attack each other by the modern rules only",
                "on ne s’attaque que selon les règles modernes",
            ));
        }
        let nodes = terms.limits.nodes;
        let time = if nodes.is_some() { Duration::ZERO } else { terms.limits.time.unwrap_or(TIME) };
        // Whoever has no time to keep answers when it is done.
        let patience = terms.margin.filter(|_| nodes.is_none()).unwrap_or(ANSWER);
        let limits = Limits { nodes, ..Limits::NONE };
        Ok(Self { options, time, limits, patience, garbage })
    }
}

/// Whether runs alone are runs of the guideline game: a program plays nothing else.
pub(crate) fn is_wanted(entrants: &[Entrant], terms: &ContestTerms) -> bool {
    terms.variant.as_deref() == Some("modern")
        || terms.options.get("rules").and_then(Value::as_str) == Some("modern")
        || entrants.iter().any(|entrant| matches!(entrant, Entrant::Program { .. }))
}

/// Makes contestants ready to play the guideline game alone.
pub(crate) fn prepare(entrants: &[Entrant], terms: &ContestTerms) -> Result<Prepared, BadOptions> {
    let ground = Ground::of(terms)?;
    entrants.iter().try_for_each(check)?;
    let run = |entrant: &Entrant| -> Box<dyn SoloRun> {
        Box::new(GuidelineRun { entrant: entrant.clone(), ground })
    };
    let runs = entrants.iter().map(run).collect();
    Ok(Prepared { figures: FIGURES, moves: terms.moves.unwrap_or(PIECES), runs })
}

/// One contestant's side of a game.
struct ContestantSide {
    placer: Box<dyn Placer>,
    game: Tetris,
    counts: Counts,
    /// Whether it lost by its well and not by a fault.
    died: bool,
    end: Option<Words>,
    fault: Option<FaultKind>,
}

/// Why somebody cannot go on, and what it did wrong if it did.
type Lost = (Words, Option<FaultKind>);

fn lost(fault: Fault) -> Lost {
    (fault.words(), fault.kind())
}

impl ContestantSide {
    fn new(entrant: &Entrant, ground: &Ground, seed: u64) -> Result<Self, Fault> {
        let game = Tetris::new(&ground.options, seed).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut placer = call(entrant, ground.limits, ground.patience, seed)?;
        placer.start(&Situation::from(&game))?;
        Ok(Self { placer, game, counts: Counts::default(), died: false, end: None, fault: None })
    }

    fn ask(&mut self) {
        if let Err(fault) = self.placer.ask() {
            self.end.get_or_insert(fault.words());
            self.fault = self.fault.or(fault.kind());
        }
    }

    /// Takes the answer, makes the placement and shows what has become of it. None when that was its last.
    fn place(&mut self, stop: &Stop) -> Option<Landing> {
        if self.end.is_some() {
            return None;
        }
        match self.try_to_place(stop) {
            Ok(_) if self.game.stock().over => {
                self.died = true;
                self.end = Some(Words::new("its well is full", "son puits est plein"));
                None
            }
            Ok(landing) => Some(landing),
            Err((why, fault)) => {
                (self.end, self.fault) = (Some(why), fault);
                None
            }
        }
    }

    fn try_to_place(&mut self, stop: &Stop) -> Result<Landing, Lost> {
        let mut moves = self.placer.answer(&self.game, stop).map_err(lost)?;
        // A program that the machine has left no time to begin gets another chance.
        for _ in 0..PATIENCE {
            if !moves.is_empty() {
                break;
            }
            thread::sleep(PAUSE);
            self.placer.ask().map_err(lost)?;
            moves = self.placer.answer(&self.game, stop).map_err(lost)?;
        }
        // Whoever knows no placement any more resigns: that is an end of the game, and no fault.
        self.died = moves.is_empty();
        let (placement, body) = self.chosen(&moves)?;
        let drawn = 1 + usize::from(
            self.game.stock().held.is_none()
                && self.game.body().map(|body| body.piece) != Some(body.piece),
        );
        let landing = self
            .game
            .place(placement)
            .ok_or_else(|| (Words::new("the game is over", "la partie est finie"), None))?;
        self.counts.add(&landing);
        let situation = Situation::from(&self.game);
        if landing.rose > 0 {
            self.placer.start(&situation).map_err(lost)?;
        } else {
            let placed = LockedPiece { spin: landing.clear.spin, ..LockedPiece::plain(body) };
            self.placer.play(placed).map_err(lost)?;
            let known = situation.queue.len().saturating_sub(drawn);
            let new = situation.queue[known..].iter();
            new.into_iter().try_for_each(|&piece| self.placer.add(piece)).map_err(lost)?;
        }
        Ok(landing)
    }

    /// The first of the placements that can be made. The spin is what it really is: where a contestant is wrong about
    /// that, the well is right.
    fn chosen(&self, moves: &[LockedPiece]) -> Result<(Placement, Body), Lost> {
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
                let why = Words::new(
                    format!("it gave up, its stack {rows} rows high"),
                    format!("il abandonne, sa pile haute de {rows} rangées"),
                );
                (why, None)
            }
            Some(wanted) => {
                let placement = Placement::of(System::Modern, wanted.body(), false);
                let why = Words::new(
                    format!("it cannot place {placement}"),
                    format!("il ne peut pas poser {placement}"),
                );
                (why, Some(FaultKind::Illegal))
            }
        })
    }

    /// Lines on their way into its well, if any, with one gap for all of them.
    fn receive(&mut self, lines: u32, gap: u8) {
        if lines > 0 {
            self.game.stock.waiting.push((lines.min(u32::from(MAX_GARBAGE)) as u8, gap));
        }
    }

    fn sample(self) -> RunResult {
        RunResult {
            moves: self.counts.pieces.into(),
            ended: self.died,
            figures: self.counts.figures(),
            why: self.end,
            fault: self.fault,
        }
    }
}

/// A contestant that places its pieces alone.
struct GuidelineRun {
    entrant: Entrant,
    ground: Ground,
}

impl SoloRun for GuidelineRun {
    fn run(&self, seed: u64, moves: u64, stop: &Stop) -> Result<RunResult, Fault> {
        let mut side = ContestantSide::new(&self.entrant, &self.ground, seed)?;
        let mut rng = Rng::new(!seed);
        while u64::from(side.counts.pieces) < moves && !stop.is_pulled() {
            thread::sleep(self.ground.time);
            side.ask();
            if side.place(stop).is_none() {
                break;
            }
            if self.ground.garbage && rng.below(6) == 0 {
                let lines = rng.pick(&ATTACKS).copied().unwrap_or(0);
                let gap = rng.below(u32::from(self.ground.options.width)) as u8;
                side.receive(lines.into(), gap);
            }
        }
        Ok(side.sample())
    }
}

/// The duels of the guideline game.
pub struct GuidelineDuels;

impl Duels for GuidelineDuels {
    fn figures(&self) -> &'static [&'static str] {
        FIGURES
    }

    fn prepare(
        &self,
        entrants: &[Entrant; 2],
        terms: &ContestTerms,
    ) -> Result<Box<dyn Duel>, BadOptions> {
        entrants.iter().try_for_each(check)?;
        let ground = Ground::of(terms)?;
        let pieces = terms.moves.unwrap_or(PIECES);
        Ok(Box::new(GuidelineDuel { entrants: entrants.clone(), ground, pieces }))
    }
}

/// Two contestants with the same pieces. Both think all the while, on a core each; every so often both are asked, and
/// place at the same time: only then does what each sends wait with the other, so that nobody gains by being first.
/// Whose well is over loses; after so many pieces, who has sent less.
struct GuidelineDuel {
    entrants: [Entrant; 2],
    ground: Ground,
    pieces: u64,
}

impl Duel for GuidelineDuel {
    fn play(&self, seed: u64, stop: &Stop) -> Result<Option<DuelResult>, Fault> {
        let mut rng = Rng::new(seed);
        let pieces = rng.next_u64();
        let [one, other] = &self.entrants;
        let mut sides = [
            ContestantSide::new(one, &self.ground, pieces)?,
            ContestantSide::new(other, &self.ground, pieces)?,
        ];
        let mut next = Instant::now() + self.ground.time;
        for _ in 0..self.pieces {
            if stop.is_pulled() {
                return Ok(None);
            }
            thread::sleep(next.saturating_duration_since(Instant::now()));
            next = Instant::now() + self.ground.time;
            sides.iter_mut().for_each(ContestantSide::ask);
            let landings = sides.each_mut().map(|side| side.place(stop));
            let winner = match landings {
                [Some(one), Some(other)] => {
                    // One gap for both: what arrives at the same time is alike.
                    let gap = rng.below(u32::from(self.ground.options.width)) as u8;
                    sides[0].receive(other.sent, gap);
                    sides[1].receive(one.sent, gap);
                    continue;
                }
                [None, None] => None,
                [one, _] => Some(usize::from(one.is_none())),
            };
            let result = DuelResult { winner, sides: sides.map(ContestantSide::sample) };
            return Ok((!stop.is_pulled()).then_some(result));
        }
        let winner = match sides[0].counts.sent.cmp(&sides[1].counts.sent) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
        };
        Ok(Some(DuelResult { winner, sides: sides.map(ContestantSide::sample) }))
    }
}
