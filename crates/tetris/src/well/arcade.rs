//! Tetris in real time, as everybody else knows it: what one plays for, what a run was worth, races and sessions.

use game::{
    Arcade, ArcadeMode, ArcadeSession, BadOptions, Doubt, Illegal, KeyLayout, MachineRun, Phrase,
    Race, Ranking, Refused, Run, SessionSetup, SoloMachine,
};
use serde_json::{Map, Value};

use crate::rules::ops::Op;
use crate::rules::pieces::System;
use crate::rules::terms::{Mode, Terms};
use crate::well::doubts::{DOUBTS, Hands};
use crate::well::driver::pace;
use crate::well::keys::LAYOUTS;
use crate::well::machine::WellMachine;
use crate::well::position::position;
use crate::well::race::WellRace;
use crate::well::run::Replay;
use crate::well::saved::read_well;
use crate::well::session::WellSession;
use crate::well::thumbnail::thumbnail;

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
        id: "endless",
        name: Phrase::new("Endless", "Sans fin"),
        about: Phrase::new(
            "faster and faster, and no victory ends it: the most points",
            "de plus en plus vite, sans victoire au bout : le plus de points",
        ),
        ranked: Some(Ranking::Points),
        alone: true,
    },
    ArcadeMode {
        id: "sprint20",
        name: Phrase::new("Sprint 20", "Sprint 20"),
        about: Phrase::new("twenty lines in the shortest time", "vingt lignes au plus vite"),
        ranked: Some(Ranking::Ticks),
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
        id: "sprint100",
        name: Phrase::new("Sprint 100", "Sprint 100"),
        about: Phrase::new("a hundred lines in the shortest time", "cent lignes au plus vite"),
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
        id: "cheese10",
        name: Phrase::new("Cheese 10", "Gruyère 10"),
        about: Phrase::new(
            "dig through ten lines of garbage in the shortest time",
            "dix lignes trouées à creuser au plus vite",
        ),
        ranked: Some(Ranking::Ticks),
        alone: true,
    },
    ArcadeMode {
        id: "cheese18",
        name: Phrase::new("Cheese 18", "Gruyère 18"),
        about: Phrase::new(
            "dig through eighteen lines of garbage in the shortest time",
            "dix-huit lignes trouées à creuser au plus vite",
        ),
        ranked: Some(Ranking::Ticks),
        alone: true,
    },
    ArcadeMode {
        id: "cheese100",
        name: Phrase::new("Cheese 100", "Gruyère 100"),
        about: Phrase::new(
            "dig through a hundred lines of garbage in the shortest time",
            "cent lignes trouées à creuser au plus vite",
        ),
        ranked: Some(Ranking::Ticks),
        alone: true,
    },
    ArcadeMode {
        id: "survival",
        name: Phrase::new("Survival", "Survie"),
        about: Phrase::new(
            "garbage rises, faster and faster: the most points before it reaches the top",
            "les pénalités montent, de plus en plus vite : le plus de points avant le débordement",
        ),
        ranked: Some(Ranking::Points),
        alone: true,
    },
    ArcadeMode {
        id: "free",
        name: Phrase::new("Free play", "Jeu libre"),
        about: Phrase::new(
            "no clock at all: a piece waits until you drop it, and steps can be taken back",
            "sans aucun chrono : la pièce attend que vous la lâchiez, et l’on peut revenir en arrière",
        ),
        ranked: None,
        alone: true,
    },
    ArcadeMode {
        id: "practice",
        name: Phrase::new("Practice", "Entraînement"),
        about: Phrase::new(
            "pieces fall as in a game; no end, and steps can be taken back",
            "les pièces tombent comme en partie ; sans fin, et l’on peut revenir en arrière",
        ),
        ranked: None,
        alone: true,
    },
    ArcadeMode {
        id: "fourwide",
        name: Phrase::new("Four wide", "Quatre colonnes"),
        about: Phrase::new(
            "walls leave four columns: keep the combo going",
            "des murs laissent quatre colonnes : faites durer la série",
        ),
        ranked: None,
        alone: true,
    },
    ArcadeMode {
        id: "dig",
        name: Phrase::new("Dig", "Creuser"),
        about: Phrase::new(
            "garbage without end and without a clock",
            "des lignes trouées sans fin et sans chrono",
        ),
        ranked: None,
        alone: true,
    },
    ArcadeMode {
        id: "race",
        name: Phrase::new("Race", "Course"),
        about: Phrase::new(
            "against the computer or up to seven others: outlive them, send them garbage",
            "contre l’ordinateur ou jusqu’à sept autres : survivez, envoyez-leur des lignes de pénalité",
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
        let (well, hands) = Hands::watch(&run)?;
        if let Some(refused) = run.inputs.reason_against(&well) {
            return Err(refused);
        }
        let stock = well.stock();
        let figures = [
            ("lines", u64::from(stock.lines)),
            ("level", u64::from(stock.level)),
            ("pieces", u64::from(stock.pieces)),
            ("attack", u64::from(stock.attack)),
            ("inputs", run.inputs.keys()),
        ];
        // How long nothing happened at the end makes no other run of it. A piece that locks by itself is something.
        run.inputs.end = hands.quiet();
        let name = run.name.take();
        Ok(Run {
            name,
            seed: run.seed,
            laid: hands.laid(),
            positions: hands.positions(),
            doubts: hands.doubts(),
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

    fn thumbnail(&self, replay: &str) -> Result<String, Refused> {
        thumbnail(&Replay::read(replay)?)
    }

    fn position(&self, saved: &str) -> Option<u64> {
        let (well, _) = read_well(saved).ok()?;
        position(well.stock(), well.falling().map(|falling| falling.body.piece))
    }

    fn doubts(&self) -> &'static [Doubt] {
        DOUBTS
    }

    fn solo_machine(&self, setup: &MachineRun<'_>) -> Result<Box<dyn SoloMachine>, BadOptions> {
        Ok(Box::new(WellMachine::new(setup)?))
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
