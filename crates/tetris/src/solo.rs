//! Runs alone that are counted: who can be tried, what they play by, under which rules.

use std::sync::LazyLock;

use game::{
    BadOptions, Parameter, Parameters, Phrase, Words, options_for, weights_of, with_numbers,
};
use search::{
    ContestTerms, Entrant, Fault, Levels, Prepared, RunResult, Solo, SoloPlayer, SoloRun, Stop,
};
use serde_json::Map;

use crate::features::{
    self, Coefficients, End, FeatureWeights, Linear, MAX_HEIGHT, Pilot, RandomAction, RandomPlace,
    ReportGreedy, Rules, Stacker, StackingWeights,
};
use crate::guideline::{PREFIX, referee};
use crate::levels::REPORT_PREFIX;
use crate::rules::Tetris;
use crate::rules::pieces::System;
use crate::rules::reach::Reach;
use crate::rungs::{self, RUNGS};

/// Runs alone: in the simulator that research uses, or in the guideline game, which programs play.
pub struct TetrisSolo;

const PLAYERS: &[SoloPlayer] = &[
    player("random-action", "presses keys at random", "appuie sur les touches au hasard"),
    player("random", "drops pieces anywhere", "lâche les pièces n’importe où"),
    player(
        "no-lookahead",
        "the report's evaluation of the piece that falls",
        "l’évaluation du rapport, pour la pièce qui tombe",
    ),
    player(
        "lookahead",
        "the report's evaluation, the next piece included",
        "l’évaluation du rapport, pièce suivante comprise",
    ),
    player(
        "dellacherie",
        "Pierre Dellacherie's six features, 2003",
        "les six critères de Pierre Dellacherie, 2003",
    ),
    player(
        "bcts",
        "eight features, Thiery and Scherrer 2009",
        "huit critères, Thiery et Scherrer 2009",
    ),
    player(
        "dt10",
        "nine features, for the well of 10x10, Gabillon and others 2013",
        "neuf critères, pour le puits de 10x10, Gabillon et autres 2013",
    ),
    player(
        "dt20",
        "nine features, for the well of 10x20, Gabillon and others 2013",
        "neuf critères, pour le puits de 10x20, Gabillon et autres 2013",
    ),
    player(
        "tuned",
        "nine features, tuned here; sees one piece, and thinks twice when the heap is high",
        "neuf critères, réglés ici ; ne voit qu’une pièce, et réfléchit à deux fois quand c’est haut",
    ),
    rung(0),
    rung(1),
    rung(2),
    rung(3),
    rung(4),
    rung(5),
    rung(6),
    player(
        "expert",
        "plays for four rows at once, the next piece included",
        "joue pour quatre lignes à la fois, pièce suivante comprise",
    ),
];

const fn player(id: &'static str, en: &'static str, fr: &'static str) -> SoloPlayer {
    SoloPlayer { id, about: Phrase::new(en, fr) }
}

/// A rung of the ladder.
const fn rung(at: usize) -> SoloPlayer {
    SoloPlayer { id: RUNGS[at].level.id, about: RUNGS[at].level.about }
}

/// A player by features whose weights are data.
macro_rules! weights {
    ($file:literal) => {{
        static WEIGHTS: LazyLock<FeatureWeights> = LazyLock::new(|| {
            let text = include_str!(concat!("../data/", $file, ".json"));
            serde_json::from_str(text).expect("a test reads the file")
        });
        &*WEIGHTS
    }};
}

/// The published weights of this name.
pub fn published(name: &str) -> Option<&'static FeatureWeights> {
    Some(match name {
        "dellacherie" => weights!("dellacherie"),
        "bcts" => weights!("bcts"),
        "dt10" => weights!("dt10"),
        "dt20" => weights!("dt20"),
        _ => return None,
    })
}

/// The weights that were tuned here.
pub fn tuned() -> &'static FeatureWeights {
    weights!("tuned")
}

impl Solo for TetrisSolo {
    fn players(&self) -> &'static [SoloPlayer] {
        PLAYERS
    }

    fn usual(&self) -> &'static str {
        "lookahead"
    }

    fn figure_name(&self, figure: &'static str) -> Phrase {
        match figure {
            "score" => Phrase::new("score", "score"),
            "lines" => Phrase::new("lines", "lignes"),
            "points" => Phrase::new("points", "points"),
            "report_points" => Phrase::new("points by the report", "points du rapport"),
            "attack" => Phrase::new("attack", "attaque"),
            "spins" => Phrase::new("spins", "rotations forcées"),
            "fours" => Phrase::new("fours", "quadruples"),
            "emptied" => Phrase::new("emptied wells", "puits vidés"),
            "sent" => Phrase::new("lines sent", "lignes envoyées"),
            other => Phrase::new(other, other),
        }
    }

    fn parameters(&self, player: &str, terms: &ContestTerms) -> Option<Vec<Parameter>> {
        if !PLAYERS.iter().any(|known| known.id == player) {
            return None;
        }
        let list = match published(player) {
            Some(weights) => weights_of("", weights),
            None => Tetris::parameters(player),
        };
        // Of the expert, only one part plays.
        let idle = if referee::is_wanted(&[], terms) { REPORT_PREFIX } else { PREFIX };
        let plays = |parameter: &Parameter| match player {
            "expert" if idle == PREFIX => parameter.name.starts_with(REPORT_PREFIX),
            _ => !parameter.name.starts_with(idle),
        };
        Some(list.into_iter().filter(plays).collect())
    }

    /// As the report varied them.
    fn ranges(&self, player: &str) -> &'static [&'static str] {
        match player {
            "no-lookahead" | "lookahead" => {
                &["lines=2000:5250:250", "alignment=1", "holes=10:35:5"]
            }
            _ => &[],
        }
    }

    fn conditions(
        &self,
        player: Option<&str>,
        programs: bool,
        terms: &ContestTerms,
    ) -> Vec<(Phrase, Words)> {
        // A program plays the guideline game, and so does whoever is compared with it.
        match player.filter(|_| !programs && !referee::is_wanted(&[], terms)) {
            Some(player) => simulated(player, terms),
            None => {
                let board = Phrase::new("10x20, the guideline game", "10x20, règles modernes");
                let reach = guideline_reach(Reach::All);
                vec![(BOARD, board.into()), (END, GUIDELINE_END.into()), (REACH, reach.into())]
            }
        }
    }

    fn table_figures(&self) -> &'static [&'static str] {
        &["score", "lines", "attack"]
    }

    fn table_conditions(&self, terms: &ContestTerms) -> Vec<(Phrase, Words)> {
        let Ok(options) = options_for::<Tetris>(terms.variant.as_deref(), &terms.options) else {
            return Vec::new();
        };
        let (width, height) = (options.width, options.height);
        let (end, reach) = match options.rules {
            System::Modern => (GUIDELINE_END, guideline_reach(options.reach)),
            System::Report => (end_words(End::Report), reach_words(options.reach)),
        };
        let board = match options.rules {
            System::Modern => Words::new(
                format!("{width}x{height}, the guideline game"),
                format!("{width}x{height}, règles modernes"),
            ),
            System::Report => Words::new(format!("{width}x{height}"), format!("{width}x{height}")),
        };
        vec![(BOARD, board), (END, end.into()), (REACH, reach.into())]
    }

    fn prepare(&self, entrants: &[Entrant], terms: &ContestTerms) -> Result<Prepared, BadOptions> {
        if referee::is_wanted(entrants, terms) {
            return referee::prepare(entrants, terms);
        }
        let run = |entrant: &Entrant| -> Result<Box<dyn SoloRun>, BadOptions> {
            let Entrant::Own { player, parameters } = entrant else {
                return Err(choose("player", "program", "a level"));
            };
            let rules = rules(player, terms)?;
            let (player, parameters) = (player.clone(), parameters.clone());
            Ok(Box::new(SimulatedRun { player, parameters, rules }))
        };
        let runs = entrants.iter().map(run).collect::<Result<_, _>>()?;
        Ok(Prepared { figures: &["score", "lines"], moves: terms.moves.unwrap_or(u64::MAX), runs })
    }
}

/// A player with its numbers and rules.
struct SimulatedRun {
    player: String,
    parameters: Parameters,
    rules: Rules,
}

impl SimulatedRun {
    fn pilot(&self, seed: u64) -> Box<dyn Pilot> {
        let greedy = |lookahead| {
            let coefficients = with_numbers("", &Coefficients::REPORT, &self.parameters);
            Box::new(ReportGreedy::new(coefficients, lookahead))
        };
        let weights = |usual: &FeatureWeights| with_numbers("", usual, &self.parameters);
        match self.player.as_str() {
            "random-action" => Box::new(RandomAction::new(seed)),
            "random" => Box::new(RandomPlace::new(seed)),
            "no-lookahead" => greedy(false),
            "lookahead" => greedy(true),
            "tuned" => Box::new(Linear::careful(&weights(tuned()))),
            "expert" => {
                let usual = StackingWeights::usual();
                Box::new(Stacker::new(with_numbers(REPORT_PREFIX, usual, &self.parameters)))
            }
            name if published(name).is_none() => rungs::pilot(name, &self.parameters, seed)
                .unwrap_or_else(|| Box::new(Linear::new(&weights(tuned())))),
            name => Box::new(Linear::new(&weights(published(name).unwrap_or(tuned())))),
        }
    }
}

impl SoloRun for SimulatedRun {
    fn run(&self, seed: u64, moves: u64, stop: &Stop) -> Result<RunResult, Fault> {
        Ok(features::run(&mut *self.pilot(seed), self.rules, seed, moves, stop))
    }
}

/// The rules that the options name: the report's own for the report's players and the expert, else those of research.
fn rules(player: &str, terms: &ContestTerms) -> Result<Rules, BadOptions> {
    // A variant that is not there is refused as everywhere else.
    options_for::<Tetris>(terms.variant.as_deref(), &Map::new())?;
    let researched = published(player).is_some() || player == "tuned";
    let mut rules = if researched {
        Rules { width: 10, height: 20, end: End::Simplified, reach: Reach::Straight }
    } else {
        Rules { width: 10, height: 22, end: End::Report, reach: Reach::Straight }
    };
    for (name, value) in &terms.options {
        let value = value.as_str().unwrap_or_default();
        match name.as_str() {
            "board" => (rules.width, rules.height) = board(value)?,
            "end" => {
                rules.end = match value {
                    "simplified" => End::Simplified,
                    "standard" => End::Standard,
                    "report" => End::Report,
                    _ => return Err(choose("end", value, "simplified, standard, report")),
                }
            }
            "reach" => {
                rules.reach = match value {
                    "straight" => Reach::Straight,
                    "all" => Reach::All,
                    _ => return Err(choose("reach", value, "straight, all")),
                }
            }
            _ => return Err(choose("option", name, "board, end, reach")),
        }
    }
    Ok(rules)
}

const BOARD: Phrase = Phrase::new("board", "puits");
const END: Phrase = Phrase::new("end", "fin");
const REACH: Phrase = Phrase::new("reach", "portée");
const GUIDELINE_END: Phrase = Phrase::new(
    "guideline: when a piece has no room at the top, or locks above it",
    "guideline : quand une pièce n’a plus de place en haut, ou se pose au-dessus",
);

/// Board, end and reach of the simulator, in words.
fn simulated(player: &str, terms: &ContestTerms) -> Vec<(Phrase, Words)> {
    let Ok(rules) = rules(player, terms) else { return Vec::new() };
    let board = format!("{}x{}", rules.width, rules.height);
    vec![
        (BOARD, Words::new(board.clone(), board)),
        (END, end_words(rules.end).into()),
        (REACH, reach_words(rules.reach).into()),
    ]
}

fn end_words(end: End) -> Phrase {
    match end {
        End::Simplified => Phrase::new(
            "simplified: when a piece can be put nowhere below the top",
            "simplified : quand aucune place ne reste sous le bord",
        ),
        End::Standard => Phrase::new(
            "standard: when the next piece has no room at the top",
            "standard : quand la pièce suivante n’a plus de place en haut",
        ),
        End::Report => Phrase::new(
            "report: as standard, a row lower if there is room",
            "report : comme standard, une rangée plus bas s’il y a la place",
        ),
    }
}

fn guideline_reach(reach: Reach) -> Phrase {
    match reach {
        Reach::Straight => reach_words(reach),
        Reach::All => Phrase::new(
            "all: under overhangs, with kicks and spins",
            "all : aussi sous les surplombs, avec décalages et rotations",
        ),
    }
}

fn reach_words(reach: Reach) -> Phrase {
    match reach {
        Reach::Straight => Phrase::new(
            "straight: turned at the top, then dropped",
            "straight : tournée en haut, puis lâchée",
        ),
        Reach::All => Phrase::new("all: under overhangs, too", "all : aussi sous les surplombs"),
    }
}

fn choose(what: &str, given: &str, known: &str) -> BadOptions {
    BadOptions::new(
        format!("there is no {what} “{given}”; there is {known}"),
        format!("{what} : « {given} » n’existe pas ; il y a {known}"),
    )
}

/// A size such as `10x20`.
fn board(text: &str) -> Result<(usize, u32), BadOptions> {
    let size = text.split_once('x').and_then(|(width, height)| {
        let (width, height) = (width.trim().parse().ok()?, height.trim().parse().ok()?);
        ((4..=features::MAX_WIDTH).contains(&width) && (4..=MAX_HEIGHT).contains(&height))
            .then_some((width, height))
    });
    size.ok_or_else(|| {
        let (width, height) = (features::MAX_WIDTH, MAX_HEIGHT);
        BadOptions::new(
            format!("“{text}” is no board: write 10x20, from 4x4 to {width}x{height}"),
            format!("« {text} » n’est pas un puits : écrire 10x20, de 4x4 à {width}x{height}"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(pairs: &[(&str, &str)]) -> ContestTerms {
        let options = pairs.iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
        ContestTerms { options, ..ContestTerms::default() }
    }

    fn own(player: &str, changes: Option<&str>) -> Entrant {
        let list = TetrisSolo.parameters(player, &ContestTerms::default()).unwrap_or_default();
        let usual = Parameters::from(list);
        let parameters = changes.map_or(usual.clone(), |text| usual.changed(text).unwrap());
        Entrant::Own { player: player.to_owned(), parameters }
    }

    fn sample(player: &Entrant, terms: &ContestTerms, seed: u64, moves: u64) -> RunResult {
        let prepared = TetrisSolo.prepare(std::slice::from_ref(player), terms).unwrap();
        let sample = prepared.runs[0].run(seed, moves, &Stop::new()).unwrap();
        assert_eq!(sample.figures.len(), prepared.figures.len());
        sample
    }

    #[test]
    fn everybody_plays_and_the_same_seed_plays_the_same() {
        for player in PLAYERS {
            for reach in ["straight", "all"] {
                let (entrant, terms) = (own(player.id, None), terms(&[("reach", reach)]));
                let once = sample(&entrant, &terms, 5, 40);
                assert!(once.moves > 0 && once.moves <= 40, "{}", player.id);
                assert_eq!(once, sample(&entrant, &terms, 5, 40), "{}", player.id);
            }
        }
    }

    #[test]
    fn numbers_other_than_the_usual_play_otherwise() {
        let terms = terms(&[("board", "10x10")]);
        assert!(!sample(&own("bcts", None), &terms, 1, 200).ended);
        let list = TetrisSolo.parameters("bcts", &terms).unwrap();
        let upside_down: Vec<_> =
            list.iter().map(|one| format!("{}={}", one.name, -one.usual)).collect();
        let towers = own("bcts", Some(&upside_down.join(",")));
        assert!(sample(&towers, &terms, 1, 200).ended, "it builds towers");
    }

    #[test]
    fn the_numbers_are_those_that_play() {
        let guideline = ContestTerms { variant: Some("modern".into()), ..ContestTerms::default() };
        let names = |terms: &ContestTerms| {
            let list = TetrisSolo.parameters("expert", terms).unwrap();
            list.into_iter().map(|parameter| parameter.name).collect::<Vec<_>>()
        };
        assert!(names(&guideline).contains(&"guideline.attack".to_owned()));
        assert!(!names(&guideline).iter().any(|name| name.starts_with(REPORT_PREFIX)));
        let simulated = names(&ContestTerms::default());
        assert!(simulated.iter().all(|name| name.starts_with(REPORT_PREFIX)), "{simulated:?}");
    }

    #[test]
    fn every_level_plays_the_guideline_game_alone() {
        let terms = ContestTerms {
            variant: Some("modern".into()),
            limits: search::Limits::nodes(100),
            ..ContestTerms::default()
        };
        for level in Tetris::LEVELS {
            let entrant = own(level.id, None);
            let once = sample(&entrant, &terms, 2, 8);
            assert!(once.moves >= 5 && once == sample(&entrant, &terms, 2, 8), "{once:?}");
        }
        let garbage = ContestTerms {
            options: [("garbage".to_owned(), true.into())].into_iter().collect(),
            ..terms.clone()
        };
        let (calm, pressed) = (own("bcts", None), own("bcts", None));
        assert_ne!(sample(&calm, &terms, 2, 60), sample(&pressed, &garbage, 2, 60));
    }

    #[test]
    fn mistakes_are_told_in_words() {
        for (player, pairs) in [
            ("bcts", vec![("board", "10")]),
            ("bcts", vec![("board", "3x9")]),
            ("bcts", vec![("board", "10x99999999999")]),
            ("bcts", vec![("end", "never")]),
            ("bcts", vec![("reach", "far")]),
            ("bcts", vec![("colour", "red")]),
            ("dt10", vec![("rules", "modern")]),
            ("bcts", vec![("rules", "modern"), ("garbage", "much")]),
        ] {
            let Err(refused) = TetrisSolo.prepare(&[own(player, None)], &terms(&pairs)) else {
                panic!("{player} {pairs:?}");
            };
            assert!(refused.0.en != refused.0.fr);
        }
        assert_eq!(TetrisSolo.parameters("nobody", &ContestTerms::default()), None);
    }
}
