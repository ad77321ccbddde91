//! Work counters: the number of steps that each part of generation took for one level.
//!
//! Steps are added beside the loops that they count, mostly once for each loop. The counts are the
//! same on every platform and for any number of threads.

use std::ops::AddAssign;

use super::Trace;

/// Declares the counters and the operations over all of them.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// The steps that made one level: visits of leaves, walls, cells, words and props.
        ///
        /// A word is 64 bits of a set of cells, one for each cell. The total is linear in the
        /// level's cells and props, with factors that depend on the preset; tests assert it.
        /// Patterns, vaults and masks of up to 16x16 cells are drawn once and reused by later
        /// levels. They are counted where they are used, so that a level takes the same work
        /// whatever the generator made before it. It is an observer: without one, generation counts
        /// nothing but the budgets that bound it.
        ///
        /// ```
        /// let preset = roomgen::Preset::built_in("crypt")?;
        /// let mut work = roomgen::Work::default();
        /// let level = roomgen::Generator::new(&preset).generate_traced(42, &mut work);
        /// assert!(work.total() < 20 * u64::from(level.size().cells()));
        /// for (name, steps) in work.counters().filter(|(_, steps)| *steps > 0) {
        ///     println!("{name}: {steps}");
        /// }
        /// # Ok::<(), roomgen::RequestError>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Work {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Work {
            /// The sum of all counters.
            #[must_use]
            pub const fn total(&self) -> u64 {
                0 $(+ self.$name)*
            }

            /// Each counter with its name, in the order of the stages.
            pub fn counters(&self) -> impl Iterator<Item = (&'static str, u64)> + use<> {
                [$((stringify!($name), self.$name)),*].into_iter()
            }
        }

        impl AddAssign for Work {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

counters! {
    /// Cuts and leaves of the partition, and vaults that demand leaves of exact sizes.
    partition,
    /// Leaves visited along the cuts to find neighbours, and walls found between neighbours.
    adjacency,
    /// Leaves and neighbours visited for the main path, bonus rooms and coverage.
    route,
    /// Neighbours visited to stretch the main path.
    stretch,
    /// Leaves and neighbours visited in searches for cycles.
    cycles,
    /// Neighbours visited in searches for loops.
    loops,
    /// Walls visited for passages, and cells along them where vaults want doors.
    passages,
    /// Rules for tags and doors, evaluated for rooms and passages.
    roles,
    /// Rooms and passages visited for locks, keys and shortcuts.
    mission,
    /// Rules for shapes, evaluated for rooms, and rows of outlines.
    shapes,
    /// Vaults tried in rooms, and cells visited for entry, exit and vault walls.
    vaults,
    /// Cells whose tiles are painted.
    tiles,
    /// Layouts considered when a layout is chosen for each room.
    choices,
    /// Cells of masks larger than 16x16, counted at each use because the cache may drop them.
    masks,
    /// Anchor points at which formations may be stamped.
    points,
    /// 64-bit words written or combined in a room's sets of cells while formations are stamped.
    stamps,
    /// Cells and rows visited for props that are placed one by one.
    tries,
    /// 64-bit words and cells visited for the proximity rules `near` and `avoid`.
    limits,
    /// 64-bit words written or combined in the height layers of formations that stack.
    heights,
    /// 64-bit words visited by flood fills.
    floods,
    /// Cells and formations visited by searches for walkways.
    walkways,
    /// Formations visited to find the props that are removed together with an obstacle.
    piles,
    /// Props written, and for each prop with variants the variants to draw from.
    props,
}

impl Trace for Work {
    const DETAILED: bool = false;

    fn count(&mut self, steps: impl FnOnce(&mut Work)) {
        steps(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_sum_of_all_counters() {
        let mut work = Work { partition: 3, walkways: 40, props: 500, ..Work::default() };
        work += Work { walkways: 2, ..Work::default() };
        assert_eq!((work.total(), work.walkways), (545, 42));
        assert_eq!(work.counters().map(|(_, steps)| steps).sum::<u64>(), work.total());
        assert_eq!(work.counters().next(), Some(("partition", 3)));
    }
}
