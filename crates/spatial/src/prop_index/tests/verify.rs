//! Checks of the invariants of `PropIndex` and its parts, for tests.

use super::super::{PropIndex, UNUSED, records::ObjectRecords, size_class::SizeClassObjects};

impl PropIndex {
    /// Panics unless each object is recorded once, in its size class, at its top left cell.
    pub(in super::super) fn verify(&self) {
        self.records.verify();
        assert_eq!(self.sheets().map(|sheet| sheet.count).sum::<usize>(), self.len());
        let mut entered = Vec::new();
        for sheet in self.sheets() {
            let before = entered.len();
            sheet.layer.verify();
            if !sheet.is_empty() {
                self.verify_stacks(sheet, &mut entered);
            }
            assert_eq!(entered.len() - before, sheet.count);
        }
        entered.sort_unstable();
        assert!(entered.iter().copied().eq(self.records.iter().map(|record| record.0)), "each object is entered once");
        for (class, &place) in self.class_positions.iter().enumerate().filter(|(_, place)| **place != UNUSED) {
            assert_eq!(self.others[usize::from(place)].reach, SizeClassObjects::new(class).reach);
        }
    }

    fn sheets(&self) -> impl Iterator<Item = &SizeClassObjects> {
        std::iter::once(&self.singles).chain(&self.others)
    }

    /// Checks every stack of a size class (the objects with one top left cell) and collects the
    /// ids.
    ///
    /// A stack must be at the top left cell of its objects, have ascending ids, and be marked as
    /// stacked if it holds several objects.
    fn verify_stacks(&self, sheet: &SizeClassObjects, entered: &mut Vec<u32>) {
        let (width, height) = (self.size.width().unsigned_abs(), self.size.height().unsigned_abs());
        for (x, y) in sheet.layer.occupied_cells() {
            assert!(x < width && y < height, "({x}, {y}) lies outside");
            let (largest, stacked) = sheet.layer.ids_at(x, y).expect("an occupied cell");
            let first = entered.len();
            let mut id = self.records.next(largest);
            while id != largest {
                entered.push(id);
                id = self.records.next(id);
            }
            entered.push(largest);
            assert!(entered[first..].is_sorted_by(|one, other| one < other), "a stack ascends");
            assert!(entered.len() - first == 1 || stacked);
            for &id in &entered[first..] {
                let cells = self.get(id).expect("a record").cells;
                assert_eq!((cells.left(), cells.top()), (x as i32, y as i32));
                assert_eq!(
                    SizeClassObjects::new(SizeClassObjects::class(cells.width(), cells.height())).reach,
                    sheet.reach
                );
                assert!(cells.width() as u32 <= sheet.reach.0 + 1 && cells.height() as u32 <= sheet.reach.1 + 1);
            }
        }
    }
}

impl ObjectRecords {
    fn verify(&self) {
        assert_eq!(self.iter().count(), self.len());
        assert!(self.iter().map(|record| record.0).is_sorted(), "no key of the tree lies within the columns");
    }
}
