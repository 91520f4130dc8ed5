//! How Monte Carlo searches play a game to its end.

pub(crate) mod greedy;
mod shortest_path;

pub(crate) use shortest_path::ShortestPathPlayout;
