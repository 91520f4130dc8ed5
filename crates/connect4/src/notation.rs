//! Positions as text: `7x6 7/7/7/7/3o3/2xxo2 4` is the size, the rows from the top (`x` the first
//! seat, `o` the second, numbers for empty squares in a row), and the column played last or `-`.

use game::{BadPosition, Game};

use crate::shape::BoardShape;
use crate::{Column, Connect4};

const SEATS: [char; 2] = ['x', 'o'];

impl Connect4 {
    pub(crate) fn to_text(&self) -> String {
        let mut text = format!("{}x{} ", self.width(), self.height());
        for row in (0..self.height()).rev() {
            let mut empty = 0;
            for column in 0..self.width() {
                match self.disc(column, row) {
                    None => empty += 1,
                    Some(seat) => {
                        push_empty(&mut text, &mut empty);
                        text.push(SEATS[seat.index()]);
                    }
                }
            }
            push_empty(&mut text, &mut empty);
            text.push(if row == 0 { ' ' } else { '/' });
        }
        match self.last {
            0 => text.push('-'),
            last => {
                let column = last.trailing_zeros() / u32::from(self.height());
                text.push_str(&Column(column as u8).to_string());
            }
        }
        text
    }

    pub(crate) fn from_text(text: &str) -> Result<Self, BadPosition> {
        let mut parts = text.split_whitespace();
        let (Some(size), Some(rows), Some(last), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(BadPosition::new(
                "a position is written as in “7x6 7/7/7/7/3o3/2xxo2 4”",
                "une position s’écrit comme « 7x6 7/7/7/7/3o3/2xxo2 4 »",
            ));
        };
        let shape = read_size(size)?;
        let stones = read_rows(shape, rows)?;
        let [first, second] = stones.map(u64::count_ones);
        if first != second && first != second + 1 {
            return Err(BadPosition::new(
                format!("{first} discs against {second}: the first seat has as many, or one more"),
                format!("{first} jetons contre {second} : le premier en a autant, ou un de plus"),
            ));
        }
        let mover = (first - second) as u8;
        let last = read_last(shape, stones, mover, last)?;
        // The last disc made the four, if there is one: without it there was none.
        let before = [stones[0] & !last, stones[1] & !last];
        if before.iter().any(|&stones| shape.has_four(stones)) {
            return Err(BadPosition::new(
                "there were four in a row before the last disc",
                "il y avait quatre jetons alignés avant le dernier",
            ));
        }
        let won = stones.iter().any(|&stones| shape.has_four(stones));
        Ok(Self { shape, stones, last, mover, won })
    }
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

fn read_size(text: &str) -> Result<&'static BoardShape, BadPosition> {
    let (width, height) = text.split_once('x').unwrap_or_default();
    width.parse().ok().zip(height.parse().ok()).and_then(|(w, h)| BoardShape::of(w, h)).ok_or_else(
        || {
            BadPosition::new(
                format!("“{text}” is no size of a board: write it as in 7x6"),
                format!("« {text} » n’est pas une taille de grille : écrivez-la comme 7x6"),
            )
        },
    )
}

fn read_rows(shape: &BoardShape, text: &str) -> Result<[u64; 2], BadPosition> {
    let wrong_rows = || {
        let (width, height) = (shape.width, shape.height);
        BadPosition::new(
            format!("the board has {height} rows of {width} squares, “{text}” has others"),
            format!("la grille a {height} rangées de {width} cases, pas « {text} »"),
        )
    };
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(shape.height) {
        return Err(wrong_rows());
    }
    let mut stones = [0u64; 2];
    for (row, text) in rows.iter().rev().enumerate() {
        let mut column = 0usize;
        let mut rest = *text;
        while let Some(letter) = rest.chars().next() {
            if let Some(seat) = SEATS.iter().position(|&seat| seat == letter) {
                if column >= usize::from(shape.width) {
                    return Err(wrong_rows());
                }
                stones[seat] |= 1 << (column * usize::from(shape.height) + row);
                column += 1;
                rest = &rest[1..];
            } else {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let empty: u8 = rest[..digits].parse().map_err(|_| wrong_rows())?;
                column += usize::from(empty);
                rest = &rest[digits..];
            }
        }
        if column != usize::from(shape.width) {
            return Err(wrong_rows());
        }
    }
    let taken = stones[0] | stones[1];
    let held_up = (taken << 1) | shape.bottom;
    if taken & !held_up != 0 {
        return Err(BadPosition::new(
            "a disc hangs in the air: every column fills from the bottom",
            "un jeton flotte en l’air : chaque colonne se remplit par le bas",
        ));
    }
    Ok(stones)
}

/// The square of the last disc, which the seat that is not to move has on top of a column.
fn read_last(
    shape: &BoardShape,
    stones: [u64; 2],
    mover: u8,
    text: &str,
) -> Result<u64, BadPosition> {
    let taken = stones[0] | stones[1];
    if text == "-" && taken == 0 {
        return Ok(0);
    }
    let top = match text.parse::<u8>() {
        Ok(number) if (1..=shape.width).contains(&number) => {
            let column = taken & shape.column(number - 1);
            column & !(column >> 1)
        }
        _ => 0,
    };
    if top & stones[usize::from(1 - mover)] == 0 {
        return Err(BadPosition::new(
            format!("“{text}” is not a column whose top disc was played last"),
            format!("« {text} » n’est pas une colonne dont le dernier jeton vient d’être joué"),
        ));
    }
    Ok(top)
}

impl std::str::FromStr for Connect4 {
    type Err = BadPosition;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::load(text)
    }
}
