//! Building an index from many objects at once.
//!
//! Objects of a single cell are collected by tile of 8 by 8 cells first (see `TileBuffer`), so that
//! the ids of each tile are laid out once. All other objects are inserted one by one afterwards.

use super::{
    Footprint, PropIndex, PropIndexError, Size,
    layer::{OriginTree, TileBuffer},
    records::{ObjectRecords, TopLeftCell},
};

/// The maximum number of tiles of one `TileBuffer`, such that it fits the processor's cache. Larger
/// worlds are built in bands of [`BAND`] rows of tiles.
const TILES_AT_ONCE: usize = 1 << 13;
/// The number of rows of tiles in a band, the part of a large world that is built at once: few
/// enough for the processor's cache, enough to keep the number of bands low.
const BAND: u32 = 4;

impl PropIndex {
    /// Builds the index of `objects`.
    ///
    /// The result equals that of [`PropIndex::insert`] for each object in turn. The build is faster
    /// if the lower bound of the iterator's `size_hint` is the number of objects.
    ///
    /// # Errors
    ///
    /// The error of [`PropIndex::insert`] for the first object that [`PropIndex::insert`] would
    /// refuse.
    ///
    /// ```
    /// use roomgen_spatial::{PropIndex, geom::{Rect, Size}};
    ///
    /// let pebbles = (0..9).map(|at| (at as u32, Rect::from_xywh(at, 2 * at, 1, 1).unwrap()));
    /// assert_eq!(PropIndex::build(Size::new(80, 50)?, pebbles)?.len(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<F: Into<Footprint>>(
        size: Size,
        objects: impl IntoIterator<Item = (u32, F)>,
    ) -> Result<Self, PropIndexError> {
        let mut index = Self::new(size);
        let mut objects = objects.into_iter().map(|(id, footprint)| (id, footprint.into()));
        let count = objects.size_hint().0;
        index.records.reserve(count, count.saturating_sub(1).try_into().unwrap_or(u32::MAX));
        let mut draft = IndexDraft::new(size, count);
        // The ids of objects of several cells, and of objects that the draft cannot hold. They are
        // inserted one by one.
        let mut others = Vec::new();
        while let Some((id, footprint)) = draft.collect_plain(size, &mut index.records, &mut objects) {
            index.register(id, footprint)?;
            let cells = footprint.cells;
            let single = cells.width() == 1 && cells.height() == 1;
            if !single || !draft.insert(cells.left() as u32, cells.top() as u32, id) {
                others.push(id);
            }
        }
        draft.finish(size, &mut index.singles.layer, &mut others);
        index.singles.count = index.len() - others.len();
        for id in others {
            if let Some(footprint) = index.records.get(id) {
                index.add_to_class(id, footprint.cells);
            }
        }
        Ok(index)
    }
}

/// Objects of a single cell, collected during a build to be written to the quadtree together.
enum IndexDraft {
    /// Collects nothing: the world has too many tiles for so few objects.
    Nothing,
    /// A sketch of the whole world, with at most one object in each cell.
    Whole(TileBuffer),
    /// Objects grouped by band, for worlds of more than [`TILES_AT_ONCE`] tiles.
    Bands(ObjectsByBand),
}

/// Objects of a single cell, grouped by band: [`BAND`] rows of tiles.
struct ObjectsByBand {
    /// The number of tiles in a row of the world.
    tiles_in_row: usize,
    /// The objects of each band: id, column and row of the cell in the world.
    bands: Vec<Vec<(u32, u16, u16)>>,
}

impl IndexDraft {
    fn new(size: Size, count: usize) -> Self {
        let tiles = |side: i32| side.unsigned_abs().div_ceil(8) as usize;
        let (columns, rows) = (tiles(size.width()), tiles(size.height()));
        if columns * rows > count.saturating_mul(2) {
            return Self::Nothing;
        }
        if columns * rows <= TILES_AT_ONCE {
            return Self::Whole(TileBuffer::new(columns, rows));
        }
        let bands = rows.div_ceil(BAND as usize);
        // Capacity of one sixteenth above the average, so that few bands reallocate.
        let room = count / bands + count / bands / 16;
        Self::Bands(ObjectsByBand {
            tiles_in_row: columns,
            bands: (0..bands).map(|_| Vec::with_capacity(room)).collect(),
        })
    }

    /// Collects an object of the single cell `(x, y)`. Returns false if the draft cannot hold the
    /// object: then the caller inserts it into the index by itself.
    fn insert(&mut self, x: u32, y: u32, id: u32) -> bool {
        match self {
            Self::Nothing => false,
            Self::Whole(sketch) => sketch.insert(x, y, id),
            Self::Bands(bands) => bands.insert(x, y, id),
        }
    }

    /// Registers and collects objects up to the first that is not plain, and returns that one.
    ///
    /// A plain object is a single cell at all heights; its id lies within the arrays of `records`
    /// and is not in use, and the draft holds no other object in its cell.
    fn collect_plain(
        &mut self,
        size: Size,
        records: &mut ObjectRecords,
        objects: &mut impl Iterator<Item = (u32, Footprint)>,
    ) -> Option<(u32, Footprint)> {
        match self {
            Self::Nothing => objects.next(),
            Self::Whole(sketch) => collect_plain(size, records, objects, |x, y, id| sketch.insert(x, y, id)),
            Self::Bands(bands) => collect_plain(size, records, objects, |x, y, id| bands.insert(x, y, id)),
        }
    }

    /// Writes all collected objects to `layer`. Of objects with the same cell it writes the first
    /// and adds the ids of the rest to `others`.
    fn finish(self, size: Size, layer: &mut OriginTree, others: &mut Vec<u32>) {
        match self {
            Self::Nothing => (),
            Self::Whole(sketch) => {
                layer.reserve(size, sketch.tiles());
                layer.enter(size, &sketch, 0);
            }
            Self::Bands(ObjectsByBand { tiles_in_row, bands }) => {
                layer.reserve(size, tiles_in_row * BAND as usize * bands.len());
                let mut sketch = TileBuffer::new(tiles_in_row, BAND as usize);
                for (top, band) in (0..).step_by(BAND as usize).zip(bands) {
                    sketch.clear();
                    for (id, x, y) in band {
                        if !sketch.insert(x.into(), u32::from(y) - 8 * top, id) {
                            others.push(id);
                        }
                    }
                    layer.enter(size, &sketch, top);
                }
            }
        }
    }
}

impl ObjectsByBand {
    #[inline]
    fn insert(&mut self, x: u32, y: u32, id: u32) -> bool {
        self.bands[(y / (8 * BAND)) as usize].push((id, x as u16, y as u16));
        true
    }
}

/// The loop of [`IndexDraft::collect_plain`]; `insert` adds an object to the draft.
///
/// This is the hot loop of a build, so it works on local copies of the fields that it needs.
#[inline]
fn collect_plain(
    size: Size,
    records: &mut ObjectRecords,
    objects: &mut impl Iterator<Item = (u32, Footprint)>,
    mut insert: impl FnMut(u32, u32, u32) -> bool,
) -> Option<(u32, Footprint)> {
    let (width, height) = (size.width() as u32, size.height() as u32);
    let (origins, len) = records.origins();
    let mut taken = 0;
    let mut other = None;
    for (id, footprint) in objects {
        let (x, y) = (footprint.cells.left() as u32, footprint.cells.top() as u32);
        let free = origins.get_mut(id as usize).filter(|origin| **origin == TopLeftCell::NONE);
        if let Some(origin) = free
            && footprint.is_plain()
            && x < width
            && y < height
            && insert(x, y, id)
        {
            *origin = TopLeftCell::new(footprint.cells);
            taken += 1;
        } else {
            other = Some((id, footprint));
            break;
        }
    }
    *len += taken;
    other
}
