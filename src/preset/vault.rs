//! Vaults: rooms, or parts of rooms, drawn by hand.

use super::{Anchor, Ramp, RoomFilter, rules::digest_limit};
use crate::{
    digest::Digest,
    geom::{Direction, Extent, Rect},
};

/// A room, or a part of one, drawn by hand cell by cell.
///
/// Guarantees: there is at least one drawing, and all are distinct. Props lie wholly inside and do
/// not overlap. The floor of a vault with a room of its own is connected and includes all cells at
/// the edge.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Vault {
    /// The name, unique among the vaults of its preset.
    pub name: String,
    /// The rooms that it suits. For a vault with a room of its own only the kinds count.
    pub rooms: RoomFilter,
    /// Whether every level must have it.
    pub required: bool,
    pub(crate) site: VaultSite,
    /// The orientations that it may have: as drawn first, then turned and mirrored, as allowed.
    pub(crate) drawings: Vec<VaultDrawing>,
}

/// Where a vault is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum VaultSite {
    /// In an ordinary room.
    Inside {
        /// The anchor of its middle; a single point.
        at: Anchor,
        /// The distance from the wall in cells, if the anchor is at one.
        inset: i32,
        /// How often it is chosen, relative to the weights of other vaults that suit the room.
        weight: Ramp,
        /// The most rooms of a level that have it, if limited; a ramp over the difficulty alone.
        most: Option<Ramp>,
        /// Whether no layout furnishes the rest of the room.
        alone: bool,
    },
    /// In a room of its own, exactly as large as the drawing; at most once in a level.
    Room {
        /// The chance that a level asks for it, unless required; a ramp over the difficulty alone.
        chance: Ramp,
    },
}

/// One orientation of a vault.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct VaultDrawing {
    pub(crate) extent: Extent,
    /// Row-major.
    pub(crate) cells: Vec<VaultCell>,
    /// Sorted by kind and turn, then row-major.
    pub(crate) props: Vec<DrawnProp>,
}

/// What a cell of a vault is, apart from props.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VaultCell {
    /// Left to the room's layout.
    Open = b' ' as isize,
    /// Floor on which only drawn props stand.
    Floor = b'.' as isize,
    /// Floor that is left to the room's layout, but stays free of obstacles.
    Free = b'_' as isize,
    Wall = b'#' as isize,
    /// Floor at the edge, next to which a door is welcome.
    Door = b'+' as isize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawnProp {
    /// The kind, as an index into the preset's list.
    pub(crate) kind: u16,
    /// The direction that its north side faces.
    pub(crate) turn: Direction,
    /// Its footprint, in cells relative to the drawing's top left one.
    pub(crate) cells: Rect,
}

impl VaultCell {
    const ALL: [Self; 5] = [Self::Open, Self::Floor, Self::Free, Self::Wall, Self::Door];

    /// The cells on which only drawn props stand.
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
    /// Whether it has a room of its own.
    #[must_use]
    pub fn has_own_room(&self) -> bool {
        matches!(self.site, VaultSite::Room { .. })
    }

    /// Whether no layout furnishes the rest of its room.
    pub(crate) fn is_alone(&self) -> bool {
        match self.site {
            VaultSite::Inside { alone, .. } => alone,
            VaultSite::Room { .. } => true,
        }
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.text(&self.name).number(self.required);
        self.rooms.digest(digest);
        match &self.site {
            VaultSite::Inside { at, inset, weight, most, alone } => {
                let (code, [u, v]) = match *at {
                    Anchor::Corner(corner) => (1, [corner as u8 as f32, 0.0]),
                    Anchor::Wall(direction) => (2, [direction as u8 as f32, 0.0]),
                    Anchor::At(u, v) => (3, [u, v]),
                    _ => (0, [0.0; 2]),
                };
                digest.number(0).number(code).real(u).real(v);
                weight.digest_whole(digest.number(*inset));
                digest_limit(most.as_ref(), digest);
                digest.number(*alone);
            }
            VaultSite::Room { chance } => chance.digest(digest.number(1)),
        }
        digest.list(&self.drawings, |digest, drawing| drawing.digest(digest));
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

    /// The drawing, turned clockwise by a quarter.
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

    /// Sorts the props by kind and turn, then row-major.
    pub(crate) fn sort(&mut self) {
        self.props.sort_by_key(|prop| (prop.kind, prop.turn as u8, prop.cells.top(), prop.cells.left()));
    }

    fn digest(&self, digest: &mut Digest) {
        digest.number(self.extent.width).number(self.extent.height);
        digest.list(&self.cells, |digest, &cell| {
            digest.number(cell as u8);
        });
        digest.list(&self.props, |digest, prop| {
            digest.number(prop.kind).number(prop.turn as u8);
            digest.number(prop.cells.left()).number(prop.cells.top());
            digest.number(prop.cells.width()).number(prop.cells.height());
        });
    }
}
