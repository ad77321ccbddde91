//! Memory that stamping reuses from formation to formation.

use super::{points::FormationPoints, ranks::CellRanks, region::RegionFinder};
use crate::geom::Cell;

/// Reusable buffers of formations.
#[derive(Clone, Debug, Default)]
pub(super) struct StampBuffers<S> {
    pub(super) points: FormationPoints,
    pub(super) regions: RegionFinder<S>,
    pub(super) candidates: CandidateBuffers<S>,
}

/// Reusable buffers for the candidate props of a formation.
#[derive(Clone, Debug, Default)]
pub(super) struct CandidateBuffers<S> {
    /// The candidate top left cells of props at the current point. `placed` holds those where a
    /// prop was placed.
    pub(super) origins: Vec<Cell>,
    pub(super) placed: Vec<Cell>,
    /// Candidate top left cells, as a set.
    pub(super) cells: S,
    /// The top left cells of footprints too near to a prop of the current scatter: of upright
    /// footprints, then of those turned by a quarter.
    pub(super) blocked: [S; 2],
    pub(super) ranks: CellRanks,
}
