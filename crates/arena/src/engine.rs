//! An engine: a bot that a host talks to by lines of text.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use catalog::{Bot, Entry, Setup, Table, Unknown};
use search::{Limits, Stop};
use serde_json::Value;

use crate::protocol::{Go, Info, Request};

/// One search: the position, the budget, and the flag that ends it.
type SearchRequest = (Box<dyn Table>, Limits, Stop, Reset);

/// The seed of a new game, if one began since the last search.
type Reset = Option<u64>;

/// Answers a host until it says `quit` or has no more to say; what it asked before the end of its
/// input is still answered. Thinking goes on beside reading, so that `stop`
/// is heard; whatever is wrong with a line is said in an `error` line and changes nothing.
///
/// `player` is the bot's name: one with a network that does not fit a board says so, and does not move there.
pub fn serve<W: Write + Send + 'static>(
    game: &'static dyn Entry,
    (player, bot): (&str, Box<dyn Bot>),
    input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let output = Arc::new(Mutex::new(output));
    let (jobs, inbox) = mpsc::channel();
    let thinker = thread::spawn({
        let output = Arc::clone(&output);
        move || think(bot, &inbox, &output)
    });
    let mut session = EngineSession {
        game,
        unfit: unfit(game, player, &Setup::default()),
        player: player.to_owned(),
        setup: Setup::default(),
        table: game.table(&Setup::default()).map_err(io::Error::other)?,
        from_start: true,
        stop: Stop::new(),
        reset: None,
        output,
        jobs,
    };
    let result = session.converse(input);
    // Dropping the session closes the list of searches, so the thinker ends after the last one.
    drop(session);
    // A bot that panicked has said so on the error stream; the host gets an end of file.
    let _ = thinker.join();
    result
}

struct EngineSession<W> {
    game: &'static dyn Entry,
    player: String,
    /// Why the player cannot play in this setup.
    unfit: Option<Unknown>,
    setup: Setup,
    table: Box<dyn Table>,
    /// Whether the table's record leads from the setup to its position.
    from_start: bool,
    stop: Stop,
    reset: Reset,
    output: Arc<Mutex<W>>,
    jobs: Sender<SearchRequest>,
}

impl<W: Write> EngineSession<W> {
    fn converse(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            // Bytes that are no text make a line that is no request.
            let request = Request::parse(&String::from_utf8_lossy(&line));
            line.clear();
            match request {
                Ok(Some(Request::Quit)) => {
                    self.stop.pull();
                    break;
                }
                Ok(Some(request)) => self.answer(request)?,
                Ok(None) => {}
                Err(bad) => self.say(&format!("error {bad}"))?,
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: Request) -> io::Result<()> {
        match request {
            Request::Ugi => {
                let about = self.game.about();
                self.say(&format!(
                    "id name Plateau {}\nid game {}\nugiok",
                    env!("CARGO_PKG_VERSION"),
                    about.id
                ))
            }
            Request::IsReady => self.say("readyok"),
            Request::NewGame { variant, options, seed } => {
                let options = options.into_iter().map(|(k, v)| (k, Value::from(v))).collect();
                let setup = Setup { variant, options, seed };
                match self.game.table(&setup) {
                    Err(bad) => self.say(&format!("error {bad}")),
                    Ok(table) => {
                        (self.setup, self.table, self.reset) = (setup, table, Some(seed));
                        self.from_start = true;
                        self.unfit = unfit(self.game, &self.player, &self.setup);
                        self.unfit.as_ref().map_or(Ok(()), |bad| self.say(&format!("error {bad}")))
                    }
                }
            }
            Request::Position(moves) => self.position(&moves),
            Request::State(saved) => self.state(&saved),
            Request::Go(go) => self.go(go),
            Request::Stop => {
                self.stop.pull();
                Ok(())
            }
            Request::Show => self.say(self.table.picture(None, game::Lang::En).plain().trim_end()),
            Request::Ask(question, after) => self.say(&question.answer(&*self.table, &after)),
            Request::Quit => Ok(()),
        }
    }

    fn position(&mut self, words: &[String]) -> io::Result<()> {
        // A move of some games has several words.
        let text = words.join(" ");
        let moves = self.table.split_moves(&text);
        // The usual request is the present position and a move or two; only those are played.
        let known = &self.table.record().moves;
        let goes_on = moves.len() >= known.len() && moves[..known.len()] == known[..];
        let mut next = if self.from_start && goes_on {
            self.table.fork()
        } else {
            self.game.table(&self.setup).map_err(io::Error::other)?
        };
        for text in &moves[next.epoch()..] {
            if let Err(refused) = next.play(text) {
                return self.say(&format!("error “{text}”: {refused}"));
            }
        }
        (self.table, self.from_start) = (next, true);
        Ok(())
    }

    fn state(&mut self, saved: &str) -> io::Result<()> {
        match self.game.load(saved) {
            Err(bad) => self.say(&format!("error {bad}")),
            Ok(table) => {
                (self.table, self.from_start) = (table, false);
                Ok(())
            }
        }
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        if let Some(bad) = &self.unfit {
            return self.say(&format!("error {bad}"));
        }
        self.stop = Stop::new();
        let job = (self.table.fork(), go.into(), self.stop.clone(), self.reset.take());
        if self.jobs.send(job).is_err() {
            return self.say("error the player has stopped working");
        }
        Ok(())
    }

    fn say(&self, text: &str) -> io::Result<()> {
        say(&self.output, text)
    }
}

fn unfit(game: &dyn Entry, player: &str, setup: &Setup) -> Option<Unknown> {
    game.check_player(player, Some(setup)).err()
}

fn think<W: Write>(mut bot: Box<dyn Bot>, jobs: &Receiver<SearchRequest>, output: &Mutex<W>) {
    for (table, limits, stop, reset) in jobs {
        if let Some(seed) = reset {
            bot.reset(seed);
        }
        let start = Instant::now();
        let idea = bot.think(&*table, &limits, &stop, &mut |idea| {
            // A host that cannot be told any more does not wait for an answer.
            if say(output, &Info::line(idea, start.elapsed())).is_err() {
                stop.pull();
            }
        });
        let best = idea.best.as_deref().unwrap_or("none");
        let _ = say(output, &format!("{}\nbestmove {best}", Info::line(&idea, start.elapsed())));
    }
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut output: MutexGuard<'_, W> = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}
