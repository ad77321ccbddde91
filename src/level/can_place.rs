//! Tests whether a game may place a thing of its own, such as a chest, in a level.

use thiserror::Error;

use super::{Level, PropKind, Room, RoomShape, Tile};
use crate::{
    geom::{Cell, Direction, Rect},
    model::Metres,
    spatial::PropIndex,
};

/// Why a game cannot place a thing of its own, such as a chest; see [`Level::can_place`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The footprint of the thing to be placed does not lie inside one room.
    #[error("its footprint does not lie inside a room")]
    OutsideRoom,
    /// The thing's body, moved by the given offset, does not stay inside its footprint.
    #[error("its offset moves it out of its footprint")]
    Offset,
    /// The thing overlaps the object with this id in the index. In [`Level::index`], ids are
    /// positions of props.
    #[error("it overlaps object {0}")]
    Overlap(u32),
    /// The thing is an obstacle, and this cell of its footprint shares an edge with a door.
    #[error("it stands before a door, at {0}")]
    DoorClearance(Cell),
    /// The thing is an obstacle or a marker and covers this cell, the level's entry, exit or other
    /// stairs.
    #[error("it stands on the entry, the exit or other stairs, at {0}")]
    EntryOrExit(Cell),
    /// The thing does not hang overhead and covers this cell of a key.
    #[error("it lies on the cell of a key, at {0}")]
    Key(Cell),
    /// The thing does not hang overhead and covers this cell of terrain that blocks.
    #[error("it stands in terrain that blocks, at {0}")]
    Terrain(Cell),
    /// The thing is a marker and covers this cell, which lies under an obstacle of the level.
    #[error("the marker lies under an obstacle, at {0}")]
    UnderObstacle(Cell),
    /// The thing is an obstacle and covers the last cell from which the player reaches this prop of
    /// the level, such as a carpet, which one can walk over or under.
    #[error("it buries prop {0}: the player could no longer reach it")]
    Buries(u32),
}

/// Tests whether a game may place a thing of its own, such as a chest, in the level.
impl Level {
    /// Whether a game may place a thing of `kind` with its top left cell at `cell`, by the rules
    /// for props.
    ///
    /// The thing must lie inside one room, stay inside its footprint with its offset, and overlap
    /// nothing of the index in cells and heights. An obstacle must also keep clear of the entry,
    /// the exit, all other stairs, and the cells that share an edge with a door, and must leave a
    /// reachable cell of each prop that lies below or hangs above it. A marker may overlap anything
    /// but the obstacles of the level, and all stairs. Only what hangs overhead may share the cell
    /// of a key, taken or not, or lie over terrain that blocks. Markers of the level block nothing;
    /// an obstacle on one uses it up.
    ///
    /// `index` is [`Level::index`], plus what the game has added and minus what it has removed.
    /// `kind` is one of the level's kinds or one of the game's own, and is not turned. `offset`, in
    /// metres, is added to the footprint's centre.
    ///
    /// Connectivity is not tested: the thing may cut cells off from the entry, which
    /// [`Level::can_block`] finds out. What both allow one after the other breaks no invariant but
    /// that of markers. Cost: two queries of the index around the footprint, and the number of
    /// keys; the first one for an obstacle also that of [`Level::reachable`].
    ///
    /// # Errors
    ///
    /// The first rule that the thing breaks, in the order of the variants of [`PlaceError`].
    ///
    /// ```
    /// use roomgen::{Preset, generate};
    ///
    /// let level = generate(&Preset::built_in("crypt")?, 42);
    /// let mut index = level.index();
    /// let pillar = level.kinds().iter().find(|kind| kind.name == "pillar").unwrap();
    /// assert!(level.can_place(&index, pillar, level.entry(), [0.0, 0.0]).is_err());
    ///
    /// let room = level.end().rect;
    /// let is_free = |cell| level.can_place(&index, pillar, cell, [0.0, 0.0]).is_ok();
    /// if let Some(cell) = room.cells().find(|&cell| is_free(cell)) {
    ///     let own = level.props().len() as u32;
    ///     index.insert(own, pillar.footprint(roomgen::Rect::from_cell(cell)))?;
    ///     assert!(level.can_place(&index, pillar, cell, [0.0, 0.0]).is_err());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn can_place(
        &self,
        index: &PropIndex,
        kind: &PropKind,
        cell: Cell,
        offset: [f32; 2],
    ) -> Result<(), PlaceError> {
        let cells = Rect::from_xywh(cell.x, cell.y, kind.width.into(), kind.height.into());
        let cells = cells.ok_or(PlaceError::OutsideRoom)?;
        let is_floor = |room: &Room| {
            let is_floor = |cell| self.tile(cell) == Tile::Floor;
            room.rect.contains_rect(cells) && (room.shape == RoomShape::Rectangle || cells.cells().all(is_floor))
        };
        if !self.room_at(cell).is_some_and(is_floor) {
            return Err(PlaceError::OutsideRoom);
        }
        // `<=` is false for NaN, so that NaN is refused.
        let stays = |(metres, slack): (f32, i32)| metres.abs() * Metres::PARTS as f32 <= slack as f32;
        if !offset.into_iter().zip(kind.slack(Direction::North)).all(stays) {
            return Err(PlaceError::Offset);
        }
        if !kind.marker
            && let Some(other) = index.first_overlap(kind.footprint(cells))
        {
            return Err(PlaceError::Overlap(other));
        }
        let at_door = |cell: &Cell| cell.neighbours().any(|beside| self.tile(beside) == Tile::Door);
        if kind.is_obstacle()
            && let Some(cell) = cells.cells().find(at_door)
        {
            return Err(PlaceError::DoorClearance(cell));
        }
        let end = self.stair_cells().find(|&end| cells.contains(end));
        if let Some(end) = end.filter(|_| kind.keeps_off_stairs()) {
            return Err(PlaceError::EntryOrExit(end));
        }
        if !kind.hangs()
            && let Some(key) = self.keys.iter().find(|key| cells.contains(key.cell))
        {
            return Err(PlaceError::Key(key.cell));
        }
        if !kind.hangs()
            && let Some(cell) = cells.cells().find(|&cell| self.has_blocking_terrain(cell))
        {
            return Err(PlaceError::Terrain(cell));
        }
        if kind.marker
            && let Some(cell) = cells.cells().find(|&cell| !self.is_walkable(cell))
        {
            return Err(PlaceError::UnderObstacle(cell));
        }
        if !kind.is_obstacle() {
            return Ok(());
        }
        self.buried(index, cells).map_or(Ok(()), |prop| Err(PlaceError::Buries(prop)))
    }

    /// The first prop that the player would no longer reach if an obstacle covered `cells`. What
    /// stands or lies on the floor is reached on a cell of its own, what hangs also from beside.
    fn buried(&self, index: &PropIndex, cells: Rect) -> Option<u32> {
        let is_lost = |id: u32| {
            let Some(prop) = self.prop(id).filter(|prop| !prop.kind.blocks && !prop.kind.marker) else { return false };
            let from_beside = prop.kind.elevation > Metres::default();
            let around = prop.cells.cells().flat_map(Cell::neighbours).filter(|_| from_beside);
            let mut reached = prop.cells.cells().chain(around).filter(|&cell| self.is_reachable(cell)).peekable();
            reached.peek().is_some()
                && reached.all(|cell| cells.contains(cell))
                // The game may have given the id of a prop that it removed to something else.
                && index.get(id) == Some(prop.kind.footprint(prop.cells))
        };
        let mut first = None;
        index.for_each_in(cells.grown(1).unwrap_or(cells), |id| {
            if first.is_none_or(|first| id < first) && is_lost(id) {
                first = Some(id);
            }
        });
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture::{level, prop, shaped};

    const CENTRED: [f32; 2] = [0.0, 0.0];

    #[test]
    fn a_game_may_place_what_breaks_no_rule() {
        let level = level();
        let index = level.index();
        let [candle, lamp, rock, rug, table] = [0, 1, 2, 3, 4].map(|kind| &level.kinds[kind]);
        let place = |kind, x, y| level.can_place(&index, kind, Cell::new(x, y), CENTRED);
        assert_eq!(place(rock, 1, 1), Ok(()));
        assert_eq!(place(rock, 0, 1), Err(PlaceError::OutsideRoom), "in the wall");
        assert_eq!(place(table, 5, 1), Err(PlaceError::OutsideRoom), "with its far end in the wall");
        assert_eq!(place(table, i32::MAX, i32::MIN), Err(PlaceError::OutsideRoom));
        assert_eq!(place(rock, 4, 3), Ok(()), "under the lamp, which hangs high");
        assert_eq!(place(lamp, 2, 3), Ok(()), "over the table and the candle");
        assert_eq!(place(candle, 3, 3), Ok(()), "on the far end of the table");
        assert_eq!(place(candle, 2, 3), Err(PlaceError::Overlap(1)), "where there is one");
        assert_eq!(place(rock, 3, 3), Err(PlaceError::Overlap(0)), "in the table");
        assert_eq!(place(rock, 5, 2), Err(PlaceError::DoorClearance(Cell::new(5, 2))));
        assert_eq!(place(table, 4, 2), Err(PlaceError::DoorClearance(Cell::new(5, 2))), "by its far end");
        assert_eq!(place(rug, 5, 2), Ok(()), "since one walks over it");
        assert_eq!(place(rock, 2, 2), Err(PlaceError::EntryOrExit(Cell::new(2, 2))));
        assert_eq!(place(rock, 20, 2), Err(PlaceError::EntryOrExit(Cell::new(20, 2))));
        assert_eq!(place(rug, 20, 2), Ok(()), "a rug under the stairs");
        assert_eq!(place(candle, 21, 4), Err(PlaceError::Key(Cell::new(21, 4))), "on the key, which is flat");
        assert_eq!(place(lamp, 21, 4), Ok(()), "over the key");
        for offset in [[0.25, 0.0], [0.0, f32::NAN], [f32::INFINITY, 0.0]] {
            assert_eq!(level.can_place(&index, rock, Cell::new(1, 1), offset), Err(PlaceError::Offset));
        }
    }

    #[test]
    fn a_small_body_may_be_off_its_place_as_far_as_it_stays_in_its_footprint() {
        let level = level();
        let small =
            PropKind { body: [Metres::exact(0.5).unwrap(), Metres::exact(0.75).unwrap()], ..level.kinds[2].clone() };
        let place = |offset| level.can_place(&level.index(), &small, Cell::new(1, 1), offset);
        for offset in [[0.25, 0.125], [-0.25, -0.125], [0.0, 0.1]] {
            assert_eq!(place(offset), Ok(()), "{offset:?}");
        }
        for offset in [[0.2501, 0.0], [0.0, -0.126], [f32::NAN, 0.0], [0.0, f32::NEG_INFINITY]] {
            assert_eq!(place(offset), Err(PlaceError::Offset), "{offset:?}");
        }
    }

    #[test]
    fn an_obstacle_leaves_a_cell_of_all_that_one_walks_over_or_under() {
        let mut level = level();
        level.kinds[1].blocks = false;
        // A rug alone in a corner, and a lamp above it.
        level.props.extend([prop(3, 0, 1, 1), prop(1, 0, 1, 1)]);
        let mut index = level.index();
        let rock = &level.kinds[2];
        let place = |index: &PropIndex, x, y| level.can_place(index, rock, Cell::new(x, y), CENTRED);
        assert_eq!(place(&index, 1, 1), Err(PlaceError::Buries(6)), "the lamp is reached from beside");
        assert_eq!(place(&index, 1, 2), Ok(()), "beside both");
        index.remove(6).unwrap();
        assert_eq!(place(&index, 1, 1), Ok(()), "once the rug is gone");
        index.insert(6, level.kinds[3].footprint(Rect::of(1, 1, 1, 2))).unwrap();
        assert_eq!(place(&index, 1, 1), Ok(()), "where its id is that of something else");
    }

    #[test]
    fn a_place_reached_from_one_cell_alone_keeps_that_cell() {
        let mut level = level();
        level.kinds[1].blocks = false;
        // Obstacles around a lamp in the corner: only the two cells below and before it are left.
        level.props.extend([prop(1, 0, 1, 1), prop(2, 0, 2, 1), prop(4, 0, 1, 3)]);
        level.props[8].stance = crate::model::TurnedFootprintSize::new(1, 1, Direction::North);
        let index = level.index();
        let place = |x, y| level.can_place(&index, &level.kinds[2], Cell::new(x, y), CENTRED);
        assert_eq!(place(1, 1), Ok(()), "below the lamp, which is then reached from (1, 2)");
        assert_eq!(place(1, 2), Ok(()), "beside it, where one stands below it then");
        let kind = PropKind { height: 2, ..level.kinds[2].clone() };
        let both = level.can_place(&index, &kind, Cell::new(1, 1), CENTRED);
        assert_eq!(both, Err(PlaceError::Buries(6)));
    }

    #[test]
    fn markers_are_in_nobodys_way_and_may_lie_wherever_one_can_stand() {
        let mut level = level();
        let marker = PropKind { marker: true, blocks: false, ..level.kinds[2].clone() };
        level.kinds[3] = PropKind { name: level.kinds[3].name.clone(), ..marker.clone() };
        level.props.push(prop(3, 0, 1, 1));
        let index = level.index();
        assert_eq!((index.len(), level.markers().count(), level.props().len()), (5, 2, 7));
        let place = |kind, x, y| level.can_place(&index, kind, Cell::new(x, y), CENTRED);
        assert_eq!(place(&level.kinds[2], 1, 1), Ok(()), "a rock over a marker");
        assert_eq!(place(&marker, 1, 1), Ok(()), "a marker over another");
        assert_eq!(place(&marker, 4, 3), Ok(()), "below the lamp");
        assert_eq!(place(&marker, 5, 2), Ok(()), "before a door");
        assert_eq!(place(&marker, 2, 2), Err(PlaceError::EntryOrExit(Cell::new(2, 2))));
        assert_eq!(place(&marker, 21, 4), Err(PlaceError::Key(Cell::new(21, 4))));
        assert_eq!(place(&marker, 2, 3), Err(PlaceError::UnderObstacle(Cell::new(2, 3))), "under the table");
        assert_eq!(place(&marker, 6, 2), Err(PlaceError::OutsideRoom));
    }

    #[test]
    fn cells_that_a_room_has_lost_to_its_shape_are_outside_of_it() {
        let level = shaped();
        let index = level.index();
        let [rock, table] = [2, 4].map(|kind| &level.kinds[kind]);
        let place = |kind, x, y| level.can_place(&index, kind, Cell::new(x, y), CENTRED);
        assert_eq!(place(rock, 20, 1), Ok(()));
        assert_eq!(place(rock, 21, 1), Err(PlaceError::OutsideRoom));
        assert_eq!(place(table, 19, 1), Ok(()));
        assert_eq!(place(table, 20, 1), Err(PlaceError::OutsideRoom), "with its far end");
    }

    #[test]
    fn props_that_a_game_adds_are_in_the_way_and_those_that_it_removes_are_not() {
        let mut level = level();
        level.props.push(prop(2, 1, 11, 3));
        let mut index = level.index();
        let rock = &level.kinds[2];
        let (taken, free) = (Cell::new(11, 3), Cell::new(1, 1));
        assert_eq!(level.can_place(&index, rock, taken, CENTRED), Err(PlaceError::Overlap(6)));
        index.remove(6).unwrap();
        index.insert(77, rock.footprint(Rect::from_cell(free))).unwrap();
        assert_eq!(level.can_place(&index, rock, taken, CENTRED), Ok(()));
        assert_eq!(level.can_place(&index, rock, free, CENTRED), Err(PlaceError::Overlap(77)));
    }
}
