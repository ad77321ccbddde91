//! Queries of a level by room and by cell, fast enough for every frame of a game.
//!
//! They use tables that the first query builds.

#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, sync::OnceLock};

use super::{Level, Passage, Prop, PropRecord, Room, Tile, can_block::Gates, role::RoleTable};
use crate::{
    buckets::Buckets,
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet},
};

/// Side of the lookup grid's squares, in cells: close to a room's side, so few rooms overlap a
/// square.
const SQUARE: i32 = 16;

/// Tables that make queries by room and cell fast. The first such query builds them.
#[derive(Clone, Debug)]
pub(crate) struct LevelLookupTables {
    /// Ids of the rooms that overlap each square of the lookup grid; squares in row-major order.
    rooms: Buckets<u32>,
    /// Ids of the passages with a door that overlaps each square of the lookup grid.
    doors: Buckets<u32>,
    /// The number of squares in a row of the lookup grid.
    columns: u32,
    /// Ids of the passages at each room, by room id.
    passages: Buckets<u32>,
    /// Ids of the props in each room, by room id; built by the first query for them.
    props: OnceLock<Buckets<u32>>,
    /// Built by the first query for roles.
    roles: OnceLock<RoleTable>,
    walkable: BitGrid,
    /// Walkable cells connected to the entry; built by the first query for reachable cells.
    reachable: OnceLock<BitGrid>,
    /// What parts the reachable cells; built by the first query for it.
    gates: OnceLock<Gates>,
    /// Cells that block sight; built by the first query for them.
    opaque: OnceLock<BitGrid>,
}

impl LevelLookupTables {
    fn new(level: &Level) -> Self {
        let columns = level.width().unsigned_abs().div_ceil(SQUARE as u32);
        let rows = level.height().unsigned_abs().div_ceil(SQUARE as u32);
        let squares = move |rect: Rect| {
            let across = rect.left() / SQUARE..=(rect.right() - 1) / SQUARE;
            let down = rect.top() / SQUARE..=(rect.bottom() - 1) / SQUARE;
            down.flat_map(move |y| across.clone().map(move |x| y as u32 * columns + x as u32))
        };
        let rooms =
            level.rooms.iter().zip(0..).flat_map(|(room, id)| squares(room.rect).map(move |square| (square, id)));
        let doors = (0..).zip(&level.passages).flat_map(|(id, passage)| {
            passage.doors().iter().flat_map(move |&door| squares(door).map(move |square| (square, id)))
        });
        let ends = (0..).zip(&level.passages).flat_map(|(id, passage)| passage.rooms.map(|room| (room, id)));
        Self {
            rooms: Buckets::new((columns * rows) as usize, rooms),
            doors: Buckets::new((columns * rows) as usize, doors),
            columns,
            passages: Buckets::new(level.rooms.len(), ends),
            props: OnceLock::new(),
            roles: OnceLock::new(),
            walkable: walkable(level),
            reachable: OnceLock::new(),
            gates: OnceLock::new(),
            opaque: OnceLock::new(),
        }
    }

    fn reset_reachable(&mut self) {
        self.reachable = OnceLock::new();
        self.gates = OnceLock::new();
    }

    /// Keeps the tables in step with a new or removed prop that is no obstacle.
    pub(super) fn reset_props(&mut self) {
        self.props = OnceLock::new();
        self.roles = OnceLock::new();
    }

    /// Keeps the tables in step with a changed tile, which may be a door before or after it.
    pub(super) fn reset_tiles(&mut self) {
        self.reset_sight();
        self.gates = OnceLock::new();
    }

    /// Keeps the tables in step with a change of what blocks sight.
    pub(super) fn reset_sight(&mut self) {
        self.opaque = OnceLock::new();
    }

    /// Keeps the tables in step with a new obstacle on `cells`. Cost: linear in `cells`.
    pub(super) fn block(&mut self, cells: Rect) {
        self.walkable.remove_rect(cells);
        self.reset_reachable();
    }

    /// Keeps the tables in step with changed tiles of `cells`, or an obstacle removed there.
    ///
    /// Cost: linear in `cells` and props.
    pub(super) fn update_walkable(&mut self, level: &Level, cells: Rect) {
        cells.cells().for_each(|cell| self.walkable.set(cell, level.is_open(cell)));
        let is_obstacle = |prop: &&PropRecord| level.kinds[usize::from(prop.kind)].is_obstacle();
        let beside = level.props.iter().filter(|prop| prop.cells().overlaps(cells));
        beside.filter(is_obstacle).for_each(|prop| self.walkable.remove_rect(prop.cells()));
        self.reset_reachable();
    }

    /// The square of the lookup grid that holds a cell of the level.
    fn square(&self, cell: Cell) -> u32 {
        (cell.y / SQUARE) as u32 * self.columns + (cell.x / SQUARE) as u32
    }
}

/// The set of all walkable cells, by the tiles, the terrain and the obstacles of a level.
pub(super) fn walkable(level: &Level) -> BitGrid {
    walkable_among(level, |_| true)
}

/// The same with some of the obstacles, by the ids of their props.
fn walkable_among(level: &Level, stands: impl Fn(u32) -> bool) -> BitGrid {
    let mut walkable = level.open_cells();
    let is_obstacle: Vec<bool> = level.kinds.iter().map(|kind| kind.is_obstacle()).collect();
    let obstacles = (0..).zip(&level.props).filter(|(_, prop)| is_obstacle[usize::from(prop.kind)]);
    obstacles.filter(|(id, _)| stands(*id)).for_each(|(_, prop)| walkable.remove_rect(prop.cells()));
    walkable
}

/// The set of all cells that block sight, by the tiles, terrain, doors and props of a level.
pub(super) fn opaque(level: &Level) -> BitGrid {
    opaque_among(level, |_| true)
}

/// The same with some of the props, by their ids.
fn opaque_among(level: &Level, stands: impl Fn(u32) -> bool) -> BitGrid {
    let mut opaque = BitGrid::of(&level.tiles, |tile| !matches!(tile, Tile::Floor | Tile::Corridor));
    let open = level.passages.iter().filter(|passage| passage.stands_open());
    let open = open.flat_map(|passage| passage.doors().iter().flat_map(|door| door.cells()));
    open.filter(|&cell| level.tile(cell) == Tile::Door).for_each(|cell| opaque.set(cell, false));
    if let Some(terrain) = &level.terrain {
        let covered = terrain.cells.into_iter().filter(|(_, number)| **number != 0).map(|(cell, _)| cell);
        covered.filter(|&cell| level.tile(cell) != Tile::Door).for_each(|cell| opaque.set(cell, false));
    }
    let blocks_sight: Vec<bool> = level.kinds.iter().map(|kind| kind.blocks_sight()).collect();
    let props = (0..).zip(&level.props).filter(|(_, prop)| blocks_sight[usize::from(prop.kind)]);
    props.filter(|(id, _)| stands(*id)).for_each(|(_, prop)| opaque.insert_rect(prop.cells()));
    opaque
}

/// Queries of a level by room and by cell.
///
/// The first query other than [`Level::start`], [`Level::end`], [`Level::room`] and
/// [`Level::passage`] builds tables, in time linear in cells and props. Afterwards each query costs
/// what its documentation states. Edits such as [`Level::set_tile`] keep the tables in step.
impl Level {
    fn lookup(&self) -> &LevelLookupTables {
        self.lookup.get_or_init(|| LevelLookupTables::new(self))
    }

    /// The room with this id, if it exists. Constant time.
    #[must_use]
    pub fn room(&self, id: u32) -> Option<&Room> {
        self.rooms.get(id as usize)
    }

    /// The passage with this id, if it exists. Constant time.
    #[must_use]
    pub fn passage(&self, id: u32) -> Option<&Passage> {
        self.passages.get(id as usize)
    }

    /// The first room of the main path. Constant time.
    #[must_use]
    pub fn start(&self) -> &Room {
        &self.rooms[self.path[0] as usize]
    }

    /// The last room of the main path, which in a level of one room is the first. Constant time.
    #[must_use]
    pub fn end(&self) -> &Room {
        &self.rooms[self.path[self.path.len() - 1] as usize]
    }

    /// The room that has `cell` as floor. Constant time.
    ///
    /// `None` on walls, doors and corridors, and outside of the level.
    #[must_use]
    pub fn room_at(&self, cell: Cell) -> Option<&Room> {
        if self.tile(cell) != Tile::Floor {
            return None;
        }
        let lookup = self.lookup();
        let candidates = lookup.rooms.get(lookup.square(cell)).iter().filter_map(|&id| self.room(id));
        candidates.into_iter().find(|room| room.rect.contains(cell))
    }

    /// The passage that has `cell` as door, with its id. Constant time.
    ///
    /// `None` on all other tiles than [`Tile::Door`], and outside of the level.
    #[must_use]
    pub fn door_at(&self, cell: Cell) -> Option<(u32, &Passage)> {
        if self.tile(cell) != Tile::Door {
            return None;
        }
        let lookup = self.lookup();
        let mut candidates = lookup.doors.get(lookup.square(cell)).iter();
        candidates.find_map(|&id| {
            let passage = self.passage(id)?;
            passage.doors().iter().any(|door| door.contains(cell)).then_some((id, passage))
        })
    }

    /// The cells of a room's floor in row-major order; none if the room does not exist.
    ///
    /// Cost: linear in the cells of the room's rectangle.
    pub fn floor_in(&self, room: u32) -> impl Iterator<Item = Cell> {
        let cells = self.room(room).into_iter().flat_map(|room| room.rect.cells());
        cells.filter(|&cell| self.tile(cell) == Tile::Floor)
    }

    /// Whether one can stand on `cell` as if all doors were open: it is [open](Level::is_open) and
    /// has no obstacle. Constant time.
    ///
    /// [`Floor::walkable`](crate::play::Floor::walkable) knows locks, secrets and what is gone.
    /// False outside of the level. Obstacles may enclose walkable cells that cannot be reached;
    /// [`Level::is_reachable`] excludes these.
    #[must_use]
    pub fn is_walkable(&self, cell: Cell) -> bool {
        self.lookup().walkable.get(cell)
    }

    /// The set of all walkable cells, as if all doors were open; [`Level::reachable`] excludes
    /// enclosed ones.
    #[must_use]
    pub fn walkable(&self) -> &BitGrid {
        &self.lookup().walkable
    }

    /// Whether one can walk to `cell` from the entry as if all doors were open both ways, in four
    /// directions over walkable cells.
    ///
    /// False outside of the level. Constant time, but the first query takes time linear in cells.
    ///
    /// It differs from [`Level::is_walkable`] by pockets: walkable cells that obstacles enclose,
    /// which most levels have. Place what a player must reach on reachable cells.
    #[must_use]
    pub fn is_reachable(&self, cell: Cell) -> bool {
        self.reachable().get(cell)
    }

    /// The set of reachable cells, as if all doors were open both ways: [`Level::walkable`] without
    /// pockets, which obstacles enclose.
    ///
    /// It holds the entry, the exit, every door, cells of every room, every cell of each marker,
    /// and at least one cell of each prop that lies on the floor and does not block.
    ///
    /// ```
    /// let level = roomgen::generate(&roomgen::Preset::built_in("warehouse")?, 42);
    /// let (walkable, reachable) = (level.walkable().count(), level.reachable().count());
    /// assert!(reachable < walkable, "{} cells lie in pockets", walkable - reachable);
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn reachable(&self) -> &BitGrid {
        let lookup = self.lookup();
        lookup.reachable.get_or_init(|| lookup.walkable.connected_to(self.entry))
    }

    pub(super) fn roles(&self) -> &RoleTable {
        self.lookup().roles.get_or_init(|| RoleTable::new(self))
    }

    /// What parts the reachable cells, for [`Level::can_block`].
    pub(super) fn gates(&self) -> &Gates {
        self.lookup().gates.get_or_init(|| Gates::new(self))
    }

    /// The pockets: walkable cells that cannot be reached, as runs in row order.
    ///
    /// Each run is a rectangle one cell high. Level files have these runs as `unreachable`. Cost:
    /// linear in cells and props, with two bits of memory for each cell. It does not build the
    /// tables of queries.
    #[must_use]
    pub fn unreachable(&self) -> Vec<Rect> {
        let mut pockets = walkable(self);
        pockets.difference_with(&pockets.connected_to(self.entry));
        pockets.runs().collect()
    }

    /// Whether `cell` blocks sight, as [`Level::opaque`] says; true outside of the level. Constant
    /// time, but the first query takes time linear in cells and props.
    #[must_use]
    pub fn is_opaque(&self, cell: Cell) -> bool {
        !self.tiles.bounds().contains(cell) || self.opaque().get(cell)
    }

    /// The set of the cells that block sight before any door is opened.
    ///
    /// They are rock and walls without [terrain](Level::terrain), over which one sees and light
    /// falls; doors, except those of passages whose kind is
    /// [`DoorKind::Open`](super::DoorKind::Open); and the cells of props that
    /// [`PropKind::blocks_sight`].
    ///
    /// A level does not know which doors a player has opened:
    /// [`Floor::opaque`](crate::play::Floor::opaque) does.
    ///
    /// [`PropKind::blocks_sight`]: crate::PropKind::blocks_sight
    #[must_use]
    pub fn opaque(&self) -> &BitGrid {
        self.lookup().opaque.get_or_init(|| opaque(self))
    }

    /// The walkable cells, and those that block sight, once some props are gone.
    ///
    /// Cost: linear in words if none of them blocks, else in cells and props.
    pub(crate) fn footing_without(&self, gone: &BTreeSet<u32>) -> (BitGrid, BitGrid) {
        let kinds = || gone.iter().filter_map(|&id| Some(&self.kinds[usize::from(self.props.get(id as usize)?.kind)]));
        let stands = |id: u32| !gone.contains(&id);
        let frees = kinds().any(|kind| kind.is_obstacle());
        let shows = kinds().any(|kind| kind.blocks_sight());
        (
            if frees { walkable_among(self, stands) } else { self.walkable().clone() },
            if shows { opaque_among(self, stands) } else { self.opaque().clone() },
        )
    }

    /// The ids of the passages of a room, ascending; none if the room does not exist.
    ///
    /// Cost: linear in the number of these passages.
    pub fn passages_of(&self, room: u32) -> impl ExactSizeIterator<Item = u32> {
        self.lookup().passages.get(room).iter().copied()
    }

    /// The rooms that passages join to a room, each with its passage, in the order of passages.
    ///
    /// None if the room does not exist. Cost: linear in the number of the room's passages.
    pub fn neighbours(&self, room: u32) -> impl Iterator<Item = (&Room, &Passage)> {
        self.passages_of(room).filter_map(move |id| {
            let passage = self.passage(id)?;
            let [one, other] = passage.rooms;
            let beyond = if one == room { other } else { one };
            Some((self.room(beyond)?, passage))
        })
    }

    /// The props of a room, in the order of [`Level::props`]; none if the room does not exist.
    ///
    /// Cost: linear in the number of these props; the first query takes time linear in all props.
    pub fn props_in(&self, room: u32) -> impl ExactSizeIterator<Item = Prop<'_>> {
        self.prop_ids_in(room).iter().map(|&id| self.placed(id, &self.props[id as usize]))
    }

    /// The ids of the props of a room, ascending; none if the room does not exist.
    pub(super) fn prop_ids_in(&self, room: u32) -> &[u32] {
        let by_room = || (0..).zip(&self.props).map(|(id, prop)| (prop.room, id));
        self.lookup().props.get_or_init(|| Buckets::new(self.rooms.len(), by_room())).get(room)
    }
}
