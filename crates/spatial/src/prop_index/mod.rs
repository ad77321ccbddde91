//! `PropIndex`: a quadtree over cells for objects with rectangular footprints.
//!
//! Consumes a level size and objects (an id and a footprint of whole cells each). Answers queries
//! by cell, rectangle, distance and overlap, in one fixed order. Knows nothing of game levels.

mod build;
mod cursor;
mod footprint;
mod layer;
mod merge;
mod nearest;
mod nodes;
mod pairs;
mod query;
mod records;
mod size_class;
mod words;

#[cfg(test)]
mod tests;

pub use footprint::{Footprint, PropIndexError};
pub use nodes::IndexNode;
use records::ObjectRecords;
use size_class::SizeClassObjects;
use words::QuadtreeArea;

use crate::geom::{Rect, Size};

/// Entry of [`PropIndex::class_positions`] for a size class without a [`SizeClassObjects`] in
/// `others`.
const UNUSED: u8 = u8::MAX;

/// A spatial index of objects that cover whole cells, such as a level's props.
///
/// It is an implicit quadtree over a world of cells.
/// An object is an id chosen by the caller and a [`Footprint`]: a rectangle of cells of any size,
/// and optionally an interval of heights. Any number of objects may share a cell. Results come in
/// a fixed order that does not depend on the order of insertion: by row, then by column of the
/// footprint's top left cell, then by id. Queries do not allocate, except [`PropIndex::iter`],
/// [`PropIndex::nodes`] and the `collect` functions, which fill the caller's vector.
///
/// # How it works
///
/// One 64-bit word is a tile of 8 by 8 cells: the three lowest levels of a quadtree. A word of the
/// next level has one bit for each of 8 by 8 tiles, set if the tile is occupied, and so on up to
/// one word for the world. Insertion sets a bit and removal clears it. A word that becomes zero
/// clears its parent's bit and frees its memory. A query of up to 8 by 8 cells assembles one word
/// from four with a few shifts, and visits its bits in row order. The ids of a tile are packed: the
/// rank of a cell's bit is the position of its id.
///
/// Each object is stored once, at its top left cell. Objects of more than one cell are stored in
/// separate trees, one for each size class: a class of widths (1 cell, 2 to 4, 5 to 16, 17 to 64
/// and so on) combined with such a class of heights. A query searches the tree of every size class,
/// in a rectangle extended up and left by the largest footprint that the class allows. So a rug as
/// large as the world does not slow down queries for chairs.
///
/// # Costs
///
/// *n* is the number of objects, *k* the number of results, *c* the number of size classes that
/// hold objects (1 if all props cover one cell, at most 64). Insertion, removal and lookup take
/// constant time; removal from a cell that is the top left cell of many objects is linear in their
/// number. A query takes O(*c* + *k*) for a rectangle of up to 8 by 8 cells; for a larger one, add
/// the rows of occupied tiles that the rectangle meets. Ids below 1024 or below four times the
/// number of objects are dense: they are looked up in arrays; other ids in an ordered tree, in
/// O(log *n*).
///
/// Memory: none for an empty world; 1.5 KB for each occupied square of 64 by 64 cells; 64 bytes for
/// each occupied tile of up to 16 objects, 128 for up to 32, 256 for more; 4 bytes for each object,
/// and 16 bytes more for each if an object has heights, covers several cells or shares its top left
/// cell. While it runs, [`PropIndex::build`] needs up to 264 bytes more for each tile of the world,
/// or 8 bytes more for each object of a large world.
///
/// ```
/// use roomgen_spatial::{PropIndex, geom::{Cell, Rect, Size}};
///
/// let mut index = PropIndex::new(Size::new(80, 50)?);
/// index.insert(7, Rect::from_xywh(4, 3, 2, 1).unwrap())?;
/// index.insert(2, Rect::from_xywh(6, 3, 1, 1).unwrap())?;
///
/// assert_eq!(index.first_at(Cell::new(5, 3)), Some(7));
/// let mut found = Vec::new();
/// index.collect_in(Rect::from_xywh(5, 0, 4, 4).unwrap(), &mut found);
/// assert_eq!(found, [7, 2]);
/// assert_eq!(index.nearest(Cell::new(9, 3)), Some((2, 9)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PropIndex {
    size: Size,
    records: ObjectRecords,
    /// Objects that cover a single cell.
    singles: SizeClassObjects,
    /// The size classes of larger footprints, in the order in which they received their first
    /// object.
    others: Vec<SizeClassObjects>,
    /// For each class number ([`SizeClassObjects::class`]), the index of that size class in
    /// `others`; [`UNUSED`] if the class has never held an object.
    class_positions: [u8; SizeClassObjects::CLASSES],
}

impl PropIndex {
    /// Creates an empty index of a world of `size` cells.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let (singles, others) = (SizeClassObjects::new(0), Vec::new());
        Self {
            size,
            records: ObjectRecords::default(),
            singles,
            others,
            class_positions: [UNUSED; SizeClassObjects::CLASSES],
        }
    }

    /// The world's size in cells.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether the index holds no object.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an object. Amortised constant time.
    ///
    /// # Errors
    ///
    /// Checked in this order: [`PropIndexError::Outside`] if a cell lies outside the world,
    /// [`PropIndexError::UpsideDown`] if the top is below the bottom,
    /// [`PropIndexError::Duplicate`] if the id is in use. On an error the index is unchanged.
    #[inline]
    pub fn insert(&mut self, id: u32, footprint: impl Into<Footprint>) -> Result<(), PropIndexError> {
        let footprint = footprint.into();
        self.register(id, footprint)?;
        self.add_to_class(id, footprint.cells);
        Ok(())
    }

    /// Checks an object and adds it to `records`, but not to its [`SizeClassObjects`].
    #[inline]
    fn register(&mut self, id: u32, footprint: Footprint) -> Result<(), PropIndexError> {
        let inside = Rect::from(self.size).contains_rect(footprint.cells);
        if inside && footprint.bottom <= footprint.top && self.records.insert(id, footprint) {
            Ok(())
        } else {
            Err(self.refusal(id, footprint))
        }
    }

    /// The error for an object that [`PropIndex::register`] refused.
    #[cold]
    fn refusal(&self, id: u32, Footprint { cells, bottom, top }: Footprint) -> PropIndexError {
        if !Rect::from(self.size).contains_rect(cells) {
            PropIndexError::Outside { id, cells, size: self.size }
        } else if bottom > top {
            PropIndexError::UpsideDown { id, bottom, top }
        } else {
            PropIndexError::Duplicate { id }
        }
    }

    /// Adds an object that [`PropIndex::register`] accepted to its [`SizeClassObjects`].
    #[inline]
    fn add_to_class(&mut self, id: u32, cells: Rect) {
        let size = self.size;
        let (sheet, records) = self.sheet_mut(cells.width(), cells.height());
        sheet.insert(size, records, id, (cells.left() as u32, cells.top() as u32));
    }

    /// Removes an object and returns its footprint.
    ///
    /// Cost: constant if few objects share the object's top left cell; linear in their number.
    ///
    /// # Errors
    ///
    /// [`PropIndexError::Unknown`] if no object has the id.
    #[inline]
    pub fn remove(&mut self, id: u32) -> Result<Footprint, PropIndexError> {
        let Some((origin, details)) = self.records.find(id) else {
            return Err(PropIndexError::Unknown { id });
        };
        let [width, height] = details.size;
        let (sheet, records) = self.sheet_mut(width.into(), height.into());
        sheet.remove(records, id, origin.cell());
        records.remove(id);
        Ok(details.footprint(origin))
    }

    /// Whether an object has the id. Constant time.
    #[must_use]
    pub fn contains(&self, id: u32) -> bool {
        self.records.contains(id)
    }

    /// The footprint of an object; `None` if no object has the id. Constant time.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<Footprint> {
        self.records.get(id)
    }

    /// Removes all objects and keeps the memory for reuse.
    ///
    /// Cost: linear in the objects and in the world's squares of 64 by 64 cells.
    pub fn clear(&mut self) {
        self.records.clear();
        self.singles.clear();
        self.others.iter_mut().for_each(SizeClassObjects::clear);
    }

    /// The [`SizeClassObjects`] of footprints of this size in cells, created on first use, and
    /// `records`.
    #[inline]
    fn sheet_mut(&mut self, width: i32, height: i32) -> (&mut SizeClassObjects, &mut ObjectRecords) {
        let sheet = match SizeClassObjects::class(width, height) {
            0 => &mut self.singles,
            class => Self::class_sheet(&mut self.others, &mut self.class_positions[class], class),
        };
        (sheet, &mut self.records)
    }

    /// The [`SizeClassObjects`] of class number `class`, which is not 0 (single cells); created on
    /// first use.
    #[inline(never)]
    fn class_sheet<'a>(
        others: &'a mut Vec<SizeClassObjects>,
        place: &mut u8,
        class: usize,
    ) -> &'a mut SizeClassObjects {
        if *place == UNUSED {
            *place = others.len() as u8;
            others.push(SizeClassObjects::new(class));
        }
        &mut others[usize::from(*place)]
    }

    /// The size classes that hold at least one object.
    fn in_use(&self) -> impl Iterator<Item = &SizeClassObjects> {
        std::iter::once(&self.singles).chain(&self.others).filter(|sheet| !sheet.is_empty())
    }

    /// The part of a rectangle that lies in the world; `None` if they share no cell.
    #[inline]
    fn clipped(&self, rect: Rect) -> Option<QuadtreeArea> {
        let (left, top) = (rect.left().max(0), rect.top().max(0));
        let (right, bottom) = (rect.right().min(self.size.width()), rect.bottom().min(self.size.height()));
        let area = QuadtreeArea { left: left as u32, top: top as u32, right: right as u32, bottom: bottom as u32 };
        (left < right && top < bottom).then_some(area)
    }
}
