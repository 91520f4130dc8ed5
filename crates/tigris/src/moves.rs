//! The moves: every decision of a seat.

use crate::bits::Square;
use crate::pieces::Colour;

/// One decision. Its text, here beside it, is what [`Display`](std::fmt::Display) writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// `tile red d5`: lays a tile from the hand.
    Tile(Colour, Square),
    /// `leader black d5`: places a leader, or moves it there.
    Leader(Colour, Square),
    /// `withdraw black`: takes a leader back from the board.
    Withdraw(Colour),
    /// `catastrophe d5`: destroys a tile and its space, or an empty space.
    Catastrophe(Square),
    /// `swap red red blue`: throws away so many tiles of each colour and draws as many.
    Swap([u8; 4]),
    /// `pass`: lets one action go by.
    Pass,
    /// `support 2`: adds so many tiles from the hand to a conflict.
    Support(u8),
    /// `war green`: the war of this colour is fought next.
    War(Colour),
    /// `build red-blue d5`: puts a monument on the square whose top left this is.
    Build(u8, Square),
    /// `decline`: builds nothing.
    Decline,
    /// `take d5`: takes the treasure that lies there.
    Take(Square),
}
