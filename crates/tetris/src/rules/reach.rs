//! Where a piece can come to rest: a walk over every place that it can be brought to, fewest inputs
//! first. Time stands still meanwhile.

use serde::{Deserialize, Serialize};

use crate::moves::{Placement, plainest};
use crate::rules::field::Field;
use crate::rules::kicks::turn;
use crate::rules::ops::Op;
use crate::rules::pieces::{Body, Piece, System};
use crate::rules::score::{Spin, spin};

/// How a piece may be brought to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Turned where it appears, slid to the side, dropped.
    Straight,
    /// In every way: under overhangs, with kicks and spins.
    All,
}

impl Reach {
    /// What is usual in these rules.
    pub const fn usual(rules: System) -> Self {
        match rules {
            System::Report => Self::Straight,
            System::Modern => Self::All,
        }
    }
}

/// A place on the way.
#[derive(Clone, Copy, Debug)]
struct ReachStep {
    body: Body,
    /// The kick of the last input, if that was a turn; kept for T alone, whose spins ask for it.
    turned: u8,
    /// The last input, and the place before it. The first has none.
    op: Op,
    before: u32,
    /// Which way it has been slid, where that settles what may follow.
    slid: Slid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slid {
    Not,
    Left,
    Right,
}

/// Every place that a piece can be brought to.
pub struct Walk<'f> {
    field: &'f Field,
    system: System,
    reach: Reach,
    steps: Vec<ReachStep>,
}

/// A place in which a piece can come to rest.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// Its name.
    pub placement: Placement,
    /// The kick that makes it a spin; 0 where it is none.
    pub turned: u8,
    /// The best spin that it can be.
    pub spin: Spin,
    step: u32,
}

impl<'f> Walk<'f> {
    /// Walks from where a piece is.
    pub fn new(field: &'f Field, system: System, from: Body, reach: Reach) -> Self {
        let first = ReachStep { body: from, turned: 0, op: Op::Hard, before: 0, slid: Slid::Not };
        let mut walk = Self { field, system, reach, steps: vec![first] };
        let mut seen = SeenPlaces::default();
        seen.is_new(&first);
        let mut at = 0;
        while let Some(&step) = walk.steps.get(at) {
            for op in [Op::Left, Op::Right, Op::Clockwise, Op::Anticlockwise, Op::Soft] {
                if let Some(next) = walk.after(step, op)
                    && seen.is_new(&next)
                {
                    walk.steps.push(ReachStep { op, before: at as u32, ..next });
                }
            }
            at += 1;
        }
        walk
    }

    /// Where an input leads.
    fn after(&self, step: ReachStep, op: Op) -> Option<ReachStep> {
        let straight = self.reach == Reach::Straight;
        let next = match op {
            Op::Left | Op::Right => {
                let (dx, way) = if op == Op::Left { (-1, Slid::Left) } else { (1, Slid::Right) };
                if straight && step.slid != Slid::Not && step.slid != way {
                    return None;
                }
                let slid = if straight { way } else { Slid::Not };
                ReachStep { body: step.body.moved(dx, 0), turned: 0, slid, ..step }
            }
            Op::Clockwise | Op::Anticlockwise if step.slid == Slid::Not => {
                let clockwise = op == Op::Clockwise;
                let (body, kick) = turn(self.field, self.system, step.body, clockwise)?;
                let turned = if body.piece == Piece::T { kick } else { 0 };
                return Some(ReachStep { body, turned, ..step });
            }
            Op::Soft if !straight => ReachStep { body: step.body.moved(0, -1), turned: 0, ..step },
            _ => return None,
        };
        self.field.fits(self.system, next.body).then_some(next)
    }

    /// Where it can come to rest. Of two ways to make the same spin a full one comes before a mini.
    pub fn rests(&self) -> Vec<Rest> {
        let mut rests: Vec<Rest> = Vec::new();
        let mut seen = SeenPlaces::default();
        for (index, step) in self.steps.iter().enumerate() {
            // Walking in every way comes to where it drops by itself.
            if self.reach == Reach::All && self.has_room_below(step.body) {
                continue;
            }
            let body = self.dropped(step.body);
            let turned = if body == step.body { step.turned } else { 0 };
            let spin = spin(self.field, self.system, body, turned);
            let turned = if spin == Spin::None { 0 } else { turned };
            let placement = Placement::of(self.system, body, spin != Spin::None);
            let rest = Rest { placement, turned, spin, step: index as u32 };
            let (body, mark) = (placement.body(self.system), u8::from(turned > 0));
            if seen.is_new(&ReachStep { body, turned: mark, slid: Slid::Not, ..*step }) {
                rests.push(rest);
            } else if spin == Spin::Full
                && let Some(mini) = rests
                    .iter_mut()
                    .find(|rest| rest.placement == placement && rest.spin == Spin::Mini)
            {
                *mini = rest;
            }
        }
        rests
    }

    fn dropped(&self, mut body: Body) -> Body {
        while self.has_room_below(body) {
            body = body.moved(0, -1);
        }
        body
    }

    fn has_room_below(&self, body: Body) -> bool {
        self.field.fits(self.system, body.moved(0, -1))
    }

    /// The fewest inputs that bring it there, the drop at the end included.
    pub fn path(&self, rest: &Rest) -> Vec<Op> {
        let mut path = vec![Op::Hard];
        let mut at = self.first_above(rest);
        while at > 0 {
            path.push(self.steps[at].op);
            at = self.steps[at].before as usize;
        }
        path.reverse();
        path
    }

    /// The first place from which it drops to where it rests. A spin is turned into its place, not dropped.
    fn first_above(&self, rest: &Rest) -> usize {
        if rest.turned > 0 {
            return rest.step as usize;
        }
        let goal = rest.placement.body(self.system);
        let drops = |step: &ReachStep| {
            let mut body = plainest(self.system, step.body);
            if (body.facing, body.x) != (goal.facing, goal.x) || body.y < goal.y {
                return false;
            }
            if body == goal && spin(self.field, self.system, step.body, step.turned) != Spin::None {
                return false;
            }
            while body.y > goal.y {
                body = body.moved(0, -1);
                if !self.field.fits(self.system, body) {
                    return false;
                }
            }
            true
        };
        self.steps.iter().position(drops).unwrap_or(rest.step as usize)
    }
}

/// Which places have been seen, a bit each.
struct SeenPlaces([u64; PLACES / 64]);

/// Origins are from -4 to 19 and from -4 to 43.
const ACROSS: usize = 24;
const UP: usize = 48;
const PLACES: usize = ACROSS * UP * 4 * 3 * 3;

impl Default for SeenPlaces {
    fn default() -> Self {
        Self([0; PLACES / 64])
    }
}

impl SeenPlaces {
    /// Whether a place is new, and from now on it is not.
    fn is_new(&mut self, step: &ReachStep) -> bool {
        let Body { facing, x, y, .. } = step.body;
        let kick = match step.turned {
            0 => 0,
            5 => 2,
            _ => 1,
        };
        let place = (((x + 4) as usize * UP + (y + 4) as usize) * 4 + facing as usize) * 9
            + kick * 3
            + step.slid as usize;
        let (word, bit) = (place / 64, 1u64 << (place % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}
