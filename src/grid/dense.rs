use crate::geom::{Cell, Rect, Size};

/// One value for every cell of a level, in row order.
///
/// Guarantee: exactly `width * height` values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    size: Size,
    values: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// A grid with `value` in every cell. One allocation.
    #[must_use]
    pub fn filled(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.cells() as usize] }
    }

    /// A grid from its values in row order; `None` if their number is not that of the cells.
    #[must_use]
    pub fn from_values(size: Size, values: Vec<T>) -> Option<Self> {
        (values.len() == size.cells() as usize).then_some(Self { size, values })
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.size.width()
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> i32 {
        self.size.height()
    }

    /// All cells of the grid.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.size.into()
    }

    /// The position of a cell in row order; `None` outside.
    fn position(&self, cell: Cell) -> Option<usize> {
        self.bounds().contains(cell).then(|| cell.y as usize * self.width() as usize + cell.x as usize)
    }

    /// The value at `cell`; `None` outside.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<T> {
        self.position(cell).and_then(|position| self.values.get(position).copied())
    }

    /// Puts `value` at `cell`; does nothing outside.
    pub fn set(&mut self, cell: Cell, value: T) {
        if let Some(slot) = self.position(cell).and_then(|position| self.values.get_mut(position)) {
            *slot = value;
        }
    }

    /// Puts `value` at every cell of `rect` that lies inside.
    pub fn fill_rect(&mut self, rect: Rect, value: T) {
        let Some(inside) = rect.intersection(self.bounds()) else { return };
        self.for_each_part(inside, |part| part.fill(value));
    }

    /// Copies `pattern` into every row of `rect`, which lies inside the grid and is as wide as the pattern is long.
    pub(crate) fn copy_rows(&mut self, rect: Rect, pattern: &[T]) {
        debug_assert!(self.bounds().contains_rect(rect) && rect.width() as usize == pattern.len());
        match pattern.len() {
            4..=8 => self.for_each_part(rect, |part| copy_ends::<T, 4>(part, pattern)),
            9..=16 => self.for_each_part(rect, |part| copy_ends::<T, 8>(part, pattern)),
            17..=32 => self.for_each_part(rect, |part| copy_ends::<T, 16>(part, pattern)),
            _ => self.for_each_part(rect, |part| part.copy_from_slice(pattern)),
        }
    }

    /// Calls `change` with the part of each row that lies in `rect`, which lies inside the grid.
    #[inline]
    fn for_each_part(&mut self, rect: Rect, mut change: impl FnMut(&mut [T])) {
        let (width, length) = (self.width() as usize, rect.width() as usize);
        let mut start = rect.top() as usize * width + rect.left() as usize;
        for _ in 0..rect.height() {
            change(&mut self.values[start..start + length]);
            start += width;
        }
    }

    /// Row `y` from left to right; empty outside.
    pub(crate) fn row(&self, y: i32) -> &[T] {
        let start = usize::try_from(y).unwrap_or(usize::MAX).saturating_mul(self.width() as usize);
        self.values.get(start..start.saturating_add(self.width() as usize)).unwrap_or_default()
    }

    /// The rows from top to bottom, each from left to right.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.values.chunks_exact(self.width() as usize)
    }

    /// All values in row order.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

/// Copies the first `N` values of a short pattern and the last ones, which together are all of it: pieces of a fixed length
/// take no call.
#[inline]
fn copy_ends<T: Copy, const N: usize>(part: &mut [T], pattern: &[T]) {
    if let (Some(part), Some(pattern)) = (part.first_chunk_mut::<N>(), pattern.first_chunk::<N>()) {
        *part = *pattern;
    }
    if let (Some(part), Some(pattern)) = (part.last_chunk_mut::<N>(), pattern.last_chunk::<N>()) {
        *part = *pattern;
    }
}
