//! Vaults: which rooms have one, and how each lies.
//!
//! Whatever is limited for the level as a whole is settled here: vaults that are rooms of their own, those that must be there,
//! and how many there are. Words of the stage, in this order: in the order of the file, for each vault with a room of its own and a
//! chance below 1, one; for each such vault that has its room, one for how it lies; for each other that must be there, one for
//! the room and one for how it lies; then for each room that some vault suits, one for the chance, one for the vault, one for how
//! it lies. None for a choice of one thing.

use super::{Note, NoteCode, Partition, PlannedRoom, Route, partition::Demand, route::Kept};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet, Grid},
    model::Tile,
    preset::{Anchor, Margin, Moment, Preset, Ramp, Style, Vault, VaultCell, VaultDrawing, VaultSite, limit_at},
    rng::{Draw, Seed, Stage, Stream},
    weights,
};

/// The vault of a room, and how it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedVault {
    /// The vault, as a position in the preset's list.
    pub(crate) vault: u16,
    /// The way in which it lies, as a position among its drawings.
    pub(crate) drawing: u8,
    /// Where its top left cell is, counted from the room's.
    pub(crate) at: Cell,
    /// Whether it draws walls.
    pub(crate) has_walls: bool,
}

impl PlacedVault {
    /// The vault and the drawing.
    pub(crate) fn of(self, preset: &Preset) -> Option<(&Vault, &VaultDrawing)> {
        let vault = preset.vaults.get(usize::from(self.vault))?;
        Some((vault, vault.drawings.get(usize::from(self.drawing))?))
    }
}

/// The vaults of one level, as they are settled step by step.
#[derive(Debug)]
pub(super) struct Vaults<'preset> {
    preset: &'preset Preset,
    difficulty: f32,
    draw: Stream,
    /// The vaults that want rooms of their own in this level, as positions in the preset's list; and the sizes of their leaves.
    wanted: Vec<u16>,
    pub(super) demands: Vec<Demand>,
    /// For each vault, how many more rooms may have it.
    left: Vec<u32>,
    pub(super) notes: Vec<Note>,
}

impl<'preset> Vaults<'preset> {
    /// Draws which vaults the level asks for; `None` if the preset has none.
    pub(super) fn new(preset: &'preset Preset, difficulty: f32, seed: &Seed) -> Option<Self> {
        if preset.vaults.is_empty() {
            return None;
        }
        let mut draw = seed.stream(Stage::Vaults);
        let margin = 2 * least_margin(preset.style);
        let (mut wanted, mut demands) = (Vec::new(), Vec::new());
        for (number, vault) in (0..).zip(&preset.vaults) {
            let VaultSite::Room { chance } = &vault.site else { continue };
            if vault.must || chance.is(1.0) || draw.chance(chance.at(Moment::of_level(difficulty))) {
                let size = vault.drawings.first().map_or((1, 1), |drawing| drawing.sides);
                let is_turned = vault.drawings.iter().any(|drawing| drawing.sides != size);
                wanted.push(number);
                demands.push(Demand::new((size.0 + margin, size.1 + margin), is_turned));
            }
        }
        let most = preset.vaults.iter().map(|vault| match &vault.site {
            VaultSite::Inside { most, .. } => limit_at(most.as_ref(), difficulty),
            VaultSite::Room { .. } => 1,
        });
        Some(Self { preset, difficulty, draw, wanted, demands, left: most.collect(), notes: Vec::new() })
    }

    /// Makes the rooms inside the leaves that were demanded as large as they are drawn, and tells the route what they are for.
    pub(super) fn keep(&self, partition: &Partition, inside: &mut [Rect], route: &mut Route) {
        let margin = least_margin(self.preset.style);
        for (leaf, vault) in self.held(partition) {
            if let Some(room) = inside.get_mut(leaf as usize) {
                let rect = partition.leaves[leaf as usize];
                *room = Rect::of(
                    rect.left() + margin,
                    rect.top() + margin,
                    rect.width() - 2 * margin,
                    rect.height() - 2 * margin,
                );
            }
            route.kept.push(Kept::new(leaf, &self.preset.vaults[usize::from(vault)].rooms.kinds));
        }
    }

    /// The leaves that were cut for vaults, each with its vault.
    fn held(&self, partition: &Partition) -> impl Iterator<Item = (u32, u16)> {
        partition.held.iter().filter_map(|&(leaf, demand)| Some((leaf, *self.wanted.get(demand as usize)?)))
    }

    /// Gives the vaults that are rooms of their own the rooms that became of their leaves.
    pub(super) fn settle_own_rooms(
        &mut self,
        partition: &Partition,
        rooms: &mut [PlannedRoom],
        room_of: &[u32],
        work: &mut u64,
    ) {
        *work += (partition.held.len() * (1 + self.wanted.len())) as u64;
        for &(leaf, demand) in &partition.held {
            let Some(&number) = self.wanted.get(demand as usize) else { continue };
            let vault = &self.preset.vaults[usize::from(number)];
            let room = rooms.get_mut(room_of[leaf as usize] as usize);
            match room.filter(|room| vault.rooms.kinds.contains(&room.kind)) {
                Some(room) => self.place(number, room),
                None => self.miss(number, "its room could not be of the kind that it wants"),
            }
        }
        for wanted in 0..self.wanted.len() {
            let number = self.wanted[wanted];
            let vault = &self.preset.vaults[usize::from(number)];
            let was_held = self.held(partition).any(|(_, held)| held == number);
            if let Some((width, height)) = vault.drawings.first().map(|drawing| drawing.sides).filter(|_| !was_held) {
                self.miss(number, &format!("the level has no place left for a room of {width}x{height} cells"));
            }
        }
    }

    /// The cells of these rooms beside which doors are welcome, in order.
    pub(super) fn welcome(&self, rooms: &[PlannedRoom], work: &mut u64) -> Vec<Cell> {
        *work += rooms.len() as u64;
        let mut cells = Vec::new();
        for room in rooms {
            let Some((_, drawing)) = room.vault.and_then(|vault| vault.of(self.preset)) else { continue };
            let (last, bottom) = (drawing.sides.0 - 1, drawing.sides.1 - 1);
            *work += 2 * u64::from((last + bottom + 2).unsigned_abs());
            let mut look_at = |x: i32, y: i32| {
                if drawing.cell(x, y) == Some(VaultCell::Door) {
                    cells.push(Cell::new(room.rect.left() + x, room.rect.top() + y));
                }
            };
            // Doors are welcomed at the edge alone. (A drawing of one row or column has each cell of it twice, which is all the same.)
            (0..=last).for_each(|x| [0, bottom].into_iter().for_each(|y| look_at(x, y)));
            (1..bottom).for_each(|y| [0, last].into_iter().for_each(|x| look_at(x, y)));
        }
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells
    }

    /// Gives rooms vaults: first those that must be there, then others by chance. Cost: vaults times rooms.
    pub(super) fn settle(&mut self, rooms: &mut [PlannedRoom], work: &mut u64) {
        for number in 0..self.preset.vaults.len() as u16 {
            let vault = &self.preset.vaults[usize::from(number)];
            if !vault.must || vault.has_own_room() {
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
        // Those that further rooms may have: what a level may have once only drops out of the search.
        let inside = (0..).zip(&self.preset.vaults).filter_map(|(number, vault)| match &vault.site {
            VaultSite::Inside { weight, .. } => Some((number, vault, weight, vault.rooms.kind_bits())),
            VaultSite::Room { .. } => None,
        });
        let mut open: Vec<(u16, &Vault, &Ramp, u8)> = inside.collect();
        open.retain(|(number, ..)| self.left[usize::from(*number)] > 0);
        let mut fitting: Vec<Option<&Ramp>> = Vec::with_capacity(open.len());
        for room in rooms.iter_mut().filter(|room| room.vault.is_none()) {
            let (facts, moment) = (room.facts(), room.moment(self.difficulty));
            *work += 1 + open.len() as u64;
            fitting.clear();
            fitting.extend(open.iter().map(|(_, vault, weight, kinds)| {
                let suits = kinds >> facts.kind as u8 & 1 == 1 && vault.rooms.suits_apart_from_kind(&facts);
                (suits && fits(vault, room)).then_some(*weight)
            }));
            let mut weights = fitting.iter().flatten();
            if weights.any(|weight| weight.parts_at(moment) > 0)
                && self.draw.chance(self.preset.vault_chance.at(moment))
                && let Some(chosen) = weights::choose(fitting.iter().copied(), moment, &mut self.draw)
            {
                self.place(open[chosen].0, room);
                open.retain(|(number, ..)| self.left[usize::from(*number)] > 0);
            }
        }
    }

    /// Gives a room a vault that fits it, lying in one of its ways, each equally likely.
    fn place(&mut self, number: u16, room: &mut PlannedRoom) {
        let vault = &self.preset.vaults[usize::from(number)];
        let sides = (room.rect.width(), room.rect.height());
        let ways = || (0u8..).zip(&vault.drawings).filter(|(_, drawing)| drawing.fits(sides));
        let count = ways().count() as u32;
        let drawn = if count > 1 { self.draw.below(count) } else { 0 };
        if let Some((way, drawing)) = ways().nth(drawn as usize) {
            let left = &mut self.left[usize::from(number)];
            *left = left.saturating_sub(1);
            let at = match &vault.site {
                VaultSite::Inside { at, inset, .. } => corner(*at, *inset, sides, drawing.sides),
                VaultSite::Room { .. } => Cell::new(0, 0),
            };
            room.vault = Some(PlacedVault { vault: number, drawing: way, at, has_walls: drawing.has_walls() });
        }
    }

    /// Notes that a vault which must be there is not.
    fn miss(&mut self, number: u16, why: &str) {
        let vault = &self.preset.vaults[usize::from(number)];
        if vault.must {
            let about = Some(format!("{}: {why}", vault.name));
            self.notes.push(Note { code: NoteCode::VaultShort, wanted: 1, got: 0, about });
        }
    }
}

/// Whether one of the ways in which a vault may lie fits a room.
fn fits(vault: &Vault, room: &PlannedRoom) -> bool {
    vault.drawings.iter().any(|drawing| drawing.fits((room.rect.width(), room.rect.height())))
}

impl VaultDrawing {
    fn fits(&self, (width, height): (i32, i32)) -> bool {
        self.sides.0 <= width && self.sides.1 <= height
    }
}

fn least_margin(style: Style) -> i32 {
    match style {
        Style::Adjacent => 0,
        Style::Corridors(Margin { least, .. }) => least,
    }
}

/// The top left cell of a drawing whose middle is at an anchor of its room, moved so that it lies in the room.
fn corner(at: Anchor, inset: i32, room: (i32, i32), drawing: (i32, i32)) -> Cell {
    let (across, down) = (room.0 - drawing.0, room.1 - drawing.1);
    let end = |is_far: bool, slack: i32| if is_far { slack - inset } else { inset };
    // The middle of the drawing lies at a share of the way between the middles of the first and the last cell.
    let share =
        |share: f32, room: i32, drawing: i32| (share * (room - 1) as f32 - (drawing - 1) as f32 / 2.0 + 0.5) as i32;
    let (x, y) = match at {
        Anchor::Corner(corner) => (end(corner.sides().0, across), end(corner.sides().1, down)),
        Anchor::Wall(side) => match side.delta() {
            (0, dy) => (across / 2, end(dy > 0, down)),
            (dx, _) => (end(dx > 0, across), down / 2),
        },
        Anchor::At(u, v) => (share(u, room.0, drawing.0), share(v, room.1, drawing.1)),
        _ => (across / 2, down / 2),
    };
    Cell::new(x.clamp(0, across), y.clamp(0, down))
}

/// How many cells around a place are looked at before all of its room are.
const CLOSE: i32 = 2;

/// The cell of a room nearest to `cell` where its vault leaves place to stand: no wall, no obstacle, and not `taken`; of several
/// the first in row order. Without a vault, or without such a cell, `cell` itself if it is floor.
/// Adds the cells looked at to `work`.
pub(super) fn standing_place(
    preset: &Preset,
    room: &PlannedRoom,
    cell: Cell,
    taken: Option<Cell>,
    work: &mut u64,
) -> Cell {
    let Some((drawing, corner)) = drawn(preset, room) else { return cell };
    // As a set, since a drawing may be full of obstacles and each of its cells be looked at.
    let mut obstacles = BitGrid::new(drawing.sides.0, drawing.sides.1);
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

/// The cell of a room nearest to `cell` where its vault has no wall, whatever else it has there.
pub(super) fn walkable_place(preset: &Preset, room: &PlannedRoom, cell: Cell, work: &mut u64) -> Cell {
    drawn(preset, room).map_or(cell, |drawn| nearest_without_wall(room, (cell, None), drawn, work))
}

/// What a room's vault draws, and the level's cell that is the drawing's first.
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

/// The cell of a room nearest to `cell` of those that are allowed; of several the first in row order. Cost: linear in the
/// cells, unless it is close by.
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
    // What lies beyond the cells close by is farther away than their edge.
    let close = Rect::from_xywh(cell.x, cell.y, 1, 1).and_then(|cell| cell.grown(CLOSE)?.intersection(room.rect));
    let found = close.and_then(&mut in_part).filter(|found| away(found).0 <= i64::from(CLOSE * CLOSE));
    found.or_else(|| in_part(room.rect))
}

/// Draws the walls of vaults: rock where they touch no floor. None stands at a drawing's edge.
pub(super) fn paint_walls(tiles: &mut Grid<Tile>, preset: &Preset, rooms: &[PlannedRoom], work: &mut u64) {
    for room in rooms {
        let Some((_, drawing)) = room.vault.filter(|vault| vault.has_walls).and_then(|vault| vault.of(preset)) else {
            continue;
        };
        let width = drawing.sides.0.max(1) as usize;
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
