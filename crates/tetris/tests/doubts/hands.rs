//! Hands for tests. They are simulated: no person has played these runs. A level says where the pieces go; how the
//! keys come is drawn at random, with what people's keys are known for: times that vary, pieces thought about for
//! longer, keys too many, keys held down, two at once.

use std::time::Duration;

use game::Rng;
use tetris::rules::path::path;
use tetris::{Driver, Inputs, Mode, Op, Reach, Replay, System, Terms, Well};

/// How somebody plays.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Ticks between two keys, in the mean.
    pub between: f32,
    /// Ticks of looking at a piece before its first key, in the mean.
    pub look: f32,
    /// How much times vary, as a part of their mean; 0 is a metronome.
    pub spread: f32,
    /// One piece in so many gets a key too many; 0 is never.
    pub slip: u32,
    /// One piece in so many is thought about for longer; 0 is never.
    pub pause: u32,
    /// All keys of a piece in one tick.
    pub at_once: bool,
}

impl Habits {
    /// From a beginner, 0, to a champion, 9.
    pub fn person(skill: u32) -> Self {
        let skill = skill as f32 / 9.0;
        Self {
            between: 11.0 - 7.5 * skill,
            look: 40.0 - 36.0 * skill,
            spread: 0.5 - 0.15 * skill,
            slip: 6 + (20.0 * skill) as u32,
            pause: 12 + (14.0 * skill) as u32,
            at_once: false,
        }
    }
}

/// Somebody at the keys.
pub struct Hand {
    habits: Habits,
    rng: Rng,
}

impl Hand {
    pub fn new(habits: Habits, seed: u64) -> Self {
        Self { habits, rng: Rng::new(seed ^ 0x4a4d) }
    }

    /// A time around a mean: the sum of three even draws is near enough to how people's times lie, with a tail.
    fn time(&mut self, mean: f32) -> u64 {
        let even = (0..3).map(|_| self.rng.unit()).sum::<f32>() / 1.5 - 1.0;
        let tail = if self.rng.below(8) == 0 { 1.0 + self.habits.spread } else { 1.0 };
        let factor = if self.habits.spread == 0.0 { 1.0 } else { tail };
        ((mean * (1.0 + 1.7 * self.habits.spread * even) * factor).round()).max(0.0) as u64
    }

    fn chance(&mut self, one_in: u32) -> bool {
        one_in > 0 && self.rng.below(one_in) == 0
    }

    /// Plays a run to its end with the placements of a level.
    pub fn play(&mut self, level: &str, mode: Mode, seed: u64) -> Replay {
        let terms = Terms::usual(System::Modern, mode);
        let mut well = Well::new(terms, seed).expect("a well");
        let mut thinker = Driver::new(level, seed, Duration::from_secs(1)).expect("a level");
        let mut inputs = Inputs::default();
        let (mut piece, mut due) = (u32::MAX, 0);
        let mut slips = Vec::new();
        while !well.is_over() && well.ticks() < 60_000 {
            let now = well.ticks();
            let mut ops = Vec::new();
            if well.stock().pieces != piece {
                piece = well.stock().pieces;
                let long = if self.chance(self.habits.pause) { 4.0 } else { 1.0 };
                due = now + self.time(self.habits.look * long);
                if self.chance(self.habits.slip) {
                    slips = vec![Op::Clockwise, Op::Anticlockwise];
                }
                // It decides where the piece goes; what it would press is not looked at.
                thinker.inputs(&well, &mut Vec::new());
            }
            let (falling, goal) = (well.falling().map(|falling| falling.body), thinker.goal());
            if now >= due
                && let (Some(body), Some(goal)) = (falling, goal)
            {
                let way = path(well.stock(), body, Reach::usual(terms.rules), goal);
                let way = way.unwrap_or_else(|| vec![Op::Hard]);
                let first = slips.pop().unwrap_or(way[0]);
                ops.push(first);
                // A key held down repeats by itself.
                let held = way.iter().take_while(|op| **op == Op::Soft).count();
                if first == Op::Soft {
                    ops = vec![Op::Soft; held];
                }
                // On the ground there is no time left for one after the other.
                if self.habits.at_once || well.falling().is_some_and(|falling| falling.touched) {
                    ops = way.clone();
                }
                let repeats = matches!(first, Op::Left | Op::Right) && way.get(1) == Some(&first);
                due = now + if repeats { 2 } else { self.time(self.habits.between) };
            }
            well.tick(&ops);
            if !ops.is_empty() {
                inputs.ticks.push((now, ops));
            }
        }
        inputs.end = well.ticks();
        Replay { terms, seed, name: Some("Ada".into()), inputs }
    }
}
