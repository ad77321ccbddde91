//! Steps of generation as values: what an observer sees, records and sends elsewhere.

use serde::{Deserialize, Serialize};

use super::stage::Stage;
use crate::geom::{HalfCell, Rect};

/// A step of generation. Cells and rectangles are in level coordinates, rooms are ids.
///
/// Seeing steps changes nothing of what is generated.
///
/// ```
/// use roomgen::{Generator, Preset, trace::Step};
///
/// let mut steps = Vec::new();
/// let mut generator = Generator::new(Preset::built_in("crypt")?);
/// let level = generator.generate_stepwise(42, &mut |step| steps.push(step));
/// let rooms = steps.iter().filter(|step| matches!(step, Step::Room { .. })).count();
/// assert_eq!(rooms, level.rooms().len());
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Step {
    /// The partition cuts a part of the level in two by a wall.
    Split {
        /// The rectangle that is cut.
        part: Rect,
        /// Whether along a column, and not along a row.
        is_column: bool,
        /// The columns or rows of the part before the wall.
        before: i32,
    },
    /// A parting cuts the level in two by a band of cells: the first cut of the partition.
    Part {
        /// The rectangle that is cut.
        part: Rect,
        /// Whether the band is some columns, and not rows.
        is_column: bool,
        /// The columns or rows of the part before the band.
        before: i32,
        /// The columns or rows of the band.
        width: i32,
    },
    /// A leaf becomes a room.
    Room {
        /// The room's id.
        room: u32,
        /// The room's rectangle, before it is shaped.
        rect: Rect,
    },
    /// The main path is chosen.
    Path {
        /// The ids of its rooms, from start to end.
        rooms: Box<[u32]>,
    },
    /// A cycle is closed. Cycles come in the order of their numbers, from 0.
    Cycle {
        /// Its detours, in order from the earlier of the two rooms of the path that it joins.
        detours: Box<[u32]>,
    },
    /// Two rooms are joined by a door. A corridor has a step for each of its two doors.
    Passage {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The cells of the door.
        door: Rect,
    },
    /// A straight segment of a corridor joins two rooms. Segments come in order from the first.
    Corridor {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The cells of the segment.
        leg: Rect,
    },
    /// A tag rule tags a room.
    Tag {
        /// The room's id.
        room: u32,
        /// The position of the rule among the preset's tag rules.
        rule: u32,
    },
    /// A room gets the layout that a pool dealt to the level.
    Layout {
        /// The room's id.
        room: u32,
        /// The position of the layout in the preset.
        layout: u32,
    },
    /// A room is on the dearer arm of a cycle.
    Dearer {
        /// The id of the room.
        room: u32,
    },
    /// A door rule decides the kind of the doors between two rooms. The mission may then bar these
    /// doors, or close secret ones.
    Hang {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The position of the rule among the preset's door rules.
        rule: u32,
    },
    /// The doors between two rooms get a lock.
    Lock {
        /// The ids of the rooms.
        rooms: [u32; 2],
        /// The position of the rule among the mission's rules for locks.
        rule: u32,
    },
    /// The doors between two rooms become one-way.
    OneWay {
        /// The id of the room from which one walks.
        from: u32,
        /// The id of the other room.
        to: u32,
    },
    /// A passage opens the wall between its rooms: its door becomes wider, and is of the kind
    /// `Open`.
    Widen {
        /// The id of the passage.
        passage: u32,
        /// The cells of the door that [`Step::Passage`] told.
        from: Rect,
        /// The cells of the opening.
        to: Rect,
    },
    /// A room gets a key or switch. Furnishing chooses its cell: [`Step::LayKey`].
    Key {
        /// The room's id.
        room: u32,
        /// The position of the rule among the mission's rules for locks.
        rule: u32,
    },
    /// The shape of a room takes cells from its rectangle, that of [`Step::Room`].
    Cut {
        /// The room's id.
        room: u32,
        /// The cells.
        cells: Rect,
    },
    /// Terrain covers cells: a parting the cells of its band and those that its banks lose to it.
    /// Crossings come last. In a furnished room, a formation those of its mask, of which
    /// [`Step::Place`] has told; then what walkways have opened gets its bridge.
    Cover {
        /// The position of the kind of terrain in the preset; `None` for bare cells, such as doors.
        terrain: Option<u32>,
        /// The cells.
        cells: Rect,
    },
    /// Cells of a room are kept free of obstacles: the clearance of a door, or stairs.
    /// This comes before anything is placed in the room.
    Clear {
        /// The room's id.
        room: u32,
        /// The cells.
        cells: Rect,
    },
    /// The key of a room, or one of several, gets its cell. Its prop is placed next.
    LayKey {
        /// The room's id.
        room: u32,
        /// The cell.
        cell: Rect,
    },
    /// A way is opened to a cell for members that the plan promises the room: its layout left too
    /// few cells.
    Keep {
        /// The room's id.
        room: u32,
        /// The cell.
        cell: Rect,
    },
    /// A metered thing gets its cell. Its prop is placed next.
    Reserve {
        /// The room's id.
        room: u32,
        /// The cell.
        cell: Rect,
    },
    /// A room gets its allowance of the level's budgets.
    Allow {
        /// The room's id.
        room: u32,
        /// The cost of encounters that it is to get.
        encounters: u32,
        /// The value of loot that it is to get.
        loot: u32,
    },
    /// A vault covers cells of a room. Props placed from here to the next [`Step::Stamp`] belong to
    /// it.
    Vault {
        /// The room's id.
        room: u32,
        /// The cells.
        cells: Rect,
    },
    /// A formation is stamped at an anchor.
    Stamp {
        /// The room's id.
        room: u32,
        /// The position of the formation in the room's layout.
        formation: u32,
        /// The anchor; for a formation without one, the room's centre.
        anchor: HalfCell,
    },
    /// A prop is placed, or a cell of terrain.
    Place {
        /// The room's id.
        room: u32,
        /// The cells of the prop.
        prop: Rect,
    },
    /// A prop is not placed, or is removed.
    Reject {
        /// The room's id.
        room: u32,
        /// The cells of the prop.
        prop: Rect,
        /// Why.
        reason: Rejection,
    },
    /// A prop of a furnished room. Over all rooms, in the order of
    /// [`Level::props`](crate::Level::props), which lacks what [`Step::Populate`] adds.
    Remain {
        /// The room's id.
        room: u32,
        /// The cells of the prop.
        prop: Rect,
        /// What placed the prop.
        source: PropSource,
    },
    /// A slot of a furnished room: a place for a member of a group or for loot, and no prop.
    Slot {
        /// The room's id.
        room: u32,
        /// The cells of the slot.
        cells: Rect,
    },
    /// A budget places a prop: the last one of its room so far.
    Populate {
        /// The room's id.
        room: u32,
        /// The cells of the prop.
        prop: Rect,
        /// What placed the prop.
        source: PropSource,
    },
    /// A stage is done. Each stage ends once, in the order of [`Stage::ALL`].
    End {
        /// The stage.
        stage: Stage,
        /// The work of the stage: visits of leaves, walls, cells, words and props.
        ///
        /// A word is 64 bits of a set of cells. Searches and the loops whose length depends on the
        /// level are counted, most of them once for each loop. The work of a level is linear in its
        /// cells and props, with factors that depend on the preset; tests assert it. It is the same
        /// on every platform, and whatever the generator made before.
        work: u64,
    },
}

/// Why a prop of a formation is not placed, or is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Rejection {
    /// The prop would not lie entirely inside the room.
    Clipped,
    /// The prop would overlap one already placed. For a marker: an obstacle stands there.
    Occupied,
    /// The prop would stand in the clearance of a door, on stairs, the entry and the exit among
    /// them, or on a key's cell. For a marker: on stairs or a key's cell. For a prop of a vault
    /// that fills its room: a key takes its place.
    Clearance,
    /// The prop stands, or would stand, on a walkway, or on a prop that a walkway removes.
    Walkway,
    /// Fewer props of the formation than its `least` requires could stand at this anchor, so none
    /// is placed there.
    Sparse,
    /// With this prop, props would cover more of the room's floor than the layout allows.
    Cover,
    /// The prop would be too near to a prop, wall, door, entry or exit that it avoids, or to a prop
    /// that avoids it.
    TooNear,
    /// No prop, wall, door, entry or exit that the `near` rules of the prop's kind require is near
    /// enough.
    NotNear,
    /// Another prop of the formation cannot stand at this anchor, or not at a mirror image, so that
    /// its `clip` leaves this one out.
    Incomplete,
}

/// What placed a prop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PropSource {
    /// A formation of a layout.
    Formation {
        /// The position of the layout in [`Preset::layouts`](crate::Preset::layouts).
        layout: u16,
        /// The position of the formation in [`Layout::formations`](crate::preset::Layout).
        formation: u32,
    },
    /// The drawing of a vault.
    Vault {
        /// The position of the vault in [`Preset::vaults`](crate::Preset::vaults).
        vault: u16,
    },
    /// The mission: the prop is a key or a switch.
    Key,
    /// A group.
    Group {
        /// The position of the group in [`Preset::groups`](crate::Preset::groups).
        group: u16,
    },
    /// The budget of loot.
    Loot {
        /// The position of the item among the preset's items of loot.
        item: u16,
    },
    /// A rule for metered things.
    Metered {
        /// The position of the rule among the preset's metered things.
        rule: u16,
    },
}
