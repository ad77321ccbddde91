//! Twins: rooms with the same layout that are joined, or have one room between them.

use crate::{buckets::Buckets, level::Level};

/// How many pairs of near rooms look alike.
///
/// A pair counts once, however many passages join it. Passages of every kind count, open or not.
/// Rooms without a layout are in no pair.
///
/// ```
/// use roomgen::{Preset, generate, survey::Twins};
///
/// let twins = Twins::of(&generate(&Preset::built_in("crypt")?, 42));
/// println!("{} of {} joined pairs of rooms look alike", twins.beside, twins.pairs_beside);
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Twins {
    /// The pairs of joined rooms with the same layout.
    pub beside: u64,
    /// The pairs of joined rooms that both have a layout.
    pub pairs_beside: u64,
    /// The pairs of rooms one or two passages apart with the same layout.
    pub near: u64,
    /// The pairs of rooms one or two passages apart that both have a layout.
    pub pairs_near: u64,
}

impl Twins {
    /// The twins of a level. Cost: linear in rooms, and in passages times the most passages of a
    /// room.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        TwinMetrics::default().measure(level)
    }

    /// The twins as a fraction of the joined pairs; `None` without such a pair.
    pub(super) fn fraction_beside(self) -> Option<f64> {
        (self.pairs_beside > 0).then(|| self.beside as f64 / self.pairs_beside as f64)
    }

    /// The twins as a fraction of the near pairs; `None` without such a pair.
    pub(super) fn fraction_near(self) -> Option<f64> {
        (self.pairs_near > 0).then(|| self.near as f64 / self.pairs_near as f64)
    }
}

/// The buffers for finding twins.
#[derive(Clone, Debug, Default)]
pub(super) struct TwinMetrics {
    /// The rooms joined to each room; those joined twice stand twice.
    neighbours: Buckets<u32>,
    /// The room whose pairs have last counted each room.
    counted_by: Vec<Option<u32>>,
}

impl TwinMetrics {
    /// Finds the twins of a level. Cost: that of [`Twins::of`].
    pub(super) fn measure(&mut self, level: &Level) -> Twins {
        let ends = level.passages.iter().map(|passage| {
            let [one, other] = passage.rooms;
            [(one, other), (other, one)]
        });
        self.neighbours.sort_groups(level.rooms.len(), ends);
        self.counted_by.clear();
        self.counted_by.resize(level.rooms.len(), None);
        let Self { neighbours, counted_by } = self;
        let mut twins = Twins::default();
        for (id, room) in (0..).zip(&level.rooms) {
            let Some(layout) = room.layout else { continue };
            // 1 for a new pair that both have a layout, and 1 if it is the same. Each pair counts
            // from its room of the smaller id, so that no room makes a pair with itself.
            let mut pair = |beyond: u32| {
                let is_new = counted_by[beyond as usize].replace(id) != Some(id);
                match level.rooms[beyond as usize].layout {
                    Some(other) if is_new && beyond > id => [1, u64::from(other == layout)],
                    _ => [0, 0],
                }
            };
            for &beyond in neighbours.get(id) {
                let [pairs, alike] = pair(beyond);
                twins.pairs_beside += pairs;
                twins.beside += alike;
            }
            for &between in neighbours.get(id) {
                for &beyond in neighbours.get(between) {
                    let [pairs, alike] = pair(beyond);
                    twins.pairs_near += pairs;
                    twins.near += alike;
                }
            }
        }
        twins.pairs_near += twins.pairs_beside;
        twins.near += twins.beside;
        twins
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geom::Rect,
        level::{Connection, Passage, Room, fixture},
        survey::{Measurer, Metric},
    };

    /// Rooms with these layouts, joined by these passages.
    fn of_layouts(layouts: &[Option<u16>], passages: &[[u32; 2]]) -> Level {
        let mut level = fixture::level();
        let room = level.rooms[0];
        level.rooms = (0..).zip(layouts).map(|(id, &layout)| Room { id, layout, ..room }).collect();
        let door = |&rooms: &[u32; 2]| Passage::closed(rooms, Connection::Door(Rect::of(20, 5, 1, 1)));
        level.passages = passages.iter().map(door).collect();
        level.path = vec![0];
        level.keys.clear();
        level.props.clear();
        level
    }

    #[track_caller]
    fn assert_twins(level: &Level, beside: [u64; 2], near: [u64; 2]) {
        let twins = Twins::of(level);
        assert_eq!([twins.beside, twins.pairs_beside, twins.near, twins.pairs_near], [beside, near].concat()[..]);
        let metrics = Measurer::default().measure(level);
        let fraction = |[part, all]: [u64; 2]| (all > 0).then(|| part as f64 / all as f64);
        let expected = [beside, near].map(fraction);
        assert_eq!([Metric::TwinsBeside, Metric::TwinsNear].map(|metric| metrics.present(metric)), expected);
    }

    #[test]
    fn twins_are_joined_or_have_one_room_between_them() {
        let [a, b] = [Some(0), Some(1)];
        // 0 - 1 - 2 - 3: two passages apart are 0 and 2, and 1 and 3.
        let line = [[0, 1], [2, 1], [2, 3]];
        assert_twins(&of_layouts(&[a, a, b, a], &line), [1, 3], [2, 5]);
        assert_twins(&of_layouts(&[a, b, b, a], &line), [1, 3], [1, 5]);
        assert_twins(&of_layouts(&[a; 4], &line), [3, 3], [5, 5]);
        // A room without a layout is in no pair, but has two rooms beside it.
        assert_twins(&of_layouts(&[a, None, a, b], &line), [0, 1], [1, 2]);
    }

    #[test]
    fn a_pair_counts_once_however_many_passages_and_rooms_join_it() {
        let [a, b] = [Some(0), Some(1)];
        assert_twins(&of_layouts(&[a, a], &[[0, 1], [1, 0], [0, 1]]), [1, 1], [1, 1]);
        // A triangle: each room is also two passages from each.
        assert_twins(&of_layouts(&[a, a, b], &[[0, 1], [1, 2], [2, 0]]), [1, 3], [1, 3]);
        // A square: two ways lead from corner to corner.
        assert_twins(&of_layouts(&[a, b, a, b], &[[0, 1], [1, 2], [2, 3], [3, 0]]), [0, 4], [2, 6]);
    }

    #[test]
    fn levels_without_pairs_have_no_fraction_of_twins() {
        assert_twins(&of_layouts(&[Some(0)], &[]), [0, 0], [0, 0]);
        assert_twins(&of_layouts(&[Some(0), None], &[[0, 1]]), [0, 0], [0, 0]);
        // Three passages apart.
        let level = of_layouts(&[Some(0), None, None, Some(0)], &[[0, 1], [1, 2], [2, 3]]);
        assert_twins(&level, [0, 0], [0, 0]);
    }
}
