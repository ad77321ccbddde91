//! The objects that meet an area, of all classes, in the order of results.

use super::{
    PropIndex,
    cursor::{Cursor, Key},
    records::Records,
    sheet::Sheet,
    words::Area,
};

/// The objects of one class, and the first of them that has not been given yet.
#[derive(Clone)]
pub(super) struct Stream<'index> {
    cursor: Cursor<'index>,
    head: Key,
    area: Area,
    records: &'index Records,
    single: bool,
}

impl<'index> Stream<'index> {
    fn new(index: &'index PropIndex, sheet: &'index Sheet, area: Area, from_row: u32) -> Self {
        let mut origins = sheet.origins(area);
        origins.top = origins.top.max(from_row);
        let records = &index.records;
        let cursor = Cursor::new(&sheet.layer, records, origins);
        let mut stream = Self { cursor, head: Key::END, area, records, single: sheet.is_single() };
        stream.advance();
        stream
    }

    fn advance(&mut self) {
        self.head = self.cursor.next();
        if self.single {
            return;
        }
        // Smaller ones of the class may begin in reach, and yet end before the area.
        while self.head != Key::END
            && !self.records.get(self.head.id()).is_some_and(|found| self.area.meets(found.cells))
        {
            self.head = self.cursor.next();
        }
    }
}

/// Merges the classes; `S` is what their streams are kept in.
pub(super) struct Merge<S>(S);

impl<'index, S: AsMut<[Option<Stream<'index>>]>> Merge<S> {
    /// Takes the objects that meet an area and begin in or below a row, of which the area has some. `streams` has room
    /// for all classes in use.
    pub(super) fn new(index: &'index PropIndex, area: Area, from_row: u32, mut streams: S) -> Self {
        let slots = streams.as_mut().iter_mut();
        slots.zip(index.in_use()).for_each(|(slot, sheet)| *slot = Some(Stream::new(index, sheet, area, from_row)));
        Self(streams)
    }

    /// The next object, and whether it has a single cell.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(Key, bool)> {
        // The first streams are those in use.
        let used = self.0.as_mut().iter_mut().map_while(Option::as_mut);
        let first = used.min_by_key(|stream| stream.head)?;
        let head = first.head;
        if head == Key::END {
            return None;
        }
        first.advance();
        Some((head, first.single))
    }
}
