//! A run: a well from its first tick as a text, and its pieces, the bundles of a race.

use std::fmt::Write as _;

use game::{BadMove, Illegal, Refused};
use serde::{Deserialize, Serialize};

use crate::rules::ops::{Op, read_ops, write_ops};
use crate::rules::pieces::System;
use crate::rules::terms::{Mode, Terms};
use crate::well::Well;

/// Nobody plays longer than two hours at once.
pub const LONGEST: u64 = 2 * 60 * 60 * 60;

/// Inputs by tick, from somewhere up to a tick before which all is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The ticks in which something was done, growing, and what.
    pub ticks: Vec<(u64, Vec<Op>)>,
    /// Everything before this tick is known.
    pub end: u64,
}

impl Inputs {
    /// Reads lines such as `14 LLC`, the last of which is `1830 .`.
    pub fn read<'t>(
        lines: impl Iterator<Item = &'t str>,
        from: u64,
        width: u8,
    ) -> Result<Self, BadMove> {
        let mut inputs = Self { ticks: Vec::new(), end: from };
        // The first may be at `from` itself, each later one is later than the one before.
        let mut least = from;
        let mut ended = false;
        for line in lines {
            let (tick, text) = line.split_once(' ').ok_or_else(|| bad_line(line))?;
            let plain = tick == "0" || !tick.starts_with(['0', '+']);
            let tick: u64 = tick.parse().ok().filter(|_| plain).ok_or_else(|| bad_line(line))?;
            if ended || tick < least {
                return Err(BadMove::new(
                    format!("“{line}”: ticks must grow from line to line"),
                    format!("« {line} » : les tics doivent croître de ligne en ligne"),
                ));
            }
            if tick > LONGEST {
                return Err(BadMove::new(
                    format!("a run has at most {LONGEST} ticks, two hours"),
                    format!("une partie dure au plus {LONGEST} tics, deux heures"),
                ));
            }
            least = tick + 1;
            if text == "." {
                inputs.end = tick;
                ended = true;
            } else {
                let mut ops = Vec::new();
                read_ops(text, width, &mut ops)?;
                inputs.ticks.push((tick, ops));
            }
        }
        if ended {
            return Ok(inputs);
        }
        Err(BadMove::new(
            "the last line must be a tick and a full stop, as in “1830 .”",
            "la dernière ligne doit être un tic et un point, comme « 1830 . »",
        ))
    }

    /// Reads a bundle of a race, such as `14 LLC;31 H;40 .`, that begins at a tick or later.
    pub fn read_bundle(text: &str, from: u64, width: u8) -> Result<Self, BadMove> {
        Self::read(text.trim().trim_end_matches(';').split(';'), from, width)
    }

    /// The tick up to which a bundle says that everything is known: its last line's. The rest is not read.
    pub fn bundle_end(text: &str) -> Option<u64> {
        let last = text.rsplit(';').find(|line| !line.trim().is_empty())?;
        last.trim().split(' ').next()?.parse().ok()
    }

    /// A bundle of a race.
    pub fn write_bundle(&self) -> String {
        self.write(';').trim_end_matches(';').to_owned()
    }

    fn write(&self, end_of_line: char) -> String {
        let mut text = String::new();
        for (tick, ops) in &self.ticks {
            let _ = write!(text, "{tick} {}{end_of_line}", write_ops(ops));
        }
        let _ = write!(text, "{} .{end_of_line}", self.end);
        text
    }

    /// How many things were done by hand.
    pub fn keys(&self) -> u64 {
        self.ticks.iter().flat_map(|(_, ops)| ops).filter(|op| op.is_key()).count() as u64
    }

    /// Plays them through a well that is at their beginning.
    pub fn play(&self, well: &mut Well) {
        self.play_and(well, &mut |_| ());
    }

    /// The same, and `after` looks at the well after each tick.
    pub fn play_and(&self, well: &mut Well, after: &mut dyn FnMut(&Well)) {
        let mut tick = |well: &mut Well, ops: &[Op]| {
            if !well.is_over() {
                well.tick(ops);
                after(well);
            }
        };
        for (at, ops) in &self.ticks {
            while well.ticks() < *at && !well.is_over() {
                tick(well, &[]);
            }
            tick(well, ops);
        }
        while well.ticks() < self.end && !well.is_over() {
            tick(well, &[]);
        }
    }

    /// Why these inputs cannot have led to this well; none if they can: nothing is done in a tick after the
    /// one in which it was over.
    pub fn reason_against(&self, well: &Well) -> Option<Refused> {
        let late = |&(tick, _): &(u64, Vec<Op>)| tick >= well.ticks();
        (well.is_over() && self.ticks.iter().any(late)).then(|| {
            Illegal::new(
                "something was done after the end",
                "il s’est passé quelque chose après la fin",
            )
            .into()
        })
    }
}

fn bad_line(line: &str) -> BadMove {
    BadMove::new(
        format!("“{line}” is not a tick and its inputs, as in “14 LLC”"),
        format!("« {line} » n’est pas un tic et ses entrées, comme « 14 LLC »"),
    )
}

/// A well from its first tick to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What was agreed.
    pub terms: Terms,
    /// What decided the pieces.
    pub seed: u64,
    /// Who played; may be missing.
    pub name: Option<String>,
    /// What was done.
    pub inputs: Inputs,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunHeader {
    plateau: u32,
    game: String,
    run: u32,
    rules: System,
    width: u8,
    height: u8,
    mode: Mode,
    first: u8,
    seed: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl Replay {
    /// Reads a run's text. Whether it can have happened is not looked at here.
    pub fn read(text: &str) -> Result<Self, Refused> {
        let mut lines = text.trim_end().lines().map(str::trim_end);
        let header = lines.next().unwrap_or_default();
        let bad = |why: &str| {
            BadMove::new(
                format!("a run of Tetris begins with a line such as {EXAMPLE}: {why}"),
                format!("une partie de Tetris commence par une ligne telle que {EXAMPLE} : {why}"),
            )
        };
        let header: RunHeader =
            serde_json::from_str(header).map_err(|error| bad(&error.to_string()))?;
        if (header.plateau, header.game.as_str(), header.run) != (1, "tetris", 1) {
            return Err(bad("plateau 1, game tetris, run 1").into());
        }
        let terms = Terms {
            rules: header.rules,
            width: header.width,
            height: header.height,
            mode: header.mode,
            first: header.first,
        };
        let terms = terms.checked().map_err(|error| BadMove(error.0))?;
        let seed = header.seed.parse().map_err(|_| bad("seed"))?;
        let inputs = Inputs::read(lines, 0, terms.width)?;
        Ok(Self { terms, seed, name: header.name, inputs })
    }

    /// The run as the text of a file.
    pub fn write(&self) -> String {
        let header = RunHeader {
            plateau: 1,
            game: "tetris".into(),
            run: 1,
            rules: self.terms.rules,
            width: self.terms.width,
            height: self.terms.height,
            mode: self.terms.mode,
            first: self.terms.first,
            seed: self.seed.to_string(),
            name: self.name.clone(),
        };
        // A plain struct of numbers and texts always serializes.
        let header = serde_json::to_string(&header).unwrap_or_default();
        format!("{header}\n{}", self.inputs.write('\n'))
    }

    /// The well as the run left it.
    pub fn play(&self) -> Result<Well, Refused> {
        let mut well = Well::new(self.terms, self.seed).map_err(|error| BadMove(error.0))?;
        self.inputs.play(&mut well);
        Ok(well)
    }
}

const EXAMPLE: &str = r#"{"plateau":1,"game":"tetris","run":1,"rules":"modern","width":10,"height":20,"mode":"sprint","first":1,"seed":"12345"}"#;
