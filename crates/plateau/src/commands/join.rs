//! `plateau join`: a computer player of ours, or any program, takes a seat at a table of some server.

use std::io::{self, Write};
use std::time::Duration;

use arena::{Contestant, Fault, TablePlayer};
use catalog::{Entry, Setup, Table};
use game::{Lang, Words};
use hyper::Method;
use search::Stop;
use serde_json::{Value, json};

use super::event::{BudgetArgs, ClockArgs};
use crate::failure::Failure;
use crate::http_client::{HttpAnswer, HttpClient};
use crate::interrupt::on_interrupt;
use crate::setup::fresh_seed;

/// How often the table is looked at while others are to move.
const PAUSE: Duration = Duration::from_millis(300);

/// Refusals of a move that came too late to be played, and no fault of the bot's.
const PASSING: [&str; 4] = ["stale-epoch", "not-your-turn", "game-over", "out-of-time"];

/// So often a server that does not answer is asked again.
const TRIES: u32 = 20;

/// Let a level or a program sit at a table of a server
///
/// It takes a free seat and plays until the game is over; Ctrl-C leaves the table. As in: plateau join
/// http://localhost:8421/table/TABLE --bot "python3 bot.py"
#[derive(clap::Args)]
pub struct Args {
    /// The table's address, as the browser shows it
    url: String,

    /// A level of the game, with numbers changed as in hard:depth=6 or not
    #[arg(long, value_name = "L", required_unless_present = "bot", conflicts_with = "bot")]
    level: Option<String>,

    /// A program that speaks the protocol of docs/engine-protocol.md, or one of the game's own as in "gtp:…"
    #[arg(long, value_name = "COMMAND")]
    bot: Option<String>,

    /// The name at the table; that of the level or the program if not given
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// The seat, counted from 1; any free one if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    seat: Option<u8>,

    #[command(flatten)]
    budget: BudgetArgs,

    #[command(flatten)]
    clock: ClockArgs,
}

/// Plays until the game is over.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play(args, lang))
}

async fn play(args: &Args, lang: Lang) -> Result<(), Failure> {
    let mut server = RemoteTable::new(&args.url)?;
    let about = server.ask(Method::GET, "", None).await?;
    let id = about["game"].as_str().unwrap_or_default();
    let game = catalog::find(id)?;
    let contestant = contestant(args, game)?;
    contestant.check(game)?;
    let setup = Setup {
        variant: None,
        options: about["options"].as_object().cloned().unwrap_or_default(),
        seed: 0,
    };
    if let Contestant::Own(level) = &contestant {
        game.check_player(level, Some(&setup))?;
    }
    let start = game.table(&setup)?;
    let hides = start.hides();
    // Whatever is wrong with the program is said before a seat is taken.
    let mut player = contestant.invite(game)?;
    player.begin(&*start, &setup, fresh_seed())?;
    let name = args.name.clone().unwrap_or_else(|| short_name(&contestant));
    let mut wish = json!({ "name": name });
    if let Some(seat) = args.seat {
        wish["seat"] = json!(seat - 1);
    }
    let place = server.ask(Method::PUT, "/players", Some(wish)).await;
    let place = place.map_err(|refusal| match (refusal, args.seat) {
        (JoinRefusal::Code(code, _), Some(seat)) if code == "no-place-free" => {
            Failure::asked(Words::new(
                format!("seat {seat} is not free, or there is none"),
                format!("la place {seat} n’est pas libre, ou n’existe pas"),
            ))
        }
        (refusal, _) => refusal.into(),
    })?;
    server.token = place["token"].as_str().map(str::to_owned);
    let seat = place["seat"].as_u64().unwrap_or_default();
    let mut out = io::stdout();
    writeln!(
        out,
        "{}",
        Words::new(
            format!("{name} sits at seat {}", seat + 1),
            format!("{name} prend la place {}", seat + 1)
        )
        .get(lang)
    )?;
    let stop = Stop::by(on_interrupt()?);
    let joined = Joined { args, game, setup, hides, seat, stop };
    let played = joined.to_the_end(&mut server, &mut *player).await;
    if !matches!(played, Ok(Some(_))) {
        // The seat is free again for somebody who can play.
        let _ = server.ask(Method::DELETE, &format!("/players/{seat}"), None).await;
    }
    if let Some(outcome) = played? {
        let places = outcome["places"].as_array();
        let place = places.and_then(|places| places.get(seat as usize)?.as_u64()).unwrap_or(0);
        let why = outcome["why"][if lang == Lang::Fr { "fr" } else { "en" }].as_str();
        let why = why.unwrap_or_default();
        let words =
            Words::new(format!("place {place}: {why}"), format!("place n° {place} : {why}"));
        writeln!(out, "{}", words.get(lang))?;
    }
    Ok(())
}

/// The level or the program that is asked for.
fn contestant(args: &Args, game: &dyn Entry) -> Result<Contestant, Failure> {
    match (&args.level, &args.bot) {
        (Some(level), _) => Ok(Contestant::Own(level.clone())),
        (None, Some(text)) => match Contestant::parse(game, text) {
            Ok(program @ Contestant::Program { .. }) => Ok(program),
            _ => Ok(Contestant::Program { protocol: "cmd".into(), command: text.clone() }),
        },
        (None, None) => Ok(Contestant::Own(game.usual_level().id.to_owned())),
    }
}

/// A name as tables take them: short, the program without its path.
fn short_name(contestant: &Contestant) -> String {
    let last = contestant.name().split_whitespace().last().unwrap_or("bot");
    last.rsplit('/').next().unwrap_or(last).chars().take(24).collect()
}

/// A seat that was taken.
struct Joined<'a> {
    args: &'a Args,
    game: &'static dyn Entry,
    setup: Setup,
    /// Whether the moves alone do not tell the position.
    hides: bool,
    seat: u64,
    stop: Stop,
}

impl Joined<'_> {
    /// Plays whenever it is the seat's turn. The outcome, or none when it was stopped.
    async fn to_the_end(
        &self,
        server: &mut RemoteTable,
        player: &mut dyn TablePlayer,
    ) -> Result<Option<Value>, Failure> {
        while !self.stop.is_pulled() {
            let view = server.ask(Method::GET, "/view", None).await?;
            if !view["outcome"].is_null() {
                return Ok(Some(view["outcome"].clone()));
            }
            let may = view["legal"].as_array().is_some_and(|legal| !legal.is_empty());
            if !may || view["turn"].as_u64() != Some(self.seat) {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            let (epoch, table) = self.table(server).await?;
            let (limits, time) = (self.args.budget.limits(), self.args.clock.time());
            let chosen = player.choose(&*table, &limits, time.patience(&limits), &self.stop);
            let text = match chosen {
                Ok(answer) => answer.text,
                Err(Fault::Stopped) => return Ok(None),
                Err(fault) => return Err(Failure::Words(fault.words())),
            };
            let action = json!({ "epoch": epoch, "move": text });
            match server.ask(Method::PUT, "/actions", Some(action)).await {
                Ok(_) => {}
                // Somebody took a move back or ended the game meanwhile: look again.
                Err(JoinRefusal::Code(code, _)) if PASSING.contains(&code.as_str()) => {}
                Err(JoinRefusal::Code(_, why)) => {
                    return Err(Failure::Words(Words::new(
                        format!("the move “{text}” was refused: {}", why.en),
                        format!("le coup « {text} » a été refusé : {}", why.fr),
                    )));
                }
                Err(other) => return Err(other.into()),
            }
        }
        Ok(None)
    }

    /// The epoch and the position: from all moves so far, or where things are hidden one that fits what the seat knows.
    async fn table(&self, server: &mut RemoteTable) -> Result<(u64, Box<dyn Table>), Failure> {
        if self.hides {
            let known = server.ask(Method::GET, "/state", None).await?;
            let saved = known["state"].as_str().unwrap_or_default();
            let table = self.game.load(saved).map_err(|bad| Failure::asked(bad.0))?;
            return Ok((known["epoch"].as_u64().unwrap_or_default(), table));
        }
        let actions = server.ask(Method::GET, "/actions", None).await?;
        let mut table = self.game.table(&self.setup)?;
        for action in actions["actions"].as_array().into_iter().flatten() {
            let text = action["move"].as_str().unwrap_or_default();
            table.play(text).map_err(|refused| Failure::refused(text, &refused))?;
        }
        Ok((table.epoch() as u64, table))
    }
}

/// A table of a server, as its API shows it.
struct RemoteTable {
    http: HttpClient,
    path: String,
    token: Option<String>,
}

/// Why a server did not do what it was asked.
enum JoinRefusal {
    /// It said why, with a code.
    Code(String, Words),
    /// It does not answer.
    Unreachable(String),
}

impl From<JoinRefusal> for Failure {
    fn from(refusal: JoinRefusal) -> Self {
        match refusal {
            JoinRefusal::Code(_, words) => Self::Asked(words),
            JoinRefusal::Unreachable(error) => Self::Words(Words::new(
                format!("the server does not answer: {error}"),
                format!("le serveur ne répond pas : {error}"),
            )),
        }
    }
}

impl RemoteTable {
    /// The table of an address such as `https://host/table/ID`.
    fn new(url: &str) -> Result<Self, Failure> {
        let found = url.trim_end_matches('/').split_once("/table/");
        let found = found.filter(|(_, id)| !id.contains('/'));
        let found = found.and_then(|(server, id)| Some((HttpClient::new(server)?, id)));
        let (http, id) = found.ok_or_else(|| {
            Failure::asked(Words::new(
                format!("“{url}” is no table: give its address, as in http://localhost:8421/table/ID"),
                format!("« {url} » n’est pas une table : donner son adresse, comme http://localhost:8421/table/ID"),
            ))
        })?;
        Ok(Self { http, path: format!("/api/tables/{id}"), token: None })
    }

    /// Asks the server, again if it cannot be reached: it may be starting anew.
    async fn ask(
        &mut self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Value, JoinRefusal> {
        let mut tries = 0;
        let path = format!("{}{path}", self.path);
        loop {
            let (token, asked) = (self.token.as_deref(), body.as_ref());
            match self.http.ask(method.clone(), &path, token, asked).await {
                Ok(answer) if answer.status < 300 => return Ok(answer.body),
                Ok(answer) if matches!(answer.status, 429 | 503) && tries < TRIES => {}
                Ok(HttpAnswer { location: Some(location), .. }) => {
                    let there = location.replacen("/api/tables/", "/table/", 1);
                    return Err(JoinRefusal::Code(
                        "moved".into(),
                        Words::new(
                            format!("the server asks you to use another address: {there}"),
                            format!("le serveur demande d’utiliser une autre adresse : {there}"),
                        ),
                    ));
                }
                Ok(HttpAnswer { status, body, .. }) => {
                    let code = body["code"].as_str().unwrap_or_default().to_owned();
                    let words = serde_json::from_value(body["error"].clone());
                    let said = format!("HTTP {status}");
                    let words = words.unwrap_or_else(|_| Words::new(said.clone(), said));
                    return Err(JoinRefusal::Code(code, words));
                }
                // A seat that was never taken is not worth waiting for.
                Err(error) if self.token.is_none() || tries >= TRIES => {
                    return Err(JoinRefusal::Unreachable(error.to_string()));
                }
                Err(_) => {}
            }
            tries += 1;
            tokio::time::sleep(PAUSE).await;
        }
    }
}
