//! A computer player at the keys: it looks at a well, decides on a placement, and makes the inputs at its
//! level's pace.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use game::{Game, Rng};
use search::{Levels, Limits, Player, Stop};

use crate::moves::Placement;
use crate::rules::Tetris;
use crate::rules::ops::Op;
use crate::rules::path::path;
use crate::rules::pieces::Body;
use crate::rules::reach::Reach;
use crate::well::Well;

/// Between two inputs; steps down come together.
const BETWEEN: u64 = 3;

/// A level that nobody has timed plays so many pieces a second.
const USUAL_PACE: f32 = 1.0;

/// How many pieces a second a level plays, in real time.
pub fn pace(level: &str) -> f32 {
    static PACES: LazyLock<HashMap<String, f32>> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../../data/pace.json"))
            // It is part of the source, and a test reads it.
            .expect("data/pace.json holds levels and their paces")
    });
    PACES.get(level).copied().unwrap_or(USUAL_PACE)
}

/// A computer player that makes inputs in real time.
pub struct Driver {
    player: Box<dyn Player<Tetris>>,
    limits: Limits,
    /// How long it may think about a piece at most.
    think: Duration,
    seed: u64,
    ticks_a_piece: u64,
    rng: Rng,
    aim: Option<PieceTarget>,
}

/// Where a piece is to go, and the inputs that bring it there.
struct PieceTarget {
    /// Which piece of the well it is.
    number: u32,
    goal: Placement,
    /// When it is to be locked, and when the last input was.
    due: u64,
    last: u64,
    /// The inputs that lead there from a place; none if none do.
    from: Option<Body>,
    way: Option<Vec<Op>>,
}

impl Driver {
    /// A player of a level that thinks no longer than this about a piece; none if there is no such level.
    pub fn new(level: &str, seed: u64, think: Duration) -> Option<Self> {
        let player = Tetris::usual_player(level, seed)?;
        let own = Tetris::LEVELS.iter().find(|known| known.id == level)?.limits;
        let think = own.time.map_or(think, |time| time.min(think));
        let limits = own.within(think);
        let ticks_a_piece = (60.0 / pace(level)) as u64;
        let rng = Rng::new(seed);
        Some(Self { player, limits, think, seed, ticks_a_piece, rng, aim: None })
    }

    /// Thinks for this share of its time from now on, from 0 to 1.
    pub fn set_share(&mut self, share: f64) {
        let think = self.think.mul_f64(share.clamp(0.0, 1.0)).max(Duration::from_millis(1));
        self.limits = self.limits.within(think);
    }

    /// About how many bytes it keeps.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.player.memory()
    }

    /// Forgets what its player has found out, but not where it means to put the piece.
    pub fn shrink(&mut self) {
        self.player.reset(self.seed);
    }

    /// At another pace than its level's.
    pub fn at_pace(self, pieces_a_second: f32) -> Self {
        Self { ticks_a_piece: ((60.0 / pieces_a_second) as u64).max(1), ..self }
    }

    /// Where it means to put the piece.
    pub fn goal(&self) -> Option<Placement> {
        self.aim.as_ref().map(|aim| aim.goal)
    }

    /// One of the five actions of the report's random player, each as likely as the others.
    pub fn any_input(&mut self) -> Op {
        const ACTIONS: [Op; 5] = [Op::Left, Op::Right, Op::Anticlockwise, Op::Clockwise, Op::Hard];
        ACTIONS[self.rng.below(ACTIONS.len() as u32) as usize]
    }

    /// Where the present piece is to go; none where there is no piece or no place.
    fn aim(&mut self, well: &Well) -> Option<&mut PieceTarget> {
        let Some(falling) = well.falling() else {
            self.aim = None;
            return None;
        };
        let (number, now) = (well.stock().pieces, well.ticks());
        if self.aim.as_ref().is_none_or(|aim| aim.number != number) {
            let due = now + self.ticks_a_piece;
            let aim = |goal| PieceTarget { number, goal, due, last: now, from: None, way: None };
            self.aim = self.think(well).map(aim);
        }
        let aim = self.aim.as_mut()?;
        // Gravity and its own inputs move it: the way goes on from where it is.
        if aim.from != Some(falling.body) {
            let reach = Reach::usual(well.stock().terms.rules);
            aim.way = path(well.stock(), falling.body, reach, aim.goal);
            aim.from = Some(falling.body);
        }
        Some(aim)
    }

    /// Adds what it does in this tick to a list of inputs.
    pub fn inputs(&mut self, well: &Well, into: &mut Vec<Op>) {
        let (Some(aim), Some(falling)) = (self.aim(well), well.falling()) else { return };
        let now = well.ticks();
        // On the ground there is no time left to wait for.
        let hurry = now + 1 >= aim.due || falling.touched;
        let Some(way) = &aim.way else {
            // Past the way in: it falls where it is.
            into.extend(hurry.then_some(Op::Hard));
            return;
        };
        let mut steps = way.chunk_by(|a, b| *a == Op::Soft && *b == Op::Soft);
        let count = steps.clone().count() as u64;
        if hurry {
            into.extend(way);
        } else if now + count * BETWEEN >= aim.due && now >= aim.last + BETWEEN {
            aim.last = now;
            into.extend_from_slice(steps.next().unwrap_or_default());
        }
    }

    fn think(&mut self, well: &Well) -> Option<Placement> {
        let reach = Reach::usual(well.stock().terms.rules);
        // It may know what is shown, and no more.
        let game = Tetris::of_well(well, reach).ok()?.imagine(None, &mut self.rng);
        self.player.think(&game, &self.limits, &Stop::new(), &mut |_| ()).best
    }
}
