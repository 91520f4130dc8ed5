//! The expert in a thread of its own: it thinks from the moment that a situation is known until it is told
//! to stop, and answers in between.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::Instant;

use search::Limits;

use crate::guideline::{AttackSearch, AttackWeights, LockedPiece, Situation};
use crate::rules::pieces::Piece;

/// What the thread is told.
enum Order {
    Start(Box<Situation>),
    Play(LockedPiece),
    Add(Piece),
    Stop,
    Suggest(Sender<Option<Suggestion>>),
}

/// What it would do.
#[derive(Clone, Debug, Default)]
pub struct Suggestion {
    /// Placements, best first; none when nothing can be placed.
    pub moves: Vec<LockedPiece>,
    /// Wells looked at since the last placement.
    pub nodes: u64,
    /// Pieces looked ahead.
    pub depth: usize,
}

/// A handle to the thread, which ends with it.
pub struct Thinker {
    orders: Sender<Order>,
}

impl Thinker {
    /// A thread that waits for a situation. It answers as soon as it has looked at the nodes of the limits
    /// or for as long as they say since it knew the situation; without limits, at once. With nodes and no time it
    /// thinks only when it is asked, and so always answers the same.
    pub fn new(limits: Limits, weights: AttackWeights) -> Self {
        let (orders, received) = mpsc::channel();
        thread::spawn(move || ThinkerThread::new(limits, weights).run(&received));
        Self { orders }
    }

    /// Another situation.
    pub fn start(&self, situation: Situation) {
        self.order(Order::Start(Box::new(situation)));
    }

    /// A placement was made.
    pub fn play(&self, placement: LockedPiece) {
        self.order(Order::Play(placement));
    }

    /// Another piece is known to come.
    pub fn add(&self, piece: Piece) {
        self.order(Order::Add(piece));
    }

    /// Forgets the situation.
    pub fn stop(&self) {
        self.order(Order::Stop);
    }

    /// What it would do, as soon as it says so; none when it knows no situation.
    pub fn ask(&self) -> Receiver<Option<Suggestion>> {
        let (sender, answer) = mpsc::channel();
        self.order(Order::Suggest(sender));
        answer
    }

    /// What it would do; none when it knows no situation.
    pub fn suggest(&self) -> Option<Suggestion> {
        self.ask().recv().ok().flatten()
    }

    fn order(&self, order: Order) {
        // The thread lives as long as somebody can give it orders.
        let _ = self.orders.send(order);
    }
}

struct ThinkerThread {
    limits: Limits,
    weights: AttackWeights,
    search: Option<AttackSearch>,
    /// When the present situation became known, and how many wells had been looked at.
    since: (Instant, u64),
    /// Whether there is more to think about.
    busy: bool,
}

impl ThinkerThread {
    fn new(limits: Limits, weights: AttackWeights) -> Self {
        Self { limits, weights, search: None, since: (Instant::now(), 0), busy: false }
    }

    fn run(mut self, orders: &Receiver<Order>) {
        let patient = self.limits.nodes.is_some() && self.limits.time.is_none();
        loop {
            let order = if self.busy && !patient {
                match orders.try_recv() {
                    Err(TryRecvError::Empty) => None,
                    Err(TryRecvError::Disconnected) => return,
                    Ok(order) => Some(order),
                }
            } else {
                match orders.recv() {
                    Err(_) => return,
                    Ok(order) => Some(order),
                }
            };
            match order {
                Some(order) => self.follow(order),
                None => self.think(),
            }
        }
    }

    fn think(&mut self) {
        self.busy = self.search.as_mut().is_some_and(AttackSearch::round);
    }

    fn follow(&mut self, order: Order) {
        match (order, &mut self.search) {
            (Order::Start(situation), _) => {
                self.search = Some(AttackSearch::new(self.weights.clone(), *situation));
                self.renew();
            }
            (Order::Play(placement), Some(search)) => {
                search.advance(placement);
                self.renew();
            }
            (Order::Add(piece), Some(search)) => {
                search.add(piece);
                self.busy = true;
            }
            (Order::Stop, _) => {
                self.search = None;
                self.busy = false;
            }
            (Order::Suggest(answer), _) => {
                let suggestion = self.suggestion();
                // Who asked may have gone.
                let _ = answer.send(suggestion);
            }
            (Order::Play(_) | Order::Add(_), None) => {}
        }
    }

    fn renew(&mut self) {
        self.since = (Instant::now(), self.search.as_ref().map_or(0, AttackSearch::nodes));
        self.busy = true;
    }

    fn suggestion(&mut self) -> Option<Suggestion> {
        let (known, before) = self.since;
        let Limits { time, nodes, .. } = self.limits;
        loop {
            let search = self.search.as_ref()?;
            let looked = search.nodes() - before;
            let enough = match (time, nodes) {
                (None, None) => true,
                (time, nodes) => {
                    time.is_some_and(|time| known.elapsed() >= time)
                        || nodes.is_some_and(|nodes| looked >= nodes)
                }
            };
            if (enough && looked > 0) || !self.busy {
                let moves = search.suggestions();
                let depth = search.line().len();
                return Some(Suggestion { moves, nodes: looked, depth });
            }
            self.think();
        }
    }
}
