//! Building an index at once.

use super::{Footprint, PropIndex, PropIndexError, Size, sheet::Sheet};

impl PropIndex {
    /// The index of some objects: the same as inserting one after the other, but faster, the more so if `objects` knows
    /// their number.
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
        // Those that begin where another does.
        let mut stacked = Vec::new();
        for (id, footprint) in objects {
            let footprint = footprint.into();
            index.register(id, footprint)?;
            if !index.sheet_mut(footprint.cells).0.mark(size, footprint.cells) {
                stacked.push(id);
            }
        }
        stacked.sort_unstable();
        index.fill(&stacked);
        for id in stacked {
            if let Some(footprint) = index.records.get(id) {
                index.enter(id, footprint.cells);
            }
        }
        Ok(index)
    }

    /// Enters the ids of the objects marked: all of the records but some, which are in order.
    fn fill(&mut self, stacked: &[u32]) {
        self.singles.layer.lay_out();
        self.others.iter_mut().for_each(|sheet| sheet.layer.lay_out());
        for (id, origin, [width, height]) in self.records.iter() {
            if !stacked.is_empty() && stacked.binary_search(&id).is_ok() {
                continue;
            }
            let sheet = match Sheet::class(width.into(), height.into()) {
                0 => &mut self.singles,
                class => &mut self.others[usize::from(self.places[class])],
            };
            let (x, y) = origin.cell();
            sheet.layer.fill(x, y, id);
        }
    }
}
