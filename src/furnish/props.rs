//! The props of one room while it is furnished.

use crate::{
    geom::{Cell, Direction, Extent, Rect},
    grid::CellSet,
    model::{PropKind, TurnedFootprintSize},
    trace::PropSource,
};

/// The footprint of a prop of one cell.
pub(super) const ONE_CELL: Extent = Extent::new(1, 1);

/// The height interval that props occupy, in 1/256 m above the floor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HeightInterval {
    pub(super) bottom: i32,
    pub(super) top: i32,
}

impl HeightInterval {
    pub(super) const ALL: Self = Self { bottom: i32::MIN, top: i32::MAX };
    /// The heights of everything that does not hang overhead.
    pub(super) const BELOW_HEADROOM: Self = Self { bottom: i32::MIN, top: PropKind::HEADROOM.parts() };

    /// Whether props with these intervals may not share a cell.
    ///
    /// Equal intervals always conflict, even empty ones: two carpets cannot share a cell.
    pub(super) fn conflicts(self, other: Self) -> bool {
        self == other || self.bottom < other.top && other.bottom < self.top
    }
}

/// The props that one formation has placed, over all its anchors, in one turn.
#[derive(Clone, Debug, Default)]
pub(super) struct FormationProps<S> {
    /// What places the props; `None` in a buffer that no formation has used.
    pub(super) source: Option<PropSource>,
    /// The kind of the props, as an index into the preset's kinds.
    pub(super) kind: u16,
    /// The top left cells of the props that were not removed.
    pub(super) origins: S,
    /// The footprint of each prop, in the turn of these props.
    pub(super) footprint: Extent,
    pub(super) is_obstacle: bool,
    /// The heights that the props occupy.
    pub(super) interval: HeightInterval,
    /// Footprint and turn, in the form that levels store.
    pub(super) stance: TurnedFootprintSize,
    pub(super) is_marker: bool,
    /// Whether they share cells with anything: markers, and terrain that does not block.
    pub(super) shares_cells: bool,
    /// Whether they are cells of terrain, which are no props.
    pub(super) is_terrain: bool,
    /// Whether each prop draws a variant, a turn or jitter.
    pub(super) draws_words: bool,
    /// Whether each prop draws its own turn.
    pub(super) turns_each: bool,
    /// Whether the room must have them, so that walkways rather remove others.
    pub(super) is_required: bool,
    /// Whether each prop has its north side away from the wall that is nearest to it.
    pub(super) turns_inward: bool,
}

impl<S: CellSet> FormationProps<S> {
    /// Empties `origins`, for a room of this extent, and sets the source, kind and stance of the
    /// props. `draws_words` is whether each prop draws a variant or jitter.
    #[inline]
    pub(super) fn begin(
        &mut self,
        room: Extent,
        source: PropSource,
        number: u16,
        kind: &PropKind,
        stance: TurnedFootprintSize,
        draws_words: bool,
    ) {
        self.origins.reset(room.width, room.height);
        (self.source, self.kind) = (Some(source), number);
        self.footprint = Extent::new(stance.width().into(), stance.height().into());
        (self.is_obstacle, self.is_marker) = (kind.is_obstacle(), kind.marker);
        (self.shares_cells, self.is_terrain) = (kind.marker, false);
        (self.stance, self.draws_words) = (stance, draws_words);
        (self.turns_each, self.turns_inward) = (false, false);
        self.is_required = false;
        self.interval = HeightInterval { bottom: kind.elevation.parts(), top: (kind.elevation + kind.tall).parts() };
    }

    /// Makes the props that have begun cells of terrain.
    ///
    /// Where it blocks, nothing stands above it or below but what hangs overhead. Other terrain
    /// lies under everything.
    #[cold]
    pub(super) fn become_terrain(&mut self, blocks: bool) {
        (self.is_terrain, self.shares_cells) = (true, !blocks);
        if blocks {
            self.interval = HeightInterval::BELOW_HEADROOM;
        }
    }

    /// The height on which what stands on these props has its bottom. Nothing stands on terrain.
    pub(super) fn top(&self) -> i32 {
        if self.is_terrain { i32::MIN } else { self.interval.top }
    }

    pub(super) fn is_one_cell(&self) -> bool {
        self.footprint == ONE_CELL
    }

    /// The number of rows of a footprint, which counts as work.
    pub(super) fn rows(&self) -> u64 {
        self.footprint.height.unsigned_abs().into()
    }

    /// The footprint of a prop whose top left cell is `(x, y)`.
    pub(super) fn prop_at(&self, x: i32, y: i32) -> Rect {
        Rect::of(x, y, self.footprint.width, self.footprint.height)
    }

    /// The top left cells of the props that would touch a rectangle.
    pub(super) fn origins_touching(&self, cells: Rect) -> Rect {
        let Extent { width, height } = self.footprint;
        let (left, top) = (cells.left() - width + 1, cells.top() - height + 1);
        Rect::of(left, top, cells.width() + width - 1, cells.height() + height - 1)
    }

    /// Whether the props count against a layout's `cover`: they stand on the floor, and neither are
    /// markers nor lie under others.
    pub(super) fn covers_floor(&self) -> bool {
        self.interval.bottom <= 0 && !self.shares_cells
    }

    /// The number of floor cells that the props cover.
    pub(super) fn floor_covered(&self) -> i32 {
        let Extent { width, height } = self.footprint;
        if self.covers_floor() { self.origins.count_cells() as i32 * width * height } else { 0 }
    }

    /// The cells that props with these top left cells cover. `scratch` is memory for the result.
    #[inline]
    pub(super) fn cells_of<'set>(&self, origins: &'set S, scratch: &'set mut S) -> &'set S {
        if self.is_one_cell() {
            return origins;
        }
        scratch.assign(origins);
        scratch.extend(Direction::East, self.footprint.width - 1);
        scratch.extend(Direction::South, self.footprint.height - 1);
        scratch
    }

    /// The top left cells of props that would touch `cells`. `scratch` is memory for the result.
    #[inline]
    pub(super) fn origins_in<'set>(&self, cells: &'set S, scratch: &'set mut S) -> &'set S {
        if self.is_one_cell() {
            return cells;
        }
        scratch.assign(cells);
        scratch.extend(Direction::West, self.footprint.width - 1);
        scratch.extend(Direction::North, self.footprint.height - 1);
        scratch
    }

    /// Removes the props for which `is_wrong` holds, and calls `remove` with each.
    pub(super) fn retain_not(
        &mut self,
        scratch: &mut S,
        is_wrong: impl Fn(Rect) -> bool,
        mut remove: impl FnMut(Rect),
    ) {
        scratch.assign(&self.origins);
        scratch.for_each(|x, y| {
            let prop = self.prop_at(x, y);
            if is_wrong(prop) {
                self.origins.remove(x, y);
                remove(prop);
            }
        });
    }

    /// The prop that covers a cell. Cost: the rows of a footprint.
    pub(super) fn prop_over(&self, cell: Cell) -> Option<Rect> {
        if self.is_one_cell() {
            return self.origins.contains(cell.x, cell.y).then(|| Rect::from_cell(cell));
        }
        let origins = self.origins_touching(Rect::from_cell(cell));
        // Tests whole words first, since most formations have no prop near the cell.
        if !self.origins.intersects_rect(origins) {
            return None;
        }
        let origin = origins.cells().find(|origin| self.origins.contains(origin.x, origin.y))?;
        Some(self.prop_at(origin.x, origin.y))
    }
}

/// All props of a room: in the order of their formations, those of one formation by turn. What the
/// plan decides comes first: the vault's props, then the planned ones.
#[derive(Clone, Debug, Default)]
pub(super) struct RoomProps<S> {
    /// The props of the room, then those of the current formation, then spare buffers.
    all: Vec<FormationProps<S>>,
    /// The number of entries of `all` that belong to the room.
    placed: usize,
    /// The number of entries of `all` that the plan decides. Their props ignore proximity rules.
    of_plan: usize,
}

impl<S: CellSet> RoomProps<S> {
    /// Empties the list for another room; keeps the buffers.
    pub(super) fn clear(&mut self) {
        (self.placed, self.of_plan) = (0, 0);
    }

    /// The props placed so far.
    pub(super) fn placed(&mut self) -> &mut [FormationProps<S>] {
        &mut self.all[..self.placed]
    }

    /// The props that the plan decides.
    pub(super) fn of_plan(&self) -> &[FormationProps<S>] {
        &self.all[..self.of_plan]
    }

    /// The indices in [`placed`](Self::placed) of the props of formations.
    pub(super) fn of_layout(&self) -> std::ops::Range<usize> {
        self.of_plan..self.placed
    }

    /// Declares that the plan decides all props placed so far.
    pub(super) fn end_plan(&mut self) {
        self.of_plan = self.placed;
    }

    /// The buffer of the next formation's props. It still holds the props of some earlier
    /// formation.
    #[inline]
    pub(super) fn next(&mut self) -> &mut FormationProps<S> {
        if self.placed == self.all.len() {
            self.all.push(FormationProps::default());
        }
        &mut self.all[self.placed]
    }

    /// The props placed so far, and the buffers of the next formation, one for each of its turns.
    #[inline]
    pub(super) fn split(&mut self, turns: usize) -> (&[FormationProps<S>], &mut [FormationProps<S>]) {
        if self.all.len() < self.placed + turns {
            self.all.resize_with(self.placed + turns, FormationProps::default);
        }
        let (placed, next) = self.all.split_at_mut(self.placed);
        (placed, &mut next[..turns])
    }

    /// Adds the next formation's props to the room, unless it placed none.
    #[inline]
    pub(super) fn keep(&mut self, turns: usize) {
        if turns == 1 {
            self.placed += usize::from(!self.all[self.placed].origins.is_empty());
        } else {
            self.keep_by_turn(turns);
        }
    }

    /// Adds the next formation's props to the room in the order of their turns, without the turns
    /// that no prop has.
    #[cold]
    fn keep_by_turn(&mut self, turns: usize) {
        let end = self.placed + turns;
        self.all[self.placed..end].sort_unstable_by_key(|props| props.stance.turn());
        for number in self.placed..end {
            if !self.all[number].origins.is_empty() {
                self.all.swap(self.placed, number);
                self.placed += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_footprint_without_height_is_in_the_way_of_its_like_only() {
        let carpet = HeightInterval { bottom: 0, top: 0 };
        let at = |bottom, top| HeightInterval { bottom, top }.conflicts(carpet);
        assert!(!at(0, 256), "a table on a carpet");
        assert!(!at(256, 256));
        assert!(at(0, 0), "a carpet on a carpet");
        assert!(at(-1, 1), "a beam through a carpet");
        assert!(HeightInterval::ALL.conflicts(carpet));
    }
}
