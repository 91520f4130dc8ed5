//! What the expert wants, as numbers in a file. One attacking line is worth about one.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The weights of everything that is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackWeights {
    /// A line of garbage sent.
    pub attack: f32,
    /// A clear of one to four lines, beside its attack: lines spent are lines that a better clear lacks.
    pub clear: [f32; 4],
    /// A full spin with one to three lines, beside its attack.
    pub spin: [f32; 3],
    /// A mini spin with one or two lines, beside its attack.
    pub mini: [f32; 2],
    /// An emptied well, beside its attack.
    pub perfect: f32,
    /// A T that clears nothing by a spin.
    pub wasted_t: f32,
    /// The last clear was a hard one.
    pub chain: f32,
    /// Each piece in a row that cleared.
    pub combo: f32,
    /// A row of the tallest column.
    pub tallest: f32,
    /// A row of it above ten.
    pub over_ten: f32,
    /// A row of it above fifteen.
    pub over_fifteen: f32,
    /// A row of difference between neighbours, the well apart.
    pub bumps: f32,
    /// The square of it.
    pub cliffs: f32,
    /// An empty square under a filled one.
    pub holes: f32,
    /// A row that has one.
    pub rows_with_holes: f32,
    /// A filled square above the highest hole of its column, up to six.
    pub covered: f32,
    /// Filled beside empty, along a row.
    pub row_changes: f32,
    /// A row that only the deepest column lacks, from its bottom, up to four.
    pub well: f32,
    /// A place for a T's spin that clears none to three lines; the best two count.
    pub slot: [f32; 4],
    /// A well of at most four rows whose gaps that many pieces, one to eight, could fill to empty it.
    pub hope: [f32; 8],
    /// An emptied well with what comes next, times how likely it is.
    pub chance: f32,
}

impl AttackWeights {
    /// The expert's own.
    pub fn own() -> &'static Self {
        static OWN: LazyLock<AttackWeights> = LazyLock::new(|| {
            let text = include_str!("../../data/modern.json");
            // A test reads it.
            serde_json::from_str(text).expect("the weights are well formed")
        });
        &OWN
    }

    /// The same, without a thought of emptying the well with pieces that are not known: as people play.
    pub fn without_hope(&self) -> Self {
        Self { hope: [0.0; 8], chance: 0.0, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_file_is_read() {
        assert!(super::AttackWeights::own().attack > 0.0);
    }
}
