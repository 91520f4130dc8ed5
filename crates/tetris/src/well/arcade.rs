//! Tetris in real time, as the server knows it: what one plays for, and what a run was worth.

use game::{Arcade, BadOptions, Illegal, Mode as Offer, Phrase, Race, Ranking, Refused, Run};
use serde_json::{Map, Value};

use crate::rules::ops::Op;
use crate::rules::pieces::System;
use crate::rules::terms::{Mode, Terms};
use crate::well::driver::pace;
use crate::well::race::WellRace;
use crate::well::run::Replay;

/// The real-time side of Tetris.
pub struct RealTime;

const MODES: &[Offer] = &[
    Offer {
        id: "marathon",
        name: Phrase::new("Marathon", "Marathon"),
        about: Phrase::new(
            "fifteen levels, each faster than the last: the most points",
            "quinze niveaux, de plus en plus vite : le plus de points",
        ),
        ranked: Some(Ranking::Points),
    },
    Offer {
        id: "sprint",
        name: Phrase::new("Sprint", "Sprint"),
        about: Phrase::new("forty lines in the shortest time", "quarante lignes au plus vite"),
        ranked: Some(Ranking::Ticks),
    },
    Offer {
        id: "ultra",
        name: Phrase::new("Ultra", "Ultra"),
        about: Phrase::new("the most points in two minutes", "le plus de points en deux minutes"),
        ranked: Some(Ranking::Points),
    },
    Offer {
        id: "practice",
        name: Phrase::new("Practice", "Entraînement"),
        about: Phrase::new(
            "no clock and no end, and steps can be taken back",
            "ni chrono ni fin, et l’on peut revenir en arrière",
        ),
        ranked: None,
    },
    Offer {
        id: "race",
        name: Phrase::new("Race", "Course"),
        about: Phrase::new(
            "against the machine or up to three others: outlive them, send them rubbish",
            "contre la machine ou jusqu’à trois autres : survivez, envoyez-leur des déchets",
        ),
        ranked: None,
    },
];

impl Arcade for RealTime {
    fn modes(&self) -> &'static [Offer] {
        MODES
    }

    fn judge(&self, replay: &str) -> Result<Run, Refused> {
        let mut run = Replay::read(replay)?;
        let rubbish = |op: &Op| matches!(op, Op::Rubbish { .. });
        let got_some = run.inputs.ticks.iter().any(|(_, ops)| ops.iter().any(rubbish));
        if run.terms.mode != Mode::Race && got_some {
            return Err(Illegal::new(
                "rubbish comes only in a race",
                "les déchets n’arrivent que dans une course",
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
            essence: run.write(),
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
