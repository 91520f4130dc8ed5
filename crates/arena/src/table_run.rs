//! A run alone that is played at a table. So programs of the house's own protocol are counted too, in every variant, and
//! levels beside them play the very same game.

use catalog::{Entry, Setup, Table};
use game::Words;
use search::{ContestTerms, Fault, Limits, Prepared, RunResult, Solo, SoloRun, Stop};
use serde_json::Value;

use crate::answer_time::AnswerTime;
use crate::contestant::Contestant;
use crate::table_game::TableGame;

/// A run is broken off after so many moves if nobody says otherwise: a good player may never come to an end.
const MOVES: u64 = 5_000;

/// Makes contestants ready to play alone at tables.
pub(crate) fn prepare(
    game: &'static dyn Entry,
    solo: &dyn Solo,
    contestants: &[Contestant],
    terms: &ContestTerms,
) -> Result<Prepared, Fault> {
    let setup = Setup { variant: terms.variant.clone(), options: terms.options.clone(), seed: 0 };
    game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
    let usual = AnswerTime::default();
    let time = AnswerTime { margin: terms.margin.unwrap_or(usual.margin), ..usual };
    let figures = solo.table_figures();
    let run = |contestant: &Contestant| -> Result<Box<dyn SoloRun>, Fault> {
        contestant.check(game)?;
        let (contestant, setup) = (contestant.clone(), setup.clone());
        Ok(Box::new(TableRun { game, contestant, setup, limits: terms.limits, time, figures }))
    };
    let runs = contestants.iter().map(run).collect::<Result<_, _>>()?;
    Ok(Prepared { figures, moves: terms.moves.unwrap_or(MOVES), runs })
}

/// A contestant that plays alone at a table.
struct TableRun {
    game: &'static dyn Entry,
    contestant: Contestant,
    setup: Setup,
    limits: Limits,
    time: AnswerTime,
    figures: &'static [&'static str],
}

impl SoloRun for TableRun {
    fn run(&self, seed: u64, moves: u64, stop: &Stop) -> Result<RunResult, Fault> {
        let setup = Setup { seed, ..self.setup.clone() };
        let mut table = self.game.table(&setup).map_err(|bad| Fault::Unknown(bad.0))?;
        let mut players = [self.contestant.invite(self.game)?];
        let game = TableGame {
            game: self.game,
            setup: &setup,
            opening: &[],
            limits: self.limits,
            time: self.time,
        };
        let most = usize::try_from(moves).unwrap_or(usize::MAX);
        let result = game.play_on(&mut *table, &mut players, &[0], most, stop)?;
        let fault = result.and_then(|result| result.fault);
        Ok(RunResult {
            moves: table.epoch() as u64,
            ended: fault.is_none() && table.outcome().is_some(),
            figures: self.counted(&*table),
            why: fault.as_ref().map(|fault| Words::new(fault.why.clone(), fault.why.clone())),
            fault: fault.map(|fault| fault.kind),
        })
    }
}

impl TableRun {
    fn counted(&self, table: &dyn Table) -> Vec<f64> {
        let view = table.view(None);
        let figure = |name: &&str| view.get(*name).and_then(Value::as_f64).unwrap_or_default();
        self.figures.iter().map(figure).collect()
    }
}
