//! The ladder of computer players, weakest first.
