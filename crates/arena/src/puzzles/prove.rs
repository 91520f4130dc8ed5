//! Which moves are right in a position, and how that is known.

use catalog::{Bot, Entry, PuzzleMaker, Table};
use game::{Proof, Seat};
use search::{Fault, Limits, Stop};

/// The seed of all thinking: what is found depends on the position alone.
const SEED: u64 = 1;
/// Looks before the proof: the part of its nodes that each spends, and the share of the margin that it must see.
const LOOKS: [(u64, f32); 2] = [(40, 0.4), (10, 0.6)];
/// So many other moves are searched as deeply as the best one.
const OTHERS: usize = 3;
/// At the end of a line several moves may end the game at once; with more than these there is nothing to find.
const ENDINGS: usize = 3;

/// Judges positions of a game.
pub(super) struct Judge {
    pub game: &'static dyn Entry,
    pub maker: &'static dyn PuzzleMaker,
    bot: Box<dyn Bot>,
    /// The ladder's players, made when they are first asked.
    pub levels: Vec<Option<Box<dyn Bot>>>,
}

/// Moves that are right, and how that is known.
pub(super) struct Answers {
    pub moves: Vec<String>,
    pub proof: Proof,
}

impl Judge {
    pub fn new(game: &'static dyn Entry, maker: &'static dyn PuzzleMaker) -> Result<Self, Fault> {
        let bot = game.bot(maker.judge(), SEED).map_err(|unknown| Fault::Unknown(unknown.0))?;
        let levels = game.levels().iter().map(|_| None).collect();
        Ok(Self { game, maker, bot, levels })
    }

    /// All right lines of a position that is a puzzle, with their proof.
    pub fn prove(&mut self, table: &dyn Table, stop: &Stop) -> Option<(Vec<Vec<String>>, Proof)> {
        let solver = table.turn().seat()?;
        let first = self.answers(table, stop)?;
        let ([only], mut proof) = (&first.moves[..], first.proof) else { return None };
        let mut at = table.fork();
        let mut line = vec![only.clone()];
        at.play(only).ok()?;
        let mut moves = 1;
        while moves < self.maker.longest() {
            let own = line.len();
            while let Some(seat) = at.turn().seat()
                && !at.allies(seat, solver)
            {
                let reply = self.think(&*at, &Limits::NONE, stop).best?;
                at.play(&reply).ok()?;
                line.push(reply);
            }
            let next = at.outcome().is_none().then(|| self.answers(&*at, stop)).flatten();
            match next {
                Some(next) if next.moves.len() == 1 => {
                    at.play(&next.moves[0]).ok()?;
                    line.extend(next.moves);
                    if let Proof::Nodes(_) = next.proof {
                        proof = next.proof;
                    }
                    moves += 1;
                }
                Some(next) if next.moves.len() <= ENDINGS && ends_with_all(&*at, &next.moves) => {
                    let with = |mv: &String| [&line[..], std::slice::from_ref(mv)].concat();
                    return Some((next.moves.iter().map(with).collect(), proof));
                }
                _ => {
                    line.truncate(own);
                    break;
                }
            }
        }
        Some((vec![line], proof))
    }

    /// The right moves of a position; none where it is lost, where any move will do, or where it is not clear enough.
    pub fn answers(&mut self, table: &dyn Table, stop: &Stop) -> Option<Answers> {
        if let Some(worths) = self.maker.exact(table) {
            return best_of(&worths).map(|moves| Answers { moves, proof: Proof::Exact });
        }
        let nodes = self.maker.nodes();
        if nodes == 0 {
            return None;
        }
        let mut likely = None;
        for (part, share) in LOOKS {
            likely = Some(self.clear_best(table, nodes / part, share, stop)?);
        }
        // Without hidden things each move is searched by itself; with them, only comparisons in the same worlds count.
        let best = match table.hides() {
            true => self.clear_best(table, nodes, 1.0, stop)?,
            false => self.deep_best(table, nodes, stop)?,
        };
        (Some(&best) == likely.as_ref())
            .then(|| Answers { moves: vec![best], proof: Proof::Nodes(nodes) })
    }

    /// The best move by a study of so many nodes, if it is better than all others by this share of the margin.
    fn clear_best(
        &mut self,
        table: &dyn Table,
        nodes: u64,
        share: f32,
        stop: &Stop,
    ) -> Option<String> {
        let study = Limits { study: true, ..Limits::nodes(nodes) };
        let idea = self.think(table, &study, stop);
        let [first, second, ..] = &idea.moves[..] else { return None };
        // In games of two without secrets only the result counts. Where it is far off, points do, whoever leads:
        // logits grow with them, by a quarter of a chance where it is even.
        let gap = match table.hides() {
            true => (logit(first.chance) - logit(second.chance)) / 4.0,
            false => first.chance - second.chance,
        };
        let clear = gap >= share * self.maker.margin();
        (clear && idea.best.as_ref() == Some(&first.text)).then(|| first.text.clone())
    }

    /// The best move by a search of so many nodes, if each of the next ones, searched as deeply, is clearly worse.
    fn deep_best(&mut self, table: &dyn Table, nodes: u64, stop: &Stop) -> Option<String> {
        let best = self.think(table, &Limits::nodes(nodes), stop).best?;
        let study = Limits { study: true, ..Limits::nodes(nodes / 10) };
        let ranked = self.think(table, &study, stop).moves;
        let worth = self.worth_after(table, &best, nodes, stop)?;
        let others = ranked.iter().filter(|other| other.text != best).take(OTHERS);
        for other in others {
            if self.worth_after(table, &other.text, nodes, stop)? > worth - self.maker.margin() {
                return None;
            }
        }
        Some(best)
    }

    /// The chance of the seat to move, once it has made a move.
    fn worth_after(
        &mut self,
        table: &dyn Table,
        text: &str,
        nodes: u64,
        stop: &Stop,
    ) -> Option<f32> {
        let seat = table.turn().seat()?;
        let mut next = table.fork();
        next.play(text).ok()?;
        if let Some(outcome) = next.outcome() {
            let first = (0..next.seats() as u8).filter(|&s| outcome.place(Seat(s)) == 1).count();
            let own = outcome.place(seat) == 1;
            return Some(if !own { 0.0 } else { 1.0 / first as f32 });
        }
        let chance = self.think(&*next, &Limits::nodes(nodes), stop).chance;
        let own = next.turn().seat().is_some_and(|mover| next.allies(mover, seat));
        Some(if own { chance } else { 1.0 - chance })
    }

    /// What a search of so many nodes would play, from other chances than the proof's.
    pub fn prefers(&mut self, table: &dyn Table, nodes: u64, stop: &Stop) -> Option<String> {
        self.bot.reset(SEED + 1);
        self.bot.think(table, &Limits::nodes(nodes), stop, &mut |_| ()).best
    }

    pub fn think(&mut self, table: &dyn Table, limits: &Limits, stop: &Stop) -> catalog::Idea {
        self.bot.reset(SEED);
        self.bot.think(table, limits, stop, &mut |_| ())
    }
}

fn logit(chance: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    (chance / (1.0 - chance)).ln()
}

/// The moves of the best worth; none where that is a loss, or where all are as good.
pub(super) fn best_of(worths: &[(String, f32)]) -> Option<Vec<String>> {
    let best = worths.iter().map(|&(_, worth)| worth).fold(0.0, f32::max);
    let right: Vec<String> =
        worths.iter().filter(|&&(_, worth)| worth == best).map(|(mv, _)| mv.clone()).collect();
    (best > 0.0 && right.len() < worths.len()).then_some(right)
}

/// Whether each of these moves ends the game.
fn ends_with_all(table: &dyn Table, moves: &[String]) -> bool {
    moves.iter().all(|mv| {
        let mut next = table.fork();
        next.play(mv).is_ok() && next.outcome().is_some()
    })
}
