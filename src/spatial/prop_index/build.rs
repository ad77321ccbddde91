//! Building an index at once.

use super::{Footprint, PropIndex, PropIndexError, Size, cursor::Key};

/// Fewer objects than this fit the cache in any order.
const WORTH_SORTING: usize = 1 << 13;

impl PropIndex {
    /// The index of some objects: the same as inserting one after the other, but faster if `objects` knows their
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
        let objects = objects.into_iter();
        let count = objects.size_hint().0;
        index.records.reserve(count, count.saturating_sub(1).try_into().unwrap_or(u32::MAX));
        let mut singles = Vec::with_capacity(count);
        for (id, footprint) in objects {
            let footprint = footprint.into();
            let (cells, class) = (footprint.cells, index.register(id, footprint)?);
            if class == 0 {
                singles.push(Key::new(cells.left() as u32, cells.top() as u32, id));
            } else {
                index.enter(class, id, cells);
            }
        }
        let columns = size.width().unsigned_abs().div_ceil(64);
        let pages = columns * size.height().unsigned_abs().div_ceil(64);
        if singles.len() >= WORTH_SORTING.max(pages as usize) {
            singles = by_page(&singles, columns, pages);
        }
        index.sheets[0].layer.reserve(size, singles.len());
        for key in singles {
            index.sheets[0].insert(size, &mut index.records, key.id(), key.origin());
        }
        Ok(index)
    }
}

/// The objects page after page, so that memory is walked through in order; within a page they keep their order. A
/// counting sort: linear in objects and pages.
fn by_page(objects: &[Key], columns: u32, pages: u32) -> Vec<Key> {
    let page = |key: Key| {
        let (x, y) = key.origin();
        ((y >> 6) * columns + (x >> 6)) as usize
    };
    let mut places = vec![0u32; pages as usize];
    objects.iter().for_each(|&key| places[page(key)] += 1);
    let mut total = 0;
    for place in &mut places {
        total += std::mem::replace(place, total);
    }
    let mut sorted = vec![Key::END; objects.len()];
    for &key in objects {
        let place = &mut places[page(key)];
        sorted[*place as usize] = key;
        *place += 1;
    }
    sorted
}
