//! The learned value: the chance to come first, from what one sees of a position.

mod cache;
mod features;
mod net;
mod train;

pub(crate) use cache::HopeCache;
pub use features::Features;
pub use net::{ValueNet, ValueNets};
pub use train::{ValueSample, ValueTrainer};
