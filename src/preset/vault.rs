//! Vaults: rooms, or parts of rooms, drawn by hand.

use std::cmp::Reverse;

use serde::Deserialize;

use super::{
    Anchor, Ramp, RawRamp, RoomFilter,
    rules::{AnchorPoint, RawFilter, RawLegendEntry, RawMap},
};
use crate::{
    geom::{Cell, Direction, Extent, Rect},
    model::PropKind,
};

/// A vault as a preset file states it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct RawVault {
    pub(crate) name: String,
    pub(crate) rows: Vec<String>,
    #[serde(default)]
    pub(crate) legend: RawMap<char, RawLegendEntry>,
    #[serde(default)]
    pub(crate) rooms: RawFilter,
    #[serde(default)]
    pub(crate) required: bool,
    #[serde(default)]
    pub(crate) turns: bool,
    #[serde(default)]
    pub(crate) mirrored: bool,
    /// Whether the vault has a room of its own, instead of a place inside an ordinary room.
    #[serde(default)]
    pub(crate) room: bool,
    // The fields from here to `alone` are refused with `room: true`. Their defaults are in
    // `preset/check/vaults.rs`.
    pub(crate) weight: Option<RawRamp>,
    pub(crate) most: Option<RawRamp>,
    pub(crate) at: Option<Anchor<String>>,
    #[serde(default)]
    pub(crate) inset: Option<i64>,
    #[serde(default)]
    pub(crate) alone: Option<bool>,
    // Refused without `room: true`.
    pub(crate) chance: Option<RawRamp>,
    #[serde(default)]
    pub(crate) pool: Option<String>,
    // Refused without `pool`.
    pub(crate) depth: Option<(f32, f32)>,
}

/// How often rooms have vaults.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(crate) struct RawVaults {
    pub(crate) chance: RawRamp,
}

impl Default for RawVaults {
    /// Often enough for every level to have some vaults, seldom enough to keep them special.
    fn default() -> Self {
        Self { chance: 0.3.into() }
    }
}

/// A room, or a part of one, drawn by hand cell by cell.
///
/// Guarantees: there is at least one drawing, and all drawings are distinct. Props lie wholly
/// inside the drawing and do not overlap. The floor of a vault with a room of its own is connected
/// and includes all cells at the drawing's edge.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Vault {
    /// The name, unique among the vaults of its preset.
    pub name: String,
    /// The rooms that the vault suits. For a vault with a room of its own, only the kinds count.
    pub rooms: RoomFilter,
    /// Whether every level must have the vault. A level without it carries a note.
    pub required: bool,
    pub(crate) site: VaultSite,
    /// The orientations that the vault may have. The first is as drawn in the file; turned and
    /// mirrored ones follow if the file allows them.
    pub(crate) drawings: Vec<VaultDrawing>,
    /// Whether the drawings have a cell where nothing stands.
    pub(crate) has_free_cell: bool,
    /// How many props may be taken of each offer, in the order of the legend.
    pub(crate) offers: Vec<u32>,
    /// The pool that deals the vault, as an index into the preset's pools.
    pub(crate) pool: Option<u16>,
    /// The difficulties, from least to most, of the levels that the pool deals it to; `None` for
    /// all.
    pub(crate) depth: Option<(f32, f32)>,
    /// What it draws of the budgets: the cost of its members, and the value of its things.
    pub(crate) drawn_sums: [u32; 2],
}

/// Where a vault is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum VaultSite {
    /// Inside an ordinary room of the floor plan.
    Inside {
        /// Where in the room the vault's middle lies.
        at: AnchorPoint,
        /// Cells between the vault and the wall, if `at` is a corner or a wall.
        inset: i32,
        /// How often the vault is chosen, relative to other vaults that suit the room.
        weight: Ramp,
        /// The most rooms of a level that have the vault; `None` is no limit.
        ///
        /// A ramp over the difficulty alone.
        most: Option<Ramp>,
        /// Whether the rest of the room stays without the formations of a layout.
        alone: bool,
    },
    /// In a room of its own, exactly as large as the drawing; at most once in a level.
    Room {
        /// The chance that a level asks for the vault, unless `required` is set.
        ///
        /// A ramp over the difficulty alone.
        chance: Ramp,
    },
}

/// One orientation of a vault.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct VaultDrawing {
    pub(crate) extent: Extent,
    /// The cells of the drawing in row-major order.
    pub(crate) cells: Vec<VaultCell>,
    /// The drawn props, sorted by kind and turn, then by their top left cell in row-major order.
    pub(crate) props: Vec<DrawnProp>,
}

/// What a cell of a vault is, apart from props. The value is its character in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VaultCell {
    /// The room's own cell, which the room's layout may furnish.
    Open = b' ' as isize,
    /// Floor on which only the props of the drawing stand.
    Floor = b'.' as isize,
    /// The room's own cell, which the room's layout may furnish, but not with obstacles.
    Free = b'_' as isize,
    Wall = b'#' as isize,
    /// Floor at the drawing's edge. The floor plan prefers to put doors beside such cells.
    Door = b'+' as isize,
}

/// A prop in the drawing of a vault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnProp {
    /// The kind of prop, as an index into the preset's kinds.
    pub(crate) kind: u16,
    /// The direction that the prop's north side faces.
    pub(crate) turn: Direction,
    /// The prop's footprint, in cells relative to the drawing's top left cell.
    pub(crate) cells: Rect,
    /// The offer that the prop is part of, as an index into [`Vault::offers`].
    pub(crate) offer: Option<u32>,
}

impl VaultCell {
    const ALL: [Self; 5] = [Self::Open, Self::Floor, Self::Free, Self::Wall, Self::Door];

    /// The cells on which only the props of the drawing stand.
    pub(crate) const RESERVED: [Self; 2] = [Self::Floor, Self::Door];

    /// The cell that a character stands for in every drawing, regardless of the legend.
    pub(crate) fn from_character(character: char) -> Option<Self> {
        Self::ALL.into_iter().find(|cell| cell.character() == character)
    }

    pub(crate) fn character(self) -> char {
        char::from(self as u8)
    }
}

impl Vault {
    /// What the vault draws of the budgets. Of an offer, the dearest things count, as many as may
    /// be taken.
    pub(crate) fn drawn(&self, kinds: &[PropKind]) -> [u32; 2] {
        let drawn = self.drawings.first().map_or(&[][..], |drawing| &drawing.props);
        // A preset with problems may lack some of the kinds.
        // What is a member is no thing, whatever items there are.
        let thing = |prop: &DrawnProp| kinds.get(usize::from(prop.kind)).filter(|kind| kind.cost == 0);
        let value = |prop: &DrawnProp| thing(prop).map_or(0, |kind| kind.value);
        let cost = |prop: &DrawnProp| kinds.get(usize::from(prop.kind)).map_or(0, |kind| kind.cost);
        let plain = drawn.iter().filter(|prop| prop.offer.is_none()).map(value).sum::<u32>();
        let dearest = |(number, &take): (u32, &u32)| {
            let offered = drawn.iter().filter(|prop| prop.offer == Some(number));
            let mut values: Vec<u32> = offered.map(value).collect();
            values.sort_unstable_by_key(|&value| Reverse(value));
            values.iter().take(take as usize).sum::<u32>()
        };
        let offered = (0..).zip(&self.offers).map(dearest).sum::<u32>();
        [drawn.iter().map(cost).sum(), plain + offered]
    }

    /// Whether the vault has a room of its own, instead of a place inside an ordinary room.
    #[must_use]
    pub fn has_own_room(&self) -> bool {
        matches!(self.site, VaultSite::Room { .. })
    }

    /// Whether the rest of the vault's room stays without the formations of a layout.
    pub(crate) fn is_alone(&self) -> bool {
        match self.site {
            VaultSite::Inside { alone, .. } => alone,
            VaultSite::Room { .. } => true,
        }
    }
}

impl VaultDrawing {
    /// The cell at a position; `None` outside of the drawing.
    pub(crate) fn cell(&self, x: i32, y: i32) -> Option<VaultCell> {
        let Extent { width, height } = self.extent;
        let is_inside = (0..width).contains(&x) && (0..height).contains(&y);
        is_inside.then(|| self.cells.get((y * width + x) as usize).copied()).flatten()
    }

    pub(crate) fn is_wall(&self, x: i32, y: i32) -> bool {
        self.cell(x, y) == Some(VaultCell::Wall)
    }

    pub(crate) fn has_walls(&self) -> bool {
        self.cells.contains(&VaultCell::Wall)
    }

    /// Whether nothing stands at one of the cells. Walls and props lie on cells of their own.
    pub(crate) fn has_free_cell(&self) -> bool {
        let walls = self.cells.iter().filter(|cell| **cell == VaultCell::Wall).count() as i64;
        let covered: i64 = self.props.iter().map(|prop| prop.cells.area()).sum();
        walls + covered < self.extent.area()
    }

    /// The prop of a kind and turn whose top left cell is `at`.
    pub(crate) fn prop_at(&self, kind: u16, turn: Direction, at: Cell) -> Option<&DrawnProp> {
        let key = (kind, turn as u8, at.y, at.x);
        self.props.binary_search_by_key(&key, DrawnProp::order).ok().and_then(|position| self.props.get(position))
    }

    /// Whether two drawings are the same but for their offers, which move no prop.
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        let bare = |prop: &DrawnProp| DrawnProp { offer: None, ..*prop };
        (self.extent, &self.cells) == (other.extent, &other.cells)
            && self.props.iter().map(bare).eq(other.props.iter().map(bare))
    }

    /// All cells with their positions, row-major.
    pub(crate) fn each_cell(&self) -> impl Iterator<Item = (i32, i32, VaultCell)> {
        let width = self.extent.width;
        (0..).zip(&self.cells).map(move |(position, &cell)| (position % width, position / width, cell))
    }

    /// The mirror image: west and east exchanged.
    #[must_use]
    pub(crate) fn mirrored(&self) -> Self {
        let width = self.extent.width;
        self.transformed(self.extent, |rect| Rect::of(width - rect.right(), rect.top(), rect.width(), rect.height()))
    }

    /// The drawing, turned clockwise by a quarter turn.
    #[must_use]
    pub(crate) fn turned(&self) -> Self {
        let height = self.extent.height;
        let mut turned = self.transformed(self.extent.turned(Direction::East), |rect| {
            Rect::of(height - rect.bottom(), rect.left(), rect.height(), rect.width())
        });
        for prop in &mut turned.props {
            prop.turn = Direction::from_quarter_turns(prop.turn.quarter_turns() + 1);
        }
        turned.sort();
        turned
    }

    fn transformed(&self, extent: Extent, to: impl Fn(Rect) -> Rect) -> Self {
        let mut cells = self.cells.clone();
        for (x, y, cell) in self.each_cell() {
            let there = to(Rect::of(x, y, 1, 1));
            cells[(there.top() * extent.width + there.left()) as usize] = cell;
        }
        let props = self.props.iter().map(|prop| DrawnProp { cells: to(prop.cells), ..*prop }).collect();
        let mut moved = Self { extent, cells, props };
        moved.sort();
        moved
    }

    /// Sorts the props by kind and turn, then by their top left cell in row-major order.
    pub(crate) fn sort(&mut self) {
        self.props.sort_by_key(DrawnProp::order);
    }
}

impl DrawnProp {
    /// By kind and turn, then by the top left cell in row-major order.
    fn order(&self) -> (u16, u8, i32, i32) {
        (self.kind, self.turn as u8, self.cells.top(), self.cells.left())
    }
}
