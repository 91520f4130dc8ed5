//! The learned value: the chance to come first, from what one sees of a position.

mod cache;
mod features;
mod kingdoms;
mod memory;
mod net;
mod train;

pub use features::Features;
pub(crate) use memory::ValueMemory;
pub use net::{ValueNet, ValueNets};
pub use train::{ValueSample, ValueTrainer};
