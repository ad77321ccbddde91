//! How far targets are: distances in units of the spread that levels have.

use roomgen_find::{Target, Undefined};

use crate::reader::LevelValues;

/// For each target the spread of its number over some levels, the standard deviation: the unit of
/// its part of the distance.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetSpreads(Vec<f64>);

impl TargetSpreads {
    /// The number of levels, the first of a search, from which spreads are taken: enough for a
    /// standard deviation within some percent, and a fraction of a second.
    pub const SAMPLE: u64 = 256;

    /// The spread 1 for each of so many targets.
    #[must_use]
    pub fn units(targets: usize) -> Self {
        Self(vec![1.0; targets])
    }

    /// The spreads of levels, of which each row has the numbers of all targets, or `None` where
    /// they are undefined. A number that all levels share, or none has, has the spread 1.
    #[must_use]
    pub fn of(targets: usize, rows: &[Vec<Option<f64>>]) -> Self {
        let spread = |target: usize| {
            let values = || rows.iter().filter_map(move |row| row.get(target).copied().flatten());
            let count = values().count().max(1) as f64;
            let mean = values().sum::<f64>() / count;
            let square = values().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
            let spread = square.sqrt();
            if spread > 0.0 && spread.is_finite() { spread } else { 1.0 }
        };
        Self((0..targets).map(spread).collect())
    }

    /// The spreads, in the order of the targets.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.0
    }
}

/// The numbers of all targets for a level.
pub(crate) fn numbers(targets: &[Target], level: &mut LevelValues<'_>) -> Vec<Option<f64>> {
    targets.iter().map(|target| target.number().evaluate(&mut |input| level.get(input)).ok()).collect()
}

/// The Euclidean distance of a level from the targets, each in units of its spread.
pub(crate) fn distance(
    targets: &[Target],
    spreads: &TargetSpreads,
    level: &mut LevelValues<'_>,
) -> Result<f64, Undefined> {
    let mut square = 0.0;
    for (target, spread) in targets.iter().zip(spreads.values()) {
        let off = (target.number().evaluate(&mut |input| level.get(input))? - target.wanted()) / spread;
        square += off * off;
    }
    // Numbers may be as large as decimals get.
    if f64::is_finite(square) { Ok(square.sqrt()) } else { Err(Undefined::NotFinite) }
}
