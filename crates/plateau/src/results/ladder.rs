//! The result of a ladder of contestants who met: text, JSON, comma-separated lines, and a page with charts.

use std::io::Write;

use arena::chart::{self, Dot, escaped};
use arena::exact::ExactErrors;
use arena::ladder::{Ladder, LadderFormat, LadderReport};
use arena::stats::{Encounter, Rating};
use arena::{Meeting, OpeningSource};
use game::Lang;
use serde_json::{Value, json};

use super::{Output, matches, page, pick};
use crate::failure::Failure;

/// How a part of the report is written.
pub trait Shown {
    /// Writes it.
    fn write(&self, out: &mut dyn Write, output: Output) -> Result<(), Failure>;
    /// The same as a page with charts.
    fn html(&self) -> String;
}

/// A ladder to be shown.
pub struct LadderPage<'a> {
    /// What was asked for.
    pub ladder: &'a Ladder,
    /// What came of it.
    pub report: &'a LadderReport,
    /// How far each is from perfection, if that was asked for.
    pub exact: Option<Vec<ExactErrors>>,
    /// The contestant that the scale stands on, and its rating.
    pub anchor: (usize, f64),
    /// For whom.
    pub lang: Lang,
}

impl LadderPage<'_> {
    fn say<'t>(&self, en: &'t str, fr: &'t str) -> &'t str {
        pick(self.lang, en, fr)
    }

    fn ratings(&self) -> Vec<Rating> {
        self.report.ratings.anchored(self.anchor.0, self.anchor.1)
    }

    /// The contestants from the strongest to the weakest.
    fn order(&self) -> Vec<usize> {
        let ratings = self.ratings();
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
        order
    }

    /// What is rated, and in how many games.
    fn title(&self) -> String {
        let rules = &self.ladder.rules;
        let about = rules.game.about();
        let variant = match &rules.setup.variant {
            Some(id) => about.variants.iter().find(|variant| variant.id == id),
            None => about.variants.first().filter(|_| rules.meeting == Meeting::Table),
        };
        let name = about.name.get(self.lang);
        match variant {
            Some(variant) => format!("{name}, {}", variant.name.get(self.lang)),
            None => name.to_owned(),
        }
    }

    fn summary(&self) -> String {
        let stats = &self.report.stats;
        let (played, different) = (stats.played, stats.different);
        let seed = self.ladder.rules.setup.seed;
        let mut text = match self.lang {
            Lang::En => format!("{played} games, {different} of them different, seed {seed}"),
            Lang::Fr => format!("{played} parties, dont {different} différentes, graine {seed}"),
        };
        if !self.report.complete {
            text.push_str(self.say("; stopped before its end", " ; arrêté avant la fin"));
        }
        text
    }

    /// Under which conditions they met, for whoever reads the figures.
    fn conditions(&self) -> String {
        let rules = &self.ladder.rules;
        let limits = &rules.limits;
        let mut parts = vec![match (limits.time, limits.cpu, limits.nodes) {
            (Some(time), ..) => {
                format!("{} {}", time.as_millis(), self.say("ms a move", "ms par coup"))
            }
            (_, Some(cpu), _) => {
                let unit = self.say("ms of CPU time a move", "ms de processeur par coup");
                format!("{} {unit}", cpu.as_millis())
            }
            (.., Some(nodes)) => {
                let unit = self
                    .say("positions or simulations a move", "positions ou simulations par coup");
                format!("{nodes} {unit}")
            }
            _ if limits.own_cpu => self
                .say(
                    "every level its own budget, its time counted as the processor’s",
                    "à chaque niveau son budget, son temps compté en temps de processeur",
                )
                .to_owned(),
            _ => self.say("every level its own budget", "à chaque niveau son budget").to_owned(),
        }];
        if rules.meeting == Meeting::Table {
            parts.push(match &rules.openings {
                OpeningSource::Random(0) => {
                    self.say("no opening moves", "sans ouverture").to_owned()
                }
                OpeningSource::Random(plies) => {
                    let what = self.say("random moves first", "coups d’ouverture au hasard");
                    format!("{plies} {what}")
                }
                OpeningSource::Listed(list) => {
                    let what = self.say("openings from a file", "ouvertures d’un fichier");
                    format!("{} {what}", list.len())
                }
            });
        }
        if let Some(moves) = rules.moves {
            parts.push(match self.lang {
                Lang::En => format!("duels of at most {moves} moves each"),
                Lang::Fr => format!("duels d’au plus {moves} coups chacun"),
            });
        }
        let options = rules.setup.options.iter();
        parts.extend(options.map(|(name, value)| match value {
            Value::String(text) => format!("{name}={text}"),
            other => format!("{name}={other}"),
        }));
        parts.push(page::program());
        parts.join(" · ")
    }

    /// How far a rating may be off; of one that is held, that it was given.
    fn error_text(&self, one: usize, error: Option<f64>) -> String {
        match error {
            Some(error) => format!("{error:.0}"),
            None if self.ladder.is_held(one) => self.say("given", "donné").to_owned(),
            None => "?".to_owned(),
        }
    }

    /// What the scale stands on.
    fn scale(&self) -> String {
        let set = |&(one, at): &(usize, f64)| {
            let name = &self.report.contestants[one];
            format!("{name} {} {at}", self.say("set to", "posé à"))
        };
        match &self.ladder.held[..] {
            [] => set(&self.anchor),
            held => held.iter().map(set).collect::<Vec<_>>().join(", "),
        }
    }

    /// What the figures mean.
    fn legend(&self) -> String {
        let scale = self.scale();
        let model = match self.ladder.rules.sides() {
            Ok(2) => self.say(
                "Elo (Bradley and Terry, a draw half a win)",
                "Elo (Bradley-Terry, nulle = demi-gain)",
            ),
            _ => self.say("Plackett and Luce on Elo's scale", "Plackett-Luce à l’échelle Elo"),
        };
        let field = match self.ladder.format {
            _ if !self.ladder.held.is_empty() => self.say("these", "à ceux-ci"),
            LadderFormat::RoundRobin => self.say("the field", "au groupe"),
            LadderFormat::Gauntlet(_) => {
                self.say("all that it has met", "à tous ceux qu’il a rencontrés")
            }
        };
        match self.lang {
            Lang::En => format!(
                "Ratings: {model}, maximum likelihood over all games, {scale}. ± is where the distance to \
                 {field} lies with 95% confidence, from whole rounds: every opening was played from all sides. Lead: the \
                 distance to the next weaker one, with its own ±. Score: the share of first places."
            ),
            Lang::Fr => format!(
                "Classement : {model}, maximum de vraisemblance sur toutes les parties, {scale}. ± dit où se \
                 trouve l’écart {field}, à 95 %, d’après des séries entières : chaque ouverture a été jouée de tous les \
                 côtés. Avance : l’écart au suivant, plus faible, avec son propre ±. Score : la part des premières places."
            ),
        }
    }

    fn head(&self) -> [&'static str; 11] {
        match self.lang {
            Lang::En => [
                "contestant",
                "rating",
                "± 95%",
                "lead",
                "games",
                "score",
                "draws",
                "ms/move",
                "nodes/move",
                "late",
                "faults",
            ],
            Lang::Fr => [
                "concurrent",
                "Elo",
                "± 95 %",
                "avance",
                "parties",
                "score",
                "nulles",
                "ms/coup",
                "nœuds/coup",
                "retards",
                "fautes",
            ],
        }
    }

    /// A row for each contestant, strongest first.
    fn rows(&self) -> Vec<Vec<String>> {
        let (ratings, order) = (self.ratings(), self.order());
        let row = |(rank, &one): (usize, &usize)| {
            let standing = &self.report.stats.standings[one];
            let games = standing.games();
            let percent = |part: f64| format!("{:.1}%", 100.0 * part);
            let spent = &standing.spent;
            let each = |sum: f64, places: usize| match spent.moves {
                0 => "-".to_owned(),
                moves => format!("{:.places$}", sum / moves as f64),
            };
            vec![
                self.report.contestants[one].clone(),
                format!("{:.0}", ratings[one].elo),
                self.error_text(one, ratings[one].error),
                order.get(rank + 1).map_or_else(String::new, |&next| self.lead(one, next)),
                games.to_string(),
                standing.scores.mean().map_or("-".into(), percent),
                if games == 0 {
                    "-".into()
                } else {
                    percent(f64::from(standing.draws) / f64::from(games))
                },
                each(spent.time, 1),
                if spent.nodes == 0 { "-".into() } else { each(spent.nodes as f64, 0) },
                spent.overruns.to_string(),
                standing.faults.to_string(),
            ]
        };
        order.iter().enumerate().map(row).collect()
    }

    /// By how much one is stronger than another. Of neighbours that is known better than where either stands.
    fn lead(&self, one: usize, other: usize) -> String {
        let Rating { elo, error } = self.report.ratings.difference(one, other);
        // The distance of two whose ratings are given was not measured here.
        if self.ladder.is_held(one) && self.ladder.is_held(other) {
            return format!("{elo:.0}");
        }
        format!("{elo:.0} ± {}", error.map_or("?".into(), |error| format!("{error:.0}")))
    }

    /// What a move gives away, a row for each contestant.
    fn exact_rows(&self, exact: &[ExactErrors]) -> Vec<Vec<String>> {
        let row = |one: usize| {
            let errors = &exact[one];
            let percent = |part: f64| format!("{:.2}%", 100.0 * part);
            let mistakes = errors.mistakes as f64 / errors.moves.max(1) as f64;
            vec![
                self.report.contestants[one].clone(),
                errors.moves.to_string(),
                errors.a_move().map_or("-".into(), percent),
                if errors.moves == 0 { "-".into() } else { percent(mistakes) },
            ]
        };
        self.order().into_iter().map(row).collect()
    }

    /// What is to be said where the solver could judge nothing.
    fn exact_note(&self, exact: &[ExactErrors]) -> Option<&'static str> {
        exact.iter().all(|one| one.moves == 0).then(|| {
            pick(
                self.lang,
                "The exact solver could judge none of these moves: this board is too large for it, or the games were too short.",
                "Le solveur exact n’a pu juger aucun de ces coups : plateau trop grand pour lui, ou parties trop courtes.",
            )
        })
    }

    fn exact_head(&self) -> [&'static str; 4] {
        match self.lang {
            Lang::En => ["against perfect play", "moves judged", "given away a move", "mistakes"],
            Lang::Fr => ["face au jeu parfait", "coups jugés", "perte par coup", "erreurs"],
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}: {}", self.title(), self.summary())?;
        writeln!(out, "{}", self.conditions())?;
        if self.report.stats.played == 0 {
            let nothing = "no game was played: nothing is known";
            return Ok(writeln!(
                out,
                "{}",
                self.say(nothing, "aucune partie jouée : on ne sait rien")
            )?);
        }
        super::write_table(out, &self.head(), &self.rows())?;
        writeln!(out)?;
        writeln!(
            out,
            "{}",
            self.say(
                "row against column, % of games ahead, a shared place half",
                "ligne contre colonne, % de parties devant, place partagée = moitié"
            )
        )?;
        let order = self.order();
        let table = self.report.stats.cross_table();
        let mut head = vec![String::new()];
        head.extend((1..=order.len()).map(|rank| rank.to_string()));
        let rows: Vec<Vec<String>> = order
            .iter()
            .enumerate()
            .map(|(rank, &one)| {
                let mut row = vec![format!("{} {}", rank + 1, self.report.contestants[one])];
                row.extend(order.iter().map(|&other| cell(&table[one][other])));
                row
            })
            .collect();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        super::write_table(out, &head, &rows)?;
        if let Some(exact) = &self.exact {
            writeln!(out)?;
            super::write_table(out, &self.exact_head(), &self.exact_rows(exact))?;
            if let Some(note) = self.exact_note(exact) {
                writeln!(out, "{note}")?;
            }
        }
        let stats = &self.report.stats;
        matches::write_repeats(out, stats.played, stats.different, self.lang)?;
        matches::write_faults(out, &self.report.contestants, &self.report.games, self.lang)
    }

    /// By how much one is stronger than each of the others, by name.
    fn leads(&self, one: usize) -> Value {
        let lead = |(other, name): (usize, &String)| {
            let Rating { elo, error } = self.report.ratings.difference(one, other);
            (name.clone(), json!({ "elo": elo, "error_95": error }))
        };
        let others = self.report.contestants.iter().enumerate().filter(|&(other, _)| other != one);
        Value::Object(others.map(lead).collect())
    }

    fn json(&self) -> Value {
        let ratings = self.ratings();
        let rules = &self.ladder.rules;
        let contestants: Vec<Value> = self
            .order()
            .into_iter()
            .map(|one| {
                let name = &self.report.contestants[one];
                let mut json = matches::standing_json(name, &self.report.stats.standings[one]);
                json["spent"] = matches::spent_json(name, &self.report.stats.standings[one]);
                json["rating"] = json!(ratings[one].elo);
                json["error_95"] = json!(ratings[one].error);
                json["above"] = self.leads(one);
                if let Some(exact) = &self.exact {
                    json["exact"] = json!(exact[one]);
                    json["exact"]["given_away_per_move"] = json!(exact[one].a_move());
                }
                json
            })
            .collect();
        let table = self.report.stats.cross_table();
        let names = &self.report.contestants;
        let cross: Vec<Value> = (0..names.len())
            .flat_map(|one| (0..names.len()).map(move |other| (one, other)))
            .filter(|&(one, other)| table[one][other].games > 0)
            .map(|(one, other)| {
                let Encounter { games, ahead, level } = table[one][other];
                json!({ "first": names[one], "second": names[other], "games": games, "ahead": ahead, "level": level })
            })
            .collect();
        json!({
            "game": rules.game.about().id, "variant": rules.setup.variant,
            "options": rules.setup.options, "seed": rules.setup.seed, "conditions": self.conditions(),
            "complete": self.report.complete, "played": self.report.stats.played,
            "different_games": self.report.stats.different, "contestants": contestants,
            "cross_table": cross, "games": self.report.games,
        })
    }
}

fn cell(encounter: &Encounter) -> String {
    encounter.share().map_or("·".into(), |share| format!("{:.0}", 100.0 * share))
}

impl Shown for LadderPage<'_> {
    fn write(&self, mut out: &mut dyn Write, output: Output) -> Result<(), Failure> {
        match output {
            Output::Text => self.write_text(out),
            Output::Csv => matches::write_csv(out, &self.report.contestants, &self.report.games),
            Output::Json => {
                serde_json::to_writer_pretty(&mut out, &self.json())?;
                Ok(writeln!(out)?)
            }
        }
    }

    fn html(&self) -> String {
        let (ratings, order) = (self.ratings(), self.order());
        let names: Vec<String> =
            order.iter().map(|&one| self.report.contestants[one].clone()).collect();
        let dots: Vec<Dot> = order
            .iter()
            .zip(&names)
            .map(|(&one, name)| Dot {
                name: name.clone(),
                value: ratings[one].elo,
                error: ratings[one].error,
            })
            .collect();
        let heading =
            |en: &str, fr: &str| format!("<h2>{}</h2>\n", escaped(pick(self.lang, en, fr)));
        let mut content = format!(
            "<p>{}.</p>\n<p class=\"soft\">{}</p>\n",
            escaped(&self.summary()),
            escaped(&self.conditions())
        );
        content.push_str(&heading("Ratings", "Classement"));
        content.push_str(&page::chart(&chart::dots(&dots, "Elo")));
        content.push_str(&page::table(&self.head(), &self.rows()));
        content.push_str(&format!("<p class=\"soft\">{}</p>\n", escaped(&self.legend())));
        content.push_str(&heading(
            "Row against column: % of games ahead, a shared place half",
            "Ligne contre colonne : % de parties devant, place partagée = moitié",
        ));
        let table = self.report.stats.cross_table();
        content.push_str(&page::chart(&chart::cross(&names, &|row, column| {
            table[order[row]][order[column]].share()
        })));
        let spent: Vec<(String, f64, f64)> = order
            .iter()
            .filter_map(|&one| {
                let spent = &self.report.stats.standings[one].spent;
                let name = self.report.contestants[one].clone();
                (spent.moves > 0).then(|| (name, spent.time / spent.moves as f64, ratings[one].elo))
            })
            .collect();
        if !spent.is_empty() {
            content.push_str(&heading("Strength by time", "Force selon le temps"));
            let across = self.say("milliseconds a move", "millisecondes par coup");
            content.push_str(&page::chart(&chart::scatter(&spent, across, "Elo")));
        }
        if let Some(exact) = &self.exact {
            content.push_str(&heading("Against perfect play", "Face au jeu parfait"));
            if let Some(note) = self.exact_note(exact) {
                content.push_str(&format!("<p>{}</p>\n", escaped(note)));
            }
            let dots: Vec<Dot> = order
                .iter()
                .filter_map(|&one| {
                    let name = self.report.contestants[one].clone();
                    let value = 100.0 * exact[one].a_move()?;
                    Some(Dot { name, value, error: None })
                })
                .collect();
            let label = self.say("% of a game given away a move", "% d’une partie perdu par coup");
            content.push_str(&page::chart(&chart::dots(&dots, label)));
            content.push_str(&page::table(&self.exact_head(), &self.exact_rows(exact)));
        }
        let mut faults = Vec::new();
        let written = matches::write_faults(
            &mut faults,
            &self.report.contestants,
            &self.report.games,
            self.lang,
        );
        if written.is_ok() && !faults.is_empty() {
            content.push_str(&heading("Faults", "Fautes"));
            let faults = String::from_utf8_lossy(&faults);
            content.push_str(&format!("<pre>{}</pre>\n", escaped(&faults)));
        }
        page::page(&self.title(), self.lang, &content)
    }
}
