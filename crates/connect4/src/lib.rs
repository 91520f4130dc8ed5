//! Connect Four: four in line, down, across or aslant.
pub mod solver;
