//! Levels of one room, for pictures of single tiles.

use std::collections::BTreeSet;

use super::{
    Allowance, Connection, DoorKind, Level, OfferTable, Origin, Passage, Population, Room, RoomKind, RoomShape, Tile,
};
use crate::{
    geom::{Cell, Rect},
    grid::Grid,
};

impl Level {
    /// A level with one room and at most one door, for pictures of single tiles.
    ///
    /// It has the guarantees of [`Level`], and need not keep any invariant: the door leads from the
    /// room to itself, and tiles may be anything. `room` has a rectangle, a kind and a progress;
    /// `stairs` are the entry and the exit.
    ///
    /// `None` if a rectangle or a cell lies outside of `tiles`, or the progress is not 0 to 1.
    ///
    /// Cost: constant; the tiles are moved.
    #[must_use]
    pub fn sketch(
        tiles: Grid<Tile>,
        room: (Rect, RoomKind, f32),
        door: Option<(Rect, DoorKind)>,
        stairs: [Cell; 2],
    ) -> Option<Self> {
        let (rect, kind, progress) = room;
        let bounds = tiles.bounds();
        let mut rects = door.iter().map(|(door, _)| *door).chain([rect]);
        let is_inside =
            rects.all(|rect| bounds.contains_rect(rect)) && stairs.iter().all(|&cell| bounds.contains(cell));
        if !is_inside || !(0.0..=1.0).contains(&progress) {
            return None;
        }
        let door = door.map(|(door, kind)| Passage { kind, ..Passage::closed([0, 0], Connection::Door(door)) });
        let origin = Origin {
            revision: 1,
            seed: 0,
            seed_word: None,
            floor: 0,
            difficulty: 0.0,
            preset: "sketch".into(),
            preset_digest: 0,
            rerolls: crate::model::Rerolls::default(),
            run: None,
            start: None,
        };
        let room = Room {
            id: 0,
            kind,
            rect,
            depth: 0,
            progress,
            host: None,
            cycle: None,
            layout: None,
            vault: None,
            tags: 0,
            shape: RoomShape::Rectangle,
            allowance: Allowance::default(),
        };
        let [entry, exit] = stairs;
        Some(Self {
            origin,
            tiles,
            rooms: vec![room],
            passages: door.into_iter().collect(),
            path: vec![0],
            entry,
            exit,
            is_dead_end: false,
            stairs: Vec::new(),
            locks: Vec::new(),
            keys: Vec::new(),
            kinds: Vec::new(),
            kind_ids: Vec::new(),
            layouts: [].into(),
            tags: [].into(),
            props: Vec::new(),
            numbers: Vec::new(),
            unlit: BTreeSet::new(),
            offers: OfferTable::default(),
            population: Population::default(),
            terrain: None,
            notes: Vec::new(),
            lookup: Default::default(),
        })
    }
}
