//! The rungs below the expert: the report's evaluation one move ahead for the lower ones, the expert's own search with
//! few simulations for the upper ones. Their numbers depend on the kind of game: what is a step up in Duo is none in a
//! game of four rivals.

use game::{Parameter, Parameters, with_numbers};
use search::rungs::{beginner, casual, club, newcomer, regular, seasoned, skilled, strong};
use search::{Fallible, Lapses, Levels, Limits, Player, Rung, Stop, Thought};

use crate::eval::Weights;
use crate::expert::{Expert, PlayoutPolicy, SearchParameters};
use crate::hard::Hard;
use crate::mode::Mode;
use crate::moves::Move;
use crate::rules::Blokus;

/// The kinds of game for which rungs have numbers of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameKind {
    /// Two seats on the small board.
    Small,
    /// Two parties with two colours each.
    Teams,
    /// Three or four seats, each for itself.
    Rivals,
}

impl GameKind {
    const ALL: [Self; 3] = [Self::Small, Self::Teams, Self::Rivals];

    const fn of(mode: Mode) -> Self {
        match mode {
            Mode::Duo | Mode::Junior => Self::Small,
            Mode::Teams | Mode::Two => Self::Teams,
            Mode::Classic | Mode::Three => Self::Rivals,
        }
    }

    /// Stands before the names of its numbers.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Small => "small.",
            Self::Teams => "teams.",
            Self::Rivals => "rivals.",
        }
    }
}

/// What a rung plays by in one kind of game.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    /// Simulations a move; none if it looks one move ahead.
    nodes: Option<u64>,
    lapses: Lapses,
}

/// Looks one move ahead, with lapses.
const fn ahead(temperature: f32, width: usize, overlook: f32) -> Numbers {
    Numbers { nodes: None, lapses: Lapses::new(temperature, width, overlook) }
}

/// Searches, with lapses.
const fn errs(nodes: u64, temperature: f32, width: usize, overlook: f32) -> Numbers {
    Numbers { nodes: Some(nodes), lapses: Lapses::new(temperature, width, overlook) }
}

/// Searches without lapses.
const fn search(nodes: u64) -> Numbers {
    Numbers { nodes: Some(nodes), lapses: Lapses::NONE }
}

/// A row a rung, weakest first, a column a kind of game in the order of [`Kind::ALL`].
#[rustfmt::skip] // a table is read by its columns
const NUMBERS: [[Numbers; 3]; 8] = [
    [ahead(0.03, 100, 0.04),    ahead(0.026, 100, 0.035),  ahead(0.1, 100, 0.1)],
    [ahead(0.01, 50, 0.02),     ahead(0.004, 50, 0.012),   ahead(0.04, 100, 0.05)],
    [errs(20, 2.2, 20, 0.33),   errs(21, 2.3, 21, 0.34),   ahead(0.016, 50, 0.025)],
    [errs(36, 0.42, 20, 0.085), errs(36, 0.4, 20, 0.08),   errs(28, 3.0, 28, 0.42)],
    [errs(95, 0.085, 12, 0.01), errs(95, 0.075, 12, 0.01), errs(36, 0.42, 20, 0.085)],
    [search(160),               search(100),               search(35)],
    [search(700),               search(320),               search(240)],
    [search(5_000),             search(1_200),             search(1_500)],
];

/// The rungs as lists show them: with the numbers of the first kind.
pub(crate) const RUNGS: &[Rung] = &[
    newcomer(limits(0), NUMBERS[0][0].lapses),
    beginner(limits(1), NUMBERS[1][0].lapses),
    casual(limits(2), NUMBERS[2][0].lapses),
    regular(limits(3), NUMBERS[3][0].lapses),
    skilled(limits(4), NUMBERS[4][0].lapses),
    seasoned(limits(5), NUMBERS[5][0].lapses),
    club(limits(6), NUMBERS[6][0].lapses),
    strong(limits(7), NUMBERS[7][0].lapses),
];

const fn limits(at: usize) -> Limits {
    let limits = match NUMBERS[at][0].nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::depth(1),
    };
    Limits { usual: true, ..limits }
}

fn position(level: &str) -> Option<usize> {
    RUNGS.iter().position(|rung| rung.level.id == level)
}

const NODES: &str = "nodes";

impl Numbers {
    fn parameters(&self, kind: GameKind) -> Vec<Parameter> {
        let budget = self.nodes.map(|nodes| Limits::nodes(nodes).parameters()).unwrap_or_default();
        let mut list = [budget, self.lapses.parameters()].concat();
        for Parameter { name, .. } in &mut list {
            name.insert_str(0, kind.prefix());
        }
        list
    }

    /// With what somebody has changed.
    fn changed_by(&self, parameters: &Parameters, kind: GameKind) -> Self {
        let nodes = parameters.get(&format!("{}{NODES}", kind.prefix()));
        Self {
            nodes: nodes.map(|nodes| nodes as u64).or(self.nodes),
            lapses: with_numbers(kind.prefix(), &self.lapses, parameters),
        }
    }

    fn player(&self, seed: u64) -> Box<dyn Player<Blokus>> {
        let lapses = self.lapses;
        if self.nodes.is_none() {
            let search = Hard::with(Weights::report().clone());
            return Box::new(Fallible::new(search, Blokus::UNIT, lapses, seed));
        }
        let search = Expert::with(SearchParameters::FIRST, PlayoutPolicy::BEST, seed);
        if lapses == Lapses::NONE {
            return Box::new(search);
        }
        Box::new(Fallible::new(search, Blokus::UNIT, lapses, seed))
    }
}

/// The numbers of a rung in all kinds of game, and its cap of time.
pub(crate) fn parameters(level: &str) -> Option<Vec<Parameter>> {
    let at = position(level)?;
    let mut list = RUNGS[at].level.limits.parameters();
    list.retain(|parameter| parameter.name != NODES);
    for (kind, numbers) in GameKind::ALL.into_iter().zip(&NUMBERS[at]) {
        list.extend(numbers.parameters(kind));
    }
    Some(list)
}

pub(crate) fn player(
    level: &str,
    parameters: &Parameters,
    seed: u64,
) -> Option<Box<dyn Player<Blokus>>> {
    let usual = &NUMBERS[position(level)?];
    let numbers = GameKind::ALL.map(|kind| usual[kind as usize].changed_by(parameters, kind));
    let players = numbers.map(|numbers| numbers.player(seed));
    Some(Box::new(ByKind { numbers, players }))
}

/// A player for each kind of game.
struct ByKind {
    numbers: [Numbers; 3],
    players: [Box<dyn Player<Blokus>>; 3],
}

impl ByKind {
    /// What may be spent on a move: the kind's own simulations, unless others were asked for.
    fn budget(&self, kind: GameKind, limits: &Limits) -> Limits {
        if !limits.usual {
            return *limits;
        }
        let nodes = self.numbers[kind as usize].nodes;
        Limits { nodes, depth: nodes.is_none().then_some(1), ..*limits }
    }
}

impl Player<Blokus> for ByKind {
    fn think(
        &mut self,
        game: &Blokus,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let kind = GameKind::of(game.mode());
        let limits = self.budget(kind, limits);
        self.players[kind as usize].think(game, &limits, stop, report)
    }

    fn reset(&mut self, seed: u64) {
        self.players.iter_mut().for_each(|player| player.reset(seed));
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.players.iter().map(|player| player.memory()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;
    use crate::mode::{Options, Scoring};

    fn of(mode: Mode) -> Blokus {
        Blokus::new(&Options { mode, scoring: Scoring::Squares }, 0).expect("a way to play")
    }

    fn usual(level: &str) -> Parameters {
        parameters(level).expect("a rung").into()
    }

    /// The simulations that a level spends on the first move of a game.
    fn spent(level: &str, parameters: &Parameters, mode: Mode, asked: Limits) -> u64 {
        let rung = &RUNGS[position(level).expect("a rung")];
        // Whoever studies a position does not stop when the best move is certain.
        let limits = rung.level.budget(&Limits { study: true, ..asked }, None);
        let mut player = player(level, parameters, 1).expect("a rung");
        player.think(&of(mode), &limits, &Stop::new(), &mut |_| ()).nodes
    }

    #[test]
    fn the_numbers_that_are_shown_are_those_of_the_table_for_each_kind() {
        for (rung, row) in RUNGS.iter().zip(&NUMBERS) {
            let shown = usual(rung.level.id);
            for (kind, numbers) in GameKind::ALL.into_iter().zip(row) {
                let get = |name: &str| shown.get(&format!("{}{name}", kind.prefix()));
                assert_eq!(get("nodes"), numbers.nodes.map(|nodes| nodes as f64));
                assert_eq!(get("width"), Some(numbers.lapses.width as f64));
                for (name, number) in [
                    ("temperature", numbers.lapses.temperature),
                    ("overlook", numbers.lapses.overlook),
                ] {
                    assert_eq!(get(name).map(|shown| shown as f32), Some(number), "{name}");
                }
                assert_eq!(numbers.changed_by(&shown, kind), *numbers);
            }
        }
        let differs = |row: &[Numbers; 3]| row[0] != row[2] || row[0] != row[1];
        assert!(NUMBERS.iter().any(differs), "rungs differ by kind of game");
    }

    #[test]
    fn a_rung_spends_what_the_table_says_in_every_mode() {
        for mode in Mode::ALL {
            for level in ["regular", "skilled", "seasoned"] {
                let own = NUMBERS[position(level).expect("a rung")][GameKind::of(mode) as usize];
                let nodes = spent(level, &usual(level), mode, Limits::NONE);
                assert_eq!(Some(nodes), own.nodes, "{level} in {}", mode.id());
            }
        }
    }

    #[test]
    fn a_number_is_changed_for_one_kind_or_for_all() {
        let one = usual("regular").changed("rivals.nodes=33").expect("a number");
        assert_eq!(spent("regular", &one, Mode::Classic, Limits::NONE), 33);
        assert_eq!(Some(spent("regular", &one, Mode::Duo, Limits::NONE)), NUMBERS[3][0].nodes);
        let all = usual("regular").changed("nodes=44,temperature=0").expect("numbers");
        for (kind, mode) in GameKind::ALL.into_iter().zip([Mode::Duo, Mode::Teams, Mode::Three]) {
            assert_eq!(spent("regular", &all, mode, Limits::NONE), 44);
            assert_eq!(NUMBERS[3][0].changed_by(&all, kind).lapses.temperature, 0.0);
        }
    }

    #[test]
    fn a_budget_that_is_asked_for_holds_in_every_kind() {
        for mode in [Mode::Duo, Mode::Teams, Mode::Classic] {
            assert_eq!(spent("regular", &usual("regular"), mode, Limits::nodes(27)), 27);
        }
    }
}
