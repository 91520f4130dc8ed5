//! Runs a bot on a thread of its own, so that the screen never freezes.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Instant;

use catalog::{Bot, Idea, Table};
use search::{Limits, Stop};

/// A bot that is thinking. Dropping this stops it.
pub struct Thinking {
    /// When it began.
    pub since: Instant,
    stop: Stop,
    answer: Receiver<(Box<dyn Bot>, Idea)>,
}

/// The state of a bot's thread.
pub enum ThinkingStatus {
    /// It is still thinking.
    Waiting,
    /// It is done: the bot and its idea.
    Done(Box<dyn Bot>, Idea),
    /// Its thread panicked.
    Lost,
}

impl Thinking {
    /// Starts a bot on a copy of the table.
    pub fn start(mut bot: Box<dyn Bot>, table: Box<dyn Table>) -> Self {
        let stop = Stop::new();
        let (sender, answer) = mpsc::channel();
        let pulled = stop.clone();
        thread::spawn(move || {
            let idea = bot.think(&*table, &Limits::NONE, &pulled, &mut |_| ());
            // After an undo nobody receives it.
            let _ = sender.send((bot, idea));
        });
        Self { since: Instant::now(), stop, answer }
    }

    /// The state now, without waiting.
    pub fn status(&self) -> ThinkingStatus {
        match self.answer.try_recv() {
            Ok((bot, idea)) => ThinkingStatus::Done(bot, idea),
            Err(TryRecvError::Empty) => ThinkingStatus::Waiting,
            Err(TryRecvError::Disconnected) => ThinkingStatus::Lost,
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.pull();
    }
}
