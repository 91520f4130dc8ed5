//! Who is tuned: its numbers and their ranges.

use arena::self_play;
use arena::tune::{Grid, Target};
use arena::{Contestant, OpeningSource};
use game::{Parameter, Parameters, Words, meant};
use search::{ContestTerms, Entrant, Limits, Solo};

use super::{Args, How};
use crate::failure::Failure;
use crate::numbers;

/// The largest grid that anybody would wait for.
const LARGEST_GRID: usize = 100_000;

/// Who is tuned, and what is counted.
pub struct TuneTarget {
    pub target: Target,
    pub figures: &'static [&'static str],
    /// After so many moves a run alone is broken off.
    pub moves: u64,
}

impl TuneTarget {
    /// Whatever is wrong with a name or an option is said before anything starts.
    pub fn new(args: &Args) -> Result<Self, Failure> {
        let game = args.game.entry()?;
        let setup = args.game.setup();
        let terms = ContestTerms {
            variant: setup.variant.clone(),
            options: setup.options.clone(),
            limits: args.spend.limits(),
            moves: args.moves,
            margin: None,
        };
        let alone = game.about().variants.iter().all(|variant| variant.seats == 1);
        let solo = game.solo().filter(|_| alone && args.against.is_none());
        let usual = solo.map(Solo::usual);
        let usual = usual.or_else(|| game.levels().last().map(|level| level.id));
        let asked = args.level.as_deref().or(usual).unwrap_or_default();
        let (level, changes) = asked.split_once(':').map_or((asked, None), |(a, b)| (a, Some(b)));
        let list = match solo {
            Some(solo) => match Contestant::Own(level.into()).for_solo(game, solo, &terms)? {
                Entrant::Own { parameters, .. } => parameters,
                Entrant::Program { .. } => Parameters::default(),
            },
            None => game.chosen(level)?.1,
        };
        let mut start = match changes {
            Some(changes) => list.changed(changes).map_err(|bad| Failure::Asked(bad.0))?,
            None => list,
        };
        if start.list().is_empty() {
            return Err(Failure::asked(Words::new(
                format!("{level} has no numbers to tune"),
                format!("{level} n’a pas de nombres à régler"),
            )));
        }
        if let Some(path) = &args.from {
            start = numbers::read(path, &start)?;
        }
        let against = Contestant::parse(game, args.against.as_deref().unwrap_or(level))?;
        let openings = match solo {
            Some(_) => OpeningSource::Random(0),
            None => args.openings.source(game, &setup)?,
        };
        let target = Target {
            game,
            level: level.to_owned(),
            start,
            alone: solo.is_some(),
            against,
            terms,
            openings,
        };
        let (mut figures, mut moves) = (self_play::FIGURES, u64::MAX);
        match solo {
            Some(solo) => {
                let prepared = solo.prepare(&[target.entrant(&target.start)], &target.terms)?;
                (figures, moves) = (prepared.figures, prepared.moves);
            }
            None => {
                target.game.table(&setup)?;
                target.against.check(game)?;
            }
        }
        Ok(Self { target, figures, moves })
    }

    /// The numbers to be tuned, as the flags have them.
    pub fn ranges(&self, args: &Args, method: How) -> Result<Vec<Parameter>, Failure> {
        let Target { game, level, start, .. } = &self.target;
        let mut list: Vec<Parameter> = start.list().to_vec();
        for (parameter, &value) in list.iter_mut().zip(start.values()) {
            parameter.usual = value;
        }
        // To think longer is always better: what a level may spend is no matter of tuning.
        let own = game.level(level).map_or(Limits::NONE, |level| level.limits);
        for held in own.parameters() {
            // Its last part names it: a level may spend more on one variant than on another.
            let is_held = |one: &&mut Parameter| one.name.rsplit('.').next() == Some(&held.name);
            for parameter in list.iter_mut().filter(is_held) {
                hold(parameter, parameter.usual);
            }
        }
        for range in self.target.solo().map_or(&[][..], |solo| solo.ranges(level)) {
            turn(&mut list, start.list(), range)?;
        }
        if !args.parameters.is_empty() {
            only(&mut list, &args.parameters)?;
        }
        for range in &args.ranges {
            turn(&mut list, start.list(), range)?;
        }
        let points = Grid::new(&list).len();
        if method == How::Grid && points.is_none_or(|points| points > LARGEST_GRID) {
            return Err(Failure::asked(Words::new(
                format!(
                    "that grid has more than {LARGEST_GRID} points: name a few numbers with --parameters A,B, hold others with --range NAME=VALUE, or use --method cma-es"
                ),
                format!(
                    "cette grille a plus de {LARGEST_GRID} points : nommer quelques nombres par --parameters A,B, en fixer d’autres par --range NOM=VALEUR, ou prendre --method cma-es"
                ),
            )));
        }
        Ok(list)
    }
}

/// Holds all numbers but these.
fn only(list: &mut [Parameter], names: &[String]) -> Result<(), Failure> {
    let mut varied = Vec::new();
    for name in names {
        let named = meant(list, name.trim());
        if named.is_empty() {
            let all = list.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(Failure::asked(Words::new(
                format!("there is no number “{name}”; there is {all}"),
                format!("il n’y a pas de nombre « {name} » ; il y a {all}"),
            )));
        }
        varied.extend(named);
    }
    for (at, parameter) in list.iter_mut().enumerate() {
        if !varied.contains(&at) {
            hold(parameter, parameter.usual);
        }
    }
    Ok(())
}

/// Lets a number be this and nothing else.
fn hold(parameter: &mut Parameter, value: f64) {
    (parameter.usual, parameter.low, parameter.high, parameter.step) = (value, value, value, 0.0);
}

/// Sets a range such as `holes=10:35:5`, or a value such as `holes=20`, inside the numbers' bounds.
fn turn(list: &mut [Parameter], bounds: &[Parameter], text: &str) -> Result<(), Failure> {
    let names = list.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    let wrong = || {
        Failure::asked(Words::new(
            format!(
                "“{text}” is no range: write NAME=FROM:TO:STEP or NAME=VALUE, with a name of {names}"
            ),
            format!(
                "« {text} » n’est pas un intervalle : écrire NOM=DE:À:PAS ou NOM=VALEUR, avec un nom parmi {names}"
            ),
        ))
    };
    let (name, range) = text.split_once('=').ok_or_else(wrong)?;
    let numbers: Result<Vec<f64>, _> = range.split(':').map(|part| part.trim().parse()).collect();
    let numbers = numbers.map_err(|_| wrong())?;
    let named = meant(list, name.trim());
    if named.is_empty() {
        return Err(wrong());
    }
    for at in named {
        let (parameter, Parameter { low: least, high: most, .. }) = (&mut list[at], &bounds[at]);
        if numbers.iter().take(2).any(|number| !(least..=most).contains(&number)) {
            return Err(Failure::asked(Words::new(
                format!("“{text}” is out of bounds: {name} goes from {least} to {most}"),
                format!("« {text} » sort des limites : {name} va de {least} à {most}"),
            )));
        }
        match numbers[..] {
            [value] => hold(parameter, value),
            [low, high, step] if low < high && step > 0.0 => {
                (parameter.low, parameter.high, parameter.step) = (low, high, step);
                parameter.usual = parameter.usual.clamp(low, high);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(())
}
