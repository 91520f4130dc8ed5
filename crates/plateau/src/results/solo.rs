//! What contestants reached alone, each mean with its standard error; several stand side by side.

use std::io::Write;

use arena::Mean;
use arena::solo::{SoloOutcomes, figure};
use game::{Lang, Phrase, Words};
use search::RunResult;
use serde_json::{Map, Value, json};

use super::{Output, pick, quoted};
use crate::failure::Failure;
use crate::text;

/// What was played.
pub struct SoloOutput<'a> {
    /// The game's name in commands.
    pub game: &'a str,
    /// The contestants' names.
    pub contestants: Vec<String>,
    /// What is counted.
    pub figures: &'static [&'static str],
    /// What each came to.
    pub outcomes: &'a [SoloOutcomes],
    /// What was said about the rules.
    pub options: Map<String, Value>,
    /// Under which conditions each ran, as far as the game tells.
    pub conditions: Vec<Vec<(Phrase, Words)>>,
    /// What decided all seeds.
    pub seed: u64,
    /// How many runs of each were asked for, if that many.
    pub asked: Option<usize>,
}

impl SoloOutput<'_> {
    /// How many runs each contestant could not go on with.
    pub fn faults(&self) -> impl Iterator<Item = (&str, u32)> {
        let faults = |outcomes: &SoloOutcomes| {
            outcomes.samples.iter().filter(|sample| sample.fault.is_some()).count() as u32
        };
        self.contestants.iter().map(String::as_str).zip(self.outcomes.iter().map(faults))
    }

    /// Writes what several came to.
    pub fn write_all(
        &self,
        out: &mut impl Write,
        output: Output,
        lang: Lang,
    ) -> Result<(), Failure> {
        match output {
            Output::Json => {
                let all: Vec<_> = (0..self.outcomes.len())
                    .map(|one| {
                        let mut json = self.json(one);
                        json["runs"] = json!(self.outcomes[one].samples);
                        json
                    })
                    .collect();
                serde_json::to_writer_pretty(&mut *out, &all)?;
                Ok(writeln!(out)?)
            }
            Output::Csv => self.write_csv(out),
            Output::Text => self.write_side_by_side(out, lang),
        }
    }

    /// Writes what a single one came to.
    pub fn write_one(
        &self,
        out: &mut impl Write,
        output: Output,
        lang: Lang,
    ) -> Result<(), Failure> {
        if output == Output::Json {
            serde_json::to_writer_pretty(&mut *out, &self.json(0))?;
            return Ok(writeln!(out)?);
        }
        let outcomes = &self.outcomes[0];
        let (games, deaths) = (outcomes.samples.len(), outcomes.ended());
        let (name, seed) = (&self.contestants[0], self.seed);
        let said = |en: String, fr: String| match lang {
            Lang::En => en,
            Lang::Fr => fr,
        };
        if let Some(asked) = self.asked.filter(|&asked| games < asked) {
            let stopped = said(
                format!("stopped after {games} of {asked} games"),
                format!("arrêté après {games} parties sur {asked}"),
            );
            writeln!(out, "{stopped}")?;
        }
        let plural = if games == 1 { "" } else { "s" };
        let title = said(
            format!("{name} alone, seed {seed}: {games} game{plural}"),
            format!("{name} seul, graine {seed} : {games} partie{plural}"),
        );
        writeln!(out, "{title}")?;
        let wide = match lang {
            Lang::En => self.widest(lang).max(15) + 7,
            Lang::Fr => self.widest(lang).max(16) + 14,
        };
        let mut row = |en: &str, fr: &str, value: &str| {
            writeln!(out, "  {:<wide$}{value}", pick(lang, en, fr))
        };
        for (what, how) in &self.conditions[0] {
            row(what.en, what.fr, how.get(lang))?;
        }
        for (index, figure) in self.figures.iter().enumerate() {
            let (mean, best) = (shown(&outcomes.figure(index)), best(&outcomes.samples, index));
            let figure = self.figure_name(figure);
            let at_best = pick(lang, "at best", "au mieux");
            row(
                &format!("mean {}", figure.en),
                &format!("{} en moyenne", figure.fr),
                &format!("{}, {at_best} {best:.0}", lang.number(&mean)),
            )?;
        }
        row("deaths", "parties perdues", &deaths.to_string())?;
        if deaths < games {
            row("broken off", "interrompues", &(games - deaths).to_string())?;
        }
        row("pieces", "pièces", &outcomes.moves().to_string())?;
        let first = self.figures.first().map_or(Phrase::new("", ""), |name| self.figure_name(name));
        row(
            &format!("{} a piece", first.en),
            &format!("{} par pièce", first.fr),
            &lang.number(&format!("{:.2}", per_move(outcomes))),
        )?;
        let rate = lang.number(&text::rate(outcomes.moves(), outcomes.cpu));
        Ok(row("pieces a CPU-second", "pièces par seconde de calcul", &rate)?)
    }

    /// How wide the longest name of a figure is.
    fn widest(&self, lang: Lang) -> usize {
        let names = self.figures.iter().map(|figure| self.figure_name(figure).get(lang));
        names.map(|name| name.chars().count()).max().unwrap_or(0)
    }

    fn figure_name(&self, figure: &'static str) -> Phrase {
        let solo = catalog::find(self.game).ok().and_then(catalog::Entry::solo);
        solo.map_or(Phrase::new(figure, figure), |solo| solo.figure_name(figure))
    }

    fn json(&self, one: usize) -> Value {
        let outcomes = &self.outcomes[one];
        let mut report = json!({
            "game": self.game, "bot": self.contestants[one], "options": self.options,
            "seed": self.seed, "games": outcomes.samples.len(), "deaths": outcomes.ended(),
            "pieces": outcomes.moves(),
        });
        for (what, how) in &self.conditions[one] {
            report["conditions"][what.en] = json!(how.en);
        }
        for (index, name) in self.figures.iter().enumerate() {
            let Mean { mean, error } = outcomes.figure(index);
            report[format!("mean_{name}")] = json!(mean);
            report[format!("error_{name}")] = json!(error);
            report[format!("best_{name}")] = json!(best(&outcomes.samples, index));
            report[format!("total_{name}")] = json!(outcomes.total(index));
            let Mean { mean, error } = outcomes.rate(index);
            report[format!("mean_{name}_per_piece")] = json!(mean);
            report[format!("error_{name}_per_piece")] = json!(error);
        }
        report["points_per_piece"] = json!(per_move(outcomes));
        report["cpu_seconds"] = json!(outcomes.cpu.as_secs_f64());
        let rate = outcomes.moves() as f64 / outcomes.cpu.as_secs_f64().max(1e-9);
        report["pieces_per_cpu_second"] = json!(rate);
        report
    }

    fn write_csv(&self, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out, "run,bot,moves,ended,{},why", self.figures.join(","))?;
        for (name, outcomes) in self.contestants.iter().zip(self.outcomes) {
            for (number, sample) in outcomes.samples.iter().enumerate() {
                let figures: Vec<_> = sample.figures.iter().map(ToString::to_string).collect();
                writeln!(
                    out,
                    "{},{},{},{},{},{}",
                    number + 1,
                    quoted(name),
                    sample.moves,
                    sample.ended,
                    figures.join(","),
                    quoted(sample.why.as_ref().map_or("", |why| why.en.as_ref())),
                )?;
            }
        }
        Ok(())
    }

    /// A column for each contestant, so that they are compared figure by figure.
    fn write_side_by_side(&self, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
        let seed = self.seed;
        let title = match lang {
            Lang::En => format!("each alone on the same seeds, seed {seed}"),
            Lang::Fr => format!("chacun seul, sur les mêmes graines ; graine {seed}"),
        };
        writeln!(out, "{title}")?;
        let played = self.outcomes.iter().map(|outcomes| outcomes.samples.len()).min();
        if let (Some(played), Some(asked)) = (played, self.asked)
            && played < asked
        {
            let stopped = match lang {
                Lang::En => format!("stopped after {played} of {asked} runs"),
                Lang::Fr => format!("arrêté après {played} parties sur {asked}"),
            };
            writeln!(out, "{stopped}")?;
        }
        let wide = |name: &String| name.chars().count() + 2;
        let widths: Vec<usize> = self.contestants.iter().map(|name| wide(name).max(22)).collect();
        let first = match lang {
            Lang::En => self.widest(lang).max(15) + 9,
            Lang::Fr => self.widest(lang).max(21) + 13,
        };
        let mut row = |en: &str, fr: &str, cell: &dyn Fn(usize) -> String| -> Result<(), Failure> {
            let mut line = format!("{:<first$}", pick(lang, en, fr));
            for (one, width) in widths.iter().enumerate() {
                line.push_str(&format!("{:<width$}", cell(one)));
            }
            Ok(writeln!(out, "{}", line.trim_end())?)
        };
        let of = |one: usize| &self.outcomes[one];
        row("", "", &|one| self.contestants[one].clone())?;
        for at in 0..self.conditions.iter().map(Vec::len).max().unwrap_or(0) {
            let Some((what, _)) = self.conditions.iter().find_map(|all| all.get(at)) else { break };
            // In short: what stands before the colon.
            row(what.en, what.fr, &|one| {
                let how = self.conditions[one].get(at).map_or("", |(_, how)| how.get(lang));
                how.split([':', ',']).next().unwrap_or_default().trim().to_owned()
            })?;
        }
        row("runs", "parties", &|one| of(one).samples.len().to_string())?;
        row("ended", "terminées", &|one| of(one).ended().to_string())?;
        let fault = |sample: &&RunResult| sample.fault.is_some();
        row("could not go on", "interrompues par une faute", &|one| {
            of(one).samples.iter().filter(fault).count().to_string()
        })?;
        row("moves", "coups", &|one| of(one).moves().to_string())?;
        for (index, name) in self.figures.iter().enumerate() {
            let Phrase { en, fr } = self.figure_name(name);
            let names = (format!("{en} a run"), format!("{fr} par partie"));
            row(&names.0, &names.1, &|one| lang.number(&shown(&of(one).figure(index))))?;
        }
        for (index, name) in self.figures.iter().enumerate() {
            let Phrase { en, fr } = self.figure_name(name);
            let names = (format!("{en} a move"), format!("{fr} par coup"));
            row(&names.0, &names.1, &|one| lang.number(&shown(&of(one).rate(index))))?;
        }
        row("moves a CPU-second", "coups par seconde de calcul", &|one| {
            lang.number(&text::rate(of(one).moves(), of(one).cpu))
        })?;
        if let Some(warning) = not_comparable(&self.conditions, lang) {
            writeln!(out, "{warning}")?;
        }
        Ok(())
    }
}

/// A warning, if not all contestants ran under the same conditions.
pub fn not_comparable(conditions: &[Vec<(Phrase, Words)>], lang: Lang) -> Option<&'static str> {
    conditions.iter().any(|own| *own != conditions[0]).then(|| {
        pick(
            lang,
            "They played under different conditions, so their figures cannot be compared: give all of them the same \
             with --option.",
            "Les conditions n’étaient pas les mêmes pour tous : leurs chiffres ne se comparent pas. Donner les mêmes à \
             tous avec --option.",
        )
    })
}

/// The first figure a move, all runs together.
fn per_move(outcomes: &SoloOutcomes) -> f64 {
    outcomes.total(0) / outcomes.moves().max(1) as f64
}

fn best(samples: &[RunResult], index: usize) -> f64 {
    samples.iter().map(|sample| figure(sample, index)).fold(0.0, f64::max)
}

/// A mean with its standard error; small numbers with more places.
fn shown(mean: &Mean) -> String {
    let places = if mean.mean.abs() < 10.0 { 3 } else { 1 };
    let error = mean.error.map_or(String::new(), |error| format!(" ± {error:.places$}"));
    format!("{:.places$}{error}", mean.mean)
}
