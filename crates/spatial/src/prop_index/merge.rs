//! Iteration over the objects of all size classes that meet an area, in the order of results.

use super::{
    PropIndex,
    cursor::{Cursor, ResultKey},
    records::ObjectRecords,
    size_class::SizeClass,
    words::LevelArea,
};

/// The objects of one size class, with the next one to return.
#[derive(Clone)]
pub(super) struct ClassStream<'index> {
    cursor: Cursor<'index>,
    head: ResultKey,
    area: LevelArea,
    records: &'index ObjectRecords,
    single: bool,
}

impl<'index> ClassStream<'index> {
    fn new(index: &'index PropIndex, sheet: &'index SizeClass, area: LevelArea, from_row: u32) -> Self {
        let mut origins = sheet.origins(area);
        origins.top = origins.top.max(from_row);
        let records = &index.records;
        let cursor = Cursor::new(&sheet.layer, records, origins);
        let mut stream = Self { cursor, head: ResultKey::END, area, records, single: sheet.is_single() };
        stream.advance();
        stream
    }

    fn advance(&mut self) {
        self.head = self.cursor.next();
        if self.single {
            return;
        }
        // A smaller object of the class may begin within the class's reach and end before the area.
        while self.head != ResultKey::END
            && !self.records.get(self.head.id()).is_some_and(|found| self.area.meets(found.cells))
        {
            self.head = self.cursor.next();
        }
    }
}

/// A merge of the streams of all classes in use; `S` is the array or vector that holds them.
pub(super) struct ClassMerge<S>(S);

impl<'index, S: AsMut<[Option<ClassStream<'index>>]>> ClassMerge<S> {
    /// Merges the objects that meet `area` and begin in `from_row` or below, a row of the area.
    ///
    /// `streams` has at least as many slots as there are classes in use.
    pub(super) fn new(index: &'index PropIndex, area: LevelArea, from_row: u32, mut streams: S) -> Self {
        let slots = streams.as_mut().iter_mut();
        slots
            .zip(index.in_use())
            .for_each(|(slot, sheet)| *slot = Some(ClassStream::new(index, sheet, area, from_row)));
        Self(streams)
    }

    /// The next object, and whether it covers a single cell.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(ResultKey, bool)> {
        // The streams of classes in use are the first ones; the slots after them are empty.
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
