//! A computer player at work on a thread of its own, so that the screen never freezes.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Instant;

use catalog::{Bot, Idea, Table};
use search::{Limits, Stop};

/// A bot that thinks. Dropping this stops it.
pub struct Thinking {
    /// When it began.
    pub since: Instant,
    stop: Stop,
    answer: Receiver<(Box<dyn Bot>, Idea)>,
}

/// What has come of it so far.
pub enum Progress {
    /// Nothing yet.
    Waiting,
    /// The bot, back again, and what it thinks.
    Done(Box<dyn Bot>, Idea),
    /// The bot broke down.
    Lost,
}

impl Thinking {
    /// Sets a bot to work on a table of its own.
    pub fn start(mut bot: Box<dyn Bot>, table: Box<dyn Table>) -> Self {
        let stop = Stop::new();
        let (sender, answer) = mpsc::channel();
        let pulled = stop.clone();
        thread::spawn(move || {
            let idea = bot.think(&*table, &Limits::NONE, &pulled, &mut |_| ());
            // Nobody waits any more after an undo.
            let _ = sender.send((bot, idea));
        });
        Self { since: Instant::now(), stop, answer }
    }

    /// Looks, without waiting.
    pub fn progress(&self) -> Progress {
        match self.answer.try_recv() {
            Ok((bot, idea)) => Progress::Done(bot, idea),
            Err(TryRecvError::Empty) => Progress::Waiting,
            Err(TryRecvError::Disconnected) => Progress::Lost,
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.pull();
    }
}
