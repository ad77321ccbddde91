//! `Grid`: one value for each cell of a level, in row-major order.

use crate::geom::{Cell, Rect, Size};

/// One value for each cell of a level, in row-major order.
///
/// Guarantee: exactly `width * height` values.
///
/// serde writes `width`, `height` and `values`, and checks them when it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    pub(super) size: Size,
    pub(super) values: Vec<T>,
}

impl<T: Copy> Grid<T> {
    /// Creates a grid with `value` in every cell. One allocation.
    #[must_use]
    pub fn filled(size: Size, value: T) -> Self {
        Self { size, values: vec![value; size.cells() as usize] }
    }

    /// Creates a grid from values in row order; `None` if there is not one value for each cell.
    #[must_use]
    pub fn from_values(size: Size, values: Vec<T>) -> Option<Self> {
        (values.len() == size.cells() as usize).then_some(Self { size, values })
    }

    /// The size of the grid in cells.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of columns of the grid.
    #[must_use]
    pub fn width(&self) -> i32 {
        self.size.width()
    }

    /// The number of rows of the grid.
    #[must_use]
    pub fn height(&self) -> i32 {
        self.size.height()
    }

    /// The rectangle of all cells.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.size.into()
    }

    /// The index of a cell in `values`; `None` outside the grid.
    fn position(&self, cell: Cell) -> Option<usize> {
        self.bounds().contains(cell).then(|| cell.y as usize * self.width() as usize + cell.x as usize)
    }

    /// The value at `cell`; `None` outside the grid.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<T> {
        self.position(cell).and_then(|position| self.values.get(position).copied())
    }

    /// Sets the value at `cell`; no effect outside the grid.
    pub fn set(&mut self, cell: Cell, value: T) {
        if let Some(slot) = self.position(cell).and_then(|position| self.values.get_mut(position)) {
            *slot = value;
        }
    }

    /// Sets the value of every cell of `rect` that lies inside the grid.
    pub fn fill_rect(&mut self, rect: Rect, value: T) {
        let Some(inside) = rect.intersection(self.bounds()) else { return };
        self.for_each_part(inside, |part| part.fill(value));
    }

    /// Sets the value of the cells from column `from` to before column `to` of row `y`, which lie
    /// inside the grid.
    pub(crate) fn fill_row(&mut self, y: i32, from: i32, to: i32, value: T) {
        debug_assert!(0 <= from && from <= to && to <= self.width() && (0..self.height()).contains(&y));
        let start = y as usize * self.width() as usize;
        if let Some(cells) = self.values.get_mut(start + from as usize..start + to as usize) {
            cells.fill(value);
        }
    }

    /// Copies `values` into row `y` from column `from` on, all inside the grid.
    pub(crate) fn copy_row(&mut self, y: i32, from: i32, values: &[T]) {
        let start = y as usize * self.width() as usize + from as usize;
        debug_assert!(0 <= from && from as usize + values.len() <= self.width() as usize);
        if let Some(cells) = self.values.get_mut(start..start + values.len()) {
            cells.copy_from_slice(values);
        }
    }

    /// Sets the value of every cell of `line`, a rectangle one cell thick inside the grid.
    pub(crate) fn fill_line(&mut self, line: Rect, value: T) {
        debug_assert!(self.bounds().contains_rect(line) && (line.width() == 1 || line.height() == 1));
        let width = self.width() as usize;
        let (step, cells) = if line.height() == 1 { (1, line.width()) } else { (width, line.height()) };
        self.fill_steps(line.top() as usize * width + line.left() as usize, step, cells, value);
    }

    /// Sets so many values from a position in row order on, `step` apart. Leaves out those that are
    /// outside of the grid.
    pub(crate) fn fill_steps(&mut self, from: usize, step: usize, cells: i32, value: T) {
        let mut at = from;
        for _ in 0..cells {
            if let Some(slot) = self.values.get_mut(at) {
                *slot = value;
            }
            at += step;
        }
    }

    /// Copies `edge` into the first and last row of `rect`, and `inner` into the rows between.
    ///
    /// `rect` must lie inside the grid and have at least two rows. `edge` and `inner` must be as
    /// long as `rect` is wide.
    pub(crate) fn copy_framed(&mut self, rect: Rect, edge: &[T], inner: &[T]) {
        debug_assert!(self.bounds().contains_rect(rect) && rect.height() > 1);
        debug_assert!([edge, inner].iter().all(|pattern| pattern.len() == rect.width() as usize));
        match inner.len() {
            4..=8 => self.copy_ends::<4>(rect, edge, inner),
            9..=16 => self.copy_ends::<8>(rect, edge, inner),
            17..=32 => self.copy_ends::<16>(rect, edge, inner),
            _ => {
                let mut pattern = edge;
                let mut below = 0..rect.height() - 2;
                self.for_each_part(rect, |part| {
                    part.copy_from_slice(pattern);
                    pattern = if below.next().is_some() { inner } else { edge };
                });
            }
        }
    }

    /// Does the same as [`Grid::copy_framed`], for rectangles of `N` to `2 * N` columns.
    ///
    /// Copies the first and the last `N` values of `edge` and of `inner`, which together cover a
    /// row. Copies of a constant length compile without a call of `memcpy`.
    #[inline]
    fn copy_ends<const N: usize>(&mut self, rect: Rect, edge: &[T], inner: &[T]) {
        let ends = |pattern: &[T]| Some((*pattern.first_chunk::<N>()?, *pattern.last_chunk::<N>()?));
        let (Some(edge), Some(between)) = (ends(edge), ends(inner)) else { return };
        let (width, length) = (self.width() as usize, inner.len());
        let mut copy = |start: usize, (first, last): &([T; N], [T; N])| {
            let part = &mut self.values[start..start + length];
            if let Some(part) = part.first_chunk_mut() {
                *part = *first;
            }
            if let Some(part) = part.last_chunk_mut() {
                *part = *last;
            }
        };
        let mut start = rect.top() as usize * width + rect.left() as usize;
        copy(start, &edge);
        for _ in 2..rect.height() {
            start += width;
            copy(start, &between);
        }
        copy(start + width, &edge);
    }

    /// Calls `change` with the values of each row of `rect`, which must lie inside the grid.
    #[inline]
    fn for_each_part(&mut self, rect: Rect, mut change: impl FnMut(&mut [T])) {
        let (width, length) = (self.width() as usize, rect.width() as usize);
        let mut start = rect.top() as usize * width + rect.left() as usize;
        for _ in 0..rect.height() {
            change(&mut self.values[start..start + length]);
            start += width;
        }
    }

    /// The values of row `y` from left to right; empty outside the grid.
    pub(crate) fn row(&self, y: i32) -> &[T] {
        let start = usize::try_from(y).unwrap_or(usize::MAX).saturating_mul(self.width() as usize);
        self.values.get(start..start.saturating_add(self.width() as usize)).unwrap_or_default()
    }

    /// The values of the cells from column `from` to before column `to` of row `y`; empty if some
    /// lie outside the grid.
    pub(crate) fn row_part(&self, y: i32, from: i32, to: i32) -> &[T] {
        self.row(y).get(from as usize..to as usize).unwrap_or_default()
    }

    /// The values of column `x` from row `from` to before row `to`; none if the first lies outside
    /// the grid.
    pub(crate) fn column_part(&self, x: i32, from: i32, to: i32) -> impl Iterator<Item = T> {
        let width = self.width() as usize;
        let values = self.values.get(from as usize * width + x as usize..).unwrap_or_default();
        values.chunks(width).map(|below| below[0]).take((to - from) as usize)
    }

    /// The rows of values from top to bottom, each from left to right.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[T]> {
        self.values.chunks_exact(self.width() as usize)
    }

    /// The values of all cells in row order.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values in row order, to change.
    pub(crate) fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

impl<'grid, T> IntoIterator for &'grid Grid<T> {
    type Item = (Cell, &'grid T);
    type IntoIter = GridCells<'grid, T>;

    /// All cells with their values, in row-major order.
    fn into_iter(self) -> GridCells<'grid, T> {
        GridCells { values: self.values.iter(), cell: Cell::new(0, 0), width: self.size.width() }
    }
}

/// The iterator over a [`Grid`]: each cell with its value, in row-major order.
#[derive(Clone, Debug)]
pub struct GridCells<'grid, T> {
    values: std::slice::Iter<'grid, T>,
    /// The cell of the next value.
    cell: Cell,
    width: i32,
}

impl<'grid, T> Iterator for GridCells<'grid, T> {
    type Item = (Cell, &'grid T);

    fn next(&mut self) -> Option<(Cell, &'grid T)> {
        let (cell, value) = (self.cell, self.values.next()?);
        let is_last = cell.x + 1 == self.width;
        self.cell = if is_last { Cell::new(0, cell.y + 1) } else { Cell::new(cell.x + 1, cell.y) };
        Some((cell, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl<T> ExactSizeIterator for GridCells<'_, T> {}
