//! Who a drawing of a level is for, and what a player may know of a level.

#[cfg(test)]
mod tests;

use std::{borrow::Cow, collections::BTreeSet, sync::OnceLock};

use super::{Allowance, Connection, DoorKind, Level, Passage, Population, Room, RoomKind, Tile};
use crate::{
    geom::{Cell, Rect},
    grid::{BitGrid, CellSet, Grid},
    named::named,
};

named! {
/// Who a drawing of a level is for: it says what is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Audience: "audience" {
    /// The master of a game, who sees all.
    #[default]
    Master => "master",
    /// A player, from whom [`Level::shown_to`] hides secrets.
    Player => "player",
}
}

/// Drawings for players.
impl Level {
    /// The level as drawings show it to an audience: to the master as it is.
    ///
    /// To a player without secrets:
    ///
    /// - Secret doors are wall. What can be reached neither from the entry nor from the exit
    ///   without one is rock.
    /// - Passages have no locks and no directions. Barred doors stay barred.
    /// - Markers, keys and switches are left out, and so are props on hidden cells. Of offers the
    ///   props remain that are shown, if these are more than may be taken.
    /// - Rooms are all of [`RoomKind::Path`], without layouts, vaults and tags. They keep their ids
    ///   and rectangles, also where all of their floor is hidden.
    /// - Terrain stays. A crossing that is not known has the terrain of its parting.
    /// - There are no notes.
    ///
    /// The result is for drawing and keeps the guarantees of [`Level`], but not its invariants:
    /// [`Level::check`] may refuse it. Cost: linear in cells, props and passages.
    ///
    /// ```
    /// use roomgen::{DoorKind, Preset, generate, level::Audience};
    ///
    /// let level = generate(&Preset::built_in("crypt")?, 42);
    /// let shown = level.shown_to(Audience::Player);
    /// assert!(shown.passages().iter().all(|passage| passage.kind != DoorKind::Secret));
    /// assert!(shown.keys().is_empty() && shown.markers().next().is_none());
    /// # Ok::<(), roomgen::RequestError>(())
    /// ```
    #[must_use]
    pub fn shown_to(&self, audience: Audience) -> Cow<'_, Self> {
        match audience {
            Audience::Master => Cow::Borrowed(self),
            Audience::Player => {
                let known = self.known_cells();
                Cow::Owned(self.without_secrets(&known, self.tiles_around(&known), None))
            }
        }
    }

    /// The level as far as a player has seen it: as [`Level::shown_to`] a player, with the cells
    /// that are `known` in place of those that can be reached. Walls that are not known are rock,
    /// too, and so is unseen terrain. The props of keys and switches that are known are shown.
    /// Drawings show the stairs that lie on known cells.
    ///
    /// For a game, of the level as it stands: see
    /// [`Floor::level_now`](crate::play::Floor::level_now). Cost:
    /// linear in cells, props and passages.
    #[must_use]
    pub fn seen_by_player(&self, known: &BitGrid) -> Self {
        let mut tiles = self.tiles.clone();
        let secret = self.passages.iter().filter(|passage| passage.kind == DoorKind::Secret);
        secret.flat_map(Passage::doors).for_each(|&door| tiles.fill_rect(door, Tile::Wall));
        for cell in self.tiles.bounds().cells().filter(|&cell| !known.get(cell)) {
            tiles.set(cell, Tile::Rock);
        }
        let mut open = BitGrid::of(&tiles, Tile::is_open);
        open.intersect_with(known);
        self.without_secrets(&open, tiles, Some(known))
    }

    /// What a player may know of a level with these open cells. If he has `seen` cells, doors show
    /// of which a cell is known, props of keys too, and terrain that is seen; else doors and their
    /// passages are known as a whole.
    fn without_secrets(&self, known: &BitGrid, tiles: Grid<Tile>, seen: Option<&BitGrid>) -> Self {
        let is_seen = seen.is_some();
        let knows_all = |cells: Rect| cells.cells().all(|cell| known.get(cell));
        let keys: BTreeSet<(Cell, &str)> = self.keys.iter().map(|key| (key.cell, self.key_name(key))).collect();
        let is_shown = |id: u32| {
            self.prop(id).is_some_and(|prop| {
                let is_key = keys.contains(&(prop.cells.top_left(), prop.kind.name.as_str()));
                !prop.kind.marker && (!is_key || is_seen) && knows_all(prop.cells)
            })
        };
        let shown: Vec<u32> = (0..self.props.len() as u32).filter(|&id| is_shown(id)).collect();
        let known_passage = |passage: &Passage| {
            let is_known =
                |door: &Rect| if is_seen { door.cells().any(|cell| known.get(cell)) } else { knows_all(*door) };
            let doors: Vec<Rect> = passage.doors().iter().copied().filter(is_known).collect();
            match doors[..] {
                [door] if is_seen => Some(Connection::Door(door)),
                _ => (doors.len() == passage.doors().len()).then(|| passage.connection.clone()),
            }
        };
        let numbered = (0..).zip(&self.passages);
        let known_passages: Vec<(u32, Passage)> =
            numbered.filter_map(|(id, passage)| Some((id, plain_passage(passage, known_passage(passage)?)))).collect();
        let (known_ids, passages): (Vec<u32>, Vec<Passage>) = known_passages.into_iter().unzip();
        let terrain =
            self.terrain.as_ref().and_then(|terrain| terrain.without_secrets(&known_ids, &tiles, &self.tiles, seen));
        Self {
            origin: self.origin.clone(),
            tiles,
            rooms: self.rooms.iter().map(plain_room).collect(),
            passages,
            path: self.path.clone(),
            entry: self.entry,
            exit: self.exit,
            is_dead_end: self.is_dead_end,
            stairs: self.stairs.clone(),
            locks: Vec::new(),
            keys: Vec::new(),
            kinds: self.kinds.clone(),
            kind_ids: self.kind_ids.clone(),
            layouts: self.layouts.clone(),
            tags: self.tags.clone(),
            unlit: (0..).zip(&shown).filter(|(_, id)| self.unlit.contains(id)).map(|(new, _)| new).collect(),
            offers: self.offers.among(&shown),
            props: shown.iter().filter_map(|&id| self.props.get(id as usize).copied()).collect(),
            // Gaps would tell of props that are not shown.
            numbers: Vec::new(),
            population: Population::default(),
            terrain,
            notes: Vec::new(),
            lookup: OnceLock::new(),
        }
    }

    /// The open cells that can be reached from the entry or the exit without a secret door.
    fn known_cells(&self) -> BitGrid {
        let mut open = BitGrid::of(&self.tiles, Tile::is_open);
        let secret = self.passages.iter().filter(|passage| passage.kind == DoorKind::Secret);
        secret.flat_map(Passage::doors).for_each(|&door| open.remove_rect(door));
        let mut known = open.connected_to(self.entry);
        known.union_with(&open.connected_to(self.exit));
        known
    }

    /// The tiles of a level in which only some open cells are known: others are wall beside these,
    /// and rock elsewhere.
    fn tiles_around(&self, known: &BitGrid) -> Grid<Tile> {
        let mut tiles = self.tiles.clone();
        for cell in self.tiles.bounds().cells().filter(|&cell| !known.get(cell) && self.tile(cell) != Tile::Rock) {
            let touches = Rect::of(cell.x - 1, cell.y - 1, 3, 3).cells().any(|near| known.get(near));
            tiles.set(cell, if touches { Tile::Wall } else { Tile::Rock });
        }
        tiles
    }
}

/// A room of which only the floor is known.
fn plain_room(room: &Room) -> Room {
    Room {
        kind: RoomKind::Path,
        host: None,
        cycle: None,
        layout: None,
        vault: None,
        tags: 0,
        allowance: Allowance::default(),
        ..*room
    }
}

/// A passage of which only the doors are known.
fn plain_passage(passage: &Passage, connection: Connection) -> Passage {
    let &Passage { rooms, kind, .. } = passage;
    Passage { rooms, connection, kind, lock: None, one_way: None, saves: None }
}
