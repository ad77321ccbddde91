//! Which prop a drawing shows in each cell: one order for text and for terminals.

use std::{
    collections::BTreeSet,
    fmt::{self, Display},
};

use crate::{
    buckets::Buckets,
    geom::Cell,
    level::Level,
    model::{PropKind, PropRecord},
};

/// Which prop of a level a drawing of one character for each cell shows where props share a cell.
///
/// The order is that of what a player looks for: the entry, the ways down, keys and switches,
/// markers, obstacles, what else is below [`PropKind::HEADROOM`], and last what hangs overhead. Of
/// two props of one sort, the one with the higher top is shown, then the later one.
///
/// ```
/// use roomgen::{Preset, generate, workspace::ShownProps};
///
/// let level = generate(&Preset::built_in("temple")?, 26);
/// let (shown, mut row) = (ShownProps::new(&level), Vec::new());
/// for key in level.keys() {
///     shown.row(key.cell.y, &mut row);
///     let prop = row[key.cell.x as usize].and_then(|id| level.prop(id)).expect("the key");
///     assert_eq!(&*prop.kind.name, level.key_name(key));
/// }
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShownProps<'level> {
    level: &'level Level,
    /// The props that cover each row.
    rows: Buckets<u32>,
    /// For each kind, the rank of its props that are no keys.
    ranks: Vec<u32>,
    /// The cells and kinds of the keys' props.
    keys: BTreeSet<(Cell, u16)>,
}

/// What a prop is to a player, in drawing order: the last one is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PropSort {
    Overhead,
    Lying,
    Obstacle,
    Marker,
}

impl PropSort {
    fn of(kind: &PropKind) -> Self {
        if kind.marker {
            Self::Marker
        } else if kind.is_obstacle() {
            Self::Obstacle
        } else if kind.hangs() {
            Self::Overhead
        } else {
            Self::Lying
        }
    }
}

impl<'level> ShownProps<'level> {
    /// Sorts the props of a level by rows. Memory: four bytes for each row of each prop.
    #[must_use]
    pub fn new(level: &'level Level) -> Self {
        let covered = |(id, record): (u32, &PropRecord)| {
            let cells = record.cells();
            (cells.top()..cells.bottom()).map(move |y| (y as u32, id))
        };
        let rows = Buckets::new(level.height() as usize, (0..).zip(&level.props).flat_map(covered));
        let order = |kind: &PropKind| (PropSort::of(kind), kind.elevation + kind.tall);
        let mut orders: Vec<_> = level.kinds().iter().map(order).collect();
        orders.sort_unstable();
        let rank = |kind: &PropKind| orders.partition_point(|lower| *lower < order(kind)) as u32;
        let ranks = level.kinds().iter().map(rank).collect();
        let kind_of = |name: &str| level.kinds().iter().position(|kind| kind.name == *name);
        let keys = level.keys().iter().filter_map(|key| Some((key.cell, kind_of(level.key_name(key))? as u16)));
        Self { level, rows, ranks, keys: keys.collect() }
    }

    /// The place of a prop in the drawing order: where two share a cell, the one with the greater
    /// rank is shown, of equal ones the later one. 0 for a prop that the level does not have.
    #[must_use]
    pub fn rank(&self, prop: u32) -> u32 {
        let Some(record) = self.level.props.get(prop as usize) else { return 0 };
        let cell = Cell::new(record.cells().left(), record.cells().top());
        if self.keys.contains(&(cell, record.kind)) {
            return u32::MAX;
        }
        self.ranks.get(usize::from(record.kind)).copied().unwrap_or_default()
    }

    /// Sets `shown` to the ids of the props that row `y` shows, one for each column.
    ///
    /// `None` at stairs, and where there is no prop. Cost: linear in the columns
    /// and in the props of the row, which are sorted.
    pub fn row(&self, y: i32, shown: &mut Vec<Option<u32>>) {
        shown.clear();
        shown.resize(self.level.width() as usize, None);
        if !(0..self.level.height()).contains(&y) {
            return;
        }
        let mut here: Vec<u32> = self.rows.get(y as u32).to_vec();
        // The sort is stable: of two props of equal rank, the later one is shown.
        here.sort_by_cached_key(|&prop| self.rank(prop));
        for prop in here {
            let cells = self.level.props[prop as usize].cells();
            shown[cells.left() as usize..cells.right() as usize].fill(Some(prop));
        }
        for end in self.level.ways().filter(|end| end.y == y) {
            shown[end.x as usize] = None;
        }
    }

    /// For each kind, the number of its props of which at least one cell is shown.
    ///
    /// Cost: that of all rows. Memory: a byte for each prop.
    #[must_use]
    pub fn counts(&self) -> Vec<u32> {
        let (mut seen, mut row) = (SeenProps::new(self.level), Vec::new());
        for y in 0..self.level.height() {
            self.row(y, &mut row);
            seen.add(&row);
        }
        seen.counts(self.level)
    }
}

/// The props of which a cell was shown so far: a byte for each prop.
#[derive(Clone, Debug)]
pub(super) struct SeenProps(Vec<bool>);

impl SeenProps {
    pub(super) fn new(level: &Level) -> Self {
        Self(vec![false; level.props.len()])
    }

    /// Adds the props that a row shows.
    pub(super) fn add(&mut self, row: &[Option<u32>]) {
        row.iter().flatten().for_each(|&prop| self.0[prop as usize] = true);
    }

    /// The number of seen props of each kind.
    pub(super) fn counts(&self, level: &Level) -> Vec<u32> {
        let mut counts = vec![0; level.kinds().len()];
        for (record, _) in level.props.iter().zip(&self.0).filter(|(_, is_seen)| **is_seen) {
            counts[usize::from(record.kind)] += 1;
        }
        counts
    }
}

/// The count of a kind in a legend: `36`, or `34 of 36 shown` where two are entirely under others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownCount {
    /// The number of props.
    pub all: u32,
    /// The number of those of which at least one cell is shown.
    pub shown: u32,
}

impl Display for ShownCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, shown } = self;
        if shown == all { write!(f, "{all}") } else { write!(f, "{shown} of {all} shown") }
    }
}
