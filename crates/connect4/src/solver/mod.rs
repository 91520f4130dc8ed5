//! The exact solver.
pub mod bits;
pub mod bounds;
pub mod position;
pub mod search;
pub mod table;
pub use position::{Position, PositionError};
use search::{Node, Search};
use table::Table;

pub struct Solver { pub table: Table, pub small: Table }
impl Solver {
    pub fn new(bytes: usize) -> Self { Self { table: Table::new(bytes), small: Table::new((search::P[8].load(std::sync::atomic::Ordering::Relaxed) as usize) << 10) } }
    pub fn solve(&self, pos: &Position) -> (i32, u64) {
        if pos.can_win() { return (pos.winning_score(), 0); }
        let left = 42 - pos.stones() as i32;
        let Some(node) = Node::new(pos.own, pos.mask) else { return (-left / 2, 0) };
        let mut s = Search { table: &self.table, small: &self.small, nodes: 0, history: [[0; 49]; 2], cont: Box::new([[[0; 49]; 49]; 2]) };
        let mut min = -(left - 2) / 2;
        let mut max = (left - 1) / 2;
        while min < max {
            let mut med = min + (max - min) / 2;
            let far = search::p(15);
            match search::p(14) {
                0 => if med <= 0 && min / 2 < med { med = min / 2 } else if med >= 0 && max / 2 > med { med = max / 2 },
                1 => if min < -far { med = (min / 2).min(-far) } else if max > far { med = (max / 2).max(far) }
                     else if min < 0 && max > 0 { med = 0 } else if max <= 0 { med = med.max(max - 2) } else { med = med.min(min + 1) },
                2 => if min < -far { med = (min / 2).min(-far) } else if max > far { med = (max / 2).max(far) }
                     else if min < 0 && max > 0 { med = -1 } else if max <= 0 { med = med.max(max - 2) } else { med = med.min(min + 1) },
                3 => if min < -far { med = (min / 2).min(-far) } else if max > far { med = (max / 2).max(far) }
                     else if max <= 0 { med = med.max(max - 2) } else if min >= 0 { med = med.min(min + 1) },
                4 => if max > far { med = (max / 2).max(far) } else if min < -far { med = (min / 2).min(-far) }
                     else if max <= 0 { med = max - 1 } else if min >= 0 { med = min } else { med = 0 },
                _ => if max > far { med = (max / 2).max(far) } else if min < -far { med = (min / 2).min(-far) }
            }
            let r = s.search(&node, med);
            if std::env::var("TRACE").is_ok() { eprintln!("  [{min},{max}] alpha {med} -> {r} nodes {}", s.nodes); }
            if r <= med { max = r } else { min = r }
        }
        (min, s.nodes)
    }
}
