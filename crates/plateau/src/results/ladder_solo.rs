//! The result of a ladder of contestants who played alone: means with their errors.

use std::io::Write;

use arena::Mean;
use arena::chart::{self, Dot, escaped};
use arena::ladder::SoloReport;
use arena::solo::SoloOutcomes;
use catalog::Entry;
use game::{Lang, Phrase, Words};
use serde_json::{Value, json};

use super::ladder::Shown;
use super::{Output, page, pick, quoted, solo};
use crate::failure::Failure;

/// A ladder of solo runs to be shown.
pub struct SoloPage<'a> {
    /// The game.
    pub game: &'static dyn Entry,
    /// The contestants' names.
    pub names: Vec<String>,
    /// What is counted.
    pub figures: &'static [&'static str],
    /// What each came to.
    pub report: &'a SoloReport,
    /// Under which conditions each ran, as far as the game tells.
    pub conditions: Vec<Vec<(Phrase, Words)>>,
    /// The moves after which a run was broken off, if there was such an end.
    pub moves: Option<u64>,
    /// What decided all seeds.
    pub seed: u64,
    /// For whom.
    pub lang: Lang,
}

impl SoloPage<'_> {
    /// How many runs each could not go on with.
    pub fn faults(&self) -> impl Iterator<Item = (&str, u32)> {
        let faults = |outcomes: &SoloOutcomes| {
            outcomes.samples.iter().filter(|sample| sample.fault.is_some()).count() as u32
        };
        self.names.iter().map(String::as_str).zip(self.report.outcomes.iter().map(faults))
    }

    /// From best to worst by the first figure.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let mean = |one: usize| self.report.outcomes[one].figure(0).mean;
        order.sort_by(|&a, &b| mean(b).total_cmp(&mean(a)));
        order
    }

    fn head(&self) -> Vec<&str> {
        let own = match self.lang {
            Lang::En => ["contestant", "runs", "moves"],
            Lang::Fr => ["concurrent", "parties", "coups"],
        };
        let faults = pick(self.lang, "faults", "fautes");
        own.into_iter().chain(self.figures.iter().copied()).chain([faults]).collect()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let faults: Vec<u32> = self.faults().map(|(_, faults)| faults).collect();
        let row = |one: usize| {
            let outcomes = &self.report.outcomes[one];
            let mut row = vec![self.names[one].clone()];
            row.push(outcomes.samples.len().to_string());
            row.push(outcomes.moves().to_string());
            for index in 0..self.figures.len() {
                let Mean { mean, error } = outcomes.figure(index);
                row.push(chart::with_error(mean, error.map(|error| 1.96 * error)));
            }
            row.push(faults[one].to_string());
            row
        };
        self.order().into_iter().map(row).collect()
    }

    fn summary(&self) -> String {
        let (name, seed) = (self.game.about().name.get(self.lang), self.seed);
        let mut text = match self.lang {
            Lang::En => format!("{name}, each alone on the same seeds, seed {seed}; ± is 95%"),
            Lang::Fr => {
                format!("{name}, chacun seul sur les mêmes graines, graine {seed} ; ± à 95 %")
            }
        };
        if !self.report.complete {
            text += pick(self.lang, "; stopped before its end", " ; arrêté avant la fin");
        }
        text
    }

    /// Under which conditions they ran, for whoever reads the figures.
    fn conditions(&self) -> String {
        let mut parts = Vec::new();
        for (at, (what, how)) in self.conditions.first().into_iter().flatten().enumerate() {
            let same =
                self.conditions.iter().all(|own| own.get(at).is_some_and(|own| own.1 == *how));
            if same {
                parts.push(format!("{} {}", what.get(self.lang), how.get(self.lang)));
            }
        }
        if let Some(moves) = self.moves {
            parts.push(match self.lang {
                Lang::En => format!("each run stopped after {moves} moves"),
                Lang::Fr => format!("chaque partie arrêtée après {moves} coups"),
            });
        }
        parts.push(page::program());
        parts.join(" · ")
    }

    fn json(&self) -> Value {
        let contestant = |one: usize| {
            let outcomes = &self.report.outcomes[one];
            let mut json = json!({
                "bot": self.names[one], "games": outcomes.samples.len(), "moves": outcomes.moves(),
                "runs": outcomes.samples,
            });
            for (index, name) in self.figures.iter().enumerate() {
                let Mean { mean, error } = outcomes.figure(index);
                json[format!("mean_{name}")] = json!(mean);
                json[format!("error_95_{name}")] = json!(error.map(|error| 1.96 * error));
            }
            for (what, how) in &self.conditions[one] {
                json["conditions"][what.en] = json!(how.en);
            }
            json
        };
        let list: Vec<Value> = self.order().into_iter().map(contestant).collect();
        json!({
            "game": self.game.about().id, "seed": self.seed, "moves": self.moves,
            "complete": self.report.complete, "figures": self.figures, "contestants": list,
        })
    }

    fn write_csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "bot,run,moves,ended,{},why", self.figures.join(","))?;
        for (name, outcomes) in self.names.iter().zip(&self.report.outcomes) {
            for (run, sample) in outcomes.samples.iter().enumerate() {
                let figures: Vec<String> = sample.figures.iter().map(ToString::to_string).collect();
                let why = sample.why.as_ref().map_or("", |why| why.en.as_ref());
                let (moves, ended) = (sample.moves, sample.ended);
                let figures = figures.join(",");
                writeln!(
                    out,
                    "{},{},{moves},{ended},{figures},{}",
                    quoted(name),
                    run + 1,
                    quoted(why)
                )?;
            }
        }
        Ok(())
    }
}

impl Shown for SoloPage<'_> {
    fn write(&self, mut out: &mut dyn Write, output: Output) -> Result<(), Failure> {
        match output {
            Output::Text => {
                writeln!(out, "{}", self.summary())?;
                writeln!(out, "{}", self.conditions())?;
                super::write_table(out, &self.head(), &self.rows())?;
                match solo::not_comparable(&self.conditions, self.lang) {
                    Some(warning) => Ok(writeln!(out, "{warning}")?),
                    None => Ok(()),
                }
            }
            Output::Csv => self.write_csv(out),
            Output::Json => {
                serde_json::to_writer_pretty(&mut out, &self.json())?;
                Ok(writeln!(out)?)
            }
        }
    }

    fn html(&self) -> String {
        let mut content = format!(
            "<p>{}.</p>\n<p class=\"soft\">{}</p>\n",
            escaped(&self.summary()),
            escaped(&self.conditions())
        );
        if let Some(warning) = solo::not_comparable(&self.conditions, self.lang) {
            content.push_str(&format!("<p>{}</p>\n", escaped(warning)));
        }
        for (index, name) in self.figures.iter().enumerate() {
            let dots: Vec<Dot> = self
                .order()
                .into_iter()
                .map(|one| {
                    let Mean { mean, error } = self.report.outcomes[one].figure(index);
                    let error = error.map(|error| 1.96 * error);
                    Dot { name: self.names[one].clone(), value: mean, error }
                })
                .collect();
            content.push_str(&format!("<h2>{}</h2>\n", escaped(name)));
            content.push_str(&page::chart(&chart::dots(&dots, name)));
        }
        content.push_str(&page::table(&self.head(), &self.rows()));
        page::page(self.game.about().name.get(self.lang), self.lang, &content)
    }
}
