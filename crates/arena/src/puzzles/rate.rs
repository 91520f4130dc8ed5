//! How hard a puzzle is, by which levels find it and with how many nodes. Solvers' results would tell more; this is
//! where a rating begins.

use catalog::Table;
use search::{Limits, Stop};

use super::prove::Judge;

/// The rating of what the weakest level finds, and of what none does.
const EASIEST: f32 = 700.0;
const HARDEST: f32 = 2_000.0;
/// For every further move of the solver.
const A_MOVE: f32 = 60.0;
/// For every time that the judge needs four times as many nodes.
const A_STEP: f32 = 45.0;
const STEPS: [u64; 5] = [100, 400, 1_600, 6_400, 25_600];
/// A player by chance finds a move by luck: those who do not search or have lapses are asked several times.
const SEEDS: [u64; 3] = [11, 12, 13];
/// No level is given more than this.
const MOST_NODES: u64 = 30_000;

impl Judge {
    /// The rating of a position with these right lines.
    pub fn rate(&mut self, table: &dyn Table, lines: &[Vec<String>], stop: &Stop) -> u16 {
        let rungs = |&at: &usize| !self.game.is_for_study(self.game.levels()[at].id);
        let ladder: Vec<usize> = (0..self.levels.len()).filter(rungs).collect();
        let count = ladder.len();
        let finds = |&at: &usize| self.level_finds(at, table, lines, stop);
        let level = ladder.iter().position(finds).unwrap_or(count);
        let steps = STEPS.iter().position(|&nodes| {
            let best = self.think(table, &Limits::nodes(nodes), stop).best;
            lines.iter().any(|line| line.first() == best.as_ref())
        });
        let steps = steps.unwrap_or(STEPS.len());
        let own = lines.first().map_or(1, |line| own_moves(table, line));
        let rating = EASIEST
            + (HARDEST - EASIEST) * level as f32 / count.max(1) as f32
            + A_MOVE * (own - 1) as f32
            + A_STEP * steps as f32;
        // Both ends are far inside the range.
        rating.round() as u16
    }

    /// Whether a level plays a right line, whatever it draws by chance.
    fn level_finds(
        &mut self,
        at: usize,
        table: &dyn Table,
        lines: &[Vec<String>],
        stop: &Stop,
    ) -> bool {
        let level = &self.game.levels()[at];
        let nodes = level.limits.nodes.map(|nodes| nodes.min(MOST_NODES));
        let limits = Limits { nodes, depth: level.limits.depth, ..Limits::NONE };
        // Who is bounded by nothing but time is perfect, or would not be the same everywhere.
        if limits.is_unlimited() {
            return true;
        }
        let numbers = self.game.parameters(level.id);
        let errs = numbers.iter().any(|one| one.name == "temperature" && one.usual > 0.0);
        let by_chance = errs || limits.depth == Some(1);
        let seeds = if by_chance { &SEEDS[..] } else { &SEEDS[..1] };
        let slot = &mut self.levels[at];
        if slot.is_none() {
            *slot = self.game.bot(level.id, 0).ok();
        }
        let Some(bot) = slot else { return false };
        seeds.iter().all(|&seed| {
            bot.reset(seed);
            let solver = table.turn().seat();
            let (mut at, mut played) = (table.fork(), Vec::new());
            loop {
                let mut open = lines.iter().filter(|line| line.starts_with(&played));
                let Some(line) = open.next() else { return false };
                if line.len() == played.len() {
                    return true;
                }
                let next = match at.turn().seat() == solver {
                    true => bot.think(&*at, &limits, stop, &mut |_| ()).best,
                    false => line.get(played.len()).cloned(),
                };
                let Some(next) = next.filter(|next| at.play(next).is_ok()) else { return false };
                played.push(next);
            }
        })
    }
}

/// How many moves of a line are the solver's.
fn own_moves(table: &dyn Table, line: &[String]) -> usize {
    let solver = table.turn().seat();
    let (mut at, mut own) = (table.fork(), 0);
    for text in line {
        own += usize::from(at.turn().seat() == solver);
        if at.play(text).is_err() {
            break;
        }
    }
    own.max(1)
}
