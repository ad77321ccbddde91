//! What the levels of a preset at one difficulty look like.
//!
//! Consumes floor plans; produces sums, the same in whatever order plans and tallies are added.

use roomgen::{
    Cell, RoomShape, Tile,
    floorplan::{FloorPlan, Passage},
    grid::Grid,
};

use crate::{
    facing::{CellGround, facing_walls},
    floor_map::{FloorMap, Fraction},
};

/// A figure of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LevelFigure {
    /// The fraction of the outline in straight runs of four or more. Doors are floor.
    Straight,
    /// Islands in a thousand cells of floor. Doors are no floor, but openings are.
    Islands,
    /// The same with all doors open.
    Ways,
    /// The cells of the largest chamber, of those of all chambers. Doors are no floor, but openings
    /// are.
    Chamber,
    /// The fraction of rooms that are plain rectangles.
    Rectangles,
    /// The fraction of walls between facing dug rooms that are one cell thick.
    Thin,
}

/// All figures, in the order of the table.
pub(crate) const LEVEL_FIGURES: [LevelFigure; 6] = [
    LevelFigure::Straight,
    LevelFigure::Islands,
    LevelFigure::Ways,
    LevelFigure::Chamber,
    LevelFigure::Rectangles,
    LevelFigure::Thin,
];

impl LevelFigure {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Islands => "islands",
            Self::Ways => "ways round",
            Self::Chamber => "chamber",
            Self::Rectangles => "rectangles",
            Self::Thin => "thin walls",
        }
    }
}

/// A mean of values of levels, in whole millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LevelMean {
    millionths: u64,
    levels: u64,
}

impl LevelMean {
    /// Adds the value of a level; `None` if the level has nothing to measure.
    fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.merge(Self { millionths: (value * 1e6).round() as u64, levels: 1 });
        }
    }

    fn merge(&mut self, other: Self) {
        self.millionths += other.millionths;
        self.levels += other.levels;
    }

    fn value(self) -> Option<f64> {
        Fraction { part: self.millionths, all: 1_000_000 * self.levels }.value()
    }
}

/// What the levels have in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LevelTally {
    straight: LevelMean,
    islands: LevelMean,
    ways: LevelMean,
    chamber: LevelMean,
    rectangles: Fraction,
    thin: Fraction,
}

impl LevelTally {
    /// Adds a level.
    pub(crate) fn add_plan(&mut self, plan: &FloorPlan) {
        let tile = |cell: Cell| plan.tiles.get(cell).unwrap_or_default();
        let bounds = plan.tiles.bounds();
        let open = FloorMap::new(bounds, |cell| tile(cell).is_open());
        let shut = FloorMap::new(bounds, |cell| tile(cell).is_open() && tile(cell) != Tile::Door);
        let openings = plan.passages.iter().filter(|passage| passage.is_opening()).flat_map(Passage::doors);
        let shut = openings.flat_map(|door| door.cells()).fold(shut, FloorMap::with_floor);
        let islands = |map: &FloorMap| Fraction { part: 1000 * map.islands(), all: map.cells() }.value();
        self.straight.add(open.outline().value());
        self.islands.add(islands(&shut));
        self.ways.add(islands(&open));
        self.chamber.add(shut.largest_chamber().value());
        for room in &plan.rooms {
            self.rectangles.add(Fraction::of(room.shape() == RoomShape::Rectangle));
        }
        // The walls of ruins alone are as thick as those of rectangles.
        if plan.rooms.iter().any(|room| matches!(room.shape(), RoomShape::Cave | RoomShape::Tunnels)) {
            let grounds = grounds(plan);
            self.thin.add(facing_walls(bounds, |cell| grounds.get(cell).unwrap_or_default()));
        }
    }

    /// Adds the levels of another tally.
    pub(crate) fn merge(&mut self, other: Self) {
        let Self { straight, islands, ways, chamber, rectangles, thin } = other;
        self.straight.merge(straight);
        self.islands.merge(islands);
        self.ways.merge(ways);
        self.chamber.merge(chamber);
        self.rectangles.add(rectangles);
        self.thin.add(thin);
    }

    /// The value of a figure; `None` if no level has what it measures.
    pub(crate) fn value(&self, figure: LevelFigure) -> Option<f64> {
        match figure {
            LevelFigure::Straight => self.straight.value(),
            LevelFigure::Islands => self.islands.value(),
            LevelFigure::Ways => self.ways.value(),
            LevelFigure::Chamber => self.chamber.value(),
            LevelFigure::Rectangles => self.rectangles.value(),
            LevelFigure::Thin => self.thin.value(),
        }
    }
}

/// What each cell of a level is.
fn grounds(plan: &FloorPlan) -> Grid<CellGround> {
    let mut grounds = Grid::filled(plan.tiles.size(), CellGround::Solid);
    for cell in plan.tiles.bounds().cells().filter(|cell| plan.tiles.get(*cell).is_some_and(Tile::is_open)) {
        grounds.set(cell, CellGround::Other);
    }
    for (id, room) in (0..).zip(&plan.rooms).filter(|(_, room)| room.shape().is_dug()) {
        for cell in room.rect.cells().filter(|cell| plan.tiles.get(*cell) == Some(Tile::Floor)) {
            grounds.set(cell, CellGround::Dug(id));
        }
    }
    grounds
}
