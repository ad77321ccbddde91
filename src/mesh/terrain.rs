//! Terrain in a mesh: surfaces below the floor with their banks, decks and ground.

use glam::Vec3;

use super::{Mesh, MeshSurface, build::rectangles};
use crate::{
    geom::Cell,
    grid::Grid,
    level::{Level, Tile},
    model::TerrainKind,
};

/// The depth in metres of terrain that blocks and says none.
const SHALLOW: f32 = 0.25;

/// The tiles without those that terrain takes the place of: walls, rock, corridors and floor.
/// `None` for a level without terrain.
pub(super) fn structure(level: &Level) -> Option<Grid<Tile>> {
    let cells = level.terrain_cells()?;
    let mut tiles = level.tiles().clone();
    for cell in cells.bounds().cells().filter(|&cell| level.terrain(cell).is_some()) {
        match level.tile(cell) {
            Tile::Wall | Tile::Rock | Tile::Corridor | Tile::Floor => tiles.set(cell, Tile::Rock),
            Tile::Door => {}
        }
    }
    Some(tiles)
}

/// The height of the surface of a kind that blocks.
fn height(kind: &TerrainKind) -> f32 {
    let depth = kind.depth.get();
    if depth > 0.0 { -depth } else { -SHALLOW }
}

/// For each cell the number of the terrain that blocks there, also below bridges; 0 for none.
fn surfaces(level: &Level, cells: &Grid<u8>) -> Grid<u8> {
    let mut surfaces = cells.clone();
    for cell in cells.bounds().cells() {
        if !level.terrain(cell).is_some_and(|kind| kind.blocks) {
            surfaces.set(cell, 0);
        }
    }
    for parting in level.partings() {
        let is_deck =
            |cell: &Cell| level.tile(*cell) == Tile::Corridor && level.terrain(*cell).is_some_and(|kind| !kind.blocks);
        parting.band.cells().filter(is_deck).for_each(|cell| surfaces.set(cell, parting.terrain as u8 + 1));
    }
    surfaces
}

impl Mesh {
    /// Adds the terrain of a level, kind by kind: its surface, then its banks.
    pub(super) fn add_terrain(&mut self, level: &Level) {
        let Some(cells) = level.terrain_cells() else { return };
        let surfaces = surfaces(level, cells);
        let mut decks = cells.clone();
        for cell in cells.bounds().cells().filter(|&cell| !matches!(level.tile(cell), Tile::Corridor | Tile::Floor)) {
            decks.set(cell, 0);
        }
        let height_at = |cell: Cell| {
            let kind = surfaces.get(cell).and_then(|number| usize::from(number).checked_sub(1))?;
            level.terrain_kinds().get(kind).map(height)
        };
        for (kind, number) in level.terrain_kinds().iter().zip(1..) {
            self.part(MeshSurface::Terrain { kind: u16::from(number) - 1 }, |mesh| {
                if !kind.blocks {
                    rectangles(&decks, number).into_iter().for_each(|rect| mesh.add_up(rect, 0.0));
                    return;
                }
                rectangles(&surfaces, number).into_iter().for_each(|rect| mesh.add_up(rect, height(kind)));
                for cell in surfaces.bounds().cells().filter(|&cell| surfaces.get(cell) == Some(number)) {
                    mesh.add_banks(cell, height(kind), |beside| {
                        surfaces.bounds().contains(beside).then(|| height_at(beside).unwrap_or(0.0))
                    });
                }
            });
        }
    }

    /// Adds the banks around a cell of terrain at a height, up to that of the cells beside it. They
    /// face the cell. The level has no banks at its border.
    fn add_banks(&mut self, cell: Cell, height: f32, beside: impl Fn(Cell) -> Option<f32>) {
        let Cell { x, y } = cell;
        for (side, [left, right]) in [
            (Cell::new(x, y - 1), [(x, y), (x + 1, y)]),
            (Cell::new(x + 1, y), [(x + 1, y), (x + 1, y + 1)]),
            (Cell::new(x, y + 1), [(x + 1, y + 1), (x, y + 1)]),
            (Cell::new(x - 1, y), [(x, y + 1), (x, y)]),
        ] {
            let Some(top) = beside(side).filter(|&top| top > height) else { continue };
            let at = |(x, z): (i32, i32), y: f32| Vec3::new(x as f32, y, z as f32);
            self.add_face([at(left, height), at(right, height), at(right, top), at(left, top)]);
        }
    }
}
