//! Tetris in real time, as everybody else knows it: what one plays for, what a run was worth, races and sessions.

use game::{
    Arcade, ArcadeMode, ArcadeSession, BadOptions, Illegal, KeyLayout, Phrase, Race, Ranking,
    Refused, Run, SessionSetup,
};
use serde_json::{Map, Value};

use crate::rules::ops::Op;
use crate::rules::pieces::System;
use crate::rules::terms::{Mode, Terms};
use crate::well::driver::pace;
use crate::well::keys::LAYOUTS;
use crate::well::race::WellRace;
use crate::well::run::Replay;
use crate::well::session::WellSession;

/// Ticks of the well in a second.
pub const TICKS_PER_SECOND: u32 = 60;

/// The real-time side of Tetris.
pub struct RealTime;

const MODES: &[ArcadeMode] = &[
    ArcadeMode {
        id: "marathon",
        name: Phrase::new("Marathon", "Marathon"),
        about: Phrase::new(
            "fifteen levels, each faster than the last: the most points",
            "quinze niveaux, de plus en plus vite : le plus de points",
        ),
        ranked: Some(Ranking::Points),
        alone: true,
    },
    ArcadeMode {
        id: "sprint",
        name: Phrase::new("Sprint", "Sprint"),
        about: Phrase::new("forty lines in the shortest time", "quarante lignes au plus vite"),
        ranked: Some(Ranking::Ticks),
        alone: true,
    },
    ArcadeMode {
        id: "ultra",
        name: Phrase::new("Ultra", "Ultra"),
        about: Phrase::new("the most points in two minutes", "le plus de points en deux minutes"),
        ranked: Some(Ranking::Points),
        alone: true,
    },
    ArcadeMode {
        id: "practice",
        name: Phrase::new("Practice", "Entraînement"),
        about: Phrase::new(
            "no clock and no end, and steps can be taken back",
            "ni chrono ni fin, et l’on peut revenir en arrière",
        ),
        ranked: None,
        alone: true,
    },
    ArcadeMode {
        id: "race",
        name: Phrase::new("Race", "Course"),
        about: Phrase::new(
            "against the computer or up to three others: outlive them, send them garbage",
            "contre l’ordinateur ou jusqu’à trois autres : survivez, envoyez-leur des lignes de pénalité",
        ),
        ranked: None,
        alone: false,
    },
];

impl Arcade for RealTime {
    fn ticks_per_second(&self) -> u32 {
        TICKS_PER_SECOND
    }

    fn modes(&self) -> &'static [ArcadeMode] {
        MODES
    }

    fn turn_based(&self) -> &'static str {
        "placements"
    }

    fn judge(&self, replay: &str) -> Result<Run, Refused> {
        let mut run = Replay::read(replay)?;
        let garbage = |op: &Op| matches!(op, Op::Garbage { .. });
        let got_some = run.inputs.ticks.iter().any(|(_, ops)| ops.iter().any(garbage));
        if run.terms.mode != Mode::Race && got_some {
            return Err(Illegal::new(
                "garbage comes only in a race",
                "les lignes de pénalité n’arrivent que dans une course",
            )
            .into());
        }
        let well = run.play()?;
        if let Some(refused) = run.inputs.reason_against(&well) {
            return Err(refused);
        }
        let stock = well.stock();
        let figures = [
            ("lines", u64::from(stock.lines)),
            ("level", u64::from(stock.level)),
            ("pieces", u64::from(stock.pieces)),
            ("attack", u64::from(stock.attack)),
            ("inputs", run.inputs.ticks.iter().map(|(_, ops)| ops.len() as u64).sum()),
        ];
        // How long nothing was done at the end makes no other run of it.
        run.inputs.end = run.inputs.ticks.last().map_or(0, |(tick, _)| tick + 1);
        let name = run.name.take();
        Ok(Run {
            name,
            canonical: run.write(),
            mode: run.terms.mode.id().into(),
            kind: kind(&run.terms),
            finished: stock.done,
            ticks: well.ticks(),
            points: i64::try_from(stock.score).unwrap_or(i64::MAX),
            figures: figures
                .map(|(name, count)| (name.to_owned(), count.into()))
                .into_iter()
                .collect(),
        })
    }

    fn pace(&self, level: &str) -> f32 {
        pace(level)
    }

    fn race(
        &self,
        options: &Map<String, Value>,
        seats: usize,
        seed: u64,
    ) -> Result<Box<dyn Race>, BadOptions> {
        Ok(Box::new(WellRace::new(options, seats, seed)?))
    }

    fn session(&self, setup: &SessionSetup) -> Result<Box<dyn ArcadeSession>, BadOptions> {
        Ok(Box::new(WellSession::new(setup)?))
    }

    fn layouts(&self) -> &'static [KeyLayout] {
        LAYOUTS
    }
}

/// The variant's name, and in what the well differs from its usual one: `modern`, `report 10x20`,
/// `modern level 5`.
fn kind(terms: &Terms) -> String {
    let mut kind = match terms.rules {
        System::Modern => "modern".to_owned(),
        System::Report => "report".to_owned(),
    };
    let usual = Terms::usual(terms.rules, terms.mode);
    if (terms.width, terms.height) != (usual.width, usual.height) {
        kind.push_str(&format!(" {}x{}", terms.width, terms.height));
    }
    if terms.first != usual.first {
        kind.push_str(&format!(" level {}", terms.first));
    }
    kind
}
