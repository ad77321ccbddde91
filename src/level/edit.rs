//! Edits of a finished level: tiles changed, props added and removed, lights put out.

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use super::{Level, PropRecord, Tile, lookup::LevelLookupTables};
use crate::{
    geom::{Cell, Direction, Rect},
    model::{PropKind, TurnedFootprintSize},
};

/// Edits of a level: what a game digs, places and breaks.
///
/// Queries of the level answer for its current tiles and props after any sequence of edits. The
/// guarantees of [`Level`] stay, so that no call panics. The invariants may break:
/// [`Level::check`] finds which. A save by serde keeps the edits and the ids of props, and is read
/// as the same level; of level files, [`ron::read_unchecked`](crate::export::ron::read_unchecked)
/// reads such ones, and [`ron::read`](crate::export::ron::read) refuses them.
///
/// What was made from the level before an edit ([`Level::index`], [`Level::octree`],
/// [`Level::distances`], meshes) is a copy and does not change.
impl Level {
    /// Sets the tile at `cell`, and returns the former one; `None` outside of the level.
    ///
    /// If the cell becomes open or solid, its [terrain](Level::terrain) goes: who digs through a
    /// river has filled it. So does terrain that blocks where the cell becomes a door or a
    /// corridor. Else it stays: to drain a pond, set its cells solid, and then to floor again.
    ///
    /// Rooms, passages, props and walls stay as they are: a tunnel is no part of a room unless it
    /// is floor inside the rectangle of one, nothing puts walls beside it, and a prop may come to
    /// lie in a wall.
    ///
    /// Cost: constant; linear in props if the cell becomes open or solid and the level has answered
    /// a query before. The next queries of [`Level::reachable`], [`Level::opaque`] and
    /// [`Level::can_block`] search again.
    /// The [cookbook](crate::cookbook::games) digs, places and breaks.
    pub fn set_tile(&mut self, cell: Cell, tile: Tile) -> Option<Tile> {
        let former = self.tiles.get(cell)?;
        self.tiles.set(cell, tile);
        let is_paved = matches!(tile, Tile::Door | Tile::Corridor) && self.has_blocking_terrain(cell);
        if former.is_open() != tile.is_open() || is_paved {
            if let Some(terrain) = &mut self.terrain {
                terrain.cells.set(cell, 0);
            }
            self.update_walkable(Rect::from_cell(cell));
        }
        if former != tile {
            self.lookup.get_mut().into_iter().for_each(LevelLookupTables::reset_tiles);
        }
        Some(former)
    }

    /// Adds a prop of `kind` that covers `cells`, and returns its id, the last position in
    /// [`Level::props`].
    ///
    /// A kind that the level does not have by name is added too. Returns `None`, and changes
    /// nothing:
    ///
    /// - if the level has no such room, or the cells are not inside the level;
    /// - if a side has more than [`PropKind::MAX_SIDE`] cells;
    /// - if the level has another kind of that name;
    /// - if the kind is new, and the level has 65535 kinds, or no level file can hold it: its name,
    ///   glyph, sides, heights, body or labels are none that a preset may give;
    /// - if a prop of the room has the number `u32::MAX`.
    ///
    /// Its [number](Level::number_in_room) is one more than the greatest of its room.
    ///
    /// Cost: constant; linear in the props where the kind is new, or a prop was removed before. The
    /// next queries of [`Level::props_in`] and [`Level::role`] sort the props again.
    pub fn add_prop(&mut self, kind: &PropKind, room: u32, cells: Rect, turn: Direction) -> Option<u32> {
        let is_inside = self.tiles.bounds().contains_rect(cells) && (room as usize) < self.rooms.len();
        let side = |cells: i32| u8::try_from(cells).ok().filter(|&side| side <= PropKind::MAX_SIDE);
        let (width, height) = (side(cells.width())?, side(cells.height())?);
        let (x, y) = (u16::try_from(cells.left()).ok()?, u16::try_from(cells.top()).ok()?);
        let id = u32::try_from(self.props.len()).ok().filter(|_| is_inside)?;
        let number = self.next_number(room)?;
        let kind = self.kind_position(kind)?;
        self.numbers.extend(number);
        self.props.push(PropRecord {
            kind,
            x,
            y,
            stance: TurnedFootprintSize::new(width, height, turn),
            room,
            offset: [0, 0],
        });
        let kind = &self.kinds[usize::from(kind)];
        let (is_obstacle, blocks_sight) = (kind.is_obstacle(), kind.blocks_sight());
        if let Some(tables) = self.lookup.get_mut() {
            tables.reset_props();
            if is_obstacle {
                tables.block(cells);
            }
            if blocks_sight {
                tables.reset_sight();
            }
        }
        Some(id)
    }

    /// Removes the prop with this id. The last prop takes its id; all other props keep theirs.
    ///
    /// So ids stay positions in [`Level::props`], here and in level files. Returns the former id of
    /// the prop that moved, which is `id` itself if that was the last one. Returns `None`, and
    /// changes nothing, if there is no such prop. A list with an entry for each prop follows by
    /// `Vec::swap_remove`; an index follows as below. The kind stays in [`Level::kinds`], with a
    /// count of 0 if no prop has it. An offer of the prop loses it. If no more props are left than
    /// may be taken, the offer ends, and the last one takes its number.
    ///
    /// A member that is removed leaves its [encounter](Level::encounters), which stays in its
    /// place, without cells at last. A thing that is removed leaves the [loot](Level::loot), where
    /// those behind it move up. Costs, values and budgets stay what they were. Props keep their
    /// [numbers](Level::number_in_room), whatever their ids.
    ///
    /// Cost: linear in encounters and loot, constant without any, and linear in all props for
    /// one of an offer, for the first one, and if the prop is an obstacle and the level
    /// has answered a query before. The next queries of [`Level::props_in`], [`Level::role`],
    /// [`Level::reachable`] and [`Level::opaque`] build their tables again.
    ///
    /// ```
    /// use roomgen::{Preset, generate};
    ///
    /// let mut level = generate(&Preset::built_in("crypt")?, 42);
    /// let mut index = level.index();
    /// let broken = index.nearest(level.entry()).map(|(id, _)| id).unwrap();
    ///
    /// let former = level.remove_prop(broken).unwrap();
    /// index.remove(broken)?;
    /// // Fails if the last prop is the broken one or a marker, which no index has.
    /// if let Ok(footprint) = index.remove(former) {
    ///     index.insert(broken, footprint)?;
    /// }
    /// assert!(index.iter().eq(level.index().iter()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_prop(&mut self, id: u32) -> Option<u32> {
        let position = usize::try_from(id).ok().filter(|&position| position < self.props.len())?;
        self.remove_number(position);
        let removed = self.props.swap_remove(position);
        self.unlit.remove(&id);
        if self.unlit.remove(&(self.props.len() as u32)) {
            self.unlit.insert(id);
        }
        let was_offered = self.offers.remove(id, self.props.len() as u32);
        let kind = &self.kinds[usize::from(removed.kind)];
        self.population.remove(kind, removed.room, removed.cells(), self.props.len());
        self.lookup.get_mut().into_iter().for_each(LevelLookupTables::reset_props);
        if was_offered {
            self.settle_offers();
        }
        if self.kinds[usize::from(removed.kind)].is_obstacle() {
            self.update_walkable(removed.cells());
        }
        if self.kinds[usize::from(removed.kind)].blocks_sight() {
            self.reset_sight();
        }
        u32::try_from(self.props.len()).ok()
    }

    /// Puts out or lights the light of the prop with this id, and returns whether it burned before.
    ///
    /// Returns `None`, and changes nothing, if there is no such prop, or if its kind sheds no
    /// light. Cost: logarithmic in the lights that are out.
    pub fn set_lit(&mut self, id: u32, is_lit: bool) -> Option<bool> {
        let record = self.props.get(usize::try_from(id).ok()?)?;
        self.kinds[usize::from(record.kind)].light?;
        let was_out = if is_lit { self.unlit.remove(&id) } else { !self.unlit.insert(id) };
        Some(!was_out)
    }

    /// Updates the lookup tables, if they exist, after a change of what is walkable in `cells`.
    fn update_walkable(&mut self, cells: Rect) {
        if let Some(mut tables) = self.lookup.take() {
            tables.update_walkable(self, cells);
            self.lookup = OnceLock::from(tables);
        }
    }

    /// Forgets the tables of queries, which the next query makes anew.
    pub(crate) fn forget_lookup(&mut self) {
        self.lookup = OnceLock::new();
    }

    fn reset_sight(&mut self) {
        self.lookup.get_mut().into_iter().for_each(LevelLookupTables::reset_sight);
    }

    /// The position of `kind` in the level's list of kinds. A new kind is inserted, so that the
    /// list stays sorted, if it can be saved. `None` for another kind with the name of one of the
    /// level.
    fn kind_position(&mut self, kind: &PropKind) -> Option<u16> {
        match self.kinds.binary_search_by(|known| known.name.as_str().cmp(kind.name.as_str())) {
            Ok(position) => u16::try_from(position).ok().filter(|_| self.kinds[position] == *kind),
            Err(position) => {
                let is_added = self.kinds.len() < usize::from(u16::MAX) && kind.is_valid();
                let position = u16::try_from(position).ok().filter(|_| is_added)?;
                self.kinds.insert(usize::from(position), kind.clone());
                if !self.kind_ids.is_empty() {
                    self.kind_ids.insert(usize::from(position), None);
                }
                self.props.iter_mut().filter(|prop| prop.kind >= position).for_each(|prop| prop.kind += 1);
                Some(position)
            }
        }
    }
}
