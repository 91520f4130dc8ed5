//! Networks for any game that can be written as numbers ([`game::Encoding`]). A network is a safetensors file with a
//! policy and a value; [`Puct`] searches with it, [`self_play`] plays games to learn from, and [`Fit`] learns.

mod cache;
mod fit;
mod net;
mod player;
mod puct;
mod self_play;

pub use cache::load;
pub use fit::{Fit, Losses};
pub use net::{BadNet, Evaluated, NetShape, PolicyValueNet};
pub use player::{LEVEL, NetPlayer, parameters};
pub use puct::{Puct, PuctOptions, Searched};
pub use self_play::{Episode, Position, SelfPlayOptions, self_play};
