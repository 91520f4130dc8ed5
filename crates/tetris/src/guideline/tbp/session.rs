//! Our expert as a bot for any host. It thinks from `start` on, whatever the host does meanwhile.

use std::io::{self, BufRead, Write};

use search::Limits;

use crate::guideline::tbp::message::{BotInfo, FromBot, FromHost};
use crate::guideline::tbp::thinker::Thinker;
use crate::guideline::{AttackWeights, LockedPiece, Situation};

/// Answers a host until it says `quit` or has no more to say. It answers at once, unless somebody asked for a
/// time or a number of wells.
pub fn serve(
    limits: &Limits,
    weights: AttackWeights,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut bot = TbpSession { thinker: Thinker::new(*limits, weights), situation: None };
    let info = FromBot::Info {
        name: "Plateau".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        author: "the Plateau authors".into(),
        features: Some(Vec::new()),
    };
    say(output, &info)?;
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        if text.is_empty() {
            continue;
        }
        let answer = match serde_json::from_str(&text) {
            Ok(FromHost::Quit) => break,
            Ok(message) => bot.answer(&message),
            Err(error) => Err(format!("not understood: {error}")),
        };
        match answer {
            Ok(None) => {}
            Ok(Some(answer)) => say(output, &answer)?,
            Err(reason) => say(output, &FromBot::Error { reason })?,
        }
    }
    Ok(())
}

fn say(output: &mut dyn Write, message: &FromBot) -> io::Result<()> {
    writeln!(output, "{}", serde_json::to_string(message)?)?;
    output.flush()
}

/// A conversation with a host.
struct TbpSession {
    thinker: Thinker,
    /// What the game has come to; a host's mistakes are found here, before the thinker hears of them.
    situation: Option<Situation>,
}

impl TbpSession {
    fn answer(&mut self, message: &FromHost) -> Result<Option<FromBot>, String> {
        match message {
            FromHost::Rules {} => return Ok(Some(FromBot::Ready)),
            FromHost::Start(start) => {
                let situation = start.situation()?;
                self.thinker.start(situation.clone());
                self.situation = Some(situation);
            }
            FromHost::Stop => {
                self.thinker.stop();
                self.situation = None;
            }
            FromHost::Suggest => {
                let suggestion =
                    self.thinker.suggest().ok_or("there is no situation yet: start first")?;
                let info = BotInfo {
                    nodes: Some(suggestion.nodes as f64),
                    depth: Some(suggestion.depth as f64),
                };
                let moves = suggestion.moves.into_iter().map(Into::into).collect();
                return Ok(Some(FromBot::Suggestion { moves, move_info: info }));
            }
            FromHost::Play { mv } => {
                let placement = LockedPiece::from(*mv);
                let situation = self.situation.as_mut().ok_or("nothing to play in: start first")?;
                if !situation.well.fits(placement.body()) {
                    return Err("the piece has no room there".into());
                }
                situation.place(placement).ok_or(
                    "that piece is neither the present one nor behind hold, or it locks out",
                )?;
                self.thinker.play(placement);
            }
            FromHost::NewPiece { piece } => {
                let situation = self.situation.as_mut().ok_or("no game to add to: start first")?;
                situation.add(*piece);
                self.thinker.add(*piece);
            }
            FromHost::Quit | FromHost::Unknown => {}
        }
        Ok(None)
    }
}
