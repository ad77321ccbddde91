//! Vaults in their rooms: the positions that they can have, and where a character can stand.
//!
//! Consumes a room, a vault and the arrival cell; produces orientations with their positions, and
//! cells that a vault leaves free.

use super::{PlannedRoom, arrival::ArrivalCell};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::{BitGrid, CellSet},
    preset::{AnchorPoint, Preset, Vault, VaultDrawing, VaultSite},
};

/// The vault of a room and its position there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedVault {
    /// The vault, as an index into the preset's vaults.
    pub(crate) vault: u16,
    /// The orientation, as an index into the vault's drawings.
    pub(crate) drawing: u8,
    /// The drawing's top left cell, relative to the top left cell of the room's rectangle.
    pub(crate) at: Cell,
    /// Whether the drawing has walls.
    pub(crate) has_walls: bool,
    /// Whether what budgets count is left out of it.
    pub(crate) is_stripped: bool,
}

impl PlacedVault {
    pub(crate) fn of(self, preset: &Preset) -> Option<(&Vault, &VaultDrawing)> {
        let vault = preset.vaults.get(usize::from(self.vault))?;
        Some((vault, vault.drawings.get(usize::from(self.drawing))?))
    }
}

/// Whether a room can hold the vault in some orientation.
pub(super) fn fits(preset: &Preset, vault: &Vault, room: &PlannedRoom, arrival: Option<ArrivalCell>) -> bool {
    let extent = room.rect.extent();
    // Only around the arrival cell do positions and drawings matter.
    if arrival.is_none_or(|arrival| !arrival.is_in(room.rect)) {
        return vault.drawings.iter().any(|drawing| extent.holds(drawing.extent));
    }
    orientations(preset, vault, room, arrival).next().is_some()
}

/// The orientations in which a room can hold a vault, as indices into its drawings, each with the
/// position of its top left cell in the room.
///
/// Such a drawing is no larger than the room, and has neither a wall nor an obstacle or a marker at
/// the arrival cell.
pub(super) fn orientations<'vault>(
    preset: &Preset,
    vault: &'vault Vault,
    room: &PlannedRoom,
    arrival: Option<ArrivalCell>,
) -> impl Iterator<Item = (u8, &'vault VaultDrawing, Cell)> + Clone {
    let (rect, extent) = (room.rect, room.rect.extent());
    let arrival = arrival.filter(|arrival| arrival.is_in(rect)).map(|arrival| arrival.cell);
    let held = (0u8..).zip(&vault.drawings).filter(move |(_, drawing)| extent.holds(drawing.extent));
    let placed = held.map(move |(orientation, drawing)| {
        let at = match &vault.site {
            VaultSite::Inside { at, inset, .. } => corner(*at, *inset, extent, drawing.extent),
            VaultSite::Room { .. } => Cell::new(0, 0),
        };
        (orientation, drawing, at)
    });
    placed.filter(move |(_, drawing, at)| {
        let in_drawing = |cell: Cell| Cell::new(cell.x - rect.left() - at.x, cell.y - rect.top() - at.y);
        arrival.is_none_or(|cell| !is_blocked(preset, drawing, in_drawing(cell)))
    })
}

/// Whether a drawing has a wall, an obstacle or a marker at one of its cells. Cost: linear in its
/// props.
fn is_blocked(preset: &Preset, drawing: &VaultDrawing, cell: Cell) -> bool {
    let keeps_off = |kind: u16| preset.kinds[usize::from(kind)].keeps_off_stairs();
    let mut props = drawing.props.iter();
    drawing.is_wall(cell.x, cell.y) || props.any(|prop| prop.cells.contains(cell) && keeps_off(prop.kind))
}

/// The top left cell of a drawing centred on an anchor of its room, clamped to lie inside the room.
fn corner(at: AnchorPoint, inset: i32, room: Extent, drawing: Extent) -> Cell {
    // The columns and rows that the drawing leaves free.
    let (across, down) = (room.width - drawing.width, room.height - drawing.height);
    let end = |is_far: bool, slack: i32| if is_far { slack - inset } else { inset };
    // The drawing's centre lies at this fraction of the distance between the centres of the first
    // and the last cell.
    let at_fraction = |fraction: f32, room: i32, drawing: i32| {
        (fraction * (room - 1) as f32 - (drawing - 1) as f32 / 2.0 + 0.5) as i32
    };
    let (x, y) = match at {
        AnchorPoint::Corner(corner) => (end(corner.sides().0, across), end(corner.sides().1, down)),
        AnchorPoint::Wall(side) => match side.delta() {
            (0, dy) => (across / 2, end(dy > 0, down)),
            (dx, _) => (end(dx > 0, across), down / 2),
        },
        AnchorPoint::At(u, v) => {
            (at_fraction(u, room.width, drawing.width), at_fraction(v, room.height, drawing.height))
        }
        AnchorPoint::Center => (across / 2, down / 2),
    };
    Cell::new(x.clamp(0, across), y.clamp(0, down))
}

/// The largest distance in columns and rows that the first search around a cell covers. Then the
/// whole room is searched.
const CLOSE: i32 = 2;

/// The cell nearest to `cell` where the room's vault has no wall, no obstacle and no marker, other
/// than `taken`.
///
/// Ties go to the first cell in row-major order. If there is none, props are ignored. Returns
/// `cell` if the room has no vault or no cell is left.
pub(super) fn standing_place(preset: &Preset, room: &PlannedRoom, cell: Cell, taken: Option<Cell>) -> Cell {
    let Some(obstacles) = VaultObstacles::of(preset, room) else { return cell };
    let free = nearest(room, cell, |other| Some(other) != taken && obstacles.is_free(other));
    free.unwrap_or_else(|| nearest_without_wall(room, cell, taken, obstacles.vault))
}

/// Whether the vault of a room leaves a cell where nothing stands.
pub(super) fn leaves_free_cell(preset: &Preset, room: &PlannedRoom, vault: PlacedVault) -> bool {
    let Some((vault, drawing)) = vault.of(preset) else { return true };
    vault.has_free_cell || drawing.extent != room.rect.extent()
}

/// The drawing of a room's vault, where it lies in the level.
#[derive(Clone, Copy)]
struct VaultInRoom<'preset> {
    drawing: &'preset VaultDrawing,
    /// The level cell of the drawing's top left corner.
    corner: Cell,
}

impl<'preset> VaultInRoom<'preset> {
    fn of(preset: &'preset Preset, room: &PlannedRoom) -> Option<Self> {
        let placed = room.vault?;
        let (_, drawing) = placed.of(preset)?;
        Some(Self { drawing, corner: Cell::new(room.rect.left() + placed.at.x, room.rect.top() + placed.at.y) })
    }

    /// The cell of the drawing that lies on a cell of the level.
    fn in_drawing(self, cell: Cell) -> Cell {
        Cell::new(cell.x - self.corner.x, cell.y - self.corner.y)
    }

    /// Whether the vault has a wall on a cell of the level.
    fn is_wall(self, cell: Cell) -> bool {
        let Cell { x, y } = self.in_drawing(cell);
        self.drawing.is_wall(x, y)
    }
}

/// Where the vault of a room has walls, obstacles and markers, so that no stairs can be there.
pub(super) struct VaultObstacles<'preset> {
    vault: VaultInRoom<'preset>,
    /// The cells of obstacles and markers in the drawing: a drawing may be full of them, and every
    /// cell may be tested.
    obstacles: BitGrid,
}

impl<'preset> VaultObstacles<'preset> {
    /// Those of a room; `None` if the room has no vault.
    pub(super) fn of(preset: &'preset Preset, room: &PlannedRoom) -> Option<Self> {
        let vault = VaultInRoom::of(preset, room)?;
        let drawing = vault.drawing;
        let mut obstacles = BitGrid::new(drawing.extent.width, drawing.extent.height);
        for prop in drawing.props.iter().filter(|prop| preset.kinds[usize::from(prop.kind)].keeps_off_stairs()) {
            obstacles.insert_rect(prop.cells);
        }
        Some(Self { vault, obstacles })
    }

    /// Whether the vault leaves a cell of the level free for stairs.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        !self.vault.is_wall(cell) && !self.obstacles.get(self.vault.in_drawing(cell))
    }
}

/// The cell nearest to `cell` where the room's vault has no wall; props are ignored.
pub(super) fn walkable_place(preset: &Preset, room: &PlannedRoom, cell: Cell) -> Cell {
    VaultInRoom::of(preset, room).map_or(cell, |vault| nearest_without_wall(room, cell, None, vault))
}

fn nearest_without_wall(room: &PlannedRoom, cell: Cell, taken: Option<Cell>, vault: VaultInRoom<'_>) -> Cell {
    nearest(room, cell, |other| Some(other) != taken && !vault.is_wall(other)).unwrap_or(cell)
}

/// The nearest allowed cell of a room to `cell`; of several, the first in row-major order.
///
/// Cost: linear in the room's cells, unless a cell nearby is allowed.
fn nearest(room: &PlannedRoom, cell: Cell, is_allowed: impl Fn(Cell) -> bool) -> Option<Cell> {
    let away = |other: &Cell| {
        let (dx, dy) = (i64::from(other.x - cell.x), i64::from(other.y - cell.y));
        (dx * dx + dy * dy, other.y, other.x)
    };
    if room.rect.contains(cell) && is_allowed(cell) {
        return Some(cell);
    }
    let in_part = |part: Rect| part.cells().filter(|&other| is_allowed(other)).min_by_key(away);
    // A cell found within this radius is nearer than any cell outside of the small square.
    let close = Rect::from_xywh(cell.x, cell.y, 1, 1).and_then(|cell| cell.grown(CLOSE)?.intersection(room.rect));
    let found = close.and_then(in_part).filter(|found| away(found).0 <= i64::from(CLOSE * CLOSE));
    found.or_else(|| in_part(room.rect))
}
