//! The features of a level: what lies across its rooms.

use super::Level;
use crate::{
    digest::Digest,
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet, Grid, Morphology},
    model::{FeatureKind, Name, Tile},
};

/// What lies across the rooms of a level: a road, a lake, a stream or an area.
///
/// Guarantee: the kind of its terrain exists, and all cells lie in the level. Its cells are those
/// that it was given: other features, formations and edits may cover some, and
/// [`Level::terrain`] says what lies there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Feature {
    /// The name of the rule that made it, or of its terrain.
    pub name: Name,
    /// What it is.
    pub kind: FeatureKind,
    /// The kind of its terrain, as a position in [`Level::terrain_kinds`].
    pub terrain: u16,
    /// Its cells in row order, as runs: rectangles one cell high.
    pub cells: Vec<Rect>,
    /// The cells where one walks over it, likewise. They are none of `cells`.
    pub bridges: Vec<Rect>,
}

impl Feature {
    /// The bodies of its cells that touch no open tile: of a lake, those in rooms that nobody
    /// knows.
    pub(super) fn secret(&self, tiles: &Grid<Tile>) -> BitGrid {
        let mut own = BitGrid::new(tiles.width(), tiles.height());
        self.cells.iter().for_each(|&run| own.insert_rect(run));
        let mut known = BitGrid::of(tiles, Tile::is_open);
        known.grow(1);
        known.intersect_with(&own);
        known.flood(&own, &mut Vec::new());
        own.difference_with(&known);
        own
    }

    /// The feature with those of its cells that `is_known`; `None` without any.
    pub(super) fn known(&self, is_known: impl Fn(Cell) -> bool) -> Option<Self> {
        let known = |runs: &[Rect]| {
            let cells = runs.iter().flat_map(|run| run.cells()).filter(|&cell| is_known(cell));
            let mut left: Vec<Rect> = Vec::new();
            for cell in cells {
                match left.last_mut().filter(|run| run.top() == cell.y && run.right() == cell.x) {
                    Some(run) => *run = Rect::of(run.left(), run.top(), run.width() + 1, 1),
                    None => left.push(Rect::from_cell(cell)),
                }
            }
            left
        };
        let cells = known(&self.cells);
        let bridges = known(&self.bridges);
        (!cells.is_empty()).then(|| Self { name: self.name.clone(), cells, bridges, ..*self })
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        let Self { name, kind, terrain, cells, bridges } = self;
        digest.text(name).text(kind.name()).number(*terrain);
        for runs in [cells, bridges] {
            digest.list(runs, |digest, run| {
                digest.numbers([run.left(), run.top(), run.width()].map(i64::from));
            });
        }
    }
}

impl Level {
    /// The features of the level, in the order in which they were laid; empty without any.
    ///
    /// ```
    /// let text = "(name: \"heath\", base: \"cellar\",
    ///     terrain: {\"moss\": (glyph: '\"', color: \"#557744\")},
    ///     floorplan: (features: [(kind: Area, terrain: \"moss\", cover: 0.5)]))";
    /// let level = roomgen::generate(&roomgen::Preset::parse(text)?, 42);
    /// let [moss] = level.features() else { panic!("one feature") };
    /// assert!(moss.cells.iter().all(|run| level.terrain(run.top_left()).is_some()));
    /// # Ok::<(), roomgen::error::PresetError>(())
    /// ```
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        self.terrain.as_ref().map_or(&[], |terrain| &terrain.features)
    }

    /// The set of a feature's cells. Cost: linear in words, and in runs.
    #[must_use]
    pub fn feature_cells(&self, feature: &Feature) -> BitGrid {
        let mut cells = BitGrid::new(self.width(), self.height());
        feature.cells.iter().for_each(|&run| cells.insert_rect(run));
        cells
    }
}
