//! Vaults: which rooms have one, and in which orientation.
//!
//! Consumes the preset's vaults, the partition and the rooms; gives rooms their [`PlacedVault`].
//! This stage decides all limits that apply to the whole level: vaults with a room of their own,
//! required vaults, and the number of each vault.
//!
//! Random words, in this order: one for each vault with its own room and a chance below 1, in file
//! order, unless it is required; one for the orientation of each such vault that gets its room; for
//! each other required vault one for the room and one for the orientation; then, for each room that
//! some vault suits, one for the chance, one for the vault and one for the orientation. A choice
//! with one option draws nothing.

use super::{
    Note, NoteCode, PlannedRoom,
    partition::{LeafDemand, LeafId, Partition},
    route::{ReservedLeaf, Route},
};
use crate::{
    geom::{Cell, Extent, Rect},
    grid::{BitGrid, CellSet, Grid},
    model::Tile,
    preset::{
        AnchorPoint, Preset, Ramp, RampInput, RoomMargin, RoomStyle, Vault, VaultCell, VaultDrawing, VaultSite,
        limit_at,
    },
    rng::{FloorSeed, RandomSource, SeedStage, WordStream},
    weights,
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
}

impl PlacedVault {
    pub(crate) fn of(self, preset: &Preset) -> Option<(&Vault, &VaultDrawing)> {
        let vault = preset.vaults.get(usize::from(self.vault))?;
        Some((vault, vault.drawings.get(usize::from(self.drawing))?))
    }
}

/// The vaults of one level while they are assigned to rooms.
#[derive(Debug)]
pub(super) struct VaultAssigner<'preset> {
    preset: &'preset Preset,
    difficulty: f32,
    draw: WordStream,
    /// The vaults that need rooms of their own in this level, as indices into the preset's list.
    /// `demands` holds the sizes of their leaves in the same order.
    wanted: Vec<u16>,
    pub(super) demands: Vec<LeafDemand>,
    /// For each vault of the preset, the number of further rooms that may have it.
    left: Vec<u32>,
    pub(super) notes: Vec<Note>,
}

impl<'preset> VaultAssigner<'preset> {
    /// Draws which of the vaults with rooms of their own this level is to have, and demands leaves
    /// of their sizes.
    pub(super) fn new(preset: &'preset Preset, difficulty: f32, seed: &FloorSeed) -> Self {
        let mut draw = seed.stream(SeedStage::Vaults);
        let margin = 2 * least_margin(preset.style);
        let (mut wanted, mut demands) = (Vec::new(), Vec::new());
        for (number, vault) in (0..).zip(&preset.vaults) {
            let VaultSite::Room { chance } = &vault.site else { continue };
            if vault.required || chance.is(1.0) || draw.chance(chance.at(RampInput::of_level(difficulty))) {
                let extent = vault.drawings.first().map_or(Extent::new(1, 1), |drawing| drawing.extent);
                let is_turned = vault.drawings.iter().any(|drawing| drawing.extent != extent);
                wanted.push(number);
                demands.push(LeafDemand::new(Extent::new(extent.width + margin, extent.height + margin), is_turned));
            }
        }
        let most = preset.vaults.iter().map(|vault| match &vault.site {
            VaultSite::Inside { most, .. } => limit_at(most.as_ref(), difficulty),
            VaultSite::Room { .. } => 1,
        });
        Self { preset, difficulty, draw, wanted, demands, left: most.collect(), notes: Vec::new() }
    }

    /// Reserves the leaves that were cut for vaults.
    ///
    /// In the style `Corridors`, resizes the rooms inside them to fit the drawing.
    pub(super) fn reserve(&self, partition: &Partition, inside: &mut [Rect], route: &mut Route) {
        route.reserved.clear();
        for (leaf, vault) in self.met_vaults(partition) {
            fill_leaf(self.preset, partition, inside, leaf);
            route.reserved.push(ReservedLeaf::new(leaf, &self.preset.vaults[usize::from(vault)].rooms.kinds));
        }
    }

    /// Whether a demand, by position in `demands`, is that of a required vault.
    pub(super) fn is_required(&self, demand: usize) -> bool {
        let vault = self.wanted.get(demand).and_then(|&vault| self.preset.vaults.get(usize::from(vault)));
        vault.is_some_and(|vault| vault.required)
    }

    /// The leaves that were cut for vaults, each with its vault.
    fn met_vaults(&self, partition: &Partition) -> impl Iterator<Item = (LeafId, u16)> {
        partition.met_demands.iter().filter_map(|&(leaf, demand)| Some((leaf, *self.wanted.get(demand as usize)?)))
    }

    /// Assigns vaults with rooms of their own to the rooms of their leaves.
    pub(super) fn assign_own_rooms(
        &mut self,
        partition: &Partition,
        rooms: &mut [PlannedRoom],
        room_of: &[u32],
        work: &mut u64,
    ) {
        *work += (partition.met_demands.len() * (1 + self.wanted.len())) as u64;
        for &(leaf, demand) in &partition.met_demands {
            let Some(&number) = self.wanted.get(demand as usize) else { continue };
            let vault = &self.preset.vaults[usize::from(number)];
            let room = rooms.get_mut(room_of[leaf.index()] as usize);
            match room.filter(|room| vault.rooms.kinds.contains(&room.kind)) {
                Some(room) => self.place(number, room),
                None => self.miss(number, "its room could not be of the kind that it wants"),
            }
        }
        for wanted in 0..self.wanted.len() {
            let number = self.wanted[wanted];
            let vault = &self.preset.vaults[usize::from(number)];
            let is_met = self.met_vaults(partition).any(|(_, met)| met == number);
            if let Some(extent) = vault.drawings.first().map(|drawing| drawing.extent).filter(|_| !is_met) {
                self.miss(number, &format!("the level has no place left for a room of {extent} cells"));
            }
        }
    }

    /// The cells of the level at the edges of vault drawings beside which doors belong, in
    /// row-major order.
    pub(super) fn welcome(&self, rooms: &[PlannedRoom], work: &mut u64) -> Vec<Cell> {
        let mut cells = Vec::new();
        if self.preset.vaults.is_empty() {
            return cells;
        }
        *work += rooms.len() as u64;
        for room in rooms {
            let Some((_, drawing)) = room.vault.and_then(|vault| vault.of(self.preset)) else { continue };
            let (last, bottom) = (drawing.extent.width - 1, drawing.extent.height - 1);
            *work += 2 * u64::from((last + bottom + 2).unsigned_abs());
            let mut look_at = |x: i32, y: i32| {
                if drawing.cell(x, y) == Some(VaultCell::Door) {
                    cells.push(Cell::new(room.rect.left() + x, room.rect.top() + y));
                }
            };
            // Only edge cells count. A drawing of one row or column lists its cells twice, which is
            // harmless.
            (0..=last).for_each(|x| [0, bottom].into_iter().for_each(|y| look_at(x, y)));
            (1..bottom).for_each(|y| [0, last].into_iter().for_each(|x| look_at(x, y)));
        }
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells
    }

    /// Assigns vaults to rooms: first the required ones, then others at random. Cost: vaults times
    /// rooms.
    pub(super) fn assign(&mut self, rooms: &mut [PlannedRoom], work: &mut u64) {
        if self.preset.vaults.is_empty() {
            return;
        }
        for number in 0..self.preset.vaults.len() as u16 {
            let vault = &self.preset.vaults[usize::from(number)];
            if !vault.required || vault.has_own_room() {
                continue;
            }
            *work += 4 * rooms.len() as u64;
            let suits = |room: &&mut PlannedRoom| vault.rooms.suits(&room.facts());
            let fitting = |room: &&mut PlannedRoom| suits(room) && fits(vault, room);
            let count = rooms.iter_mut().filter(|room| fitting(room) && room.vault.is_none()).count() as u32;
            let drawn = if count > 1 { self.draw.below(count) } else { 0 };
            let mut free = rooms.iter_mut().filter(|room| fitting(room) && room.vault.is_none());
            if let Some(room) = free.nth(drawn as usize) {
                self.place(number, room);
            } else if rooms.iter_mut().any(|room| fitting(&room)) {
                self.miss(number, "all rooms that suit it have other vaults");
            } else if rooms.iter_mut().any(|room| suits(&room)) {
                self.miss(number, "no room that suits it is large enough");
            } else {
                self.miss(number, "no room is of the kind, size, progress and tags that it wants");
            }
        }
        // Lists the vaults that the remaining rooms may have. A vault leaves the list when its
        // limit is reached.
        let inside = (0..).zip(&self.preset.vaults).filter_map(|(number, vault)| match &vault.site {
            VaultSite::Inside { weight, .. } => Some((number, vault, weight, vault.rooms.kind_bits())),
            VaultSite::Room { .. } => None,
        });
        let mut open: Vec<(u16, &Vault, &Ramp, u8)> = inside.collect();
        open.retain(|(number, ..)| self.left[usize::from(*number)] > 0);
        let mut fitting: Vec<Option<&Ramp>> = Vec::with_capacity(open.len());
        for room in rooms.iter_mut().filter(|room| room.vault.is_none()) {
            let (facts, input) = (room.facts(), room.ramp_input(self.difficulty));
            *work += 1 + open.len() as u64;
            fitting.clear();
            fitting.extend(open.iter().map(|(_, vault, weight, kinds)| {
                let suits = kinds >> facts.kind as u8 & 1 == 1 && vault.rooms.suits_except_kind(&facts);
                (suits && fits(vault, room)).then_some(*weight)
            }));
            let mut weights = fitting.iter().flatten();
            if weights.any(|weight| weight.fixed_at(input) > 0)
                && self.draw.chance(self.preset.vault_chance.at(input))
                && let Some(chosen) = weights::choose(fitting.iter().copied(), input, &mut self.draw)
            {
                self.place(open[chosen].0, room);
                open.retain(|(number, ..)| self.left[usize::from(*number)] > 0);
            }
        }
    }

    /// Assigns a vault to a room in one of the orientations that fit, drawn uniformly.
    fn place(&mut self, number: u16, room: &mut PlannedRoom) {
        let vault = &self.preset.vaults[usize::from(number)];
        let extent = room.rect.extent();
        let orientations = || (0u8..).zip(&vault.drawings).filter(|(_, drawing)| extent.holds(drawing.extent));
        let count = orientations().count() as u32;
        let drawn = if count > 1 { self.draw.below(count) } else { 0 };
        if let Some((orientation, drawing)) = orientations().nth(drawn as usize) {
            let left = &mut self.left[usize::from(number)];
            *left = left.saturating_sub(1);
            let at = match &vault.site {
                VaultSite::Inside { at, inset, .. } => corner(*at, *inset, extent, drawing.extent),
                VaultSite::Room { .. } => Cell::new(0, 0),
            };
            room.vault = Some(PlacedVault { vault: number, drawing: orientation, at, has_walls: drawing.has_walls() });
        }
    }

    /// Adds a note that a vault was not placed, if the vault is required. `why` is the reason.
    fn miss(&mut self, number: u16, why: &str) {
        let vault = &self.preset.vaults[usize::from(number)];
        if vault.required {
            let about = Some(format!("{}: {why}", vault.name));
            self.notes.push(Note { code: NoteCode::VaultShort, wanted: 1, got: 0, about });
        }
    }
}

/// Whether a drawing of the vault, in some orientation, is no larger than the room.
fn fits(vault: &Vault, room: &PlannedRoom) -> bool {
    vault.drawings.iter().any(|drawing| room.rect.extent().holds(drawing.extent))
}

/// In the style `Corridors`, resizes the room in a leaf to the largest that the margins allow.
pub(super) fn fill_leaf(preset: &Preset, partition: &Partition, inside: &mut [Rect], leaf: LeafId) {
    let margin = least_margin(preset.style);
    if let Some(room) = inside.get_mut(leaf.index()) {
        let rect = partition.leaves[leaf.index()];
        *room =
            Rect::of(rect.left() + margin, rect.top() + margin, rect.width() - 2 * margin, rect.height() - 2 * margin);
    }
}

pub(super) fn least_margin(style: RoomStyle) -> i32 {
    match style {
        RoomStyle::Adjacent => 0,
        RoomStyle::Corridors(RoomMargin { least, .. }) => least,
    }
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

/// The cell nearest to `cell` where the room's vault has no wall and no obstacle, other than
/// `taken`.
///
/// Ties go to the first cell in row-major order. If there is none, obstacles are ignored. Returns
/// `cell` if the room has no vault or no cell is left. Adds the cells visited to `work`.
pub(super) fn standing_place(
    preset: &Preset,
    room: &PlannedRoom,
    cell: Cell,
    taken: Option<Cell>,
    work: &mut u64,
) -> Cell {
    let Some((drawing, corner)) = drawn(preset, room) else { return cell };
    // Collects the obstacles in a set of cells: a drawing may be full of them, and every cell may
    // be tested.
    let mut obstacles = BitGrid::new(drawing.extent.width, drawing.extent.height);
    for prop in drawing.props.iter().filter(|prop| preset.kinds[usize::from(prop.kind)].is_obstacle()) {
        obstacles.insert_rect(prop.cells);
    }
    *work += drawing.props.len() as u64;
    let is_free = |cell: Cell| {
        let in_drawing = Cell::new(cell.x - corner.x, cell.y - corner.y);
        !drawing.is_wall(in_drawing.x, in_drawing.y) && !obstacles.get(in_drawing)
    };
    let free = nearest(room, cell, |other| Some(other) != taken && is_free(other), work);
    free.unwrap_or_else(|| nearest_without_wall(room, (cell, taken), (drawing, corner), work))
}

/// The cell nearest to `cell` where the room's vault has no wall; props are ignored.
pub(super) fn walkable_place(preset: &Preset, room: &PlannedRoom, cell: Cell, work: &mut u64) -> Cell {
    drawn(preset, room).map_or(cell, |drawn| nearest_without_wall(room, (cell, None), drawn, work))
}

/// The drawing of a room's vault, and the level cell of the drawing's top left corner.
fn drawn<'preset>(preset: &'preset Preset, room: &PlannedRoom) -> Option<(&'preset VaultDrawing, Cell)> {
    let placed = room.vault?;
    let (_, drawing) = placed.of(preset)?;
    Some((drawing, Cell::new(room.rect.left() + placed.at.x, room.rect.top() + placed.at.y)))
}

fn nearest_without_wall(
    room: &PlannedRoom,
    (cell, taken): (Cell, Option<Cell>),
    (drawing, corner): (&VaultDrawing, Cell),
    work: &mut u64,
) -> Cell {
    let is_floor = |other: Cell| !drawing.is_wall(other.x - corner.x, other.y - corner.y);
    nearest(room, cell, |other| Some(other) != taken && is_floor(other), work).unwrap_or(cell)
}

/// The nearest allowed cell of a room to `cell`; of several, the first in row-major order.
///
/// Cost: linear in the room's cells, unless a cell nearby is allowed.
fn nearest(room: &PlannedRoom, cell: Cell, is_allowed: impl Fn(Cell) -> bool, work: &mut u64) -> Option<Cell> {
    let away = |other: &Cell| {
        let (dx, dy) = (i64::from(other.x - cell.x), i64::from(other.y - cell.y));
        (dx * dx + dy * dy, other.y, other.x)
    };
    if room.rect.contains(cell) && is_allowed(cell) {
        return Some(cell);
    }
    let mut in_part = |part: Rect| {
        *work += part.area().unsigned_abs();
        part.cells().filter(|&other| is_allowed(other)).min_by_key(away)
    };
    // A cell found within this radius is nearer than any cell outside of the small square.
    let close = Rect::from_xywh(cell.x, cell.y, 1, 1).and_then(|cell| cell.grown(CLOSE)?.intersection(room.rect));
    let found = close.and_then(&mut in_part).filter(|found| away(found).0 <= i64::from(CLOSE * CLOSE));
    found.or_else(|| in_part(room.rect))
}

/// Paints the walls of vaults into the tiles, and rock where a wall touches no floor. Drawings have
/// no walls at their edges.
pub(super) fn paint_walls(tiles: &mut Grid<Tile>, preset: &Preset, rooms: &[PlannedRoom], work: &mut u64) {
    for room in rooms {
        let Some((_, drawing)) = room.vault.filter(|vault| vault.has_walls).and_then(|vault| vault.of(preset)) else {
            continue;
        };
        let width = drawing.extent.width.max(1) as usize;
        *work += drawing.cells.len() as u64;
        for (y, rows) in (1..).zip(drawing.cells.windows(3 * width).step_by(width)) {
            let (above, rows) = rows.split_at(width);
            let (row, below) = rows.split_at(width);
            let around = above.windows(3).zip(row.windows(3)).zip(below.windows(3));
            for (x, ((above, here), below)) in (1..).zip(around) {
                if here[1] == VaultCell::Wall {
                    let all_walls = |cells: &[VaultCell]| cells.iter().all(|&cell| cell == VaultCell::Wall);
                    let tile = if [above, here, below].into_iter().all(all_walls) { Tile::Rock } else { Tile::Wall };
                    tiles.set(Cell::new(room.rect.left() + x, room.rect.top() + y), tile);
                }
            }
        }
    }
}
