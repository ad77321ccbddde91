//! Small levels in which the tile images are drawn.

use roomgen::{Cell, DoorKind, Level, Rect, RoomKind, Size, Tile, export::json};

/// A level of 8 by 8 cells. It holds only what painters read, so it cannot be played.
pub(super) struct SpecimenLevel {
    tiles: Vec<String>,
    /// Kind and progress of a room that fills the level. Without it the level's only room is its
    /// last cell.
    room: Option<(RoomKind, f32)>,
    door: Option<(Rect, DoorKind)>,
    stairs: [Cell; 2],
}

impl SpecimenLevel {
    /// A level in which `tile` gives the tile of each cell.
    pub(super) fn new(tile: impl Fn(Cell) -> Tile) -> Self {
        let row = |y| (0..Size::MIN_SIDE).map(|x| tile(Cell::new(x, y)).glyph()).collect();
        let tiles = (0..Size::MIN_SIDE).map(row).collect();
        Self { tiles, room: None, door: None, stairs: [Cell::default(); 2] }
    }

    /// Sets the cells of the entry and the exit.
    pub(super) fn with_stairs(self, stairs: [Cell; 2]) -> Self {
        Self { stairs, ..self }
    }

    /// Builds the level as any level from outside of the library is made: reads it from a level
    /// file.
    #[allow(clippy::expect_used, reason = "every value is in its range, whatever the arguments of the constructors")]
    pub(super) fn level(&self) -> Level {
        let side = Size::MIN_SIDE;
        let (kind, progress) = self.room.unwrap_or((RoomKind::Path, 0.0));
        let (at, length) = if self.room.is_some() { (0, side) } else { (side - 1, 1) };
        let room = format!(
            r#"{{"id": 0, "kind": "{kind:?}", "x": {at}, "y": {at}, "width": {length}, "height": {length}, "depth": 0,
            "progress": {progress:?}, "host": null, "layout": null, "vault": null, "tags": [], "shape": "Rectangle"}}"#
        );
        let passage = self.door.map_or_else(String::new, |(door, kind)| {
            let (x, y, width, height) = (door.left(), door.top(), door.width(), door.height());
            let door = format!(r#"{{"x": {x}, "y": {y}, "width": {width}, "height": {height}}}"#);
            format!(r#"{{"id": 0, "rooms": [0, 0], "doors": [{door}], "corridor": [], "kind": "{kind:?}"}}"#)
        });
        let [entry, exit] = self.stairs.map(|Cell { x, y }| format!("[{x}, {y}]"));
        let text = format!(
            r#"{{"format": {}, "revision": 1, "seed": "0", "floor": 0, "difficulty": 0.0, "preset": "specimen",
            "digest": "0000000000000000", "start": null, "width": {side}, "height": {side}, "tiles": {:?},
            "rooms": [{room}], "passages": [{passage}], "path": [0], "entry": {entry}, "exit": {exit},
            "kinds": {{}}, "props": [], "notes": []}}"#,
            roomgen::level::FORMAT,
            self.tiles
        );
        json::read_unchecked(&text).expect("a level file")
    }
}

/// A level of 8 by 8 cells in which `tile` gives the tile of each cell.
pub(super) fn level(tile: impl Fn(Cell) -> Tile) -> Level {
    SpecimenLevel::new(tile).level()
}

/// A level of 8 by 8 cells that is one room of this kind and progress.
pub(super) fn room(kind: RoomKind, progress: f32, tile: Tile) -> Level {
    SpecimenLevel { room: Some((kind, progress)), ..SpecimenLevel::new(|_| tile) }.level()
}

/// A level of walls with a door and floor on its two sides: north and south, or west and east.
pub(super) fn door(door: Rect, kind: DoorKind, leads_north: bool) -> Level {
    let tile = |cell: Cell| {
        let Cell { x, y } = cell;
        let beside = if leads_north { [(x, y - 1), (x, y + 1)] } else { [(x - 1, y), (x + 1, y)] };
        match cell {
            cell if door.contains(cell) => Tile::Door,
            _ if beside.iter().any(|&side| door.contains(side.into())) => Tile::Floor,
            _ => Tile::Wall,
        }
    };
    SpecimenLevel { door: Some((door, kind)), ..SpecimenLevel::new(tile) }.level()
}
