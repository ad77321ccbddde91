//! Iteration over the objects of all size classes that meet an area, in the order of results.

use super::{
    PropIndex,
    cursor::{OriginCursor, ResultKey},
    records::ObjectRecords,
    size_class::SizeClassObjects,
    words::QuadtreeArea,
};

/// Iterates over the objects of one size class that meet an area, in the order of results.
#[derive(Clone)]
pub(super) struct SizeClassResults<'index> {
    cursor: OriginCursor<'index>,
    /// The next object to return; [`ResultKey::END`] at the end.
    head: ResultKey,
    /// The rectangle of cells that the query searches.
    area: QuadtreeArea,
    records: &'index ObjectRecords,
    /// Whether this is the size class of single cells.
    single: bool,
}

impl<'index> SizeClassResults<'index> {
    fn new(index: &'index PropIndex, sheet: &'index SizeClassObjects, area: QuadtreeArea, from_row: u32) -> Self {
        let mut origins = sheet.origins(area);
        origins.top = origins.top.max(from_row);
        let records = &index.records;
        let cursor = OriginCursor::new(&sheet.layer, records, origins);
        let mut stream = Self { cursor, head: ResultKey::END, area, records, single: sheet.is_single() };
        stream.advance();
        stream
    }

    fn advance(&mut self) {
        self.head = self.cursor.next();
        if self.single {
            return;
        }
        // The cursor covers the area extended by the largest footprint that the class allows. Skips
        // an object that lies in the extension alone.
        while self.head != ResultKey::END
            && !self.records.get(self.head.id()).is_some_and(|found| self.area.meets(found.cells))
        {
            self.head = self.cursor.next();
        }
    }
}

/// Merges the objects of all size classes into the order of results. `S` is an array or vector of
/// optional [`SizeClassResults`]s, one for each size class that holds objects.
pub(super) struct SizeClassResultMerge<S>(S);

impl<'index, S: AsMut<[Option<SizeClassResults<'index>>]>> SizeClassResultMerge<S> {
    /// Merges the objects that meet `area` and whose top row is `from_row` or below.
    ///
    /// `streams` needs a slot for each size class that holds objects. All slots are `None`.
    pub(super) fn new(index: &'index PropIndex, area: QuadtreeArea, from_row: u32, mut streams: S) -> Self {
        let slots = streams.as_mut().iter_mut();
        slots
            .zip(index.in_use())
            .for_each(|(slot, sheet)| *slot = Some(SizeClassResults::new(index, sheet, area, from_row)));
        Self(streams)
    }
}

impl<'index, S: AsMut<[Option<SizeClassResults<'index>>]>> Iterator for SizeClassResultMerge<S> {
    /// The next object, and whether it covers a single cell.
    type Item = (ResultKey, bool);

    #[inline]
    fn next(&mut self) -> Option<(ResultKey, bool)> {
        // The filled slots come first: one for each size class that holds objects.
        let used = self.0.as_mut().iter_mut().map_while(Option::as_mut);
        let first = used.min_by_key(|stream| stream.head)?;
        let head = first.head;
        if head == ResultKey::END {
            return None;
        }
        first.advance();
        Some((head, first.single))
    }
}
