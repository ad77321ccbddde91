//! Building an index at once.

use super::{
    Footprint, PropIndex, PropIndexError, Size,
    layer::{Layer, Pen, Sketch},
    records::{Origin, Records},
};

/// A sketch of more tiles than this would not fit the cache; objects are then entered band by band.
const TILES_AT_ONCE: usize = 1 << 13;
/// The rows of tiles in a band: such that a large world's band fits a cache, and that there are not too many.
const BAND: u32 = 4;

impl PropIndex {
    /// The index of some objects: the same as inserting one after the other, but faster, if `objects` knows their
    /// number.
    ///
    /// # Errors
    ///
    /// As for [`PropIndex::insert`], for the first object that cannot be inserted.
    ///
    /// ```
    /// use roomgen::{Rect, Size, spatial::PropIndex};
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
        let mut draft = Draft::new(size, count);
        // What has several cells, or begins where another does, is entered one by one.
        let mut others = Vec::new();
        while let Some((id, footprint)) = draft.take_usual(size, &mut index.records, &mut objects) {
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
                index.enter(id, footprint.cells);
            }
        }
        Ok(index)
    }
}

/// Objects of a single cell that wait to be entered together.
enum Draft {
    /// In a world with too few of them for its size: none waits.
    Nothing,
    /// All that begin in different cells.
    Whole(Sketch),
    /// All, by bands of the world: id, column and row.
    Bands(Bands),
}

struct Bands {
    tiles_in_row: usize,
    bands: Vec<Vec<(u32, u16, u16)>>,
}

impl Draft {
    fn new(size: Size, count: usize) -> Self {
        let tiles = |side: i32| side.unsigned_abs().div_ceil(8) as usize;
        let (columns, rows) = (tiles(size.width()), tiles(size.height()));
        if columns * rows > count.saturating_mul(2) {
            return Self::Nothing;
        }
        if columns * rows <= TILES_AT_ONCE {
            return Self::Whole(Sketch::new(columns, rows));
        }
        let bands = rows.div_ceil(BAND as usize);
        // A little more than there would be on average, so that most bands need not grow.
        let room = count / bands + count / bands / 16;
        Self::Bands(Bands { tiles_in_row: columns, bands: (0..bands).map(|_| Vec::with_capacity(room)).collect() })
    }

    /// Takes an object of the records; false if it is to be entered later.
    fn insert(&mut self, x: u32, y: u32, id: u32) -> bool {
        match self {
            Self::Nothing => false,
            Self::Whole(sketch) => sketch.pen().insert(x, y, id),
            Self::Bands(bands) => bands.insert(x, y, id),
        }
    }

    /// Takes single cells at all heights, for as long as there is nothing special about them, into the records too, and
    /// gives the first object that it does not take.
    fn take_usual(
        &mut self,
        size: Size,
        records: &mut Records,
        objects: &mut impl Iterator<Item = (u32, Footprint)>,
    ) -> Option<(u32, Footprint)> {
        match self {
            Self::Nothing => objects.next(),
            Self::Whole(sketch) => {
                let mut pen: Pen<'_> = sketch.pen();
                take_usual(size, records, objects, |x, y, id| pen.insert(x, y, id))
            }
            Self::Bands(bands) => take_usual(size, records, objects, |x, y, id| bands.insert(x, y, id)),
        }
    }

    /// Enters all that waits, and adds what cannot be to `others`.
    fn finish(self, size: Size, layer: &mut Layer, others: &mut Vec<u32>) {
        match self {
            Self::Nothing => (),
            Self::Whole(sketch) => {
                layer.reserve(size, sketch.tiles());
                layer.enter(size, &sketch, 0);
            }
            Self::Bands(Bands { tiles_in_row, bands }) => {
                layer.reserve(size, tiles_in_row * BAND as usize * bands.len());
                let mut sketch = Sketch::new(tiles_in_row, BAND as usize);
                for (top, band) in (0..).step_by(BAND as usize).zip(bands) {
                    sketch.clear();
                    let mut pen = sketch.pen();
                    for (id, x, y) in band {
                        if !pen.insert(x.into(), u32::from(y) - 8 * top, id) {
                            others.push(id);
                        }
                    }
                    layer.enter(size, &sketch, top);
                }
            }
        }
    }
}

impl Bands {
    #[inline]
    fn insert(&mut self, x: u32, y: u32, id: u32) -> bool {
        self.bands[(y / (8 * BAND)) as usize].push((id, x as u16, y as u16));
        true
    }
}

/// See [`Draft::take_usual`]. This is where most of a build's time goes: it keeps what it needs at hand.
#[inline]
fn take_usual(
    size: Size,
    records: &mut Records,
    objects: &mut impl Iterator<Item = (u32, Footprint)>,
    mut insert: impl FnMut(u32, u32, u32) -> bool,
) -> Option<(u32, Footprint)> {
    let (width, height) = (size.width() as u32, size.height() as u32);
    let (origins, len) = records.origins();
    let mut taken = 0;
    let mut other = None;
    for (id, footprint) in objects {
        let (x, y) = (footprint.cells.left() as u32, footprint.cells.top() as u32);
        let free = origins.get_mut(id as usize).filter(|origin| **origin == Origin::NONE);
        if let Some(origin) = free
            && footprint.is_usual()
            && x < width
            && y < height
            && insert(x, y, id)
        {
            *origin = Origin::new(footprint.cells);
            taken += 1;
        } else {
            other = Some((id, footprint));
            break;
        }
    }
    *len += taken;
    other
}
