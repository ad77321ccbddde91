//! What the runs of a preset at one difficulty have in all.

use roomgen::{
    Level, Preset,
    survey::{Composition, Measurer, Metric, PieceSurvey, Twins},
};

/// Sums over levels: the same in whatever order levels and parts are added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) measurer: Measurer,
    pub(crate) levels: u64,
    /// Twins, and pairs of rooms.
    pub(crate) beside: [u64; 2],
    /// Twins, and pairs of rooms.
    pub(crate) near: [u64; 2],
    /// Rooms, and furnished rooms.
    pub(crate) symmetric: [u64; 2],
    /// Rooms, and furnished rooms.
    pub(crate) centred: [u64; 2],
    /// The layout entropies of all levels, in millionths of a bit.
    pub(crate) entropy: u64,
    pub(crate) pieces: PieceSurvey,
}

impl Tally {
    /// The tally of no runs of a preset.
    pub(crate) fn new(preset: &Preset) -> Self {
        Self { pieces: PieceSurvey::new(preset.sizes()), ..Self::default() }
    }

    /// Adds the floors of a run.
    pub(crate) fn count(&mut self, floors: &[Level]) {
        for level in floors {
            self.levels += 1;
            let (twins, rooms) = (Twins::of(level), Composition::of(level));
            add(&mut self.beside, [twins.beside, twins.pairs_beside]);
            add(&mut self.near, [twins.near, twins.pairs_near]);
            add(&mut self.symmetric, [rooms.symmetric, rooms.furnished]);
            add(&mut self.centred, [rooms.centred, rooms.furnished]);
            let bits = self.measurer.measure_only(level, &[Metric::LayoutEntropy]).get(Metric::LayoutEntropy);
            self.entropy += (bits * 1e6).round() as u64;
        }
        self.pieces.add_run(floors);
    }

    /// Adds the runs of another tally.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.levels += other.levels;
        add(&mut self.beside, other.beside);
        add(&mut self.near, other.near);
        add(&mut self.symmetric, other.symmetric);
        add(&mut self.centred, other.centred);
        self.entropy += other.entropy;
        self.pieces.merge(&other.pieces);
    }
}

fn add(sums: &mut [u64; 2], values: [u64; 2]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}
