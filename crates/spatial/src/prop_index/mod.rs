//! A quadtree over cells: what stands where.

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
mod sheet;
mod words;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod verify;

pub use footprint::{Footprint, PropIndexError};
pub use nodes::IndexNode;
use records::Records;
use sheet::Sheet;
use words::Area;

use crate::geom::{Rect, Size};

/// The place of a class of footprints that did not come up yet.
const UNUSED: u8 = u8::MAX;

/// What stands where in a world of cells: an implicit quadtree for objects that cover whole cells, such as a level's
/// props.
///
/// An object is an id of the caller's and a [`Footprint`]: a rectangle of cells, of any size, and if wanted an interval
/// of heights. Any number of objects may share a cell. Results come in one order, whatever the order of insertion: by
/// row, then by column of the footprint's top left cell, then by id. No query allocates, but for those that fill the
/// caller's vector.
///
/// # How it works
///
/// One 64-bit word is a tile of 8 by 8 cells, the three lowest levels of a quadtree; a word of the next level says
/// which of 8 by 8 tiles hold something, and so on up to one word for the world. Insertion sets a bit, removal clears
/// it, and a word that becomes zero clears its parent's bit and gives its memory back. A rectangle of up to 8 by 8
/// cells is put together from four words with a few shifts, and its bits then lead to ids in row order. The ids of a tile
/// are packed: how many bits are set before a cell's own says which is its id.
///
/// An object is entered once, where it begins. Objects of more than one cell have trees of their own, one for each
/// class of widths and of heights (2 to 4 cells, 5 to 16, 17 to 64 and so on), in which a query looks as far up and
/// left as its class reaches. So a rug of the world's size makes no query for chairs slower.
///
/// # Costs
///
/// *n* is the number of objects, *k* that of results, *c* that of classes in use (1 for a world of props of one cell;
/// 64 at most). Insertion, removal and lookup take constant time, and removal in a cell where many objects begin time
/// linear in those. Queries take O(*c* + *k*) in a small rectangle, and in a large one in the rows of tiles that hold
/// something as well. Ids that are about as dense as positions in a list are looked up like these; others in an ordered
/// tree, in O(log *n*).
///
/// An empty world has no memory. 64 by 64 cells that hold something take 1.5 KB, a tile of these 64 bytes more for up to
/// 16 objects, 128 for up to 32 and 256 beyond; an object takes 4 bytes, and 16 more in a world with heights, larger
/// footprints or shared cells. [`PropIndex::build`] needs 264 bytes more for each tile of the world while it runs, or in a
/// large world 8 for each object.
///
/// ```
/// use roomgen::{Cell, Rect, Size, spatial::PropIndex};
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
    records: Records,
    /// Objects of one cell.
    singles: Sheet,
    /// The other classes of footprints, in the order in which they came up.
    others: Vec<Sheet>,
    /// Where each class is among these; [`UNUSED`] for one that did not come up yet.
    places: [u8; Sheet::CLASSES],
}

impl PropIndex {
    /// The index of an empty world.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let (singles, others) = (Sheet::new(0), Vec::new());
        Self { size, records: Records::default(), singles, others, places: [UNUSED; Sheet::CLASSES] }
    }

    /// The world's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no object.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds an object. Constant time, and amortised for the memory.
    ///
    /// # Errors
    ///
    /// [`PropIndexError::Outside`] unless every cell lies in the world, [`PropIndexError::UpsideDown`] if the top is
    /// below the bottom, [`PropIndexError::Duplicate`] if the id is in use, in this order. The index stays as it was.
    #[inline]
    pub fn insert(&mut self, id: u32, footprint: impl Into<Footprint>) -> Result<(), PropIndexError> {
        let footprint = footprint.into();
        self.register(id, footprint)?;
        self.enter(id, footprint.cells);
        Ok(())
    }

    /// Adds an object to the records only.
    #[inline]
    fn register(&mut self, id: u32, footprint: Footprint) -> Result<(), PropIndexError> {
        let inside = Rect::from(self.size).contains_rect(footprint.cells);
        if inside && footprint.bottom <= footprint.top && self.records.insert(id, footprint) {
            Ok(())
        } else {
            Err(self.refusal(id, footprint))
        }
    }

    /// Why an object was refused.
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

    /// Enters an object of the records where it begins.
    #[inline]
    fn enter(&mut self, id: u32, cells: Rect) {
        let size = self.size;
        let (sheet, records) = self.sheet_mut(cells.width(), cells.height());
        sheet.insert(size, records, id, (cells.left() as u32, cells.top() as u32));
    }

    /// Takes an object out, and gives what it covered. Constant time, if few objects begin in the same cell.
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

    /// What an object covers; `None` if no object has the id. Constant time.
    #[must_use]
    pub fn get(&self, id: u32) -> Option<Footprint> {
        self.records.get(id)
    }

    /// Removes all objects; keeps the memory for others. Cost: linear in objects and in the world's squares of 64 by 64
    /// cells.
    pub fn clear(&mut self) {
        self.records.clear();
        self.singles.clear();
        self.others.iter_mut().for_each(Sheet::clear);
    }

    /// The sheet of objects of about this width and height, made if need be; and the records.
    #[inline]
    fn sheet_mut(&mut self, width: i32, height: i32) -> (&mut Sheet, &mut Records) {
        let sheet = match Sheet::class(width, height) {
            0 => &mut self.singles,
            class => Self::other(&mut self.others, &mut self.places[class], class),
        };
        (sheet, &mut self.records)
    }

    /// The sheet of a class of several cells; makes it if need be.
    #[inline(never)]
    fn other<'a>(others: &'a mut Vec<Sheet>, place: &mut u8, class: usize) -> &'a mut Sheet {
        if *place == UNUSED {
            *place = others.len() as u8;
            others.push(Sheet::new(class));
        }
        &mut others[usize::from(*place)]
    }

    /// The sheets that hold an object.
    fn in_use(&self) -> impl Iterator<Item = &Sheet> {
        std::iter::once(&self.singles).chain(&self.others).filter(|sheet| !sheet.is_empty())
    }

    /// The part of a rectangle that lies in the world.
    #[inline]
    fn clipped(&self, rect: Rect) -> Option<Area> {
        let (left, top) = (rect.left().max(0), rect.top().max(0));
        let (right, bottom) = (rect.right().min(self.size.width()), rect.bottom().min(self.size.height()));
        let area = Area { left: left as u32, top: top as u32, right: right as u32, bottom: bottom as u32 };
        (left < right && top < bottom).then_some(area)
    }
}
